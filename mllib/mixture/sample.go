package mixture

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/centring"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/mat"
)

// sample holds the observations in units of their own spread: every column has the mean 0 and the variance 1 (divisor n), or, where covariances are spherical, the
// columns have the mean variance 1. So what is small does not depend on the units, nothing overflows, and columns far from 0 lose no digits to it.
type sample struct {
	x           *mat.Dense // n×d
	n, d        int
	mean, scale []float64 // of the columns as they were
	all         dist.Sym  // the covariance of all, in the form of the covariances
	logScale    float64   // Σ log scale, by which log densities differ
}

func newSample(x mat.Matrix, p Gaussian) (*sample, error) {
	s := &sample{x: mat.DenseCopyOf(x)}
	s.n, s.d = s.x.Dims()
	s.mean, _ = centring.Columns(s.x)
	s.scale = make([]float64, s.d)
	if err := s.measure(p.Covariance); err != nil {
		return nil, err
	}
	for i := range s.n {
		row := s.x.RawRowView(i)
		for j := range row {
			row[j] /= s.scale[j]
		}
	}
	return s, s.spread(p)
}

// measure finds the scales of the centred columns.
func (s *sample) measure(form Covariance) error {
	largest := 0.0
	for j := range s.d {
		column := la.Col(s.x, j)
		most := 0.0
		for _, v := range column {
			most = max(most, math.Abs(v))
		}
		if most > math.MaxFloat64 {
			return input.Errorf(input.ErrNotFinite, "X", "column %d has numbers so far apart that their differences overflow", j)
		}
		if most == 0 && form != Spherical {
			return input.Errorf(input.ErrSingular, "X", "column %d is constant", j)
		}
		if most > 0 {
			s.scale[j] = most * rootMeanSquare(column, most)
		}
		largest = max(largest, s.scale[j])
	}
	if largest == 0 {
		return input.Errorf(input.ErrSingular, "X", "all %d observations are equal", s.n)
	}
	if form == Spherical {
		common := largest * rootMeanSquare(s.scale, largest)
		for j := range s.scale {
			s.scale[j] = common
		}
	}
	for j, v := range s.scale {
		if square := v * v; !(square >= 0x1p-1000 && square <= 0x1p1000) {
			return input.Errorf(input.ErrNotFinite, "X", "the variance of column %d overflows or underflows", j)
		}
		s.logScale += math.Log(v)
	}
	return nil
}

// rootMeanSquare of numbers that are divided by unit.
func rootMeanSquare(v []float64, unit float64) float64 {
	sum := 0.0
	for _, v := range v {
		sum += (v / unit) * (v / unit)
	}
	return math.Sqrt(sum / float64(len(v)))
}

// spread finds the covariance of all observations, and refuses one that is singular where nothing keeps the components from it.
func (s *sample) spread(p Gaussian) error {
	full := la.Mul(s.x.T(), s.x)
	full.Scale(1/float64(s.n), full)
	whole := dist.FromLower(s.d, full.RawMatrix().Data)
	s.all = whole
	if p.Covariance == Diagonal || p.Covariance == Spherical {
		s.all = dist.ZeroSym(s.d)
		for j := range s.d {
			s.all.Data[j*s.d+j] = 1
		}
		return nil
	}
	if p.Prior > 0 {
		for j := range s.d {
			s.all.Data[j*s.d+j] += p.Prior / float64(s.n)
		}
	}
	if _, err := dist.NewMVNormal(make([]float64, s.d), s.all); err != nil {
		return fmt.Errorf("covariances that are %v need columns of X that are not functions of each other, or Prior > 0: %w", p.Covariance, err)
	}
	return nil
}
