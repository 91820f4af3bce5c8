package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

func joined(sources []toolchain.Source) string {
	var b strings.Builder
	for _, s := range sources {
		b.WriteString(s.Name + "\n" + s.Text + "\n")
	}
	return b.String()
}

// Composing is a function of its request: the same one gives the same program, and the definitions that it begins with stay
// as they are, whether it succeeds or not. This is tried with the cells of all scripts.
func TestComposeIsAFunction(t *testing.T) {
	env := testEnv(t)
	scripts, err := filepath.Glob("testdata/*.cells")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	cells := 0
	for _, file := range scripts {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var earlier *defs.Defs
		for _, text := range strings.Split(string(data), "\n---\n") {
			src, _ := splitExpectations(text)
			for strings.HasPrefix(src, "@") {
				_, src, _ = strings.Cut(src, "\n")
			}
			c, err := cell.Split(src)
			if err != nil {
				continue
			}
			mode := Plain
			if c.MainLine > 0 {
				mode = Main
			}
			req := Request{Defs: earlier, Cell: c, Mode: mode, NoAutoget: true}
			before, _ := json.Marshal(earlier)
			first, err1 := Compose(t.Context(), env, req)
			second, err2 := Compose(t.Context(), env, req)
			if after, _ := json.Marshal(earlier); string(after) != string(before) {
				t.Fatalf("%s: composing has changed the definitions\n%s", file, src)
			}
			if (err1 == nil) != (err2 == nil) || err1 != nil && err1.Error() != err2.Error() {
				t.Errorf("%s: %v, then %v\n%s", file, err1, err2, src)
			}
			if err1 != nil {
				continue
			}
			cells++
			if joined(first.Unit.Sources) != joined(second.Unit.Sources) || !slices.Equal(first.Notices, second.Notices) || !first.Defs.Equal(second.Defs) {
				t.Errorf("%s: two programs of one request\n%s", file, src)
			}
			earlier = first.Defs
		}
	}
	if cells < 50 {
		t.Errorf("only %d cells were composed", cells)
	}
}

// The text of a notebook's definitions, written and read, composes to the same programs.
func TestDefsSurviveTheirText(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, "type T struct{ A int }\nfunc (t T) M() int { return t.A }", "x, y := T{1}, []string{\"a\"}", "const (\n\tA = iota\n\tB\n)\nfunc f() int { return x.M() + B }")
	data, err := json.Marshal(earlier)
	if err != nil {
		t.Fatal(err)
	}
	again := new(defs.Defs)
	if err := json.Unmarshal(data, again); err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"f()", "y = append(y, \"b\")", "T{2}.M(), A"} {
		c, err := cell.Split(code)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, d := range []*defs.Defs{earlier, again} {
			p, err := Compose(t.Context(), env, Request{Defs: d, Cell: c, Values: func(string) (ValueInfo, bool) { return ValueInfo{}, true }})
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, joined(p.Unit.Sources))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: other sources\n%s\nand\n%s", code, texts[0], texts[1])
		}
	}
}
