package regression

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Model is a fitted linear function ⟨w, x⟩ + b. It is plain data: it goes through JSON and back.
type Model struct {
	W      []float64 // d coefficients
	B      float64   // the intercept, 0 without one
	StdErr []float64 // standard errors of W and, at the end, of B if it is free; nil with a penalty, for columns that depend on each other, and where no observations are left over
	Lambda float64   // the penalty that it was fitted with
	N      int       // observations, those of weight 0 not counted
	DF     float64   // effective degrees of freedom, the trace of the hat matrix: without a penalty the number of coefficients, B counted
	RSS    float64   // sum of the squared residuals, times their weights
	TSS    float64   // the same for the mean of y in the place of the model, or for 0 without an intercept
	Basis  Basis     // what leverages and intervals need of the data
	Report Report    // how the fit was computed

	learn.Named
}

// Basis is the geometry of the observations: the leverage of a row x of weight 1 is 1/Weight + ‖Rootᵀ(x − Mean)‖², without the first term if there is no intercept.
type Basis struct {
	Intercept bool
	Mean      []float64   // weighted means of the d columns, or zeros without an intercept
	Weight    float64     // sum of the weights
	Root      [][]float64 // d rows: Root·Rootᵀ is the inverse of XᵀWX + λI, X centred
}

// model translates a solution into the units of the data.
func (g *design) model(s *solution, t task) (*Model, error) {
	m := &Model{W: make([]float64, g.d), Lambda: t.lambda, N: g.n, Report: s.report}
	m.Basis = Basis{Intercept: g.free, Mean: g.mean, Weight: g.weight}
	each := g.weight / float64(g.n)
	m.DF = float64(s.report.Rank) - s.shrunk
	for j := range g.d {
		m.W[j] = s.w[j] * g.units[j] / g.yUnit
		row := append([]float64(nil), s.root.RawRowView(j)...)
		floats.Scale(g.units[j]/math.Sqrt(each), row)
		m.Basis.Root = append(m.Basis.Root, row)
	}
	if g.free {
		m.DF++
		m.B = g.yMean - floats.Dot(m.W, g.mean)
	}
	if math.IsNaN(s.rss) {
		_, s.rss = g.pull(s.w)
	}
	back := func(length float64) float64 { return length / g.yUnit * (length / g.yUnit) * each }
	rest, all := math.Sqrt(s.rss), floats.Norm(g.y, 2)
	m.RSS, m.TSS = back(rest), back(all)
	if underflows(m.TSS, all, 0) || underflows(m.RSS, rest, 1e-13*all) {
		return nil, tooSmall()
	}
	for j, w := range m.W {
		if underflows(w, s.w[j], 1e-10) {
			return nil, tooSmall()
		}
	}
	if sigma := m.Sigma(); t.lambda == 0 && s.report.Rank == g.d && sigma > 0 {
		m.standardErrors(sigma)
	}
	sum := m.B + m.RSS + m.TSS + floats.Sum(m.W) + floats.Sum(m.StdErr)
	for _, row := range m.Basis.Root {
		sum += floats.Sum(row)
	}
	if !finite(sum) {
		return nil, tooLarge()
	}
	return m, nil
}

// underflows tells whether a number lost digits when it was translated from one that was more than rounding.
func underflows(v, scaled, rounding float64) bool {
	return math.Abs(v) < 0x1p-1022 && math.Abs(scaled) > rounding
}

func (m *Model) standardErrors(sigma float64) {
	for _, row := range m.Basis.Root {
		m.StdErr = append(m.StdErr, sigma*floats.Norm(row, 2))
	}
	if m.Basis.Intercept {
		m.StdErr = append(m.StdErr, sigma*math.Sqrt(m.Basis.leverage(make([]float64, len(m.W)))))
	}
}

// leverage is that of a row of weight 1.
func (b Basis) leverage(x []float64) float64 {
	if len(b.Root) == 0 {
		return 0
	}
	at := make([]float64, len(b.Root[0]))
	for j, v := range x {
		floats.AddScaled(at, v-b.Mean[j], b.Root[j])
	}
	h := floats.Dot(at, at)
	if b.Intercept {
		h += 1 / b.Weight
	}
	return h
}

// Sigma is the estimate of the standard deviation of y (of an observation of weight 1) about the true function, √(RSS/(N − DF)), or 0 where no observations are left
// over. It is NaN for nil.
func (m *Model) Sigma() float64 {
	if m == nil {
		return math.NaN()
	}
	left := float64(m.N) - m.DF
	if left < 1e-6*float64(m.N) {
		return 0
	}
	return math.Sqrt(m.RSS / left)
}

// RSquared is the share of the sum of squares that the model explains, 1 − RSS/TSS, and NaN where TSS is 0. Without an intercept it is not comparable with that of a model
// that has one. It is NaN for nil, too.
func (m *Model) RSquared() float64 {
	if m == nil || m.TSS == 0 {
		return math.NaN()
	}
	return 1 - m.RSS/m.TSS
}

// AdjustedRSquared is 1 − (1 − R²)(N − 1)/(N − DF), with N in the place of N − 1 without an intercept: it does not grow by columns without a meaning. It is NaN where
// RSquared is, or no observations are left over.
func (m *Model) AdjustedRSquared() float64 {
	if m == nil {
		return math.NaN()
	}
	all := float64(m.N)
	if m.Basis.Intercept {
		all--
	}
	if m.Sigma() == 0 && m.RSS > 0 || float64(m.N) <= m.DF {
		return math.NaN()
	}
	return 1 - (1-m.RSquared())*all/(float64(m.N)-m.DF)
}

// Predict returns ⟨w, x⟩ + b for each row of X. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func (m *Model) Predict(x mat.Matrix) ([]float64, error) {
	y, err := m.predict(x)
	if err != nil {
		return nil, fmt.Errorf("regression: predict: %w", err)
	}
	return y, nil
}

func (m *Model) predict(x mat.Matrix) ([]float64, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if err := input.Columns("X", x, len(m.W)); err != nil {
		return nil, err
	}
	data, stride := input.Rows(x)
	n, d := x.Dims()
	y := make([]float64, n)
	parallel.Rows(n, pieceRows, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			y[i] = floats.Dot(data[i*stride:i*stride+d], m.W) + m.B
		}
	})
	for i, v := range y {
		if !finite(v) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "row %d has the prediction %v", i, v)
		}
	}
	return y, nil
}

// check refuses models that Fit did not make.
func (m *Model) check() error {
	if m == nil {
		return input.NoModel("regression.Model")
	}
	d := len(m.W)
	if d == 0 || len(m.Basis.Root) != d || len(m.Basis.Mean) != d || len(m.StdErr) != 0 && len(m.StdErr) != m.coefficients() {
		return input.Errorf(input.ErrShape, "model", "it has %d coefficients, %d means and a root of %d rows; Fit makes a model", d, len(m.Basis.Mean), len(m.Basis.Root))
	}
	for j, row := range m.Basis.Root {
		if len(row) != len(m.Basis.Root[0]) || len(row) == 0 {
			return input.Errorf(input.ErrShape, "model", "row %d of its root has %d numbers, row 0 has %d", j, len(row), len(m.Basis.Root[0]))
		}
	}
	return m.checkNumbers()
}

// checkNumbers refuses what no fit gives. The entries of the root are left to those who use them.
func (m *Model) checkNumbers() error {
	for _, v := range []struct {
		name  string
		value float64
		ok    bool
	}{
		{"B", m.B, true}, {"Lambda", m.Lambda, m.Lambda >= 0}, {"N", float64(m.N), m.N >= 0}, {"DF", m.DF, true}, {"RSS", m.RSS, m.RSS >= 0}, {"TSS", m.TSS, m.TSS >= 0},
		{"Basis.Weight", m.Basis.Weight, m.Basis.Weight > 0 || !m.Basis.Intercept},
	} {
		if !v.ok || !finite(v.value) {
			return input.Errorf(input.ErrParam, "model", "it has %s = %v; Fit makes a model", v.name, v.value)
		}
	}
	for _, list := range []struct {
		name   string
		values []float64
	}{{"W", m.W}, {"StdErr", m.StdErr}, {"Basis.Mean", m.Basis.Mean}} {
		for j, v := range list.values {
			if !finite(v) {
				return input.Errorf(input.ErrParam, "model", "it has %s[%d] = %v; Fit makes a model", list.name, j, v)
			}
		}
	}
	return nil
}

// coefficients is their number, B counted.
func (m *Model) coefficients() int {
	if m.Basis.Intercept {
		return len(m.W) + 1
	}
	return len(m.W)
}
