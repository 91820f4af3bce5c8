package formula_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/value"
)

// tolerance is relative to 1 + the size of the sides; a step may have its own.
const tolerance = 1e-9

// holds checks a step between two values.
func holds(m eval.Machine[float64], s *eval.Step, left, right eval.Result[float64]) error {
	if left.Close || right.Close {
		return nil // rounding decided a comparison inside
	}
	r, err := m.Relate(s.Rel, left.Value, right.Value)
	if err != nil {
		return err
	}
	tol := tolerance
	if s.Source.Tol != "" {
		if tol, err = strconv.ParseFloat(s.Source.Tol, 64); err != nil {
			return err
		}
	} else if s.Rel == `\approx` {
		tol = halfUnit(s.Right.Text) / (1 + r.Scale)
	}
	tol += (left.Err + right.Err) / (1 + r.Scale)
	if !r.Within(tol) {
		return fmt.Errorf("does not hold: %s and %s differ by %g, the tolerance is %g", printed(left.Value), printed(right.Value), max(r.Deviation, -r.Slack), tol*(1+r.Scale))
	}
	return nil
}

// halfUnit is half a unit of the last digit of a literal.
func halfUnit(literal string) float64 {
	_, decimals, _ := strings.Cut(strings.TrimSpace(literal), ".")
	return 0.5000001 * math.Pow10(-len(decimals))
}

// printed is a value in six digits.
func printed(v value.Value[float64]) string {
	switch v.Kind {
	case value.Number:
		return number(v.N)
	case value.Truth:
		return strconv.FormatBool(v.Truth)
	case value.Vector, value.Row:
		return "(" + entries(v.A) + ")"
	case value.Matrix:
		var rows []string
		for i := range v.Rows {
			rows = append(rows, entries(v.A[i*v.Cols:(i+1)*v.Cols]))
		}
		return "[" + strings.Join(rows, "; ") + "]"
	case value.Set, value.Tuple, value.Family:
		var items []string
		for _, x := range v.Items {
			items = append(items, printed(x))
		}
		return map[value.Kind]string{value.Set: "{", value.Tuple: "(", value.Family: "<"}[v.Kind] + strings.Join(items, ", ") +
			map[value.Kind]string{value.Set: "}", value.Tuple: ")", value.Family: ">"}[v.Kind]
	}
	return v.Shape()
}

func entries(a []float64) string {
	var s []string
	for _, x := range a {
		s = append(s, number(x))
	}
	return strings.Join(s, ", ")
}

// number is x in six digits; what is rounding of 0 is 0.
func number(x float64) string {
	if math.Abs(x) < 1e-12 {
		return "0"
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
