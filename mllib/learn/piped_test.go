package learn_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"gonum.org/v1/gonum/mat"
)

// TestPipedAnswersAsItsModel: Posterior and Scores are those of the model for prepared rows; a model that has none is told.
func TestPipedAnswersAsItsModel(t *testing.T) {
	s := must(data.Iris().Pair(2, 3))
	m := must(learn.Pipe(data.Standardize{}, logistic.Binary{Ridge: 1}).Fit(s.X, s.Y))
	prepared := must(m.First.Apply(s.X))
	if !slices.Equal(must(m.Posterior(s.X)), must(m.Model.Posterior(prepared))) || !slices.Equal(must(m.Scores(s.X)), must(m.Model.Scores(prepared))) {
		t.Error("other numbers than by hand")
	}
	none := must(learn.Pipe(data.Standardize{}, discriminant.LDA{}).Fit(s.X, s.Y))
	_, noPosterior := none.Posterior(s.X)
	_, noScores := none.Scores(s.X)
	if !errors.Is(noPosterior, input.ErrParam) || !errors.Is(noScores, input.ErrParam) {
		t.Errorf("got %v and %v", noPosterior, noScores)
	}
	_, narrow := m.Scores(mat.NewDense(1, 2, nil))
	if !errors.Is(narrow, input.ErrShape) {
		t.Errorf("too few columns: %v", narrow)
	}
}

// TestPipelinesAgainstRest: a pipeline goes into one against rest, and prepares for each class as outside of it.
func TestPipelinesAgainstRest(t *testing.T) {
	s := data.Wine()
	method := logistic.Binary{Ridge: 1}
	inside := must(multiclass.OneAgainstRest(learn.Pipe(data.Standardize{}, method)).Fit(s.X, s.Y))
	outside := must(learn.Pipe(data.Standardize{}, multiclass.OneAgainstRest(method)).Fit(s.X, s.Y))
	if !slices.Equal(must(inside.Predict(s.X)), must(outside.Predict(s.X))) {
		t.Error("other labels than with the preparation outside")
	}
}

// TestPipelinesNest: a pipeline is a method of another one.
func TestPipelinesNest(t *testing.T) {
	s := data.Wine()
	one := learn.Pipe(data.Standardize{}, logistic.Softmax{Ridge: 1})
	m := must(learn.Pipe(data.Standardize{NoCenter: true}, one).Fit(s.X, s.Y))
	if got, want := must(m.Predict(s.X)), must(must(one.Fit(s.X, s.Y)).Predict(s.X)); !slices.Equal(got, want) {
		t.Error("other labels than of the inner pipeline, which standardises whatever the units")
	}
	if must(m.Posteriors(s.X)) == nil || m.Coefficients() == nil {
		t.Error("no posteriors or no coefficients")
	}
}

// careless is a preparation and a transform with a bug: it makes n rows of x, or nothing.
type careless struct{ rows int }

func (c *careless) Fit(mat.Matrix) (*careless, error) {
	if c.rows < 0 {
		return nil, nil
	}
	return c, nil
}

func (c *careless) Apply(x mat.Matrix) (*mat.Dense, error) {
	if c.rows == 0 {
		return nil, nil
	}
	return mat.NewDense(c.rows, 2, nil), nil
}

// mute is a model whose methods return nothing.
type mute struct{}

func (mute) Predict(mat.Matrix) ([]int, error)          { return nil, nil }
func (mute) Posteriors(mat.Matrix) (*mat.Dense, error)  { return nil, nil }
func (mute) Posterior(mat.Matrix) ([]float64, error)    { return nil, nil }
func (mute) Scores(mat.Matrix) ([]float64, error)       { return nil, nil }
func muteFit(x mat.Matrix, y []int) (m mute, err error) { return m, nil }

// TestPipelineOfCarelessParts: parts of one's own that return nothing, or not one row for each row, are told.
func TestPipelineOfCarelessParts(t *testing.T) {
	s := data.AND()
	fit := func(rows int) error {
		_, err := learn.Pipe(&careless{rows}, discriminant.NearestMean{}).Fit(s.X, s.Y)
		return err
	}
	m := must(learn.Pipe(data.Standardize{}, learn.By(muteFit)).Fit(s.X, s.Y))
	_, predict := m.Predict(s.X)
	_, posteriors := m.Posteriors(s.X)
	_, posterior := m.Posterior(s.X)
	_, scores := m.Scores(s.X)
	_, zero := new(learn.Piped[int, *logistic.Model, *data.Scale]).Predict(s.X)
	for name, c := range map[string]struct{ err, want error }{
		"no transform":    {fit(-1), input.ErrEmpty},
		"no matrix":       {fit(0), input.ErrEmpty},
		"three rows of 4": {fit(3), input.ErrShape},
		"predict":         {predict, input.ErrShape},
		"posteriors":      {posteriors, input.ErrEmpty},
		"posterior":       {posterior, input.ErrShape},
		"scores":          {scores, input.ErrShape},
		"zero value":      {zero, input.ErrEmpty},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", name, c.err, c.want)
		}
	}
}
