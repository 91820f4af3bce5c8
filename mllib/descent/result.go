package descent

import (
	"fmt"
	"math"
	"slices"
)

// Result is the end of a run. It is plain data: it goes through JSON and back (if the run did not diverge, since JSON has no
// infinities).
type Result struct {
	B       []float64 // the point found
	Value   float64   // f(B)
	History []Point   // if it was asked for: the start, then the points after the recorded steps
	Report  Report    // why the run stopped, and what it cost
}

// Point is one point of a history.
type Point struct {
	Step      int       // steps taken before this point: 0 for the start
	Gradients int       // gradients of single terms computed until here; n for each step of gradient descent on a Sum, 1 on a Function
	Eta       float64   // size of the step that led here, 0 for the start
	Value     float64   // f(B)
	Norm      float64   // ‖∇f(B)‖
	B         []float64 // the point; with averaging, the average that the run would return if it ended here
}

// Report says how a run ended.
type Report struct {
	Stop      Stop    // the reason
	Steps     int     // steps taken
	Gradients int     // gradients of single terms computed, as in Point
	Values    int     // values of f computed by a search
	Norm      float64 // ‖∇f‖ at the end
}

// String says in one line how the run ended.
func (r Report) String() string {
	return fmt.Sprintf("%v after %d steps, gradient %.3g", r.Stop, r.Steps, r.Norm)
}

// Values returns f at the points of the history.
func (r *Result) Values() []float64 {
	v := make([]float64, len(r.History))
	for i, p := range r.History {
		v[i] = p.Value
	}
	return v
}

func finite(v ...float64) bool {
	return !slices.ContainsFunc(v, func(e float64) bool { return math.IsNaN(e) || math.IsInf(e, 0) })
}
