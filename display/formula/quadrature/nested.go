package quadrature

// Nested is the integral of f over the points x of n ≥ 1 coordinates with lo ≤ x_k ≤ hi, where the bounds of x_k are given by the
// coordinates before: bounds is called with x_1, …, x_{k-1}. The bounds may be infinite, the breaks hold for every coordinate. The errors
// of inner integrals are part of Err. f and bounds may not keep x.
func Nested(f func(x []float64) (float64, error), n int, bounds func(x []float64) (lo, hi float64, err error), o Options) (Result, error) {
	in := newIntegrator(o)
	e, err := in.nested(f, nil, n, bounds, in.tol)
	return e.checked(in, err)
}

// nested integrates over the coordinates after x; the inner integrals are asked for one digit more.
func (in *integrator) nested(f func(x []float64) (float64, error), x []float64, n int,
	bounds func(x []float64) (lo, hi float64, err error), tol float64) (estimate, error) {
	lo, hi, err := bounds(x)
	if err != nil {
		return estimate{}, err
	}
	here := append(append(make([]float64, 0, n), x...), 0)
	return in.integrate(func(y float64) (float64, float64, error) {
		here[len(here)-1] = y
		if len(here) == n {
			v, err := f(here)
			return v, 0, err
		}
		e, err := in.nested(f, here, n, bounds, max(tol/10, 1e-13))
		return e.value, e.err, err
	}, lo, hi, tol)
}

// Box is the integral of f over lo ≤ x ≤ hi, which may be infinite.
func Box(f func(x []float64) (float64, error), lo, hi []float64, o Options) (Result, error) {
	return Nested(f, len(lo), func(x []float64) (float64, float64, error) { return lo[len(x)], hi[len(x)], nil }, o)
}
