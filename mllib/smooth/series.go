package smooth

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Basis is an orthonormal basis of L₂(0, 1). The zero value is Sine.
type Basis = enum.Of[bases]

const (
	Sine   Basis = iota // φ_j(x) = √2·sin((j − ½)πx), j = 1, 2, …: the eigenfunctions of kernels.Min, with eigenvalues ((j − ½)π)⁻²
	Cosine              // φ_1 = 1, φ_j(x) = √2·cos((j − 1)πx): those of the linear smoothing spline with a free constant
)

type bases struct{}

func (bases) Names() (string, []string) {
	return "smooth.Basis", []string{Sine: "sine", Cosine: "cosine"}
}

// frequency is that of function j = 1, 2, …, in half turns.
func frequency(b Basis, j int) float64 {
	if b == Cosine {
		return float64(j - 1)
	}
	return float64(j) - .5
}

// value is φ_j(x).
func value(b Basis, j int, x float64) float64 {
	f := frequency(b, j)
	switch {
	case f == 0:
		return 1
	case b == Cosine:
		return math.Sqrt2 * math.Cos(f*math.Pi*x)
	}
	return math.Sqrt2 * math.Sin(f*math.Pi*x)
}

// Series is an orthogonal series estimator on [0, 1]: f̂ = Σ_j k_j·c_j·φ_j with the sample coefficients c_j = n⁻¹Σ_i y_i φ_j(x_i) and the filter characteristic k_j, which cuts the series off after some Terms (k_j is 1 or 0),
// tapers it (k_j = 1/(1 + λ(π·frequency)²), as the linear smoothing spline with λ beside a mean does for many points that are evenly spread), or both.
//
// Reference: M. Nussbaum, section 6.2; S. Efromovich, Nonparametric Curve Estimation (1999), chapter 3. Curriculum: N6.2m (with the frequency j − ½; the source simplifies it to j, which costs half a degree of freedom),
// N6.2n.
type Series struct {
	Basis  Basis   // Sine for functions with f(0) = 0 and f'(1) = 0, Cosine for others
	Terms  int     // terms that are kept, 0 for as many as there are observations
	Lambda float64 // λ >= 0 of the taper, 0 for none
}

// SeriesModel is an estimated series. It is plain data.
type SeriesModel struct {
	Basis        Basis
	Coefficients []float64 // k_j·c_j of φ_1, φ_2, …
}

var _ learn.Learner[float64, *SeriesModel] = Series{}

// Filter returns the filter characteristic k_1, …, k_terms. It is nil for terms < 1, and NaN for a Lambda that is not 0 or more.
//
// Curriculum: N6.2m.
func (p Series) Filter(terms int) []float64 {
	var k []float64
	for j := 1; j <= terms; j++ {
		f := math.Pi * frequency(p.Basis, j)
		v := 1 / (1 + p.Lambda*f*f)
		if p.Terms > 0 && j > p.Terms {
			v = 0
		}
		if !(p.Lambda >= 0) {
			v = math.NaN()
		}
		k = append(k, v)
	}
	return k
}

// Fit estimates the coefficients from the n×1 matrix X, with entries in [0, 1], and the n targets y, at a cost of O(n·terms). The points should be evenly spread, as (i − ½)/n, for the sample coefficients to be near those
// of a function.
//
// The error wraps input.ErrEmpty, ErrShape, ErrNotFinite (also where a sum overflows), ErrValue for a point outside [0, 1], or ErrParam.
func (p Series) Fit(x mat.Matrix, y []float64) (*SeriesModel, error) {
	m, err := p.fit(x, y)
	if err != nil {
		return nil, fmt.Errorf("smooth: series: %w", err)
	}
	return m, nil
}

func (p Series) fit(x mat.Matrix, y []float64) (*SeriesModel, error) {
	points, err := unit(x)
	if err == nil {
		err = input.Vector("y", y, len(points))
	}
	err = errors.Join(err, p.Basis.Check("Series.Basis"), input.Param(p.Terms >= 0, "Series.Terms", p.Terms, "a number >= 0"),
		input.Param(p.Lambda >= 0 && !math.IsInf(p.Lambda, 0), "Series.Lambda", p.Lambda, "a number >= 0"))
	if err != nil {
		return nil, err
	}
	terms := p.Terms
	if terms == 0 {
		terms = len(y)
	}
	m := &SeriesModel{Basis: p.Basis}
	for j, k := range p.Filter(terms) {
		c := 0.0
		for i, v := range points {
			c += value(p.Basis, j+1, v) * (y[i] / float64(len(y)))
		}
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return nil, input.Errorf(input.ErrNotFinite, "y", "it is so large that coefficient %d overflows", j+1)
		}
		m.Coefficients = append(m.Coefficients, k*c)
	}
	return m, nil
}

// Functions returns the n×terms matrix of φ_1, …, φ_terms at the rows of the n×1 matrix X, with entries in [0, 1]. The errors are those of Series.Fit, and input.ErrParam for terms < 1.
//
// Curriculum: N5.4j, N6.2l.
func Functions(b Basis, terms int, x mat.Matrix) (*mat.Dense, error) {
	points, err := unit(x)
	err = errors.Join(err, b.Check("basis"))
	if err == nil {
		err = input.Size("terms", len(points), terms)
	}
	if err != nil {
		return nil, fmt.Errorf("smooth: functions: %w", err)
	}
	m := mat.NewDense(len(points), terms, nil)
	for i, v := range points {
		for j := range terms {
			m.Set(i, j, value(b, j+1, v))
		}
	}
	return m, nil
}

// unit checks that x has one column with entries in [0, 1], and returns it.
func unit(x mat.Matrix) ([]float64, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	if d != 1 {
		return nil, input.Errorf(input.ErrShape, "X", "got %d columns, a series has one", d)
	}
	points := make([]float64, n)
	for i := range points {
		if points[i] = x.At(i, 0); points[i] < 0 || points[i] > 1 {
			return nil, input.Errorf(input.ErrValue, "X", "row %d is %v, outside [0, 1]", i, points[i])
		}
	}
	return points, nil
}

// Predict returns f̂ at the rows of the n×1 matrix X, with entries in [0, 1]. The errors are those of Fit.
func (m *SeriesModel) Predict(x mat.Matrix) ([]float64, error) {
	f, err := m.predict(x)
	if err != nil {
		return nil, fmt.Errorf("smooth: series: %w", err)
	}
	return f, nil
}

func (m *SeriesModel) predict(x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, input.NoModel("smooth.SeriesModel")
	}
	if len(m.Coefficients) == 0 {
		return nil, input.Errorf(input.ErrShape, "model", "it has no coefficients; Fit makes a model")
	}
	points, err := unit(x)
	if err = errors.Join(err, m.Basis.Check("model")); err != nil {
		return nil, err
	}
	f := make([]float64, len(points))
	for i, v := range points {
		for j, c := range m.Coefficients {
			f[i] += c * value(m.Basis, j+1, v)
		}
		if math.IsNaN(f[i]) || math.IsInf(f[i], 0) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "row %d has the prediction %v", i, f[i])
		}
	}
	return f, nil
}
