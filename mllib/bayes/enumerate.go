package bayes

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// Ranked is a rule with its risk.
type Ranked struct {
	Rule []int   // an action for each atom
	Risk float64 // its expected cost
}

// MaxRules is how many rules Enumerate is willing to list.
const MaxRules = 1 << 20

// Enumerate returns all rules, A^s of them for A actions and s atoms, with their risks: the first atom's action changes slowest. It
// returns an error that wraps input.ErrParam for more than MaxRules, or that of Loss.Check.
//
// Curriculum: Y3f, Y5d, S2f.
func (t *Table) Enumerate(loss Loss) ([]Ranked, error) {
	if err := t.Check(); err != nil {
		return nil, fmt.Errorf("bayes: enumerate: %w", err)
	}
	if err := loss.Check(t.Classes()); err != nil {
		return nil, fmt.Errorf("bayes: enumerate: %w", err)
	}
	actions, count := loss.Actions(t.Classes()), 1
	for range t.Atoms() {
		if count *= actions; count > MaxRules {
			return nil, fmt.Errorf("bayes: enumerate: %w", input.Param(false, "table",
				fmt.Sprintf("%d actions and %d atoms", actions, t.Atoms()), "at most 2^20 rules"))
		}
	}
	all, rule := make([]Ranked, count), make([]int, t.Atoms())
	for i := range all {
		all[i] = Ranked{slices.Clone(rule), t.risk(rule, loss)}
		next(rule, actions)
	}
	return all, nil
}

// next counts rule up by one, as a number with the given base whose last digit is the last.
func next(rule []int, base int) {
	for i := len(rule) - 1; i >= 0; i-- {
		if rule[i]++; rule[i] < base {
			return
		}
		rule[i] = 0
	}
}

// Best returns the least risk and all rules whose risk is within 1e-12 of it.
func Best(all []Ranked) (risk float64, rules [][]int) {
	if len(all) == 0 {
		return 0, nil
	}
	risk = slices.MinFunc(all, func(a, b Ranked) int { return cmp.Compare(a.Risk, b.Risk) }).Risk
	for _, r := range all {
		if r.Risk <= risk+1e-12 {
			rules = append(rules, r.Rule)
		}
	}
	return risk, rules
}
