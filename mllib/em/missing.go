package em

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Missing tells how a problem converges near a maximum.
type Missing struct {
	Rate     float64     // the largest eigenvalue of Jacobian in size: the factor by which the distance to the maximum shrinks each step
	Jacobian [][]float64 // ∂next_i/∂θ_j of the step, k×k
}

// MissingInformation differentiates the step at a maximum θ, by central differences. The eigenvalues of the derivative are the shares of the information of complete data that are
// missing in what is seen, I - (information of the complete data)⁻¹·(observed information), in the directions of the parameters. It returns an error that wraps input.ErrEmpty or input.ErrNotFinite, and
// input.ErrValue where a step moves θ by more than 1e-4·(1 + |θ_j|), so that it is no maximum.
//
// Reference: Dempster, Laird and Rubin (1977), section 3. Curriculum: V12a, V12c.
func MissingInformation(p Problem, theta []float64) (*Missing, error) {
	m, err := missing(p, theta)
	if err != nil {
		return nil, fmt.Errorf("em: missing information: %w", err)
	}
	return m, nil
}

func missing(p Problem, theta []float64) (*Missing, error) {
	k := len(theta)
	if input.IsNil(p) || k == 0 {
		return nil, input.Errorf(input.ErrEmpty, "problem", "got no problem, or no parameters")
	}
	if err := input.Vector("theta", theta, k); err != nil {
		return nil, err
	}
	next := make([]float64, k)
	p.Step(next, theta)
	if d := distance(next, theta); !(d <= 1e-4) {
		return nil, input.Errorf(input.ErrValue, "theta", "a step moves it by %.2g, so that it is no maximum", d)
	}
	jacobian := mat.NewDense(k, k, nil)
	m := &Missing{}
	for j := range k {
		h := math.Ldexp(1, -17) * (1 + math.Abs(theta[j])) / 4
		up, down := moved(p, theta, j, h), moved(p, theta, j, -h)
		for i := range k {
			jacobian.Set(i, j, (up[i]-down[i])/(2*h))
		}
	}
	var e mat.Eigen
	if _, _, err := input.Matrix("step", jacobian); err != nil {
		return nil, err
	}
	if !e.Factorize(jacobian, mat.EigenNone) {
		return nil, input.Errorf(input.ErrNotFinite, "step", "its derivative has no eigenvalues")
	}
	for _, v := range e.Values(nil) {
		m.Rate = max(m.Rate, cmplx.Abs(v))
	}
	for i := range k {
		m.Jacobian = append(m.Jacobian, slices.Clone(jacobian.RawRowView(i)))
	}
	return m, nil
}

// moved is the step from theta with entry j moved by h.
func moved(p Problem, theta []float64, j int, h float64) []float64 {
	from, next := slices.Clone(theta), make([]float64, len(theta))
	from[j] += h
	p.Step(next, from)
	return next
}
