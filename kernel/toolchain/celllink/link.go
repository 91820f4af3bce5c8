package celllink

import (
	"bytes"
	"encoding/binary"
)

// Link links the archive of a cell's package, main, with the base into an executable file. path is where the file of the base will be
// when the cell is started. The packages that the cell imports must be the base's direct ones. Every error is of type *[Unsupported].
func (b *Base) Link(archive []byte, path string) (exe []byte, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Unsupported:
			exe, err = nil, p
		default:
			exe, err = nil, refuse("an error in the linker: %v", p)
		}
	}()
	l, err := b.begin(archive)
	if err != nil {
		return nil, asRefusal(err)
	}
	exe, err = l.link(path)
	return exe, asRefusal(err)
}

// asRefusal makes an error one that says why the cell was refused.
func asRefusal(err error) error {
	if err == nil {
		return nil
	}
	if u, ok := err.(*Unsupported); ok {
		return u
	}
	return &Unsupported{err.Error()}
}

// begin reads the cell and checks that it was compiled against the packages of the base.
func (b *Base) begin(archive []byte) (*linking, error) {
	a, err := ReadArchive(archive)
	if err != nil {
		return nil, err
	}
	o := a.Objects[0]
	if len(a.Objects) != 1 || o.Flags&^flagsKnown != 0 {
		return nil, refuse("the cell has %d objects, the first with the flags %#x", len(a.Objects), o.Flags)
	}
	if o.Header != b.Header {
		return nil, refuse("the cell was compiled by %q, the base by %q", o.Header, b.Header)
	}
	for _, i := range o.Imports() {
		if i.Path != "unsafe" && !b.has(i) {
			return nil, refuse("the cell was compiled with another package %s than the base", i.Path)
		}
	}
	cell := &object{base: b, cell: o}
	l := &linking{
		base: b, cell: cell, names: map[named]symbolID{}, symbols: map[symbolID]*symbol{},
		hashed: map[string]*symbol{}, tables: map[symbolID]*table{},
	}
	for _, name := range o.RefNames() {
		if name == "runtime.MemProfileRate" { // which is 0 where the Go linker sees that nobody profiles memory
			return nil, refuse("it uses %s", name)
		}
	}
	for i := range o.Defs() + o.Refs() {
		s := o.Symbol(i)
		if s.Flag2&SymLinkname != 0 && (i >= o.Defs() || s.Name != "main.main") { // which the runtime names in this way
			return nil, refuse("%s is named by a linkname directive", s.Name)
		}
		if s.Name == "runtime/debug.WriteHeapDump" {
			return nil, refuse("it dumps the heap, with the variables of the first module alone")
		}
		if class, _ := o.Class(i); i < o.Defs() && s.Name != "" && s.ABI != StaticABI && (class == ByName || class == ByNumber) {
			l.names[named{s.Name, s.ABI}] = symbolID{cell, i}
		}
	}
	return l, nil
}

// has says whether the base has a package as a cell was compiled against it.
func (b *Base) has(i Import) bool {
	o := b.packages[i.Path]
	return o != nil && bytes.Equal(b.Packages[o.pkg].Objects[o.n].Fingerprint, i.Fingerprint[:])
}

// flagsKnown are the flags of an object that mean nothing to the linker: that it was compiled for the standard library.
const flagsKnown = 1 << 4

// link does the work.
func (l *linking) link(path string) ([]byte, error) {
	if err := l.closure(); err != nil {
		return nil, err
	}
	s, err := l.layout()
	if err != nil {
		return nil, err
	}
	c := &contents{sections: s}
	for _, step := range []func(*contents) error{l.code, l.constants, l.module, l.variables} {
		if err := step(c); err != nil {
			return nil, err
		}
	}
	return c.file(l.base.cpu, path)
}

// contents is what will be in memory.
type contents struct {
	*sections
	variables []byte // from the head of the cell to the end of data
	code      []byte
	constants []byte // roData, then tables
	fields    map[field]uint64
}

// field is a word of a field of runtime.moduledata.
type field struct {
	name string
	word int
}

// add appends a table to the constants and returns its address.
func (c *contents) add(data []byte, to uint64) uint64 {
	c.constants = pad(c.constants, c.roData.start, to)
	at := c.roData.start + uint64(len(c.constants))
	c.constants = append(c.constants, data...)
	return at
}

func (l *linking) code(c *contents) error {
	if len(c.text.symbols) == 0 {
		return refuse("the cell has no function")
	}
	c.code = make([]byte, c.text.end-c.text.start)
	for i := range c.code {
		c.code[i] = l.base.cpu.gap
	}
	return l.write(c.code, c.text.start, &c.text)
}

// constants writes what does not change, and the tables that the runtime finds by the module.
func (l *linking) constants(c *contents) error {
	c.constants = make([]byte, c.roData.end-c.roData.start)
	if err := l.write(c.constants, c.roData.start, &c.roData); err != nil {
		return err
	}
	c.fields = map[field]uint64{{"etypes", 0}: c.roData.end}
	links, err := l.typeLinks()
	if err != nil {
		return err
	}
	c.list("typelinks", c.add(links, 8), len(links)/4)
	var itabs, tasks []byte
	for _, s := range l.order {
		if s.Flag2&SymItab != 0 {
			itabs = binary.LittleEndian.AppendUint64(itabs, s.address)
		}
	}
	c.list("itablinks", c.add(itabs, 8), len(itabs)/8)
	for _, t := range l.tasks {
		tasks = binary.LittleEndian.AppendUint64(tasks, t.place())
	}
	c.list("inittasks", c.add(tasks, 8), len(tasks)/8)
	for _, m := range []struct {
		field   string
		section *section
	}{{"gcdata", &c.data}, {"gcbss", &c.bss}} {
		bits, err := l.pointerWords(m.section)
		if err != nil {
			return err
		}
		c.fields[field{m.field, 0}] = c.add(bits.program((m.section.end-m.section.start)/wordSize), 1)
	}
	return nil
}

// list sets a field that is a slice.
func (c *contents) list(name string, at uint64, n int) {
	if n == 0 {
		return
	}
	c.fields[field{name, 0}], c.fields[field{name, 1}], c.fields[field{name, 2}] = at, uint64(n), uint64(n)
}

// module writes the table of functions, and finds the other values of runtime.moduledata.
func (l *linking) module(c *contents) error {
	t, err := l.functionTable(c.text.symbols)
	if err != nil {
		return err
	}
	var p functionPlaces
	c.constants = pad(c.constants, c.roData.start, t.dataAlign)
	if c.constants, p, err = t.write(c.constants, c.roData.start); err != nil {
		return err
	}
	end := c.roData.start + uint64(len(c.constants))
	if end > l.base.cpu.end {
		return refuse("the cell needs %d MiB", (end-l.base.cpu.base)>>20)
	}
	last := c.text.symbols[len(c.text.symbols)-1]
	c.list("funcnametab", p.names, int(p.namesEnd-p.names))
	c.list("cutab", p.cus, len(t.cus))
	c.list("filetab", p.files, int(p.filesEnd-p.files))
	c.list("pctab", p.values, int(p.valuesEnd-p.values))
	c.list("pclntable", p.entries, int(p.entriesEnd-p.entries))
	c.list("ftab", p.entries, len(c.text.symbols)+1)
	for name, value := range map[string]uint64{
		"pcHeader": p.header, "findfunctab": p.index, "minpc": c.text.start, "maxpc": last.address + uint64(last.Size),
		"text": l.base.Text, "etext": c.text.end, "noptrdata": c.noPtrData.start, "enoptrdata": c.noPtrData.end,
		"data": c.data.start, "edata": c.data.end &^ (wordSize - 1), "bss": c.bss.start, "ebss": c.bss.end &^ (wordSize - 1),
		"noptrbss": c.noPtrBSS.start, "enoptrbss": c.noPtrBSS.end, "end": end, "types": l.base.Types, "rodata": l.base.Types,
		"gofunc": p.data, "epclntab": p.dataEnd, "typemap": l.base.cpu.emptyMap(),
	} {
		c.fields[field{name, 0}] = value
	}
	return nil
}

// variables writes the head, and what variables begin with.
func (l *linking) variables(c *contents) error {
	c.variables = make([]byte, c.data.end-l.base.cpu.base)
	for f, value := range c.fields {
		at, ok := l.base.Fields[f.name]
		if !ok {
			return refuse("runtime.moduledata has no %s", f.name)
		}
		binary.LittleEndian.PutUint64(c.variables[at+8*f.word:], value)
	}
	main := l.symbols[l.names[named{"main.main", goABI}]]
	binary.LittleEndian.PutUint64(c.variables[mainAt:], main.address)
	for _, s := range []*section{&c.noPtrData, &c.data} {
		if err := l.write(c.variables, l.base.cpu.base, s); err != nil {
			return err
		}
	}
	return nil
}
