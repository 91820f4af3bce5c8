package check

import (
	"go/importer"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/toolchain"
)

// sourceImporter reads packages of the standard library from their sources.
type sourceImporter struct{ types.Importer }

func (sourceImporter) Sizes() types.Sizes { return types.SizesFor("gc", "amd64") }

// checked type-checks a file.
func checked(t *testing.T, text string, vars ...*types.Var) *Result {
	t.Helper()
	fset := token.NewFileSet()
	files, err := Parse(fset, []toolchain.Source{{Name: "src_x.go", Text: "package main\n" + text}})
	if err != nil {
		t.Fatal(err)
	}
	return Files(sourceImporter{importer.ForCompiler(fset, "source", nil)}, fset, files, vars...)
}

const declarations = `
import ("unicode"; u "unicode/utf8")
const ( A = iota; B; C )
type T struct { next *U }
type U int
func (t T) M() { f() }
func (u *U) N() { g() }
func f() { x = int(B) }
func g() {}
func alone() { undefined() }
var x, y = pair()
func pair() (int, int) { return 1, 2 }
var z = u.RuneLen('a')
`

func TestGraph(t *testing.T) {
	r := checked(t, declarations)
	g := NewGraph(r)
	for _, test := range []struct{ roots, want string }{
		{"f", "B f pair x"}, {"g", "g"}, {"T", "B T T.M U U.N f g pair x"}, {"U", "U U.N g"}, {"y", "pair y"}, {"nothing", "nothing"}, {"alone", "alone"},
	} {
		var got []string
		for key := range g.From(strings.Fields(test.roots)) {
			got = append(got, key)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s reaches %s, want %s", test.roots, strings.Join(got, " "), test.want)
		}
	}
	for _, e := range r.Errs {
		if !IsUnusedImport(e) && (g.ReachedAt(e.Pos, g.From([]string{"f"})) || !g.ReachedAt(e.Pos, g.From([]string{"alone"}))) {
			t.Errorf("%v: reached by the wrong functions", e)
		}
	}
	if !g.ReachedAt(r.Files[0].Name.Pos(), Reached{}) {
		t.Error("what is outside declarations is not reached")
	}
	if unused := slices.DeleteFunc(r.Errs, func(e types.Error) bool { return !IsUnusedImport(e) }); len(unused) != 1 || unused[0].Msg != `"unicode" imported and not used` {
		t.Errorf("unused imports %v", unused)
	}
}

func TestDiagnose(t *testing.T) {
	r := checked(t, "func f() int { return x }\nfunc f() {}\nvar y int = \"a\"\n")
	ds := Diagnose(r.Fset, r.Errs)
	var got []string
	for _, d := range ds {
		got = append(got, d.String())
	}
	want := []string{
		"src_x.go:2:23: undefined: x",
		"src_x.go:3:6: f redeclared in this block\n\tother declaration of f (src_x.go:2:6)",
		"src_x.go:4:13: cannot use \"a\" (untyped string constant) as int value in variable declaration",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestVarsAreDeclared(t *testing.T) {
	v := types.NewVar(token.NoPos, nil, "v", types.Typ[types.Int])
	if r := checked(t, "func f() int { return v }\n", v); len(r.Errs) > 0 {
		t.Errorf("errors %v", r.Errs)
	}
}

// A file that does not parse hides nothing of the others.
func TestSignatures(t *testing.T) {
	fset := token.NewFileSet()
	files, err := Signatures(fset, []toolchain.Source{
		{Name: "a.go", Text: "package main\nfunc f() int { return nowhere }\n"}, {Name: "b.go", Text: "package main\nfunc {"}, {Name: "c.go", Text: "package main\nvar x int\n"},
	})
	if err == nil || len(files) != 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	r := Files(sourceImporter{}, fset, files[:1])
	if len(r.Errs) > 0 {
		t.Errorf("the body is checked: %v", r.Errs)
	}
}

// Errors of calls with too few or too many arguments name the parameters, where they have names.
func TestErrorsNameParameters(t *testing.T) {
	const declared = `
import "strings"
type Slider struct{}
func (Slider) Set(name string, min, max float64, more ...Slider) {}
func slider(name string, min, max, step float64) {}
func nameless(string, float64) {}
func of[T any](x, y T) {}
func none() {}
`
	for call, want := range map[string]string{
		`slider("k", 0, 1)`:                     "not enough arguments in call to slider\n\thave (string, number, number)\n\twant (name string, min float64, max float64, step float64)",
		`slider("k", 0, 1, 2, 3)`:               "want (name string, min float64, max float64, step float64)",
		`slider("k", len(), 1, 2)`:              "not enough arguments for len() (expected 1, found 0)",
		`Slider{}.Set("k")`:                     "want (name string, min float64, max float64, more ...Slider)",
		`strings.Cut("k")`:                      "want (s string, sep string)",
		`none(1)`:                               "want ()",
		`nameless("k")`:                         "want (string, float64)",
		`func(a, b int) {}(1)`:                  "want (a int, b int)",
		`of[int](1)`:                            "want (x int, y int)",
		`slider("a", 0, 1, strings.Index("k"))`: "want (s string, substr string)",
	} {
		r := checked(t, declared+"func main() { "+call+" }")
		var said []string
		for _, e := range r.Errs {
			said = append(said, e.Msg)
		}
		if len(said) == 0 || !strings.HasSuffix(said[0], want) {
			t.Errorf("%s: %q, want %q", call, said, want)
		}
	}
}
