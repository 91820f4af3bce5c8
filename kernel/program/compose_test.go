package program

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// TestComposedSources compares what is compiled for one cell after others with a golden file.
func TestComposedSources(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env,
		"type P struct{ X float64 }\nfunc (p P) Norm() float64 { return math.Abs(p.X) }\nfunc unused() {}",
		"p, err := P{1}, error(nil)\nf := strings.ToUpper\nbig := make([]int, 10)",
	)
	p := compose(t, env, earlier, "%ls\nq := p.Norm() +\n\t1\nvar (\n\ta, b int = 1, 2\n\tc struct {\n\t\tD int\n\t}\n)\np := f(\"x\")\nif q > 0 {\n\tq := 1\n\t_ = q\n}\np", "c")
	var b strings.Builder
	for _, s := range p.Unit.Sources {
		fmt.Fprintf(&b, "==> %s\n%s", s.Name, s.Text)
	}
	golden(t, "testdata/composed_golden.txt", b.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs; got\n%s", file, got)
	}
}

// A plain variable needs no table of references; an error needs those of the errors in reach.
func TestRefs(t *testing.T) {
	env := testEnv(t)
	main := func(earlier *defs.Defs, src string) string {
		p := compose(t, env, earlier, src, "r")
		for _, s := range p.Unit.Sources {
			if strings.Contains(s.Name, mainFile) {
				return s.Text
			}
		}
		return ""
	}
	if text := main(nil, "x := []float64{1}\ns := fmt.Sprint(x)"); strings.Contains(text, "Refs:") {
		t.Errorf("plain variables have references:\n%s", text)
	}
	text := main(nil, "_, err := os.ReadFile(\"x\")")
	for _, want := range []string{`"io.EOF"`, `"io/fs.ErrNotExist"`, `"os.ErrNotExist"`} {
		if !strings.Contains(text, want) {
			t.Errorf("an error has no reference to %s:\n%s", want, text)
		}
	}
	if text := main(nil, "loc := time.Local"); !strings.Contains(text, `Name: "time.Local"`) || !strings.Contains(text, `Name: "time.UTC"`) {
		t.Errorf("a *time.Location has no reference to time.Local:\n%s", text)
	}
	if text := main(nil, "w := os.Stdout"); !strings.Contains(text, `Name: "os.Stdout"`) {
		t.Errorf("an *os.File has no reference to os.Stdout:\n%s", text)
	}
}

// The types that values need are linked, whatever they are.
func TestExtraTypes(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, "type A struct{}\nfunc make2() any {\n\ttype local struct{ X int }\n\treturn local{1}\n}", "var v any")
	c, _ := cell.Split("fmt.Println(v)")
	p, err := Compose(context.Background(), env, Request{Defs: earlier, CellID: "c", Cell: c, Values: func(string) (ValueInfo, bool) {
		return ValueInfo{ExtraTypes: []string{"main.A", "*math/big.Int", "main.local", "*errors.errorString", "map[string]main.A"}}, true
	}})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, s := range p.Unit.Sources {
		text.WriteString(s.Text)
	}
	for _, want := range []string{"TypeFor[A]()", "TypeFor[*mercer_big.Int]()", "TypeFor[map[string]A]()", "func make2()", "keep(make2", "mercer_errors.New"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
	if _, err := env.Build(context.Background(), p.Unit); err != nil {
		t.Error(err)
	}
}

func TestRelatedVarsAreLoaded(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, "x := 1\np := &x\nz := 2")
	c, _ := cell.Split("*p = 2")
	p, err := Compose(t.Context(), env, Request{Defs: earlier, CellID: "c", Cell: c, Values: func(name string) (ValueInfo, bool) {
		if name == "p" {
			return ValueInfo{RelatedVars: []string{"x"}}, true
		}
		return ValueInfo{}, true
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(p.Uses); got != "[p x]" {
		t.Errorf("uses %s", got)
	}
}

func TestExpressions(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, "x := 20")
	p, err := Compose(t.Context(), env, Request{Defs: earlier, Expressions: map[string]string{"b": "x == 0", "a": "fmt.Sprint(x + 1)"}})
	if err != nil {
		t.Fatal(err)
	}
	if !p.ReadOnly || len(p.Declared) > 0 {
		t.Errorf("read-only %v, declares %v", p.ReadOnly, p.Declared)
	}
	b, err := env.Build(t.Context(), p.Unit)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(b.Exe).CombinedOutput()
	if want := "mercer-expression:a = 21\nmercer-expression:b = false\n"; err != nil || string(out) != want {
		t.Errorf("%q, %v; want %q", out, err, want)
	}
}

// Whatever type-checks also compiles: random notebooks of declarations, redeclarations and uses.
func TestRandomNotebooksCompile(t *testing.T) {
	env := testEnv(t)
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	for seed := range rounds {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		var earlier *defs.Defs
		for i := range 12 {
			src := randomCell(rng)
			c, err := cell.Split(src)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Compose(t.Context(), env, Request{Defs: earlier, CellID: fmt.Sprint(rng.IntN(8)), Cell: c, NoAutoget: true,
				Values: func(string) (ValueInfo, bool) { return ValueInfo{}, i%2 == 0 }})
			if err != nil {
				if _, ok := err.(cell.Diagnostics); !ok {
					t.Errorf("seed %d, cell %q: %v", seed, src, err)
				}
				continue
			}
			if !p.Empty {
				if _, err := env.Build(t.Context(), p.Unit); err != nil {
					t.Errorf("seed %d, cell %q: %v\n%v", seed, src, err, p.Unit.Sources)
				}
			}
			earlier = p.Defs
		}
	}
}

// randomCell makes a cell of a few declarations and statements over a handful of names.
func randomCell(rng *rand.Rand) string {
	name := func() string { return string(rune('a' + rng.IntN(5))) }
	lines := []func() string{
		func() string { return fmt.Sprintf("%s := %d", name(), rng.IntN(9)) },
		func() string { return fmt.Sprintf("%s := fmt.Sprint(%s)", name(), name()) },
		func() string { return fmt.Sprintf("%s, %s := strconv.Atoi(fmt.Sprint(%s))", name(), name(), name()) },
		func() string { return fmt.Sprintf("var %s T", name()) },
		func() string { return fmt.Sprintf("var %s []struct {\n\tX int\n} = nil", name()) },
		func() string { return fmt.Sprintf("func f%s() any { return %s }", name(), name()) },
		func() string { return fmt.Sprintf("%s := f%s()", name(), name()) },
		func() string { return fmt.Sprintf("type T struct{ %s int }", strings.ToUpper(name())) },
		func() string { return fmt.Sprintf("func (t T) M%s() T { return t }", name()) },
		func() string { return fmt.Sprintf("const k%s = %d", name(), rng.IntN(9)) },
		func() string { return fmt.Sprintf("fmt.Println(%s, k%s)", name(), name()) },
		func() string { return fmt.Sprintf("%s = %s", name(), name()) },
		func() string { return name() },
	}
	var out []string
	for range 1 + rng.IntN(4) {
		out = append(out, lines[rng.IntN(len(lines))]())
	}
	return strings.Join(out, "\n")
}

// The real run-time, embedded in the package, runs by hand as well.
func TestEmbeddedSources(t *testing.T) {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	env, err := toolchain.New(toolchain.Config{Dir: filepath.Join(testDir, "real"), CacheDir: filepath.Join(cache, "mercer-test")})
	if err != nil {
		t.Skip("no Go toolchain that works: ", err)
	}
	p := compose(t, env, nil, "x := 41\nfmt.Println(x + 1)", "a")
	b, err := env.Build(t.Context(), p.Unit)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(b.Exe).CombinedOutput()
	if err != nil || string(out) != "42\n" {
		t.Errorf("%q, %v", out, err)
	}
}

func TestBuildIsCached(t *testing.T) {
	env := testEnv(t)
	p := compose(t, env, nil, "fmt.Println(\"cached\")", "a")
	if _, err := env.Build(t.Context(), p.Unit); err != nil {
		t.Fatal(err)
	}
	b, err := env.Build(t.Context(), compose(t, env, nil, "fmt.Println(\"cached\")", "b").Unit)
	if err != nil || !b.Cached {
		t.Errorf("built again: %+v, %v", b, err)
	}
}

func TestCancel(t *testing.T) {
	env := testEnv(t)
	p := compose(t, env, nil, fmt.Sprintf("fmt.Println(%d)", os.Getpid()), "a")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := env.Build(ctx, p.Unit); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
