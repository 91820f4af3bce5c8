package network

import (
	"math"
	"math/rand/v2"
	"slices"
)

// run is a training by batches.
type run struct {
	Training
	*pass
	head        head
	sample      sample
	order, held []int     // rows to learn from, and held out
	x, y        []float64 // a batch
	theta, grad []float64
	stepper
}

// epochs trains by batches until there is no progress.
func (t Training) epochs(p *plan, h head, s sample, theta []float64) (*fitted, error) {
	r := &run{Training: t, head: h, sample: s, theta: theta, grad: make([]float64, len(theta)), stepper: newStepper(t, len(theta))}
	r.divide()
	r.Batch = min(r.Batch, len(r.order))
	size := max(r.Batch, min(p.chunk, len(r.held)))
	r.pass = newPass(p, min(p.chunk, size), true)
	r.x, r.y = make([]float64, size*p.in.Units()), make([]float64, size*h.k)
	return r.train()
}

// divide draws the rows that are held out.
func (r *run) divide() {
	r.order = make([]int, r.sample.n)
	for i := range r.order {
		r.order[i] = i
	}
	if held := r.Training.held(r.sample.n); held > 0 {
		shuffle(r.order, r.Src)
		r.held = slices.Clone(r.order[:held])
		r.order = r.order[held:]
		slices.Sort(r.order)
	}
}

func shuffle(order []int, src rand.Source) {
	rand.New(src).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
}

func (r *run) train() (*fitted, error) {
	end := &fitted{report: Report{Stop: EpochLimit}}
	least, idle := math.Inf(1), 0
	var best []float64
	for epoch := range r.Epochs {
		e := r.epoch()
		watched := e.Loss
		if r.held != nil {
			e.ValidationLoss, e.ValidationWrong = r.validate()
			watched = e.ValidationLoss
		}
		if bad := watched + e.Loss + r.size(); bad-bad != 0 {
			return nil, overflow("Training.Rate")
		}
		end.curve = append(end.curve, e)
		idle++
		if watched < least-r.Tol {
			idle = 0
		}
		if watched < least {
			least = watched
			end.report.Best = epoch + 1
			if r.held != nil {
				best = append(best[:0], r.theta...)
			}
		}
		if idle >= r.Patience {
			end.report.Stop = NoProgress
			if r.held != nil {
				end.report.Stop = Validated
			}
			break
		}
	}
	if best != nil {
		r.theta = best
	}
	end.theta, end.report.Epochs, end.report.Steps = r.theta, len(end.curve), r.step
	return end, r.finish(end)
}

// finish measures the loss of all rows that were learned from.
func (r *run) finish(end *fitted) error {
	loss, wrong := r.over(r.order)
	end.report.Loss, end.report.Wrong = loss, wrong
	if loss-loss != 0 {
		return overflow("Training.Rate")
	}
	return nil
}

// epoch takes the steps of an epoch.
func (r *run) epoch() (e Epoch) {
	if !r.InOrder {
		shuffle(r.order, r.Src)
	}
	for lo := 0; lo < len(r.order); lo += r.Batch {
		part := r.order[lo:min(lo+r.Batch, len(r.order))]
		r.load(part)
		loss, wrong := r.gradient(r.head, r.theta, r.grad, r.x, r.in.Units(), r.y, len(part))
		r.addPenalty(r.grad, r.theta, r.Decay)
		e.Loss += loss / float64(len(r.order))
		e.Wrong += float64(wrong) / float64(len(r.order))
		r.move(r.theta, r.grad)
	}
	return e
}

// load copies rows into the batch.
func (r *run) load(part []int) {
	d, k := r.in.Units(), r.head.k
	for b, i := range part {
		copy(r.x[b*d:(b+1)*d], r.sample.x[i*r.sample.stride:])
		copy(r.y[b*k:(b+1)*k], r.sample.y[i*k:])
	}
}

// validate is the mean loss and the share of wrong ones of the rows held out.
func (r *run) validate() (loss, wrong float64) { return r.over(r.held) }

// over is the mean loss of rows, and the share of them that is wrong.
func (r *run) over(order []int) (loss, wrong float64) {
	size := len(r.y) / r.head.k
	for lo := 0; lo < len(order); lo += size {
		part := order[lo:min(lo+size, len(order))]
		r.load(part)
		l, w := r.value(r.head, r.theta, r.x, r.in.Units(), r.y, len(part))
		loss, wrong = loss+l, wrong+float64(w)
	}
	return loss / float64(len(order)), wrong / float64(len(order))
}
