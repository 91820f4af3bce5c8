package display

import (
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/golden"
	"github.com/mercer-go/mercer/display/internal/send"
	"github.com/mercer-go/mercer/display/render"
	"gonum.org/v1/gonum/mat"
)

type dense [][]float64

func (d dense) Dims() (r, c int)    { return len(d), len(d[0]) }
func (d dense) At(i, j int) float64 { return d[i][j] }

type ownSlices []ownSlices

type vec []float64

func (v vec) Len() int            { return len(v) }
func (v vec) AtVec(i int) float64 { return v[i] }

type result struct {
	Method string
	Error  float64
	Rounds int
	hidden int
}

type named struct{}

func (named) String() string { return "named value" }

type broken struct{}

func (broken) HTML() string { panic("broken") }

type node struct {
	Value int
	Next  *node
}

type latex struct{}

func (latex) LaTeX() string { return `\alpha` }

func sequence(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i) / 4
	}
	return x
}

type private struct {
	x, y  float64
	next  *private
	words map[string]int
	_     int
}

// TestForms has a value of each kind: the MIME type of its best form and the text alternative.
func TestForms(t *testing.T) {
	var nilError error
	var nilPointer *result
	loop := &node{Value: 1}
	loop.Next = loop
	ownSlice, ownMap, twice := []any{nil, 1}, map[string]any{}, []any{1}
	ownSlice[0], ownMap["me"] = ownSlice, ownMap
	own := ownSlices{nil}
	own[0] = own
	var ownPointer any
	ownPointer = &ownPointer
	for _, c := range []struct {
		name string
		v    any
		mime string
		want string // of the text, a part of it
	}{
		{"nil", nil, "text/plain", "nil"},
		{"nil error", nilError, "text/plain", "nil"},
		{"nil pointer", nilPointer, "text/plain", "nil (*display.result)"},
		{"int", 42, "text/plain", "42"},
		{"float", 0.1, "text/plain", "0.1"},
		{"string", "a\"b", "text/plain", `"a\"b"`},
		{"bool", true, "text/plain", "true"},
		{"NaN", math.NaN(), "text/plain", "NaN"},
		{"struct without exported field", private{1, -2.5, &private{x: 0}, map[string]int{"a": -1}, 0}, "text/html", "x      1\ny      −2.5\nnext   *display.private"},
		{"pointer to one", &private{x: 3}, "text/html", "private\n"},
		{"slice of them", []private{{1, -2, nil, nil, 0}, {x: 3}}, "text/html", "x   y  next"},
		{"array of pointers to them", [2]*private{{x: 7}}, "text/html", "7"},
		{"unnamed struct", struct {
			Name   string
			hidden int
			any    any
		}{"n", -4, nil}, "text/html", "hidden  −4\nany     nil"},
		{"field of an exported struct", result{"m", 0.5, 3, -4}, "text/html", "Rounds"},
		{"duration", 3 * time.Second, "text/plain", "3s"},
		{"stringer", named{}, "text/plain", "named value"},
		{"error", errors.New("no <data>"), "text/html", "error: no <data>"},
		{"floats", []float64{1, 2.5}, "text/plain", "[1 2.5]"},
		{"long floats", sequence(1000), "text/plain", "(1000 entries)"},
		{"strings", []string{"a", "b"}, "text/plain", `["a" "b"]`},
		{"empty slice", []result{}, "text/plain", "[]"},
		{"nil slice", []float64(nil), "text/plain", "[]"},
		{"vector", vec{1, 2}, "text/plain", "[1 2]"},
		{"matrix", dense{{1, 2}, {3, 4}}, "text/html", "3  4"},
		{"rows", [][]float64{{1, 2}, {3}}, "text/html", "0  1  2\n1  3\n"},
		{"struct", result{"LDA", 0.25, 3, 0}, "text/html", "Method  LDA"},
		{"pointer to struct", &result{"LDA", 0.25, 3, 0}, "text/html", "Error   0.25"},
		{"structs", []result{{"LDA", 0.25, 3, 0}, {"SVM", 0.125, 10, 0}}, "text/html", "SVM     0.125      10"},
		{"pointers to structs", []*result{{"LDA", 0.25, 3, 0}, nil}, "text/html", "LDA"},
		{"map", map[string]int{"b": 2, "a": 1}, "text/html", "a        1\nb        2"},
		{"map of ints", map[int]string{10: "x", 9: "y"}, "text/html", "  9  y\n 10  x"},
		{"list that contains itself", loop, "text/html", "Value"},
		{"slice that contains itself", ownSlice, "text/plain", "[[]interface {} that contains itself 1]"},
		{"map that contains itself", ownMap, "text/html", "me   map[string]interface {} that contains itself"},
		{"pointer to a slice that contains itself", &ownSlice, "text/plain", "contains itself"},
		{"type of slices of itself", ownSlices{nil, own}, "text/html", "contains itself"},
		{"the same twice", []any{twice, twice}, "text/plain", "[[1] [1]]"},
		{"NaN as a key", map[any]any{math.NaN(): "none", "a": 1}, "text/html", "NaN  none"},
		{"pointer to itself", ownPointer, "text/plain", "&&&&*interface {}"},
		{"pointers inside", []struct{ P *node }{{&node{2, loop}}}, "text/html", "&{Value:2 Next:(pointer)}"},
		{"long error", errors.New(strings.Repeat("x", 5000)), "text/html", "(1000 characters left out)"},
		{"function", strings.ToUpper, "text/plain", "func(string) string"},
		{"channel", make(chan int), "text/plain", "chan int"},
		{"complex", complex(1, 2), "text/plain", "(1+2i)"},
		{"broken", broken{}, "text/plain", "panics when shown: broken"},
		{"LaTeX", latex{}, "text/latex", `\alpha`},
		{"image", image.NewGray(image.Rect(0, 0, 2, 3)), "application/vnd.mercer.figure", "2×3 pixels"},
		{"empty image", image.NewGray(image.Rectangle{}), "text/plain", "not shown"},
		{"figure", NewFigure("f").Line("l", nil, []float64{1}), "application/vnd.mercer.figure", "Figure: f"},
		{"bad figure", NewFigure("f").Line("l", nil, nil), "application/vnd.mercer.figure", "not drawn"},
		{"grid", NewGrid("g", 2, NewFigure("a"), nil), "application/vnd.mercer.figure", "Page of 2 figures: g"},
		{"frames", NewFrames("s").Add("1", NewFigure("a")), "application/vnd.mercer.figure", "Sequence of 1 frames: s"},
		{"table", NewTable("x").Row(1), "text/html", "x"},
	} {
		b := bundleOf(c.v)
		if b.Parts[0].MIME != c.mime {
			t.Errorf("%s: shown as %s, want %s", c.name, b.Parts[0].MIME, c.mime)
		}
		if text := send.Text(b); !strings.Contains(text, c.want) {
			t.Errorf("%s: text is %q, want %q in it", c.name, text, c.want)
		}
		drawable(t, c.name, b)
	}
}

// drawable checks that the kernel can draw what is sent to it.
func drawable(t *testing.T, name string, b *frame.Bundle) {
	if b.Parts[0].MIME != "application/vnd.mercer.figure" {
		return
	}
	if parts, err := render.Bundle(t.Context(), b.Parts[0].Data); err != nil || len(parts) != 2 {
		t.Errorf("%s: drawn with error %v", name, err)
	}
}

// TestLarge shows values that are too large to be read: all of them stay short.
func TestLarge(t *testing.T) {
	wide := make(dense, 500)
	for i := range wide {
		wide[i] = sequence(300)
	}
	results := make([]result, 5000)
	for name, v := range map[string]any{
		"matrix": wide, "structs": results, "floats": sequence(1e6), "text": strings.Repeat("x", 1e6),
		"rows": [][]float64(wide), "stringer": big(1e6), "ints": make([][]int, 10000),
	} {
		for _, p := range bundleOf(v).Parts {
			if len(p.Data) > 60_000 {
				t.Errorf("%s: %d bytes of %s", name, len(p.Data), p.MIME)
			}
		}
	}
}

type big int

func (n big) String() string { return strings.Repeat("b", int(n)) }

// TestTimesInTables: a date is a date, with the time of day and the zone only where they say something.
func TestTimesInTables(t *testing.T) {
	zone := time.FixedZone("CEST", 2*3600)
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{time.Date(2023, 8, 26, 0, 0, 0, 0, time.UTC), "2023-08-26"},
		{time.Date(2023, 8, 26, 9, 5, 0, 0, time.UTC), "2023-08-26 09:05:00"},
		{time.Date(2023, 8, 26, 9, 5, 0, 250e6, time.UTC), "2023-08-26 09:05:00.25"},
		{time.Date(2023, 8, 26, 0, 0, 0, 0, zone), "2023-08-26 +02:00"},
	} {
		if text := NewTable("day", "n").Row(c.at, 1).String(); !strings.Contains(text, "\n"+c.want+" ") {
			t.Errorf("%v: %q, want %q in it", c.at, text, c.want)
		}
	}
}

func TestTableGolden(t *testing.T) {
	table := TableOf([]result{{"LDA", 0.25, 3, 0}, {"a & b", 0.125, 10, 0}, {"boosting", 1e-7, 200, 0}}).
		Caption("Test errors").Format("%.3f", "Error").Best("Error", Least).Best("Rounds", Greatest)
	golden.Check(t, "table_golden.html", table.HTML())
	golden.Check(t, "table_golden.txt", table.String())
	long := NewTable("i", "i²")
	for i := range 100 {
		long.Row(i, i*i)
	}
	golden.Check(t, "long_golden.txt", long.Rows(8).String())
}

func TestTableCells(t *testing.T) {
	table := NewTable("a", "b", "c").Row(-3, -0.04, 1.5).Row(7, math.Copysign(0, -1), "either").Format("%.1f", "b").Right("c")
	want := " a    b       c\n──  ───  ──────\n−3  0.0     1.5\n 7  0.0  either\n"
	if got := table.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if html := table.HTML(); strings.Contains(html, "left") || !strings.Contains(html, ">−3<") {
		t.Errorf("got %s", html)
	}
}

func TestTableErrors(t *testing.T) {
	for want, table := range map[string]*Table{
		"row of 2 cells":  NewTable("a").Row(1, 2),
		"not a slice":     NewTable().Column("a", 3),
		"no column among": NewTable("a").Format("%d", "b"),
		"is not a matrix": TableOf(3),
	} {
		if err := table.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		if !strings.Contains(table.HTML(), "error: ") || !strings.Contains(table.String(), "error: ") {
			t.Errorf("%s: the table does not show its error", want)
		}
	}
	var empty Table
	if empty.HTML() == "" || empty.String() == "" {
		t.Error("the empty table has no form")
	}
}

// TestPointersInTables: a pointer to a value is shown as the value, of a time the date; nil is nil,
// and no address is shown.
func TestPointersInTables(t *testing.T) {
	day, n, x, word, yes := time.Date(2023, 8, 26, 0, 0, 0, 0, time.UTC), 3, 2.5, "w", true
	var zero time.Time
	var none *time.Time
	pn := &n
	for _, c := range []struct {
		cell any
		want string
	}{
		{&day, "2023-08-26"}, {day, "2023-08-26"}, {&zero, "0001-01-01"}, {none, "nil"}, {(*int)(nil), "nil"}, {(*float64)(nil), "nil"},
		{&n, "3"}, {&x, "2.5"}, {&word, "w"}, {&yes, "true"}, {&pn, "3"}, {[]*time.Time{&day, none}, "[2023-08-26 nil]"}, {[]time.Time{day}, "[2023-08-26]"},
		{[]*float64{&x, nil}, "[2.5 nil]"}, {&[]int{1, 2}, "[1 2]"},
	} {
		table := NewTable("c").Row(c.cell)
		if got := table.columns[0].text(0); got != c.want {
			t.Errorf("%T: got %q, want %q", c.cell, got, c.want)
		}
		type row struct{ V any }
		if got := TableOf([]row{{c.cell}}).String(); !strings.Contains(got, c.want) {
			t.Errorf("%T in a struct: %s", c.cell, got)
		}
	}
	if got := NewTable("c").Row(&x).Row(&n).Format("%.3f").String(); !strings.Contains(got, "2.500") || !strings.Contains(got, "3.000") {
		t.Errorf("formatted: %s", got)
	}
	for want, v := range map[string]any{"[2023-08-26]": []time.Time{day}, "[2023-08-26 nil]": []*time.Time{&day, nil}, "[3 nil]": []*int{&n, nil}} {
		if got := textOf(v); got != want {
			t.Errorf("%T: got %s, want %s", v, got, want)
		}
	}
}

// textOf is the text alternative of what is shown of a value.
func textOf(v any) string {
	for _, p := range bundleOf(v).Parts {
		if p.MIME == "text/plain" {
			return string(p.Data)
		}
	}
	return ""
}

// TestListsOfMatrices: each is shown as a matrix, below its number; of a long list the first ones.
func TestListsOfMatrices(t *testing.T) {
	a, b := mat.NewDense(2, 2, []float64{1, 2, 3, 4}), mat.NewVecDense(2, []float64{5, 6})
	for _, v := range []any{[]*mat.Dense{a, a}, []mat.Matrix{a, a.T()}, [2]*mat.Dense{a, a}, []mat.Dense{*a}, []mat.Vector{b}, []*mat.VecDense{b, nil},
		[]*mat.SymDense{mat.NewSymDense(2, nil), nil}, []any{a, b}} {
		got := textOf(v)
		if !strings.HasPrefix(got, "[0] 2×") || strings.Contains(got, "capRows") || strings.Contains(got, "0x") {
			t.Errorf("%T: %s", v, got)
		}
	}
	want := "[0] 2×2\n   0  1\n─  ─  ─\n0  1  2\n1  3  4\n[1] nil\n"
	if got := textOf([]*mat.Dense{a, nil}); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	many := make([]*mat.Dense, 30)
	for i := range many {
		many[i] = a
	}
	if got := textOf(many); !strings.HasSuffix(got, "… (30 matrices)\n") || strings.Count(got, "2×2") != maxMatrices {
		t.Errorf("30 matrices: %s", got)
	}
	if got := textOf(map[string]*mat.Dense{"a": a}); !strings.Contains(got, "2×2 matrix") {
		t.Errorf("a map: %s", got)
	}
}

func TestPNGHasItsSize(t *testing.T) {
	b := bundleOf(NewFigure("f").Line("", nil, []float64{1, 2}).Size(300, 200).PNG())
	if want := `{"image/png":{"width":300,"height":200}}`; b.Metadata != want {
		t.Errorf("metadata %s, want %s", b.Metadata, want)
	}
}

func TestProgressLine(t *testing.T) {
	p := &Progress{name: "rounds", total: 200, count: 50}
	if got, want := p.line(5*time.Second), "rounds ██████░░░░░░░░░░░░░░░░░░  25%  50/200  10/s  15s left"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.total = 0
	if got, want := p.line(5*time.Second), "rounds: 50, 10/s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.total = 60
	if got, want := p.final(), "rounds: stopped at 50 of 60"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPlainOfHTML(t *testing.T) {
	if got, want := plainOfHTML("<p>a  <b>b</b>\n</p>c"), "a b c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func ExampleShow() {
	Show(3, "text", []float64{1, 2, 3}, fmt.Errorf("no data"))
	// Output:
	// 3
	// "text"
	// [1 2 3]
	// error: no data
}

func ExampleTable() {
	NewTable("method", "error").
		Row("LDA", 0.25).
		Row("SVM", 0.125).
		Caption("Test errors").Best("error", Least).Show()
	// Output:
	// Test errors
	// method   error
	// ──────  ──────
	// LDA      0.25
	// SVM     0.125*
}

func ExampleProgress() {
	p := NewProgress("rounds", 3)
	for range 3 {
		p.Add(1)
	}
	p.Done()
	// Output: rounds: 3 done
}

// TestDollars: what stands between two dollar signs of a table is no mathematics, however the table was made.
func TestDollars(t *testing.T) {
	const ignored = `<div class="mathjax_ignore tex2jax_ignore">`
	for name, v := range map[string]any{
		"structs": []struct {
			Price string
			N     int
		}{{"$31 or $135", 1}},
		"struct":     struct{ Price string }{"$5 to $6"},
		"map":        map[string]string{"cost": "$5 to $6"},
		"keys":       map[string]int{"$5 to $6": 1},
		"table":      NewTable("from $", "to $").Row("1", "2"),
		"caption":    NewTable("x").Caption("from $5 to $6").Row("1"),
		"expression": map[string]string{"pattern": `\(a\)`},
	} {
		html := htmlOf(bundleOf(v))
		if !strings.HasPrefix(html, ignored) || strings.Count(html, "<table") != 1 {
			t.Errorf("%s: %s", name, html)
		}
	}
	if html := htmlOf(bundleOf(map[string]int{"a": 1})); strings.Contains(html, "ignore") {
		t.Errorf("no dollars: %s", html)
	}
}

// htmlOf returns the HTML of a bundle, or "".
func htmlOf(b *frame.Bundle) string {
	for _, p := range b.Parts {
		if p.MIME == "text/html" {
			return string(p.Data)
		}
	}
	return ""
}

// outline has a text of several lines.
type outline struct{ N int }

func (outline) String() string { return "root\n  left: 1\n  right: " + strings.Repeat("long ", 40) }

// TestLinesInATable: a text of several lines is one line of a cell.
func TestLinesInATable(t *testing.T) {
	got := TableOf(struct{ T *outline }{&outline{1}}).String()
	if lines := strings.Split(strings.TrimSpace(got), "\n"); len(lines) != 3 || !strings.Contains(lines[2], "root left: 1 right: long") || len([]rune(lines[2])) > 80 {
		t.Errorf("got %q", got)
	}
}
