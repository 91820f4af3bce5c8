package gp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// propagation replaces each factor l(y_i f_i) of the posterior by a normal one, its site, with precision tau_i and the product nu_i of precision and mean: such that the law of f_i, with the site replaced by
// the factor itself, has the mean and variance that it has with the site.
type propagation struct {
	m       *ClassifierModel
	k       blas64.Symmetric
	tilt    *tilt
	tau, nu []float64        // the sites, tau >= 0 because l is log-concave
	mean    []float64        // of f under all sites
	cov     blas64.Symmetric // of f, on and above the diagonal
	u       blas64.Triangular
	root    []float64 // √tau, for u
	column  []float64 // scratch
}

func newPropagation(m *ClassifierModel, gram *mat.Dense) *propagation {
	n := len(m.Signs)
	list := rows(5, n)
	e := &propagation{m: m, k: upperOf(gram), tilt: newTilt(m.Parameters.Link), tau: list[0], nu: list[1], mean: list[2], root: list[3], column: list[4]}
	e.cov = blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: n, Data: make([]float64, n*n)}
	e.u = blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: make([]float64, n*n)}
	return e
}

// propagationTol is the change of means and variances, in units of them, at which sweeps stop.
const propagationTol = 1e-9

// run sweeps over the sites as long as the law of f changes, and writes it into the model.
func (e *propagation) run() {
	report := &e.m.Report
	e.refresh()
	for report.Stop = IterationLimit; report.Iterations < e.m.Parameters.iterations(); {
		report.Iterations++
		before, spread := slices.Clone(e.mean), e.variances()
		for i := range e.tau {
			e.visit(i)
		}
		e.refresh()
		report.Change = 0
		for i, v := range e.variances() {
			if v > 0 {
				report.Change = max(report.Change, math.Abs(e.mean[i]-before[i])/math.Sqrt(v), math.Abs(v-spread[i])/v)
			}
		}
		if report.Change <= propagationTol {
			report.Stop = Converged
			break
		}
	}
	e.finish()
}

func (e *propagation) variances() []float64 {
	v := make([]float64, e.cov.N)
	for i := range v {
		v[i] = e.cov.Data[i*e.cov.Stride+i]
	}
	return v
}

// cavity is the law of f_i without its site: precision and precision times mean. It is none where f_i is not random, or where rounding leaves no precision.
func (e *propagation) cavity(i int) (tau, nu float64, ok bool) {
	v := e.cov.Data[i*e.cov.Stride+i]
	if !(v > 0) {
		return 0, 0, false
	}
	tau, nu = 1/v-e.tau[i], e.mean[i]/v-e.nu[i]
	return tau, nu, tau > 0
}

// visit makes site i new, and with it the law of f.
func (e *propagation) visit(i int) {
	tau, nu, ok := e.cavity(i)
	if !ok {
		return
	}
	t := e.tilt.of(e.m.Signs[i], nu/tau, 1/tau)
	site := max(0, 1/t.variance-tau)
	if !finite(site) {
		return
	}
	dTau, dNu := site-e.tau[i], t.mean*(site+tau)-nu-e.nu[i]
	e.tau[i], e.nu[i] = site, e.nu[i]+dNu
	n := e.cov.N
	for j := range i {
		e.column[j] = e.cov.Data[j*n+i]
	}
	copy(e.column[i:], e.cov.Data[i*n+i:(i+1)*n])
	v := e.column[i]
	c := dTau / (1 + float64(dTau*v))
	for j := range n {
		floats.AddScaled(e.cov.Data[j*n+j:(j+1)*n], -c*e.column[j], e.column[j:])
	}
	floats.AddScaled(e.mean, dNu*(1-c*v)-c*e.mean[i], e.column)
}

// refresh computes the law of f from the sites, without the rounding of many updates.
func (e *propagation) refresh() {
	n := e.cov.N
	for i, t := range e.tau {
		e.root[i] = math.Sqrt(t)
	}
	between(e.u.Data, e.k, e.root)
	lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: n, Data: e.u.Data}) // I + something positive semidefinite
	c := whitenedGram(e.k, e.root, e.u)
	copy(e.cov.Data, e.k.Data)
	blas64.Syrk(blas.Trans, -1, c, 1, e.cov)
	blas64.Symv(1, e.cov, vector(e.nu), 0, vector(e.mean))
}

// whitenedGram is U⁻ᵀ diag(root) K, for K with both triangles.
func whitenedGram(k blas64.Symmetric, root []float64, u blas64.Triangular) blas64.General {
	n := k.N
	c := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	for i, r := range root {
		floats.ScaleTo(c.Data[i*n:(i+1)*n], r, k.Data[i*k.Stride:i*k.Stride+n])
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, u, c)
	return c
}

// finish writes the law into the model, with the evidence of Rasmussen and Williams (2006), equations (3.65), (3.73) and (3.74).
func (e *propagation) finish() {
	m, n := e.m, e.cov.N
	m.Fitted, m.Root, m.U = e.mean, e.root, e.u.Data
	s := make([]float64, n) // diag(root) B⁻¹ diag(root) K nu
	blas64.Symv(1, e.k, vector(e.nu), 0, vector(s))
	sandwich(e.u, e.root, s)
	m.Alpha = slices.Clone(e.nu)
	floats.Sub(m.Alpha, s)
	m.LogEvidence = floats.Dot(e.nu, e.mean)/2 - logDiagonal(e.u)
	for i, y := range m.Signs {
		tau, nu, ok := e.cavity(i)
		if !ok {
			m.LogEvidence += logLikelihood(m.Parameters.Link, y, e.mean[i]) // f_i is not random
			continue
		}
		both := tau + e.tau[i]
		mean := nu / tau
		m.LogEvidence += e.tilt.of(y, mean, 1/tau).log + math.Log1p(e.tau[i]/tau)/2 - e.nu[i]*e.nu[i]/both/2 +
			mean*tau/both*(e.tau[i]*mean-2*e.nu[i])/2
	}
}
