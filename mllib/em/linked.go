package em

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// Linked is a multinomial law whose cells hide what they are sums of: cell j has the probability Fixed_j + Yes_j·p + No_j·(1-p). Complete data would tell for each member of
// a cell which of its three parts it came from; then p would be the share of Yes among Yes and No.
//
// With Fixed = ½, 0, 0, 0, Yes = ¼, 0, 0, ¼ and No = 0, ¼, ¼, 0 it is the law of linked genes of Fisher, with which Dempster, Laird and Rubin explain EM.
//
// Reference: C. R. Rao, Linear Statistical Inference and Its Applications (1973), 5g; Dempster, Laird and Rubin (1977), section 1. Curriculum: V12c.
type Linked struct {
	Fixed, Yes, No []float64 // one number >= 0 for each cell; Yes and No have the same sum > 0, and with Fixed they sum to 1
	Start          float64   // of p, between 0 and 1; 0 means ½
	Algorithm
}

// LinkedModel is a linked multinomial law that was fitted. It is plain data.
type LinkedModel struct {
	P             float64     // the maximum
	LogLikelihood []float64   // at the start and after each step, without the multinomial coefficient
	Observed      float64     // -ℓ”(P), the observed information; 0 at the border
	Complete      float64     // what it is expected to be with complete data, given the counts
	Report        Report      // how the run ended
	Trace         [][]float64 // if it was asked for
}

// Missing is the share of the information of complete data that the cells hide, 1 - Observed/Complete: the rate at which EM converges. It is NaN for a maximum at the border.
func (m *LinkedModel) Missing() float64 {
	if m == nil || !(m.Complete > 0) {
		return math.NaN()
	}
	return 1 - m.Observed/m.Complete
}

// linked is the Problem of one parameter.
type linked struct {
	Linked
	counts []float64
}

func (l linked) LogLikelihood(theta []float64) (sum float64) {
	p := theta[0]
	for j, c := range l.counts {
		sum += xlog(c, l.Fixed[j]+float64(l.Yes[j]*p)+float64(l.No[j]*(1-p)))
	}
	return sum
}

// parts are how many members of all cells are expected to be Yes and No.
func (l linked) parts(p float64) (yes, no float64) {
	for j, c := range l.counts {
		y, n := l.Yes[j]*p, l.No[j]*(1-p)
		if cell := l.Fixed[j] + y + n; c > 0 && cell > 0 {
			yes += float64(c * y / cell)
			no += float64(c * n / cell)
		}
	}
	return yes, no
}

func (l linked) Step(next, theta []float64) {
	next[0] = theta[0]
	if yes, no := l.parts(theta[0]); yes+no > 0 {
		next[0] = yes / (yes + no)
	}
}

// observed is -ℓ”(p).
func (l linked) observed(p float64) (sum float64) {
	for j, c := range l.counts {
		slope, cell := l.Yes[j]-l.No[j], l.Fixed[j]+float64(l.Yes[j]*p)+float64(l.No[j]*(1-p))
		if c > 0 {
			sum += c * (slope / cell) * (slope / cell)
		}
	}
	return sum
}

// Problem returns the likelihood as a Problem of p, for Algorithm.Run and MissingInformation. The errors are those of Fit.
func (l Linked) Problem(counts []int) (Problem, error) {
	q, err := l.problem(counts)
	if err != nil {
		return nil, fmt.Errorf("em: linked: %w", err)
	}
	return q, nil
}

func (l Linked) problem(counts []int) (linked, error) {
	k := len(l.Fixed)
	q := linked{Linked: l}
	err := errors.Join(l.Algorithm.check(), input.Vector("Linked.Fixed", l.Fixed, k), input.Vector("Linked.Yes", l.Yes, k), input.Vector("Linked.No", l.No, k),
		input.Param(l.Start >= 0 && l.Start < 1, "Linked.Start", l.Start, "a number between 0 and 1, these excluded, or 0 for ½"))
	if err != nil {
		return q, err
	}
	if k == 0 || len(counts) != k {
		return q, input.Errorf(input.ErrShape, "counts", "got %d, want one for each of the %d cells, at least one", len(counts), k)
	}
	var fixed, yes, no float64
	for j := range k {
		if l.Fixed[j] < 0 || l.Yes[j] < 0 || l.No[j] < 0 {
			return q, input.Errorf(input.ErrParam, "Linked", "cell %d has a negative part", j)
		}
		fixed, yes, no = fixed+l.Fixed[j], yes+l.Yes[j], no+l.No[j]
	}
	if !(yes > 0) || math.Abs(yes-no) > 1e-12 || math.Abs(fixed+yes-1) > 1e-12 {
		return q, input.Errorf(input.ErrParam, "Linked", "the parts sum to %v fixed, %v yes and %v no, want equal yes and no > 0, and with fixed 1", fixed, yes, no)
	}
	return q, q.count(counts)
}

// count enters the counts.
func (q *linked) count(counts []int) error {
	informative := false
	for j, c := range counts {
		if c < 0 || c > 1<<53 {
			return input.Errorf(input.ErrValue, "counts", "cell %d has %d members", j, c)
		}
		if c > 0 && q.Fixed[j]+q.Yes[j]+q.No[j] == 0 {
			return input.Errorf(input.ErrValue, "counts", "cell %d has %d members, and the probability 0", j, c)
		}
		informative = informative || c > 0 && q.Yes[j] != q.No[j]
		q.counts = append(q.counts, float64(c))
	}
	if !informative {
		return input.Errorf(input.ErrEmpty, "counts", "no cell that has members depends on p")
	}
	return nil
}

// Fit estimates p from the members of each cell. It returns an error that wraps input.ErrParam, input.ErrShape or input.ErrNotFinite for the parts, the start and the limits, input.ErrShape, input.ErrValue or
// input.ErrEmpty for counts. The log likelihood is concave in p, so that there is one maximum.
func (l Linked) Fit(counts []int) (*LinkedModel, error) {
	q, err := l.problem(counts)
	if err != nil {
		return nil, fmt.Errorf("em: linked: %w", err)
	}
	start := l.Start
	if start == 0 {
		start = .5
	}
	r, err := l.Algorithm.run(q, []float64{start})
	if err != nil {
		return nil, fmt.Errorf("em: linked: %w", err)
	}
	m := &LinkedModel{P: r.Theta[0], LogLikelihood: r.LogLikelihood, Report: r.Report, Trace: r.Trace}
	if yes, no := q.parts(m.P); yes > 0 && no > 0 {
		m.Observed, m.Complete = q.observed(m.P), yes/m.P/m.P+no/(1-m.P)/(1-m.P)
	}
	return m, nil
}
