package em

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/mat"
)

// Coins holds the parameters of a mixture of K binomial laws: each row of tosses was made with one coin, and which one is not known.
//
// Curriculum: V12b.
type Coins struct {
	K       int       // number of coins, >= 1; 0 means as many as Start
	Start   []float64 // probabilities of heads at the start, different numbers between 0 and 1; nil means drawn ones
	Weights []float64 // how often each coin is taken, at the start; nil means equally often
	Even    bool      // the weights are known and stay, else they are estimated
	// Restarts is the number of runs from drawn starts, of which the best is kept; 0 means 10, or 1 with Start.
	Restarts int
	Algorithm
	Src rand.Source `json:"-"` // of drawn starts
}

// CoinsModel is a mixture of coins that was fitted. It is plain data.
type CoinsModel struct {
	P             []float64   // probability of heads of each coin
	Weights       []float64   // how often each is taken
	Rows          int         // rows of tosses
	Even          bool        // the weights were known
	LogLikelihood []float64   // of the best run, at the start and after each step, without binomial coefficients
	Coefficients  float64     // Σ log of the binomial coefficients, which is to be added for the probability of the numbers of heads
	Report        Report      // of the best run
	Trace         [][]float64 // of the best run, if it was asked for: probabilities of heads, then weights
	Runs          []float64   // log likelihood at the end of each run
	Alike         bool        // two coins are equal to 1e-6: the data do not tell them apart
}

// tosses is the Problem: θ holds the probabilities of heads, then the weights.
type tosses struct {
	heads, tails []float64
	k            int
	even         bool
}

// joint is log π_k p_k^heads (1-p_k)^tails for row i.
func (t tosses) joint(dst, theta []float64, i int) {
	for k := range t.k {
		p := theta[k]
		dst[k] = math.Log(theta[t.k+k]) + xlog(t.heads[i], p) + xlog(t.tails[i], 1-p)
	}
}

// xlog is x·log y, 0 where x is.
func xlog(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return x * math.Log(y)
}

func (t tosses) LogLikelihood(theta []float64) (sum float64) {
	joint := make([]float64, t.k)
	for i := range t.heads {
		t.joint(joint, theta, i)
		sum += special.LogSumExp(joint)
	}
	return sum
}

// Step counts heads and tails in shares. A coin to which nothing is due keeps its probability.
func (t tosses) Step(next, theta []float64) {
	joint := make([]float64, t.k)
	heads, all := make([]float64, t.k), make([]float64, t.k)
	copy(next, theta)
	if !t.even {
		clear(next[t.k:])
	}
	for i, h := range t.heads {
		t.joint(joint, theta, i)
		special.SoftmaxTo(joint, joint)
		for k, r := range joint {
			heads[k] += float64(r * h)
			all[k] += float64(r * (h + t.tails[i]))
			if !t.even {
				next[t.k+k] += r / float64(len(t.heads))
			}
		}
	}
	for k, n := range all {
		if n > 0 {
			next[k] = min(heads[k]/n, 1)
		}
	}
}

// Problem returns the likelihood as a Problem of its 2K parameters, the probabilities of heads and then the weights, for Algorithm.Run and MissingInformation. The errors are those of Fit for K, heads and tosses.
func (c Coins) Problem(heads, tosses []int) (Problem, error) {
	t, _, err := c.problem(heads, tosses)
	if err != nil {
		return nil, fmt.Errorf("em: coins: %w", err)
	}
	return t, nil
}

func (c Coins) problem(heads, number []int) (t tosses, coefficients float64, err error) {
	if err := c.checkK(); err != nil {
		return t, 0, err
	}
	if len(heads) == 0 || len(heads) != len(number) {
		return t, 0, input.Errorf(input.ErrShape, "heads", "got %d numbers, and %d of tosses, want as many, at least one", len(heads), len(number))
	}
	total := 0
	for i, h := range heads {
		if h < 0 || h > number[i] || number[i] > 1<<40 {
			return t, 0, input.Errorf(input.ErrValue, "heads", "row %d has %d heads in %d tosses", i, h, number[i])
		}
		t.heads, t.tails = append(t.heads, float64(h)), append(t.tails, float64(number[i]-h))
		coefficients += logBinomial(number[i], h)
		total += number[i]
	}
	if total == 0 {
		return t, 0, input.Errorf(input.ErrEmpty, "tosses", "nothing was tossed")
	}
	t.k, t.even = max(c.K, len(c.Start)), c.Even
	return t, coefficients, nil
}

func logBinomial(n, k int) float64 {
	a, _ := math.Lgamma(float64(n) + 1)
	b, _ := math.Lgamma(float64(k) + 1)
	c, _ := math.Lgamma(float64(n-k) + 1)
	return a - b - c
}

// checkK checks the number of coins.
func (c Coins) checkK() error {
	k := max(c.K, len(c.Start))
	if c.Start != nil && len(c.Start) != k {
		return input.Errorf(input.ErrShape, "Coins.Start", "got %d numbers, want K = %d", len(c.Start), k)
	}
	return input.Param(c.K >= 0 && k >= 1 && k <= 1<<20, "Coins.K", c.K, "a number from 1 to 2^20, or 0 with Start")
}

func (c Coins) check() error {
	k := max(c.K, len(c.Start))
	errs := []error{c.Algorithm.check(), c.checkK(),
		input.Param(c.Restarts >= 0, "Coins.Restarts", c.Restarts, "a number >= 0"),
		input.Param(c.Start != nil || c.Src != nil, "Coins.Src", nil, "a source of randomness, or a Start"),
		input.Param(c.Start == nil || c.Restarts <= 1, "Coins.Restarts", c.Restarts, "0 or 1 with Start, since all runs would be equal"),
	}
	for i, p := range c.Start {
		errs = append(errs, input.Param(p > 0 && p < 1, fmt.Sprintf("Coins.Start[%d]", i), p, "a number between 0 and 1, these excluded"))
		if j := slices.Index(c.Start[:i], p); j >= 0 {
			errs = append(errs, input.Errorf(input.ErrParam, "Coins.Start", "coins %d and %d are equal, which no step changes", j, i))
		}
	}
	if c.Weights != nil {
		errs = append(errs, dist.CheckWeights("Coins.Weights", c.Weights, k))
		if i := slices.Index(c.Weights, 0); i >= 0 {
			errs = append(errs, input.Errorf(input.ErrParam, "Coins.Weights", "coin %d has the weight 0, which no step changes", i))
		}
	}
	return errors.Join(errs...)
}

// Fit estimates the coins from the numbers of heads among the tosses of each row. It returns an error that wraps input.ErrShape, input.ErrValue or input.ErrEmpty for heads and tosses, and
// input.ErrParam or input.ErrShape for the parameters, as for a start with two equal coins: no step tells them apart. Which coin is the first depends on the start.
func (c Coins) Fit(heads, tosses []int) (*CoinsModel, error) {
	m, err := c.fit(heads, tosses)
	if err != nil {
		return nil, fmt.Errorf("em: coins: %w", err)
	}
	return m, nil
}

func (c Coins) fit(heads, number []int) (*CoinsModel, error) {
	t, coefficients, err := c.problem(heads, number)
	if err := errors.Join(err, c.check()); err != nil {
		return nil, err
	}
	runs := max(1, c.Restarts)
	if c.Start == nil && c.Restarts == 0 {
		runs = 10
	}
	var best *Result
	m := &CoinsModel{Rows: len(heads), Even: c.Even, Coefficients: coefficients}
	for range runs {
		r, err := c.Algorithm.run(t, c.begin(t.k))
		if err != nil {
			return nil, err
		}
		m.Runs = append(m.Runs, r.LogLikelihood[r.Report.Iterations])
		if best == nil || r.LogLikelihood[r.Report.Iterations] > best.LogLikelihood[best.Report.Iterations] {
			best = r
		}
	}
	m.P, m.Weights = best.Theta[:t.k], best.Theta[t.k:]
	m.LogLikelihood, m.Report, m.Trace = best.LogLikelihood, best.Report, best.Trace
	for i, p := range m.P {
		m.Alike = m.Alike || slices.ContainsFunc(m.P[:i], func(q float64) bool { return math.Abs(p-q) < 1e-6 })
	}
	return m, nil
}

// begin are the parameters of a start.
func (c Coins) begin(k int) []float64 {
	theta := slices.Clone(c.Start)
	if theta == nil {
		r := rand.New(c.Src)
		for range k {
			theta = append(theta, .02+.96*r.Float64())
		}
	}
	if c.Weights != nil {
		return append(theta, c.Weights...)
	}
	return append(theta, slices.Repeat([]float64{1 / float64(k)}, k)...)
}

// Parameters is the number of free parameters: K probabilities, and K-1 weights unless they were known.
func (m *CoinsModel) Parameters() int {
	if m == nil || m.Even {
		return m.coins()
	}
	return max(0, 2*m.coins()-1)
}

func (m *CoinsModel) coins() int {
	if m == nil {
		return 0
	}
	return len(m.P)
}

// AIC is Akaike's criterion 2·Parameters - 2·ℓ, and BIC Schwarz's, Parameters·log(rows) - 2·ℓ, with ℓ the log likelihood of the numbers of heads, binomial coefficients
// included. Both are NaN for a model that Fit did not make.
func (m *CoinsModel) AIC() float64 { return m.criterion(2) }

// BIC is Schwarz's criterion, see AIC.
func (m *CoinsModel) BIC() float64 {
	if m == nil {
		return math.NaN()
	}
	return m.criterion(math.Log(float64(m.Rows)))
}

func (m *CoinsModel) criterion(price float64) float64 {
	if m.whole() != nil {
		return math.NaN()
	}
	return price*float64(m.Parameters()) - 2*(m.LogLikelihood[len(m.LogLikelihood)-1]+m.Coefficients)
}

func (m *CoinsModel) whole() error {
	if m == nil {
		return input.NoModel("em.CoinsModel")
	}
	if len(m.P) == 0 || len(m.Weights) != len(m.P) || len(m.LogLikelihood) == 0 || m.Rows < 1 {
		return input.Errorf(input.ErrShape, "Model", "got %d coins and %d weights, want a fitted model", len(m.P), len(m.Weights))
	}
	for k, p := range m.P {
		if !(p >= 0 && p <= 1) || !(m.Weights[k] >= 0) {
			return input.Errorf(input.ErrParam, "Model.P", "coin %d has the probability %v and the weight %v", k, p, m.Weights[k])
		}
	}
	return nil
}

// Responsibilities returns the probabilities of the coins given each row, rows×K. It returns an error that wraps input.ErrShape, input.ErrValue or input.ErrEmpty for heads and tosses, input.ErrEmpty, input.ErrShape or
// input.ErrParam for a model that Fit did not make, and input.ErrNotFinite for a row that no coin can have made.
func (m *CoinsModel) Responsibilities(heads, tosses []int) (*mat.Dense, error) {
	r, err := m.responsibilities(heads, tosses)
	if err != nil {
		return nil, fmt.Errorf("em: responsibilities: %w", err)
	}
	return r, nil
}

func (m *CoinsModel) responsibilities(heads, number []int) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, err
	}
	k := len(m.P)
	t, _, err := Coins{K: k}.problem(heads, number)
	if err != nil {
		return nil, err
	}
	theta := slices.Concat(m.P, m.Weights)
	r := mat.NewDense(len(heads), k, nil)
	for i := range heads {
		row := r.RawRowView(i)
		t.joint(row, theta, i)
		if math.IsInf(slices.Max(row), -1) {
			return nil, input.Errorf(input.ErrNotFinite, "heads", "row %d has the probability 0 with each of the coins", i)
		}
		special.SoftmaxTo(row, row)
	}
	return r, nil
}
