package vc

import (
	"fmt"
	"iter"
	"math/bits"
	"sort"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Shattered tells whether the sets of the class cut out every part of the rows of X. The errors are those of Parts.
//
// Curriculum: B2.4a.
func Shattered(c Class, x mat.Matrix) (bool, error) {
	if input.IsNil(c) {
		return false, noClass()
	}
	parts, err := c.Parts(x)
	if err != nil {
		return false, err
	}
	n, _ := x.Dims()
	return isAll(len(parts), n), nil
}

// Missing returns, in increasing order, the parts of the rows of X that no set of the class cuts out. The errors are those of Parts, and one that wraps
// input.ErrParam for more than MostPoints rows.
func Missing(c Class, x mat.Matrix) ([]uint64, error) {
	if input.IsNil(c) {
		return nil, noClass()
	}
	parts, err := c.Parts(x)
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
// errors are those of Parts, and one that wraps input.ErrParam for n < 1 or n > 64, the bits of a part, or for boxes that have more than 10⁹ configurations to look at in the plane
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
	for x := range configurations(c, n) {
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
		parts, err := c.Parts(x)
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
