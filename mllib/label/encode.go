package label

import (
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
)

// Code is a way to write classes as integers. The classes are taken in increasing order of their original labels.
type Code = enum.Of[codes]

const (
	Signed    Code = iota // {-1, +1}, two classes only
	ZeroBased             // {0, 1} for two classes, {0..K-1} for K
	OneBased              // {1..K}
)

type codes struct{}

func (codes) Names() (string, []string) {
	return "label.Code", []string{Signed: "signed", ZeroBased: "zero-based", OneBased: "one-based"}
}

// Classes holds the original labels of the classes in increasing order.
type Classes []int

// Encode returns the labels y in the given code, and the classes it found in y. It returns an error that wraps
// input.ErrEmpty if y is empty, input.ErrOneClass if y is constant, and input.ErrLabel if the code is Signed and y has
// more than two classes. It does not modify y.
func Encode(y []int, to Code) (codes []int, classes Classes, err error) {
	if len(y) == 0 {
		return nil, nil, input.Errorf(input.ErrEmpty, "y", "got no labels")
	}
	classes = Distinct(y)
	if len(classes) < 2 {
		return nil, nil, input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0])
	}
	if to == Signed && len(classes) > 2 {
		return nil, nil, input.Errorf(input.ErrLabel, "y", "got %d classes, want 2 for the code {-1, +1}", len(classes))
	}
	if err := to.Check("to"); err != nil {
		return nil, nil, err
	}
	codes = make([]int, len(y))
	for i, v := range y {
		k, _ := slices.BinarySearch(classes, v)
		codes[i] = codeOf(to, k)
	}
	return codes, classes, nil
}

// Distinct returns the different values of y in increasing order, in O(n) for few of them.
func Distinct(y []int) []int {
	const few = 64 // classes that are found by insertion
	var found []int
	for _, v := range y {
		k, ok := slices.BinarySearch(found, v)
		if ok {
			continue
		}
		if len(found) == few {
			return slices.Compact(slices.Sorted(slices.Values(y)))
		}
		found = slices.Insert(found, k, v)
	}
	return found
}

// Decode returns the original labels of codes, the inverse of Encode. It returns an error that wraps input.ErrLabel at
// the first code that stands for no class.
func (c Classes) Decode(codes []int, from Code) ([]int, error) {
	if err := from.Check("from"); err != nil {
		return nil, err
	}
	y := make([]int, len(codes))
	for i, code := range codes {
		k := classOf(from, code)
		if k < 0 || k >= len(c) || codeOf(from, k) != code {
			return nil, input.Errorf(input.ErrLabel, "codes", "entry %d is %d, which is no %v code of %d classes", i, code, from, len(c))
		}
		y[i] = c[k]
	}
	return y, nil
}

// codeOf returns the code of class number k, counted from 0.
func codeOf(c Code, k int) int {
	switch c {
	case Signed:
		return 2*k - 1
	case OneBased:
		return k + 1
	}
	return k
}

// classOf is the inverse of codeOf; it may be outside the classes for a number that is no code.
func classOf(c Code, code int) int {
	switch c {
	case Signed:
		return (code + 1) / 2
	case OneBased:
		return code - 1
	}
	return code
}
