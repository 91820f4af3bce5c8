package celllink

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// This file makes the linked program of a base into one that runs with a cell beside it. The runtime of Go keeps a list of
// the modules that a program consists of, one unless there are plugins; its records are of type runtime.moduledata. A base is told that
// there is a second, at an address where the cell's file will be mapped, and its main.main jumps to the cell's.

// moduleFields are the fields of runtime.moduledata in the toolchains that were looked at, in their order. What another has
// besides may have to be set, so a base of that is refused.
var moduleFields = strings.Fields(`NotInHeap pcHeader funcnametab cutab filetab pctab pclntable ftab findfunctab minpc maxpc text etext
	noptrdata enoptrdata data edata bss ebss noptrbss enoptrbss covctrs ecovctrs end gcdata gcbss types etypes rodata gofunc
	epclntab textsectmap typelinks itablinks ptab pluginpath pkghashes inittasks modulename modulehashes hasmain bad
	gcdatamask gcbssmask typemap next`)

// structField is a field of a struct in memory.
type structField struct {
	name   string
	offset int
}

// structFields reads the fields of a struct type, and its size, from its descriptor, symbol i of an object.
func structFields(o *Object, i int) (fields []structField, size int, err error) {
	const fieldsAt, countAt, header, fieldSize, offsetAt = 56, 64, 80, 24, 16
	d := o.Data(i)
	if len(d) < header {
		return nil, 0, errors.New("no descriptor of a struct")
	}
	count := binary.LittleEndian.Uint64(d[countAt:])
	first := header
	for n := range o.Relocs(i) {
		if r := o.Reloc(i, n); r.Offset == fieldsAt && r.Size != 0 {
			first = int(r.Addend)
		}
	}
	if first < header || first > len(d) || count > uint64(len(d)-first)/fieldSize {
		return nil, 0, fmt.Errorf("a struct of %d fields in %d bytes", count, len(d))
	}
	for n := range int(count) {
		at := first + n*fieldSize
		offset := binary.LittleEndian.Uint64(d[at+offsetAt:])
		fields = append(fields, structField{fieldName(o, i, at), int(offset)})
	}
	return fields, int(binary.LittleEndian.Uint64(d)), nil
}

// fieldName is the name to which a place of a type's descriptor leads: a byte of flags, one of length, the name.
func fieldName(o *Object, symbol, at int) string {
	for n := range o.Relocs(symbol) {
		r := o.Reloc(symbol, n)
		i, ok := o.Local(r.Target)
		if int(r.Offset) != at || r.Size == 0 || !ok || i >= o.Defs() {
			continue
		}
		if d := o.Data(i); len(d) >= 2 && len(d) >= 2+int(d[1]) && d[1] < 0x80 {
			return string(d[2 : 2+d[1]])
		}
	}
	return ""
}

// module tells where the fields of runtime.moduledata are, if they are those that are known, and its size.
func (k *Keep) module() (offsets map[string]int, size int, err error) {
	e, ok := k.find("type:runtime.moduledata")
	if !ok {
		return nil, 0, errors.New("the runtime has no type moduledata")
	}
	o := k.pkgs[k.entries[e].Package].Archive.Objects[k.entries[e].Object]
	fields, size, err := structFields(o, k.entries[e].Symbol)
	if err != nil {
		return nil, 0, fmt.Errorf("runtime.moduledata: %w", err)
	}
	var names []string
	offsets = map[string]int{}
	for _, f := range fields {
		offsets[f.name] = f.offset
		names = append(names, f.name)
	}
	if !slices.Equal(names, moduleFields) {
		return nil, 0, fmt.Errorf("runtime.moduledata has the fields %v", names)
	}
	return offsets, size, nil
}

// find returns the entry of a symbol of the package runtime.
func (k *Keep) find(name string) (int, bool) {
	i := slices.IndexFunc(k.entries, func(e Entry) bool {
		p := k.pkgs[e.Package]
		return p.Path == "runtime" && p.Archive.Objects[e.Object].Symbol(e.Symbol).Name == name
	})
	return i, i >= 0
}

// Patch makes a base of a linked executable: a copy in which the runtime finds a cell's module behind its own and main.main jumps
// to the cell's. What it returns cannot run without a cell. An error says what is not as the Go linker is known to leave it.
func (k *Keep) Patch(exe []byte) ([]byte, error) {
	addresses, main, err := k.Addresses(exe)
	if err != nil {
		return nil, err
	}
	field, _, err := k.module()
	if err != nil {
		return nil, fmt.Errorf("celllink: %w", err)
	}
	first, ok1 := k.find("runtime.firstmoduledata")
	last, ok2 := k.find("runtime.lastmoduledatap")
	if !ok1 || !ok2 || addresses[first] == 0 || addresses[last] == 0 {
		return nil, errors.New("celllink: the base has no list of modules")
	}
	im, err := readImage(slices.Clone(exe), k.cpu)
	if err != nil {
		return nil, err
	}
	record := addresses[first]
	typelinks := record + uint64(field["typelinks"])
	im.expect("the last module", addresses[last], record)
	im.expect("the module behind the first", record+uint64(field["next"]), 0)
	tasks := record + uint64(field["inittasks"])
	im.expect("the number of types", typelinks+8, im.word(typelinks+16))
	im.expect("the number of packages to initialise", tasks+8, im.word(tasks+16))
	im.set(addresses[last], k.cpu.base)
	im.set(record+uint64(field["next"]), k.cpu.base)
	im.set(typelinks+8, 0)
	im.set(tasks+8, 0) // the cell's list is of its own packages alone
	im.expectBelow(k.cpu.text)
	jump := k.cpu.jump(k.cpu.main())
	begin := im.place(main, len(jump))
	if im.err == nil && !k.cpu.mayJump(begin) {
		return nil, fmt.Errorf("celllink: main.main begins with % x", begin)
	}
	copy(begin, jump)
	if im.err != nil {
		return nil, im.err
	}
	return im.data, nil
}

// image is the file of an executable, seen by addresses.
type image struct {
	data  []byte
	progs []*elf.Prog
	err   error // of the first step that failed; later ones do nothing
}

// readImage reads an executable for a processor.
func readImage(exe []byte, cpu *processor) (*image, error) {
	f, err := elf.NewFile(bytes.NewReader(exe))
	if err != nil {
		return nil, fmt.Errorf("celllink: the base: %w", err)
	}
	if f.Type != elf.ET_EXEC || f.Machine != cpu.machine {
		return nil, fmt.Errorf("celllink: the base is %v for %v", f.Type, f.Machine)
	}
	return &image{data: exe, progs: f.Progs}, nil
}

// place returns n bytes of the file that will be at an address; other bytes if there are none.
func (im *image) place(address uint64, n int) []byte {
	for _, p := range im.progs {
		if p.Type != elf.PT_LOAD || address < p.Vaddr || address-p.Vaddr > p.Filesz || p.Filesz-(address-p.Vaddr) < uint64(n) {
			continue
		}
		at, size := p.Off+address-p.Vaddr, uint64(len(im.data))
		if at <= size && size-at >= uint64(n) {
			return im.data[at : at+uint64(n)]
		}
	}
	if im.err == nil {
		im.err = fmt.Errorf("celllink: the base has nothing at %#x", address)
	}
	return make([]byte, n)
}

// isZero says whether an address is that of a variable without a value in the file.
func (im *image) isZero(address uint64) bool {
	for _, p := range im.progs {
		if p.Type == elf.PT_LOAD && address >= p.Vaddr && address-p.Vaddr >= p.Filesz && address-p.Vaddr < p.Memsz {
			return true
		}
	}
	return false
}

func (im *image) word(address uint64) uint64 { return binary.LittleEndian.Uint64(im.place(address, 8)) }

func (im *image) set(address, value uint64) {
	binary.LittleEndian.PutUint64(im.place(address, 8), value)
}

// expect makes it an error if something has not the value that the Go linker gives it.
func (im *image) expect(what string, address, want uint64) {
	if got := im.word(address); got != want && im.err == nil {
		im.err = fmt.Errorf("celllink: %s is %#x, not %#x", what, got, want)
	}
}

// expectBelow makes it an error if something is at an address or above.
func (im *image) expectBelow(limit uint64) {
	for _, p := range im.progs {
		if p.Type == elf.PT_LOAD && (p.Vaddr > limit || p.Memsz > limit-p.Vaddr) && im.err == nil {
			im.err = fmt.Errorf("celllink: the base has %d MiB at %#x, where cells are", p.Memsz>>20, p.Vaddr)
		}
	}
}
