package tree

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// Choice is the path of a tree with what cross-validation says about each of its stages.
type Choice struct {
	Path      []Stage           // of the tree of all data
	Prices    []float64         // the α at which the trees of the folds were pruned: geometric means of the ends of each stage, 0 at α = 0, the last its own
	Losses    []validate.Losses // of each stage: shares of wrong labels, or mean squared errors, by folds
	Best      int               // the stage of least mean loss, of several the one with the fewest leaves
	OneStdErr int               // the stage with the fewest leaves whose mean loss is within one standard error of the least
}

// Alpha returns the price by which to prune the tree of all data to a stage; NaN for a stage that there is not.
func (c *Choice) Alpha(stage int) float64 {
	if c == nil || stage < 0 || stage >= len(c.Path) {
		return math.NaN()
	}
	return c.Path[stage].Alpha
}

// Choose grows a tree from all data and one for each fold, prunes the latter at the prices of the former's path, and compares what they lose on the data they have not seen. Alpha of
// the parameters is not used. The errors are those of Fit, and of validate.CrossValidate for the folds.
//
// Reference: Breiman and others, section 3.4. Curriculum: N9.3i.
func (p Classifier) Choose(s learn.Data[int], folds []validate.Fold) (*Choice, error) {
	p.Alpha = 0
	return choose[int, *Model](s, folds, p, validate.CrossValidate)
}

// Choose is that of Classifier.Choose, with the mean squared error.
func (p Regressor) Choose(s learn.Data[float64], folds []validate.Fold) (*Choice, error) {
	p.Alpha = 0
	return choose[float64, *RegressionModel](s, folds, p, validate.CrossValidate)
}

// prunable is a tree of either kind.
type prunable[T learn.Target, M any] interface {
	learn.Model[T]
	Path() ([]Stage, error)
	Prune(alpha float64) (M, error)
}

func choose[T learn.Target, M prunable[T, M]](s learn.Data[T], folds []validate.Fold, l learn.Learner[T, M], cross func(learn.Data[T], []validate.Fold, learn.Learner[T, M]) (*validate.CrossValidation[T, M], error)) (*Choice, error) {
	cv, err := cross(s, folds, l)
	if err != nil {
		return nil, fmt.Errorf("tree: choice: %w", err)
	}
	x, y := s.Pairs()
	all, err := l.Fit(x, y)
	if err != nil {
		return nil, err
	}
	c := &Choice{}
	if c.Path, err = all.Path(); err != nil {
		return nil, err
	}
	for k, stage := range c.Path {
		price := stage.Alpha
		if k+1 < len(c.Path) {
			price = math.Sqrt(stage.Alpha) * math.Sqrt(c.Path[k+1].Alpha)
		}
		losses, err := cv.By(s, func(m M, x mat.Matrix, y []T) (float64, error) {
			small, err := m.Prune(price)
			if err != nil {
				return 0, err
			}
			return lost[T](small, x, y)
		})
		if err != nil {
			return nil, fmt.Errorf("tree: choice: stage %d: %w", k, err)
		}
		c.Prices, c.Losses = append(c.Prices, price), append(c.Losses, losses)
		if losses.Mean() <= c.Losses[c.Best].Mean() {
			c.Best = k
		}
	}
	best := c.Losses[c.Best].Estimate()
	for k, l := range c.Losses {
		if l.Mean() <= best.Mean+best.SE {
			c.OneStdErr = k
		}
	}
	return c, nil
}

// lost is the share of wrong labels or the mean squared error.
func lost[T learn.Target](m learn.Model[T], x mat.Matrix, y []T) (float64, error) {
	predicted, err := learn.Predict(m, x)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for i := range y {
		switch truth := any(y[i]).(type) {
		case int:
			if truth != any(predicted[i]).(int) {
				sum++
			}
		case float64:
			d := truth - any(predicted[i]).(float64)
			sum += d * d
		}
	}
	return sum / float64(len(y)), nil
}
