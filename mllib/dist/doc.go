// Package dist holds the probability distributions of the course: densities and log densities, distribution functions,
// and drawing from a given source.
//
//   - Normal, Uniform, Beta, Mixture are laws on the line; they implement Univariate.
//   - MVNormal and MVMixture are laws on R^d. NewMVNormal factors the covariance once, and all of the library that knows normal laws
//     computes with this factor: densities, distances, whitened points, systems. Sym is a covariance as plain data.
//   - Dirichlet is a law of probability vectors.
//
// All are plain data and go through JSON and back. A first example:
//
//	m, err := dist.NewMVNormal([]float64{1, 2}, mat.NewSymDense(2, []float64{2, 1, 1, 3}))
//	fmt.Println(m.LogProb([]float64{0, 0}))
//	X, err := m.Sample(1000, rand.NewPCG(1, 2))
//
// Functions that return a bare number return NaN for parameters out of range; Check tells what is wrong with them.
package dist
