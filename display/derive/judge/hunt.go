package judge

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/display/formula/domain"
)

// This file hunts for a point that refutes a line: at points far out, and down from points where the line is nearest to be false. What it
// finds refutes; where it finds nothing, it leaves no trace but the tightest ratio.

// hunted is the origin of a point that the hunt found.
const hunted = "found by the hunt"

// starts is from how many points the hunt sets out for the tightest ratio, slackStarts for the least slack.
const (
	starts      = 4
	slackStarts = 2
)

// hunt looks for counterexamples to each claim.
func (j *judge) hunt() error {
	if j.s.hunt == 0 || j.isSettled() || j.whole {
		return nil
	}
	if err := j.trySimple(); err != nil {
		return err
	}
	if err := j.lookFar(); err != nil {
		return err
	}
	for _, c := range j.claims {
		if c.done || j.float.steps > 2*maxSteps {
			continue
		}
		if err := j.huntFor(c); err != nil {
			return err
		}
		if err := j.huntWithin(c); err != nil {
			return err
		}
	}
	return nil
}

func (j *judge) huntFor(c *checked) error {
	switch {
	case len(c.open) > 0:
		return j.huntTight(c)
	case isArrowRel(c.rels):
		return j.huntArrow(c)
	case len(c.rels) == 0:
		return j.huntStatement(c)
	case len(c.rels) == 1 && c.rels[0] == `\ne`:
		return j.huntEqual(c)
	}
	return nil
}

// huntTight goes from the points at which an inequality is tightest, and from those where its slack is least.
func (j *judge) huntTight(c *checked) error {
	slices.SortStableFunc(c.open, func(a, b openSpot) int { return cmp.Compare(b.ratio, a.ratio) })
	tightest := slices.Clone(c.open[:min(starts, len(c.open))])
	if err := j.searchFrom(c, tightest, j.s.hunt/starts, tightness); err != nil {
		return err
	}
	slices.SortStableFunc(c.open, func(a, b openSpot) int { return cmp.Compare(a.slack, b.slack) })
	if err := j.searchFrom(c, c.open[:min(slackStarts, len(c.open))], j.s.hunt/8, slackness); err != nil {
		return err
	}
	j.noteAttained(c)
	return nil
}

// searchFrom searches from several spots, one after another.
func (j *judge) searchFrom(c *checked, from []openSpot, effort int, goal func(f finding) float64) error {
	for _, at := range from {
		if c.done || j.float.steps > 2*maxSteps {
			return nil
		}
		s := &search{j: j, c: c, left: effort, goal: goal}
		if _, err := s.run(at.spot); err != nil {
			return err
		}
		c.ends = append(c.ends, s.best)
		if err := s.polish(); err != nil {
			return err
		}
	}
	return nil
}

// tightness is minus the ratio of an inequality.
func tightness(f finding) float64 {
	if !f.finite || !f.order || f.scale == 0 || tooSmall(f) || f.violated() {
		return math.Inf(1)
	}
	return -f.ratio()
}

// slackness is by how much an inequality holds.
func slackness(f finding) float64 {
	if !f.finite || !f.order || f.violated() {
		return math.Inf(1)
	}
	return f.slack
}

// farPoints is how many points are tried far out on the ladder of a single real coordinate; of pairs twice as many, of random points half.
const farPoints = 64

// lookFar tries all claims at points far from where points are drawn.
func (j *judge) lookFar() error {
	var claims []*checked
	for _, c := range j.claims {
		if !c.done && !c.uncertain {
			claims = append(claims, c)
		}
	}
	if len(claims) == 0 {
		return nil
	}
	for _, choose := range j.farChoosers() {
		at, ok, err := j.build(0, choose)
		if err != nil || j.float.steps > 2*maxSteps {
			return err
		}
		if !ok {
			continue
		}
		at.origin = hunted
		j.farSpots = append(j.farSpots, at)
		j.float.moved()
		for _, c := range claims {
			if c.done {
				continue
			}
			if f := c.find(j.float); f.err == nil && !j.refutes(c, at, f) && f.finite && f.order && !f.violated() {
				c.open = append(c.open, openSpot{at, f.ratio(), f.slack})
			}
		}
	}
	return nil
}

// isCertain tells whether a claim can be decided with radii. Where it cannot, as with an integral, whose peak may be missed far out, the hunt
// stays where points are drawn.
func (j *judge) isCertain(c *checked) bool {
	j.setCertain(j.spots[0], precisions[0])
	_, how := c.findCertain(j.sure)
	return how != unavailable
}

// farChoosers choose the points of the ladder, or of the product of two ladders, if the domains have no other coordinates, else random
// points far out.
func (j *judge) farChoosers() []chooser {
	r := rand.New(rand.NewPCG(j.s.seed, 3))
	var ladders [][]domain.Point
	whole := true // no other coordinates
	for _, v := range j.p.Vars {
		if v.Bound {
			continue
		}
		d, err := j.domainOf(v)
		if err != nil || !v.Constant() || d.Coordinates() != 1 {
			whole = false
			break
		}
		ladders = append(ladders, domain.Ladder(d, farPoints))
	}
	switch {
	case whole && len(ladders) == 1 && ladders[0] != nil:
		return along(ladders[0])
	case whole && len(ladders) == 2 && ladders[0] != nil && ladders[1] != nil:
		return across(ladders[0], ladders[1])
	}
	return slices.Repeat([]chooser{func(_ int, d domain.Domain) (domain.Point, bool) { return domain.Far(d, r), true }}, farPoints/2)
}

// along chooses the points of a ladder for the one variable.
func along(ladder []domain.Point) []chooser {
	var all []chooser
	for _, p := range ladder {
		all = append(all, func(int, domain.Domain) (domain.Point, bool) { return p.Clone(), true })
	}
	return all
}

// across chooses farPoints pairs of points of two ladders, spread over their product: the index of the second moves by the golden section.
func across(a, b []domain.Point) []chooser {
	var all []chooser
	for k := range 2 * farPoints {
		p := a[k%len(a)]
		q := b[int(math.Mod(float64(k)*0.6180339887498949, 1)*float64(len(b)))]
		seen := 0
		all = append(all, func(int, domain.Domain) (domain.Point, bool) {
			if seen++; seen%2 == 1 {
				return p.Clone(), true
			}
			return q.Clone(), true
		})
	}
	return all
}

// refutes tells whether a claim is false for sure at a spot to which the machine is set, where f is found, and notes it.
func (j *judge) refutes(c *checked, at spot, f finding) bool {
	if f.finite && f.violated() {
		if sure, violated := j.confirmed(c, at, f); violated {
			j.refuted(c, at, sure)
		}
	}
	return c.done
}

// refutesSimple is refutes for a place with few decimals, where a statement that only rounding would decide is decided exactly.
func (j *judge) refutesSimple(c *checked, at spot, f finding) bool {
	if f.finite || f.numeric() {
		return j.refutes(c, at, f)
	}
	if sure, violated := j.confirmed(c, at, f); violated && sure.finite {
		j.refuted(c, at, sure)
	}
	return c.done
}

// openSpot is a point where an inequality holds, and how tight it is.
type openSpot struct {
	spot
	ratio, slack float64
}
