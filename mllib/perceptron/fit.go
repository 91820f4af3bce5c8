package perceptron

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// run is the state of one training run.
type run struct {
	Rosenblatt
	n, d, stride int
	data         []float64 // row i is data[i*stride : i*stride+d]
	y            []int
	rnd          *rand.Rand

	w       []float64
	b       float64
	cc      float64 // c² of the intercept's step
	step    int     // observations looked at
	updates int
	epochs  int
	born    int // step at which the current (w, b) was made
	stop    Stop
	cycle   *Cycle

	alpha    []int
	trace    []Update
	pocket   *Pocket
	weighted []float64 // Σ (step-1)·change of (w; b), from which the average follows
	mistakes []int     // scratch space of RandomMistake
}

func (p Rosenblatt) newRun(x mat.Matrix, y []int) (*run, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(input.Signs("y", y, n), p.check(n, d), checkSquares(x)); err != nil {
		return nil, err
	}
	r := &run{Rosenblatt: p.withDefaults(n), n: n, d: d, y: y, w: make([]float64, d), b: p.B0, alpha: make([]int, n)}
	r.data, r.stride = input.Rows(x)
	copy(r.w, p.W0)
	r.cc = r.squaredConstant()
	if p.Src != nil {
		r.rnd = rand.New(p.Src)
	}
	if p.Average {
		r.weighted = make([]float64, d+1)
	}
	if p.Pocket {
		r.pocket = &Pocket{Mistakes: n + 1}
		r.judge()
	}
	return r, nil
}

// checkSquares refuses rows whose squared norms overflow.
func checkSquares(x mat.Matrix) error {
	radius, err := linear.Radius(x)
	return errors.Join(err, input.Vector("squared norm of X's rows", []float64{radius * radius}, 1))
}

// squaredConstant returns c² for the intercept. R² is the largest squared norm itself, not the square of a root: on
// integer data the whole run is exact then.
func (r *run) squaredConstant() float64 {
	switch r.Intercept {
	case UnitStep:
		return 1
	case RadiusStep:
		squared := 0.0
		for i := range r.n {
			squared = max(squared, floats.Dot(r.row(i), r.row(i)))
		}
		return squared
	}
	return 0
}

func (r *run) row(i int) []float64 { return r.data[i*r.stride : i*r.stride+r.d] }

func (r *run) train() {
	switch r.Order {
	case Cyclic, Shuffled:
		r.stop = r.passes()
	default:
		r.stop = r.selections()
	}
	r.retire(r.step)
}

// passes goes through the data again and again until a pass makes no mistake.
func (r *run) passes() Stop {
	sequence := slices.Clone(r.Sequence)
	seen := newCycleDetector(r.w, r.b)
	for r.epochs < r.MaxEpochs {
		if r.Order == Shuffled {
			r.rnd.Shuffle(r.n, func(i, j int) { sequence[i], sequence[j] = sequence[j], sequence[i] })
		}
		r.epochs++
		before := r.updates
		if limit := r.pass(sequence); limit {
			return UpdateLimit
		}
		if r.updates == before {
			return NoMistakes
		}
		if r.Order == Cyclic && !r.IgnoreCycles {
			if epochs, updates, ok := seen.seen(r.epochs, r.updates, r.w, r.b); ok {
				r.cycle = &Cycle{Epochs: epochs, Updates: updates}
				return Cycling
			}
		}
	}
	return EpochLimit
}

// pass looks at each observation once; it returns true when it must stop at a mistake because of MaxUpdates.
func (r *run) pass(sequence []int) (limit bool) {
	for _, i := range sequence {
		r.step++
		score := floats.Dot(r.w, r.row(i)) + r.b
		if !r.wrong(score, r.y[i]) {
			continue
		}
		if r.updates == r.MaxUpdates {
			r.step-- // the step is not taken
			return true
		}
		r.update(i, score)
	}
	return false
}

// selections updates with the first or a random mistake until there is none.
func (r *run) selections() Stop {
	seen := newCycleDetector(r.w, r.b)
	for {
		i, score := r.selectMistake()
		if i < 0 {
			return NoMistakes
		}
		if r.updates == r.MaxUpdates {
			return UpdateLimit
		}
		r.step++
		r.update(i, score)
		if r.Order == FirstMistake && !r.IgnoreCycles {
			if _, updates, ok := seen.seen(r.updates, r.updates, r.w, r.b); ok {
				r.cycle = &Cycle{Updates: updates}
				return Cycling
			}
		}
	}
}

// selectMistake returns a misclassified observation and its score, or -1 if there is none.
func (r *run) selectMistake() (i int, score float64) {
	r.mistakes = r.mistakes[:0]
	for _, i := range r.Sequence {
		score := floats.Dot(r.w, r.row(i)) + r.b
		if !r.wrong(score, r.y[i]) {
			continue
		}
		if r.Order == FirstMistake {
			return i, score
		}
		r.mistakes = append(r.mistakes, i)
	}
	if len(r.mistakes) == 0 {
		return -1, 0
	}
	i = r.mistakes[r.rnd.IntN(len(r.mistakes))]
	return i, floats.Dot(r.w, r.row(i)) + r.b
}

// wrong is the test for a mistake.
func (r *run) wrong(score float64, y int) bool {
	margin := score * float64(y)
	if margin != 0 {
		return !(margin > 0)
	}
	return r.Tie == TieMistake || (r.Tie == TiePositive) == (y < 0)
}

// update is Rosenblatt's rule.
func (r *run) update(i int, score float64) {
	r.retire(r.step - 1)
	change := r.Eta * float64(r.y[i])
	floats.AddScaled(r.w, change, r.row(i))
	r.b += change * r.cc
	r.updates++
	r.alpha[i]++
	r.born = r.step
	if r.weighted != nil {
		late := float64(r.step-1) * change
		floats.AddScaled(r.weighted[:r.d], late, r.row(i))
		r.weighted[r.d] += late * r.cc
	}
	if r.Trace {
		r.trace = append(r.trace, Update{Number: r.updates, Epoch: r.epochs, I: i, Score: score, W: slices.Clone(r.w), B: r.b})
	}
	if r.pocket != nil {
		r.judge()
	}
}

// retire notes for how many steps, up to the given one, the current (w, b) lived.
func (r *run) retire(upTo int) {
	if len(r.trace) > 0 {
		r.trace[len(r.trace)-1].Lived = upTo - r.born + 1
	}
}

// judge puts the current (w, b) into the pocket if it makes fewer mistakes than the one there.
func (r *run) judge() {
	mistakes, _ := r.count()
	r.pocket.History = append(r.pocket.History, mistakes)
	if mistakes < r.pocket.Mistakes {
		r.pocket.Hyperplane = linear.Hyperplane{W: slices.Clone(r.w), B: r.b}
		r.pocket.Mistakes, r.pocket.Update = mistakes, r.updates
	}
}

func (r *run) count() (mistakes, ties int) {
	for i := range r.n {
		score := floats.Dot(r.w, r.row(i)) + r.b
		if r.wrong(score, r.y[i]) {
			mistakes++
		}
		if score == 0 {
			ties++
		}
	}
	return mistakes, ties
}

func (r *run) model() *Model {
	m := &Model{
		Hyperplane: linear.Hyperplane{W: r.w, B: r.b},
		Alpha:      r.alpha,
		Pocket:     r.pocket,
		Trace:      r.trace,
		Report:     Report{Stop: r.stop, Updates: r.updates, Epochs: r.epochs, Cycle: r.cycle},
	}
	if r.Tie == TieNegative {
		m.Sign = label.Negative
	}
	m.Report.Mistakes, m.Report.Ties = r.count()
	if r.weighted != nil {
		m.Average = r.average()
	}
	return m
}

// average returns the mean of (w, b) over the steps: an update made in step t counts for the steps t, ..., T, so that the mean
// is the end minus Σ (t-1)·change / T.
func (r *run) average() *linear.Hyperplane {
	mean := &linear.Hyperplane{W: slices.Clone(r.w), B: r.b}
	if r.step > 0 {
		floats.AddScaled(mean.W, -1/float64(r.step), r.weighted[:r.d])
		mean.B -= r.weighted[r.d] / float64(r.step)
	}
	return mean
}
