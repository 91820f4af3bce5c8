package celllink

import (
	"bytes"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linkedModule is a module in an executable, read as the runtime reads it.
type linkedModule struct {
	*image
	field  map[string]int
	record uint64
	rodata uint64
	text   uint64
	before *linkedModule // of the base, nil if there is none
}

func (m *linkedModule) at(field string, n int) uint64 {
	return m.word(m.record + uint64(m.field[field]+8*n))
}

func (m *linkedModule) u32(address uint64) uint32 { return u32(m.place(address, 4), 0) }

func (m *linkedModule) text0(address uint64) string {
	var out []byte
	for m.err == nil {
		c := m.place(address, 1)[0]
		if c == 0 {
			break
		}
		out = append(out, c)
		address++
	}
	return string(out)
}

// varint reads a number, and moves the address behind it.
func (m *linkedModule) varint(address *uint64) uint32 {
	var v uint32
	for shift := 0; m.err == nil; shift += 7 {
		b := m.place(*address, 1)[0]
		*address++
		v |= uint32(b&0x7f) << shift
		if b&0x80 == 0 {
			break
		}
	}
	return v
}

// step is a value that holds up to a place of a function.
type step struct {
	pc    uint32
	value int32
}

// values reads a table of values by place.
func (m *linkedModule) values(offset uint32) (list []step) {
	if offset == 0 {
		return nil
	}
	at, pc, value := m.at("pctab", 0)+uint64(offset), uint32(0), int32(-1)
	for m.err == nil {
		d := m.varint(&at)
		if d == 0 && len(list) > 0 {
			break
		}
		if d&1 != 0 {
			value += int32(^(d >> 1))
		} else {
			value += int32(d >> 1)
		}
		pc += m.varint(&at)
		list = append(list, step{pc, value})
	}
	return list
}

// functions describes each function by text, by its name; those that share one are left out.
func (m *linkedModule) functions(only map[string]bool) map[string]string {
	all, several := map[string]string{}, map[string]bool{}
	table, count := m.at("ftab", 0), m.at("ftab", 1)-1
	for n := range count {
		record := m.at("pclntable", 0) + uint64(m.u32(table+8*n+4))
		name := m.text0(m.at("funcnametab", 0) + uint64(m.u32(record+4)))
		if only != nil && !only[name] {
			continue
		}
		if _, ok := all[name]; ok {
			several[name] = true
		}
		size := m.u32(table+8*n+8) - m.u32(table+8*n)
		all[name] = m.function(record, size)
	}
	for name := range several {
		delete(all, name)
	}
	return all
}

func (m *linkedModule) function(record uint64, size uint32) string {
	var b strings.Builder
	word := func(n uint64) uint32 { return m.u32(record + 4*n) }
	small := m.place(record+40, 4)
	fmt.Fprintf(&b, "args %d deferreturn %d start line %d id %d flags %d\n", word(2), word(3), word(9), small[0], small[1])
	fmt.Fprintln(&b, "frame", m.values(word(4)))
	for _, s := range m.values(word(5)) {
		name := m.at("cutab", 0) + 4*(uint64(word(8))+uint64(s.value))
		fmt.Fprint(&b, "file ", s.pc, " ", m.text0(m.at("filetab", 0)+uint64(m.u32(name))), "\n")
	}
	fmt.Fprintln(&b, "line", m.values(word(6)))
	inlined := int32(-1)
	for n := range uint64(word(7)) {
		list := m.values(word(11 + n))
		fmt.Fprintln(&b, "table", n, list)
		if n == pcDataInline {
			for _, s := range list {
				inlined = max(inlined, s.value)
			}
		}
	}
	for n := range uint64(small[3]) {
		offset := word(11 + uint64(word(7)) + n)
		if offset == missing {
			fmt.Fprintln(&b, "data", n, "missing")
			continue
		}
		fmt.Fprintln(&b, "data", n, m.data(n, m.at("gofunc", 0)+uint64(offset), inlined))
	}
	return b.String()
}

// data describes data of a function by its kind.
func (m *linkedModule) data(kind, at uint64, inlined int32) string {
	switch kind {
	case 0, 1: // which words of arguments and of the frame are pointers
		n, bits := m.u32(at), m.u32(at+4)
		return fmt.Sprint(n, bits, m.place(at+8, int(n*((bits+7)/8))))
	case 2: // objects in the frame
		var b strings.Builder
		count := m.word(at)
		for n := range count {
			o := at + 8 + 16*n
			pointers := m.u32(o + 8)
			fmt.Fprint(&b, "[", int32(m.u32(o)), " ", m.u32(o+4), " ", pointers, " ", m.place(m.rodata+uint64(m.u32(o+12)), int(pointers/8+7)/8), "]")
		}
		return b.String()
	case funcDataInline:
		var b strings.Builder
		for n := range uint64(inlined + 1) {
			o := at + inlineRecord*n
			fmt.Fprint(&b, "[", m.place(o, 1)[0], " ", m.text0(m.at("funcnametab", 0)+uint64(m.u32(o+4))), " ", m.u32(o+8), " ", m.u32(o+12), "]")
		}
		return b.String()
	case 5: // how arguments are shown
		var out []byte
		for len(out) == 0 || out[len(out)-1] != 0xff {
			out = append(out, m.place(at+uint64(len(out)), 1)...)
		}
		return fmt.Sprint(out)
	case 7: // where the function is that a wrapper wraps
		return m.nameAt(m.text + uint64(m.u32(at)))
	}
	first := at
	return fmt.Sprint(m.varint(&first))
}

// nameAt is the name of the function that begins at an address.
func (m *linkedModule) nameAt(address uint64) string {
	table := m.at("ftab", 0)
	for n := range m.at("ftab", 1) - 1 {
		if m.text+uint64(m.u32(table+8*n)) == address {
			return m.text0(m.at("funcnametab", 0) + uint64(m.u32(m.at("pclntable", 0)+uint64(m.u32(table+8*n+4))+4)))
		}
	}
	if m.before != nil {
		return m.before.nameAt(address)
	}
	return ""
}

// bits expands a list of which words are pointers, as the runtime does.
func (m *linkedModule) bits(at, words uint64) []byte {
	var out []byte
	for m.err == nil {
		b := m.place(at, 1)[0]
		at++
		switch n := int(b & 0x7f); {
		case b == 0:
			if uint64(len(out)) != words {
				m.err = fmt.Errorf("%d bits for %d words", len(out), words)
			}
			return out
		case b&0x80 == 0:
			data := m.place(at, (n+7)/8)
			at += uint64(len(data))
			for i := range n {
				out = append(out, data[i/8]>>(i%8)&1)
			}
		default:
			if n == 0 {
				n = int(m.varint(&at))
			}
			times := int(m.varint(&at))
			part := bytes.Clone(out[len(out)-n:])
			out = append(out, bytes.Repeat(part, times)...)
		}
	}
	return out
}

// pointers are the bits of a variable.
func (m *linkedModule) pointers(address, size uint64) string {
	for _, s := range []struct{ from, to, mask string }{{"data", "edata", "gcdata"}, {"bss", "ebss", "gcbss"}} {
		from, to := m.at(s.from, 0), m.at(s.to, 0)
		if address >= from && address < to && size > 0 {
			all := m.bits(m.at(s.mask, 0), (to-from)/8)
			first := (address - from) / 8
			return fmt.Sprint(all[first:min(first+(size+7)/8, uint64(len(all)))])
		}
	}
	return "none"
}

// The table of functions, the pointers of variables and the order of initialisation of a cell are those that the Go linker writes, field by field.
func TestTables(t *testing.T) { forMachines(t, testTables) }

func testTables(t *testing.T, m machine) {
	sources, imports := programs(t), programImports
	if !m.foreign() || slow() {
		sources["faces"] = faces
		imports = append([]string{"compress/gzip", "runtime/pprof", "runtime/trace"}, testImports...)
		for _, test := range goTests(t, testImports, 3) {
			sources["go_"+test.name] = test.source
		}
	}
	b := m.newBase(t, imports...)
	functions, variables, tasks := 0, 0, 0
	for i, name := range slices.Sorted(maps.Keys(sources)) {
		source := sources[name]
		for n, flags := range []string{"", "-N -l"} {
			if all := slow() || sampled() && !m.foreign(); !all && n != i%2 { // each program takes one of the two ways
				continue
			}
			where := fmt.Sprint(name, n)
			archive, err := b.tryCompile(filepath.Join(b.dir, where), source, strings.Fields(flags)...)
			if err != nil {
				continue
			}
			f, v, i := b.compareTables(t, where, archive)
			functions, variables, tasks = functions+f, variables+v, tasks+i
		}
	}
	t.Logf("%d functions, %d variables and %d steps of initialisation were compared", functions, variables, tasks)
	if functions < 100 || variables < 20 || tasks < 100 {
		t.Error("that is little")
	}
}

// compareTables compares what the linkers make of an archive.
func (b *testBase) compareTables(t *testing.T, name string, archive []byte) (functions, variables, tasks int) {
	t.Helper()
	l, err := b.base.begin(archive)
	if err != nil {
		return 0, 0, 0
	}
	exe, err := l.link(b.path)
	if err != nil {
		return 0, 0, 0
	}
	im, err := readImage(exe, b.base.cpu)
	if err != nil {
		t.Fatal(err)
	}
	patched, err := os.ReadFile(b.path)
	if err != nil {
		t.Fatal(err)
	}
	base, err := readImage(patched, b.base.cpu)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := b.base.lookup(named{"runtime.firstmoduledata", 0})
	cell := &linkedModule{im, b.base.Fields, b.base.cpu.base, b.base.Types, b.base.Text,
		&linkedModule{base, b.base.Fields, first.address, b.base.Types, b.base.Text, nil}}
	goes, symbols := b.goModule(t, name)
	got := cell.functions(nil)
	only := map[string]bool{}
	for name := range got {
		only[name] = true
	}
	want := goes.functions(only)
	for f, text := range got {
		if other, ok := want[f]; ok {
			functions++
			if text != other {
				t.Errorf("%s, %s:\n%.2000s\nby the Go linker:\n%.2000s", name, f, text, other)
			}
		}
	}
	for _, s := range l.order {
		if s.Kind != KindData && s.Kind != KindBSS || s.Name == "" || s.Size == 0 {
			continue
		}
		if address, ok := symbols[s.Name]; ok {
			variables++
			if got, want := cell.pointers(s.address, uint64(s.Size)), goes.pointers(address, uint64(s.Size)); got != want {
				t.Errorf("%s, %s: the pointers are %.500s, by the Go linker %.500s", name, s.Name, got, want)
			}
		}
	}
	tasks = b.compareOrder(t, name, cell, goes, symbols)
	if cell.err != nil || goes.err != nil {
		t.Errorf("%s: %v, %v", name, cell.err, goes.err)
	}
	return functions, variables, tasks
}

// compareOrder compares which packages are initialised, one after the other.
func (b *testBase) compareOrder(t *testing.T, name string, cell, goes *linkedModule, symbols map[string]uint64) int {
	t.Helper()
	names := map[uint64]string{}
	for _, task := range b.base.Tasks {
		names[b.base.address(symbolID{b.base.objects[task.Object], task.Number})] = task.Name
	}
	list := func(m *linkedModule, names map[uint64]string) (out []string) {
		for n := range m.at("inittasks", 1) {
			task := names[m.word(m.at("inittasks", 0)+8*n)]
			if task == "" {
				task = "main..inittask"
			}
			out = append(out, task)
		}
		return out
	}
	theirs := map[uint64]string{}
	for s, address := range symbols {
		if strings.HasSuffix(s, "..inittask") {
			theirs[address] = s
		}
	}
	got, want := list(cell, names), list(goes, theirs)
	if !slices.Equal(got, want) {
		t.Errorf("%s: the order is %v, by the Go linker %v", name, got, want)
	}
	return len(got)
}

// goModule links with the Go linker, with symbols.
func (b *testBase) goModule(t *testing.T, name string) (*linkedModule, map[string]uint64) {
	t.Helper()
	cmd := b.goCommand(filepath.Join(b.dir, name), "tool", "link", "-w", "-buildmode=exe", "-importcfg", "../importcfg", "-o", "symbols", "main.a")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(cmd.Dir, "symbols"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	symbols, several := map[string]uint64{}, map[string]bool{}
	for _, s := range list {
		if _, ok := symbols[s.Name]; ok {
			several[s.Name] = true
		}
		symbols[s.Name] = s.Value
	}
	for s := range several {
		delete(symbols, s)
	}
	im, err := readImage(data, b.base.cpu)
	if err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(cmd.Dir)
	m := &linkedModule{image: im, field: b.base.Fields, record: symbols["runtime.firstmoduledata"]}
	m.rodata, m.text = m.at("rodata", 0), m.at("text", 0)
	return m, symbols
}
