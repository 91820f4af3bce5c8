package linear

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file finds the point of least norm of the convex hull of finitely many points by Wolfe's algorithm.
//
// The algorithm keeps a corral: affinely independent points p_0..p_m with positive convex weights, whose combination is
// the least-norm point of their affine hull. A major step asks for the point p of the hull with the least product
// ⟨x, p⟩ with the current x; if that is ⟨x, x⟩, then x is optimal (the hyperplane through x orthogonal to x has all
// points beyond it). Otherwise p joins the corral, and minor steps move to the least-norm point of the new affine hull,
// dropping points on the way where a weight would turn negative. The norm falls with every major step, and there are
// finitely many corrals, so the algorithm ends; it needs no step size and no tuning, and ends at rounding accuracy.
//
// Reference: P. Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11 (1976), 128-149.

// vertex is a point of the polytope with the one or two observations it was made from.
type vertex struct {
	point []float64
	from  [2]int
}

// polytope is given by what Wolfe's algorithm asks of it.
type polytope interface {
	vertex(x []float64) vertex // the vertex p with the least ⟨x, p⟩
	scale() float64            // an upper bound of ‖p‖² over the vertices
}

type corral struct {
	vertices []vertex
	weights  []float64
	x        []float64 // Σ weights·points
}

// leastNorm returns the corral of the least-norm point, and the number of major steps. It stops when no vertex improves
// on x by more than tolerance times the scale, or after limit steps (done is false then).
func leastNorm(p polytope, start []float64, tolerance float64, limit int) (c corral, steps int, done bool) {
	first := p.vertex(start)
	c = corral{vertices: []vertex{first}, weights: []float64{1}, x: append([]float64(nil), first.point...)}
	for steps < limit {
		steps++
		next := p.vertex(c.x)
		if floats.Dot(c.x, next.point) >= floats.Dot(c.x, c.x)-tolerance*p.scale() || c.has(next) {
			return c, steps, true
		}
		c.vertices, c.weights = append(c.vertices, next), append(c.weights, 0)
		c.minorSteps()
	}
	return c, steps, false
}

func (c *corral) has(v vertex) bool {
	for _, u := range c.vertices {
		if u.from == v.from {
			return true
		}
	}
	return false
}

// minorSteps moves to the least-norm point of the affine hull, dropping vertices until it lies inside the simplex.
func (c *corral) minorSteps() {
	for {
		target, ok := c.affineMinimum()
		if !ok { // affinely dependent to rounding: the newcomer adds nothing
			c.drop(len(c.weights) - 1)
			break
		}
		step, leaving := 1.0, -1
		for i, t := range target {
			if t <= 1e-15 && c.weights[i]-t > 0 {
				if s := c.weights[i] / (c.weights[i] - t); leaving < 0 || s < step {
					step, leaving = s, i
				}
			}
		}
		for i, t := range target {
			c.weights[i] += step * (t - c.weights[i])
		}
		if leaving < 0 {
			break
		}
		c.drop(leaving)
	}
	c.combine()
}

// affineMinimum returns the affine weights of the least-norm point of the affine hull: with D = (p_1-p_0, ..., p_m-p_0)
// it minimises ‖p_0 + D u‖ by a QR factorisation of D. It fails if D has not full rank to rounding.
func (c *corral) affineMinimum() (weights []float64, ok bool) {
	m, d := len(c.vertices)-1, len(c.x)
	if m == 0 {
		return []float64{1}, true
	}
	if m > d {
		return nil, false
	}
	p0 := c.vertices[0].point
	edges, rhs := mat.NewDense(d, m, nil), mat.NewVecDense(d, nil)
	for i := range d {
		rhs.SetVec(i, -p0[i])
		for j := range m {
			edges.Set(i, j, c.vertices[j+1].point[i]-p0[i])
		}
	}
	var qr mat.QR
	qr.Factorize(edges)
	var u mat.VecDense
	if err := qr.SolveVecTo(&u, false, rhs); err != nil {
		return nil, false
	}
	weights = append([]float64{1 - mat.Sum(&u)}, u.RawVector().Data...)
	return weights, true
}

func (c *corral) drop(i int) {
	c.vertices = append(c.vertices[:i], c.vertices[i+1:]...)
	c.weights = append(c.weights[:i], c.weights[i+1:]...)
}

func (c *corral) combine() {
	total := floats.Sum(c.weights)
	clear(c.x)
	for i, v := range c.vertices {
		c.weights[i] /= total
		floats.AddScaled(c.x, c.weights[i], v.point)
	}
}
