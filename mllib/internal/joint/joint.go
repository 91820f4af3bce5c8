// Package joint turns log joint densities, log(π_k f_k(x)) for the rows x and the classes k, into what a classifier answers. Everything stays in logarithms until
// posteriors are asked for, so that points where all densities underflow are classified right.
package joint

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// chunk is the number of rows of a piece of work.
const chunk = 1024

// Settle gives rows in which every class has density 0 the priors: data that no class can have made say nothing. Where allow is false such a row is an error that wraps
// input.ErrNotFinite: there the densities are positive everywhere, and their logarithms have overflowed.
func Settle(scores *mat.Dense, priors []float64, allow bool) error {
	n, _ := scores.Dims()
	for i := range n {
		row := scores.RawRowView(i)
		if most := floats.Max(row); !math.IsInf(most, -1) && !math.IsNaN(most) {
			continue
		}
		if !allow || floats.HasNaN(row) {
			return input.Errorf(input.ErrNotFinite, "X", "row %d is so far from all classes that the logarithms of its densities overflow", i)
		}
		for k, p := range priors {
			row[k] = math.Log(p)
		}
	}
	return nil
}

// Posteriors replaces each row of scores by exp(s_k)/Σ exp(s_l).
func Posteriors(scores *mat.Dense) *mat.Dense { return each(scores, special.SoftmaxRows) }

// LogPosteriors replaces each row of scores by s_k - log Σ exp(s_l).
func LogPosteriors(scores *mat.Dense) *mat.Dense { return each(scores, special.LogSoftmaxRows) }

func each(m *mat.Dense, f func(rows []float64, width int)) *mat.Dense {
	n, c := m.Dims()
	raw := m.RawMatrix().Data
	parallel.Rows(n, chunk, func(_, lo, hi int) { f(raw[lo*c:hi*c], c) })
	return m
}

// Labels returns the class of the largest score of each row.
func Labels(scores *mat.Dense, classes []int, tie label.Tie) []int {
	n, _ := scores.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = classes[label.Largest(scores.RawRowView(i), tie)]
	}
	return y
}

// Classes returns the labels of n rows in increasing order, and the rows of each. The errors wrap input.ErrShape and input.ErrOneClass.
func Classes(y []int, n int) (classes []int, rows [][]int, err error) {
	if len(y) != n {
		return nil, nil, input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	classes = label.Distinct(y)
	if len(classes) < 2 {
		return nil, nil, input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0])
	}
	rows = make([][]int, len(classes))
	for i, label := range y {
		k, _ := slices.BinarySearch(classes, label)
		rows[k] = append(rows[k], i)
	}
	return classes, rows, nil
}

// Priors returns the given priors of K classes, equal ones, or the shares of their weights.
func Priors(given []float64, equal bool, weights []float64) []float64 {
	switch {
	case given != nil:
		return slices.Clone(given)
	case equal:
		p := make([]float64, len(weights))
		for k := range p {
			p[k] = 1 / float64(len(p))
		}
		return p
	}
	p := slices.Clone(weights)
	input.Temper(p) // the inverse of their sum may overflow
	floats.Scale(1/floats.Sum(p), p)
	return p
}

// CheckPriors checks what Priors is given for classes many classes; none are known where classes is 0.
func CheckPriors(given []float64, equal bool, classes int) error {
	if given == nil || classes == 0 {
		return nil
	}
	err := input.Param(!equal, "EqualPriors", true, "false where Priors are given")
	if len(given) != classes {
		return errors.Join(err, input.Errorf(input.ErrShape, "Priors", "got %d of them for %d classes", len(given), classes))
	}
	for k, p := range given {
		err = errors.Join(err, input.Param(p > 0 && p <= 1, fmt.Sprintf("Priors[%d]", k), p, "a positive probability"))
	}
	return errors.Join(err, input.Param(math.Abs(floats.Sum(given)-1) <= 1e-9, "Priors", given, "a sum of 1"))
}

// Model checks the classes and priors of a model with classes many parts.
func Model(of string, classes []int, priors []float64, parts int) error {
	if len(classes) < 2 || len(priors) != len(classes) || parts != len(classes) {
		return input.Errorf(input.ErrShape, of, "it has %d classes, %d priors and %d densities; Fit makes a model", len(classes), len(priors), parts)
	}
	if err := CheckPriors(priors, false, len(classes)); err != nil {
		return err
	}
	return input.Increasing("Classes", classes)
}

// Take returns the rows of x with these numbers.
func Take(x mat.Matrix, rows []int) *mat.Dense {
	_, d := x.Dims()
	part := mat.NewDense(len(rows), d, nil)
	for k, i := range rows {
		mat.Row(part.RawRowView(k), i, x)
	}
	return part
}
