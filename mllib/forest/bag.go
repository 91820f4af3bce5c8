package forest

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
)

// usual is how many learners there are if nothing is said.
const usual = 100

// sources are n sources seeded in turn.
func sources(src rand.Source, n int) []*rand.Rand {
	all := make([]*rand.Rand, n)
	for b := range all {
		all[b] = rand.New(rand.NewPCG(src.Uint64(), src.Uint64()))
	}
	return all
}

// draw returns how often each of n rows is in a sample of n rows drawn with replacement.
func draw(rnd *rand.Rand, n int) []uint16 {
	counts := make([]uint16, n)
	for range n {
		counts[rnd.IntN(n)]++
	}
	return counts
}

// several draws samples until one holds rows of more than one class; nil if a thousand do not.
func several[T learn.Target](rnd *rand.Rand, y []T) []uint16 {
	labels, ok := any(y).([]int)
	for range 1000 {
		counts := draw(rnd, len(y))
		if !ok {
			return counts
		}
		first := -1
		for i, c := range counts {
			if c == 0 {
				continue
			}
			if first < 0 {
				first = i
			}
			if labels[i] != labels[first] {
				return counts
			}
		}
	}
	return nil
}

// checkSize checks the number of learners and the source.
func checkSize(name string, size int, src rand.Source) error {
	err := input.Param(size >= 0, name, size, fmt.Sprintf("at least 1, or 0 for %d", usual))
	if src == nil {
		err = errors.Join(err, input.Errorf(input.ErrEmpty, "Src", "got nil, want a source, as rand.NewPCG(1, 2)"))
	}
	return err
}

// or is v, or what it means if it is 0.
func or(v, usual int) int {
	if v == 0 {
		return usual
	}
	return v
}
