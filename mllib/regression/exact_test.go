package regression

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// exact is a regression in rational arithmetic: the last coefficient is the intercept, if there is one.
type exact struct {
	coefficients, stdErr []float64
	rss, sigma, df       float64
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func float(r *big.Rat) float64 { v, _ := r.Float64(); return v }

// exactly solves the normal equations with fractions, for data as they are and for any weights.
func exactly(x *mat.Dense, y, w []float64, lambda float64, intercept bool) exact {
	n, d := x.Dims()
	k := d
	if intercept {
		k++
	}
	z := func(i, j int) *big.Rat {
		if j == d {
			return rat(1)
		}
		return rat(x.At(i, j))
	}
	weight := func(i int) *big.Rat {
		if w == nil {
			return rat(1)
		}
		return rat(w[i])
	}
	a := make([][]*big.Rat, k) // [ZᵀWZ + λ | 1 | ZᵀWy]
	for p := range a {
		a[p] = make([]*big.Rat, 2*k+1)
		for q := range a[p] {
			a[p][q] = new(big.Rat)
		}
		a[p][k+p].SetInt64(1)
		for i := range n {
			left := new(big.Rat).Mul(z(i, p), weight(i))
			for q := range k {
				a[p][q].Add(a[p][q], new(big.Rat).Mul(left, z(i, q)))
			}
			a[p][2*k].Add(a[p][2*k], new(big.Rat).Mul(left, rat(y[i])))
		}
		if p < d {
			a[p][p].Add(a[p][p], rat(lambda))
		}
	}
	gram := make([][]*big.Rat, k)
	for p := range gram {
		for q := range k {
			gram[p] = append(gram[p], new(big.Rat).Set(a[p][q]))
		}
	}
	eliminate(a)
	e := exact{df: float64(k)}
	rss := new(big.Rat)
	for i := range n {
		r := rat(y[i])
		for p := range k {
			r.Sub(r, new(big.Rat).Mul(z(i, p), a[p][2*k]))
		}
		rss.Add(rss, r.Mul(r, new(big.Rat).Mul(r, weight(i))))
	}
	trace := new(big.Rat)
	for p := range d {
		trace.Add(trace, a[p][k+p])
	}
	e.df -= lambda * float(trace)
	e.rss = float(rss)
	e.sigma = math.Sqrt(e.rss / (float64(n) - e.df))
	for p := range k {
		e.coefficients = append(e.coefficients, float(a[p][2*k]))
		e.stdErr = append(e.stdErr, e.sigma*math.Sqrt(float(a[p][k+p])))
	}
	return e
}

// eliminate brings the left square of a to the identity.
func eliminate(a [][]*big.Rat) {
	for p := range a {
		for a[p][p].Sign() == 0 {
			panic("singular")
		}
		inverse := new(big.Rat).Inv(a[p][p])
		for q := range a[p] {
			a[p][q].Mul(a[p][q], inverse)
		}
		for r := range a {
			if r == p || a[r][p].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Set(a[r][p])
			for q := range a[r] {
				a[r][q].Sub(a[r][q], new(big.Rat).Mul(f, a[p][q]))
			}
		}
	}
}

// agree compares a model with the exact numbers, relative to each.
func (want exact) agree(t *testing.T, name string, m *Model, tolerance float64) {
	t.Helper()
	got := append([]float64(nil), m.W...)
	if m.Basis.Intercept {
		got = append(got, m.B)
	}
	off := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
			t.Errorf("%s: %s is %.17g, want %.17g: relative error %.1g (%v)", name, what, got, want, math.Abs(got-want)/math.Abs(want), m.Report)
		}
	}
	for j := range got {
		off(fmt.Sprintf("coefficient %d", j), got[j], want.coefficients[j])
		if m.Lambda == 0 && want.rss > 0 {
			off(fmt.Sprintf("standard error %d", j), m.StdErr[j], want.stdErr[j])
		}
	}
	off("degrees of freedom", m.DF, want.df)
	if want.rss > 1e-20*m.TSS {
		off("RSS", m.RSS, want.rss)
	}
}

// TestExact: coefficients, standard errors and degrees of freedom to nine digits and more, for columns of different sizes, far from the origin, nearly dependent, weighted, with
// a penalty, and without an intercept.
func TestExact(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 5))
		n, d := 8+r.IntN(12), 1+r.IntN(4)
		x, y, w := mat.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
		far, near := []float64{0, 0, 10, 1000}[seed%4], []float64{0, .9, .999}[seed%3]
		for i := range n {
			for j := range d {
				v := r.NormFloat64() + far
				if j > 0 {
					v = near*x.At(i, 0) + (1-near)*v
				}
				x.Set(i, j, v)
				y[i] += v
			}
			for j := range d {
				x.Set(i, j, x.At(i, j)*math.Pow(10, float64(3*j)))
			}
			y[i] += r.NormFloat64()
			w[i] = .1 + r.Float64()
		}
		for _, lambda := range []float64{0, 1e-3, 10} {
			name := fmt.Sprintf("seed %d, n = %d, d = %d, far %v, near %v, λ = %v", seed, n, d, far, near, lambda)
			exactly(x, y, nil, lambda, true).agree(t, name, must(Ridge{Lambda: lambda}.Fit(x, y)), 1e-9)
			exactly(x, y, w, lambda, true).agree(t, name+", weighted", must(Ridge{Lambda: lambda}.FitWeighted(x, y, w)), 1e-9)
			exactly(x, y, w, lambda, false).agree(t, name+", no intercept", must(Ridge{Lambda: lambda, NoIntercept: true}.FitWeighted(x, y, w)), 1e-9)
		}
	}
}

// TestLongley: the certified values of NIST's Statistical Reference Datasets, J. W. Longley, An appraisal of least squares programs for the electronic computer from the point of
// view of the user (1967). The data and values are in the public domain.
func TestLongley(t *testing.T) {
	x := mat.NewDense(16, 6, []float64{
		83, 234289, 2356, 1590, 107608, 1947, 88.5, 259426, 2325, 1456, 108632, 1948, 88.2, 258054, 3682, 1616, 109773, 1949, 89.5, 284599, 3351, 1650, 110929, 1950,
		96.2, 328975, 2099, 3099, 112075, 1951, 98.1, 346999, 1932, 3594, 113270, 1952, 99, 365385, 1870, 3547, 115094, 1953, 100, 363112, 3578, 3350, 116219, 1954,
		101.2, 397469, 2904, 3048, 117388, 1955, 104.6, 419180, 2822, 2857, 118734, 1956, 108.4, 442769, 2936, 2798, 120445, 1957, 110.8, 444546, 4681, 2637, 121950, 1958,
		112.6, 482704, 3813, 2552, 123366, 1959, 114.2, 502601, 3931, 2514, 125368, 1960, 115.7, 518173, 4806, 2572, 127852, 1961, 116.9, 554894, 4007, 2827, 130081, 1962})
	y := []float64{60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857, 68169, 66513, 68655, 69564, 69331, 70551}
	certified := exact{
		coefficients: []float64{15.0618722713733, -.358191792925910e-01, -2.02022980381683, -1.03322686717359, -.511041056535807e-01, 1829.15146461355, -3482258.63459582},
		stdErr:       []float64{84.9149257747669, .334910077722432e-01, .488399681651699, .214274163161675, .226073200069370, 455.478499142212, 890420.383607373},
		rss:          836424.055505915, sigma: 304.854073561965, df: 7,
	}
	m := must(LeastSquares{}.Fit(x, y))
	certified.agree(t, "certified", m, 1e-11)
	exactly(x, y, nil, 0, true).agree(t, "exact", m, 1e-11)
	f, _, err := m.FTest()
	if err != nil || math.Abs(f-330.285339234588) > 1e-8 || math.Abs(m.RSquared()-.995479004577296) > 1e-13 || math.Abs(m.Sigma()-certified.sigma) > 1e-8 {
		t.Errorf("F = %v (%v), R² = %v, σ = %v", f, err, m.RSquared(), m.Sigma())
	}
}

// TestWampler: polynomials of degree 5 on 0..20 are found again. R. H. Wampler, A report of the accuracy of some widely used least squares computer programs (1970); Wampler1 and
// Wampler2 of NIST.
func TestWampler(t *testing.T) {
	for _, base := range []float64{1, .1} {
		x, y := mat.NewDense(21, 5, nil), make([]float64, 21)
		want := exact{coefficients: make([]float64, 6), df: 6}
		want.coefficients[5] = 1
		for i := range 21 {
			y[i] = 1
			for j := range 5 {
				want.coefficients[j] = math.Pow(base, float64(j+1))
				x.Set(i, j, math.Pow(float64(i), float64(j+1)))
				y[i] += want.coefficients[j] * x.At(i, j)
			}
		}
		want.agree(t, fmt.Sprintf("base %v", base), must(LeastSquares{}.Fit(x, y)), 3e-10)
	}
}
