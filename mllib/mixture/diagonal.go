package mixture

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file has the two steps for covariances that are diagonal, where neither triangular systems nor products of matrices are needed.

// pieceRows is how many rows a goroutine takes at a time.
const pieceRows = 2048

// diagonal reports whether the covariances are.
func (r *run) diagonal() bool { return r.Covariance == Diagonal || r.Covariance == Spherical }

// joint is log π_k N(x_i; μ_k, Σ_k), n×K.
func (r *run) joint(q *parameters) *mat.Dense {
	joint := mat.NewDense(r.n, r.K, nil)
	constants, inverse := make([]float64, r.K), mat.NewDense(r.K, r.d, nil) // 1/σ_kj
	for k, part := range q.parts {
		constants[k] = math.Log(q.weights[k]) - float64(r.d)/2*math.Log(2*math.Pi) - part.LogDet/2
		for j := range r.d {
			inverse.Set(k, j, 1/part.L[j*r.d+j])
		}
	}
	parallel.Rows(r.n, pieceRows, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row, to := r.x.RawRowView(i), joint.RawRowView(i)
			for k := range to {
				to[k] = constants[k] - distance(row, q.parts[k].Mean, inverse.RawRowView(k))/2
			}
		}
	})
	return joint
}

// distance is Σ_j ((x_j - mean_j)·inverse_j)².
func distance(x, mean, inverse []float64) (sum float64) {
	mean, inverse = mean[:len(x)], inverse[:len(x)]
	for j, v := range x {
		z := (v - mean[j]) * inverse[j]
		sum += float64(z * z)
	}
	return sum
}

// squares are the diagonals of the scatters around the rows of means, for all components, each a matrix of one row.
func (r *run) squares(means *mat.Dense) []*mat.Dense {
	pieces := make([][]float64, parallel.Pieces(r.n, pieceRows))
	parallel.Rows(r.n, pieceRows, func(piece, lo, hi int) {
		sums := make([]float64, r.K*r.d)
		for i := lo; i < hi; i++ {
			row := r.x.RawRowView(i)
			for k, w := range r.resp.RawRowView(i) {
				addSquares(sums[k*r.d:(k+1)*r.d], row, means.RawRowView(k), w)
			}
		}
		pieces[piece] = sums
	})
	for _, p := range pieces[1:] {
		floats.Add(pieces[0], p)
	}
	var out []*mat.Dense
	for k := range r.K {
		out = append(out, mat.NewDense(1, r.d, pieces[0][k*r.d:(k+1)*r.d]))
	}
	return out
}

// addSquares adds w·(x - mean)² to the sums.
func addSquares(sums, x, mean []float64, w float64) {
	mean, sums = mean[:len(x)], sums[:len(x)]
	for j, v := range x {
		v -= mean[j]
		sums[j] += float64(w * v * v)
	}
}
