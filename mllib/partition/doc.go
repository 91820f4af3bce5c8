// Package partition has rules that cut the space into cells and let the observations of a cell vote.
//
//	m, err := partition.Rule{Cells: partition.Cubic(.1)}.Fit(train.X, train.Y) // cubes with sides of length 0.1
//	y, err := m.Predict(test.X)                                              // the majority in the cube of each point
//	p, err := m.Posteriors(test.X)                                           // the shares of the labels in it
//	n, err := m.Counts(test.X)                                               // observations in it; 0 of an empty one
//	risk, err := m.Risk(mass)                                                // exact, where the law of a box is known
//
// Cells (cells.go) are cubes, boxes between given cuts, or the regions of points that are nearest to given centres. They may depend on observations, as ByQuantiles does on those of X. Any
// other partition is Cubic(1) of the numbers that a function gives to each point, as columns: points with the same whole numbers are in one cell.
//
// A model (rule.go) holds the cells that have observations, in order, with their votes, and is plain data. Where nothing was observed, and where votes are equal, the rule says what to
// predict.
package partition
