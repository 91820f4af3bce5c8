package regression

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/dense"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/scratch"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Lasso minimises Σ(y_i − ⟨w, x_i⟩ − b)²/(2n) + α‖w‖₁: ElasticNet of Ratio 1.
//
// Reference: R. Tibshirani, Regression shrinkage and selection via the lasso, Journal of the Royal Statistical Society B 58 (1996).
type Lasso struct {
	Alpha       float64 // α > 0, beside a mean of squares, as in scikit-learn
	NoIntercept bool    // b = 0
	Tolerance   float64 // as in ElasticNet
	MaxPasses   int     // as in ElasticNet
}

// ElasticNet minimises Σ(y_i − ⟨w, x_i⟩ − b)²/(2n) + α(ρ‖w‖₁ + (1 − ρ)‖w‖²/2) by coordinate descent. b is not penalised. With weights of the rows the squares have
// the factors w_i/(2Σw) in the place of 1/(2n). Ridge has λ = nα in the limit of ρ = 0. The penalty depends on the units of the columns: see learn.Pipe and data.Standardize.
//
// Reference: H. Zou and T. Hastie, Regularization and variable selection via the elastic net, Journal of the Royal Statistical Society B 67 (2005); J. Friedman, T. Hastie,
// R. Tibshirani, Regularization paths for generalized linear models via coordinate descent, Journal of Statistical Software 33 (2010).
type ElasticNet struct {
	Alpha       float64 // α > 0; for 0 there is LeastSquares
	Ratio       float64 // ρ in (0, 1]; for 0 there is Ridge
	NoIntercept bool    // b = 0
	Tolerance   float64 // in (0, 1): the duality gap, divided by the objective of w = 0, at which it stops; 0 means 1e-8
	MaxPasses   int     // passes through coefficients, > 0; 0 means 10,000
}

// Stop says why coordinate descent ended.
type Stop = enum.Of[stops]

const (
	GapClosed Stop = iota // the duality gap is within the tolerance
	PassLimit             // MaxPasses was reached
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "regression.Stop", []string{GapClosed: "duality gap closed", PassLimit: "limit of passes"}
}

// SparseReport says how coordinate descent ended. Objective and Gap are in units of y²; the objective is within Gap of the least one.
type SparseReport struct {
	Stop      Stop
	Passes    int     // passes through all coefficients or through those that are not 0
	Objective float64 // what is minimised
	Gap       float64 // objective minus dual objective
	Violation float64 // the largest failure of an optimality condition, |x_jᵀr/n − α(1−ρ)w_j| against αρ, divided by αρ
}

// SparseModel is a fitted linear function ⟨w, x⟩ + b of which many coefficients may be 0. It is plain data.
type SparseModel struct {
	W            []float64 // d coefficients
	B            float64   // the intercept, 0 without one
	Alpha, Ratio float64   // the penalty that it was fitted with
	Report       SparseReport

	learn.Named
}

var (
	_ learn.Learner[float64, *SparseModel] = Lasso{}
	_ learn.Learner[float64, *SparseModel] = ElasticNet{}
)

// Fit fits the n×d matrix X, one observation in each row, and the n targets y; a pass costs O(nd), or O(n) for each coefficient that is not 0.
//
// The error wraps input.ErrEmpty, ErrShape, ErrNotFinite (also where a result overflows, or the objective underflows) or ErrParam. Reaching MaxPasses is not an error, see Report.
func (p Lasso) Fit(x mat.Matrix, y []float64) (*SparseModel, error) { return p.FitWeighted(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row, or nil for equal ones. The errors are those of Fit, for a negative weight, or if all are 0, ErrParam.
func (p Lasso) FitWeighted(x mat.Matrix, y, w []float64) (*SparseModel, error) {
	q := ElasticNet{Alpha: p.Alpha, Ratio: 1, NoIntercept: p.NoIntercept, Tolerance: p.Tolerance, MaxPasses: p.MaxPasses}
	return only(q.path("Lasso", false, x, y, w, []float64{p.Alpha}))
}

// Fit fits the n×d matrix X and the n targets y; cost and errors are those of Lasso.Fit.
func (p ElasticNet) Fit(x mat.Matrix, y []float64) (*SparseModel, error) {
	return p.FitWeighted(x, y, nil)
}

// FitWeighted is Fit with a weight w_i >= 0 for each row, or nil for equal ones, as Lasso.FitWeighted.
func (p ElasticNet) FitWeighted(x mat.Matrix, y, w []float64) (*SparseModel, error) {
	return only(p.path("ElasticNet", false, x, y, w, []float64{p.Alpha}))
}

// Path fits a model for each α, in the order given, each begun at the coefficients of the one before; none means 100 from the least α at which all coefficients are 0
// down to a thousandth of it. Alpha is not looked at. The errors are those of Fit.
func (p ElasticNet) Path(x mat.Matrix, y, alphas []float64) ([]*SparseModel, error) {
	return p.path("ElasticNet", true, x, y, nil, alphas)
}

func only(m []*SparseModel, err error) (*SparseModel, error) {
	if err != nil {
		return nil, err
	}
	return m[0], nil
}

// path fits a model for each α: several are those of Path, else it is that of the parameters.
func (p ElasticNet) path(name string, several bool, x mat.Matrix, y, w, alphas []float64) ([]*SparseModel, error) {
	models, err := p.models(name, several, x, y, w, alphas)
	if err != nil {
		return nil, fmt.Errorf("regression: %s: %w", map[string]string{"Lasso": "lasso", "ElasticNet": "elastic net"}[name], err)
	}
	return models, nil
}

func (p ElasticNet) models(name string, several bool, x mat.Matrix, y, w, alphas []float64) ([]*SparseModel, error) {
	err := errors.Join(
		input.Param(p.Ratio > 0 && p.Ratio <= 1, name+".Ratio", p.Ratio, "a number in (0, 1]"),
		input.Param(p.Tolerance >= 0 && p.Tolerance < 1, name+".Tolerance", p.Tolerance, "a number in (0, 1), or 0 for 1e-8"),
		input.Param(p.MaxPasses >= 0, name+".MaxPasses", p.MaxPasses, "a number > 0, or 0 for 10,000"))
	for i, a := range alphas {
		argument := name + ".Alpha"
		if several {
			argument = fmt.Sprintf("alphas[%d]", i)
		}
		err = errors.Join(err, input.Param(a > 0 && finite(a), argument, a, "a number > 0"))
	}
	if err != nil {
		return nil, err
	}
	g, err := newDesign(x, y, w, task{noIntercept: p.NoIntercept}, false)
	if err != nil {
		return nil, err
	}
	if p.Tolerance == 0 {
		p.Tolerance = 1e-8
	}
	if p.MaxPasses == 0 {
		p.MaxPasses = 10000
	}
	c := newDescent(g, p.Ratio)
	defer c.done()
	if len(alphas) == 0 {
		alphas = c.alphas()
	}
	var models []*SparseModel
	for _, a := range alphas {
		m, err := c.fit(a, p)
		if err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	return models, nil
}

// Predict returns ⟨w, x⟩ + b for each row of X. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func (m *SparseModel) Predict(x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, fmt.Errorf("regression: predict: %w", input.NoModel("regression.SparseModel"))
	}
	linear := &Model{W: m.W, B: m.B, Basis: Basis{Mean: make([]float64, len(m.W))}}
	for range m.W {
		linear.Basis.Root = append(linear.Basis.Root, []float64{0}) // Predict asks for one
	}
	return linear.Predict(x)
}

// Coefficients are W and B as a table, with the names of the columns of X, if they are given. It is nil for a model without any.
func (m *SparseModel) Coefficients(features ...string) *learn.Coefficients {
	if m == nil || len(m.W) == 0 {
		return nil
	}
	about := fmt.Sprintf("α = %.4g, ratio %.4g: %d of %d coefficients are not 0", m.Alpha, m.Ratio, len(m.Support()), len(m.W))
	return learn.NewCoefficients(about, learn.Names(features, m.FeatureNames), learn.Column{Name: "coefficient", W: m.W, B: m.B})
}

// Table is how package display shows the model: its coefficients. It has no columns for a model without any.
func (m *SparseModel) Table() (caption string, columns []string, rows [][]any) {
	if m == nil || len(m.W) == 0 {
		return "", nil, nil
	}
	return m.Coefficients().Table()
}

// Support are the positions of the coefficients that are not 0, and none for nil.
func (m *SparseModel) Support() []int {
	var at []int
	if m != nil {
		for j, v := range m.W {
			if v != 0 {
				at = append(at, j)
			}
		}
	}
	return at
}

// coordinates is the problem by columns: minimise ‖y − Av‖²/(2n) + Σ l1_j|v_j| + Σ l2_j v_j²/2 in the units of the design.
type coordinates struct {
	*design
	ratio   float64
	numbers []float64   // the columns, one behind the other
	columns [][]float64 // each of them
	square  []float64   // ‖a_j‖²/n
	v, r    []float64   // coefficients, and residuals y − Av
	pulls   []float64   // the products of the columns with the residuals, as state leaves them
	out     []bool      // the coefficients that are 0 at the minimum, as far as is known
	l1, l2  []float64
}

func newDescent(g *design, ratio float64) *coordinates {
	c := &coordinates{design: g, ratio: ratio, numbers: memory.Borrow(g.n * g.d), v: make([]float64, g.d), r: append([]float64(nil), g.y...),
		pulls: make([]float64, g.d), out: make([]bool, g.d), l1: make([]float64, g.d), l2: make([]float64, g.d)}
	c.turn()
	for j := range g.d {
		column := c.numbers[j*g.n : (j+1)*g.n]
		c.columns = append(c.columns, column)
		c.square = append(c.square, floats.Dot(column, column)/float64(g.n))
	}
	return c
}

// turn writes the columns, from a few rows at a time that stay in a cache.
func (c *coordinates) turn() {
	parallel.Rows(c.n, 32, func(_, lo, hi int) {
		rows := turned.Borrow((hi - lo) * c.d)
		c.shift(rows, c.d, lo, hi)
		for j := range c.d {
			from := rows[j:]
			for i := range hi - lo {
				c.numbers[j*c.n+lo+i] = from[i*c.d]
			}
		}
		turned.Return(rows)
	})
}

// turned lends the memory of the rows of turn.
var turned scratch.Of[float64]

// done gives the memory of the columns back.
func (c *coordinates) done() {
	memory.Return(c.numbers)
	c.numbers, c.columns = nil, nil
}

// alphas are 100 from the least one at which w is 0.
func (c *coordinates) alphas() []float64 {
	most := 0.0
	for j, a := range c.columns {
		if c.square[j] > 0 {
			most = max(most, math.Abs(floats.Dot(a, c.y))/float64(c.n)/c.units[j]/c.yUnit/c.ratio)
		}
	}
	if most == 0 {
		most = 1
	}
	most *= 1 + 0x1p-50 // so that no coefficient is rounding
	list := make([]float64, 100)
	for i := range list {
		list[i] = most * tenTo(-3*float64(i)/99)
	}
	return list
}

// stillMoves is how much of the first change of a pass through all coefficients is left when those that are not 0 have settled.
const stillMoves = 1e-2

// pass minimises over one coefficient after another, and tells the largest change of the fitted values, as a length over √n.
func (c *coordinates) pass(all bool) float64 {
	most := 0.0
	for j, a := range c.columns {
		if c.square[j] == 0 || c.out[j] || !all && c.v[j] == 0 {
			continue
		}
		was := c.v[j]
		z := floats.Dot(a, c.r)/float64(c.n) + float64(c.square[j]*was)
		now := math.Copysign(max(math.Abs(z)-c.l1[j], 0), z) / (c.square[j] + c.l2[j])
		if now == 0 {
			now = 0 // no −0
		}
		if now != was {
			floats.AddScaled(c.r, was-now, a)
			c.v[j] = now
			most = max(most, math.Abs(now-was)*math.Sqrt(c.square[j]))
		}
	}
	return most
}

// state returns the objective, the duality gap and the largest violation of a condition, by the dual point that is the residuals, shrunk until they are feasible.
func (c *coordinates) state() (objective, gap, violation float64) {
	n, shrink, price, bent := float64(c.n), 1.0, 0.0, 0.0
	copy(c.r, c.y) // afresh, against rounding
	for j, v := range c.v {
		if v != 0 {
			floats.AddScaled(c.r, -v, c.columns[j])
		}
	}
	parallel.Rows(c.d, 256, func(_, lo, hi int) { dense.Inner(c.r, c.numbers[lo*c.n:], c.n, c.pulls[lo:hi]) })
	for j, v := range c.v {
		if c.square[j] == 0 {
			continue
		}
		pull := c.pulls[j]/n - float64(c.l2[j]*v)
		c.pulls[j] = pull
		off := max(math.Abs(pull)-c.l1[j], 0)
		if v != 0 {
			off = math.Abs(pull - math.Copysign(c.l1[j], v))
		}
		violation = max(violation, off/c.l1[j])
		if math.Abs(pull) > c.l1[j] {
			shrink = min(shrink, c.l1[j]/math.Abs(pull))
		}
		price += float64(c.l1[j] * math.Abs(v))
		bent += float64(float64(c.l2[j]*v) * v)
	}
	rest := floats.Dot(c.r, c.r)/n + bent
	objective = float64(rest/2) + price
	dual := float64(shrink*floats.Dot(c.r, c.y)/n) - float64(shrink*shrink*rest/2)
	gap = max(objective-dual, 0)
	c.screen(shrink, gap+1e-14*objective) // with room for its rounding
	return objective, gap, violation
}

// screen finds coefficients that are 0 at the minimum. There the dual point lies within √(2n·gap) of the one that state took, and where the product of a column with none of
// these points reaches the price, the coefficient is 0.
//
// Reference: E. Ndiaye, O. Fercoq, A. Gramfort, J. Salmon, Gap safe screening rules for sparsity enforcing penalties, Journal of Machine Learning Research 18 (2017).
func (c *coordinates) screen(shrink, gap float64) {
	for j, v := range c.v {
		reach := shrink*math.Abs(c.pulls[j]) + math.Sqrt(2*gap*(c.square[j]+c.l2[j]))
		c.out[j] = c.out[j] || v == 0 && reach < (1-1e-9)*c.l1[j]
	}
}

func (c *coordinates) fit(alpha float64, p ElasticNet) (*SparseModel, error) {
	clear(c.out)
	for j, u := range c.units {
		c.l1[j], c.l2[j] = alpha*c.ratio*c.yUnit*u, alpha*(1-c.ratio)*u*u
		if c.square[j] > 0 && (!finite(c.l1[j]) || !finite(c.l2[j]) || c.l1[j] == 0) {
			return nil, input.Errorf(input.ErrNotFinite, "Alpha", "%v overflows or vanishes beside column %d and y", alpha, j)
		}
	}
	m := &SparseModel{W: make([]float64, c.d), Alpha: alpha, Ratio: c.ratio}
	null := floats.Dot(c.y, c.y) / float64(c.n) / 2
	for {
		change := c.pass(true)
		m.Report.Passes++
		for part := change; m.Report.Passes < p.MaxPasses && part > stillMoves*change; m.Report.Passes++ {
			part = c.pass(false)
		}
		m.Report.Objective, m.Report.Gap, m.Report.Violation = c.state()
		if m.Report.Gap <= p.Tolerance*null {
			break
		}
		if m.Report.Passes >= p.MaxPasses {
			m.Report.Stop = PassLimit
			break
		}
	}
	if underflows(m.Report.Objective/c.yUnit/c.yUnit, m.Report.Objective, 0) {
		return nil, tooSmall()
	}
	m.Report.Objective, m.Report.Gap = m.Report.Objective/c.yUnit/c.yUnit, m.Report.Gap/c.yUnit/c.yUnit
	for j, v := range c.v {
		m.W[j] = v * c.units[j] / c.yUnit
	}
	if c.free {
		m.B = c.yMean - floats.Dot(m.W, c.mean)
	}
	if !finite(m.B + floats.Sum(m.W) + m.Report.Objective) {
		return nil, tooLarge()
	}
	return m, nil
}
