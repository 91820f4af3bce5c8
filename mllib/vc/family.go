package vc

import (
	"fmt"
	"math/bits"

	"github.com/mercer-go/mercer/mllib/input"
)

// Family is a class of sets on finitely many points, given by the parts that its sets cut out.
type Family struct {
	Points int      // from 1 to MostPoints
	Parts  []uint64 // bit i of a part says that it holds point i
}

func (f Family) check() error {
	err := input.Param(f.Points >= 1 && f.Points <= MostPoints, "Points", f.Points, fmt.Sprintf("from 1 to %d", MostPoints))
	for k, part := range f.Parts {
		if err == nil && part>>f.Points != 0 {
			err = input.Errorf(input.ErrParam, "Parts", "part %d is %b, which holds more than the %d points", k, part, f.Points)
		}
	}
	if err != nil {
		return fmt.Errorf("vc: family: %w", err)
	}
	return nil
}

// Shattered returns, in increasing order, the sets of points of which the family has every part. There are at least as many as the family has members (A. Pajor, 1985), the empty one among them;
// none if it has no member. The errors wrap input.ErrParam.
func (f Family) Shattered() ([]uint64, error) {
	if err := f.check(); err != nil || len(f.Parts) == 0 {
		return nil, err
	}
	var shattered []uint64
	is, seen := make([]bool, 1<<f.Points), make([]uint64, 1<<f.Points)
	for set := range uint64(1) << f.Points {
		// every part of a set with all parts has all parts, too: try only what may be
		if set != 0 && (!is[set&(set-1)] || len(f.Parts) < 1<<bits.OnesCount64(set)) {
			continue
		}
		if is[set] = f.shatters(set, seen); is[set] {
			shattered = append(shattered, set)
		}
	}
	return shattered, nil
}

// shatters looks for all parts of a set; in seen, which all sets share, it marks those that it has found.
func (f Family) shatters(set uint64, seen []uint64) bool {
	missing := 1 << bits.OnesCount64(set)
	for _, part := range f.Parts {
		if seen[part&set] == set+1 {
			continue
		}
		seen[part&set] = set + 1
		if missing--; missing == 0 {
			return true
		}
	}
	return false
}

// Dimension returns the size of the largest set of points of which the family has every part, and the first such set. A family with no member has dimension -1.
// The errors are those of Shattered.
//
// Curriculum: B2.4d, B2.4.1d.
func (f Family) Dimension() (dimension int, set uint64, err error) {
	shattered, err := f.Shattered()
	dimension = -1
	for _, s := range shattered {
		if k := bits.OnesCount64(s); k > dimension {
			dimension, set = k, s
		}
	}
	return dimension, set, err
}
