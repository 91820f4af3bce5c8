// Package metrics measures how good predictions are.
//
//   - labels: ErrorRate, Interval (what a number of errors says about the probability of one), Confusion with recall and precision, which shows itself as a table;
//   - scores: ROC, the curve of all thresholds, and the area under it; AtThreshold, the mistakes of one of them;
//   - probabilities: LogLoss, Brier and Calibration;
//   - observations on a line: ShareIn, the share of a label in bins with its standard errors;
//   - two labellings of the same observations: Contingency, its Rand index, AdjustedRand.
package metrics
