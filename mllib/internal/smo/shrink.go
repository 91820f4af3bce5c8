package smo

import (
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
)

// This file sets variables aside, and brings them back.

// shrink sets aside the variables that no step would choose as long as the levels do not move: those whose u is above the largest l and whose l is below the
// least u of their group.
func (s *solver) shrink() {
	kept, cuts := make([]int, 0, len(s.active)), make([]int, 1, len(s.cuts))
	for g, e := range s.ends {
		for k := s.cuts[g]; k < s.cuts[g+1]; k++ {
			if s.f[k]+s.up[k] <= e.l || s.f[k]+s.down[k] >= e.u {
				kept = append(kept, k)
			}
		}
		cuts = append(cuts, len(kept))
	}
	if set := len(s.active) - len(kept); set > len(s.active)/10 {
		s.cuts = cuts
		s.pack(kept)
		s.scan()
	}
}

// pack leaves the variables at the kept positions.
func (s *solver) pack(kept []int) {
	for k, from := range kept {
		s.active[k] = s.active[from]
		s.f[k], s.up[k], s.down[k], s.diagonals[k] = s.f[from], s.up[from], s.down[from], s.diagonals[from]
	}
	m := len(kept)
	s.active, s.f, s.up, s.down, s.diagonals = s.active[:m], s.f[:m], s.up[:m], s.down[:m], s.diagonals[:m]
	s.cache.pack(kept)
	s.columns = s.Matrix.Columns(s.active)
}

// reopen makes all variables active again.
func (s *solver) reopen() {
	aside := make([]int, 0, len(s.Beta))
	next := 0
	for v := range s.Beta {
		if next < len(s.active) && s.active[next] == v {
			s.F[v] = s.f[next]
			next++
		} else {
			aside = append(aside, v)
		}
	}
	s.compute(s.F, aside)
	s.Restored++
	s.activateAll()
	s.scan()
}

// some is how many entries of F are computed at a time.
const some = 1024

// compute writes the entries of Kβ that variables name, nil for all, into f.
func (s *solver) compute(f []float64, variables []int) {
	if variables == nil {
		variables = make([]int, len(f))
		for v := range variables {
			variables[v] = v
		}
	}
	var support []int
	for v, b := range s.Beta {
		if b != 0 {
			support = append(support, v)
		}
	}
	parallel.Rows(len(variables), some, func(_, lo, hi int) {
		those := slices.Clone(variables[lo:hi])
		columns, row, sums := s.Matrix.Columns(those), make([]float64, hi-lo), make([]float64, hi-lo)
		for _, v := range support {
			columns.RowTo(row, v)
			b := s.Beta[v]
			for k, kv := range row {
				sums[k] += float64(b * kv)
			}
		}
		for k, v := range those {
			f[v] = sums[k]
		}
	})
}
