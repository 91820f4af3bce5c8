package discriminant

import (
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/mat"
)

// softmax replaces each row of scores by exp(s_k) / Σ exp(s_l).
func softmax(scores *mat.Dense) {
	eachPart(scores, special.SoftmaxRows)
}

// logSoftmax replaces each row of scores by s_k - log Σ exp(s_l).
func logSoftmax(scores *mat.Dense) {
	eachPart(scores, special.LogSoftmaxRows)
}

// argmax returns the class of the largest score of each row.
func argmax(scores *mat.Dense, classes []int, tie label.Tie) []int {
	n, _ := scores.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = classes[label.Largest(scores.RawRowView(i), tie)]
	}
	return y
}

func logSum(joint *mat.Dense, err error) ([]float64, error) {
	if err != nil {
		return nil, err
	}
	n, c := joint.Dims()
	out := make([]float64, n)
	special.LogSumExpRows(out, joint.RawMatrix().Data, c)
	return out, nil
}

// eachPart calls f for parts of m, given their rows one behind the other and the length of a row.
func eachPart(m *mat.Dense, f func(rows []float64, width int)) {
	n, c := m.Dims()
	raw := m.RawMatrix().Data
	parallel.Rows(n, chunk, func(_, lo, hi int) { f(raw[lo*c:hi*c], c) })
}
