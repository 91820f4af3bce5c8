package lanczos

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// dense multiplies a matrix.
func dense(a *mat.Dense) Operator {
	n, _ := a.Dims()
	return func(to, from []float64) {
		k := len(from) / n
		mat.NewDense(k, n, to).Mul(mat.NewDense(k, n, from), a)
	}
}

// spectrum is a symmetric matrix with given eigenvalues and random vectors.
func spectrum(r *rand.Rand, values []float64) *mat.Dense {
	n := len(values)
	g := mat.NewDense(n, n, nil)
	g.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, g)
	q, _, _ := la.SVD(g)
	return la.Mul(q, la.Diag(values...), q.T())
}

// TestFindsTheLargest: eigenvalues of several kinds of spectra, equal ones, negative ones and those of matrices of low rank among them, and vectors that are eigenvectors.
func TestFindsTheLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, value := range map[string]func(i int) float64{
		"falling":     func(i int) float64 { return math.Pow(.8, float64(i)) },
		"slow":        func(i int) float64 { return 1 - .002*float64(i) },
		"pairs":       func(i int) float64 { return math.Exp(-.05 * float64((i+1)/2*((i+1)/2))) },
		"triples":     func(i int) float64 { return 10 - float64(i/3) },
		"negative":    func(i int) float64 { return -float64(i) },
		"both":        func(i int) float64 { return 3 - float64(i%100) },
		"two":         func(i int) float64 { return []float64{5, 3, 0}[min(i, 2)] },
		"none":        func(int) float64 { return 0 },
		"large":       func(i int) float64 { return 1e150 * math.Exp(-float64(i)) },
		"small":       func(i int) float64 { return 1e-150 * math.Exp(-float64(i)) },
		"the bottom":  func(i int) float64 { return math.Min(1, float64(i)-1e6) },
		"one is left": func(i int) float64 { return []float64{1, 1e-14}[min(i, 1)] },
	} {
		for _, n := range []int{1, 2, 5, 40, 200} {
			values := make([]float64, n)
			for i := range values {
				values[i] = value(i)
			}
			a := spectrum(r, values)
			wanted := min(n, 4)
			result, ok := Problem{N: n, Wanted: wanted, Apply: dense(a)}.Solve()
			got, vectors := result.Values, result.Vectors
			if !ok {
				t.Errorf("%s, n = %d: did not converge", name, n)
				continue
			}
			exact, _ := la.Eigen(la.Symmetric(la.ScaleM(.5, la.AddM(a, a.T()))))
			size := max(math.Abs(exact[0]), math.Abs(exact[n-1]))
			if result.Least < exact[0]-1e-12*size {
				t.Errorf("%s, n = %d: the least is %v, want at least %v", name, n, result.Least, exact[0])
			}
			for k, v := range got {
				if math.Abs(v-exact[n-1-k]) > 1e-12*size {
					t.Errorf("%s, n = %d: eigenvalue %d is %v, want %v", name, n, k, v, exact[n-1-k])
				}
				x := vectors.RawRowView(k)
				rest := la.MulVec(a, x)
				floats.AddScaled(rest, -v, x)
				if floats.Norm(rest, 2) > 1e-12*size {
					t.Errorf("%s, n = %d: vector %d is none, off by %v", name, n, k, floats.Norm(rest, 2)/size)
				}
			}
			if e := la.NormM(la.SubM(la.Mul(vectors, vectors.T()), la.I(wanted))); e > 1e-12 {
				t.Errorf("%s, n = %d: the vectors are off orthonormal by %v", name, n, e)
			}
		}
	}
}

// TestRefusesNaN: no result rather than a wrong one.
func TestRefusesNaN(t *testing.T) {
	_, ok := Problem{N: 30, Wanted: 2, Apply: func(to, _ []float64) { to[3] = math.NaN() }}.Solve()
	if ok {
		t.Error("NaN was solved")
	}
}
