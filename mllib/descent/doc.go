// Package descent minimises smooth functions by following gradients: gradient descent with constant or searched steps, L-BFGS, and
// stochastic gradient descent on sums of many terms with schedules of steps, batches and averaging.
//
// A method is a struct of parameters with a Minimize method. What it minimises is a small interface:
//
//   - Function: a value and a gradient, for GradientDescent and LBFGS;
//   - Sum: an average of n terms, whose gradients can be had one by one, for Stochastic. Package logistic has one.
//
// All methods return a Result: the end point, a Report that says why the run stopped and what it cost, and, where it is
// asked for, the history of the run, point by point.
//
//	f := descent.Quadratic{Curvature: []float64{1, 10}}
//	r, err := descent.GradientDescent{Step: 2. / 11}.Minimize(f, []float64{10, 1})
//	fmt.Println(r.Report, r.B)
//
// The vocabulary is that of convex optimisation. f is l-smooth if its gradient has the Lipschitz constant l; the constant step
// 1/l then decreases f in every step. f is μ-strongly convex if f - μ‖b‖²/2 is convex; the distance to the minimiser then
// falls by a constant factor.
//
// # Files
//
// function.go (what can be minimised, with three examples), gradient.go and lbfgs.go, walk.go (the steps, limits and history of both),
// stochastic.go, schedule.go, options.go (enumerations), result.go.
package descent
