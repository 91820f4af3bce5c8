package judge

import (
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
	"github.com/mercer-go/mercer/display/internal/numeral"
)

// inWords is a value as one writes it: 1.5, (1, 2), [1 2; 3 4], {1, 2}.
func inWords(x value.Value[float64]) string {
	switch x.Kind {
	case value.Number:
		return number_(x.N)
	case value.Vector, value.Row:
		return "(" + joined(len(x.A), ", ", func(i int) string { return number_(x.A[i]) }) + ")"
	case value.Matrix:
		return "[" + joined(x.Rows, "; ", func(i int) string {
			return joined(x.Cols, " ", func(j int) string { return number_(x.A[i*x.Cols+j]) })
		}) + "]"
	case value.Identity:
		return number_(x.N) + "·I"
	case value.Ones, value.OnesRow:
		return number_(x.N) + "·𝟏"
	case value.Truth:
		return strconv.FormatBool(x.Truth)
	case value.Set:
		return "{" + itemsInWords(x.Items) + "}"
	case value.Tuple, value.Family:
		return "(" + itemsInWords(x.Items) + ")"
	case value.Law:
		return "law (" + joined(len(x.A), ", ", func(i int) string { return number_(x.A[i]) }) + ")"
	}
	return functionInWords(x)
}

// functionInWords is a function that is data, else its kind.
func functionInWords(x value.Value[float64]) string {
	if x.Ref == value.Polynomial {
		return "the polynomial with coefficients (" + joined(len(x.A), ", ", func(i int) string { return number_(x.A[i]) }) + ")"
	}
	if x.Ref == value.Table {
		return joined(len(x.Items), ", ", func(i int) string {
			pair := x.Items[i].Items
			if len(pair) != 2 {
				return inWords(x.Items[i])
			}
			return inWords(pair[0]) + "↦" + inWords(pair[1])
		})
	}
	return "a " + x.Kind.String()
}

func itemsInWords(items []value.Value[float64]) string {
	return joined(len(items), ", ", func(i int) string { return inWords(items[i]) })
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

// number_ is a number with six digits at most.
func number_(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e7 {
		return numeral.Minus(strconv.FormatFloat(x+0, 'f', 0, 64))
	}
	return numeral.Minus(strconv.FormatFloat(x, 'g', 6, 64))
}

// plain is LaTeX as text, with signs for its commands.
func plain(latex string) string { return syntax.Plain(latex) }
