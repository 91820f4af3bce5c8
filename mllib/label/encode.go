package label

import (
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// Code is a way to write classes as integers. The classes are taken in increasing order of their original labels.
type Code int8

const (
	Signed    Code = iota // {-1, +1}, two classes only
	ZeroBased             // {0, 1} for two classes, {0..K-1} for K
	OneBased              // {1..K}
)

var codeNames = []string{Signed: "signed", ZeroBased: "zero-based", OneBased: "one-based"}

// String returns "signed", "zero-based" or "one-based".
func (c Code) String() string { return Name(codeNames, int(c)) }

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
	if err := checkCode("to", to); err != nil {
		return nil, nil, err
	}
	codes = make([]int, len(y))
	for i, v := range y {
		k, _ := slices.BinarySearch(classes, v)
		codes[i] = to.at(k)
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
	if err := checkCode("from", from); err != nil {
		return nil, err
	}
	y := make([]int, len(codes))
	for i, code := range codes {
		k := from.class(code)
		if k < 0 || k >= len(c) || from.at(k) != code {
			return nil, input.Errorf(input.ErrLabel, "codes", "entry %d is %d, which is no %v code of %d classes", i, code, from, len(c))
		}
		y[i] = c[k]
	}
	return y, nil
}

// at returns the code of class number k, counted from 0.
func (c Code) at(k int) int {
	switch c {
	case Signed:
		return 2*k - 1
	case OneBased:
		return k + 1
	}
	return k
}

// class is the inverse of at; it may be outside the classes for a number that is no code.
func (c Code) class(code int) int {
	switch c {
	case Signed:
		return (code + 1) / 2
	case OneBased:
		return code - 1
	}
	return code
}

func checkCode(argument string, c Code) error {
	return input.Param(c >= 0 && int(c) < len(codeNames), argument, int(c), "label.Signed, ZeroBased or OneBased")
}
