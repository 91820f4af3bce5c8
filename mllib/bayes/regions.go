package bayes

import (
	"fmt"
	"math"
	"sort"

	"github.com/mercer-go/mercer/mllib/input"
)

// Regions is a rule on the line: action Action[j] from Cuts[j-1] to Cuts[j], where Action has one entry more than Cuts. A point
// on a cut belongs to the right side.
type Regions struct {
	Cuts   []float64 // strictly increasing
	Action []int     // the actions between the cuts, from left to right
}

// Threshold returns the rule that says class 1 from t on and class 0 before.
func Threshold(t float64) Regions { return Regions{[]float64{t}, []int{0, 1}} }

// Decide returns the action at x, or -1 for NaN, or if there is not one action more than cuts.
func (r Regions) Decide(x float64) int {
	if math.IsNaN(x) || len(r.Action) != len(r.Cuts)+1 {
		return -1
	}
	return r.Action[sort.Search(len(r.Cuts), func(j int) bool { return r.Cuts[j] > x })]
}

// Check returns an error that wraps input.ErrShape, input.ErrNotFinite, or input.ErrParam for cuts that do not increase or actions
// outside 0..actions-1.
func (r Regions) Check(actions int) error {
	if len(r.Action) != len(r.Cuts)+1 {
		return input.Errorf(input.ErrShape, "Regions.Action", "got %d actions for %d cuts, want one more", len(r.Action), len(r.Cuts))
	}
	if err := input.Vector("Regions.Cuts", r.Cuts, len(r.Cuts)); err != nil {
		return err
	}
	for j := 1; j < len(r.Cuts); j++ {
		if r.Cuts[j-1] >= r.Cuts[j] {
			return input.Errorf(input.ErrParam, "Regions.Cuts", "cut %d is %v after %v", j, r.Cuts[j], r.Cuts[j-1])
		}
	}
	for _, a := range r.Action {
		if a < 0 || a >= actions {
			return input.Errorf(input.ErrParam, "Regions.Action", "action %d is outside 0..%d", a, actions-1)
		}
	}
	return nil
}

// scanPoints is the resolution with which Rule looks for regions.
const scanPoints = 4096

// Rule returns the optimal rule of a law: at each x the action of least conditional risk. Its cuts are exact to rounding. It looks
// at 4096 points of the law's range, and of each class's range that is much narrower, so that regions narrower than that may be
// missed; outside the range it goes on as at its ends. tie decides where actions cost the same on a whole interval. The errors are those of the law's, the loss's Check.
//
// Curriculum: N2.2a, N2.2h, B2.2b, V2.2a, Y3a, Y5a, Y6b.
func Rule(law Law, loss Loss, tie Tie) (Regions, error) {
	for _, err := range []error{checkLoss(law, loss), tie.Check("tie")} {
		if err != nil {
			return Regions{}, fmt.Errorf("bayes: rule: %w", err)
		}
	}
	s := newDecider(law, loss, tie)
	points := grid(law, scanPoints)
	x := s.firstMass(points)
	r := Regions{Action: []int{s.at(x)}}
	for _, next := range points {
		if next > x && s.mass(next) > 0 {
			s.step(&r, x, next)
			x = next
		}
	}
	return r, nil
}

// decider takes the best action of a law at a point.
type decider struct {
	law          Law
	loss         Loss
	tie          Tie
	masses, risk []float64
}

func newDecider(law Law, loss Loss, tie Tie) *decider {
	return &decider{law, loss, tie, make([]float64, law.K()), make([]float64, loss.Actions(law.K()))}
}

func (s *decider) at(x float64) int {
	s.law.Masses(s.masses, x)
	return s.loss.decide(s.loss.risksTo(s.risk, s.masses), s.masses, s.tie)
}

func (s *decider) mass(x float64) float64 {
	s.law.Masses(s.masses, x)
	sum := 0.0
	for _, m := range s.masses {
		sum += m
	}
	return sum
}

// firstMass returns the first of the points where the law has mass, or the first one.
func (s *decider) firstMass(points []float64) float64 {
	for _, x := range points {
		if s.mass(x) > 0 {
			return x
		}
	}
	return points[0]
}

// step adds the cuts between x and next to r, whose last action is that at x.
func (s *decider) step(r *Regions, x, next float64) {
	want := s.at(next)
	for last := r.Action[len(r.Action)-1]; last != want; last = r.Action[len(r.Action)-1] {
		cut := s.leaves(last, x, next)
		r.Cuts, r.Action = append(r.Cuts, cut), append(r.Action, s.at(cut))
		x = cut
	}
}

// leaves returns the point of (x, next] from which on the action is not the given one, by bisection to neighbouring floats.
func (s *decider) leaves(action int, x, next float64) float64 {
	for {
		mid := x + (next-x)/2
		if mid <= x || mid >= next {
			return next
		}
		if s.at(mid) == action {
			x = mid
		} else {
			next = mid
		}
	}
}

func checkLoss(law Law, loss Loss) error {
	if err := checkLaw(law); err != nil {
		return err
	}
	return loss.Check(law.K())
}
