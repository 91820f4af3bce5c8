package judge

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/display/formula/domain"
)

// This file tries points that there are finitely many of: all of them where the domains are finite and small, and of laws and singular matrices
// those of the simplest kind, where a premise holds at few of the points that were drawn.

// mostCases is up to how many cases are tried one and all.
const mostCases = 4096

// cases are all points of finite domains; whole is false where there are too many, where a domain is infinite, or where it is only drawn from.
func (j *judge) cases() (all []spot, whole bool, err error) {
	for _, v := range j.p.Vars {
		if v.Bound || v.Sampled() != "" {
			return nil, false, nil
		}
	}
	count := &counter{wheels: make([][]int, len(j.p.Vars)), digits: make([][]int, len(j.p.Vars))}
	for tries := 0; ; tries++ {
		at, ok, err := j.build(0, count.choose)
		switch {
		case err != nil:
			return nil, false, err
		case count.infinite || count.total() > mostCases || tries > mostCases:
			return nil, false, nil
		case ok:
			all = append(all, at)
		}
		if !count.next() {
			return all, len(all) > 0, nil
		}
	}
}

// counter runs through the choices of all variables. Which there are of a variable may depend on the values of those before.
type counter struct {
	wheels, digits [][]int // of each variable: the numbers of choices, and the choices
	infinite       bool
}

// choose is a chooser: the present choices.
func (c *counter) choose(i int, d domain.Domain) (domain.Point, bool) {
	c.infinite = c.infinite || d.Coordinates() > 0
	if c.wheels[i] = d.Choices(); len(c.digits[i]) != len(c.wheels[i]) {
		c.digits[i] = make([]int, len(c.wheels[i]))
	}
	return domain.Point{Choice: slices.Clone(c.digits[i])}, !c.infinite
}

// total is how many cases there are with the present choices of each variable, or somewhat more than mostCases.
func (c *counter) total() int {
	n := 1
	for _, wheels := range c.wheels {
		for _, w := range wheels {
			if n *= w; n > mostCases {
				return n
			}
		}
	}
	return n
}

// next goes on by one choice, that of the last variable first. It reports false behind the last case.
func (c *counter) next() bool {
	for i := len(c.digits) - 1; i >= 0; i-- {
		for k := len(c.digits[i]) - 1; k >= 0; k-- {
			if c.digits[i][k]++; c.digits[i][k] < c.wheels[i][k] {
				return true
			}
			c.digits[i][k] = 0
		}
		c.digits[i] = nil
	}
	return false
}

// sampledCases tells how many of the cases of large finite domains were drawn, or is empty.
func (j *judge) sampledCases() string {
	total := 1
	for _, v := range j.p.Vars {
		d, err := j.domainOf(v)
		if v.Bound || v.Sampled() != "" || err != nil || !v.Constant() || d.Coordinates() > 0 {
			return ""
		}
		for _, w := range d.Choices() {
			if total *= w; total > 1e12 {
				return ""
			}
		}
	}
	seen := map[string]bool{}
	for _, at := range slices.Concat(j.spots, j.cornerSpots) {
		seen[fmt.Sprint(at.coords)] = true
	}
	if total <= mostCases {
		return ""
	}
	return fmt.Sprintf("%d of %d cases were drawn.", len(seen), total)
}

// mostSimple bounds how many combinations of simple points are tried.
const mostSimple = 1200

// trySimple tries implications and equivalences whose premise is rare at the simplest points of laws and semidefinite matrices, in all
// combinations, the other variables drawn.
func (j *judge) trySimple() error {
	rare := func(c *checked) bool {
		return !c.done && isArrowRel(c.rels) && c.step.True*rareShare <= c.tested
	}
	if !slices.ContainsFunc(j.claims, rare) {
		return nil
	}
	lists, combinations := make([][]domain.Point, len(j.p.Vars)), 1
	for i, v := range j.p.Vars {
		if d, err := j.domainOf(v); !v.Bound && err == nil && v.Constant() {
			if lists[i] = domain.Simple(d); lists[i] != nil {
				combinations *= len(lists[i])
			}
		}
	}
	r := rand.New(rand.NewPCG(j.s.seed, 4))
	for n := 0; n < combinations && combinations > 1 && n < mostSimple; n++ {
		rest := n
		at, ok, err := j.build(0, func(i int, d domain.Domain) (domain.Point, bool) {
			if lists[i] == nil {
				return d.Draw(r), true
			}
			k := rest % len(lists[i])
			rest /= len(lists[i])
			return lists[i][k].Clone(), true
		})
		if err != nil || j.float.steps > 2*maxSteps {
			return err
		}
		if !ok {
			continue
		}
		at.origin = hunted
		j.float.moved()
		for _, c := range j.claims {
			if rare(c) {
				j.refutesSimple(c, at, c.find(j.float))
			}
		}
	}
	return nil
}

// casesWords tells how many cases there were.
func (v *record) casesWords() string { return fmt.Sprintf("all %d cases", v.Points) }
