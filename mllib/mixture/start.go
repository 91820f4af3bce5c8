package mixture

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/cluster"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// check returns all that is wrong with a start for k components, 0 for any number, in R^d; a negative d is not known.
func (s *Start) check(name string, k, d int, form Covariance) error {
	if k == 0 {
		k = len(s.Means)
	}
	var errs []error
	if len(s.Means) != k {
		errs = append(errs, input.Errorf(input.ErrShape, name+"Means", "got %d, want K = %d", len(s.Means), k))
	}
	if s.Weights != nil && k > 0 {
		errs = append(errs, dist.CheckWeights(name+"Weights", s.Weights, k))
		if i := slices.Index(s.Weights, 0); i >= 0 {
			errs = append(errs, input.Errorf(input.ErrParam, name+"Weights", "component %d has the weight 0, which no step changes", i))
		}
	}
	if len(s.Covs) > 1 && len(s.Covs) != k {
		errs = append(errs, input.Errorf(input.ErrShape, name+"Covs", "got %d matrices, want one, or K = %d", len(s.Covs), k))
	}
	if d < 0 {
		return errors.Join(errs...)
	}
	for i, mean := range s.Means {
		errs = append(errs, input.Vector(fmt.Sprintf("%sMeans[%d]", name, i), mean, d))
	}
	for i, cov := range s.Covs {
		errs = append(errs, checkCov(fmt.Sprintf("%sCovs[%d]", name, i), cov, d, form))
	}
	if form == Tied && slices.ContainsFunc(s.Covs, func(c [][]float64) bool { return !slices.EqualFunc(c, s.Covs[0], slices.Equal) }) {
		errs = append(errs, input.Errorf(input.ErrParam, name+"Covs", "the matrices differ, and one is wanted for all components"))
	}
	return errors.Join(errs...)
}

// checkCov returns an error for what is no positive definite d×d matrix of the form.
func checkCov(argument string, cov [][]float64, d int, form Covariance) error {
	if len(cov) != d {
		return input.Errorf(input.ErrShape, argument, "got %d rows, want %d", len(cov), d)
	}
	for i, row := range cov {
		if err := input.Vector(fmt.Sprintf("%s[%d]", argument, i), row, d); err != nil {
			return err
		}
		for j, v := range row {
			if (form == Diagonal || form == Spherical) && i != j && v != 0 {
				return input.Errorf(input.ErrParam, argument, "entry %d, %d is %v, want 0 where covariances are %v", i, j, v, form)
			}
		}
		if form == Spherical && row[i] != cov[0][0] {
			return input.Errorf(input.ErrParam, argument, "entries %v and %v of the diagonal differ, want equal ones where covariances are %v", cov[0][0], row[i], form)
		}
	}
	if _, err := dist.NewMVNormal(make([]float64, d), rows(cov)); err != nil {
		return fmt.Errorf("%s: %w", argument, err)
	}
	return nil
}

// rows is a matrix by its rows.
func rows(m [][]float64) *mat.Dense { return mat.NewDense(len(m), len(m[0]), slices.Concat(m...)) }

// begin returns the parameters of a start, or makes responsibilities of groups and the parameters from these.
func (r *run) begin() (*parameters, error) {
	if r.Start != nil {
		return r.given()
	}
	groups := cluster.KMeans{K: r.K, Restarts: 1, Src: r.Src}
	if r.Init == PlusPlus {
		groups.MaxIter = 1 // whose labels are the nearest of the starting centres
	}
	g, err := groups.Fit(r.x)
	if err != nil {
		return nil, err
	}
	r.resp = mat.NewDense(r.n, r.K, nil)
	for i, k := range g.Labels {
		r.resp.Set(i, k, 1)
	}
	return r.maximise()
}

// given are the parameters of Start in the units of the sample.
func (r *run) given() (*parameters, error) {
	q := &parameters{weights: slices.Clone(r.Start.Weights)}
	if q.weights == nil {
		q.weights = slices.Repeat([]float64{1 / float64(r.K)}, r.K)
	}
	for k, mean := range r.Start.Means {
		inner := make([]float64, r.d)
		for j, v := range mean {
			inner[j] = (v - r.mean[j]) / r.scale[j]
		}
		cov := r.all
		if r.Start.Covs != nil {
			given := r.Start.Covs[min(k, len(r.Start.Covs)-1)]
			cov = dist.ZeroSym(r.d)
			for i := range r.d {
				for j := range r.d {
					cov.Data[i*r.d+j] = given[i][j] / r.scale[i] / r.scale[j]
				}
			}
			cov = dist.FromLower(r.d, cov.Data)
		}
		part, err := dist.NewMVNormal(inner, cov)
		if err != nil {
			return nil, fmt.Errorf("Gaussian.Start: component %d, in units of the spread of the observations: %w", k, err)
		}
		q.parts = append(q.parts, part)
	}
	return q, nil
}
