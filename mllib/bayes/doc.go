// Package bayes holds the rules that know the law of the data: the Bayes rule and its risk, the risk and excess risk of any other
// rule, costs other than the number of errors, and rules in which an estimate takes the place of the law.
//
// A law of (X, class) comes in two forms here:
//
//   - Table: X takes finitely many values. Everything is a finite sum, and all rules can be enumerated.
//   - Law: X is on the line. Densities (Classes), or a law of X and a regression function (Regression). Risks are integrals,
//     by quadrature between the points where a rule changes its mind, or by Monte Carlo with a standard error.
//
// Normal classes in R^d are the models of package discriminant, with given or with estimated parameters; on the line they are Classes too
// (OnLine). PlugIn makes a rule under any loss of any method that estimates posterior probabilities.
//
// Classes are numbered 0..K-1 (label.Classes translates), a rule on the line is Regions, and a Loss says what it costs to
// act a when the class is k: its first index is the decision, as in Yan and Vetcha (Nussbaum and the chapter on support vector
// machines write the truth first where it matters). What happens when two actions cost the same is a parameter, Tie, since
// the sources differ: the larger number, the zero value, in Yan and in Nussbaum's proof, the smaller in Nussbaum (8), Banisch and Vetcha.
//
//	law := bayes.Normals([]float64{.7, .3}, 0, 2)                   // N(0, 1) and N(2, 1)
//	rule, err := bayes.Rule(law, bayes.Loss{}, bayes.Smallest)      // class 0 left of the cut, class 1 right of it
//	risk, err := bayes.Risk(law, rule, bayes.Loss{})
package bayes
