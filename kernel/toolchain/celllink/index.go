package celllink

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
)

// This file writes and reads what a kernel has to know of a base to link cells with it. That is kept beside the base, so that opening it
// takes a few milliseconds: the archives of its packages, some hundred megabytes, are read only where a cell needs something of them.
//
// An index has 16 bytes that name the format, a checksum of what follows in 4 bytes, the lengths of its parts, 8 bytes each, and the parts: a
// description in JSON, the addresses of all definitions, the names, the interface tables, the types that reflect finds by name.

// Format names the format of bases and of what is linked with them. Another linker has another: where bases and cells lie, and what of a base is
// changed, belongs to it.
const Format = "mercer celllink 2" // 1 had the functions of cells above their variables

const (
	indexMagic = "mercer base 1\n\x00\x00"
	indexParts = 5
	indexHead  = len(indexMagic) + crc32.Size + 8*indexParts
	itabRecord = 16 + 4
)

// description is what a base is.
type description struct {
	Header      string // of all its objects
	GOROOT      string // what $GOROOT in names of files stands for
	Text, EText uint64 // where functions are counted from, and their end
	Types       uint64 // where types and other constants are counted from
	Zero        uint64 // the address of all variables without bytes
	PCLN        []byte // what a table of functions begins with
	Fields      map[string]int
	Size        int // of runtime.moduledata
	Packages    []packageDescription
	Tasks       []taskDescription
}

// packageDescription is a package of a base.
type packageDescription struct {
	Path     string
	Direct   bool
	Checksum uint32 // of its archive
	Objects  []objectDescription
}

type objectDescription struct {
	Fingerprint    []byte
	Defs, Numbered int
	Assembly       bool
}

// taskDescription is the record of a package's initialisation.
type taskDescription struct {
	Name           string
	Object, Number int
	Functions      bool
	Imports        []int `json:",omitempty"` // numbers of records
}

func (n named) hash() uint64 {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	h := uint64(offset)
	for i := range len(n.name) {
		h = (h ^ uint64(n.name[i])) * prime
	}
	h = (h ^ uint64(n.abi&0xff)) * prime
	return (h ^ uint64(n.abi>>8)) * prime
}

// indexer collects what an index has.
type indexer struct {
	*Keep
	d         description
	objects   []*Object
	number    map[*Object]int
	first     []int // first definition of each object
	addresses []uint32
	names     map[named]indexedName
	itabs     map[string]uint64
}

type indexedName struct {
	object, symbol int
	several        bool
}

// Index makes the index of a base that Patch made.
func (k *Keep) Index(base []byte) ([]byte, error) {
	x := &indexer{Keep: k, number: map[*Object]int{}, names: map[named]indexedName{}, itabs: map[string]uint64{}}
	addresses, _, err := k.Addresses(base)
	if err != nil {
		return nil, err
	}
	x.describe()
	if err := x.place(addresses); err != nil {
		return nil, err
	}
	for n, o := range x.objects {
		for i := range o.Defs() {
			x.name(n, i)
		}
	}
	im, err := readImage(base, k.cpu)
	if err != nil {
		return nil, err
	}
	if x.d.Fields, x.d.Size, err = k.module(); err != nil {
		return nil, fmt.Errorf("celllink: %w", err)
	}
	links, err := x.module(im)
	if err != nil {
		return nil, err
	}
	if err := x.tasks(); err != nil {
		return nil, err
	}
	names, err := x.nameRecords()
	if err != nil {
		return nil, err
	}
	return x.write(names, links)
}

// describe lists packages and objects.
func (x *indexer) describe() {
	x.d.Header = x.pkgs[0].Archive.Objects[0].Header
	defs := 0
	for _, p := range x.pkgs {
		d := packageDescription{Path: p.Path, Direct: p.Direct, Checksum: p.Archive.Checksum}
		for _, o := range p.Archive.Objects {
			d.Objects = append(d.Objects, objectDescription{o.Fingerprint[:], o.Defs(), o.count(blockDefs), o.Flags&FlagFromAssembly != 0})
			x.number[o] = len(x.objects)
			x.objects, x.first = append(x.objects, o), append(x.first, defs)
			defs += o.Defs()
		}
		x.d.Packages = append(x.d.Packages, d)
	}
	x.addresses = make([]uint32, defs)
}

// place notes the addresses of the entries.
func (x *indexer) place(addresses []uint64) error {
	for n, e := range x.entries {
		if addresses[n] == 0 {
			continue
		}
		if addresses[n] >= x.cpu.text {
			return fmt.Errorf("celllink: the base has something at %#x", addresses[n])
		}
		o := x.pkgs[e.Package].Archive.Objects[e.Object]
		if class, _ := o.Class(e.Symbol); class == ByHash {
			x.itabs[string(o.Hash(e.Symbol))] = addresses[n]
		} else {
			x.addresses[x.first[x.number[o]]+e.Symbol] = uint32(addresses[n])
		}
	}
	return nil
}

// name notes what the name of a definition stands for: the first that the base has, else the first.
func (x *indexer) name(object, i int) {
	o := x.objects[object]
	class, _ := o.Class(i)
	if class != ByName && class != ByNumber {
		return
	}
	s := o.Symbol(i)
	if s.Name == "" || s.ABI == StaticABI || s.Kind < KindText || s.Kind > KindTLSBSS {
		return
	}
	name := named{s.Name, s.ABI}
	known, ok := x.names[name]
	switch {
	case !ok:
	case x.addresses[x.first[known.object]+known.symbol] == 0 && x.addresses[x.first[object]+i] != 0:
	default:
		if s.Flag&SymDupOK == 0 || x.objects[known.object].Symbol(known.symbol).Flag&SymDupOK == 0 {
			known.several = true
			x.names[name] = known
		}
		return
	}
	x.names[name] = indexedName{object, i, false}
}

// nameRecords are the names in the order of their hashes.
func (x *indexer) nameRecords() ([]byte, error) {
	type record struct {
		hash uint64
		indexedName
	}
	list := make([]record, 0, len(x.names))
	for name, at := range x.names {
		list = append(list, record{name.hash(), at})
	}
	slices.SortFunc(list, func(a, b record) int { return cmp.Compare(a.hash, b.hash) })
	out := make([]byte, 0, len(list)*nameRecord)
	for i, r := range list {
		if i > 0 && list[i-1].hash == r.hash {
			return nil, errors.New("celllink: two names have one hash")
		}
		n := uint32(r.symbol)
		if r.several {
			n |= severalNames
		}
		out = binary.LittleEndian.AppendUint64(out, r.hash)
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, uint32(r.object)), n)
	}
	return out, nil
}

// symbolAddress is the address of a symbol of the base by name, or an error.
func (x *indexer) symbolAddress(name string) (uint64, error) {
	if at, ok := x.names[named{name, 0}]; ok && x.addresses[x.first[at.object]+at.symbol] != 0 {
		return uint64(x.addresses[x.first[at.object]+at.symbol]), nil
	}
	return 0, fmt.Errorf("celllink: the base has no %s", name)
}

// module reads what the base says of itself to the runtime, and returns its types.
func (x *indexer) module(im *image) ([]byte, error) {
	record, err := x.symbolAddress("runtime.firstmoduledata")
	if err != nil {
		return nil, err
	}
	if x.d.Zero, err = x.symbolAddress("runtime.zerobase"); err != nil {
		return nil, err
	}
	root, err := x.symbolAddress("runtime.defaultGOROOT")
	if err != nil {
		return nil, err
	}
	word := func(field string, n int) uint64 { return im.word(record + uint64(x.d.Fields[field]+8*n)) }
	x.d.Text, x.d.EText, x.d.Types = word("text", 0), word("etext", 0), word("types", 0)
	im.expect("the module behind the first", record+uint64(x.d.Fields["next"]), x.cpu.base)
	im.expect("where constants begin", record+uint64(x.d.Fields["rodata"]), x.d.Types)
	x.d.PCLN = bytes.Clone(im.place(word("pcHeader", 0), pclnHead))
	if !im.isZero(root) { // the Go linker was told of one
		x.d.GOROOT = string(im.place(im.word(root), int(min(im.word(root+8), 4096))))
	}
	list, count, end := word("typelinks", 0), word("typelinks", 2), word("etypes", 0)
	if end < x.d.Types || x.d.Text > x.d.EText || x.d.EText > x.d.Types || end > x.cpu.text || count > uint64(len(im.data))/4 {
		return nil, fmt.Errorf("celllink: a base with functions at %#x, types at %#x to %#x and %d of them with names", x.d.Text, x.d.Types, end, count)
	}
	offsets := im.place(list, int(4*count))
	var out []byte
	last := ""
	for n := 0; n < int(count) && im.err == nil; n++ {
		link := im.typeLink(x.d.Types, u32(offsets, 4*n))
		if link.name < last {
			return nil, errors.New("celllink: the types of the base are not in the order of their names")
		}
		last = link.name
		out = binary.LittleEndian.AppendUint32(out, link.offset)
		out = append(binary.AppendUvarint(out, uint64(len(link.name))), link.name...)
	}
	return out, im.err
}

// pclnHead is how many bytes every table of functions begins with.
const pclnHead = 8

// typeLink reads the name of a type.
func (im *image) typeLink(types uint64, offset uint32) typeLink {
	d := im.place(types+uint64(offset), 48)
	at := types + uint64(u32(d, typeName))
	name, size := readName(im.place(at, 16), func(n int) []byte { return im.place(at, n) })
	if size == 0 && im.err == nil {
		im.err = fmt.Errorf("celllink: the type at %#x has no name", types+uint64(offset))
	}
	return typeLink{trimStar(name, d), offset}
}

// tasks lists the records of initialisation. A record leads to those of the packages that its package imports, by relocations.
func (x *indexer) tasks() error {
	number := map[indexedName]int{}
	for n, o := range x.objects {
		for i := range o.Defs() {
			if s := o.Symbol(i); s.Kind >= KindText && s.Kind <= KindTLSBSS && strings.HasSuffix(s.Name, "..inittask") {
				number[indexedName{object: n, symbol: i}] = len(x.d.Tasks)
				x.d.Tasks = append(x.d.Tasks, taskDescription{Name: s.Name, Object: n, Number: i, Functions: s.Size > emptyTask})
			}
		}
	}
	for t := range x.d.Tasks {
		task := &x.d.Tasks[t]
		o := x.objects[task.Object]
		for k := range o.Relocs(task.Number) {
			r := o.Reloc(task.Number, k)
			if r.Type != relocInitOrder {
				continue
			}
			to, ok := x.find(o, r.Target)
			at, known := number[to]
			if !ok || !known {
				return fmt.Errorf("celllink: %s leads elsewhere", task.Name)
			}
			task.Imports = append(task.Imports, at)
		}
	}
	return nil
}

// find is the definition that a reference of an object names.
func (x *indexer) find(o *Object, r Ref) (indexedName, bool) {
	if i, ok := o.Local(r); ok {
		if i < o.Defs() {
			return indexedName{object: x.number[o], symbol: i}, true
		}
		s := o.Symbol(i)
		at, ok := x.names[named{s.Name, s.ABI}]
		return indexedName{object: at.object, symbol: at.symbol}, ok
	}
	paths := o.Packages()
	if uint64(r.Package) >= uint64(len(paths)) {
		return indexedName{}, false
	}
	for _, p := range x.pkgs {
		if p.Path == paths[r.Package] {
			return indexedName{object: x.number[p.Archive.Objects[0]], symbol: int(r.Number)}, true
		}
	}
	return indexedName{}, false
}

// write lays out the index.
func (x *indexer) write(names, links []byte) ([]byte, error) {
	text, err := json.Marshal(x.d)
	if err != nil {
		return nil, err
	}
	var addresses, itabs []byte
	for _, a := range x.addresses {
		addresses = binary.LittleEndian.AppendUint32(addresses, a)
	}
	for _, hash := range slices.Sorted(maps.Keys(x.itabs)) { // equal bases have equal bytes
		itabs = binary.LittleEndian.AppendUint32(append(itabs, hash...), uint32(x.itabs[hash]))
	}
	var body []byte
	parts := [indexParts][]byte{text, addresses, names, itabs, links}
	for _, p := range parts {
		body = binary.LittleEndian.AppendUint64(body, uint64(len(p)))
	}
	for _, p := range parts {
		body = append(body, p...)
	}
	return slices.Concat([]byte(indexMagic), binary.LittleEndian.AppendUint32(nil, Checksum(body)), body), nil
}

// Checksum tells bytes that were damaged from those that were not. It is fast, and no proof against somebody who means harm.
func Checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Open reads an index. archive returns the archive of a package of the base; it is called by Link, from several goroutines, once for each
// package at most. What it returns must not change.
func Open(index []byte, archive func(path string) ([]byte, error)) (b *Base, err error) {
	defer func() {
		if p := recover(); p != nil {
			b, err = nil, fmt.Errorf("celllink: an index that is damaged: %v", p)
		}
	}()
	parts, err := indexContents(index)
	if err != nil {
		return nil, err
	}
	b = &Base{archive: archive, packages: map[string]*object{}, itabs: map[string]uint64{}, tasks: map[symbolID]int{}, addresses: parts[1], names: parts[2]}
	if err := json.Unmarshal(parts[0], &b.description); err != nil {
		return nil, fmt.Errorf("celllink: an index that is damaged: %w", err)
	}
	if b.cpu, err = processorOf(b.Header); err != nil {
		return nil, err
	}
	if b.Size > mainAt || len(b.PCLN) != pclnHead {
		return nil, fmt.Errorf("celllink: runtime.moduledata has %d bytes", b.Size)
	}
	b.listObjects()
	for r := range slices.Chunk(parts[3], itabRecord) {
		b.itabs[string(r[:16])] = uint64(u32(r, 16))
	}
	b.links = readTypeLinks(parts[4])
	for n, t := range b.Tasks {
		b.tasks[symbolID{b.objects[t.Object], t.Number}] = n
	}
	return b, nil
}

// indexContents checks an index as a whole and returns its parts.
func indexContents(index []byte) (parts [indexParts][]byte, err error) {
	if len(index) < indexHead || string(index[:len(indexMagic)]) != indexMagic {
		return parts, errors.New("celllink: not an index of a base")
	}
	body := index[len(indexMagic)+crc32.Size:]
	if Checksum(body) != u32(index, len(indexMagic)) {
		return parts, errors.New("celllink: an index that is damaged")
	}
	rest := body[8*indexParts:]
	for i := range parts {
		n := binary.LittleEndian.Uint64(body[8*i:])
		if n > uint64(len(rest)) {
			return parts, errors.New("celllink: an index that is too short")
		}
		parts[i], rest = rest[:n:n], rest[n:]
	}
	return parts, nil
}

// listObjects lists the objects of the packages.
func (b *Base) listObjects() {
	b.pkgs = make([]loadedPackage, len(b.Packages))
	defs := 0
	for n, p := range b.Packages {
		for i, d := range p.Objects {
			o := &object{base: b, pkg: n, n: i, first: defs, defs: d.Defs, numbered: d.Numbered}
			b.objects = append(b.objects, o)
			defs += d.Defs
			if i == 0 && !d.Assembly {
				b.packages[p.Path] = o
			}
		}
	}
}

// readTypeLinks reads the types that reflect finds by name.
func readTypeLinks(data []byte) (links []typeLink) {
	text := string(data)
	for at := 0; at < len(data); {
		offset := u32(data, at)
		n, width := binary.Uvarint(data[at+4:])
		at += 4 + width
		links = append(links, typeLink{text[at : at+int(n)], offset})
		at += int(n)
	}
	return links
}

// Direct are the packages that cells of the base may import.
func (b *Base) Direct() []string {
	var list []string
	for _, p := range b.Packages {
		if p.Direct {
			list = append(list, p.Path)
		}
	}
	return list
}
