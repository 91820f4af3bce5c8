package celllink

import (
	"encoding/binary"
	"math"
)

// This file writes the bytes of symbols, with the addresses of others where they belong.

// write puts the symbols of a section into memory, whose first byte is at the address start.
func (l *linking) write(memory []byte, start uint64, s *section) error {
	for _, sym := range s.symbols {
		at := sym.address - start
		place := memory[at : at+uint64(sym.Size)]
		copy(place, sym.o.Data(sym.i))
		if err := l.relocate(place, sym.address, sym.symbolID, sym.targets); err != nil {
			return err
		}
	}
	return nil
}

// relocate writes the addresses of targets into the bytes of a symbol at an address.
func (l *linking) relocate(place []byte, address uint64, id symbolID, targets []target) error {
	for k, t := range targets {
		r := id.o.Reloc(id.i, k)
		typ := r.Type &^ relocWeak
		if marker(typ) || typ == relocKeep {
			continue
		}
		to := t.place()
		if r.Type == relocWeak|relocAddrOff && to == 0 {
			continue
		}
		value := int64(to) + r.Addend
		switch typ {
		case relocAddr:
		case relocAddrOff, relocMethodOff:
			origin := l.base.Types
			if t.text {
				origin = l.base.Text
			}
			value -= int64(origin)
		case relocConst:
			value = r.Addend
		default:
			if err := l.base.cpu.relocate(r, place[r.Offset:][:r.Size], int64(address)+int64(r.Offset), value); err != nil {
				return refuse("relocation %d of %s, of type %d: %v", k, id.symbol().Name, typ, err)
			}
			continue
		}
		if err := put(place[r.Offset:][:r.Size], value, false); err != nil {
			return refuse("relocation %d of %s: %v", k, id.symbol().Name, err)
		}
	}
	return nil
}

// place is the address of a target.
func (t target) place() uint64 {
	if t.symbol != nil {
		return t.symbol.address
	}
	return t.address
}

// put writes a value of 4 or 8 bytes.
func put(place []byte, value int64, signed bool) error {
	switch len(place) {
	case 8:
		binary.LittleEndian.PutUint64(place, uint64(value))
		return nil
	case 4:
		limit := int64(math.MaxUint32)
		if signed {
			limit = math.MaxInt32
		}
		if value < math.MinInt32 || value > limit {
			return refuse("%#x is too far", value)
		}
		binary.LittleEndian.PutUint32(place, uint32(value))
		return nil
	}
	return refuse("a place of %d bytes", len(place))
}
