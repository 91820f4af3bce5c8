package convex

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file solves programs whose feasible points form a thin set: no point is strictly feasible, and interior points do not exist. Phase one proves it by multipliers
// λ⁰ ≥ 0 with Gᵀλ⁰ + Aᵀν⁰ = 0 and hᵀλ⁰ + bᵀν⁰ = 0, so rows with λ⁰ > 0 hold with equality at every feasible point, and are equations.

// onEquations solves the program with these rows as equations. Their multipliers may come out negative; a multiple of λ⁰, which changes nothing, makes them ≥ 0.
func (f form) onEquations(one *verdict, tolerance float64, limit int) *verdict {
	null := one.Lambda[:len(f.h)]
	rest, tied := []int{}, []int{}
	for i, l := range null {
		if l > 1e-6 {
			tied = append(tied, i)
		} else {
			rest = append(rest, i)
		}
	}
	g := form{n: f.n, p: f.p, q: f.q, b: append([]float64(nil), f.b...)}
	g.a, g.b = stacked(f.a, f.g, tied), append(g.b, chosen(f.h, tied)...)
	g.g, g.h = stacked(nil, f.g, rest), chosen(f.h, rest)
	v := g.minimum(tolerance, limit, false)
	if v.X == nil {
		return v
	}
	s := solution{X: v.X, Lambda: make([]float64, len(f.h)), Nu: append([]float64(nil), v.Nu[:len(f.b)]...)}
	for k, i := range rest {
		s.Lambda[i] = v.Lambda[k]
	}
	lift := 0.0
	for k, i := range tied {
		s.Lambda[i] = v.Nu[len(f.b)+k]
		lift = max(lift, -s.Lambda[i]/null[i])
	}
	floats.AddScaled(s.Lambda, lift, null)
	floats.AddScaled(s.Nu, lift, one.Nu)
	for i := range s.Lambda {
		s.Lambda[i] = max(0, s.Lambda[i])
	}
	w := &verdict{steps: v.steps}
	w.solution, w.polished = f.polished(s.X, s.Lambda, s.Nu)
	w.polished = w.polished || v.polished
	w.off = f.offRelative(w.solution)
	return w
}

// stacked returns the rows of a, and the chosen ones of g below them.
func stacked(a, g *mat.Dense, rows []int) *mat.Dense {
	above := 0
	if a != nil {
		above, _ = a.Dims()
	}
	if above+len(rows) == 0 {
		return nil
	}
	_, n := g.Dims()
	m := mat.NewDense(above+len(rows), n, nil)
	for i := range above {
		m.SetRow(i, a.RawRowView(i))
	}
	for k, i := range rows {
		m.SetRow(above+k, g.RawRowView(i))
	}
	return m
}

func chosen(h []float64, rows []int) []float64 {
	out := make([]float64, 0, len(rows))
	for _, i := range rows {
		out = append(out, h[i])
	}
	return out
}
