package quadrature

import (
	"errors"
	"math"
	"slices"
)

// This file integrates over the whole of ℝ^d, d from 2 on, what has one or a few peaks, as products of densities have: the coordinates are
// those in which the first peak is round, of width 1, and for what is smooth there the plain lattice rule is the best rule known: its error
// falls as exp(-2π²/h²) with the step h for a Gaussian. Two lattices, one of them shifted by half a step, must agree.
//
// Reference: L. N. Trefethen and J. A. C. Weideman, The exponentially convergent trapezoidal rule (2014).

// Frame is the coordinates x = At + Axes·u, in which the peak at At is round: Axes is upper triangular, row by row.
type Frame struct {
	At     []float64
	Axes   []float64
	Volume float64 // |det Axes|
}

// Place is x at u.
func (f *Frame) Place(u []float64) []float64 {
	d := len(f.At)
	x := slices.Clone(f.At)
	for i := range d {
		for j := i; j < d; j++ {
			x[i] += float64(f.Axes[i*d+j] * u[j])
		}
	}
	return x
}

// Coordinates is u at x.
func (f *Frame) Coordinates(x []float64) []float64 {
	d := len(f.At)
	u := make([]float64, d)
	for i := d - 1; i >= 0; i-- {
		u[i] = x[i] - f.At[i]
		for j := i + 1; j < d; j++ {
			u[i] -= float64(f.Axes[i*d+j] * u[j])
		}
		u[i] /= f.Axes[i*d+i]
	}
	return u
}

// Plain are the coordinates x - at.
func Plain(at []float64) *Frame {
	d := len(at)
	f := &Frame{At: at, Axes: make([]float64, d*d), Volume: 1}
	for i := range d {
		f.Axes[i*d+i] = 1
	}
	return f
}

// ErrNotSmooth says that the lattices do not agree: the integrand has kinks, long tails, or more peaks than one.
var ErrNotSmooth = errors.New("two lattices do not agree on the integral")

// Density is an integrand over ℝ^d: coefficients, the first of which has the peaks.
type Density func(x []float64) ([]float64, error)

// Sum is an integral over ℝ^d, coefficient by coefficient, with the largest error of one of them.
type Sum struct {
	Values []float64
	Err    float64
	Frame  *Frame // in which it was computed, or for another rule to be used
}

const (
	gaussStep  = 0.8   // of the lattice: for a Gaussian its error is 4·10^-14
	gaussReach = 8.5   // how far a Gaussian is above rounding
	maxWide    = 3     // how often the lattice is made wider
	maxFine    = 2     // and finer
	maxNodes   = 20000 // of one lattice
)

// Space integrates over ℝ^d. The peaks are looked for at the centers, or at 0 where there is none. An error of f ends it and is returned.
// ErrNotSmooth comes with a frame that other rules do well to use.
func Space(f Density, d int, centers [][]float64, o Options) (Sum, error) {
	if len(centers) == 0 {
		centers = [][]float64{make([]float64, d)}
	}
	var peaks []peak
	for _, c := range centers {
		p, ok, err := climb(f, c)
		for k := 0; !ok && err == nil && k < len(aside); k++ { // the integrand may be 0 at the center of a density
			p, ok, err = climb(f, besideOf(c, aside[k]))
		}
		if err != nil {
			return Sum{}, err
		}
		if ok {
			peaks = append(peaks, p)
		}
	}
	if len(peaks) == 0 {
		return Sum{Frame: Plain(centers[0])}, ErrNotSmooth
	}
	l := newLattice(f, peaks)
	tol := o.Tol
	if !(tol > 0) {
		tol = defaultTol
	}
	for range maxWide + maxFine + 1 {
		sum, wide, fine, err := l.twice(tol)
		if err != nil {
			return Sum{Frame: l.frame}, err
		}
		switch {
		case wide:
			l.widen()
		case fine:
			l.step /= 2
		default:
			if far, err := l.isFarAway(sum); err != nil || far {
				return Sum{Frame: l.frame}, errors.Join(err, ErrNotSmooth)
			}
			return sum, nil
		}
	}
	return Sum{Frame: l.frame}, ErrNotSmooth
}

// aside is how far beside a center it is begun where the center itself leads to no peak.
var aside = [...]float64{0.5, -0.5, 5, 0.05}

func besideOf(c []float64, by float64) []float64 {
	x := slices.Clone(c)
	for k := range x {
		x[k] += by / float64(k+1)
	}
	return x
}

// lattice is where an integrand is summed.
type lattice struct {
	f      Density
	frame  *Frame
	lo, hi []float64 // of u
	step   float64
}

// newLattice is in the frame of the first peak, and reaches around all of them, with the step that the narrowest needs.
func newLattice(f Density, peaks []peak) *lattice {
	frame := peaks[0].frame()
	d := len(frame.At)
	l := &lattice{f: f, frame: frame, lo: slices.Repeat([]float64{math.Inf(1)}, d), hi: slices.Repeat([]float64{math.Inf(-1)}, d), step: gaussStep}
	for _, p := range peaks {
		u, narrow, wide := p.in(&peaks[0])
		l.step = min(l.step, gaussStep/narrow)
		for k := range u {
			l.lo[k] = min(l.lo[k], u[k]-gaussReach*wide)
			l.hi[k] = max(l.hi[k], u[k]+gaussReach*wide)
		}
	}
	return l
}

func (l *lattice) widen() {
	for k := range l.lo {
		more := (l.hi[k] - l.lo[k]) / 4
		l.lo[k], l.hi[k] = l.lo[k]-more, l.hi[k]+more
	}
}

// twice sums over both lattices. wide says that the integrand does not end within them, fine that they do not agree.
func (l *lattice) twice(tol float64) (sum Sum, wide, fine bool, err error) {
	a, err := l.sum(0)
	if err != nil {
		return sum, false, false, err
	}
	b, err := l.sum(0.5)
	if err != nil {
		return sum, false, false, err
	}
	size := (a.size + b.size) / 2
	if a.edge+b.edge > 1e-12*(a.size+b.size) {
		return sum, true, false, nil
	}
	sum.Frame = l.frame
	for k, x := range a.values {
		diff := math.Abs(x - b.values[k])
		fine = fine || diff > tol*max(size, math.Abs(x))
		sum.Values = append(sum.Values, (x+b.values[k])/2)
		sum.Err = max(sum.Err, diff)
	}
	sum.Err += 1e-14*size + a.edge + b.edge
	return sum, false, fine, nil
}

// sums over one lattice: of each coefficient, of the size of the first, and of that at the edge.
type sums struct {
	values     []float64
	size, edge float64
}

func (l *lattice) sum(shift float64) (s sums, err error) {
	d := len(l.lo)
	count, total := make([]int, d), 1
	for k := range count {
		count[k] = int(math.Ceil((l.hi[k]-l.lo[k])/l.step)) + 1
		if total *= count[k]; count[k] > maxNodes || total > maxNodes {
			return s, ErrNotSmooth
		}
	}
	u, at := make([]float64, d), make([]int, d)
	weight := l.frame.Volume * math.Pow(l.step, float64(d))
	for {
		edge := false
		for k, i := range at {
			u[k] = l.lo[k] + (float64(i)+shift)*l.step
			edge = edge || i == 0 || i == count[k]-1
		}
		c, err := l.f(l.frame.Place(u))
		if err != nil {
			return s, err
		}
		for len(s.values) < len(c) {
			s.values = append(s.values, 0)
		}
		for k, x := range c {
			s.values[k] += x * weight
		}
		y := math.Abs(c[0]) * weight
		if s.size += y; edge {
			s.edge += y
		}
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return s, ErrUndefined
		}
		if !advance(at, count) {
			return s, nil
		}
	}
}

// advance counts; it reports false after the last.
func advance(at, count []int) bool {
	for k := range at {
		if at[k]++; at[k] < count[k] {
			return true
		}
		at[k] = 0
	}
	return false
}

// isFarAway looks far outside of the lattice, in some directions, for what would count.
func (l *lattice) isFarAway(s Sum) (bool, error) {
	d := len(l.lo)
	reach := 0.0
	for k := range l.lo {
		reach = max(reach, math.Abs(l.lo[k]), math.Abs(l.hi[k]))
	}
	size := math.Abs(s.Values[0]) + s.Err
	angle := 0.4
	for r := 1.1 * reach; r < 1e5*reach; r *= 1.5 {
		for range 4 {
			u := make([]float64, d)
			rest := r
			for k := range d - 1 {
				u[k], rest = rest*math.Cos(angle), rest*math.Sin(angle)
				angle += 2.399963 // the golden angle
			}
			u[d-1] = rest
			c, err := l.f(l.frame.Place(u))
			if err != nil {
				return true, nil // this may be nothing, or not: another rule decides
			}
			if math.Abs(c[0])*l.frame.Volume*math.Pow(r, float64(d)) > 1e-9*size {
				return true, nil
			}
		}
	}
	return false, nil
}
