package bayes

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/simulate"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ErrUnequal is wrapped where a closed form needs equal covariances, and they are not.
var ErrUnequal = errors.New("covariances are not equal")

// Gaussians is a law of normal classes in R^d and the Bayes rule under it. NewGaussians or PlugIn.Fit make it.
//
// Curriculum: V1.2b, V1.2d, V1.2e, V2.3b.
type Gaussians struct {
	Prior   []float64        // P(class k)
	Class   []*dist.MVNormal // the law of X in each class, all of one dimension
	Classes []int            // label of each action in what Predict returns; nil means 0..K-1
	Loss    Loss             // the zero value is the 0-1 loss
	Tie     Tie              // which of equally good actions; the zero value is Smallest
}

// NewGaussians returns the law with these probabilities (nil for equal ones) and laws of the classes, which it does not copy. The
// errors are those of Check.
func NewGaussians(prior []float64, class ...*dist.MVNormal) (*Gaussians, error) {
	g := &Gaussians{Prior: slices.Clone(prior), Class: class}
	if prior == nil {
		for range class {
			g.Prior = append(g.Prior, 1/float64(len(class)))
		}
	}
	if err := g.Check(); err != nil {
		return nil, fmt.Errorf("bayes: normal classes: %w", err)
	}
	return g, nil
}

// Check returns an error that wraps input.ErrEmpty without classes, input.ErrShape for classes of different dimension or labels of
// another number, or the first problem of the prior, the loss or the tie rule.
func (g *Gaussians) Check() error {
	if g == nil || len(g.Class) == 0 {
		return input.Errorf(input.ErrEmpty, "Gaussians.Class", "got no classes")
	}
	if err := (&dist.MVMixture{Weights: g.Prior, Parts: g.Class}).Check("Gaussians"); err != nil {
		return err
	}
	if g.Prior == nil || g.Classes != nil && len(g.Classes) != g.Loss.Actions(len(g.Class)) {
		return input.Errorf(input.ErrShape, "Gaussians", "got %d probabilities and %d labels for %d classes", len(g.Prior), len(g.Classes), len(g.Class))
	}
	if err := g.Loss.Check(len(g.Class)); err != nil {
		return err
	}
	return g.Tie.Check("tie")
}

// K returns the number of classes.
func (g *Gaussians) K() int { return len(g.Class) }

// Dim returns d, 0 without classes.
func (g *Gaussians) Dim() int {
	if len(g.Class) == 0 {
		return 0
	}
	return g.Class[0].Dim()
}

// OnLine returns the same law for d = 1, so that Rule, Risk, Excess and the other functions of laws on the line take it: a rule that was learned
// under another law has its exact risk there. It has neither Classes nor Loss. It returns an error that wraps input.ErrShape for another
// dimension, and those of Check.
//
// Curriculum: N2.2g, S2h.
func (g *Gaussians) OnLine() (Classes, error) {
	if err := g.Check(); err != nil {
		return Classes{}, fmt.Errorf("bayes: on the line: %w", err)
	}
	if d := g.Dim(); d != 1 {
		return Classes{}, fmt.Errorf("bayes: on the line: %w", input.Errorf(input.ErrShape, "Gaussians.Class", "observations have %d numbers, want one", d))
	}
	law := Classes{Prior: slices.Clone(g.Prior)}
	for _, c := range g.Class {
		law.Density = append(law.Density, dist.Normal{Mu: c.Mean[0], Sigma: math.Sqrt(c.Cov[0])})
	}
	return law, nil
}

// NormalClasses returns label, mean and covariance matrix of each class, in plain types, for figures (figure.ClassEllipses). There are none
// where the law does not pass Check.
func (g *Gaussians) NormalClasses() (labels []int, means [][]float64, covs [][][]float64) {
	if g.Check() != nil {
		return nil, nil, nil
	}
	for k, c := range g.Class {
		l := k
		if k < len(g.Classes) {
			l = g.Classes[k]
		}
		labels, means = append(labels, l), append(means, c.Mean)
		rows := make([][]float64, c.Dim())
		for i := range rows {
			rows[i] = slices.Clone(c.Cov[i*c.Dim() : (i+1)*c.Dim()])
		}
		covs = append(covs, rows)
	}
	return labels, means, covs
}

// Discriminants returns the n×K matrix of log P(class k) + log density of class k at each row of X: the discriminant functions of
// the 0-1 loss, -Inf for a class of probability 0 and where they overflow. The errors are those of Check and of input.Columns.
//
// Curriculum: V2.3a, V2.3b.
func (g *Gaussians) Discriminants(X mat.Matrix) (*mat.Dense, error) {
	if err := g.Check(); err != nil {
		return nil, fmt.Errorf("bayes: normal classes: %w", err)
	}
	if err := input.Columns("X", X, g.Dim()); err != nil {
		return nil, fmt.Errorf("bayes: normal classes: %w", err)
	}
	n, _ := X.Dims()
	scores := mat.NewDense(n, g.K(), nil)
	for k, c := range g.Class {
		logs, err := c.LogProbs(X)
		if err != nil {
			return nil, err
		}
		floats.AddConst(math.Log(g.Prior[k]), logs)
		scores.SetCol(k, logs)
	}
	return scores, nil
}

// Posteriors returns the n×K matrix of P(class k | X = row). The errors are those of Discriminants, and one that wraps
// input.ErrNotFinite for a row so far from all classes that the discriminants overflow.
func (g *Gaussians) Posteriors(X mat.Matrix) (*mat.Dense, error) {
	p, err := g.Discriminants(X)
	if err != nil {
		return nil, err
	}
	n, _ := p.Dims()
	for i := range n {
		row := p.RawRowView(i)
		total := special.LogSumExp(row)
		if total-total != 0 {
			return nil, fmt.Errorf("bayes: normal classes: %w", input.Errorf(input.ErrNotFinite, "X", "row %d is too far from all classes", i))
		}
		for k, v := range row {
			row[k] = math.Exp(v - total)
		}
	}
	return p, nil
}

// Predict returns the optimal action for each row of X, as its label. The errors are those of Posteriors.
func (g *Gaussians) Predict(X mat.Matrix) ([]int, error) {
	p, err := g.Posteriors(X)
	if err != nil {
		return nil, err
	}
	n, _ := p.Dims()
	y, risks := make([]int, n), make([]float64, g.Loss.Actions(g.K()))
	for i := range y {
		row := p.RawRowView(i)
		if y[i] = g.Loss.decide(g.Loss.risksTo(risks, row), row, g.Tie); y[i] < 0 {
			return nil, fmt.Errorf("bayes: normal classes: %w", input.Errorf(input.ErrNotFinite, "Loss", "the costs are so large that a risk at row %d overflows", i))
		}
		if g.Classes != nil {
			y[i] = g.Classes[y[i]]
		}
	}
	return y, nil
}

// Sample draws n points, the rows of X, with the numbers of their classes. The errors are those of dist.MVMixture.Sample.
func (g *Gaussians) Sample(n int, src rand.Source) (X *mat.Dense, class []int, err error) {
	if g == nil {
		return nil, nil, input.NoModel("bayes.Gaussians")
	}
	return (&dist.MVMixture{Weights: g.Prior, Parts: g.Class}).Sample(n, src)
}

// MonteCarlo returns the mean cost of the rule on n draws of its law, with its standard error.
func (g *Gaussians) MonteCarlo(n int, src rand.Source) (Estimate, error) {
	X, class, err := g.Sample(n, src)
	if err != nil {
		return Estimate{}, err
	}
	numbered := *g
	numbered.Classes = nil
	actions, err := numbered.Predict(X)
	if err != nil {
		return Estimate{}, err
	}
	var t simulate.Tally
	for i, a := range actions {
		t.Add(g.Loss.At(a, class[i]))
	}
	return estimate(&t)
}

// Linear returns the hyperplane on which classes i and j are equally probable when their covariances are equal, with scores
// log P(i|x) - log P(j|x): w = Σ⁻¹(μ_i - μ_j), b = log(P_i/P_j) - (μ_iᵀΣ⁻¹μ_i - μ_jᵀΣ⁻¹μ_j)/2. It returns an error that wraps ErrUnequal
// if the covariances differ, input.ErrParam for no such classes or one of probability 0, or input.ErrNotFinite where
// it overflows.
//
// Curriculum: V1.2b, V2.3c.
func (g *Gaussians) Linear(i, j int) (linear.Hyperplane, error) {
	if err := g.equalPair(i, j); err != nil {
		return linear.Hyperplane{}, err
	}
	if err := g.possible(i, j); err != nil {
		return linear.Hyperplane{}, err
	}
	a, b := g.Class[i], g.Class[j]
	d := g.Dim()
	w, middle := make([]float64, d), make([]float64, d)
	floats.SubTo(w, a.Mean, b.Mean)
	a.Solve(w)
	for k := range middle {
		middle[k] = a.Mean[k]/2 + b.Mean[k]/2
	}
	h := linear.Hyperplane{W: w, B: math.Log(g.Prior[i]/g.Prior[j]) - floats.Dot(w, middle)}
	return h, finiteBorder(i, j, h.B, h.W)
}

// finiteBorder refuses numbers about classes i and j that are not finite.
func finiteBorder(i, j int, c float64, lists ...[]float64) error {
	for _, list := range append(lists, []float64{c}) {
		if input.Vector("", list, len(list)) != nil {
			return fmt.Errorf("bayes: classes %d and %d: %w", i, j, input.Errorf(input.ErrNotFinite, "Gaussians.Class", "the means are so large or so far apart that the border overflows"))
		}
	}
	return nil
}

// equalPair checks that classes i and j exist and have equal covariances.
func (g *Gaussians) equalPair(i, j int) error {
	if err := g.pair(i, j); err != nil {
		return err
	}
	if !slices.Equal(g.Class[i].Cov, g.Class[j].Cov) {
		return fmt.Errorf("bayes: hyperplane of classes %d and %d: %w", i, j, ErrUnequal)
	}
	return nil
}

// Separation returns the Mahalanobis distance Δ of the means of classes i and j, which must have equal covariances. The errors are
// those of Linear, but for the probabilities.
func (g *Gaussians) Separation(i, j int) (float64, error) {
	if err := g.equalPair(i, j); err != nil {
		return 0, err
	}
	delta := math.Sqrt(g.Class[i].Mahalanobis2(g.Class[j].Mean))
	return delta, finiteBorder(i, j, delta)
}

// Error returns the probability of an error of the Bayes rule for two classes of equal covariance,
// P_0 Φ(-Δ/2 - L/Δ) + P_1 Φ(-Δ/2 + L/Δ) with L = log(P_0/P_1). The errors are those of Linear, and input.ErrShape for another number
// of classes.
//
// Curriculum: V1.2b, Y4b.
func (g *Gaussians) Error() (float64, error) {
	if err := g.Check(); err != nil {
		return 0, fmt.Errorf("bayes: error: %w", err)
	}
	if g.K() != 2 {
		return 0, fmt.Errorf("bayes: error: %w", input.Errorf(input.ErrShape, "Gaussians.Class", "got %d classes, want 2", g.K()))
	}
	delta, err := g.Separation(0, 1)
	if err != nil {
		return 0, err
	}
	p, q, phi := g.Prior[0], g.Prior[1], dist.Normal{}.CDF
	if delta == 0 || p == 0 || q == 0 {
		return min(p, q), nil
	}
	l := math.Log(p / q)
	return p*phi(-delta/2-l/delta) + q*phi(-delta/2+l/delta), nil
}
