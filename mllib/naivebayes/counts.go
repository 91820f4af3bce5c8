package naivebayes

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Multinomial is for counts, as of the words of a text: within a class each count goes to column j with probability p_kj, log f_k(x) = Σ_j x_j log p_kj up to a term that all classes share. The numbers of X are >= 0; they
// need not be whole.
type Multinomial struct {
	Alpha       float64   // counts added to each class and column, > 0; 0 means 1 (Laplace)
	Priors      []float64 // as in Gaussian
	EqualPriors bool      // as in Gaussian
	Tie         label.Tie // as in Gaussian
}

// MultinomialModel is a probability for each class and column. It is plain data: it goes through JSON and back.
type MultinomialModel struct {
	Classes []int       // labels in increasing order
	Priors  []float64   // π_k
	Logs    [][]float64 // K×d log p_kj, p_kj = (N_kj + α)/(N_k + αd)
	Tie     label.Tie
}

// Bernoulli is for columns that say yes or no: yes is a number above Threshold. Within a class column j says yes with probability p_kj, and unlike in Multinomial a no counts too.
type Bernoulli struct {
	Alpha       float64   // observations added to each class, column and answer, > 0; 0 means 1
	Threshold   float64   // finite
	Priors      []float64 // as in Gaussian
	EqualPriors bool      // as in Gaussian
	Tie         label.Tie // as in Gaussian
}

// BernoulliModel is a probability for each class and column. It is plain data: it goes through JSON and back.
type BernoulliModel struct {
	Classes   []int       // labels in increasing order
	Priors    []float64   // π_k
	Yes, No   [][]float64 // K×d logarithms of p_kj = (N_kj + α)/(N_k + 2α) and 1 - p_kj
	Threshold float64
	Tie       label.Tie
}

// Categorical is for columns of categories 0, 1, 2, …, each class with a table for each column. The number of categories of a column is one more than the largest that Fit sees.
type Categorical struct {
	Alpha       float64   // observations added to each class, column and category, > 0; 0 means 1
	Categories  []int     // number of categories of each column, at least those seen; nil means as many as are seen
	Priors      []float64 // as in Gaussian
	EqualPriors bool      // as in Gaussian
	Tie         label.Tie // as in Gaussian
}

// CategoricalModel is a table for each class and column. It is plain data: it goes through JSON and back.
type CategoricalModel struct {
	Classes []int         // labels in increasing order
	Priors  []float64     // π_k
	Logs    [][][]float64 // log probability of each class, column and category
	Tie     label.Tie
}

// maxCategories bounds the categories of a column.
const maxCategories = 1 << 20

// Fit adds up the rows of the n×d matrix X of numbers >= 0, with labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where counts overflow), ErrOneClass, and ErrParam, also for a negative number.
func (p Multinomial) Fit(x mat.Matrix, y []int) (*MultinomialModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight >= 0 for each row, with which it is counted. The errors are those of Fit, and ErrShape, ErrNotFinite or ErrParam for the weights.
func (p Multinomial) FitWeighted(x mat.Matrix, y []int, weights []float64) (*MultinomialModel, error) {
	return p.fit(x, y, weighted(weights))
}

func (p Multinomial) fit(x mat.Matrix, y []int, weights []float64) (*MultinomialModel, error) {
	alpha, err := smoothing(p.Alpha)
	g, err := take(x, y, weights, priors{p.Priors, p.EqualPriors, p.Tie}, err)
	if err == nil {
		err = positive(x)
	}
	if err != nil {
		return nil, fmt.Errorf("naivebayes: multinomial: %w", err)
	}
	m := &MultinomialModel{Classes: g.classes, Priors: g.priors, Tie: p.Tie}
	for _, counts := range g.counts(func(v float64) float64 { return v }) {
		floats.AddConst(alpha, counts)
		all := math.Log(floats.Sum(counts))
		for j, c := range counts {
			counts[j] = math.Log(c) - all
		}
		if floats.HasNaN(counts) || math.IsInf(all, 1) {
			return nil, fmt.Errorf("naivebayes: multinomial: %w", input.Errorf(input.ErrNotFinite, "X", "the sum of the counts overflows"))
		}
		m.Logs = append(m.Logs, counts)
	}
	return m, nil
}

// positive checks that no number is negative.
func positive(x mat.Matrix) error {
	n, d := x.Dims()
	data, stride := input.Rows(x)
	for i := range n {
		for j, v := range data[i*stride : i*stride+d] {
			if v < 0 {
				return input.Param(false, fmt.Sprintf("X[%d][%d]", i, j), v, "a count >= 0")
			}
		}
	}
	return nil
}

// counts are the weighted sums of each class and column of what each number counts for.
func (g *given) counts(of func(v float64) float64) [][]float64 {
	data, stride := input.Rows(g.x)
	all := make([][]float64, len(g.classes))
	for k, rows := range g.rows {
		all[k] = make([]float64, g.d)
		for _, i := range rows {
			w := g.weight(i)
			for j, v := range data[i*stride : i*stride+g.d] {
				all[k][j] += float64(w * of(v))
			}
		}
	}
	return all
}

// Fit counts the rows of the n×d matrix X with labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass or ErrParam.
func (p Bernoulli) Fit(x mat.Matrix, y []int) (*BernoulliModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight >= 0 for each row, as Multinomial.FitWeighted.
func (p Bernoulli) FitWeighted(x mat.Matrix, y []int, weights []float64) (*BernoulliModel, error) {
	return p.fit(x, y, weighted(weights))
}

func (p Bernoulli) fit(x mat.Matrix, y []int, weights []float64) (*BernoulliModel, error) {
	alpha, err := smoothing(p.Alpha)
	err = errors.Join(err, input.Param(p.Threshold-p.Threshold == 0, "Threshold", p.Threshold, "a finite number"))
	g, err := take(x, y, weights, priors{p.Priors, p.EqualPriors, p.Tie}, err)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: Bernoulli: %w", err)
	}
	m := &BernoulliModel{Classes: g.classes, Priors: g.priors, Threshold: p.Threshold, Tie: p.Tie}
	for k, yes := range g.counts(func(v float64) float64 { return indicator(v > p.Threshold) }) {
		no := make([]float64, g.d)
		for j, c := range yes {
			all := math.Log(g.sums[k] + 2*alpha)
			yes[j], no[j] = math.Log(c+alpha)-all, math.Log(max(0, g.sums[k]-c)+alpha)-all
		}
		m.Yes, m.No = append(m.Yes, yes), append(m.No, no)
	}
	return m, nil
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Fit counts the rows of the n×d matrix X of categories 0, 1, 2, …, with labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass, and ErrParam, also for a number that is no category, 0 to 2^20 - 1.
func (p Categorical) Fit(x mat.Matrix, y []int) (*CategoricalModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight >= 0 for each row, as Multinomial.FitWeighted.
func (p Categorical) FitWeighted(x mat.Matrix, y []int, weights []float64) (*CategoricalModel, error) {
	return p.fit(x, y, weighted(weights))
}

func (p Categorical) fit(x mat.Matrix, y []int, weights []float64) (*CategoricalModel, error) {
	alpha, err := smoothing(p.Alpha)
	g, err := take(x, y, weights, priors{p.Priors, p.EqualPriors, p.Tie}, err)
	var sizes []int
	if err == nil {
		sizes, err = p.sizes(x)
	}
	if err != nil {
		return nil, fmt.Errorf("naivebayes: categorical: %w", err)
	}
	m := &CategoricalModel{Classes: g.classes, Priors: g.priors, Tie: p.Tie, Logs: make([][][]float64, len(g.classes))}
	for k, rows := range g.rows {
		for j, size := range sizes {
			logs := make([]float64, size)
			for _, i := range rows {
				logs[int(x.At(i, j))] += g.weight(i)
			}
			for c, v := range logs {
				logs[c] = math.Log(v+alpha) - math.Log(g.sums[k]+alpha*float64(size))
			}
			m.Logs[k] = append(m.Logs[k], logs)
		}
	}
	return m, nil
}

// sizes are the numbers of categories of the columns.
func (p Categorical) sizes(x mat.Matrix) ([]int, error) {
	n, d := x.Dims()
	sizes := make([]int, d)
	if p.Categories != nil {
		if len(p.Categories) != d {
			return nil, input.Errorf(input.ErrShape, "Categories", "got %d numbers for %d columns", len(p.Categories), d)
		}
		for j, c := range p.Categories {
			if err := input.Param(c >= 1 && c <= maxCategories, fmt.Sprintf("Categories[%d]", j), c, "1 to 2^20"); err != nil {
				return nil, err
			}
			sizes[j] = c
		}
	}
	for i := range n {
		for j := range d {
			v := x.At(i, j)
			if !category(v, maxCategories) || p.Categories != nil && v >= float64(sizes[j]) {
				return nil, input.Param(false, fmt.Sprintf("X[%d][%d]", i, j), v, "one of the categories 0, 1, 2, …")
			}
			sizes[j] = max(sizes[j], int(v)+1)
		}
	}
	return sizes, nil
}

// category says that v is one of 0, 1, …, most-1.
func category(v float64, most int) bool {
	return v >= 0 && v < float64(most) && v == math.Trunc(v)
}
