package judge

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file decides claims at single points in numbers with a radius, where floating point or rational arithmetic do not: a refutation is
// of the mathematics, not of rounding, if the sides differ by more than their radii.

// certain evaluates claims in numbers with a radius.
type certain struct {
	*evaluator[*number.Ball]
	field *number.Balls
	at    *value.Value[float64] // the first value of the spot to which the machine is set, with so many bits
	bits  uint
}

// Bounds of the work: operations of a formula at a point, and of a derivation. Points beyond that are decided as if there were no such numbers.
const (
	mostAtPoint = 50_000
	mostInAll   = 1_000_000
)

// precisions are the bits of the numbers, one after another until a claim is decided.
var precisions = [...]uint{128, 640}

func newCertain(p *eval.Program) *certain {
	field := number.NewBalls(precisions[0])
	return &certain{evaluator: newEvaluator(eval.NewBalls(p, field, mostAtPoint)), field: field}
}

// certainty says how a claim was decided with radii.
type certainty uint8

const (
	decided     certainty = iota
	undecided             // more bits would be needed
	unavailable           // there are no such numbers for it
)

// certainly decides a claim at a spot with the given precisions, within its tolerance. An error in the finding is certain too: there is no
// value.
func (j *judge) certainly(c *checked, at spot, precisions ...uint) (f finding, how certainty) {
	for _, bits := range precisions {
		if j.sure.steps > mostInAll {
			return f, unavailable
		}
		j.setCertain(at, bits)
		if f, how = c.findCertain(j.sure); how != undecided {
			break
		}
	}
	if how == decided && f.err == nil && !f.numeric() && j.isConstrained() {
		return f, unavailable // the point is only near to the surface
	}
	return f, how
}

// strictly decides, without a tolerance, an equation or an inequality between numbers with a radius at the rational point to which the
// exact machine is set: off is by how much its sides differ the wrong way if that is more than their radii, else 0. A tolerance that the line states is kept to.
func (j *judge) strictly(c *checked) (values []value.Value[float64], off float64) {
	if len(c.rels) != 1 || c.rels[0] == `\approx` || c.stated || j.sure.steps > mostInAll {
		return nil, 0
	}
	j.sure.field.SetPrecision(precisions[0])
	j.sure.at = nil
	for _, v := range j.p.Vars {
		j.sure.m.Set(v, value.Convert(j.exact.m.Get(v), j.sure.field.Rat))
	}
	j.sure.moved()
	f, how := c.findCertain(j.sure)
	if how == unavailable || how == undecided && !f.equality || !f.numeric() || f.err != nil || len(f.values) != 2 {
		return nil, 0
	}
	x, _ := j.sure.eval(c.sides[0])
	y, _ := j.sure.eval(c.sides[1])
	j.sure.field.Clear()
	rel, err := j.sure.m.Relate(c.rels[0], x.Value, y.Value)
	if off = rel.Deviation; rel.Order {
		off = -rel.Slack
	}
	if err != nil || rel.Negated || rel.Holds || off <= 4*j.sure.field.Radius {
		return nil, 0
	}
	return f.values, off
}

// settling is at how many drawn points, and at how many corner cases, a claim is decided with radii where floating point finds no
// violation, but no value, or a tie: of such points there may be many, and each costs as much as a hundred others.
const settling = 3

// settled decides a claim with radii where floating point finds no value or a tie, at the first such points. Where numbers underflow, as a
// density far out, there is nothing to settle.
func (j *judge) settled(c *checked, at spot) (found finding, ok bool) {
	count := &c.settledDrawn
	if at.origin == cornerCase {
		count = &c.settledCorners
	}
	if *count++; *count > settling || j.m.Underflows() {
		return found, false
	}
	f, how := j.certainly(c, at, precisions[0])
	return f, how == decided
}

// numeric tells whether a finding is one about numbers that are compared with a tolerance.
func (f finding) numeric() bool { return f.equality || f.order }

// setCertain sets the machine with radii to a spot.
func (j *judge) setCertain(at spot, bits uint) {
	if len(at.values) > 0 && j.sure.at == &at.values[0] && j.sure.bits == bits {
		return // several claims are decided at the same spot
	}
	if j.sure.bits, j.sure.at = bits, nil; len(at.values) > 0 {
		j.sure.at = &at.values[0]
	}
	j.sure.field.SetPrecision(bits)
	for i, v := range j.p.Vars {
		j.sure.m.Set(v, value.Convert(at.rational(i, v), j.sure.field.Rat))
	}
	j.sure.moved()
}

// tie is the radius below which numbers that overlap are taken for equal ones, which no precision tells apart, as the entries of a set with
// one of them: there floating point is to be asked. Where a number was absorbed they need not be equal, and floating point knows less: \Phi(30) and
// \Phi(300) are both 1.
const tie = 1e-12

// findCertain evaluates a claim at the present point.
func (c *claim) findCertain(e *certain) (f finding, how certainty) {
	f = finding{finite: true, holds: true}
	var before eval.Result[*number.Ball]
	for i, side := range c.sides {
		e.field.Clear()
		r, err := e.eval(side)
		if err != nil || e.field.Doubt {
			e.at = nil // what the machine keeps is not to be trusted
		}
		switch {
		case e.field.Doubt && e.field.Radius < tie && !e.field.Absorbed:
			return f, unavailable
		case e.field.Doubt:
			return f, undecided
		case err != nil && (isInexact(err) || isStructural(err)):
			return f, unavailable
		case err != nil:
			return finding{err: err}, decided
		}
		f.values = append(f.values, value.Convert(r.Value, e.field.Value))
		if i > 0 && !c.compareCertain(e, &f, c.rels[i-1], before, r) {
			how = undecided
		}
		before = r
	}
	if len(c.rels) == 0 {
		f.holds = before.Value.Kind == value.Truth && before.Value.Truth
	}
	return f, how
}

// compareCertain notes in f how x and y are related. It reports false where that is not decided.
func (c *claim) compareCertain(e *certain, f *finding, op string, x, y eval.Result[*number.Ball]) bool {
	e.field.Clear()
	rel, err := e.m.Relate(op, x.Value, y.Value)
	if err != nil {
		return false
	}
	t, radius := c.tol*(1+rel.Scale), e.field.Radius
	if c.half > 0 {
		t = c.half * (1 + 1e-9)
	}
	f.premise = x.Value.Kind == value.Truth && x.Value.Truth
	switch {
	case x.Value.Kind == value.Truth || x.Value.Kind == value.Set || rel.Negated || !rel.Equality && !rel.Order:
		f.holds = f.holds && rel.Holds
		f.tie = f.tie || e.isTied(rel)
		return !e.field.Doubt
	case math.IsNaN(rel.Deviation + rel.Slack + rel.Scale + radius):
		return false
	case rel.Equality:
		f.equality, f.units = true, max(f.units, rel.Deviation/t)
		f.holds = f.holds && rel.Deviation <= t
		return math.Abs(rel.Deviation-t) > radius
	}
	f.tie = f.tie || e.isTied(rel)
	return f.orderCertain(rel, t, radius, e.field.Doubt)
}

// tiedDigits is the radius, relative to the sides, below which sides that overlap are equal to all
// digits.
const tiedDigits = 1e-100

// isTied reports whether the numbers that were compared last by <, > or ≠ are equal to all digits,
// and no number was absorbed on the way to them.
func (e *certain) isTied(rel eval.Relation) bool {
	strict := rel.Op == "<" || rel.Op == ">" || rel.Op == `\ne`
	return strict && e.field.Doubt && !e.field.Absorbed && e.field.Radius <= tiedDigits*rel.Scale
}

// orderCertain notes an inequality: a strict one needs to be decided, another one may hold within the tolerance.
func (f *finding) orderCertain(rel eval.Relation, t, radius float64, doubt bool) bool {
	if !f.order || rel.Slack < f.slack {
		f.slack, f.scale = rel.Slack, rel.Scale
	}
	f.order = true
	if rel.Strict {
		f.holds = f.holds && rel.Holds
		return !doubt
	}
	f.holds = f.holds && (rel.Holds || rel.Slack >= -t)
	return !doubt || radius < t && rel.Slack >= -relativeSlack*rel.Scale
}
