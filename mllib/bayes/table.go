package bayes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// Table is a joint law of (X, class) in which X takes the s values 0..s-1 ("atoms"): Mass[i][k] = P(X = i, class k). NewTable,
// FromPosterior and FitTable make one and check it.
//
// Curriculum: S2a, S2d, V1.3a, Y3f, Y5d.
type Table struct {
	Mass [][]float64 // s×K
}

// NewTable returns the law with these joint masses. It returns an error that wraps input.ErrEmpty, input.ErrShape,
// input.ErrNotFinite, or input.ErrParam for a negative mass or a sum that differs from 1 by more than 1e-9. It copies mass.
func NewTable(mass [][]float64) (*Table, error) {
	t := &Table{}
	for _, row := range mass {
		t.Mass = append(t.Mass, append([]float64(nil), row...))
	}
	if err := t.Check(); err != nil {
		return nil, fmt.Errorf("bayes: table: %w", err)
	}
	return t, nil
}

// FromPosterior returns the law of X with these probabilities and posterior[i][k] = P(class k | X = i). The errors are those of NewTable.
func FromPosterior(marginal []float64, posterior [][]float64) (*Table, error) {
	if len(posterior) != len(marginal) {
		return nil, fmt.Errorf("bayes: table: %w", input.Errorf(input.ErrShape, "posterior",
			"got %d rows for %d values of X", len(posterior), len(marginal)))
	}
	mass := make([][]float64, len(marginal))
	for i, p := range posterior {
		if err := dist.CheckWeights(fmt.Sprintf("posterior[%d]", i), p, len(p)); err != nil {
			return nil, fmt.Errorf("bayes: table: %w", err)
		}
		mass[i] = make([]float64, len(p))
		floats.ScaleTo(mass[i], marginal[i], p)
	}
	return NewTable(mass)
}

// Check returns the error that NewTable would return for the masses.
func (t *Table) Check() error {
	if t == nil || len(t.Mass) == 0 || len(t.Mass[0]) == 0 {
		return input.Errorf(input.ErrEmpty, "mass", "got no masses, want a row for each value of X")
	}
	var all []float64
	for i, row := range t.Mass {
		if err := input.Vector(fmt.Sprintf("mass[%d]", i), row, len(t.Mass[0])); err != nil {
			return err
		}
		all = append(all, row...)
	}
	return dist.CheckWeights("mass", all, len(all))
}

// Atoms returns s, the number of values of X.
func (t *Table) Atoms() int {
	if t == nil {
		return 0
	}
	return len(t.Mass)
}

// Classes returns K, 0 for no atoms.
func (t *Table) Classes() int {
	if t.Atoms() == 0 {
		return 0
	}
	return len(t.Mass[0])
}

// Marginal returns P(X = i) for each atom.
func (t *Table) Marginal() []float64 {
	p := make([]float64, t.Atoms())
	for i := range p {
		p[i] = floats.Sum(t.Mass[i])
	}
	return p
}

// Prior returns P(class k) for each class, nil for rows of different length.
func (t *Table) Prior() []float64 {
	p := make([]float64, t.Classes())
	for i := range t.Atoms() {
		if len(t.Mass[i]) != len(p) {
			return nil
		}
		floats.Add(p, t.Mass[i])
	}
	return p
}

// Posterior returns P(class k | X = i) for each class. It is all NaN for an atom without mass, and nil for no atom of the table.
//
// Curriculum: V1b.
func (t *Table) Posterior(i int) []float64 {
	if i < 0 || i >= t.Atoms() {
		return nil
	}
	p := make([]float64, len(t.Mass[i]))
	floats.ScaleTo(p, 1/floats.Sum(t.Mass[i]), t.Mass[i])
	if floats.Sum(t.Mass[i]) == 0 {
		for k := range p {
			p[k] = math.NaN()
		}
	}
	return p
}

// Risk returns the expected cost of a rule, which gives an action for each atom: Σ_i Σ_k Cost[rule[i]][k] P(X = i, class k), under
// the 0-1 loss the probability of an error. It returns an error that wraps input.ErrShape for a rule of another length,
// input.ErrLabel for an action that the loss has not, or that of Loss.Check.
//
// Curriculum: S2d, V1.3a, Y6a.
func (t *Table) Risk(rule []int, loss Loss) (float64, error) {
	if err := t.check(rule, loss); err != nil {
		return 0, fmt.Errorf("bayes: risk: %w", err)
	}
	return finiteRisk("risk", t.risk(rule, loss))
}

func (t *Table) risk(rule []int, loss Loss) float64 {
	sum := 0.0
	for i, a := range rule {
		for k, p := range t.Mass[i] {
			sum += loss.At(a, k) * p
		}
	}
	return sum
}

func (t *Table) check(rule []int, loss Loss) error {
	if err := t.Check(); err != nil {
		return err
	}
	if err := loss.Check(t.Classes()); err != nil {
		return err
	}
	if len(rule) != t.Atoms() {
		return input.Errorf(input.ErrShape, "rule", "got %d actions for %d values of X", len(rule), t.Atoms())
	}
	for i, a := range rule {
		if a < 0 || a >= loss.Actions(t.Classes()) {
			return input.Errorf(input.ErrLabel, "rule", "action %d is %d, outside 0..%d", i, a, loss.Actions(t.Classes())-1)
		}
	}
	return nil
}

// Rule returns the optimal rule: for each atom the action of least conditional risk. On atoms without mass every action costs
// nothing, and tie chooses. It returns an error for a loss or tie out of range.
//
// Curriculum: N2.2h, S2e, Y3a, Y5a, Y6b.
func (t *Table) Rule(loss Loss, tie Tie) ([]int, error) {
	for _, err := range []error{t.Check(), tie.Check("tie")} {
		if err != nil {
			return nil, fmt.Errorf("bayes: rule: %w", err)
		}
	}
	if err := loss.Check(t.Classes()); err != nil {
		return nil, fmt.Errorf("bayes: rule: %w", err)
	}
	rule := make([]int, t.Atoms())
	for i, row := range t.Mass {
		if rule[i] = loss.Decide(row, tie); rule[i] < 0 {
			return nil, fmt.Errorf("bayes: rule: %w", input.Errorf(input.ErrNotFinite, "loss", "the costs are so large that a risk at atom %d overflows", i))
		}
	}
	return rule, nil
}

// BayesRisk returns the least risk of all rules. The errors are those of Rule.
//
// Curriculum: Y4a, S2f.
func (t *Table) BayesRisk(loss Loss) (float64, error) {
	rule, err := t.Rule(loss, Smallest)
	if err != nil {
		return 0, err
	}
	return t.Risk(rule, loss)
}

// Excess returns Σ_i P(X = i) (r_rule(i) - min_a r_a(i)), the risk of a rule over the Bayes risk, added up from the atoms where it
// differs; for two classes and the 0-1 loss this is E[|2η(X)-1| 1{rule ≠ Bayes rule}]. The errors are those of Risk.
//
// Curriculum: Y3d, V1.3b.
func (t *Table) Excess(rule []int, loss Loss) (float64, error) {
	if err := t.check(rule, loss); err != nil {
		return 0, fmt.Errorf("bayes: excess risk: %w", err)
	}
	sum := 0.0
	for i, a := range rule {
		risks := loss.Risks(t.Mass[i])
		sum += risks[a] - floats.Min(risks)
	}
	return finiteRisk("excess risk", sum)
}

// Sample draws n pairs: the atoms x and the classes k. It returns an error that wraps input.ErrParam for n < 1, n > 2^31 or no source.
//
// Curriculum: S2a.
func (t *Table) Sample(n int, src rand.Source) (x, k []int, err error) {
	for _, err := range []error{t.Check(), checkDraw(n, src)} {
		if err != nil {
			return nil, nil, fmt.Errorf("bayes: sample: %w", err)
		}
	}
	var all []float64
	for _, row := range t.Mass {
		all = append(all, row...)
	}
	rnd := rand.New(src)
	for range n {
		cell := dist.Index(rnd, all, len(all))
		x, k = append(x, cell/t.Classes()), append(k, cell%t.Classes())
	}
	return x, k, nil
}

func checkDraw(n int, src rand.Source) error {
	if err := input.Size("n", n, 1); err != nil {
		return err
	}
	return input.Param(src != nil, "src", nil, "a source of randomness")
}

// FitTable returns the law of observed frequencies of n pairs, x[i] in 0..atoms-1 and k[i] in 0..classes-1, each count raised
// by smooth >= 0 (0 for the plain frequencies). The rule of a fitted table is a plug-in rule. It returns an error that wraps
// input.ErrEmpty, input.ErrShape, input.ErrLabel or input.ErrParam.
func FitTable(x, k []int, atoms, classes int, smooth float64) (*Table, error) {
	if err := checkFit(x, k, atoms, classes, smooth); err != nil {
		return nil, fmt.Errorf("bayes: fit table: %w", err)
	}
	t, total := &Table{make([][]float64, atoms)}, float64(len(x))+smooth*float64(atoms*classes)
	for i := range t.Mass {
		t.Mass[i] = make([]float64, classes)
		for c := range t.Mass[i] {
			t.Mass[i][c] = smooth
		}
	}
	for i := range x {
		t.Mass[x[i]][k[i]]++
	}
	for _, row := range t.Mass {
		floats.Scale(1/total, row)
	}
	return t, nil
}

func checkFit(x, k []int, atoms, classes int, smooth float64) error {
	switch {
	case len(x) == 0:
		return input.Errorf(input.ErrEmpty, "x", "got no observations")
	case len(k) != len(x):
		return input.Errorf(input.ErrShape, "k", "got %d classes for %d observations", len(k), len(x))
	case !(smooth >= 0) || smooth > 1e300:
		return input.Param(false, "smooth", smooth, "a number in [0, 1e300]")
	}
	if err := input.Size("atoms, classes", atoms, classes); err != nil {
		return err
	}
	for i := range x {
		if x[i] < 0 || x[i] >= atoms || k[i] < 0 || k[i] >= classes {
			return input.Errorf(input.ErrLabel, "x, k", "observation %d is (%d, %d), outside 0..%d × 0..%d", i, x[i], k[i], atoms-1, classes-1)
		}
	}
	return nil
}
