package mixture

import "math"

// Parameters is the number of free parameters: K-1 weights, K·d means, and of covariances K·d(d+1)/2 (full), d(d+1)/2 (tied), K·d (diagonal) or K (spherical). It is 0
// for a model that Fit did not make.
func (m *Model) Parameters() int {
	if _, err := m.law(); err != nil {
		return 0
	}
	k, d := len(m.Means), len(m.Means[0])
	covs := map[Covariance]int{Full: k * d * (d + 1) / 2, Tied: d * (d + 1) / 2, Diagonal: k * d, Spherical: k}
	return k - 1 + k*d + covs[m.Form]
}

// AIC is Akaike's criterion 2·Parameters - 2·LogLikelihood, and BIC Schwarz's, Parameters·log n - 2·LogLikelihood, for the n observations of the fit: of several
// models of the same observations, the one with the smallest is preferred. Both are NaN for a model that Fit did not make.
//
// They are derived for regular models, which a mixture with too many components is not; BIC still finds the number of components with more and more
// observations (Keribin 2000).
func (m *Model) AIC() float64 { return m.criterion(2) }

// BIC is Schwarz's criterion, see AIC.
func (m *Model) BIC() float64 {
	if m == nil {
		return math.NaN()
	}
	return m.criterion(math.Log(float64(len(m.Labels))))
}

func (m *Model) criterion(price float64) float64 {
	p := m.Parameters()
	if p == 0 || len(m.Labels) == 0 {
		return math.NaN()
	}
	return price*float64(p) - 2*m.LogLikelihood
}
