package data

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

func TestClasses(t *testing.T) {
	cancer := BreastCancer()
	label, share := cancer.MostFrequent()
	if !slices.Equal(cancer.Classes(), []int{1, 2}) || label != 1 || share != 357./569 || cancer.ClassName(2) != "malignant" || cancer.ClassName(3) != "3" {
		t.Errorf("got %v, %d, %g, %q, %q", cancer.Classes(), label, share, cancer.ClassName(2), cancer.ClassName(3))
	}
	tie := &Set{X: mat.NewDense(4, 1, nil), Y: []int{1, 0, 0, 1}}
	if label, share := tie.MostFrequent(); label != 0 || share != .5 || tie.ClassName(0) != "0" {
		t.Errorf("a tie: %d, %g", label, share)
	}
	if label, share := (*Set)(nil).MostFrequent(); label != 0 || share != 0 || (*Set)(nil).Classes() != nil {
		t.Error("a nil set")
	}
}

// TestSplitStratified: both parts have round(fraction·n_k) of each class, and together all rows once.
func TestSplitStratified(t *testing.T) {
	wine := Wine()
	train, test, err := wine.SplitStratified(.7, rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[int]int{1: 41, 2: 50, 3: 34} { // .7 of 59, 71 and 48, rounded
		in, _ := train.Class(k)
		out, _ := test.Class(k)
		n, _ := in.Dims()
		m, _ := out.Dims()
		if n != want || n+m != map[int]int{1: 59, 2: 71, 3: 48}[k] {
			t.Errorf("class %d: %d and %d", k, n, m)
		}
	}
	seen := map[float64]int{}
	for _, part := range []*Set{train, test} {
		for i := range part.Len() {
			seen[mat.Sum(part.X.RowView(i))]++
		}
	}
	for i := range wine.Len() {
		if seen[mat.Sum(wine.X.RowView(i))] == 0 {
			t.Errorf("row %d is in no part", i)
		}
	}
	again, _, err := wine.SplitStratified(.7, rand.NewPCG(1, 1))
	if err != nil || !mat.Equal(again.X, train.X) {
		t.Error("another split from the same seed")
	}
	rare := &Set{X: mat.NewDense(3, 1, nil), Y: []int{0, 0, 1}}
	for name, split := range map[string]func() (*Set, *Set, error){
		"a class of one": func() (*Set, *Set, error) { return rare.SplitStratified(.5, rand.NewPCG(1, 1)) },
		"no source":      func() (*Set, *Set, error) { return wine.SplitStratified(.5, nil) },
		"all":            func() (*Set, *Set, error) { return wine.SplitStratified(1, rand.NewPCG(1, 1)) },
	} {
		if _, _, err := split(); !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
