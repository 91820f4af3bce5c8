package check

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file keeps a long list short: deviations in units of what is allowed, and rows that are folded.

// maxOpen is how many rows of a list stand open; the others are folded under their count and their worst row.
const maxOpen = 8

// load is the share of a tolerance that a deviation uses. Where nothing is allowed, it is 0 or infinite.
func load(dev, tol float64) float64 {
	if dev == 0 && tol == 0 {
		return 0
	}
	return dev / tol
}

// inUnits writes a deviation in units of its tolerance, or as it is where nothing is allowed.
func inUnits(dev, tol float64) string {
	if tol == 0 || dev == 0 {
		return numeral.Small(dev)
	}
	return times(dev/tol) + " tol"
}

// times writes a multiple of a tolerance: two decimals tell how near it is to 1.
func times(x float64) string {
	switch {
	case x >= 10 || x != x:
		return numeral.Small(x)
	case x >= .005:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return numeral.Minus(strconv.FormatFloat(x, 'g', 1, 64))
}

// fold divides the rows into those that stand open and those that are folded, both in their order. Rows that do not hold come
// first to the open places, then the first ones.
func (l *List) fold() (open, folded []row) {
	if len(l.rows) <= maxOpen {
		return l.rows, nil
	}
	places := make([]bool, len(l.rows))
	free := maxOpen
	for _, ok := range []bool{false, true} {
		for i, r := range l.rows {
			if r.ok == ok && free > 0 {
				places[i], free = true, free-1
			}
		}
	}
	for i, r := range l.rows {
		if places[i] {
			open = append(open, r)
		} else {
			folded = append(folded, r)
		}
	}
	return open, folded
}

// summary tells how many rows are folded, whether they hold, and which of them is the worst.
func summary(rows []row) string {
	failing := 0
	for _, r := range rows {
		if !r.ok {
			failing++
		}
	}
	s := fmt.Sprintf("%d more hold", len(rows))
	switch {
	case failing == 1:
		s = fmt.Sprintf("%d more, 1 of them does not hold", len(rows))
	case failing > 1:
		s = fmt.Sprintf("%d more, %d of them do not hold", len(rows), failing)
	}
	w, found := worstRow(rows)
	if !found {
		return s + "; none has a tolerance"
	}
	if w.ok && w.load == 0 {
		return s + "; none deviates"
	}
	return s + "; worst: " + strings.TrimSpace(w.name) + ", " + w.measure()
}

// worstRow returns the row that is furthest above its tolerance, or nearest to it. Rows that do not hold are worse than all that do; among
// those that do, rows without a tolerance are not compared.
func worstRow(rows []row) (worst row, found bool) {
	for _, r := range rows {
		if r.ok && math.IsNaN(r.load) {
			continue
		}
		if !found || worst.ok && !r.ok || worst.ok == r.ok && r.load > worst.load {
			worst, found = r, true
		}
	}
	return worst, found
}

// measure says in few words how near a row is to what it may be.
func (r row) measure() string {
	if r.dev == "" {
		return "got " + r.got + ", want " + r.want
	}
	return deviation(r.dev)
}
