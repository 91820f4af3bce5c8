package mixture

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// leastVariance is the share of a column's variance below which a component has collapsed: a standard deviation of 1e-10 of that of all.
const leastVariance = 1e-20

// leastCount is the sum of responsibilities below which a component has lost all observations: sums divided by it could overflow.
const leastCount = 1e-200

// parameters are those of a step, in the units of the sample.
type parameters struct {
	weights []float64
	parts   []*dist.MVNormal
}

// run is one run from one start.
type run struct {
	Gaussian
	*sample
	number int // of the run

	apart     *mat.Dense // n×d, the memory of scatter
	resp      *mat.Dense // n×K responsibilities under now
	now       *parameters
	logLik    float64   // under now
	objective float64   // logLik less the penalty of the prior
	history   []float64 // objectives, of the start and after each step
	trace     []*parameters
	stop      Stop
}

// iterate makes steps from a start until one gains too little.
func (r *run) iterate(start *parameters) error {
	r.stop = IterationLimit
	resp, logLik, err := r.expect(start)
	if err != nil {
		return err
	}
	r.accept(start, resp, logLik, r.criterion(start, logLik))
	for len(r.history) <= r.MaxIter {
		next, err := r.maximise()
		if err != nil {
			r.stop = Collapsed
			return fmt.Errorf("%w after %d steps", err, len(r.history)-1)
		}
		if resp, logLik, err = r.expect(next); err != nil {
			return err
		}
		gain := r.criterion(next, logLik) - r.objective
		if gain < 0 { // rounding, at a maximum: the step is not made
			r.stop = Converged
			return nil
		}
		r.accept(next, resp, logLik, r.objective+gain)
		if gain <= r.Tol*float64(r.n) {
			r.stop = Converged
			return nil
		}
	}
	return nil
}

func (r *run) accept(q *parameters, resp *mat.Dense, logLik, objective float64) {
	r.now, r.resp, r.logLik, r.objective = q, resp, logLik, objective
	r.history = append(r.history, objective)
	if r.Trace {
		r.trace = append(r.trace, q)
	}
}

// expect is the E-step: responsibilities, in log space until they are normalised, and the log likelihood.
func (r *run) expect(q *parameters) (*mat.Dense, float64, error) {
	joint, err := r.logJoint(q)
	if err != nil {
		return nil, 0, err
	}
	data, sums := joint.RawMatrix().Data, make([]float64, r.n)
	special.LogSumExpRows(sums, data, r.K)
	for i, v := range sums {
		if math.IsInf(v, -1) {
			return nil, 0, input.Errorf(input.ErrNotFinite, "X", "row %d is so far from all components that its density has no logarithm", i)
		}
	}
	special.SoftmaxRows(data, r.K)
	return joint, floats.Sum(sums), nil
}

// logJoint is log π_k N(x_i; μ_k, Σ_k), n×K.
func (r *run) logJoint(q *parameters) (*mat.Dense, error) {
	if r.diagonal() {
		return r.joint(q), nil
	}
	law := dist.MVMixture{Weights: q.weights, Parts: q.parts}
	return law.LogJoint(r.x)
}

// maximise is the M-step.
func (r *run) maximise() (*parameters, error) {
	q := &parameters{weights: make([]float64, r.K)}
	sums := mat.NewDense(r.K, r.d, nil)
	sums.Mul(r.resp.T(), r.x)
	counts := make([]float64, r.K) // N_k
	for i := range r.n {
		floats.Add(counts, r.resp.RawRowView(i))
	}
	for k, count := range counts {
		if !(count > leastCount) {
			return nil, fmt.Errorf("%w: component %d has no observations left, as with more components than the observations have places", ErrCollapsed, k)
		}
		q.weights[k] = count / floats.Sum(counts)
		floats.Scale(1/count, sums.RawRowView(k))
	}
	for k, cov := range r.formed(r.scatters(sums), counts) {
		part, err := dist.NewMVNormal(la.Row(sums, k), cov)
		if err == nil {
			err = large(part)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: component %d has no spread left in some direction, which Prior > 0 prevents: %w", ErrCollapsed, k, err)
		}
		q.parts = append(q.parts, part)
	}
	return q, nil
}

// scatters are those of all components around the rows of means: matrices, or their diagonals as one row.
func (r *run) scatters(means *mat.Dense) (out []*mat.Dense) {
	if r.diagonal() {
		return r.squares(means)
	}
	for k := range r.K {
		out = append(out, r.scatter(k, means.RawRowView(k)))
	}
	return out
}

// scatter is Σ_i r_ik (x_i - mean)(x_i - mean)ᵀ.
func (r *run) scatter(k int, mean []float64) *mat.Dense {
	if r.apart == nil {
		r.apart = mat.NewDense(r.n, r.d, nil)
	}
	for i := range r.n {
		w, to := math.Sqrt(r.resp.At(i, k)), r.apart.RawRowView(i)
		for j, v := range r.x.RawRowView(i) {
			to[j] = w * (v - mean[j])
		}
	}
	var scatter mat.Dense
	scatter.Mul(r.apart.T(), r.apart)
	return &scatter
}

// formed makes covariances of scatters, with what the prior adds.
func (r *run) formed(scatters []*mat.Dense, counts []float64) []dist.Sym {
	covs := make([]dist.Sym, r.K)
	if r.Covariance == Tied {
		for _, s := range scatters[1:] {
			scatters[0].Add(scatters[0], s)
		}
		one := r.covariance(scatters[0], float64(r.n))
		for k := range covs {
			covs[k] = one
		}
		return covs
	}
	for k, s := range scatters {
		covs[k] = r.covariance(s, counts[k])
	}
	return covs
}

func (r *run) covariance(scatter *mat.Dense, count float64) dist.Sym {
	if r.Covariance == Full || r.Covariance == Tied {
		cov := dist.FromLower(r.d, scatter.RawMatrix().Data)
		for j := range r.d {
			cov.Data[j*r.d+j] += r.Prior
		}
		floats.Scale(1/count, cov.Data)
		return cov
	}
	cov, squares := dist.ZeroSym(r.d), scatter.RawRowView(0)
	for j, v := range squares {
		if r.Covariance == Spherical {
			v = floats.Sum(squares) / float64(r.d)
		}
		cov.Data[j*r.d+j] = (v + r.Prior) / count
	}
	return cov
}

// large returns an error for a law that is narrower than rounding lets one see.
func large(part *dist.MVNormal) error {
	d := part.Dim()
	for j := range d {
		if l := part.L[j*d+j]; !(l*l > leastVariance) {
			return input.Errorf(input.ErrSingular, "cov", "in column %d its standard deviation is %.1g of that of all", j, l)
		}
	}
	return nil
}

// criterion is the log likelihood less the penalty of the prior.
func (r *run) criterion(q *parameters, logLik float64) float64 {
	if r.Prior == 0 {
		return logLik
	}
	parts := q.parts
	if r.Covariance == Tied {
		parts = parts[:1]
	}
	for _, part := range parts {
		logLik -= r.Prior / 2 * la.Tr(part.Precision())
	}
	return logLik
}
