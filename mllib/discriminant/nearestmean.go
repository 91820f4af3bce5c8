package discriminant

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// NearestMean classifies a point by the class whose mean is nearest in Euclidean distance. It is LDA with the identity for the covariance
// and equal priors, and needs no inverse, so it works in any dimension.
//
// Curriculum: N4a, Y9b.
type NearestMean struct {
	Tie label.Tie // of means at equal distance Positive takes the last class, Negative the first
}

// NearestMeanModel is a list of class means, and the rule of the nearest one. It is plain data: it goes through JSON and back.
type NearestMeanModel struct {
	Classes []int       // labels in increasing order
	Means   [][]float64 // mean of each class
	Counts  []int       // observations of each class, whatever their weights
	Tie     label.Tie   // as in NearestMean
}

// Fit averages the rows of the n×d matrix X of each class; labels y are any integers. The errors wrap input.ErrEmpty, ErrShape,
// ErrNotFinite (also for a mean that overflows), ErrOneClass or ErrParam.
func (p NearestMean) Fit(x mat.Matrix, y []int) (*NearestMeanModel, error) {
	return p.fit(x, y, nil)
}

// FitWeighted is Fit with a weight >= 0 for each row, with which it enters the mean. The errors are those of Fit, and of WeightedMoments for the weights.
func (p NearestMean) FitWeighted(x mat.Matrix, y []int, weights []float64) (*NearestMeanModel, error) {
	return p.fit(x, y, given(weights))
}

func (p NearestMean) fit(x mat.Matrix, y []int, weights []float64) (*NearestMeanModel, error) {
	classes, parts, err := byClass(x, y, weights)
	if err == nil {
		err = p.Tie.Check("Tie")
	}
	if err == nil && len(classes) < 2 {
		err = input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0])
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: nearest mean: %w", err)
	}
	m := &NearestMeanModel{Classes: classes, Tie: p.Tie}
	for _, r := range parts {
		m.Means, m.Counts = append(m.Means, r.mean()), append(m.Counts, len(r.index))
	}
	if err := notOverflown(0, m.Means...); err != nil {
		return nil, fmt.Errorf("discriminant: nearest mean: %w", err)
	}
	return m, nil
}

// Distances returns the n×K matrix of the distances of the rows of X from the class means. The errors are those of input.Columns, and
// errors that wrap input.ErrShape for a model that Fit did not make and input.ErrNotFinite where a distance overflows.
func (m *NearestMeanModel) Distances(x mat.Matrix) (*mat.Dense, error) {
	err := m.whole()
	if err == nil {
		err = input.Columns("X", x, len(m.Means[0]))
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: nearest mean: %w", err)
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	out := mat.NewDense(n, len(m.Means), nil)
	parallel.Rows(n, chunk, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row := out.RawRowView(i)
			for k, mean := range m.Means {
				row[k] = floats.Distance(data[i*stride:i*stride+d], mean, 2)
			}
		}
	})
	if err := finiteScores(out); err != nil {
		return nil, fmt.Errorf("discriminant: nearest mean: %w", err)
	}
	return out, nil
}

// whole checks that the model is one that Fit made.
func (m *NearestMeanModel) whole() error {
	if m == nil {
		return input.NoModel("discriminant.NearestMeanModel")
	}
	if len(m.Classes) < 2 || len(m.Means) != len(m.Classes) {
		return input.Errorf(input.ErrShape, "model", "it has %d classes and %d means; Fit makes a model", len(m.Classes), len(m.Means))
	}
	for k, mean := range m.Means {
		if err := input.Vector(fmt.Sprintf("Means[%d]", k), mean, len(m.Means[0])); err != nil {
			return err
		}
	}
	return nil
}

// Predict returns the label of the nearest mean for each row of X. The errors are those of Distances.
func (m *NearestMeanModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.Distances(x)
	if err != nil {
		return nil, err
	}
	s.Scale(-1, s)
	return argmax(s, m.Classes, m.Tie), nil
}

// Boundary returns the hyperplane of the points at equal distance from the means of the classes k and l (positions in Classes); its score is
// positive on the side of k. It returns an error that wraps input.ErrParam for a k or l outside or k = l, and input.ErrNotFinite where
// it overflows.
func (m *NearestMeanModel) Boundary(k, l int) (linear.Hyperplane, error) {
	err := m.whole()
	if err == nil {
		err = checkPair(k, l, len(m.Means))
	}
	if err != nil {
		return linear.Hyperplane{}, fmt.Errorf("discriminant: nearest mean: %w", err)
	}
	a, b := m.Means[k], m.Means[l]
	h := linear.Hyperplane{W: floats.SubTo(make([]float64, len(a)), a, b)}
	for j, w := range h.W {
		h.B -= w * (a[j]/2 + b[j]/2)
	}
	if err := notOverflown(h.B, h.W); err != nil {
		return linear.Hyperplane{}, fmt.Errorf("discriminant: nearest mean: %w", err)
	}
	return h, nil
}
