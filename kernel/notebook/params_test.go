package notebook

import (
	"strings"
	"testing"
)

func TestInjectSource(t *testing.T) {
	const cell = "%env A b\nn := 3\nrate := 0.5\nname := \"iris\"\nvar path string\nconst seed = 7\nvar a, b = 1, \"x\"\nxs := []float64{1}\nvar m map[string][]int\n"
	for _, c := range []struct{ param, want string }{
		{"n=5", "n = 5"},
		{"rate=1", "rate = 1"},
		{"rate=-1e-3", "rate = -1e-3"},
		{"name=wine", `name = "wine"`},
		{"name=5", `name = "5"`},
		{`name="5"`, `name = "5"`},
		{"path=2024-01-15", `path = "2024-01-15"`},
		{"day=2024-01-15", `day := "2024-01-15"`},
		{"seed=11", "const seed = 11"},
		{"b=7", `b = "7"`},
		{"a=7", "a = 7"},
		{"xs=[1, 2.5]", "xs = []float64{1, 2.5}"},
		{"xs=[]", "xs = []float64{}"},
		{"xs={\"a\": 1}", `xs = "{\"a\": 1}"`},
		{"xs=[]float64{3}", "xs = []float64{3}"},
		{`m={"b\n": [1], "a\"": []}`, `m = map[string][]int{"a\"": {}, "b\n": {1}}`},
		{"name=[1]", `name = "[1]"`},
		{"fresh=true", "fresh := true"},
		{"fresh=[]float64{1, -2}", "fresh := []float64{1, -2}"},
		{"fresh=os.Exit(1)", `fresh := "os.Exit(1)"`},
		{"fresh=[]int{f()}", `fresh := "[]int{f()}"`},
		{"z=1-2i", "z := 1-2i"},
		{"empty=", `empty := ""`},
		{"q=a\"b\\c", `q := "a\"b\\c"`},
		{"two=1\npanic(1)", `two := "1\npanic(1)"`},
	} {
		p, err := ParseParam(c.param)
		if err != nil {
			t.Errorf("%s: %v", c.param, err)
			continue
		}
		declared, _ := parseDefaults(cell)
		if got := declared.source([]Param{p}); got != "// Parameters\n"+c.want {
			t.Errorf("%s: got %s, want %s", c.param, got, c.want)
		}
	}
}

func TestUndeclared(t *testing.T) {
	for _, c := range []struct {
		cell string
		name string
		fine bool
	}{
		{"%env A b\nn, m := 3, 4\nvar a, b = 1, 2\nconst seed = 7", "n", true},
		{"n, m := 3, 4", "m", true},
		{"var a, b = 1, 2", "b", true},
		{"const seed = 7", "seed", true},
		{"n := 3", "N", false},
		{"n := 3", "fmt", false},
		{"", "n", false},
		{"import \"fmt\"\nfmt.Println()\nvar n = 1", "n", true},
	} {
		nb := &Notebook{Cells: []*Cell{{Type: Code, Source: c.cell, Metadata: map[string]any{"tags": []any{tagParameters}}}}}
		if err := nb.Undeclared([]Param{{c.name, "1"}}); (err == nil) != c.fine {
			t.Errorf("%q, %s: %v", c.cell, c.name, err)
		}
	}
	if err := (&Notebook{}).Undeclared([]Param{{"n", "1"}}); err != nil {
		t.Errorf("without a cell: %v", err)
	}
}

func TestParseParamErrors(t *testing.T) {
	for _, s := range []string{"", "n", "=1", "1x=2", "a b=1", "func=1", "_=1"} {
		if p, err := ParseParam(s); err == nil {
			t.Errorf("%q: got %v", s, p)
		}
	}
}

func TestInjectPlace(t *testing.T) {
	tagged := func(tag, src string) *Cell {
		return &Cell{Type: Code, Source: src, Metadata: map[string]any{"tags": []any{tag}}}
	}
	for _, c := range []struct {
		name  string
		cells []*Cell
		want  string
		found bool
	}{
		{"after parameters", []*Cell{{Type: Markdown, Source: "text"}, tagged("parameters", "n := 1"), {Type: Code, Source: "n"}}, "text|n := 1|// Parameters\nn = 2|n", true},
		{"replaces", []*Cell{tagged("parameters", "n := 1"), tagged("injected-parameters", "old")}, "n := 1|// Parameters\nn = 2", true},
		{"at the top", []*Cell{{Type: Code, Source: "x"}}, "// Parameters\nn := 2|x", false},
	} {
		nb := &Notebook{Cells: c.cells, Minor: 5}
		found := nb.Inject([]Param{{"n", "2"}})
		var sources []string
		for _, cell := range nb.Cells {
			sources = append(sources, cell.Source)
		}
		if got := strings.Join(sources, "|"); got != c.want || found != c.found {
			t.Errorf("%s: got %q %v, want %q", c.name, got, found, c.want)
		}
	}
}
