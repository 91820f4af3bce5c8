package celllink

import (
	"encoding/binary"
	"strings"
)

// This file writes the object that defines the table of a base.

// Types of relocations. The rest of a type, below relocWeak, says what becomes of the place.
const (
	relocAddr           = 1
	relocUseIface       = 23
	relocUseIfaceMethod = 24
	relocWeak           = 1 << 15 // does not bring the target into the executable
)

// keepWriter collects what the object refers to.
type keepWriter struct {
	packages map[string]uint32
	paths    []string // of packages, by number; the first is none
	refs     []Symbol // symbols named by name
	hashed   []Symbol // symbols named by content, and their hashes
	hashes   []byte
	relocs   []Reloc
}

// object makes the object.
func (k *Keep) object() []byte {
	w := &keepWriter{packages: map[string]uint32{}, paths: []string{""}}
	for n, e := range k.entries {
		pkg := k.pkgs[e.Package]
		o := pkg.Archive.Objects[e.Object]
		target, typ := w.ref(pkg.Path, o, e.Symbol), uint16(relocAddr)
		if !k.strong(e) {
			typ |= relocWeak
		}
		w.relocs = append(w.relocs, Reloc{int32(16 + 8*n), 8, typ, 0, target})
		if o.Symbol(e.Symbol).Flag&SymType == 0 {
			continue
		}
		w.relocs = append(w.relocs, Reloc{0, 0, relocUseIface, 0, target})
		for _, at := range unexported(o, e.Symbol) {
			w.relocs = append(w.relocs, Reloc{0, 0, relocUseIfaceMethod, at, target})
		}
	}
	main := w.byName(Symbol{Name: "main.main", ABI: 1, Kind: KindText})
	w.relocs = append(w.relocs, Reloc{int32(k.size() - 8), 8, relocAddr, 0, main})
	return w.write(k)
}

// ref names a definition of an object from ours.
func (w *keepWriter) ref(path string, o *Object, i int) Ref {
	class, n := o.Class(i)
	switch class {
	case ByName:
		return w.byName(o.Symbol(i))
	case ByHash:
		return w.byHash(o.Symbol(i), o.Hash(i))
	}
	p, ok := w.packages[path]
	if !ok {
		p = uint32(len(w.paths))
		w.packages[path], w.paths = p, append(w.paths, escapePath(path))
	}
	return Ref{p, uint32(n)}
}

// byName names a symbol by name and ABI. Our own definition has number 0.
func (w *keepWriter) byName(s Symbol) Ref {
	w.refs = append(w.refs, Symbol{Name: s.Name, ABI: s.ABI})
	return Ref{PackageNamed, uint32(len(w.refs))}
}

// byHash names a symbol by what it contains. Such symbols have to be defined where they are referred to; of definitions
// with one hash the linker takes the longest, so that ours, which is empty, never wins.
func (w *keepWriter) byHash(s Symbol, hash []byte) Ref {
	s.Size = 0
	w.hashed, w.hashes = append(w.hashed, s), append(w.hashes, hash...)
	return Ref{PackageHashed, uint32(len(w.hashed) - 1)}
}

// escapePath writes a path as objects have it: what could be mistaken in a symbol's name as %xx.
func escapePath(path string) string {
	slash := strings.LastIndexByte(path, '/')
	var b strings.Builder
	for i := range len(path) {
		if c := path[i]; c <= ' ' || c == '.' && i > slash || c == '%' || c == '"' || c >= 0x7f {
			const digits = "0123456789abcdef"
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// unexported returns where in the descriptor of an interface type its methods without an exported name are, which are those
// that nothing but a direct call can call.
func unexported(o *Object, i int) (offsets []int64) {
	const kindAt, kindMask, kindInterface, methodsAt, countAt, methodSize = 23, 31, 20, 56, 64, 8
	d := o.Data(i)
	if len(d) < countAt+8 || d[kindAt]&kindMask != kindInterface {
		return nil
	}
	names, first := map[int64]Ref{}, int64(-1)
	for n := range o.Relocs(i) {
		r := o.Reloc(i, n)
		if names[int64(r.Offset)] = r.Target; r.Offset == methodsAt {
			first = r.Addend
		}
	}
	for n := range int64(binary.LittleEndian.Uint64(d[countAt:])) {
		at := first + n*methodSize
		name, ok := o.Local(names[at])
		if first < 0 || !ok || name >= o.Defs() {
			break
		}
		if data := o.Data(name); len(data) > 0 && data[0]&1 == 0 {
			offsets = append(offsets, at)
		}
	}
	return offsets
}

// write lays out the object: header, strings, blocks.
func (w *keepWriter) write(k *Keep) []byte {
	le := binary.LittleEndian
	out := append([]byte(objectMagic), make([]byte, headerSize-len(objectMagic))...)
	le.PutUint32(out[len(objectMagic)+8:], FlagFromAssembly)
	text := func(s string) (ref []byte) {
		ref = le.AppendUint32(le.AppendUint32(nil, uint32(len(s))), uint32(len(out)))
		out = append(out, s...)
		return ref
	}
	symbol := func(s Symbol) []byte {
		b := le.AppendUint16(text(s.Name), s.ABI)
		b = append(b, byte(s.Kind), s.Flag, s.Flag2)
		return le.AppendUint32(le.AppendUint32(b, s.Size), s.Align)
	}
	var block [blocks][]byte
	for _, path := range w.paths {
		block[blockPackages] = append(block[blockPackages], text(path)...)
	}
	for _, s := range w.hashed {
		block[blockHashedDefs] = append(block[blockHashedDefs], symbol(s)...)
	}
	block[blockHash] = w.hashes
	block[blockNamedDefs] = symbol(Symbol{Name: "main.keeptab", Kind: KindROData, Flag: SymReflectMethod, Size: uint32(k.size()), Align: 8})
	for _, s := range w.refs {
		block[blockNamedRefs] = append(block[blockNamedRefs], symbol(s)...)
	}
	block[blockData] = append(append([]byte{}, k.magic[:]...), make([]byte, k.size()-len(k.magic))...)
	for _, r := range w.relocs {
		b := append(le.AppendUint32(block[blockRelocs], uint32(r.Offset)), r.Size)
		b = le.AppendUint64(le.AppendUint16(b, r.Type), uint64(r.Addend))
		block[blockRelocs] = le.AppendUint32(le.AppendUint32(b, r.Target.Package), r.Target.Number)
	}
	index := func(n int) []byte { // of all symbols the table alone, the last, has anything
		return le.AppendUint32(make([]byte, 4*(len(w.hashed)+1)), uint32(n))
	}
	block[blockRelocIndex], block[blockAuxIndex], block[blockDataIndex] = index(len(w.relocs)), index(0), index(k.size())
	for i, b := range block {
		le.PutUint32(out[len(objectMagic)+12+4*i:], uint32(len(out)))
		out = append(out, b...)
	}
	header := k.pkgs[0].Archive.Objects[0].Header + "\n" + textEnd
	return append([]byte(header), out...)
}
