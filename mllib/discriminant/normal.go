package discriminant

import "math"

// This file shows the normal classes of a model in plain types.

// normalClasses puts labels, means and covariances together in plain types.
func normalClasses(classes []int, means [][]float64, cov func(k int) Sym) (labels []int, centres [][]float64, covs [][][]float64) {
	for k := range means {
		s := cov(k)
		rows := make([][]float64, s.N)
		for i := range rows {
			rows[i] = make([]float64, s.N)
			for j := range rows[i] {
				rows[i][j] = math.NaN()
				if s.whole() {
					rows[i][j] = s.At(i, j)
				}
			}
		}
		covs = append(covs, rows)
	}
	return classes, means, covs
}

// NormalClasses returns label, mean and covariance matrix of each class, in plain types, for figures (figure.ClassEllipses).
func (m *LinearModel) NormalClasses() (labels []int, means [][]float64, covs [][][]float64) {
	return normalClasses(m.Classes, m.Means, func(int) Sym { return m.Cov })
}

// NormalClasses returns label, mean and covariance matrix of each class, in plain types, for figures (figure.ClassEllipses).
func (m *QuadraticModel) NormalClasses() (labels []int, means [][]float64, covs [][][]float64) {
	return normalClasses(m.Classes, m.Means, m.cov)
}
