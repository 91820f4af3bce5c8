package neighbours_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"gonum.org/v1/gonum/mat"
)

// cloud is n points of d coordinates of whole numbers, so that features and distances are exact.
func cloud(r *rand.Rand, n, d int) (*mat.Dense, []int) {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	x.Apply(func(int, int, float64) float64 { return float64(r.IntN(13) - 6) }, x)
	for i := range y {
		y[i] = r.IntN(3)
	}
	return x, y
}

// TestKernelIsExplicitFeatures: the neighbours among the features of a polynomial kernel are those of the monomials, written out.
func TestKernelIsExplicitFeatures(t *testing.T) {
	different := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(3, seed))
		x, y := cloud(r, 5+r.IntN(30), 1+r.IntN(3))
		n, d := x.Dims()
		k := kernels.Polynomial(2, float64(r.IntN(2)), 1)
		m, err := neighbours.KNN{K: 1 + r.IntN(5), Kernel: k}.Fit(x, y)
		plain, err2 := neighbours.KNN{K: 1}.Fit(x, y)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		fresh, _ := cloud(r, 20, d)
		z, _, err := k.Features(x)
		at, _, err2 := k.Features(fresh)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		for i := range 20 {
			far := make([]float64, n)
			for j := range far {
				far[j] = math.Round(squared(at.RawRowView(i), z.RawRowView(j))) // whole numbers
			}
			want := make([]int, n)
			for j := range want {
				want[j] = j
			}
			slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
			near, err := m.Nearest(fresh.RawRowView(i), n)
			if err != nil {
				t.Fatal(err)
			}
			for j := range near {
				if far[near[j]] != far[want[j]] { // the order of equal ones is that of rounding
					t.Fatalf("seed %d, %v: %v, want %v", seed, k, near, want)
				}
			}
			if other, _ := plain.Nearest(fresh.RawRowView(i), 1); far[other[0]] != far[near[0]] {
				different++
			}
		}
	}
	if different < 50 {
		t.Errorf("only %d of 800 points have other neighbours among the features", different)
	}
}

// TestDecreasingKernelsChangeNothing: neighbours by a kernel that decreases with the distance are those of the distance, also for many points at once.
func TestDecreasingKernelsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	s := data.Iris()
	fresh := mat.NewDense(100, 4, nil)
	fresh.Apply(func(_, j int, _ float64) float64 { return s.Row(r.IntN(150))[j] + .1*r.NormFloat64() }, fresh)
	plain, err := neighbours.KNN{K: 7}.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	want, err := plain.Predict(fresh)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []kernels.Kernel{kernels.Gaussian(1), kernels.Laplacian(3), kernels.Matern(1.5, 2), kernels.RationalQuadratic(1, 1), kernels.Scaled(3, kernels.Gaussian(2)), kernels.Scaled(1e-9, kernels.Linear())} {
		m, err := neighbours.KNN{K: 7, Kernel: k}.Fit(s.X, s.Y)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := m.Predict(fresh); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: other labels (%v)", k, err)
		}
		if got, err := testkit.RoundTrip(t, m).Predict(fresh); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: other labels from JSON (%v)", k, err)
		}
	}
}

// TestKernelsFarFromTheOrigin: distances of features do not cancel far from the origin.
func TestKernelsFarFromTheOrigin(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{1e8, 1e8 + 1, 1e8 + 3})
	m, err := neighbours.KNN{Kernel: kernels.Polynomial(2, 1, 1)}.Fit(x, []int{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	if near, err := m.Nearest([]float64{1e8 + 2.25}, 3); err != nil || !slices.Equal(near, []int{2, 1, 0}) {
		t.Errorf("%v (%v)", near, err)
	}
}

func TestKernelRefuses(t *testing.T) {
	two := mat.NewDense(2, 1, []float64{0, 1})
	fit := func(k kernels.Kernel, x mat.Matrix) error {
		_, err := neighbours.KNN{Kernel: k}.Fit(x, []int{1, 2})
		return err
	}
	m, err := neighbours.KNN{Kernel: kernels.Min()}.Fit(two, []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	_, outside := m.Predict(mat.NewDense(1, 1, []float64{-1}))
	_, one := m.Nearest([]float64{-1}, 1)
	broken := *m
	broken.Kernel = kernels.Sigmoid(1, 0)
	_, elsewhere := broken.Predict(two)
	for i, c := range []struct{ got, want error }{
		{fit(kernels.Gaussian(-1), two), input.ErrParam},
		{fit(kernels.Kernel{Width: 2}, two), input.ErrParam},
		{fit(kernels.Sigmoid(1, 0), two), input.ErrParam},
		{fit(kernels.Min(), mat.NewDense(2, 2, nil)), input.ErrShape},
		{fit(kernels.Min(), mat.NewDense(2, 1, []float64{-1, 1})), input.ErrValue},
		{fit(kernels.Polynomial(9, 1, 1), mat.NewDense(2, 1, []float64{1e100, 1})), input.ErrNotFinite},
		{outside, input.ErrValue}, {one, input.ErrValue}, {elsewhere, input.ErrParam},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: %v, want %v", i, c.got, c.want)
		}
	}
}

func ExampleKNN_kernel() {
	ring := data.Ring() // one class around the other
	angles := kernels.Normalised(kernels.Linear())
	m, _ := neighbours.KNN{Kernel: angles}.Fit(ring.X, ring.Y)
	near, _ := m.Nearest([]float64{100, 99}, 2)
	fmt.Println(m.X[near[0]], m.X[near[1]]) // the smallest angles, at any distance
	// Output: [2 1] [1 3]
}
