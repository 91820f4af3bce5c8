package metrics

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
)

// ErrorRate returns the share of predictions that differ from the truth. It returns an error that wraps input.ErrEmpty for no
// labels and input.ErrShape for unequal numbers of them.
func ErrorRate(predicted, truth []int) (float64, error) {
	if err := check(predicted, truth); err != nil {
		return 0, fmt.Errorf("metrics: error rate: %w", err)
	}
	wrong := 0
	for i, y := range truth {
		if predicted[i] != y {
			wrong++
		}
	}
	return float64(wrong) / float64(len(truth)), nil
}

// Confusion is the table of predicted against true labels. Where the counts do not fit to the labels, as they do if NewConfusion made
// them, its methods return NaN.
type Confusion struct {
	Labels []int   // all labels that occur, in increasing order
	Counts [][]int // Counts[i][j] observations with the true label Labels[i] were predicted as Labels[j]
}

// NewConfusion counts the pairs of predicted and true label. The errors are those of ErrorRate.
func NewConfusion(predicted, truth []int) (*Confusion, error) {
	if err := check(predicted, truth); err != nil {
		return nil, fmt.Errorf("metrics: confusion: %w", err)
	}
	c := &Confusion{Labels: label.Distinct(slices.Concat(predicted, truth))}
	for range c.Labels {
		c.Counts = append(c.Counts, make([]int, len(c.Labels)))
	}
	for k := range truth {
		i, _ := slices.BinarySearch(c.Labels, truth[k])
		j, _ := slices.BinarySearch(c.Labels, predicted[k])
		c.Counts[i][j]++
	}
	return c, nil
}

// ErrorRate returns the share of observations off the diagonal.
func (c *Confusion) ErrorRate() float64 {
	wrong, all := 0, 0
	if !rectangle(c.Counts, len(c.Labels), len(c.Labels)) {
		return math.NaN()
	}
	for i, row := range c.Counts {
		for j, n := range row {
			all += n
			if i != j {
				wrong += n
			}
		}
	}
	return float64(wrong) / float64(all)
}

// Recall returns, for each label, the share of its observations that were found, NaN for a label that is only predicted.
func (c *Confusion) Recall() []float64 {
	return c.shares(func(i, j int) int { return c.Counts[i][j] })
}

// Precision returns, for each label, the share of the predictions of it that were right, NaN for a label that was never predicted.
func (c *Confusion) Precision() []float64 {
	return c.shares(func(i, j int) int { return c.Counts[j][i] })
}

// F1 returns, for each label, the harmonic mean 2 n_ii / (predicted as i + truly i) of recall and precision.
func (c *Confusion) F1() []float64 {
	return c.shares(func(i, j int) int {
		if i == j {
			return 2 * c.Counts[i][i]
		}
		return c.Counts[i][j] + c.Counts[j][i]
	})
}

// shares returns count(i, i) / Σ_j count(i, j) for each label i.
func (c *Confusion) shares(count func(i, j int) int) []float64 {
	out := make([]float64, len(c.Labels))
	fits := rectangle(c.Counts, len(c.Labels), len(c.Labels))
	for i := range out {
		if out[i] = math.NaN(); !fits {
			continue
		}
		all := 0
		for j := range c.Labels {
			all += count(i, j)
		}
		out[i] = float64(count(i, i)) / float64(all)
	}
	return out
}

// rectangle reports whether there are r rows of c counts.
func rectangle(counts [][]int, r, c int) bool {
	for _, row := range counts {
		if len(row) != c {
			return false
		}
	}
	return len(counts) == r
}

func check(predicted, truth []int) error {
	if len(truth) == 0 {
		return input.Errorf(input.ErrEmpty, "truth", "got no labels")
	}
	if len(predicted) != len(truth) {
		return input.Errorf(input.ErrShape, "predicted", "got %d labels, want %d as in truth", len(predicted), len(truth))
	}
	return nil
}
