package network

// chunk is the number of rows that go through a network at a time, unless they need too much memory for that (plan.atOnce).
const chunk = 1024

// memory is what a layer on patches needs for n rows.
type memory struct {
	patches []float64 // n×(places·seen), zeros outside of the picture
	spread  []float64 // the same size: derivatives
	column  []float64 // n numbers

	of    *float64 // where the rows begin whose patches these are
	rows  int      // how many there are
	still bool     // these rows do not change, so that their patches need not be copied again
}

// pass is a network at work on up to so many rows. It has no lock: one goroutine at a time.
type pass struct {
	*plan
	outs  [][]float64 // of each stage; of the last the scores
	sums  [][]float64 // that were given to the units, where slope needs them
	delta [][]float64 // derivatives by the sums of each stage; nil without learning
	extra []memory
	lse   []float64
}

func newPass(p *plan, rows int, learning bool) *pass {
	f := &pass{plan: p, lse: make([]float64, rows)}
	for _, s := range p.stages {
		if s.Kind != Dense && s.copies == nil {
			s.copies = s.segments()
		}
		units := s.out.Units()
		out, sums, delta := make([]float64, rows*units), []float64(nil), []float64(nil)
		if learning && needsSums(s.Activation) {
			sums = make([]float64, rows*units)
		}
		if learning {
			delta = make([]float64, rows*units)
		}
		f.outs, f.sums, f.delta = append(f.outs, out), append(f.sums, sums), append(f.delta, delta)
		f.extra = append(f.extra, s.memory(rows, learning))
	}
	return f
}

func (s *stage) memory(rows int, learning bool) (m memory) {
	if s.Kind == Dense {
		return m
	}
	size := rows * s.places() * s.seen
	m.patches, m.column = make([]float64, size), make([]float64, rows)
	if learning {
		m.spread = make([]float64, size)
	}
	return m
}

// forward computes the outputs of all stages for n rows of x, which begin at multiples of stride; of the last one the scores.
func (f *pass) forward(theta, x []float64, stride, n int) {
	for i, s := range f.stages {
		out := f.outs[i][:n*s.out.Units()]
		s.sums(theta, x, stride, n, &f.extra[i], out)
		if f.sums[i] != nil {
			copy(f.sums[i], out)
		}
		if s.Activation != Linear {
			activate(s.Activation, out, out)
		}
		x, stride = out, s.out.Units()
	}
}

// learn adds to grad the gradient of scale times the sum of the losses of n rows, and returns this sum, not scaled, and the number of rows that are wrong.
//
// Curriculum: N8.1c.
func (f *pass) learn(h head, theta, grad, x []float64, stride int, y []float64, n int, scale float64) (loss float64, wrong int) {
	f.forward(theta, x, stride, n)
	last := len(f.stages) - 1
	d := f.delta[last][:n*h.k]
	copy(d, f.outs[last])
	loss, wrong = h.measure(d, y, scale, f.lse[:n])
	for i := last; i >= 0; i-- {
		s := f.stages[i]
		in, width, below := x, stride, []float64(nil)
		if i > 0 {
			units := s.in.Units()
			in, width, below = f.outs[i-1][:n*units], units, f.delta[i-1][:n*units]
		}
		s.back(theta, grad, in, width, n, &f.extra[i], f.delta[i][:n*s.out.Units()], below)
		if i > 0 {
			slope(f.stages[i-1].Activation, below, in, f.sums[i-1])
		}
	}
	return loss, wrong
}

// value is the sum of the losses of n rows, and the number of those that are wrong.
func (f *pass) value(h head, theta, x []float64, stride int, y []float64, n int) (loss float64, wrong int) {
	for lo := 0; lo < n; lo += f.chunk {
		m := min(f.chunk, n-lo)
		f.forward(theta, x[lo*stride:], stride, m)
		l, w := h.measure(f.outs[len(f.outs)-1][:m*h.k], y[lo*h.k:(lo+m)*h.k], 1, f.lse[:m])
		loss, wrong = loss+l, wrong+w
	}
	return loss, wrong
}

// gradient sets grad to the gradient of the mean loss of n rows, and returns the sum of the losses and the number of rows that are wrong.
func (f *pass) gradient(h head, theta, grad, x []float64, stride int, y []float64, n int) (loss float64, wrong int) {
	clear(grad)
	for lo := 0; lo < n; lo += f.chunk {
		m := min(f.chunk, n-lo)
		l, w := f.learn(h, theta, grad, x[lo*stride:], stride, y[lo*h.k:(lo+m)*h.k], m, 1/float64(n))
		loss, wrong = loss+l, wrong+w
	}
	return loss, wrong
}

// penalty is ½Σw² over all weights but the biases.
func (p *plan) penalty(theta []float64) (sum float64) {
	for _, s := range p.stages {
		w, _ := s.of(theta)
		for _, v := range w {
			sum += float64(v * v)
		}
	}
	return sum / 2
}

// addPenalty adds decay times the gradient of the penalty.
func (p *plan) addPenalty(grad, theta []float64, decay float64) {
	if decay == 0 {
		return
	}
	for _, s := range p.stages {
		w, _ := s.of(theta)
		g, _ := s.of(grad)
		for i, v := range w {
			g[i] += float64(decay * v)
		}
	}
}
