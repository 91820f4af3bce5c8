package figure

import (
	"fmt"
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

// Number is the short text of a number, with up to six significant digits and a true minus sign.
func Number(x float64) string {
	if x == 0 {
		x = 0 // not −0
	}
	return numeral.Minus(strconv.FormatFloat(x, 'g', 6, 64))
}
