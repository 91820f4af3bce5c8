package program

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// notebook composes cells in turn and returns the definitions after them.
func notebook(t *testing.T, env *toolchain.Env, cells ...string) *defs.Defs {
	t.Helper()
	var earlier *defs.Defs
	for i, src := range cells {
		p := compose(t, env, earlier, src, string(rune('a'+i)))
		earlier = p.Defs
	}
	return earlier
}

func compose(t testing.TB, env *toolchain.Env, earlier *defs.Defs, src, id string) *Program {
	t.Helper()
	c, err := cell.Split(src)
	if err != nil {
		t.Fatal(err)
	}
	mode := Plain
	if c.MainLine > 0 {
		mode = Main
	}
	p, err := Compose(t.Context(), env, Request{Defs: earlier, CellID: id, Cell: c, Mode: mode, NoAutoget: true,
		Values: func(string) (ValueInfo, bool) { return ValueInfo{}, true }})
	if err != nil {
		t.Fatalf("compose %q: %v", src, err)
	}
	return p
}

func TestDefs(t *testing.T) {
	env := testEnv(t)
	d := notebook(t, env, "import m \"math\"\n// T is a type.\ntype T struct{}\nfunc (t *T) M() {}\nconst (\n\tA = iota\n\tB\n)", "x, y := m.Pi, []T{}")
	if got := strings.Join(d.Names(), " "); got != "A B T T.M m x y" {
		t.Errorf("names %s", got)
	}
	for key, want := range map[string]string{"x": "float64", "y": "[]T", "m": "math", "T.M": "func (t *T) M()"} {
		if def := d.Lookup(key); def == nil || def.Type != want {
			t.Errorf("%s is %+v, want type %s", key, def, want)
		}
	}
	if def := d.Lookup("T"); def.Doc != "T is a type.\n" || def.Line != 3 {
		t.Errorf("T is %+v", def)
	}
	rest, missing := d.Remove("T", "B", "nothing")
	if got := strings.Join(rest.Names(), " "); got != "A m x y" || strings.Join(missing, " ") != "nothing" {
		t.Errorf("after Remove: %s, missing %s", got, missing)
	}
	if d.Lookup("T") == nil {
		t.Error("Remove changed the definitions that it was given")
	}
}

func TestDefsJSON(t *testing.T) {
	env := testEnv(t)
	d := notebook(t, env, "type T struct{ A int }\nfunc f() int { return rand.IntN(3) }", "a, err := f(), error(nil)\nvar z T")
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	back := new(defs.Defs)
	if err := json.Unmarshal(data, back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(d.Names(), back.Names()) {
		t.Errorf("names %v, want %v", back.Names(), d.Names())
	}
	src := "z.A + a + f()"
	if p, q := compose(t, env, d, src, "q"), compose(t, env, back, src, "q"); p.Unit.Hash != q.Unit.Hash {
		t.Error("decoded definitions make another program")
	}
	for _, bad := range []string{"[]", `{"decls":[null]}`, `{"decls":[{}]}`, "{"} {
		if json.Unmarshal([]byte(bad), new(defs.Defs)) == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}
