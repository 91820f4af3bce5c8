package vc

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// This file finds the parts that half-spaces cut out by turning hyperplanes.
//
// A hyperplane that separates a part from the rest can be moved, without a point that goes from one side to the other, until it goes through as many
// points as fix it: d that lie in no smaller flat, if the points span the space. Those that are on it then are separated by what the first hyperplane
// leaves in it, a flat of one dimension less. Conversely, a hyperplane through points can be tilted by as little as wanted about any flat in it.
// So the parts are: for each hyperplane H that d points fix, the points on one side of it and a part of the points on H that is cut out within H, and the
// empty part and the whole. On which side a point lies is the sign of a determinant, which is exact (orientation).

// turned returns the parts of the points whose coordinates are given column by column, in increasing order.
func turned(columns [][]float64) []uint64 {
	n := len(columns[0])
	columns = slices.Clone(columns)
	for j := range columns {
		columns[j] = handy(columns[j])
	}
	first := map[string]int{} // of equal points the first stands for all
	same := make([]uint64, n)
	var distinct []int
	for i := range n {
		key := keyOf(columns, i)
		k, seen := first[key]
		if !seen {
			first[key], k = i, i
			distinct = append(distinct, i)
		}
		same[k] |= 1 << i
	}
	found := map[uint64]bool{}
	for _, part := range flatParts(columns, distinct) {
		all := uint64(0)
		for _, i := range distinct {
			if part>>i&1 == 1 {
				all |= same[i]
			}
		}
		found[all] = true
	}
	return sorted(found)
}

// handy returns the column with numbers up to 1, in units of a power of two, or the column itself if that would round a number.
func handy(column []float64) []float64 {
	_, unit := math.Frexp(max(-slices.Min(column), slices.Max(column)))
	scaled := make([]float64, len(column))
	for i, v := range column {
		if scaled[i] = math.Ldexp(v, -unit); math.Ldexp(scaled[i], unit) != v {
			return column
		}
	}
	return scaled
}

func keyOf(columns [][]float64, i int) string {
	key := make([]byte, 0, 8*len(columns))
	for _, column := range columns {
		key = binary.BigEndian.AppendUint64(key, math.Float64bits(column[i]+0)) // no negative zero
	}
	return string(key)
}

func sorted(parts map[uint64]bool) []uint64 {
	list := make([]uint64, 0, len(parts))
	for part := range parts {
		list = append(list, part)
	}
	slices.Sort(list)
	return list
}

// flatParts returns the parts of some distinct points by half-spaces of the flat that they span.
func flatParts(columns [][]float64, at []int) []uint64 {
	all := uint64(0)
	for _, i := range at {
		all |= 1 << i
	}
	columns = spanning(columns, at)
	d := len(columns)
	if d == 0 { // a single point, or none
		return []uint64{0, all}
	}
	found := map[uint64]bool{0: true, all: true}
	tried := map[uint64]bool{} // hyperplanes, by the points on them
	fix := make([]int, d)
	for choice := combin.NewCombinationGenerator(len(at), d); choice.Next(); {
		for k, c := range choice.Combination(nil) {
			fix[k] = at[c]
		}
		above, on := sides(columns, fix, at)
		if on == all || tried[on] { // the points that were chosen fix no hyperplane, or one that was seen
			continue
		}
		tried[on] = true
		below := all &^ above &^ on
		for _, part := range within(columns, on, d) {
			found[above|part], found[below|part] = true, true
		}
	}
	return sorted(found)
}

// within returns the parts of the points on a hyperplane: all of them, if they are d that fix it.
func within(columns [][]float64, on uint64, d int) (parts []uint64) {
	var at []int
	for i := 0; on>>i != 0; i++ {
		if on>>i&1 == 1 {
			at = append(at, i)
		}
	}
	if len(at) > d {
		return flatParts(columns, at)
	}
	for k := range 1 << len(at) {
		part := uint64(0)
		for j, i := range at {
			part |= uint64(k>>j&1) << i
		}
		parts = append(parts, part)
	}
	return parts
}

// sides returns the points above and on the hyperplane through d points; all are on it if these fix none.
func sides(columns [][]float64, fix, at []int) (above, on uint64) {
	for _, i := range fix {
		on |= 1 << i
	}
	for _, i := range at {
		if on>>i&1 == 1 {
			continue
		}
		switch o := orientation(columns, fix, i); {
		case o > 0:
			above |= 1 << i
		case o == 0:
			on |= 1 << i
		}
	}
	return above, on
}

// spanning returns columns in which the points span all dimensions and lie to each other as they do in all columns: the flat is a graph over them.
func spanning(columns [][]float64, at []int) [][]float64 {
	if len(at) > len(columns) && orientable(columns, at) {
		return columns
	}
	var kept [][]float64
	var rows [][]*big.Rat // differences from the first point in the columns that were kept, eliminated
	for _, column := range columns {
		row := make([]*big.Rat, len(at))
		origin := new(big.Rat).SetFloat64(column[at[0]])
		for k, i := range at {
			row[k] = new(big.Rat).SetFloat64(column[i])
			row[k].Sub(row[k], origin)
		}
		if eliminate(row, rows) {
			rows, kept = append(rows, row), append(kept, column)
		}
	}
	return kept
}

// orientable tells quickly that the points span the space: the first ones do.
func orientable(columns [][]float64, at []int) bool {
	d := len(columns)
	return orientation(columns, at[:d], at[d]) != 0
}

// eliminate takes the other rows out of a row, and tells whether something is left.
func eliminate(row []*big.Rat, rows [][]*big.Rat) bool {
	for _, r := range rows {
		p := pivot(r)
		f := new(big.Rat).Quo(row[p], r[p])
		for k := range row {
			row[k].Sub(row[k], new(big.Rat).Mul(f, r[k]))
		}
	}
	return pivot(row) >= 0
}

// pivot is the place of the first number that is not 0, or -1.
func pivot(row []*big.Rat) int {
	return slices.IndexFunc(row, func(v *big.Rat) bool { return v.Sign() != 0 })
}
