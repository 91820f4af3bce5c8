package cluster

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/la"
)

// TestFewerPointsThanClusters: the report says where K is above the number of different observations, under every rule and algorithm, as scikit-learn
// 1.9.1 warns ("Number of distinct clusters (2) found smaller than n_clusters (4)"), and is silent else.
func TestFewerPointsThanClusters(t *testing.T) {
	two := la.M{{0, 0}, {0, 0}, {5, 5}, {5, 5}, {0, 0}, {5, 5}}
	three := la.M{{0, 0}, {0, 0}, {5, 5}, {5, 5}, {9, 0}, {5, 5}}
	for _, empty := range []Empty{0, Keep} {
		for _, algorithm := range []Algorithm{0, 1} {
			p := KMeans{K: 4, Empty: empty, Algorithm: algorithm, Src: rand.NewPCG(1, 2)}
			m, err := p.Fit(two)
			if err != nil {
				t.Fatal(err)
			}
			r := m.Report
			if r.Stop != FewPoints || r.Different != 2 || r.Empty != 2 || m.Inertia != 0 {
				t.Errorf("two points, rule %v, algorithm %v: %+v", empty, algorithm, r)
			}
			if want := "fewer different observations than clusters"; !strings.HasPrefix(r.String(), want) ||
				!strings.HasSuffix(r.String(), "; only 2 different; 2 clusters are empty") {
				t.Errorf("report %q", r)
			}
			p.K, p.Src = 3, rand.NewPCG(1, 2)
			if m, err = p.Fit(three); err != nil || m.Report.Stop != Converged || m.Report.Empty != 0 || m.Report.Different != 0 {
				t.Errorf("three points, rule %v, algorithm %v: %v, %v", empty, algorithm, m, err)
			}
		}
	}
	// an empty cluster that other starts would fill is reported too, and is no lack of points
	m, err := KMeans{Start: [][]float64{{0, 0}, {5, 5}, {99, 99}}, Empty: Keep}.Fit(three)
	if err != nil || m.Report.Stop != Converged || m.Report.Empty != 1 || m.Report.Different != 0 {
		t.Errorf("a start far away: %v, %v", m, err)
	}
}
