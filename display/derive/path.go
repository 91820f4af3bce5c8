package derive

import (
	"maps"
	"slices"
)

// This file looks for the way from one side of a goal to the other along the lines of an answer.

// directly are the ways from one side of the goal to the other.
func (a *attempt) directly() []way {
	starts, ends := map[string]bool{a.from(a.goal): true}, map[string]bool{a.to(a.goal): true}
	if isOrder(a.goal.Relation) {
		a.addEqualEnds(starts, ends)
	}
	allowed := func(s Step) bool { return !a.isClaim(s) }
	if p := a.longest(starts, ends, func(s Step, forward bool) bool { return allowed(s) && a.leads(s, forward) }); p != nil {
		return []way{{steps: p}}
	}
	if p := a.longest(starts, ends, a.leads); p != nil {
		return []way{{a.withoutClaims(p), a.claimed(p)}}
	}
	anyWay := func(s Step, _ bool) bool { return isArrow(s.Relation) == isArrow(a.goal.Relation) }
	if p := a.longest(starts, ends, anyWay); p != nil {
		return []way{{p, a.weaker(p)}}
	}
	return nil
}

// leads tells whether a line, read from left to right or the other way, leads on from the left to the right side of the goal.
func (a *attempt) leads(s Step, forward bool) bool {
	way := direction(s.Relation)
	if !forward {
		way = -way
	}
	switch {
	case isArrow(s.Relation) != isArrow(a.goal.Relation):
		return false
	case way == 0:
		return s.Relation == "=" || s.Relation == `\Leftrightarrow`
	}
	return way == direction(a.goal.Relation)
}

// claimed says which of the steps is the goal, or that the steps are too few where the answer has but one.
func (a *attempt) claimed(path []Step) string {
	if len(a.claims()) == 1 {
		return ""
	}
	for _, s := range path {
		if a.isClaim(s) {
			return claimFlaw(s)
		}
	}
	return ""
}

// withoutClaims are the steps that are not the goal; a single line is told to be one step.
func (a *attempt) withoutClaims(path []Step) []Step {
	if len(a.claims()) == 1 {
		return path[:1]
	}
	var all []Step
	for _, s := range path {
		if !a.isClaim(s) {
			all = append(all, s)
		}
	}
	return all
}

// weaker says why steps that connect the sides of the goal show less than it.
func (a *attempt) weaker(path []Step) string {
	for _, s := range path {
		switch {
		case a.goal.Relation == `\Leftrightarrow` && s.Relation == `\Rightarrow`:
			return "an equivalence is to be shown, and a step of the chain is an implication"
		case a.goal.Relation == "=" && s.Relation != "=":
			return "an equality is to be shown, and a step of the chain is an inequality"
		case a.goal.Relation == `\Rightarrow`:
			return "an implication is to be shown, and a step of the chain runs the other way"
		case !a.carries(s):
			return relationFlaw(s)
		}
	}
	return "the chain runs the other way than what is to be shown"
}

// mostTries bounds the search for a longest path.
const mostTries = 20000

// longest is the longest way from a start to an end that comes to no side twice, or nil. Lines between sides that are alike do not count.
func (a *attempt) longest(starts, ends map[string]bool, allowed func(s Step, forward bool) bool) []Step {
	var best, path []Step
	seen := map[string]bool{}
	tries := 0
	var walk func(at string)
	walk = func(at string) {
		if tries++; tries > mostTries {
			return
		}
		if ends[at] && len(path) > len(best) {
			best = append([]Step(nil), path...)
		}
		seen[at] = true
		for _, s := range a.claims() {
			from, to := a.from(s), a.to(s)
			for _, forward := range []bool{true, false} {
				if !forward {
					from, to = to, from
				}
				if from == at && !seen[to] && allowed(s, forward) {
					path = append(path, s)
					walk(to)
					path = path[:len(path)-1]
				}
			}
		}
		seen[at] = false
	}
	for _, start := range slices.Sorted(maps.Keys(starts)) { // of ways of one length always the same
		walk(start)
	}
	return best
}

// addEqualEnds adds to the sides of an inequality the ends of chains that have their values.
func (a *attempt) addEqualEnds(starts, ends map[string]bool) {
	var lines, nodes []string
	for _, chain := range chains(a.steps) {
		first, last := chain[0], chain[len(chain)-1]
		if isArrow(first.Relation) {
			continue
		}
		for _, end := range []struct{ written, node string }{{first.Left, a.from(first)}, {last.Right, a.to(last)}} {
			lines = append(lines, equation(end.written, a.goal.Left), equation(end.written, a.goal.Right))
			nodes = append(nodes, end.node)
		}
	}
	for i, s := range a.compare(lines) {
		switch {
		case !holds(s):
		case i%2 == 0:
			starts[nodes[i/2]] = true
		default:
			ends[nodes[i/2]] = true
		}
	}
}
