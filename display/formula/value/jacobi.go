package value

import (
	"math"
	"sort"
)

// jacobi has the eigenvalues of the symmetric n×n matrix a, descending, and in the columns of v its orthonormal eigenvectors, by
// cyclic rotations (Golub and Van Loan, Matrix Computations, 8.5). It overwrites a.
func jacobi(a []float64, n int) (lambda, v []float64) {
	v = make([]float64, n*n)
	for i := range n {
		v[i*n+i] = 1
	}
	for sweep := 0; sweep < 60 && rotateAll(a, v, n); sweep++ {
	}
	return sortedEigen(a, v, n)
}

// rotateAll is one sweep; it reports false when the entries off the diagonal are 0 to rounding.
func rotateAll(a, v []float64, n int) bool {
	rotated := false
	for p := range n {
		for q := p + 1; q < n; q++ {
			off := math.Abs(a[p*n+q])
			if off <= 1e-17*math.Sqrt(math.Abs(a[p*n+p]))*math.Sqrt(math.Abs(a[q*n+q])) || off < 1e-300 {
				a[p*n+q], a[q*n+p] = 0, 0
				continue
			}
			rotate(a, v, n, p, q)
			rotated = true
		}
	}
	return rotated
}

// rotate makes a[p][q] zero.
func rotate(a, v []float64, n, p, q int) {
	tau := (a[q*n+q] - a[p*n+p]) / (2 * a[p*n+q])
	t := 1 / (math.Abs(tau) + math.Hypot(1, tau))
	if tau < 0 {
		t = -t
	}
	c := 1 / math.Hypot(1, t)
	s := t * c
	change := t * a[p*n+q]
	a[p*n+p] -= change
	a[q*n+q] += change
	a[p*n+q], a[q*n+p] = 0, 0
	for k := range n {
		if k != p && k != q {
			x, y := a[k*n+p], a[k*n+q]
			a[k*n+p], a[k*n+q] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
			a[p*n+k], a[q*n+k] = a[k*n+p], a[k*n+q]
		}
		x, y := v[k*n+p], v[k*n+q]
		v[k*n+p], v[k*n+q] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
	}
}

func sortedEigen(a, v []float64, n int) (lambda, vectors []float64) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return a[order[i]*(n+1)] > a[order[j]*(n+1)] })
	vectors = make([]float64, n*n)
	for k, at := range order {
		lambda = append(lambda, a[at*(n+1)])
		for i := range n {
			vectors[i*n+k] = v[i*n+at]
		}
	}
	return lambda, vectors
}
