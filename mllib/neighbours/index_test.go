package neighbours_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

var ways = []neighbours.Way{neighbours.Brute, neighbours.KDTree, neighbours.BallTree, neighbours.Automatic}

// byDefinition is all observations but one in the order of their distances from a point, and these.
func byDefinition(x *mat.Dense, at []float64, but int) (index []int, distance []float64) {
	n, _ := x.Dims()
	far := make([]float64, n)
	for i := range n {
		far[i] = math.Sqrt(squared(x.RawRowView(i), at))
		if i != but {
			index = append(index, i)
		}
	}
	slices.SortStableFunc(index, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
	for _, i := range index {
		distance = append(distance, far[i])
	}
	return index, distance
}

func upTo(distance []float64, radius float64) int {
	return len(distance) - len(slices.DeleteFunc(slices.Clone(distance), func(v float64) bool { return v <= radius }))
}

// TestIndexIsTheDefinition: all four questions, in all ways, on a lattice with many equal points and distances.
func TestIndexIsTheDefinition(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(10, seed))
		n, d := 2+r.IntN(150), 1+r.IntN(4)
		x, _ := cloud(r, n, d)
		z, _ := cloud(r, 1+r.IntN(20), d)
		k, radius := 1+r.IntN(n-1), float64(r.IntN(6))
		for _, way := range ways {
			ix, err := neighbours.Search{Way: way}.Index(x)
			if err != nil {
				t.Fatal(err)
			}
			near, err1 := ix.Nearest(z, k)
			within, err2 := ix.Within(z, radius)
			others, err3 := ix.NearestOthers(k)
			around, err4 := ix.OthersWithin(radius)
			if err := errors.Join(err1, err2, err3, err4); err != nil {
				t.Fatal(err)
			}
			m, _ := z.Dims()
			for i := range m {
				index, distance := byDefinition(x, z.RawRowView(i), -1)
				same(t, fmt.Sprint(seed, way, " nearest"), near, i, index[:k], distance[:k])
				u := upTo(distance, radius)
				same(t, fmt.Sprint(seed, way, " within"), within, i, index[:u], distance[:u])
			}
			for i := range n {
				index, distance := byDefinition(x, x.RawRowView(i), i)
				same(t, fmt.Sprint(seed, way, " nearest others"), others, i, index[:k], distance[:k])
				u := upTo(distance, radius)
				same(t, fmt.Sprint(seed, way, " others within"), around, i, index[:u], distance[:u])
			}
		}
	}
}

func same(t *testing.T, what string, l *neighbours.Lists, i int, index []int, distance []float64) {
	t.Helper()
	if !slices.Equal(l.Index[i], index) || !slices.Equal(l.Distance[i], distance) {
		t.Fatalf("%s of %d: %v at %v, want %v at %v", what, i, l.Index[i], l.Distance[i], index, distance)
	}
}

// TestIndexOnOneAndMoreProcessors: the same lists, to the last bit.
func TestIndexOnOneAndMoreProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	x := mat.NewDense(4000, 5, nil)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	for _, way := range ways {
		testkit.Processors(t, way.String(), func() []float64 {
			ix, err := neighbours.Search{Way: way}.Index(x)
			if err != nil {
				t.Fatal(err)
			}
			l, err := ix.NearestOthers(7)
			if err != nil {
				t.Fatal(err)
			}
			w, err := ix.OthersWithin(.8)
			if err != nil {
				t.Fatal(err)
			}
			return slices.Concat(slices.Concat(l.Distance...), slices.Concat(w.Distance...))
		})
	}
}

// TestIndexOfAKernel: by the features of a polynomial kernel, the example of the curriculum (B3.2.4e): −1 is at the query's place among the features, 1.2 is not.
func TestIndexOfAKernel(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{-1, 1.2})
	ix, err := neighbours.Search{Kernel: kernels.Polynomial(2, 0, 1)}.Index(x)
	if err != nil {
		t.Fatal(err)
	}
	one := mat.NewDense(1, 1, []float64{1})
	l, err := ix.Nearest(one, 2)
	if err != nil || !slices.Equal(l.Index[0], []int{0, 1}) || l.Distance[0][0] != 0 || !scalar.EqualWithinRel(l.Distance[0][1], math.Sqrt(.1936), 1e-14) {
		t.Errorf("%v (%v)", l, err)
	}
	if l, err = ix.Within(one, .4); err != nil || !slices.Equal(l.Index[0], []int{0}) {
		t.Errorf("%v (%v)", l, err)
	}
}

func TestIndexRefuses(t *testing.T) {
	two := mat.NewDense(2, 1, []float64{0, 1})
	index := func(s neighbours.Search, x mat.Matrix) error { _, err := s.Index(x); return err }
	ix, err := neighbours.Search{}.Index(two)
	if err != nil {
		t.Fatal(err)
	}
	huge, err := neighbours.Search{Way: neighbours.KDTree}.Index(mat.NewDense(2, 1, []float64{1e300, 0}))
	if err != nil {
		t.Fatal(err)
	}
	nearest := func(ix *neighbours.Index, x mat.Matrix, k int) error { _, err := ix.Nearest(x, k); return err }
	within := func(ix *neighbours.Index, x mat.Matrix, r float64) error { _, err := ix.Within(x, r); return err }
	others := func(ix *neighbours.Index, k int) error { _, err := ix.NearestOthers(k); return err }
	around := func(ix *neighbours.Index, r float64) error { _, err := ix.OthersWithin(r); return err }
	var none *neighbours.Index
	for i, c := range []struct{ got, want error }{
		{index(neighbours.Search{}, nil), input.ErrEmpty},
		{index(neighbours.Search{Way: 9}, two), input.ErrParam},
		{index(neighbours.Search{Way: neighbours.KDTree, Kernel: kernels.Gaussian(1)}, two), input.ErrParam},
		{index(neighbours.Search{Kernel: kernels.Sigmoid(1, 0)}, two), input.ErrParam},
		{index(neighbours.Search{}, mat.NewDense(2, 1, []float64{0, math.NaN()})), input.ErrNotFinite},
		{index(neighbours.Search{}, mat.NewDense(2, 1, []float64{0, 1e-200})), input.ErrNotFinite},
		{nearest(ix, mat.NewDense(1, 2, nil), 1), input.ErrShape},
		{nearest(ix, nil, 1), input.ErrEmpty},
		{nearest(ix, two, 0), input.ErrParam},
		{nearest(ix, two, 3), input.ErrParam},
		{nearest(ix, mat.NewDense(1, 1, []float64{math.Inf(1)}), 1), input.ErrNotFinite},
		{nearest(huge, two, 1), input.ErrNotFinite},
		{nearest(none, two, 1), input.ErrEmpty},
		{nearest(&neighbours.Index{}, two, 1), input.ErrEmpty},
		{within(ix, two, -1), input.ErrParam},
		{within(ix, two, math.NaN()), input.ErrParam},
		{within(ix, two, math.Inf(1)), input.ErrParam},
		{within(ix, mat.NewDense(1, 2, nil), 1), input.ErrShape},
		{within(huge, two, 1), input.ErrNotFinite},
		{within(none, two, 1), input.ErrEmpty},
		{others(ix, 2), input.ErrParam},
		{others(none, 1), input.ErrEmpty},
		{others(huge, 1), input.ErrNotFinite},
		{around(none, 1), input.ErrEmpty},
		{around(ix, -1), input.ErrParam},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: error %v, want %v", i, c.got, c.want)
		}
	}
}

func ExampleSearch() {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 10, 11})
	index, _ := neighbours.Search{}.Index(x)
	near, _ := index.Nearest(mat.NewDense(1, 1, []float64{9}), 3)
	within, _ := index.Within(mat.NewDense(1, 1, []float64{1}), 1)
	graph, _ := index.NearestOthers(1)
	fmt.Println(near.Index, near.Distance)
	fmt.Println(within.Index, within.Distance)
	fmt.Println(graph.Index)
	// Output:
	// [[3 4 2]] [[1 2 7]]
	// [[1 0 2]] [[0 1 1]]
	// [[1] [0] [1] [4] [3]]
}
