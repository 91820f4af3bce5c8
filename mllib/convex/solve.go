package convex

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Solution is the solution of a program, with its proof.
type Solution struct {
	X      []float64 // the point
	Lambda []float64 // the multiplier of each inequality, ≥ 0: by how much Value falls for each unit that its right side is raised, as long as little changes
	Nu     []float64 // the multiplier of each equation, of either sign
	Value  float64   // ½xᵀPx + qᵀx
	Slacks []float64 // h − Gx
	Report
	Trace [][]float64 // the point after each step of the interior-point method, if QP.Trace
}

// Report says how a solution was found and what is left of the conditions.
type Report struct {
	KKT
	Steps    int  // of the interior-point method
	Polished bool // whether the active rows alone gave it
	Reached  bool // whether the tolerance was reached; if not, QP.MaxSteps was the limit
}

// String tells the report in a sentence.
func (r Report) String() string {
	end := "tolerance reached"
	if !r.Reached {
		end = "limit of steps reached"
	}
	if r.Polished {
		end += ", solved on the active rows"
	}
	return fmt.Sprintf("%s after %d steps, conditions off by at most %.2g", end, r.Steps, r.Largest())
}

// verdict is what the solver says of a program in units of its own: a solution, or a proof that there is none.
type verdict struct {
	solution
	steps      int
	polished   bool
	trace      [][]float64
	off        float64   // what is left of the conditions
	lambda, nu []float64 // of a contradiction
	direction  []float64 // of endless descent, if some point is feasible
}

func (v *verdict) solved(tolerance float64) bool { return v.X != nil && v.off <= tolerance }

// Solve solves the program. It returns an *Infeasible or an *Unbounded error where there is no solution, an error that wraps ErrAccuracy where rounding keeps it from the
// tolerance, one that wraps input.ErrNotFinite where numbers of the solution overflow, and the errors of a program that is not whole: they wrap the sentinels of package input, input.ErrParam
// if P is not positive semidefinite. A step takes O((m+n)n²). Of several solutions it returns one, the same at every call.
//
// Curriculum: N7.0c, N7.0d, N7.0g, V5.1b, V5.2a, V5.2b, Y24b, Y25a, Y25b.
func (p QP) Solve() (*Solution, error) {
	f, err := p.check()
	if err != nil {
		return nil, err
	}
	last := error(nil)
	for attempt := range 3 {
		g, u := f.unitless(attempt)
		s, err := p.solveUnitless(f, g, u)
		if err == nil {
			return s, nil
		}
		if errors.Is(err, input.ErrNotFinite) {
			return nil, err
		}
		var none *Infeasible
		if errors.As(err, &none) && !f.proves(none.Lambda, none.Nu) {
			err = errNoProof
		}
		if last = err; s == nil && !isAccuracy(err) {
			break
		}
	}
	return nil, last
}

func (p QP) options() (tolerance float64, limit int) {
	tolerance, limit = p.Tolerance, p.MaxSteps
	if tolerance == 0 {
		tolerance = 1e-9
	}
	if limit == 0 {
		limit = 100
	}
	return tolerance, limit
}

func (p QP) solveUnitless(f, g form, u units) (*Solution, error) {
	tolerance, limit := p.options()
	v := g.minimum(tolerance, limit, p.Trace)
	if v.solved(tolerance) || v.X != nil && p.MaxSteps > 0 && v.steps >= limit {
		return p.finish(f, v, u, tolerance)
	}
	one := g.phaseOne()
	if one.solved(1e-7) && math.Abs(one.X[g.n]) <= 1e-8 && v.direction == nil {
		if w := g.onEquations(one, tolerance, limit); w.solved(tolerance) {
			return p.finish(f, w, u, tolerance)
		}
	}
	return nil, g.why(v, one, u)
}

func (p QP) finish(f form, v *verdict, u units, tolerance float64) (*Solution, error) {
	s := &Solution{X: u.pointOut(v.X)}
	s.Lambda, s.Nu = u.multipliersOut(v.Lambda, v.Nu)
	s.Value, s.Slacks = f.objective(s.X), f.slacks(s.X)
	s.Report = Report{KKT: f.kkt(s.X, s.Lambda, s.Nu), Steps: v.steps, Polished: v.polished, Reached: v.solved(tolerance)}
	for _, x := range v.trace {
		s.Trace = append(s.Trace, u.pointOut(x))
	}
	err := whole(s.X, s.Lambda, s.Nu, s.Slacks, []float64{s.Value, s.KKT.Largest()})
	if err == nil && s.Reached && f.breaks(s.X, u) {
		return nil, errRowLost
	}
	return s, err
}

// whole refuses a solution, or a proof, with numbers that overflow in the units of the program.
func whole(numbers ...[]float64) error {
	for _, v := range numbers {
		for _, x := range v {
			if x-x != 0 {
				return fmt.Errorf("convex: %w", input.Errorf(input.ErrNotFinite, "QP", "its numbers are so large, or so far apart, that those of the solution overflow"))
			}
		}
	}
	return nil
}

// minimum solves a program without units.
func (f form) minimum(tolerance float64, limit int, trace bool) *verdict {
	r, bad := f.reduce()
	if bad != nil {
		return bad
	}
	v := &verdict{}
	see := func(u []float64) {
		if trace {
			v.trace = append(v.trace, r.out(u))
		}
	}
	var end iterate
	switch {
	case r.z == nil:
	case r.g == nil:
		end.x = r.unconstrained()
	default:
		end, v.steps = r.interior(tolerance, limit, see)
		if end.x == nil {
			return v
		}
	}
	x, lambda := r.out(end.x), make([]float64, len(f.h))
	for k, i := range r.kept {
		lambda[i] = end.lambda[k]
	}
	v.solution, v.polished = f.polished(x, lambda, f.equationMultipliers(x, lambda))
	flush(v.X)
	flush(v.Lambda)
	v.off = f.offRelative(v.solution)
	none := solution{X: v.X, Lambda: make([]float64, len(f.h)), Nu: make([]float64, len(f.b))}
	if off := f.offRelative(none); off <= max(v.off, 1e-13) { // no row holds the minimum: what is left of multipliers is rounding
		v.solution, v.off = none, off
	}
	return v
}

// offRelative is the largest of what a solution leaves of the conditions, the gap in relation to the objective.
func (f form) offRelative(s solution) float64 {
	k := f.kkt(s.X, s.Lambda, s.Nu)
	k.Gap /= 1 + math.Abs(f.objective(s.X))
	return k.Largest()
}

// flush takes numbers far below the rounding of others for 0: a program without units has numbers of size 1.
func flush(v []float64) {
	for i, x := range v {
		if math.Abs(x) < 1e-30 {
			v[i] = 0
		}
	}
}

// out returns x0 + Zu.
func (r *reduced) out(u []float64) []float64 {
	x := append([]float64(nil), r.x0...)
	if r.z != nil {
		floats.Add(x, product(r.z, u))
	}
	return x
}

// unconstrained solves Pu = −q, where P is positive definite.
func (r *reduced) unconstrained() []float64 {
	w := &walk{form: r.form}
	w.g = mat.NewDense(1, r.n, nil)
	if !w.factor([]float64{0}) {
		return make([]float64, r.n)
	}
	minus := make([]float64, r.n)
	floats.ScaleTo(minus, -1, r.q)
	return w.solve(minus)
}

// equationMultipliers returns the ν that make x stationary, as nearly as may be.
func (f form) equationMultipliers(x, lambda []float64) []float64 {
	if f.a == nil {
		return nil
	}
	c := f.linear(lambda, make([]float64, len(f.b)))
	floats.Add(c, product(f.p, x))
	floats.Scale(-1, c)
	return leastSquares(f.a, c)
}
