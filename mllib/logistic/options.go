package logistic

import "github.com/mercer-go/mercer/mllib/label"

// Solver is a method of maximising the likelihood. The zero value is Newton.
type Solver int8

const (
	Newton     Solver = iota // Newton's method (iteratively reweighted least squares) with step halving
	LBFGS                    // descent.LBFGS: no Hessian, for many coefficients
	Gradient                 // descent.GradientDescent, by default with the constant step 1/l (Yan, Y13c)
	Stochastic               // descent.Stochastic (Yan, Y15b)
)

// Intercept says whether the scores have an intercept, and whether the ridge penalty counts it. The zero value is
// FreeIntercept.
type Intercept int8

const (
	FreeIntercept      Intercept = iota // b is fitted and not penalised (the usual one; scikit-learn)
	PenalizedIntercept                  // b is fitted and penalised like an entry of w
	NoIntercept                         // b = 0
)

// Coding says how the scores of K classes are made unique. The zero value is Reference.
type Coding int8

const (
	Reference Coding = iota // the first class has the score 0 (Yan, Y12a)
	Symmetric               // each class has coefficients, and they sum to 0 over the classes (scikit-learn)
)

// Stop is the reason why a fit stopped.
type Stop int8

const (
	Converged      Stop = iota // the criterion of the solver is met
	IterationLimit             // MaxIter iterations are done
	Separated                  // a hyperplane separates the classes: there is no maximum, see Report.Separation
	QuasiSeparated             // the classes touch in a hyperplane and are otherwise separated: there is no maximum
	NoProgress                 // rounding leaves no step that improves the likelihood
	Diverged                   // the steps of a descent were too large
)

var (
	solverNames    = []string{Newton: "newton", LBFGS: "l-bfgs", Gradient: "gradient", Stochastic: "stochastic"}
	interceptNames = []string{FreeIntercept: "free", PenalizedIntercept: "penalized", NoIntercept: "none"}
	codingNames    = []string{Reference: "reference", Symmetric: "symmetric"}
	stopNames      = []string{Converged: "converged", IterationLimit: "iteration limit", Separated: "separated", QuasiSeparated: "quasi-separated", NoProgress: "no progress", Diverged: "diverged"}
)

// String returns the name that is also its JSON form.
func (v Solver) String() string { return label.Name(solverNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Intercept) String() string { return label.Name(interceptNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Coding) String() string { return label.Name(codingNames, int(v)) }

// String returns the name that is also its JSON form.
func (v Stop) String() string { return label.Name(stopNames, int(v)) }

// MarshalText writes the name; it fails for a value that has none.
func (v Solver) MarshalText() ([]byte, error) {
	return label.MarshalName("logistic.Solver", solverNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Solver) UnmarshalText(text []byte) error {
	return label.UnmarshalName("logistic.Solver", solverNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Intercept) MarshalText() ([]byte, error) {
	return label.MarshalName("logistic.Intercept", interceptNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Intercept) UnmarshalText(text []byte) error {
	return label.UnmarshalName("logistic.Intercept", interceptNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Coding) MarshalText() ([]byte, error) {
	return label.MarshalName("logistic.Coding", codingNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Coding) UnmarshalText(text []byte) error {
	return label.UnmarshalName("logistic.Coding", codingNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Stop) MarshalText() ([]byte, error) {
	return label.MarshalName("logistic.Stop", stopNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Stop) UnmarshalText(text []byte) error {
	return label.UnmarshalName("logistic.Stop", stopNames, text, v)
}
