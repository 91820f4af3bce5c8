package quadrature

import "math"

// This file finds where an integrand over ℝ^d has a peak, and how wide that is in each direction, by Newton's method for log |f| with
// differences of some size: log |f| is quadratic for a Gaussian, whatever the step.

// peak is a maximum of log |f| with its curvature, the matrix of minus the second derivatives, as C Cᵀ with C lower triangular.
type peak struct {
	at     []float64
	factor []float64
}

const (
	maxClimb    = 12   // steps of Newton's method
	leastBend   = 0.05 // by how much log |f| bends within the differences,
	mostBend    = 4
	maxScalings = 60
)

// climb goes up from x; ok is false where it comes to no peak.
func climb(f Density, x []float64) (p peak, ok bool, err error) {
	g := func(x []float64) float64 {
		if err != nil {
			return math.NaN()
		}
		var c []float64
		if c, err = f(x); err != nil {
			return math.NaN()
		}
		return math.Log(math.Abs(c[0]))
	}
	x = append([]float64(nil), x...)
	here := g(x)
	widths := make([]float64, len(x))
	for k := range widths {
		widths[k] = 1
	}
	for range maxClimb {
		if math.IsInf(here, 0) || math.IsNaN(here) || !scale(g, x, here, widths) {
			return p, false, err
		}
		slope, bend := differences(g, x, here, widths)
		factor := cholesky(bend, len(x))
		if factor == nil || err != nil {
			return p, false, err
		}
		p = peak{x, factor}
		step := p.solve(slope)
		long := 0.0
		for k, s := range step {
			long += s * slope[k] // in units of the widths
		}
		next, y := stepTo(g, x, step, here)
		if next == nil || math.Abs(long) < 0.01 {
			return p, err == nil, err
		}
		x, here = next, y
	}
	return p, err == nil, err
}

// stepTo is x + step, or less if that is not higher; nil where nothing is.
func stepTo(g func([]float64) float64, x, step []float64, here float64) ([]float64, float64) {
	for share := 1.0; share > 0.01; share /= 2 {
		next := make([]float64, len(x))
		for k := range x {
			next[k] = x[k] + share*step[k]
		}
		if y := g(next); y > here {
			return next, y
		}
	}
	return nil, here
}

// scale finds widths in which log |f| bends by about 1.
func scale(g func([]float64) float64, x []float64, here float64, widths []float64) bool {
	for k := range widths {
		found := false
		for range maxScalings {
			bend := 2*here - g(moved(x, k, widths[k])) - g(moved(x, k, -widths[k]))
			if found = leastBend <= bend && bend <= mostBend; found {
				break
			}
			if bend < leastBend {
				widths[k] *= 2
			} else { // also where it is infinite
				widths[k] /= 1.7
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func moved(x []float64, k int, by float64) []float64 {
	y := append([]float64(nil), x...)
	y[k] += by
	return y
}

// differences are the first and minus the second derivatives.
func differences(g func([]float64) float64, x []float64, here float64, widths []float64) (slope, bend []float64) {
	d := len(x)
	slope, bend = make([]float64, d), make([]float64, d*d)
	for i, a := range widths {
		up, down := g(moved(x, i, a)), g(moved(x, i, -a))
		slope[i] = (up - down) / (2 * a)
		bend[i*d+i] = (2*here - up - down) / (a * a)
		for j, b := range widths[:i] {
			mixed := g(moved(moved(x, i, a), j, b)) - g(moved(moved(x, i, a), j, -b)) - g(moved(moved(x, i, -a), j, b)) + g(moved(moved(x, i, -a), j, -b))
			bend[i*d+j] = -mixed / (4 * a * b)
			bend[j*d+i] = bend[i*d+j]
		}
	}
	return slope, bend
}

// cholesky is the lower triangular C with C Cᵀ = a, or nil where a is not positive definite.
func cholesky(a []float64, d int) []float64 {
	c := make([]float64, d*d)
	for i := range d {
		for j := range i + 1 {
			s := a[i*d+j]
			for k := range j {
				s -= c[i*d+k] * c[j*d+k]
			}
			switch {
			case i != j:
				c[i*d+j] = s / c[j*d+j]
			case s > 1e-12*math.Abs(a[i*d+i]):
				c[i*d+i] = math.Sqrt(s)
			default: // NaN too
				return nil
			}
		}
	}
	return c
}

// solve is (C Cᵀ)⁻¹ b.
func (p *peak) solve(b []float64) []float64 {
	d := len(b)
	y := append([]float64(nil), b...)
	for i := range d {
		for k := range i {
			y[i] -= p.factor[i*d+k] * y[k]
		}
		y[i] /= p.factor[i*d+i]
	}
	return p.back(y)
}

// back is C⁻ᵀ y.
func (p *peak) back(y []float64) []float64 {
	d := len(y)
	x := append([]float64(nil), y...)
	for i := d - 1; i >= 0; i-- {
		for k := i + 1; k < d; k++ {
			x[i] -= p.factor[k*d+i] * x[k]
		}
		x[i] /= p.factor[i*d+i]
	}
	return x
}

// frame is x = at + C⁻ᵀ u.
func (p *peak) frame() *Frame {
	d := len(p.at)
	f := &Frame{At: p.at, Axes: make([]float64, d*d), Volume: 1}
	for j := range d {
		unit := make([]float64, d)
		unit[j] = 1
		for i, x := range p.back(unit) {
			f.Axes[i*d+j] = x
		}
		f.Volume /= p.factor[j*d+j]
	}
	return f
}

// in is where the peak lies in the frame of another, how much narrower than it it is there in some direction, and how much wider.
func (p *peak) in(q *peak) (u []float64, narrow, wide float64) {
	d := len(p.at)
	u = make([]float64, d)
	for i := range d { // C_qᵀ (p.at - q.at)
		for k := i; k < d; k++ {
			u[i] += q.factor[k*d+i] * (p.at[k] - q.at[k])
		}
	}
	return u, stretch(q, p), stretch(p, q)
}

// stretch is the norm of C_p⁻¹ C_q, by the power method.
func stretch(p, q *peak) float64 {
	d := len(p.at)
	m := make([]float64, d*d)
	for j := range d {
		for i := range d {
			m[i*d+j] = q.factor[i*d+j]
			for k := range i {
				m[i*d+j] -= p.factor[i*d+k] * m[k*d+j]
			}
			m[i*d+j] /= p.factor[i*d+i]
		}
	}
	x, norm := make([]float64, d), 0.0
	for k := range x {
		x[k] = 1 + 0.1*float64(k)
	}
	for range 30 {
		y, z := make([]float64, d), make([]float64, d)
		for i := range d {
			for j := range d {
				y[i] += m[i*d+j] * x[j]
			}
		}
		length := 0.0
		for j := range d {
			for i := range d {
				z[j] += m[i*d+j] * y[i]
			}
			length += z[j] * z[j]
		}
		length = math.Sqrt(length)
		for k := range x {
			x[k] = z[k] / length
		}
		norm = math.Sqrt(length)
	}
	return norm
}
