package manifold_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/manifold"
	"github.com/mercer-go/mercer/mllib/metrics"
	"gonum.org/v1/gonum/mat"
)

// theirs are the numbers of scikit-learn, numpy and scipy.
type theirs struct {
	X, New, Small, D, Classical, Isomap, IsomapNew, Radius, Start, Smacof, Maps, Diffusion, Moons, A, B [][]float64
	Spectrum, IsomapValues, Mu, Lambda                                                                  []float64
	SmacofStress, Disparity                                                                             float64
	Labels                                                                                              []int
}

func reference(t *testing.T) (r theirs) {
	t.Helper()
	testkit.Reference(t, "testdata/reference.json", &r)
	return r
}

// sameColumns compares coordinates up to the signs of columns, relative to the largest coordinate.
func sameColumns(t *testing.T, what string, got mat.Matrix, want [][]float64, tolerance float64) (signs []float64) {
	t.Helper()
	w := testkit.Matrix(t, want)
	n, s := got.Dims()
	if r, c := w.Dims(); r != n || c != s {
		t.Fatalf("%s: %d×%d, want %d×%d", what, n, s, r, c)
	}
	size := math.Max(mat.Max(w), -mat.Min(w))
	for a := range s {
		off := [2]float64{}
		for i := range n {
			off[0] = math.Max(off[0], math.Abs(got.At(i, a)-w.At(i, a)))
			off[1] = math.Max(off[1], math.Abs(got.At(i, a)+w.At(i, a)))
		}
		if !(math.Min(off[0], off[1]) <= tolerance*size) {
			t.Errorf("%s: column %d is off by %v of the largest coordinate", what, a, math.Min(off[0], off[1])/size)
		}
		signs = append(signs, math.Copysign(1, off[1]-off[0]))
	}
	return signs
}

func TestClassicalIsNumpys(t *testing.T) {
	r := reference(t)
	m, err := manifold.Classical{Dimensions: 3, Spectrum: true}.Fit(testkit.Matrix(t, r.D))
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "classical scaling", m.Embedding(), r.Classical, 1e-10)
	testkit.Near(t, "spectrum", m.Spectrum, r.Spectrum, 1e-10)
	testkit.Near(t, "least", []float64{m.Least}, r.Spectrum[len(r.Spectrum)-1:], 1e-10)
}

func TestIsomapIsScikitLearns(t *testing.T) {
	r := reference(t)
	x := testkit.Matrix(t, r.X)
	m, err := manifold.Isomap{K: 8}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "K = 8", m.Embedding(), r.Isomap, 1e-9)
	testkit.Near(t, "eigenvalues", m.Eigenvalues, r.IsomapValues, 1e-9)
	z, err := m.Apply(testkit.Matrix(t, r.New))
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "new points", z, r.IsomapNew, 1e-9)
	m, err = manifold.Isomap{Radius: 9, Dimensions: 3}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "radius 9", m.Embedding(), r.Radius, 1e-9)
}

func TestSMACOFIsScikitLearns(t *testing.T) {
	r := reference(t)
	m, err := manifold.SMACOF{Start: r.Start, Tol: 1e-15}.Fit(testkit.Matrix(t, r.D))
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "stress", []float64{m.Stress}, []float64{2 * r.SmacofStress}, 1e-9)
	f, err := manifold.Procrustes{}.Fit(m.Embedding(), testkit.Matrix(t, r.Smacof))
	if err != nil || f.RMS > 1e-5 || !m.Decreasing() {
		t.Errorf("off by %v (%v), decreasing %t", f.RMS, err, m.Decreasing())
	}
}

func TestEigenmapsAreScikitLearns(t *testing.T) {
	r := reference(t)
	m, err := manifold.Eigenmaps{Sigma: 50, Dimensions: 3}.Fit(testkit.Matrix(t, r.X))
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "eigenmaps", m.Embedding(), r.Maps, 1e-9)
	testkit.Near(t, "values", m.Values, r.Mu, 1e-11)
}

func TestDiffusionIsNumpys(t *testing.T) {
	r := reference(t)
	m, err := manifold.Diffusion{Sigma: 30, Alpha: 1, Time: 3, Dimensions: 3}.Fit(testkit.Matrix(t, r.X))
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "diffusion map", m.Embedding(), r.Diffusion, 1e-9)
	testkit.Near(t, "eigenvalues", m.Eigenvalues, r.Lambda, 1e-12)
}

func TestSpectralIsScikitLearns(t *testing.T) {
	r := reference(t)
	m, err := manifold.Spectral{Clusters: 2, Diffusion: manifold.Diffusion{Sigma: .025}, Src: rand.NewPCG(1, 1)}.Fit(testkit.Matrix(t, r.Moons))
	if err != nil {
		t.Fatal(err)
	}
	if same, err := metrics.AdjustedRand(m.Labels, r.Labels); err != nil || same != 1 {
		t.Errorf("adjusted Rand index %v (%v)", same, err)
	}
}

func TestProcrustesIsScipys(t *testing.T) {
	r := reference(t)
	a, b := testkit.Matrix(t, r.A), testkit.Matrix(t, r.B)
	f, err := manifold.Procrustes{Scale: true}.Fit(b, a)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := a.Dims()
	sum := 0.
	for j := range 2 {
		mean := 0.
		for i := range n {
			mean += a.At(i, j) / float64(n)
		}
		for i := range n {
			sum += (a.At(i, j) - mean) * (a.At(i, j) - mean)
		}
	}
	testkit.Near(t, "disparity", []float64{f.RMS * f.RMS * float64(n) / sum}, []float64{r.Disparity}, 1e-12)
}
