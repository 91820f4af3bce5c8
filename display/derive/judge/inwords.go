package judge

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
	"github.com/mercer-go/mercer/display/internal/numeral"
)

// words writes values with so many digits.
type words struct{ digits int }

// inWords is a value with six digits: 1.5, (1, 2), [1 2; 3 4], {1, 2}.
func inWords(x value.Value[float64]) string { return words{6}.value(x) }

// sidesInWords are the values of two sides with as many digits as they need to look different, where they are, and by how much they differ
// where that takes more digits than a float64 has.
func sidesInWords(values []value.Value[float64], off float64) []string {
	var sides []string
	for _, digits := range []int{6, 9, 12, 17} {
		sides = nil
		for _, x := range values {
			sides = append(sides, words{digits}.value(x))
		}
		if len(sides) != 2 || sides[0] != sides[1] {
			return sides
		}
	}
	for i, x := range values {
		sides[i] = inWords(x)
	}
	if off > 0 {
		sides[1] += fmt.Sprintf(", which differ by %s", words{2}.number(off))
	}
	return sides
}

// value is a value as one writes it: 1.5, (1, 2), [1 2; 3 4], {1, 2}.
func (w words) value(x value.Value[float64]) string {
	switch x.Kind {
	case value.Number:
		return w.number(x.N)
	case value.Vector, value.Row:
		return "(" + joined(len(x.A), ", ", func(i int) string { return w.number(x.A[i]) }) + ")"
	case value.Matrix:
		return "[" + joined(x.Rows, "; ", func(i int) string {
			return joined(x.Cols, " ", func(j int) string { return w.number(x.A[i*x.Cols+j]) })
		}) + "]"
	case value.Identity:
		return w.number(x.N) + "·I"
	case value.Ones, value.OnesRow:
		return w.number(x.N) + "·𝟏"
	case value.Truth:
		return strconv.FormatBool(x.Truth)
	case value.Set:
		return "{" + w.items(x.Items) + "}"
	case value.Tuple, value.Family:
		return "(" + w.items(x.Items) + ")"
	case value.Law:
		return "law (" + joined(len(x.A), ", ", func(i int) string { return w.number(x.A[i]) }) + ")"
	}
	return w.function(x)
}

// function is a function that is data, else its kind.
func (w words) function(x value.Value[float64]) string {
	if x.Ref == value.Polynomial {
		return "the polynomial with coefficients (" + joined(len(x.A), ", ", func(i int) string { return w.number(x.A[i]) }) + ")"
	}
	if x.Ref == value.Table {
		return joined(len(x.Items), ", ", func(i int) string {
			pair := x.Items[i].Items
			if len(pair) != 2 {
				return w.value(x.Items[i])
			}
			return w.value(pair[0]) + "↦" + w.value(pair[1])
		})
	}
	return "a " + x.Kind.String()
}

func (w words) items(items []value.Value[float64]) string {
	return joined(len(items), ", ", func(i int) string { return w.value(items[i]) })
}

// most is how many items are written of a long list.
const most = 12

func joined(n int, separator string, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(separator)
		}
		if i == most {
			b.WriteString("…")
			break
		}
		b.WriteString(item(i))
	}
	return b.String()
}

// number is a number with so many digits at most.
func (w words) number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e7 {
		return numeral.Minus(strconv.FormatFloat(x+0, 'f', 0, 64))
	}
	if short := strconv.FormatFloat(x, 'g', shortDigits, 64); w.digits < shortDigits && isNumber(short, x) {
		return numeral.Minus(strconv.FormatFloat(x, 'g', -1, 64)) // it is written as it is
	}
	return numeral.Minus(strconv.FormatFloat(x, 'g', w.digits, 64))
}

// shortDigits is up to how many digits a number is written as it is.
const shortDigits = 9

// isNumber tells whether digits are exactly the number x.
func isNumber(digits string, x float64) bool {
	y, err := strconv.ParseFloat(digits, 64)
	return err == nil && x == y
}

// plain is LaTeX as text, with signs for its commands.
func plain(latex string) string { return syntax.Plain(latex) }
