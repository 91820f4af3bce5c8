package session

import "os"

// How long the long proofs are is said by MERCER_SLOW: "1" runs them at their full sizes, for many minutes, "sample" a fifth of them.
var slow, sample = os.Getenv("MERCER_SLOW") == "1", os.Getenv("MERCER_SLOW") == "sample"

// size is small, a fifth of full for a sample, or full when tests run at their full sizes.
func size(small, full int) int {
	switch {
	case slow:
		return full
	case sample:
		return max(small, full/5)
	}
	return small
}

// taken tells whether case i of many is tried: every third where MERCER_SLOW is not set.
func taken(i int) bool { return i%3 == 0 || slow || sample }
