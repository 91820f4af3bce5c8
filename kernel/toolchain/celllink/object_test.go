package celllink

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// program has symbols of all four classes, of each kind that a cell may have, and relocations of many types.
const program = `package main

import "errors"

type shape interface{ area() float64 }

type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side }

type number interface{ ~int | ~float64 }

func sum[T number](list ...T) (s T) {
	for _, x := range list {
		s += x
	}
	return s
}

var (
	words   = map[string][]int{"one": {1}, "two": {1, 2}}
	shapes  = []shape{square{2}}
	counter int
	zeros   [100]byte
	factor  = 3
	errLate = errors.New("late")
)

func main() {
	defer func() { println(recover().(error) == errLate) }()
	add := func(n int) int { counter += n; return counter * factor }
	println(add(sum(1, 2)), sum(1.5), shapes[0].area(), len(words), zeros[5])
	var any any = shapes[0]
	switch any.(type) {
	case square:
		panic(errLate)
	}
}
`

// compile compiles a program, and returns the archive and what the compiler lists of it.
func compile(t testing.TB, source string) (archive []byte, listing string) {
	t.Helper()
	dir := t.TempDir()
	cfg := output(t, exec.Command("go", "list", "-deps", "-export", "-f", "{{with .Export}}packagefile {{$.ImportPath}}={{.}}{{end}}", "errors"))
	for name, text := range map[string]string{"main.go": source, "importcfg": cfg} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "tool", "compile", "-S", "-p", "main", "-dwarf=0", "-importcfg", "importcfg", "-pack", "-o", "main.a", "main.go")
	cmd.Dir = dir
	listing = output(t, cmd)
	archive, err := os.ReadFile(filepath.Join(dir, "main.a"))
	if err != nil {
		t.Fatal(err)
	}
	return archive, listing
}

func output(t testing.TB, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}

var (
	listedSymbol = regexp.MustCompile(`^([^\t]*?) S([A-Z]+) .*?size=(\d+)`)
	listedReloc  = regexp.MustCompile(`^\trel (\d+)\+(\d+) t=(\S+) (.*)\+(-?\d+)$`)
)

// relocTypes are those that the compiler makes for amd64, by their number.
var relocTypes = map[string]uint16{
	"R_ADDR": 1, "RelocType(-32767)": 0x8001, "RelocType(-32763)": 0x8005, "R_ADDROFF": 5, "R_CALL": 7, "RelocType(-32761)": 0x8007, "R_CALLIND": 10, "R_CONST": 13, "R_PCREL": 14,
	"R_TLS_LE": 15, "R_USETYPE": 22, "R_USEIFACE": 23, "R_USEIFACEMETHOD": 24, "R_USENAMEDMETHOD": 25, "R_METHODOFF": 26,
	"R_KEEP": 27, "R_INITORDER": 99,
}

// builtin stands for the name of a symbol that the object gives by a number of the toolchain's.
const builtin = "(builtin)"

// listed is what the compiler says of the symbols with a name: their size and relocations.
func listed(listing string) map[string][]string {
	found, name := map[string][]string{}, ""
	for line := range strings.Lines(listing) {
		line = strings.TrimSuffix(line, "\n")
		if m := listedSymbol.FindStringSubmatch(line); m != nil {
			if name = m[1]; strings.HasPrefix(m[2], "DWARF") {
				name = ""
				continue
			}
			found[name] = append(found[name], m[2]+" "+m[3])
		} else if m := listedReloc.FindStringSubmatch(line); m != nil && name != "" {
			add, err := strconv.Atoi(m[5])
			if err != nil {
				panic(err)
			}
			target, _, _ := strings.Cut(m[4], "<")
			found[name] = append(found[name], fmt.Sprintf("%s+%s %s %d %s", m[1], m[2], m[3], add, target))
		}
	}
	return found
}

// told is what an object says, in the same words.
func told(o *Object) map[string][]string {
	kinds := map[Kind]string{KindText: "TEXT", KindROData: "RODATA", KindNoPtrData: "NOPTRDATA", KindData: "DATA", KindBSS: "BSS", KindNoPtrBSS: "NOPTRBSS"}
	names, types := o.RefNames(), map[uint16]string{}
	for name, n := range relocTypes {
		types[n] = name
	}
	found := map[string][]string{}
	for i := range o.Defs() {
		s := o.Symbol(i)
		if kinds[s.Kind] == "" || s.Name == "" {
			continue
		}
		found[s.Name] = append(found[s.Name], fmt.Sprint(kinds[s.Kind], " ", s.Size))
		for k := range o.Relocs(i) {
			r := o.Reloc(i, k)
			target := names[r.Target]
			if n, ok := o.Local(r.Target); ok {
				target = o.Symbol(n).Name
			} else if r.Target.Package == PackageBuiltin {
				target = builtin
			}
			found[s.Name] = append(found[s.Name], fmt.Sprintf("%d+%d %s %d %s", r.Offset, r.Size, types[r.Type], r.Addend, target))
		}
	}
	return found
}

// What the compiler lists of its symbols and relocations is what the reader finds in the object.
func TestObjectAgainstListing(t *testing.T) {
	data, listing := compile(t, program)
	a, err := ReadArchive(data)
	if err != nil {
		t.Fatal(err)
	}
	want := listed(listing)
	got := told(a.Objects[0])
	relocs := 0
	for name, w := range want {
		g := got[name]
		relocs += len(w)
		if !agree(g, w) {
			t.Errorf("%s: got\n\t%s\nwant\n\t%s", name, strings.Join(g, "\n\t"), strings.Join(w, "\n\t"))
		}
	}
	if len(want) < 40 || relocs < 150 {
		t.Errorf("the compiler listed %d symbols with %d relocations, too few to say much", len(want), relocs)
	}
	if !strings.HasPrefix(a.Objects[0].Header, "go object ") {
		t.Errorf("header %q", a.Objects[0].Header)
	}
}

// agree says whether an object tells of a symbol what the compiler lists, in any order.
func agree(got, want []string) bool {
	got, want = slices.Clone(got), slices.Clone(want)
	slices.Sort(got)
	slices.SortStableFunc(got, func(a, b string) int { // those whose names are known are compared first
		return strings.Count(a, builtin) - strings.Count(b, builtin)
	})
	for _, g := range got {
		i := slices.IndexFunc(want, func(w string) bool {
			before, unnamed := strings.CutSuffix(g, builtin)
			return w == g || unnamed && strings.HasPrefix(w, before)
		})
		if i < 0 {
			return false
		}
		want = slices.Delete(want, i, i+1)
	}
	return len(want) == 0
}

// Archives of the standard library, with assembly files and without, are read, and what they hold agrees with each other:
// who was compiled against a package has its fingerprint, and names symbols that it has.
func TestStandardLibrary(t *testing.T) {
	all := map[string]*Archive{}
	cmd := exec.Command("go", "list", "-deps", "-export", "-f", "{{with .Export}}{{$.ImportPath}} {{.}}{{end}}", "net/http")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // with it, archives of some packages have objects of C's
	list := output(t, cmd)
	for line := range strings.Lines(list) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if all[path], err = ReadArchive(data); err != nil {
			t.Errorf("%s: %v", path, err)
			delete(all, path)
		}
	}
	imports, named := 0, 0
	for _, path := range slices.Sorted(maps.Keys(all)) {
		o := all[path].Objects[0]
		for _, i := range o.Imports() {
			if imports++; all[i.Path] == nil || all[i.Path].Objects[0].Fingerprint != i.Fingerprint {
				t.Errorf("%s was compiled against another %s", path, i.Path)
			}
		}
		packages := o.Packages()
		for ref, name := range o.RefNames() {
			other := all[packages[ref.Package]]
			if named++; other == nil || int(ref.Number) >= other.Objects[0].Defs() || other.Objects[0].Symbol(int(ref.Number)).Name != name {
				t.Errorf("%s: symbol %d of %s is not %s", path, ref.Number, packages[ref.Package], name)
			}
		}
	}
	if imports < 100 || named < 1000 {
		t.Errorf("%d imports and %d names were compared, too few", imports, named)
	}
}

// visit asks an object for all that it has.
func visit(o *Object) {
	o.Imports()
	o.Packages()
	o.Files()
	o.RefNames()
	for i := range o.Defs() + o.Refs() {
		o.Class(i)
		o.Symbol(i)
	}
	for i := range o.Defs() {
		o.Data(i)
		o.Hash(i)
		for k := range o.Relocs(i) {
			if n, ok := o.Local(o.Reloc(i, k).Target); ok {
				o.Symbol(n)
			}
		}
		for k := range o.Auxes(i) {
			if n, ok := o.Local(o.Aux(i, k).Symbol); ok {
				o.Symbol(n)
			}
		}
	}
}

// tryArchive reads bytes of any kind: what is no archive is an error, and what is one can be asked for everything.
func tryArchive(data []byte) error {
	a, err := ReadArchive(data)
	if err != nil {
		return err
	}
	for _, o := range a.Objects {
		visit(o)
	}
	return nil
}

const tiny = "package main\n\nfunc main() { println(len(m)) }\n\nvar m = map[string]int{\"a\": 1}\n"

// An archive that ends early is an error at every length; one with a changed byte is an error or can be read; never a panic.
func TestDamagedArchive(t *testing.T) {
	data, _ := compile(t, tiny)
	if err := tryArchive(data); err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if tryArchive(data[:n]) == nil {
			t.Errorf("%d of %d bytes were read as an archive", n, len(data))
		}
	}
	refused := 0
	for i := range data {
		for _, x := range []byte{0x01, 0x80, 0xff} {
			data[i] ^= x
			if tryArchive(data) != nil {
				refused++
			}
			data[i] ^= x
		}
	}
	if refused < 1000 {
		t.Errorf("of %d damaged archives %d were refused", 3*len(data), refused)
	}
}

func TestForeignArchive(t *testing.T) {
	entry := func(name, content string) string {
		return fmt.Sprintf("%-16s%-12d%-6d%-6d%-8o%-10d`\n%s", name, 0, 0, 0, 0o644, len(content), content)
	}
	object := "go object linux amd64 go1.26.8\n\n!\n"
	for name, c := range map[string]struct{ data, want string }{
		"empty":          {"", "not an archive"},
		"ELF":            {"\x7fELF", "not an archive"},
		"no entries":     {archiveMagic, "without objects"},
		"only exports":   {archiveMagic + entry("__.PKGDEF", "ab"), "without objects"},
		"C object":       {archiveMagic + entry("_x.o", "\x7fELF"), "not a Go object"},
		"no end":         {archiveMagic + entry("_go_.o", "go object linux amd64\n"), "not a Go object"},
		"no newline":     {archiveMagic + entry("_go_.o", "go object "), "not a Go object"},
		"older format":   {archiveMagic + entry("_go_.o", object+"\x00go118ld"), "unknown format"},
		"cut header":     {archiveMagic + entry("_go_.o", object+objectMagic), "ends in its header"},
		"size too long":  {archiveMagic + strings.Replace(entry("_go_.o", ""), "0         `", "99        `", 1), "are there"},
		"size no number": {archiveMagic + strings.Replace(entry("_go_.o", ""), "0         `", "-1        `", 1), "the size of"},
	} {
		if err := tryArchive([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func FuzzReadArchive(f *testing.F) {
	data, _ := compile(f, tiny)
	f.Add(data)
	f.Add([]byte(archiveMagic))
	f.Fuzz(func(t *testing.T, data []byte) { tryArchive(data) })
}
