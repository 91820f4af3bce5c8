package celllink

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// packages reads what an import set needs, without cgo, and writes the import configuration.
func (m machine) packages(t testing.TB, dir string, direct ...string) []Package {
	t.Helper()
	cmd := m.goCommand("", append([]string{"list", "-deps", "-export", "-f", "{{with .Export}}{{$.ImportPath}}={{.}}{{end}}"}, direct...)...)
	var pkgs []Package
	var cfg strings.Builder
	for line := range strings.Lines(output(t, cmd)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		fmt.Fprintf(&cfg, "packagefile %s=%s\n", path, file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ReadArchive(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		pkgs = append(pkgs, Package{path, a, slices.Contains(direct, path)})
	}
	if err := os.WriteFile(filepath.Join(dir, "importcfg"), []byte(cfg.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// linkBase links the base of a table, with the symbols that the Go linker writes for debuggers.
func (m machine) linkBase(t testing.TB, dir string, k *Keep) string {
	t.Helper()
	run := func(args ...string) {
		cmd := m.goCommand(dir, append([]string{"tool"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
	}
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", []byte(k.Source()))
	run("compile", "-o", "main.a", "-p", "main", "-dwarf=0", "-importcfg", "importcfg", "-pack", "main.go")
	archive, err := os.ReadFile(filepath.Join(dir, "main.a"))
	if err != nil {
		t.Fatal(err)
	}
	write("main.a", k.Append(archive))
	run("link", "-w", "-buildmode=exe", "-importcfg", "importcfg", "-o", "base", "main.a")
	return filepath.Join(dir, "base")
}

// The table of a linked base has the addresses that the Go linker tells of in the table of symbols, for functions and variables
// that have one name there; what the table lacks the executable lacks.
func TestAddresses(t *testing.T) { forMachines(t, testAddresses) }

func testAddresses(t *testing.T, m machine) {
	dir, imports := t.TempDir(), []string{"fmt", "sort", "go/types"}
	if m.foreign() && !slow() {
		imports = programImports // which other tests have compiled
	}
	k, err := NewKeep(m.packages(t, dir, imports...))
	if err != nil {
		t.Fatal(err)
	}
	exe := m.linkBase(t, dir, k)
	data, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	got, main, err := k.Addresses(data)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]uint64{}
	times := map[string]int{}
	for line := range strings.Lines(output(t, m.goCommand("", "tool", "nm", exe))) {
		var address uint64
		var kind, name string
		if n, _ := fmt.Sscanf(line, "%x %s %s", &address, &kind, &name); n == 3 && !strings.Contains(line, "[") {
			want[name] = address
			times[name]++
		}
	}
	if main == 0 || main != want["main.main"] {
		t.Errorf("main.main at %#x, want %#x", main, want["main.main"])
	}
	there, compared := 0, 0
	for i, e := range k.Entries() {
		pkg := k.pkgs[e.Package]
		o := pkg.Archive.Objects[e.Object]
		s := o.Symbol(e.Symbol)
		if got[i] != 0 {
			there++
		} else if k.strong(e) {
			t.Errorf("%s is not in the base, though cells can use it", s.Name)
		}
		// In the table of symbols both ABIs of a function have the same name; variables without bytes have one address.
		if times[s.Name] != 1 || s.Size == 0 || !isText(s) || s.Name == "main.main" || s.ABI != 1 || s.Flag2&SymWrapper != 0 || got[i] == 0 {
			continue
		}
		if compared++; got[i] != want[s.Name] {
			t.Errorf("%s at %#x, want %#x", s.Name, got[i], want[s.Name])
		}
	}
	if compared < 1000 || there == len(got) {
		t.Errorf("%d addresses were compared; the base has %d of %d", compared, there, len(got))
	}
	checkMethods(t, k, exe, got)
	t.Logf("%d entries, %d in the base, %d compared, %d bytes", len(got), there, compared, len(data))
}

// checkMethods checks that the types of a base have the methods that a cell may call: all exported ones, and of the others
// those that an interface type asks for by that name and type.
func checkMethods(t *testing.T, k *Keep, exe string, addresses []uint64) {
	t.Helper()
	f, err := elf.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rodata := f.Section(".rodata")
	data, err := rodata.Data()
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, e := range k.Entries() {
		if o := k.pkgs[e.Package].Archive.Objects[e.Object]; o.Symbol(e.Symbol).Flag&SymType != 0 {
			for _, at := range unexported(o, e.Symbol) {
				asked[nameAt(o, e.Symbol, int32(at))+typeAt(o, e.Symbol, int32(at)+4)] = true
			}
		}
	}
	kept := map[bool]int{}
	for i, e := range k.Entries() {
		o := k.pkgs[e.Package].Archive.Objects[e.Object]
		if o.Symbol(e.Symbol).Flag&SymType == 0 || addresses[i] == 0 || addresses[i]-rodata.Addr >= rodata.Size {
			continue
		}
		for n := 0; n < o.Relocs(e.Symbol); n++ {
			r := o.Reloc(e.Symbol, n)
			if r.Type != 26 { // the first of three: type, function for interfaces, function
				continue
			}
			n += 2
			name := nameAt(o, e.Symbol, r.Offset-4)
			exported := name[0]&1 == 1
			if !exported && !asked[name+typeAt(o, e.Symbol, r.Offset)] {
				continue
			}
			kept[exported]++
			if binary.LittleEndian.Uint32(data[addresses[i]-rodata.Addr+uint64(r.Offset)+4:]) == 1<<32-1 {
				t.Errorf("%s has lost its method %q", o.Symbol(e.Symbol).Name, name)
			}
		}
	}
	if kept[true] < 500 || kept[false] < 10 {
		t.Errorf("%d exported methods were looked for, and %d others", kept[true], kept[false])
	}
}

// nameAt is the name, with its flags and length, to which a place of a type's descriptor leads.
func nameAt(o *Object, symbol int, at int32) string {
	for n := range o.Relocs(symbol) {
		if r := o.Reloc(symbol, n); r.Offset == at && r.Size != 0 {
			i, _ := o.Local(r.Target)
			return string(o.Data(i))
		}
	}
	return ""
}

// typeAt is the name of the type to which a place of a type's descriptor leads.
func typeAt(o *Object, symbol int, at int32) string {
	for n := range o.Relocs(symbol) {
		r := o.Reloc(symbol, n)
		if r.Offset != at || r.Size == 0 {
			continue
		}
		if i, ok := o.Local(r.Target); ok {
			return o.Symbol(i).Name
		}
		if r.Target.Package == PackageBuiltin {
			return fmt.Sprint(builtin, r.Target.Number)
		}
		return o.RefNames()[r.Target]
	}
	return ""
}

// The object of a table is one that the reader takes, and it names all entries.
func TestKeepObject(t *testing.T) {
	k, err := NewKeep(native.packages(t, t.TempDir(), "errors"))
	if err != nil {
		t.Fatal(err)
	}
	o, err := ReadObject(k.object())
	if err != nil {
		t.Fatal(err)
	}
	entries := k.Entries()
	packages := o.Packages()
	table := o.Defs() - 1
	for n := range o.Relocs(table) {
		r := o.Reloc(table, n)
		if r.Size == 0 || int(r.Offset) == k.size()-8 {
			continue
		}
		e := entries[(r.Offset-16)/8]
		from := k.pkgs[e.Package]
		if i, ok := o.Local(r.Target); ok {
			if got, want := o.Symbol(i).Name, from.Archive.Objects[e.Object].Symbol(e.Symbol).Name; got != want {
				t.Errorf("entry %v is named %s, want %s", e, got, want)
			}
		} else if packages[r.Target.Package] != from.Path || int(r.Target.Number) != e.Symbol {
			t.Errorf("entry %v is named symbol %d of %s", e, r.Target.Number, packages[r.Target.Package])
		}
	}
}

// An interface type's methods without an exported name are marked, others are not.
func TestUnexportedMethods(t *testing.T) {
	data, _ := compile(t, `package main

type mixed interface {
	Area() int
	hidden() int
	Zero()
	other(int)
}

type open interface{ Area() int }

var sink any

func main() { sink = new(mixed); sink = new(open) }
`)
	a, err := ReadArchive(data)
	if err != nil {
		t.Fatal(err)
	}
	o, found := a.Objects[0], map[string]int{}
	for i := range o.Defs() {
		if s := o.Symbol(i); s.Flag&SymType != 0 {
			found[s.Name] = len(unexported(o, i))
		}
	}
	for name, want := range map[string]int{"type:main.mixed": 2, "type:main.open": 0, "type:*main.mixed": 0} {
		if got, ok := found[name]; !ok || got != want {
			t.Errorf("%s: %d methods are marked (found: %v), want %d", name, got, ok, want)
		}
	}
}

func TestEscapePath(t *testing.T) {
	for path, want := range map[string]string{"fmt": "fmt", "a.b/c": "a.b/c", "a.b/c.d": "a.b/c%2ed", "gopkg.in/yaml.v3": "gopkg.in/yaml%2ev3", `a"%`: "a%22%25"} {
		if got := escapePath(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
