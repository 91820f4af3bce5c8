// Package metrics measures how good predictions are: the error rate and the table of predicted against true labels.
package metrics
