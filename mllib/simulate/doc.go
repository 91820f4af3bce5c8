// Package simulate runs simulation studies: the same experiment many times with other random numbers, and what is learned from the
// results.
//
//	risks, err := simulate.Repeat(2000, 41, func(r *rand.Rand) (float64, error) {
//		s, err := truth.Draw(50, r)
//		if err != nil {
//			return 0, err
//		}
//		m, err := discriminant.LDA{}.Fit(s.X, s.Y)
//		…
//		return truth.RiskOf(h)
//	})
//	fmt.Println(simulate.Mean(risks)) // 0.24101 ± 0.00031
//
// Repeats run in parallel, one goroutine for each processor. Repeat i draws from its own stream, rand.NewPCG(seed, i), and its result
// stands at index i, so that results depend on the seed alone: not on the number of processors, and the first 100 of 2000
// repeats are the 100 repeats of a shorter study. Two methods are compared on the same data by one repeat that returns both numbers:
// the study is paired (see [Values] and [Paired]).
//
// An error of a repeat ends the study and is returned with the index of the repeat, the least one that fails, whatever the order in which
// they ran; so does a panic. [Study] adds progress, a number of goroutines and a context to cancel with.
//
// Where the cases are few, [Permutations] and [Samples] enumerate all of them, and nothing is left to chance.
//
// Files: study.go, estimate.go (means with standard errors), curves.go (a number at each of several points), cases.go (all orders, all samples).
package simulate
