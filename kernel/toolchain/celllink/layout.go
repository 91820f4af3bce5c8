package celllink

// This file gives the symbols of a cell their addresses.
//
// The file has the parts of a cell one behind the other, each at a multiple of filePage. In memory each begins at the same place of a page as in the
// file, as the system wants it, whose pages may be larger.

const (
	filePage   = 0x1000
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
	text                           section
	noPtrData, data, bss, noPtrBSS section // writable, behind the head
	roData                         section
}

func align(address, to uint64) uint64 { return (address + to - 1) &^ (to - 1) }

// place adds symbols at the end of a section, which must not reach beyond a limit.
func (s *section) place(cpu *processor, start, limit uint64) error {
	s.start, s.end = start, start
	for _, sym := range s.symbols {
		s.end = align(s.end, sym.alignment(cpu))
		sym.address = s.end
		if s.end += uint64(sym.Size); s.end > limit {
			return refuse("the cell has more than %d MiB of one kind", (limit-start)>>20)
		}
	}
	return nil
}

// alignment is what the address of a symbol is a multiple of.
func (s *symbol) alignment(cpu *processor) uint64 {
	if isText(s.Symbol) {
		return max(cpu.align, uint64(s.Align))
	}
	return dataAlignment(s.Symbol)
}

func dataAlignment(s Symbol) uint64 {
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
	cpu := l.base.cpu
	at := cpu.base + cellHead
	for _, next := range []*section{&s.noPtrData, &s.data, &s.bss, &s.noPtrBSS} {
		if err := next.place(cpu, align(at, groupAlign), cpu.end); err != nil {
			return nil, err
		}
		at = next.end
	}
	inFile := align(s.data.end-cpu.file(), filePage)
	if err := s.text.place(cpu, cpu.text+inFile%cpu.page, cpu.file()); err != nil {
		return nil, err
	}
	inFile = align(inFile+s.text.end-s.text.start, filePage)
	return &s, s.roData.place(cpu, align(at, cpu.page)+inFile%cpu.page, cpu.end)
}
