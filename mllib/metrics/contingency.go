package metrics

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/label"
)

// Contingency is the table of two labellings of the same observations, such as clusters against classes. The names of the labels
// do not matter to RandIndex and AdjustedRand. Where the counts do not fit to the labels, as they do if NewContingency made them, its
// methods return NaN and nil, and it shows itself as that sentence; else as the table with its sums.
//
// Curriculum: N1.2a.
type Contingency struct {
	Rows, Cols []int   // the labels of either labelling, in increasing order
	Counts     [][]int // Counts[i][j] observations have the labels Rows[i] and Cols[j]
}

// NewContingency counts the pairs of labels. It returns an error that wraps input.ErrEmpty for no labels and input.ErrShape for
// unequal numbers of them.
func NewContingency(rows, cols []int) (*Contingency, error) {
	if err := check(rows, cols); err != nil {
		return nil, fmt.Errorf("metrics: contingency: %w", err)
	}
	c := &Contingency{Rows: label.Distinct(rows), Cols: label.Distinct(cols)}
	for range c.Rows {
		c.Counts = append(c.Counts, make([]int, len(c.Cols)))
	}
	for k := range rows {
		i, _ := slices.BinarySearch(c.Rows, rows[k])
		j, _ := slices.BinarySearch(c.Cols, cols[k])
		c.Counts[i][j]++
	}
	return c, nil
}

// String is the table as text.
func (c *Contingency) String() string { return c.show(crossTable.String) }

// HTML is the table as HTML.
func (c *Contingency) HTML() string { return c.show(crossTable.html) }

func (c *Contingency) show(write func(crossTable) string) string {
	if c == nil || !rectangle(c.Counts, len(c.Rows), len(c.Cols)) {
		return "contingency: the counts do not fit to the labels\n"
	}
	return write(crossTable{rows: numerals(c.Rows), cols: numerals(c.Cols), counts: c.Counts})
}

// Sums returns the numbers of observations in each row and in each column.
func (c *Contingency) Sums() (rows, cols []int) {
	if c == nil || !rectangle(c.Counts, len(c.Rows), len(c.Cols)) {
		return nil, nil
	}
	rows, cols = make([]int, len(c.Rows)), make([]int, len(c.Cols))
	for i, row := range c.Counts {
		for j, n := range row {
			rows[i] += n
			cols[j] += n
		}
	}
	return rows, cols
}

// pairs counts pairs of observations: all of them, those that are together in both labellings, in the rows, in the columns.
func (c *Contingency) pairs() (all, both, inRows, inCols float64) {
	rows, cols := c.Sums()
	if rows == nil {
		return math.NaN(), 0, 0, 0
	}
	n := 0
	for i, row := range c.Counts {
		n += rows[i]
		inRows += choose2(rows[i])
		for _, v := range row {
			both += choose2(v)
		}
	}
	for _, v := range cols {
		inCols += choose2(v)
	}
	return choose2(n), both, inRows, inCols
}

func choose2(n int) float64 { return float64(n) * float64(n-1) / 2 }

// RandIndex returns the share of the pairs of observations on which the labellings agree: together in both or apart in
// both. It is 1 for a single observation.
func (c *Contingency) RandIndex() float64 {
	all, both, inRows, inCols := c.pairs()
	if all == 0 {
		return 1
	}
	return (all + 2*both - inRows - inCols) / all
}

// AdjustedRand returns the Rand index moved and scaled so that its mean is 0 over all labellings with these sums, and
// its largest value 1, which means equal partitions. It can be negative. When both labellings put all observations together, or
// both put them all apart, it is 1.
//
// Reference: L. Hubert and P. Arabie, Comparing partitions, Journal of Classification 2 (1985), 193-218, (5).
// Curriculum: B4.1.1c.
func (c *Contingency) AdjustedRand() float64 {
	all, both, inRows, inCols := c.pairs()
	if math.IsNaN(all) {
		return all
	}
	if all == 0 || inRows == inCols && (inRows == 0 || inRows == all) {
		return 1
	}
	expected := inRows * inCols / all
	return (both - expected) / ((inRows+inCols)/2 - expected)
}

// AdjustedRand returns the adjusted Rand index of two labellings, see Contingency.AdjustedRand. The errors are those of
// NewContingency.
func AdjustedRand(a, b []int) (float64, error) {
	c, err := NewContingency(a, b)
	if err != nil {
		return 0, err
	}
	return c.AdjustedRand(), nil
}
