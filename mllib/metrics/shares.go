package metrics

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/mercer-go/mercer/mllib/input"
)

// This file holds the shares of a label in bins of the observation.

// Shares is what ShareIn finds: of the observations in each bin that is not empty, how many have the label.
type Shares struct {
	At    []float64 // middle of the bin
	Share []float64 // Hits/N
	SE    []float64 // standard error √(s(1 − s)/n) of the share, 0 where all or none have the label
	N     []int     // observations
	Hits  []int     // those with the label
}

// ShareIn sorts observations x on the line with labels y into the bins [edges[j], edges[j+1]), the last one with its end, and counts those with one label:
// the regressogram, or histogram estimate of P(label | x). Observations outside all bins are left out, and so are bins with fewer than least
// observations, or none. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrLabel for a label that y does not have although it has two others, or ErrParam for
// edges that do not increase.
//
// Curriculum: N2.2b, B2.2a.
func ShareIn(x []float64, y []int, label int, edges []float64, least int) (*Shares, error) {
	if err := errors.Join(checkShares(x, y, edges), occurs("y", label, y)); err != nil {
		return nil, fmt.Errorf("metrics: shares: %w", err)
	}
	bins := len(edges) - 1
	n, hits := make([]int, bins), make([]int, bins)
	for i, v := range x {
		j := sort.Search(len(edges), func(k int) bool { return edges[k] > v }) - 1
		if v == edges[bins] {
			j = bins - 1
		}
		if j < 0 || j >= bins {
			continue
		}
		n[j]++
		if y[i] == label {
			hits[j]++
		}
	}
	s := new(Shares)
	for j := range bins {
		if n[j] >= max(least, 1) {
			s.add((edges[j]+edges[j+1])/2, n[j], hits[j])
		}
	}
	return s, nil
}

// Interval returns how far the confidence interval of each share reaches below and above it, for error bars (figure.ErrorBars). Other than
// ± 2 SE the interval of Wilson stays within [0, 1] and has a width where all or none have the label. The errors are those of NewInterval.
func (s *Shares) Interval(level float64, method Method) (below, above []float64, err error) {
	if s == nil {
		return nil, nil, input.NoModel("metrics.Shares")
	}
	for j := range s.N {
		i, err := NewInterval(s.Hits[j], s.N[j], level, method)
		if err != nil {
			return nil, nil, err
		}
		below, above = append(below, i.Rate-i.Lo), append(above, i.Hi-i.Rate)
	}
	return below, above, nil
}

func (s *Shares) add(at float64, n, hits int) {
	share := float64(hits) / float64(n)
	s.At, s.Share = append(s.At, at), append(s.Share, share)
	s.SE = append(s.SE, math.Sqrt(share*(1-share)/float64(n)))
	s.N, s.Hits = append(s.N, n), append(s.Hits, hits)
}

func checkShares(x []float64, y []int, edges []float64) error {
	if len(x) == 0 {
		return input.Errorf(input.ErrEmpty, "x", "got no observations")
	}
	if err := input.Vector("x", x, len(y)); err != nil {
		return err
	}
	if len(edges) < 2 {
		return input.Errorf(input.ErrShape, "edges", "got %d, want two or more", len(edges))
	}
	if err := input.Vector("edges", edges, len(edges)); err != nil {
		return err
	}
	for j := 1; j < len(edges); j++ {
		if edges[j] <= edges[j-1] {
			return input.Errorf(input.ErrParam, "edges", "entry %d is %v behind %v, want increasing numbers", j, edges[j], edges[j-1])
		}
	}
	return nil
}
