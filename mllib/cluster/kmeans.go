package cluster

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// ErrEmptyCluster is returned under the rule Fail when a cluster loses all its observations.
var ErrEmptyCluster = errors.New("a cluster became empty")

// KMeans holds the parameters of K-means: from K centres it assigns each observation to the nearest centre (the one of
// lowest index among equals), replaces each centre by the mean of its observations, and repeats both until no observation
// changes its cluster. Neither half step raises the inertia R = Σ ‖x_i - centre of i‖², so the run ends at a
// partition that no half step improves; it need not be the best one, hence the restarts.
//
// Reference: Nussbaum, Algorithm after (4) in section 1.2, where (4) is printed with weights N_k that the algorithm does
// not minimise; Banisch, section 4.1.1. Curriculum: N1.2j, B4.1.1b.
type KMeans struct {
	K     int         // number of clusters, 1..n; 0 means the number of rows of Start
	Start [][]float64 // K starting centres in R^d; nil means that Init draws them
	Init  Init        // how starting centres are drawn
	// Candidates is the number of observations, 1..n, that PlusPlus draws for each next centre, to take the best of them; 0 means
	// 2 + ⌊ln K⌋, and 1 is the plain form of Arthur and Vassilvitskii.
	Candidates int
	Restarts   int       // runs, of which the one of least inertia is kept; 0 means 10, or 1 with Start
	MaxIter    int       // limit of the passes of a run, >= 1; 0 means 300
	Algorithm  Algorithm // how nearest centres are found
	Empty      Empty     // what happens to an empty cluster
	Trace      bool      // keep every pass of the best run, see Model.Trace; costs O(nd + Kd) time and memory per pass
	// Src is the source of randomness of the starting centres, needed without Start. Fit advances it.
	Src rand.Source `json:"-"`
}

// Fit clusters the rows of the n×d matrix X. Reaching MaxIter is not an error, see Model.Report. Fit returns the errors
// of input.Matrix, one that wraps input.ErrParam (or input.ErrShape, input.ErrNotFinite for Start) for each parameter
// out of its range, one that wraps input.ErrNotFinite if squared distances overflow or underflow, and ErrEmptyCluster under the rule
// Fail. With fewer than K different observations
// some clusters are empty, and Report.Stop is FewPoints. It does not modify X.
//
// A pass costs at most n(K+1) distances; with Hamerly's bounds a small part of that once the centres move little. Large data
// are split among goroutines, and the result does not depend on their number.
func (p KMeans) Fit(x mat.Matrix) (*Model, error) {
	d, err := p.dataset(x)
	if err != nil {
		return nil, fmt.Errorf("cluster: k-means: %w", err)
	}
	p = p.withDefaults()
	m, err := p.fit(d)
	if err != nil {
		return nil, fmt.Errorf("cluster: k-means: %w", err)
	}
	return m, nil
}

func (p KMeans) fit(d *dataset) (*Model, error) {
	var rnd *rand.Rand
	if p.Start == nil {
		rnd = rand.New(p.Src)
	}
	var best *Model
	r, runs := newRun(d, p), []Run(nil)
	defer r.many.done()
	for t := range p.Restarts {
		r.begin(p.start(d, rnd))
		if err := r.iterate(); err != nil {
			return nil, err
		}
		runs = append(runs, Run{Inertia: r.inertia(), Iterations: r.iterations, Stop: r.stop})
		if best == nil || runs[t].Inertia < best.Inertia {
			best = r.model()
			best.Inertia, best.Report.Best = runs[t].Inertia, t
		}
	}
	best.Runs = runs
	best.count(d)
	return best, nil
}

// count reports the clusters that are empty, and whether that is since the observations have fewer than K different values.
func (m *Model) count(d *dataset) {
	for _, size := range m.Sizes {
		if size == 0 {
			m.Report.Empty++
		}
	}
	if m.Report.Empty == 0 {
		return
	}
	if different := d.different(len(m.Centers)); different < len(m.Centers) {
		m.Report.Stop, m.Report.Different = FewPoints, different
	}
}

// different is the number of different rows, of which it finds at most so many.
func (s *dataset) different(most int) int {
	var found [][]float64
	for i := 0; i < s.n && len(found) < most; i++ {
		row := s.row(i)
		if !slices.ContainsFunc(found, func(other []float64) bool { return slices.Equal(row, other) }) {
			found = append(found, row)
		}
	}
	return len(found)
}

// withDefaults replaces the zero values that stand for defaults.
func (p KMeans) withDefaults() KMeans {
	if p.K == 0 {
		p.K = len(p.Start)
	}
	if p.Restarts == 0 {
		p.Restarts = 10
		if p.Start != nil {
			p.Restarts = 1
		}
	}
	if p.MaxIter == 0 {
		p.MaxIter = 300
	}
	if p.Candidates == 0 {
		p.Candidates = usualCandidates(p.K)
	}
	return p
}

// dataset checks the data and the parameters.
func (p KMeans) dataset(x mat.Matrix) (*dataset, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, errors.Join(err, p.check(math.MaxInt, -1))
	}
	s := newDataset(x, n, d)
	return s, errors.Join(p.check(n, d), s.checkSquares(p.Start))
}

// check returns all that is wrong with the parameters for n observations in R^d; a negative d is not known.
func (p KMeans) check(n, d int) error {
	const name = "KMeans."
	errs := []error{
		input.Param(p.K >= 1 || p.K == 0 && len(p.Start) > 0, name+"K", p.K, "a number >= 1, or 0 with Start"),
		input.Param(max(p.K, len(p.Start)) <= n, name+"K", max(p.K, len(p.Start)), fmt.Sprintf("at most the number of observations, %d", n)),
		input.Param(p.Restarts >= 0, name+"Restarts", p.Restarts, "a number >= 0"),
		input.Param(p.Start == nil || p.Restarts <= 1, name+"Restarts", p.Restarts, "0 or 1 with Start, since all runs would be equal"),
		input.Param(p.Candidates >= 0 && p.Candidates <= n && (n == math.MaxInt || p.Candidates <= input.MaxNumbers/n), name+"Candidates", p.Candidates,
			"a number from 1 to that of the observations, at most 2^31 by that number, or 0 for 2 + ⌊ln K⌋"),
		input.Param(p.MaxIter >= 0, name+"MaxIter", p.MaxIter, "a number >= 0"),
		input.Param(p.Src != nil || p.Start != nil, name+"Src", nil, "a source of randomness, or starting centres in Start"),
		p.Init.Check(name + "Init"),
		p.Algorithm.Check(name + "Algorithm"),
		p.Empty.Check(name + "Empty"),
	}
	if p.Start != nil && p.K != 0 && len(p.Start) != p.K {
		errs = append(errs, input.Errorf(input.ErrShape, name+"Start", "got %d centres, want K = %d", len(p.Start), p.K))
	}
	for k, c := range p.Start {
		if d >= 0 {
			errs = append(errs, input.Vector(fmt.Sprintf("%sStart[%d]", name, k), c, d))
		}
	}
	return errors.Join(errs...)
}
