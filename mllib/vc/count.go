package vc

import (
	"fmt"
	"iter"
	"math/bits"
	"sort"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// partsOf returns the parts of the rows of X, and an error that wraps input.ErrValue where a class of one's own does not return them in increasing order, each once.
func partsOf(c Class, x mat.Matrix) ([]uint64, error) {
	if input.IsNil(c) {
		return nil, noClass()
	}
	parts, err := c.Parts(x)
	if err != nil {
		return nil, err
	}
	if _, _, err := input.Shape("X", x); err != nil {
		return nil, fmt.Errorf("vc: %w", err)
	}
	n, _ := x.Dims()
	for k, part := range parts {
		if k > 0 && part <= parts[k-1] || n < mostBits && part>>n != 0 {
			return nil, fmt.Errorf("vc: %w", input.Errorf(input.ErrValue, "class", "its part %d is %b, want different parts of the %d points in increasing order", k, part, n))
		}
	}
	return parts, nil
}

// Shattered tells whether the sets of the class cut out every part of the rows of X. The errors are those of Parts, here and below, and one that wraps input.ErrValue for a class that does not list its
// parts as Class says.
//
// Curriculum: B2.4a.
func Shattered(c Class, x mat.Matrix) (bool, error) {
	parts, err := partsOf(c, x)
	if err != nil {
		return false, err
	}
	n, _ := x.Dims()
	return isAll(len(parts), n), nil
}

// Missing returns, in increasing order, the parts of the rows of X that no set of the class cuts out. The errors are those of Parts, and one that wraps
// input.ErrParam for more than MostPoints rows.
func Missing(c Class, x mat.Matrix) ([]uint64, error) {
	parts, err := partsOf(c, x)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	if n > MostPoints {
		return nil, fmt.Errorf("vc: %w", input.Param(false, "the number of points", n, fmt.Sprintf("at most %d", MostPoints)))
	}
	var missing []uint64
	for part := range uint64(1) << n {
		if k := sort.Search(len(parts), func(k int) bool { return parts[k] >= part }); k == len(parts) || parts[k] != part {
			missing = append(missing, part)
		}
	}
	return missing, nil
}

// Coefficient returns the shatter coefficient s(n), the most parts that the sets of the class cut from n points, and points that have so many. The
// errors are those of Parts, one that wraps input.ErrEmpty for a class without configurations of n points, and one that wraps input.ErrParam for n < 1 or n > 64, the bits of a part, or for boxes that have more than 10⁹ configurations to look at in the plane
// (12 points, with 5·10⁸, take minutes), or 10⁶ in more dimensions.
//
// Curriculum: N11.1i, B2.4a.
func Coefficient(c Class, n int) (s int, at *mat.Dense, err error) {
	if input.IsNil(c) {
		return 0, nil, noClass()
	}
	if n < 1 || n > mostBits {
		return 0, nil, fmt.Errorf("vc: %w", input.Param(false, "n", n, fmt.Sprintf("a number from 1 to %d", mostBits)))
	}
	count, err := counting(c, n)
	if err != nil {
		return 0, nil, err
	}
	tried := false
	for x := range configurations(c, n) {
		tried = true
		parts, err := count(x)
		if err != nil {
			return 0, nil, err
		}
		if parts > s {
			s, at = parts, x
		}
		if isAll(s, n) {
			break
		}
	}
	if !tried {
		return 0, nil, fmt.Errorf("vc: %w", input.Errorf(input.ErrEmpty, "class", "it has no configuration of %d points", n))
	}
	return s, at, nil
}

// isAll tells whether s parts are all of n points.
func isAll(s, n int) bool { return n < bits.UintSize-1 && s == 1<<n }

// configurations are those of the class, or points that are known to have all parts.
func configurations(c Class, n int) iter.Seq[*mat.Dense] {
	if boxes, ok := c.(Boxes); ok && boxes.inMany() && n <= 2*boxes.Dim {
		return one(boxes.shattered(n))
	}
	return c.Configurations(n)
}

// counting returns what counts the parts of a configuration of n points.
func counting(c Class, n int) (func(x *mat.Dense) (int, error), error) {
	count := func(x *mat.Dense) (int, error) {
		parts, err := partsOf(c, x)
		return len(parts), err
	}
	boxes, ok := c.(Boxes)
	if !ok {
		return count, nil
	}
	if boxes.Dim == 2 && n <= MostPoints {
		count = func(x *mat.Dense) (int, error) { return boxes.ofOrder(mat.Col(nil, 1, x)), nil }
	}
	return count, boxes.feasible(n)
}

// Dimension returns the Vapnik-Chervonenkis dimension, the largest k with s(k) = 2^k, if it is below most, and most if it is that or more: it tries
// k = 1, 2, … up to most. Boxes in more than two dimensions have too many configurations for that: there the theorem decides that of 2·Dim+1 points one lies between the others (Boxes.Lacks). The errors are those of Coefficient, and one that wraps input.ErrParam for most < 1.
//
// Curriculum: N11.1n, B2.4d.
func Dimension(c Class, most int) (int, error) {
	if most < 1 {
		return 0, fmt.Errorf("vc: %w", input.Param(false, "most", most, "a number >= 1"))
	}
	for k := 1; k <= most; k++ {
		if boxes, ok := c.(Boxes); ok && boxes.inMany() && k > 2*boxes.Dim {
			return k - 1, nil
		}
		s, _, err := Coefficient(c, k)
		if err != nil {
			return 0, err
		}
		if !isAll(s, k) {
			return k - 1, nil
		}
	}
	return most, nil
}

func noClass() error {
	return fmt.Errorf("vc: %w", input.Errorf(input.ErrEmpty, "class", "there is none"))
}
