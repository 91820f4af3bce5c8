package manifold

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/cluster"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// kth is the k-th smallest of the numbers, from 1; it sorts them.
func kth(v []float64, k int) float64 {
	slices.Sort(v)
	return v[max(k-1, 0)]
}

// Spectral holds the parameters of spectral clustering: K-means on the diffusion coordinates, of which K clusters need K − 1.
//
// Reference: A. Ng, M. Jordan, Y. Weiss, On spectral clustering: analysis and an algorithm (2001); M. Meila, J. Shi, A random walks view of spectral segmentation (2001), for the coordinates used here. Curriculum: B4.2.3s.
type Spectral struct {
	Clusters  int         // K ≥ 2; 0 means one more than coordinates before the largest gap among the first ten eigenvalues
	Diffusion Diffusion   // the kernel and the time; its Dimensions of 0 mean K − 1
	Restarts  int         // of K-means; 0 means 10
	Src       rand.Source `json:"-"` // for the starts of K-means; Fit advances it
}

// SpectralModel is a clustering of observations by their diffusion coordinates. It is plain data.
type SpectralModel struct {
	Labels    []int           // cluster 0..K−1 of each observation
	Diffusion *DiffusionModel // the coordinates
	Means     *cluster.Model  // K-means on them
}

// gapAmong is the number of eigenvalues among which a gap is looked for.
const gapAmong = 10

// Fit clusters the rows of the n×d matrix X. The errors are those of Diffusion.Fit and cluster.KMeans.Fit, and one that wraps input.ErrParam for other numbers of clusters.
func (p Spectral) Fit(x mat.Matrix) (*SpectralModel, error) {
	n, _, err := input.Matrix("X", x)
	if err == nil {
		err = input.Param(p.Clusters == 0 || p.Clusters >= 2 && p.Clusters <= n, "Spectral.Clusters", p.Clusters, fmt.Sprintf("2 to %d, or 0", n))
	}
	if err == nil && p.Clusters == 0 {
		p.Clusters, err = p.count(x, n)
	}
	m := &SpectralModel{}
	if err == nil {
		if p.Diffusion.Dimensions == 0 {
			p.Diffusion.Dimensions = min(p.Clusters-1, n-1)
		}
		m.Diffusion, err = p.Diffusion.Fit(x)
	}
	if err == nil {
		m.Means, err = cluster.KMeans{K: p.Clusters, Restarts: p.Restarts, Src: p.Src}.Fit(m.Diffusion.Embedding())
	}
	if err != nil {
		return nil, fmt.Errorf("manifold: spectral: %w", err)
	}
	m.Labels = slices.Clone(m.Means.Labels)
	return m, nil
}

func (p Spectral) count(x mat.Matrix, n int) (int, error) {
	p.Diffusion.Dimensions = max(1, min(gapAmong, n-1))
	m, err := p.Diffusion.Fit(x)
	if err != nil {
		return 0, err
	}
	return max(2, m.Gap()+1), nil
}

// Predict returns the cluster of each row of X: the nearest mean of its diffusion coordinates. The errors are those of DiffusionModel.Apply.
func (m *SpectralModel) Predict(x mat.Matrix) ([]int, error) {
	if m == nil {
		return nil, fmt.Errorf("manifold: spectral: %w", input.NoModel("manifold.SpectralModel"))
	}
	z, err := m.Diffusion.Apply(x)
	if err != nil {
		return nil, fmt.Errorf("manifold: spectral: %w", err)
	}
	return m.Means.Predict(z)
}
