package network

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Classifier fits a network with a softmax of one output for each class. The zero value, with a source, has no hidden layer: multinomial logistic regression. Of two classes
// there are two outputs, too; their difference is the one of other texts.
//
// Curriculum: N8.0h, N8.0i, N8.1a–d, N8.2a–f.
type Classifier struct {
	Hidden []Layer
	Rows   int       // the columns of X are pictures of so many rows, for layers on patches; 0 means they are a plain vector
	Loss   Loss      // the zero value is CrossEntropy
	Tie    label.Tie // of classes with equal scores Positive takes the last, Negative the first
	Training
}

var _ learn.Chance[int, *Model] = Classifier{}

// Source returns Src: Classifier is a learn.Chance.
func (c Classifier) Source() rand.Source { return c.Src }

// WithSource returns the same parameters with another source.
func (c Classifier) WithSource(src rand.Source) learn.Learner[int, *Model] {
	c.Src = src
	return c
}

// Net returns the network for d columns and so many classes; Net.Check tells what is wrong with it.
func (c Classifier) Net(d, classes int) Net {
	return Net{In: pictures(c.Rows, d), Hidden: c.Hidden, Outputs: classes, Output: Softmax}
}

// pictures is the shape of d columns that are pictures of so many rows.
func pictures(rows, d int) Shape {
	if rows <= 1 {
		return Shape{Cols: d}
	}
	return Shape{Rows: rows, Cols: d / rows}
}

func checkRows(rows, d int) error {
	return input.Param(rows >= 0 && (rows == 0 || d%rows == 0), "Rows", rows, fmt.Sprintf("a divisor of the %d columns, or 0", d))
}

// Fit learns from the n×d matrix X and the n labels y, any integers of at least two classes. An epoch takes O(n) by the number of links. It returns an error that wraps
// input.ErrEmpty, ErrShape, ErrNotFinite (a training that diverges, too), ErrOneClass or ErrParam (a field out of range). Reaching the limit of epochs is none,
// see Model.Report.
func (c Classifier) Fit(x mat.Matrix, y []int) (*Model, error) {
	rows, d, err := input.Matrix("X", x)
	if err == nil && len(y) != rows {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), rows)
	}
	if err == nil {
		err = errors.Join(checkRows(c.Rows, d), c.Tie.Check("Tie"), c.Loss.Check("Loss"))
	}
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	classes := label.Distinct(y)
	if len(classes) < 2 {
		return nil, fmt.Errorf("network: %w", input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0]))
	}
	if err := input.Size("y", rows, len(classes)); err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	n := c.Net(d, len(classes))
	data, stride := input.Rows(x)
	s := sample{x: data, stride: stride, y: Indicators(y, classes).RawMatrix().Data, n: rows}
	end, err := c.Training.fit(n, head{Softmax, c.Loss, len(classes)}, s)
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	return &Model{Weighted: Weighted{Net: n, Theta: end.theta, Curve: end.curve, Report: end.report}, Classes: classes, Tie: c.Tie}, nil
}
