package judge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
	"github.com/mercer-go/mercer/display/internal/numeral"
)

// Judge evaluates a derivation and says what it found. What its functions in Go are at arguments is asked of ask. When ctx ends the verdict
// is that the computation was stopped; that takes some tenths of a second at most.
func Judge(ctx context.Context, q *proof.Question, ask proof.Answerer) *proof.Verdict {
	v := &record{Verdict: &proof.Verdict{Title: q.Title, Seed: q.Seed, Tol: q.Tol}}
	v.judge(ctx, q, ask)
	v.Rendering = proof.Rendering{Markdown: v.markdown(), Text: v.text(), Failure: v.failure()}
	return v.Verdict
}

// record is a verdict in the making, with what is needed to show it.
type record struct {
	*proof.Verdict
	blocks []block
	where  []string // what the Go functions are, Markdown
	// drawnFrom says from where variables were drawn whose domain is only sampled: ℕ, ℤ, functions on the line.
	drawnFrom []string
	spells    *speller // nil where the question does not ask
	whole     bool     // the points are all that there are
}

func (v *record) judge(ctx context.Context, q *proof.Question, ask proof.Answerer) {
	s := newSettings(q, ask)
	for _, fault := range s.faults {
		v.Problems = append(v.Problems, proof.Problem{Message: fault})
	}
	p := v.compile(q, s)
	if p == nil || len(v.Problems) > 0 {
		return
	}
	for _, x := range p.Vars {
		if from := x.Sampled(); from != "" {
			v.drawnFrom = append(v.drawnFrom, "$"+x.Name+"$ was drawn from "+from+".")
		}
	}
	work := &work{Context: ctx, most: q.Work}
	err := newJudge(work, v, p, s).run()
	v.Work = work.done
	switch {
	case work.isSpent():
		err = errWork
	case ctx.Err() != nil:
		err = value.ErrStopped
	}
	if err != nil {
		v.problem(err)
	}
}

// problem notes an error, or all that are joined in it.
func (v *record) problem(err error) {
	var list syntax.Errors
	if errors.As(err, &list) {
		for _, e := range list {
			v.problem(e)
		}
		return
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		if _, fault := err.(*eval.Fault); !fault {
			for _, e := range joined.Unwrap() {
				v.problem(e)
			}
			return
		}
	}
	p := proof.Problem{Message: err.Error()}
	var placed *syntax.Error
	if errors.As(err, &placed) {
		p.Caret = placed.Caret()
	}
	v.Problems = append(v.Problems, p)
}

// compile reads the text. It is nil where that has an error.
func (v *record) compile(q *proof.Question, s *settings) *eval.Program {
	var names []string
	for _, b := range s.values {
		names = append(names, b.name)
	}
	if len(s.at) > 0 {
		for _, b := range s.at[0] {
			names = append(names, b.name)
		}
	}
	values := slices.Clone(names)
	for _, f := range s.funcs {
		names = append(names, f.Name)
	}
	doc, err := syntax.ParseDocument(q.Text, names...)
	if err != nil {
		v.problem(err)
		return nil
	}
	p, err := eval.Compile(doc, eval.Names{Values: values, Funcs: s.funcs})
	if err != nil {
		v.problem(err)
		return nil
	}
	if err := checkOwn(q, doc); err != nil {
		v.problem(err)
		return nil
	}
	v.layOut(doc)
	v.spells = newSpeller(q, doc)
	v.whereLines(s)
	return p
}

// judge evaluates the claims of a program.
type judge struct {
	*sampler
	v      *record
	s      *settings
	float  *evaluator[float64]
	exact  *evaluator[*big.Rat]
	sure   *certain
	claims []*checked
	whole  bool // the spots are all points there are

	spots, cornerSpots, farSpots []spot
}

// checked is a claim and what was found about it so far.
type checked struct {
	claim
	index, variantIndex int // of the step and, from 1, of its variant
	step                *proof.Step
	variant             *proof.Variant // of \refute; then a violation is what is wanted
	done                bool           // a violation is found
	tested, leftOut     int
	noValue             int        // of those left out
	why                 error      // why a point was left out
	open                []openSpot // of an inequality: where it holds
	best                spot       // and where it is tightest
	ends                []spot     // of the searches
	ratio               float64
	exactly, degree     int // exact points, and the degree there
	inexact, noDegree   bool
	bothTrue, bothFalse []spot // of \iff and \implies: points at which both sides are so
	uncertain           bool   // has no value with radii, at the first point
	byTolerance         bool   // what exact arithmetic did not decide everywhere

	untold string // in words, a zero of a border number at which the claim was not decided

	settledDrawn, settledCorners, strictly int // see settling and strictPoints
}

func newJudge(ctx *work, v *record, p *eval.Program, s *settings) *judge {
	m, exact := eval.NewFloat(p), eval.NewRational(p)
	fixed := map[string]value.Value[float64]{}
	for _, b := range s.values {
		fixed[b.name] = b.value
	}
	j := &judge{sampler: &sampler{ctx: ctx, p: p, m: m, fixed: fixed, at: s.at, domains: map[*eval.Var]domain.Domain{}}, v: v, s: s, float: newEvaluator(m), exact: newEvaluator(exact), sure: newCertain(p)}
	stopped := func() bool {
		ctx.done++
		return ctx.Err() != nil
	}
	m.StopWhen(stopped)
	exact.StopWhen(stopped)
	j.sure.m.StopWhen(func() bool {
		ctx.done += ballWork
		return stopped()
	})
	for _, part := range p.Parts {
		switch part := part.(type) {
		case *eval.Chain:
			left := part.First
			for _, s := range part.Steps {
				j.addStep(left, s)
				left = s.Right
			}
		case *eval.Conclusion:
			j.addConclusion(part)
		}
	}
	j.link()
	return j
}

// run evaluates all claims.
func (j *judge) run() error {
	if len(j.v.Steps) == 0 {
		return errors.New("the text states nothing: a line with a relation, or \\therefore, is wanted")
	}
	if err := j.checkForm(); err != nil {
		return err
	}
	if err := j.points(); err != nil {
		return err
	}
	for _, c := range j.claims {
		c.uncertain = !c.done && !j.isCertain(c)
	}
	if err := j.exactly(); err != nil {
		return err
	}
	j.lookAtBorders()
	if err := j.hunt(); err != nil {
		return err
	}
	for _, c := range j.claims {
		c.settle(j)
	}
	return nil
}

// A derivation whose formulas take very long is evaluated at fewer points: no more are begun after maxSteps operations, but for the
// fewest.
const (
	maxSteps = 20_000_000
	fewest   = 20
)

// points evaluates the claims at drawn points and at corner cases.
func (j *judge) points() error {
	r := rand.New(rand.NewPCG(j.s.seed, j.s.seed))
	spots, whole, err := j.cases()
	if !whole && err == nil {
		j.rejected, j.why = 0, nil
		spots, err = j.draw(r, j.s.draws)
	}
	if err != nil {
		return err
	}
	j.whole, j.v.whole = whole, whole
	j.v.Points, j.v.Rejected, j.v.Drawn = len(spots), j.rejected, !j.isSettled()
	if len(spots) == 0 {
		return j.nowhere()
	}
	for k := range spots {
		if spots[k].origin = "point " + strconv.Itoa(k+1); whole {
			spots[k].origin = "case " + strconv.Itoa(k+1)
		}
	}
	var corners []spot
	if !whole {
		if corners, err = j.corners(r); err != nil {
			return err
		}
	}
	j.v.Corners, j.spots, j.cornerSpots = len(corners), spots, corners
	if err := j.askAhead(slices.Concat(spots, corners)); err != nil {
		return err
	}
	for k, at := range slices.Concat(spots, corners) {
		if j.float.steps > maxSteps && k >= fewest {
			j.v.Points, j.v.Corners = min(k, len(spots)), max(0, k-len(spots))
			j.whole = false
			break
		}
		j.set(at)
		j.float.moved()
		for _, c := range j.claims {
			if err := j.note(c, at); err != nil {
				return err
			}
		}
	}
	if j.v.whole = j.whole; !j.whole {
		if sampled := j.sampledCases(); sampled != "" {
			j.v.drawnFrom = append(j.v.drawnFrom, sampled)
		}
	}
	return nil
}

// nowhere says that no point satisfies the assumptions.
func (j *judge) nowhere() error {
	why := ""
	if j.why != nil {
		why = "; an assumption had no value: " + j.why.Error()
	}
	if j.isSettled() {
		return fmt.Errorf("the values from Go satisfy the assumptions at none of the points%s", why)
	}
	for _, v := range j.p.Vars {
		if from := v.Sampled(); strings.HasPrefix(from, "the numbers") {
			why += fmt.Sprintf("; %s is drawn from %s: a finite set, as %s \\in \\{9,\\dots,40\\}, says which are meant", v.Name, from, v.Name)
		}
	}
	return fmt.Errorf("none of %d drawn points satisfies the assumptions%s; an equation is better solved for one of its names by \\let", j.rejected, why)
}

// note evaluates a claim at a spot to which the machine is set, and notes what it finds. The error is one of the text.
func (j *judge) note(c *checked, at spot) error {
	if c.done {
		return nil
	}
	f := c.find(j.float)
	switch {
	case f.err != nil && isStructural(f.err):
		return j.placed(c, f.err)
	case f.err != nil:
		j.noValue(c, at, f.err)
	case !f.finite:
		j.decideExactly(c, at, f)
	case f.violated():
		j.decideViolation(c, at, f)
	case f.holds && f.near:
		j.decideNear(c, at, f)
	case f.holds:
		c.good(at, f)
	default:
		c.leftOut++
	}
	return nil
}

// decideNear decides an inequality whose sides are as near as the tolerance: exactly, where that can be.
func (j *judge) decideNear(c *checked, at spot, f finding) {
	if j.isConstrained() {
		c.byTolerance = true
		c.good(at, f)
		return
	}
	j.setExact(at)
	holds, ok, _ := c.findExact(j.exact)
	if ok && !holds && !j.isOwing(at, f) {
		c.counter(j.counter(at, f.values, -f.slack))
		return
	}
	if !ok && f.slack <= roundedSlack*f.scale && c.isStrict() {
		j.decideViolation(c, at, f)
		return
	}
	c.byTolerance = c.byTolerance || !ok
	c.good(at, f)
}

// roundedSlack is the slack of a strict inequality, relative to its sides, that may be rounding
// alone.
const roundedSlack = 1e-14

// decideViolation refutes a claim that floating point finds violated, unless that is rounding.
func (j *judge) decideViolation(c *checked, at spot, f finding) {
	sure, violated := j.confirmed(c, at, f)
	switch {
	case violated:
		j.refuted(c, at, sure)
	case sure.holds:
		c.good(at, sure)
	default:
		c.leftOut++
	}
}

// good notes a point at which the claim holds.
func (c *checked) good(at spot, f finding) {
	c.tested++
	c.noteSides(at, f)
	if f.order && f.scale > 0 && !tooSmall(f) {
		c.open = append(c.open, openSpot{at, f.ratio(), f.slack})
	}
	if c.variant != nil {
		return
	}
	if f.premise {
		c.step.True++
	}
	if f.equality {
		c.step.Equality, c.step.Deviation = true, max(c.step.Deviation, f.units)
	}
	if f.order {
		c.step.Order = true
		if r := f.ratio(); r > c.ratio && !tooSmall(f) {
			c.ratio, c.best = r, at
		}
	}
}

// noValue notes a point at which a side has no value: a refutation, if that is so without rounding too.
func (j *judge) noValue(c *checked, at spot, err error) {
	j.setExact(at)
	holds, ok, exactly := c.findExact(j.exact)
	switch {
	case ok && holds:
		c.tested++
		return
	case ok && !j.isConstrained():
		c.counter(j.counter(at, j.exactSides(c), 0))
		return
	}
	if c.variant != nil { // what has no value is not told from the truth by that
		c.leftOut++
		c.why = err
		return
	}
	if exactly != nil && !isInexact(exactly) && !isStructural(exactly) {
		j.refutedBecause(c, at, err)
		return
	}
	if f, ok := j.settled(c, at); ok {
		j.settleCertain(c, at, f)
		return
	}
	c.leftOut++
	c.noValue++
	c.why = err
}

// decideExactly decides a claim where rounding does, or where numbers are too large.
func (j *judge) decideExactly(c *checked, at spot, f finding) {
	j.setExact(at)
	holds, ok, _ := c.findExact(j.exact)
	switch {
	case ok && holds:
		c.tested++
	case ok && !j.isConstrained():
		f.values = j.exactSides(c)
		j.refuted(c, at, f)
	default:
		if sure, ok := j.settled(c, at); ok {
			j.settleCertain(c, at, sure)
			return
		}
		c.leftOut++
	}
}

// settleCertain notes what is certain at a spot.
func (j *judge) settleCertain(c *checked, at spot, f finding) {
	switch {
	case f.err != nil && c.variant != nil:
		c.leftOut++
		c.why = f.err
	case f.err != nil:
		j.refutedBecause(c, at, f.err)
	case f.violated():
		j.refuted(c, at, f)
	default:
		c.good(at, f)
	}
}

// isConstrained tells whether some variable is on a surface that floating-point numbers only come near to.
func (j *judge) isConstrained() bool {
	for _, v := range j.p.Vars {
		if d := v.Degree(j.m); d.Den > 0 && !v.Weights() {
			return true
		}
	}
	return false
}

// setExact sets the exact machine to a spot.
func (j *judge) setExact(at spot) {
	for i, v := range j.p.Vars {
		j.exact.m.Set(v, at.rational(i, v))
	}
	j.exact.moved()
}

// rational is the value of variable i in rational numbers.
func (at spot) rational(i int, v *eval.Var) value.Value[*big.Rat] {
	if at.exact != nil {
		return at.exact[i]
	}
	return exactValue(v, at.values[i])
}

// smallViolation is below which a violation of an inequality, relative to its sides, may come from an assumption that holds only up to rounding.
const smallViolation = 1e-6

// roundedEnd is below which a violation may come from the end of an interval that is no short number, as √2, and stands rounded in it.
const roundedEnd = 1e-14

// isOutside reports whether rounding has put the value of a variable outside its domain, as a
// singular matrix in the place of a positive definite one.
func (j *judge) isOutside(at spot) bool {
	for i, v := range j.p.Vars {
		if v.Bound {
			continue
		}
		if d, err := j.domainOf(v); err == nil && domain.Excludes(d, at.rational(i, v)) {
			return true
		}
	}
	return false
}

// isOwing tells whether a violation may be owing to an assumption that holds up to rounding only, as of x < 1 at a number just beyond 1, given x ≤ 1,
// or to the end of an interval that is rounded.
func (j *judge) isOwing(at spot, f finding) bool {
	if j.isOutside(at) {
		return true
	}
	if f.order && !f.equality && f.slack >= -roundedEnd*(1+f.scale) && j.isAtRoundedEnd(at) {
		return true
	}
	if len(j.p.Assumptions) == 0 || !f.order || f.equality || f.slack < -smallViolation*(1+f.scale) {
		return false
	}
	return !j.surelyAllowed(at)
}

// isAtRoundedEnd tells whether some variable is at an end of its interval that is no short number.
func (j *judge) isAtRoundedEnd(at spot) bool {
	for i, v := range j.p.Vars {
		if v.Bound {
			continue
		}
		if d, err := j.domainOf(v); err == nil && domain.IsEnd(d, at.values[i]) && !isNumber(strconv.FormatFloat(at.values[i].N, 'g', shortDigits, 64), at.values[i].N) {
			return true
		}
	}
	return false
}

// refuted notes a violation.
func (j *judge) refuted(c *checked, at spot, f finding) {
	if j.isOwing(at, f) {
		c.leftOut++
		return
	}
	at, f = j.simpler(c, at, f)
	c.counter(j.counter(at, f.values, 0))
}

// counter is a point that refutes a line, with the values of its sides there, which differ by off where that is known.
func (j *judge) counter(at spot, values []value.Value[float64], off float64) *proof.Counter {
	return &proof.Counter{Point: j.words(at), Origin: at.origin, Values: sidesInWords(values, off)}
}

// refutedBecause notes a point at which a side has no value.
func (j *judge) refutedBecause(c *checked, at spot, err error) {
	if j.isOutside(at) {
		c.leftOut++
		return
	}
	c.counter(&proof.Counter{Point: j.words(at), Origin: at.origin, Why: "there is no value: " + err.Error() + "; an assumption in \\given leaves such points out" + j.remedy(at)})
}

// remedy is the assumption that leaves out a point at which a weight is 0, or "".
func (j *judge) remedy(at spot) string {
	for i, v := range j.p.Vars {
		switch x := at.values[i]; {
		case !v.Weights() || !slices.Contains(x.A, 0):
		case x.Kind == value.Law:
			return ", here \\forall x \\in A : " + v.Name + "(x) > 0 where A is the set"
		default:
			return ", here \\forall i : " + v.Name + "_i > 0"
		}
	}
	return ""
}

func (c *checked) counter(found *proof.Counter) {
	c.done = true
	if c.variant != nil {
		c.variant.Refuted, c.variant.Counter = true, found
		return
	}
	c.step.Mark, c.step.Counter = proof.Fails, found
}

// settle writes what was found into the step.
func (c *checked) settle(j *judge) {
	if c.variant != nil {
		if c.tested == 0 && !c.done {
			c.variant.Why = "it has a value at no point" + because(c.why)
		}
		return
	}
	s := c.step
	s.Tested, s.NoValue = c.tested, c.noValue
	if s.Order {
		s.Ratio = c.ratio
		if !math.IsInf(c.ratio, 0) {
			s.Tightest = j.words(c.best)
		}
	}
	s.Flags = append(s.Flags, leftOutWords(c)...)
	if c.untold != "" && !c.done {
		c.byTolerance = true
		s.Flags = append(s.Flags, untoldFlag(c.untold))
	}
	if c.tested == 0 && !c.done {
		s.Flaws = append(s.Flaws, "it was decided at no point"+because(c.why))
	}
	if isArrowRel(c.rels) && s.True == 0 && c.tested > 0 && c.rels[0] == `\implies` && !c.done {
		s.Flaws = append(s.Flaws, "its premise holds at none of the points, so nothing was tested")
	}
	if isArrowRel(c.rels) && s.True > 0 && s.True*littleEvidence < c.tested && !c.done {
		s.Flags = append(s.Flags, fmt.Sprintf("its left side is true at %d of %d points only, which is little evidence", s.True, c.tested))
	}
	if c.noValue > c.tested && c.tested > 0 {
		s.Flaws = append(s.Flaws, fmt.Sprintf("it could not be computed at %d of %d points, so that too little was tested; \\given should keep to points where it can", c.noValue, c.tested+c.leftOut))
	}
	switch {
	case s.Mark == proof.Fails:
	case onlyReason(s):
		s.Mark, s.Flaws = proof.NoReason, []string{"it holds, but " + s.Flaws[0]}
	case len(s.Flaws) > 0:
		s.Mark = proof.Flawed
	case s.ExactPoints > 0 && !c.byTolerance:
		s.Mark = proof.Exact
	default:
		s.Mark = proof.Holds
	}
}

// littleEvidence is the share, one in so many, below which the points at which a premise holds are little evidence for what follows from it.
const littleEvidence = 20

// leftOutWords lists how many points were left out without a value, and how many where both sides
// have one.
func leftOutWords(c *checked) (all []string) {
	if c.noValue > 0 {
		all = append(all, numeral.Count(c.noValue, "point")+
			" left out, where floating-point numbers have no value: "+withoutPlace(c.why))
	}
	if n := c.leftOut - c.noValue; n > 0 {
		all = append(all, numeral.Count(n, "point")+" left out, where only rounding would decide")
	}
	return all
}

// withoutPlace is an error without its place in the source, which a reader of a derivation that holds need not look up.
func withoutPlace(err error) string {
	var placed *syntax.Error
	if errors.As(err, &placed) {
		return placed.Msg
	}
	return err.Error()
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

func isArrowRel(rels []string) bool {
	return len(rels) == 1 && (rels[0] == `\iff` || rels[0] == `\implies`)
}

// words is a point in mathematical words: x = (1, 2), \Sigma = [2 1; 1 3].
func (j *judge) words(at spot) string {
	var parts []string
	for i, v := range j.p.Vars {
		parts = append(parts, plain(v.Name)+" = "+inWords(at.values[i]))
	}
	return strings.Join(parts, ", ")
}
