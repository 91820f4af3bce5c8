package logistic

import (
	"github.com/mercer-go/mercer/mllib/enum"
)

// Solver is a method of maximising the likelihood. The zero value is Automatic.
type Solver = enum.Of[solvers]

const (
	// Automatic is Newton for at most 200 coefficients, and LBFGS for more. From where LBFGS ends, Newton goes on if there is no penalty (for
	// at most 4096 coefficients), so that standard errors, dependent columns and separated classes are found as with fewer columns.
	Automatic  Solver = iota
	Newton            // Newton's method (iteratively reweighted least squares) with step halving, for at most 4096 coefficients
	LBFGS             // descent.LBFGS in the coefficients of scaled columns: no second derivatives, for many coefficients
	Gradient          // descent.GradientDescent, by default with the constant step 1/l (Yan, Y13c)
	Stochastic        // descent.Stochastic (Yan, Y15b)
)

type solvers struct{}

func (solvers) Names() (string, []string) {
	return "logistic.Solver", []string{Automatic: "automatic", Newton: "newton", LBFGS: "l-bfgs", Gradient: "gradient", Stochastic: "stochastic"}
}

// Intercept says whether the scores have an intercept, and whether the ridge penalty counts it. The zero value is
// FreeIntercept.
type Intercept = enum.Of[intercepts]

const (
	FreeIntercept      Intercept = iota // b is fitted and not penalised (the usual one; scikit-learn)
	PenalizedIntercept                  // b is fitted and penalised like an entry of w
	NoIntercept                         // b = 0
)

type intercepts struct{}

func (intercepts) Names() (string, []string) {
	return "logistic.Intercept", []string{FreeIntercept: "free", PenalizedIntercept: "penalized", NoIntercept: "none"}
}

// Balance says how much the classes count beside each other. The zero value is Unbalanced.
type Balance = enum.Of[balances]

const (
	Unbalanced Balance = iota // by their numbers of observations
	Balanced                  // equally: an observation of class k has the weight n/(K n_k), and with weights of rows n and n_k are sums of these
)

type balances struct{}

func (balances) Names() (string, []string) {
	return "logistic.Balance", []string{Unbalanced: "unbalanced", Balanced: "balanced"}
}

// Coding says how the scores of K classes are made unique. The zero value is Reference.
type Coding = enum.Of[codings]

const (
	Reference Coding = iota // the first class has the score 0 (Yan, Y12a)
	Symmetric               // each class has coefficients, and they sum to 0 over the classes (scikit-learn)
)

type codings struct{}

func (codings) Names() (string, []string) {
	return "logistic.Coding", []string{Reference: "reference", Symmetric: "symmetric"}
}

// Stop is the reason why a fit stopped.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // the criterion of the solver is met
	IterationLimit             // MaxIter iterations are done
	Separated                  // a hyperplane separates the classes: there is no maximum, see Report.Separation
	QuasiSeparated             // the classes touch in a hyperplane and are otherwise separated: there is no maximum
	NoProgress                 // rounding leaves no step that improves the likelihood
	Diverged                   // the steps of a descent were too large
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "logistic.Stop", []string{Converged: "converged", IterationLimit: "iteration limit", Separated: "separated", QuasiSeparated: "quasi-separated", NoProgress: "no progress", Diverged: "diverged"}
}
