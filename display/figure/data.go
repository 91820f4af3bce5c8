package figure

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// Matrix is what a figure needs of a matrix; gonum's matrices have it.
type Matrix interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// rowsOf copies the rows of a matrix.
func rowsOf(X any) ([][]float64, error) {
	switch X := X.(type) {
	case nil:
		return nil, fmt.Errorf("no matrix")
	case [][]float64:
		return X, nil
	case [][]int:
		return floatRows(X), nil
	case Matrix:
		r, c := X.Dims()
		rows := make([][]float64, r)
		for i := range rows {
			rows[i] = make([]float64, c)
			for j := range rows[i] {
				rows[i][j] = X.At(i, j)
			}
		}
		return rows, nil
	}
	return nil, fmt.Errorf("%T is neither a matrix nor a [][]float64 or [][]int", X)
}

// floatRows are rows of counts as numbers.
func floatRows(counts [][]int) [][]float64 {
	rows := make([][]float64, len(counts))
	for i, row := range counts {
		for _, n := range row {
			rows[i] = append(rows[i], float64(n))
		}
	}
	return rows
}

// classesOf returns the names of the distinct labels in order, and the number of the class of each label.
func classesOf(labels any) (names []string, class []int, err error) {
	switch l := labels.(type) {
	case []int:
		names, class = distinct(l, func(a, b int) bool { return a < b }, func(n int) string { return numeral.Minus(strconv.Itoa(n)) })
	case []float64:
		names, class = distinct(l, func(a, b float64) bool { return a < b }, Number)
	case []string:
		names, class = distinct(l, func(a, b string) bool { return a < b }, func(s string) string { return s })
	case []bool:
		names, class = distinct(l, func(a, b bool) bool { return !a && b }, strconv.FormatBool)
	default:
		return nil, nil, fmt.Errorf("labels are %T, want []int, []float64, []string or []bool", labels)
	}
	return names, class, nil
}

func distinct[T comparable](labels []T, less func(a, b T) bool, name func(T) string) ([]string, []int) {
	index := map[T]int{}
	var values []T
	for _, l := range labels {
		if _, ok := index[l]; !ok && l == l {
			index[l] = 0
			values = append(values, l)
		}
	}
	sort.Slice(values, func(i, j int) bool { return less(values[i], values[j]) })
	names := make([]string, len(values))
	for i, v := range values {
		index[v], names[i] = i, name(v)
	}
	class := make([]int, len(labels))
	for i, l := range labels {
		class[i] = -1
		if c, ok := index[l]; ok {
			class[i] = c
		}
	}
	return names, class
}

// Number is the short text of a number, with up to six significant digits and a true minus sign.
func Number(x float64) string {
	if x == 0 {
		x = 0 // not −0
	}
	return numeral.Minus(strconv.FormatFloat(x, 'g', 6, 64))
}
