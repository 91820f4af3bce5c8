package celllink

// This file gives the symbols of a cell their addresses.

const (
	pageSize   = 0x1000
	funcAlign  = 32
	maxAlign   = 32 // of what does not say how it is to be aligned
	groupAlign = 64
)

// section is a range of memory with symbols of one kind.
type section struct {
	symbols    []*symbol
	start, end uint64
}

// sections are those of a cell, in the order of their addresses.
type sections struct {
	noPtrData, data, bss, noPtrBSS section // writable; the first begins with the head
	text, roData                   section
}

func align(address, to uint64) uint64 { return (address + to - 1) &^ (to - 1) }

// place adds symbols at the end of a section.
func (s *section) place(start uint64) error {
	s.start, s.end = start, start
	for _, sym := range s.symbols {
		s.end = align(s.end, sym.alignment())
		sym.address = s.end
		if s.end += uint64(sym.Size); s.end > cellEnd {
			return refuse("the cell has more than %d MiB of variables", (cellEnd-cellBase)>>20)
		}
	}
	return nil
}

// alignment is what the address of a symbol is a multiple of.
func (s *symbol) alignment() uint64 { return alignment(s.Symbol) }

func alignment(s Symbol) uint64 {
	if isText(s) {
		return max(funcAlign, uint64(s.Align))
	}
	if s.Align != 0 {
		return uint64(s.Align)
	}
	n := uint32(maxAlign)
	for n > s.Size && n > 1 {
		n /= 2
	}
	return uint64(n)
}

// layout places all symbols.
func (l *linking) layout() (*sections, error) {
	var s sections
	of := map[Kind]*section{
		KindText: &s.text, KindROData: &s.roData, KindNoPtrData: &s.noPtrData, KindData: &s.data, KindBSS: &s.bss, KindNoPtrBSS: &s.noPtrBSS,
	}
	for _, sym := range l.order {
		if sym.address == 0 { // variables without bytes have theirs
			of[sym.Kind].symbols = append(of[sym.Kind].symbols, sym)
		}
	}
	at := uint64(cellBase + cellHead)
	for _, next := range []struct {
		section *section
		align   uint64
	}{{&s.noPtrData, groupAlign}, {&s.data, groupAlign}, {&s.bss, groupAlign}, {&s.noPtrBSS, groupAlign}, {&s.text, pageSize}, {&s.roData, pageSize}} {
		if err := next.section.place(align(at, next.align)); err != nil {
			return nil, err
		}
		at = next.section.end
	}
	return &s, nil
}
