package mixture

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Model is a mixture of K normal laws. It is plain data: it goes through JSON and back.
type Model struct {
	Weights []float64   // π, K probabilities with sum 1
	Means   [][]float64 // μ, K vectors in R^d
	Covs    []dist.Sym  // Σ, K d×d matrices, equal ones where they are tied
	Form    Covariance  // the form that was asked for
	Labels  []int       // the component 0..K-1 of largest responsibility for each observation, the first among equals
	// LogLikelihood is Σ_i log Σ_k π_k N(x_i; μ_k, Σ_k).
	LogLikelihood float64
	// Objective is what EM raised, of the start and after each step: the log likelihood, less the penalty of Prior. It never falls.
	Objective []float64
	Report    Report // how the best run ended
	Runs      []Run  // every run, in order
	Trace     []Step // the start and every step of the best run, if it was asked for
}

// Report says how the best run ended.
type Report struct {
	Stop       Stop    // the reason
	Iterations int     // steps
	Gain       float64 // of the last step, for each observation; 0 without steps
	Best       int     // number of the run, from 0
	Collapsed  int     // runs in which a component collapsed
}

// Run is one run.
type Run struct {
	Objective  float64 // at its end; of a run that collapsed, before that; 0 of one that collapsed before its first step
	Iterations int     // steps
	Stop       Stop    // the reason why it ended
}

// Step holds the parameters of one step.
type Step struct {
	Weights []float64
	Means   [][]float64
	Covs    []dist.Sym
}

// String says in one line how the run ended.
func (r Report) String() string {
	text := fmt.Sprintf("%v after %d steps, the last of which gained %.2g for each observation, run %d", r.Stop, r.Iterations, r.Gain, r.Best)
	if r.Collapsed > 0 {
		text += fmt.Sprintf("; %d collapsed", r.Collapsed)
	}
	return text
}

// told is the run as data.
func (r *run) told() Run {
	told := Run{Stop: Collapsed}
	if last := len(r.history) - 1; last >= 0 {
		told = Run{Objective: r.history[last] - float64(r.n)*r.logScale, Iterations: last, Stop: r.stop}
	}
	return told
}

// model puts the parameters of the run into the units of the observations.
func (r *run) model(runs []Run) (*Model, error) {
	last := r.outer(r.now)
	m := &Model{Weights: last.Weights, Means: last.Means, Covs: last.Covs, Form: r.Covariance, Runs: runs, LogLikelihood: r.logLik - float64(r.n)*r.logScale}
	for _, v := range r.history {
		m.Objective = append(m.Objective, v-float64(r.n)*r.logScale)
	}
	steps := len(r.history) - 1
	m.Report = Report{Stop: r.stop, Iterations: steps, Best: r.number}
	if steps > 0 {
		m.Report.Gain = (r.history[steps] - r.history[steps-1]) / float64(r.n)
	}
	for _, run := range runs {
		if run.Stop == Collapsed {
			m.Report.Collapsed++
		}
	}
	for _, q := range r.trace {
		m.Trace = append(m.Trace, r.outer(q))
	}
	m.Labels = largest(r.resp)
	_, err := m.law()
	return m, err
}

// outer are parameters in the units of the observations.
func (r *run) outer(q *parameters) Step {
	s := Step{Weights: q.weights}
	for _, part := range q.parts {
		mean, cov := make([]float64, r.d), dist.ZeroSym(r.d)
		for i, v := range part.Mean {
			mean[i] = r.mean[i] + r.scale[i]*v
			for j := range r.d {
				cov.Data[i*r.d+j] = part.Cov.At(i, j) * (r.scale[i] * r.scale[j])
			}
		}
		s.Means, s.Covs = append(s.Means, mean), append(s.Covs, cov)
	}
	return s
}

// largest is the column of the largest entry of each row, the first among equals.
func largest(rows *mat.Dense) []int {
	n, _ := rows.Dims()
	labels := make([]int, n)
	for i := range labels {
		labels[i] = floats.MaxIdx(rows.RawRowView(i))
	}
	return labels
}

// law is the mixture as a law; it refuses a model that Fit did not make.
func (m *Model) law() (*dist.MVMixture, error) {
	if m == nil {
		return nil, input.NoModel("mixture.Model")
	}
	if len(m.Means) == 0 || len(m.Covs) != len(m.Means) || len(m.Weights) != len(m.Means) {
		return nil, input.Errorf(input.ErrShape, "Model", "got %d weights, %d means and %d covariances, want a fitted model", len(m.Weights), len(m.Means), len(m.Covs))
	}
	law := &dist.MVMixture{Weights: m.Weights}
	for k, mean := range m.Means {
		part, err := dist.NewMVNormal(mean, m.Covs[k])
		if err != nil {
			return nil, fmt.Errorf("component %d: %w", k, err)
		}
		law.Parts = append(law.Parts, part)
	}
	return law, law.Check("Model")
}

// Law returns the mixture as a law of package dist, with the density at single points and draws. It returns an error that wraps input.ErrShape for a model that Fit did
// not make.
func (m *Model) Law() (*dist.MVMixture, error) {
	law, err := m.law()
	if err != nil {
		return nil, fmt.Errorf("mixture: law: %w", err)
	}
	return law, nil
}

// joint is log π_k N(x_i; μ_k, Σ_k), an n×K matrix, and the sums over the components as logarithms.
func (m *Model) joint(x mat.Matrix) (*mat.Dense, []float64, error) {
	law, err := m.law()
	if err != nil {
		return nil, nil, err
	}
	joint, err := law.LogJoint(x)
	if err != nil {
		return nil, nil, err
	}
	n, k := joint.Dims()
	sums := make([]float64, n)
	special.LogSumExpRows(sums, joint.RawMatrix().Data, k)
	return joint, sums, nil
}

// LogProbs returns the logarithm of the density at each row of X, -Inf where it overflows. It returns an error that wraps input.ErrEmpty, input.ErrShape or input.ErrNotFinite
// for X, and input.ErrShape for a model that Fit did not make.
func (m *Model) LogProbs(x mat.Matrix) ([]float64, error) {
	_, sums, err := m.joint(x)
	if err != nil {
		return nil, fmt.Errorf("mixture: log densities: %w", err)
	}
	return sums, nil
}

// Posteriors returns the n×K matrix of responsibilities: the probabilities of the components, given the rows of X. They are computed from log densities, so
// that they are right where all densities underflow. The errors are those of LogProbs, and one that wraps input.ErrNotFinite for a row at which all log
// densities overflow.
func (m *Model) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	joint, sums, err := m.joint(x)
	if err != nil {
		return nil, fmt.Errorf("mixture: posteriors: %w", err)
	}
	for i, v := range sums {
		if v-v != 0 {
			return nil, fmt.Errorf("mixture: posteriors: %w", input.Errorf(input.ErrNotFinite, "X", "row %d is so far from all components that its density has no logarithm", i))
		}
	}
	_, k := joint.Dims()
	special.SoftmaxRows(joint.RawMatrix().Data, k)
	return joint, nil
}

// Predict returns the component 0..K-1 of largest responsibility for each row of X, the first among equals. The errors are those of Posteriors.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	r, err := m.Posteriors(x)
	if err != nil {
		return nil, err
	}
	return largest(r), nil
}

// Sample draws n observations, the rows of X, and tells the component of each. It returns an error that wraps input.ErrParam for n < 1, n·d > 2^31 or no source, and that of Law.
func (m *Model) Sample(n int, src rand.Source) (x *mat.Dense, component []int, err error) {
	law, err := m.law()
	if err == nil {
		x, component, err = law.Sample(n, src)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("mixture: sample: %w", err)
	}
	return x, component, nil
}

// NormalClasses are the components as classes with the labels 0..K-1, for figures.
func (m *Model) NormalClasses() (labels []int, means [][]float64, covs [][][]float64) {
	if _, err := m.law(); err != nil {
		return nil, nil, nil
	}
	for k := range m.Means {
		labels, covs = append(labels, k), append(covs, m.Covs[k].Rows())
	}
	return labels, m.Means, covs
}
