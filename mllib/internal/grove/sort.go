package grove

// This file sorts the rows of a node by one column. An entry holds the rank in its upper half and the place of the row in the node in its lower one; sorting by
// ranks alone keeps the order of places.

const (
	few  = 48   // entries that are sorted by insertion
	some = 4096 // entries that are sorted by digits of 8 bits, more by digits of 11
)

// byRank sorts entries whose ranks are below ranks, in the memory of a or b.
func byRank(a, b []uint64, ranks int) []uint64 {
	switch {
	case len(a) <= few:
		insert(a)
		return a
	case len(a) <= some:
		return digits8(a, b, ranks)
	}
	return digits11(a, b, ranks)
}

// insert sorts by insertion. Places increase, so whole entries can be compared.
func insert(a []uint64) {
	for i := 1; i < len(a); i++ {
		e := a[i]
		k := i
		for k > 0 && a[k-1] > e {
			a[k] = a[k-1]
			k--
		}
		a[k] = e
	}
}

func digits8(a, b []uint64, ranks int) []uint64 {
	for shift := 32; ranks > 0; shift, ranks = shift+8, ranks>>8 {
		var start [256]int32
		for _, e := range a {
			start[uint8(e>>shift)]++
		}
		if start[uint8(a[0]>>shift)] == int32(len(a)) {
			continue
		}
		sum := int32(0)
		for k, c := range start {
			start[k] = sum
			sum += c
		}
		for _, e := range a {
			k := uint8(e >> shift)
			b[start[k]] = e
			start[k]++
		}
		a, b = b, a
	}
	return a
}

func digits11(a, b []uint64, ranks int) []uint64 {
	const digit = 1 << 11
	for shift := 32; ranks > 0; shift, ranks = shift+11, ranks>>11 {
		var start [digit]int32
		for _, e := range a {
			start[e>>shift%digit]++
		}
		if start[a[0]>>shift%digit] == int32(len(a)) {
			continue
		}
		sum := int32(0)
		for k, c := range start {
			start[k] = sum
			sum += c
		}
		for _, e := range a {
			k := e >> shift % digit
			b[start[k]] = e
			start[k]++
		}
		a, b = b, a
	}
	return a
}
