package session

import "os"

// slow says that tests run at their full sizes (MERCER_SLOW=1), for minutes.
var slow = os.Getenv("MERCER_SLOW") == "1"

// size is small, or full when tests run at their full sizes.
func size(small, full int) int {
	if slow {
		return full
	}
	return small
}
