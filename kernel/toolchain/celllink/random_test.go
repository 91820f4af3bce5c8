package celllink

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// generator writes a random program that prints what its parts give.
type generator struct {
	*rand.Rand
	decls, inits, main strings.Builder
	types              []string // structs with a number and a text, which have the methods of shape
}

// randomProgram is a program of types that embed each other, generic functions of them, closures, maps and large arrays in variables.
func randomProgram(r *rand.Rand) string {
	g := &generator{Rand: r}
	for n := range 2 + g.IntN(4) {
		g.structType(n)
	}
	for n := range 3 + g.IntN(8) {
		[]func(int){g.generic, g.table, g.closure, g.array, g.embedded, g.failing}[g.IntN(6)](n)
	}
	return fmt.Sprintf(`package main

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sort"
	"strings"
)

type shape interface {
	size() int
	Name() string
}

type counted[T any] struct {
	n    int
	last T
	next *counted[T]
}

func (c *counted[T]) add(v T) *counted[T] { return &counted[T]{c.n + 1, v, c} }

func each[K comparable, V any](m map[K]V, f func(K, V) string) (out []string) {
	for k, v := range m {
		out = append(out, f(k, v))
	}
	sort.Strings(out)
	return out
}

var errBase = errors.New("base")

%s
func init() {
%s}

func main() {
%s	runtime.GC()
	fmt.Println(strings.ToUpper("done"), reflect.TypeFor[shape]())
}
`, g.decls.String(), g.inits.String(), g.main.String())
}

func (g *generator) aType() string { return g.types[g.IntN(len(g.types))] }

func (g *generator) structType(n int) {
	name := fmt.Sprint("t", n)
	pointer := []string{"", "*"}[g.IntN(2)]
	field := "next *" + name
	if len(g.types) > 0 && g.IntN(2) == 0 {
		field = "inner " + g.aType()
	}
	fmt.Fprintf(&g.decls, "type %s struct {\n\tn int\n\ts string\n\t%s\n\tpad [%d]byte\n}\n\n", name, field, g.IntN(9))
	fmt.Fprintf(&g.decls, "func (t %s%s) size() int { return t.n + len(t.s) }\nfunc (t %s%s) Name() string { return %q + t.s }\n\n", pointer, name, pointer, name, name)
	g.types = append(g.types, name)
}

func (g *generator) generic(n int) {
	t := g.aType()
	fmt.Fprintf(&g.decls, "func g%d[T shape](l *counted[T], v T) (*counted[T], string) { l = l.add(v); return l.add(v), fmt.Sprint(l.n, v.Name(), v.size(), reflect.TypeOf(l)) }\n\n", n)
	fmt.Fprintf(&g.main, "\tl%d, s%d := g%d(&counted[*%s]{n: %d}, &%s{n: %d, s: %q})\n\tfmt.Println(l%d.n, s%d, l%d.last.size())\n", n, n, n, t, g.IntN(9), t, g.IntN(99), strings.Repeat("é", g.IntN(5)), n, n, n)
}

func (g *generator) table(n int) {
	t := g.aType()
	fmt.Fprintf(&g.decls, "var m%d = map[string]*%s{", n, t)
	for i := range g.IntN(40) {
		fmt.Fprintf(&g.decls, "%q: {n: %d, s: %q}, ", fmt.Sprint("k", i), g.IntN(99), fmt.Sprint(i))
	}
	fmt.Fprintf(&g.decls, "}\n\n")
	fmt.Fprintf(&g.inits, "\tm%d[\"init\"] = &%s{n: len(m%d)}\n", n, t, n)
	fmt.Fprintf(&g.main, "\tfmt.Println(each(m%d, func(k string, v *%s) string { return fmt.Sprint(k, shape(v).size()) }))\n", n, t)
}

func (g *generator) closure(n int) {
	fmt.Fprintf(&g.decls, "var f%d = func() func(int) []string {\n\tvar seen []string\n\treturn func(n int) []string { seen = append(seen, fmt.Sprint(n*%d)); return seen }\n}()\n\n", n, g.IntN(99))
	fmt.Fprintf(&g.main, "\tf%d(1)\n\tfor i := range %d {\n\t\tdefer func() { fmt.Println(i, f%d(i)) }()\n\t}\n", n, g.IntN(4), n)
}

func (g *generator) array(n int) {
	t, size := g.aType(), 1+g.IntN(3000)
	fmt.Fprintf(&g.decls, "var a%d [%d]struct {\n\tb bool\n\tp *%s\n\tn [%d]int\n}\n\n", n, size, t, g.IntN(4))
	fmt.Fprintf(&g.inits, "\tfor i := range a%d {\n\t\ta%d[i].p = &%s{n: i}\n\t}\n\truntime.GC()\n", n, n, t)
	fmt.Fprintf(&g.main, "\tfor i := range a%d {\n\t\tif a%d[i].p.n != i {\n\t\t\tfmt.Println(\"lost\", i)\n\t\t}\n\t}\n", n, n)
}

func (g *generator) embedded(n int) {
	t := g.aType()
	fmt.Fprintf(&g.decls, "type e%d struct {\n\tshape\n\terror\n\tcounted[%s]\n}\n\nfunc (e e%d) size() int { return 100 + e.shape.size() }\n\n", n, t, n)
	fmt.Fprintf(&g.main, "\t{\n\t\tvar s shape = &e%d{shape: &%s{s: \"in\"}, error: fmt.Errorf(\"%d: %%w\", errBase)}\n\t\tswitch v := any(s).(type) {\n\t\tcase error:\n\t\t\tfmt.Println(v, errors.Is(v.(*e%d).error, errBase), s.size(), s.Name(), reflect.TypeOf(v).Elem().NumField())\n\t\t}\n\t\tkeys := map[any]int{s: 1, [2]shape{s, nil}: 2}\n\t\tfmt.Println(keys[s], keys[[2]shape{s, nil}])\n\t}\n", n, t, n, n)
}

func (g *generator) failing(n int) {
	fmt.Fprintf(&g.decls, "func p%d(n int) (s string) {\n\tdefer func() {\n\t\terr := recover()\n\t\t_, file, line, _ := runtime.Caller(2)\n\t\ts = fmt.Sprint(err, file[strings.LastIndex(file, \"/\")+1:], line)\n\t}()\n\tvar t *%s\n\tif n > 3 {\n\t\treturn fmt.Sprint(t.n)\n\t}\n\treturn fmt.Sprint([]int{1}[n])\n}\n\n", n, g.aType())
	fmt.Fprintf(&g.main, "\tfmt.Println(p%d(%d))\n", n, g.IntN(6))
}

// Random programs do the same whichever linker has linked them: with MERCER_SLOW=1 2,000, 500 where the processor is emulated, in each of the ways.
func TestRandomPrograms(t *testing.T) { onMachines(t, testRandomPrograms) }

func testRandomPrograms(t *testing.T, m machine) {
	rounds := 4
	switch {
	case slow() && m.emulated():
		rounds = 500
	case slow():
		rounds = 2000
	case m.emulated():
		rounds = 2
	}
	b := m.newBase(t, "errors", "fmt", "reflect", "runtime", "sort", "strings")
	r := random(t)
	for range rounds {
		seed := r.Uint64()
		source := randomProgram(rand.New(rand.NewPCG(seed, 0)))
		way := testWays[r.IntN(len(testWays))]
		where := fmt.Sprint("random", seed)
		byGo, byCell := b.link(t, where, b.compile(t, where, source, strings.Fields(way.flags)...))
		want, got := b.run(t, byGo, strings.Fields(way.environ)), b.run(t, byCell, strings.Fields(way.environ))
		if want != got || !strings.Contains(got, "DONE") {
			t.Errorf("seed %d, %v: linked as a cell:\n%.2000s\nby the Go linker:\n%.2000s\n%s", seed, way, got, want, source)
		}
		os.RemoveAll(filepath.Join(b.dir, where))
	}
}

// Packages that import each other at random are initialised as the Go linker would have it, and those that a program does not import are not.
func TestRandomPackages(t *testing.T) { onMachines(t, testRandomPackages) }

func testRandomPackages(t *testing.T, m machine) {
	r := random(t)
	dir := t.TempDir()
	pkgs := m.packages(t, dir, "fmt", "runtime")
	config, err := os.ReadFile(filepath.Join(dir, "importcfg"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for n := range 12 {
		name := fmt.Sprintf("%c.example/p%d", 'a'+r.IntN(26), n)
		var text strings.Builder
		fmt.Fprintf(&text, "package p%d\n\nimport (\n\t\"fmt\"\n", n)
		for _, other := range names {
			if r.IntN(3) == 0 {
				fmt.Fprintf(&text, "\t_ %q\n", other)
			}
		}
		fmt.Fprintf(&text, ")\n\nvar V = fmt.Sprint(%q)\n", name)
		if r.IntN(3) > 0 {
			fmt.Fprintf(&text, "\nfunc init() { fmt.Println(%q) }\n", name)
		}
		file := fmt.Sprint("p", n)
		for name, data := range map[string]string{file + ".go": text.String(), "importcfg": string(config)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		output(t, m.goCommand(dir, "tool", "compile", "-o", file+".a", "-p", name, "-complete", "-dwarf=0", "-importcfg", "importcfg", "-pack", file+".go"))
		data, err := os.ReadFile(filepath.Join(dir, file+".a"))
		if err != nil {
			t.Fatal(err)
		}
		a, err := ReadArchive(data)
		if err != nil {
			t.Fatal(err)
		}
		config = fmt.Appendf(config, "packagefile %s=%s\n", name, filepath.Join(dir, file+".a"))
		pkgs, names = append(pkgs, Package{name, a, true}), append(names, name)
	}
	if err := os.WriteFile(filepath.Join(dir, "importcfg"), config, 0o600); err != nil {
		t.Fatal(err)
	}
	b := m.newBaseOf(t, dir, pkgs)
	rounds := 6
	if m.emulated() && !slow() {
		rounds = 2
	}
	for n := range rounds {
		source := "package main\n\nimport (\n\t\"fmt\"\n"
		for _, name := range names {
			if r.IntN(4) == 0 {
				source += fmt.Sprintf("\t_ %q\n", name)
			}
		}
		source += ")\n\nfunc init() { fmt.Println(\"init\") }\n\nfunc main() { fmt.Println(\"main\") }\n"
		where := fmt.Sprint("main", n)
		byGo, byCell := b.link(t, where, b.compile(t, where, source))
		if want, got := b.run(t, byGo, nil), b.run(t, byCell, nil); want != got {
			t.Errorf("linked as a cell:\n%s\nby the Go linker:\n%s\n%s", got, want, source)
		}
	}
}
