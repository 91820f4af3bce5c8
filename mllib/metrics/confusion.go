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

// Confusion is the table of predicted against true labels. As the last expression of a cell it shows itself: a row for each true label, a
// column for each decision, with their sums. Where the counts do not fit to the labels, as they do if NewConfusion made
// them, its methods return NaN, and it shows itself as that sentence.
type Confusion struct {
	Classes    []int    // all labels that occur, in increasing order
	Counts     [][]int  // Counts[i][j] observations with the true label Classes[i] were predicted as Classes[j]
	ClassNames []string `json:",omitempty"` // for the table, as Named has them
}

// NewConfusion counts the pairs of predicted and true label. The errors are those of ErrorRate.
func NewConfusion(predicted, truth []int) (*Confusion, error) {
	if err := check(predicted, truth); err != nil {
		return nil, fmt.Errorf("metrics: confusion: %w", err)
	}
	c := &Confusion{Classes: label.Distinct(slices.Concat(predicted, truth))}
	for range c.Classes {
		c.Counts = append(c.Counts, make([]int, len(c.Classes)))
	}
	for k := range truth {
		i, _ := slices.BinarySearch(c.Classes, truth[k])
		j, _ := slices.BinarySearch(c.Classes, predicted[k])
		c.Counts[i][j]++
	}
	return c, nil
}

// Named gives the classes their names, by the rule of a figure: where all labels are numbers from 1 to the number of names, as those of a data.Set
// with ClassNames are, names[k-1] is the class with label k, also if some class does not occur; else as many names as labels are in the order of
// the labels, as of −1 and +1. Other numbers of names are not used, and the caption says so. It returns c.
//
//	must(metrics.NewConfusion(predicted, test.Y)).Named(test.ClassNames)
func (c *Confusion) Named(names []string) *Confusion {
	if c != nil {
		c.ClassNames = names
	}
	return c
}

// String is the table as text: true labels in rows, decisions in columns.
func (c *Confusion) String() string { return c.show(crossTable.String) }

// HTML is the table as HTML, with the right decisions in bold.
func (c *Confusion) HTML() string { return c.show(crossTable.html) }

func (c *Confusion) show(write func(crossTable) string) string {
	if c == nil || !rectangle(c.Counts, len(c.Classes), len(c.Classes)) {
		return "confusion: the counts do not fit to the labels\n"
	}
	wrong, all := c.errors()
	caption := "decisions: none"
	if all > 0 {
		caption = fmt.Sprintf("%d of %d decisions wrong (%.1f %%)", wrong, all, 100*float64(wrong)/float64(all))
	}
	names, fit := classNames(c.Classes, c.ClassNames)
	if !fit {
		caption += fmt.Sprintf("; %d names do not fit to the labels", len(c.ClassNames))
	}
	return write(crossTable{
		caption: caption,
		corner:  "truth ↓ decision →", rows: names, cols: names, counts: c.Counts, diagonal: true,
	})
}

// ErrorRate returns the share of observations off the diagonal.
func (c *Confusion) ErrorRate() float64 {
	if c == nil || !rectangle(c.Counts, len(c.Classes), len(c.Classes)) {
		return math.NaN()
	}
	wrong, all := c.errors()
	return float64(wrong) / float64(all)
}

// errors counts the observations off the diagonal, and all of them.
func (c *Confusion) errors() (wrong, all int) {
	for i, row := range c.Counts {
		for j, n := range row {
			all += n
			if i != j {
				wrong += n
			}
		}
	}
	return wrong, all
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

// shares returns count(i, i) / Σ_j count(i, j) for each label i, nil for a nil table.
func (c *Confusion) shares(count func(i, j int) int) []float64 {
	if c == nil {
		return nil
	}
	out := make([]float64, len(c.Classes))
	fits := rectangle(c.Counts, len(c.Classes), len(c.Classes))
	for i := range out {
		if out[i] = math.NaN(); !fits {
			continue
		}
		all := 0
		for j := range c.Classes {
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
