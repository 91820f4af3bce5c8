package bayes

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/simulate"
	"gonum.org/v1/gonum/floats"
)

// Risk returns the expected cost of a rule under a law, by quadrature between its cuts, exact to about 1e-12 for densities that are
// smooth there. Under the 0-1 loss it is the probability of an error. The errors are those of the checks of law, loss and rule, and one that
// wraps input.ErrNotFinite where the risk overflows.
//
// Curriculum: N2.1c, B2.2b, S2d, V2.1a, Y6a.
func Risk(law Law, rule Regions, loss Loss) (float64, error) {
	if err := checkRule(law, rule, loss); err != nil {
		return 0, fmt.Errorf("bayes: risk: %w", err)
	}
	masses := make([]float64, law.K())
	risk := integrate(law, rule.Cuts, func(x float64) float64 {
		law.Masses(masses, x)
		a, sum := rule.Decide(x), 0.0
		for k, m := range masses {
			sum += loss.At(a, k) * m
		}
		return sum
	})
	return finiteRisk("risk", risk)
}

// finiteRisk returns an error for a risk that is not finite.
func finiteRisk(what string, risk float64) (float64, error) {
	if risk-risk != 0 {
		return 0, fmt.Errorf("bayes: %s: %w", what, input.Errorf(input.ErrNotFinite, "loss", "the costs are so large that the risk is %v", risk))
	}
	return risk, nil
}

// ErrorMatrix returns P(action a, class k) as e[a][k]: the table of decisions against truth, for the actions 0..actions-1. The errors are
// those of Risk, and one that wraps input.ErrParam for actions outside 1..MaxClasses.
func ErrorMatrix(law Law, rule Regions, actions int) ([][]float64, error) {
	err := input.Param(actions >= 1 && actions <= MaxClasses, "actions", actions, fmt.Sprintf("a number in 1..%d", MaxClasses))
	if err == nil {
		err = checkLaw(law)
	}
	if err == nil {
		err = rule.Check(actions)
	}
	if err != nil {
		return nil, fmt.Errorf("bayes: error matrix: %w", err)
	}
	e := make([][]float64, actions)
	masses := make([]float64, law.K())
	for a := range e {
		e[a] = make([]float64, law.K())
		for k := range e[a] {
			e[a][k] = integrate(law, rule.Cuts, func(x float64) float64 {
				if rule.Decide(x) != a {
					return 0
				}
				law.Masses(masses, x)
				return masses[k]
			})
		}
	}
	return e, nil
}

// BayesRisk returns the least risk of all rules, ∫ min_a Σ_k Cost[a][k] p_k(x) dx, which for the 0-1 loss is 1 - ∫ max_k p_k. The
// errors are those of Rule.
//
// Curriculum: N2.2f, B2.2b, V2a, Y4a, Y5b.
func BayesRisk(law Law, loss Loss) (float64, error) {
	rule, err := Rule(law, loss, Smallest)
	if err != nil {
		return 0, err
	}
	return Risk(law, rule, loss)
}

// Excess returns the risk of a rule over the Bayes risk, as the integral of the difference of the conditional risks, which has no
// cancellation. For two classes and the 0-1 loss the integrand is |2η-1| f where the rule differs from the Bayes rule. The
// errors are those of Risk.
//
// Curriculum: N2.2e, B2.2c, S2g, V1.3b, Y3d, Y4a.
func Excess(law Law, rule Regions, loss Loss) (float64, error) {
	if err := checkRule(law, rule, loss); err != nil {
		return 0, fmt.Errorf("bayes: excess risk: %w", err)
	}
	best, err := Rule(law, loss, Smallest)
	if err != nil {
		return 0, err
	}
	masses, risks := make([]float64, law.K()), make([]float64, loss.Actions(law.K()))
	excess := integrate(law, slices.Concat(rule.Cuts, best.Cuts), func(x float64) float64 {
		a, b := rule.Decide(x), best.Decide(x)
		if a == b {
			return 0
		}
		law.Masses(masses, x)
		loss.risksTo(risks, masses)
		return risks[a] - risks[b]
	})
	return finiteRisk("excess risk", excess)
}

// Expect returns E[f(X)] = ∫ f(x) density(x) dx over the law's range, split at the given cuts, where f may jump or have a
// kink. It is not finite where f is not. It returns the error of the law's Check, and one that wraps input.ErrEmpty without f.
func Expect(law Law, f func(x float64) float64, cuts ...float64) (float64, error) {
	err := checkLaw(law)
	if err == nil && f == nil {
		err = input.Errorf(input.ErrEmpty, "f", "got nil, want a function")
	}
	if err != nil {
		return 0, fmt.Errorf("bayes: expectation: %w", err)
	}
	masses := make([]float64, law.K())
	return integrate(law, cuts, func(x float64) float64 {
		law.Masses(masses, x)
		return f(x) * floats.Sum(masses)
	}), nil
}

// Estimate is a mean with its standard error, from N independent draws.
type Estimate = simulate.Estimate

// MonteCarlo returns the mean cost of a rule on n draws of a law, with its standard error. The errors are those of Risk and
// Sample.
//
// Curriculum: B2.2b, S2d, Y4a.
func MonteCarlo(law Law, rule Regions, loss Loss, n int, src rand.Source) (Estimate, error) {
	for _, err := range []error{checkRule(law, rule, loss), checkDraw(n, src)} {
		if err != nil {
			return Estimate{}, fmt.Errorf("bayes: Monte Carlo: %w", err)
		}
	}
	rnd := rand.New(src)
	var t simulate.Tally
	for range n {
		x, k := law.Rand(rnd)
		t.Add(loss.At(rule.Decide(x), k))
	}
	return estimate(&t)
}

// estimate returns what draws have gathered; it refuses costs that overflow, and a single draw, which has no standard error.
func estimate(t *simulate.Tally) (Estimate, error) {
	e := t.Estimate()
	if e.N < 2 {
		return Estimate{}, fmt.Errorf("bayes: Monte Carlo: %w", input.Param(false, "n", e.N, "at least 2 draws, for a standard error"))
	}
	_, err := finiteRisk("Monte Carlo", e.Mean+e.SE)
	return e, err
}

func checkRule(law Law, rule Regions, loss Loss) error {
	if err := checkLoss(law, loss); err != nil {
		return err
	}
	return rule.Check(loss.Actions(law.K()))
}
