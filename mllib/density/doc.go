// Package density estimates densities from observations: histograms, kernel density estimates on the line and in R^d, the choice of their widths, their
// exact errors where the truth is known, and the classifier that puts such estimates into Bayes' formula.
//
// # Vocabulary
//
// A histogram has on each bin the share of the observations in it, divided by the volume of the bin. A kernel density estimate puts a density K, the kernel, of width h
// around each observation,
//
//	f̂(x) = Σ_i w_i |H|^(-1/2) K(H^(-1/2)(x - x_i)),   w_i = 1/n,
//
// with a bandwidth matrix H, on the line h². K depends on the length of its argument alone. Kernels other than the normal density live on the ball of radius 1 (Exponential on all of R^d),
// as in scikit-learn: the h of a source that scales them to variance 1 is Kernel.SD times the Bandwidth here.
//
// What an estimate loses is measured by the integrated squared error, ISE = ∫(f̂ - f)², and its expectation, MISE = ∫ bias² + ∫ variance. What can be seen of
// it without knowing f is the cross-validation score Ĵ = ∫f̂² - 2/n Σ f̂_(-i)(x_i), whose expectation is MISE - ∫f².
//
// A first example:
//
//	m, err := density.KDE{Rule: density.SheatherJones}.Fit(la.Cols(x))
//	fmt.Println(m.Width(), m.Prob(1.5))
//	logs, err := m.LogProbs(X)
//	h, err := density.Histogram{Bins: 20}.Fit(la.Cols(x))
//
// # How sums are computed
//
// All densities are exact to rounding, in the tails too, and logarithms are right where densities underflow. On the line sums of normal kernels
// are Taylor series around the middles of small boxes, whose rest is below the rounding (lines.go): O(n + m) for n observations at m points. In R^d, and for other
// kernels, observations and points are sorted into boxes by halving, and a box of points looks at those boxes of observations that are near enough to
// count (blocks.go). A Grid is the one approximation, and says by how much it is off.
//
// # Files
//
// kernel.go and moments.go (kernels and their constants), kde.go (parameters and Fit), model.go (what Fit returns), lines.go and blocks.go (sums), bandwidth.go, scores.go and plugin.go (choice
// of the width), grid.go, sample.go, bins.go, histogram.go and cells.go (histograms), mise.go and truth.go (errors against a known law), classifier.go.
package density
