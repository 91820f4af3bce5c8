package celllink

import (
	"encoding/binary"
	"slices"
	"strings"
)

// This file writes which words of variables are pointers, and the list of types that reflect finds by name.

// Where a type's descriptor has what its pointers are told by.
const (
	typeSize     = 0
	typePtrBytes = 8
	typeKind     = 23
	typeMask     = 32
	arrayElem    = 48
	arrayLen     = 64
	structList   = 56
	structCount  = 64
	fieldBytes   = 24 // bytes of a field: name, type, offset

	kindArray  = 17
	kindStruct = 25

	typeMaskLater = 1 << 4 // flag: the runtime makes the mask when it needs one
	wordSize      = 8
)

// bitmap has a bit for each word.
type bitmap []byte

func (b bitmap) set(word uint64) { b[word/8] |= 1 << (word % 8) }

// pointerWords tells of a section which of its words are pointers.
func (l *linking) pointerWords(s *section) (bitmap, error) {
	words := (s.end - s.start) / wordSize
	bits := make(bitmap, (words+7)/8)
	for _, sym := range s.symbols {
		id, ok, err := l.typeOf(sym)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, refuse("the variable %s has no type", sym.Name)
		}
		w := typeWalker{l, bits, (sym.address - s.start) / wordSize, words, sym.Name, 0}
		if err := w.walk(id, 0); err != nil {
			return nil, err
		}
	}
	return bits, nil
}

// typeOf is the type of a variable.
func (l *linking) typeOf(s *symbol) (id symbolID, ok bool, err error) {
	for k := range s.o.Auxes(s.i) {
		if aux := s.o.Aux(s.i, k); aux.Type == auxType {
			f, err := l.resolve(s.o, aux.Symbol)
			return f.id, err == nil && !f.none, err
		}
	}
	return id, false, nil
}

// typeWalker sets the bits of a variable by its type.
type typeWalker struct {
	l     *linking
	bits  bitmap
	first uint64 // word of the variable
	words uint64 // how many there are
	name  string
	steps int
}

// maxSteps bounds the work on one variable.
const maxSteps = 1 << 24

// walk sets the bits of a value of a type, so many bytes into the variable.
func (w *typeWalker) walk(id symbolID, offset uint64) error {
	d := id.o.Data(id.i)
	if w.steps++; len(d) < 48 || w.steps > maxSteps || offset%wordSize != 0 {
		return refuse("the type of %s cannot be read", w.name)
	}
	le := binary.LittleEndian
	pointers := le.Uint64(d[typePtrBytes:])
	if pointers == 0 {
		return nil
	}
	if size := w.words * wordSize; pointers > size || offset > size-pointers || w.first > w.words-(offset+pointers)/wordSize {
		return refuse("the type of %s is larger than the variable", w.name)
	}
	switch d[typeKind] & 31 {
	case kindArray:
		return w.array(id, d, offset)
	case kindStruct:
		return w.fields(id, d, offset)
	}
	mask, _, err := w.leads(id, typeMask)
	if err != nil {
		return err
	}
	bytes := mask.o.Data(mask.i)
	if d[typeFlags]&typeMaskLater != 0 || uint64(mask.symbol().Size)*8 < pointers/wordSize {
		return refuse("the type of %s has no mask", w.name)
	}
	for n := range pointers / wordSize {
		if n/8 < uint64(len(bytes)) && bytes[n/8]>>(n%8)&1 == 1 {
			w.bits.set(w.first + offset/wordSize + n)
		}
	}
	return nil
}

func (w *typeWalker) array(id symbolID, d []byte, offset uint64) error {
	if len(d) < arrayLen+8 {
		return refuse("the type of %s cannot be read", w.name)
	}
	elem, _, err := w.leads(id, arrayElem)
	if err != nil {
		return err
	}
	e := elem.o.Data(elem.i)
	if len(e) < 48 {
		return refuse("the type of %s cannot be read", w.name)
	}
	size := binary.LittleEndian.Uint64(e[typeSize:])
	for n := range binary.LittleEndian.Uint64(d[arrayLen:]) {
		if err := w.walk(elem, offset+n*size); err != nil {
			return err
		}
	}
	return nil
}

func (w *typeWalker) fields(id symbolID, d []byte, offset uint64) error {
	if len(d) < structCount+8 {
		return refuse("the type of %s cannot be read", w.name)
	}
	in, at, err := w.leads(id, structList)
	if err != nil {
		return err
	}
	count := binary.LittleEndian.Uint64(d[structCount:])
	if in != id || at < 0 || at > int64(len(d)) || count > uint64(len(d)-int(at))/fieldBytes {
		return refuse("the type of %s has %d fields in %d bytes", w.name, count, len(d))
	}
	for n := range int64(count) {
		field := at + n*fieldBytes
		typ, _, err := w.leads(id, field+8)
		if err != nil {
			return err
		}
		t := typ.o.Data(typ.i)
		if len(t) >= 16 && binary.LittleEndian.Uint64(t[typePtrBytes:]) == 0 {
			continue // it may be where no word begins
		}
		if err := w.walk(typ, offset+binary.LittleEndian.Uint64(d[field+16:])); err != nil {
			return err
		}
	}
	return nil
}

// leads is the symbol to which a place of a type's descriptor leads, and how far into it.
func (w *typeWalker) leads(id symbolID, at int64) (symbolID, int64, error) {
	to, addend, ok, err := w.l.leads(id, at)
	if err == nil && !ok {
		err = refuse("the type of %s cannot be read", w.name)
	}
	return to, addend, err
}

func (l *linking) leads(id symbolID, at int64) (to symbolID, addend int64, ok bool, err error) {
	for k := range id.o.Relocs(id.i) {
		r := id.o.Reloc(id.i, k)
		if int64(r.Offset) != at || r.Size == 0 || marker(r.Type) {
			continue
		}
		f, err := l.resolve(id.o, r.Target)
		return f.id, r.Addend, err == nil && !f.none, err
	}
	return to, 0, false, nil
}

// program writes a bitmap of so many words as the runtime reads it: runs of up to 120 bits.
func (b bitmap) program(words uint64) []byte {
	const run = 120
	var out []byte
	for at := uint64(0); at < words; at += run {
		n := min(run, words-at)
		out = append(append(out, byte(n)), b[at/8:at/8+(n+7)/8]...)
	}
	return append(out, 0)
}

// typeLinks is the list of all types that reflect finds by name, those of the base and of the cell, in the order of their names.
func (l *linking) typeLinks() ([]byte, error) {
	links := l.base.links
	var mine []typeLink
	for _, s := range l.order {
		if s.Flag&SymTypeLink == 0 {
			continue
		}
		name, err := l.typeName(s.symbolID)
		if err != nil {
			return nil, err
		}
		mine = append(mine, typeLink{name, uint32(s.address - l.base.Types)})
	}
	byName := func(a, b typeLink) int { return strings.Compare(a.name, b.name) }
	slices.SortStableFunc(mine, byName)
	out := make([]byte, 0, 4*(len(links)+len(mine)))
	for len(links) > 0 || len(mine) > 0 {
		from := &links
		if len(links) == 0 || len(mine) > 0 && byName(mine[0], links[0]) < 0 {
			from = &mine
		}
		out = binary.LittleEndian.AppendUint32(out, (*from)[0].offset)
		*from = (*from)[1:]
	}
	return out, nil
}

// typeName is what a type is called by reflect.
func (l *linking) typeName(id symbolID) (string, error) {
	d := id.o.Data(id.i)
	to, _, ok, err := l.leads(id, typeName)
	if err != nil || !ok || len(d) < 48 {
		return "", refuse("a type without a name")
	}
	data := to.o.Data(to.i)
	name, size := readName(data, func(n int) []byte { return data[:min(n, len(data))] })
	if size == 0 {
		return "", refuse("a type without a name")
	}
	return trimStar(name, d), nil
}
