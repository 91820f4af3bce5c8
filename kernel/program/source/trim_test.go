package source

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/defs"
)

func TestTrim(t *testing.T) {
	exported := map[string]types.Object{
		"math.Pi":   types.NewConst(token.NoPos, nil, "Pi", types.Typ[types.UntypedFloat], constant.MakeInt64(3)),
		"math.Sqrt": types.NewFunc(token.NoPos, nil, "Sqrt", types.NewSignatureType(nil, nil, nil, nil, nil, false)),
		"math.E":    types.NewConst(token.NoPos, nil, "E", types.Typ[types.UntypedFloat], constant.MakeInt64(3)),
	}
	lookup := func(path, name string) types.Object { return exported[path+"."+name] }
	all := defs.Packages{"strings": "strings", "rand": "math/rand/v2", ".math": "math"}
	for _, test := range []struct{ name, body, want string }{
		{"nothing used", "func f() {}\n", ""},
		{"selected from", "func f() { strings.ToUpper(\"a\") }\n", "strings"},
		{"selected from in a type", "func f(s *strings.Builder) {}\n", "strings"},
		{"only a local variable of that name", "func f() { strings := t{}; strings.f() }\n", ""},
		{"only a field, a key, a method of that name", "func f() { x.strings.f(); y{strings: 1}; x.rand() }\n", ""},
		{"in a comment or a text", "func f() { /* strings.ToUpper */ g(\"strings.ToUpper\") }\n", ""},
		{"by a dot import", "func f() { Sqrt(2) }\n", "math"},
		{"a key that a dot import can declare", "var x = t{E: 1}\n", "math"},
		{"a key that a dot import cannot declare", "var x = t{Sqrt: 1, Exp: 2}\n", ""},
		{"a local variable hides a dot import", "func f() { Sqrt := 1; _ = Sqrt }\n", ""},
		{"a declaration hides a dot import", "func f() { Pi() }\n", ""},
		{"all", "var r = rand.New(nil)\nvar x, y = Sqrt(2), strings.ToUpper\n", "math math/rand/v2 strings"},
		{"does not parse", "func f( {\n", "math math/rand/v2 strings"},
	} {
		files := New(map[string]bool{"Pi": true}, "")
		f := files.File("cell_1.go")
		f.ImportBlank("embed")
		files.ImportAll(f, all)
		f.Write(test.body)
		generated := files.File("mercer_main.go")
		files.Qualify(generated)("fmt")
		files.Trim(lookup)
		want := slices.Sorted(slices.Values(append(strings.Fields(test.want), "embed", "fmt", "runtime")))
		if got := files.Paths(); !slices.Equal(got, want) {
			t.Errorf("%s: imports %v, want %v", test.name, got, want)
		}
	}
}
