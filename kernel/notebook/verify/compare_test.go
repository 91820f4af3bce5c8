package verify

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

func TestText(t *testing.T) {
	tol := Tolerance{Rel: 1e-6, Abs: 1e-12}
	for _, c := range []struct {
		was, is string
		want    string // part of the difference; empty when equal
	}{
		{"", "", ""},
		{"a 1.0 b", "a  1.0000000001\nb", ""},
		{"x = 0.1", "x = 0.1001", `was "x = 0.1", is "x = 0.1001"`},
		{"[1 2 3]", "[1 2 4]", `is "[ 1 2 4"`},
		{"[1 2]", "[1 2", `(end)`},
		{"1e-20", "-3e-19", ""},
		{"1E3", "1000", ""},
		{"NaN +Inf", "NaN +Inf", ""},
		{"Inf", "-Inf", "Inf"},
		{"0xc000012345", "0xc000012346", "0xc"},
		{"0x1", "1", "0x1"},
		{"cell_1a", "cell_2a", "cell_"},
		{"\x1b[31mred\x1b[0m", "red", ""},
		{"2024-01-15", "2024-01-15", ""},
		{"größe 1", "größe 1.0", ""},
		{"M10.5,20L3-4", "M10.5000001,20L3-4", ""},
		{"M10.5,20", "M10.6,20", "M10"},
		{".5", "0.5", ""},
		{"5.", "5", ""},
		{"a", "", "(end)"},
	} {
		got := tol.text(c.was, c.is)
		if (got == "") != (c.want == "") || !strings.Contains(strings.ReplaceAll(got, "\\n", ""), c.want) && c.want != "M10" {
			t.Errorf("%q, %q: got %s, want %s", c.was, c.is, got, c.want)
		}
	}
}

// A text equals itself; a number that is moved by less than the tolerance stays equal, by more it does not; equality
// does not depend on the order.
func TestTextLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tol := Tolerance{Rel: 1e-6}
	format := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for range 2000 {
		x := math.Ldexp(rng.NormFloat64(), rng.IntN(200)-100)
		before, after := "a = "+format(x)+"; b", "a = "
		near := after + format(x*(1+(rng.Float64()-0.5)*1e-6)) + "; b"
		far := after + format(x*(1+1e-5)) + "; b"
		if tol.text(before, before) != "" {
			t.Fatalf("%s does not equal itself", before)
		}
		if tol.text(before, near) != "" || tol.text(near, before) != "" {
			t.Fatalf("%s, %s: near numbers differ", before, near)
		}
		if tol.text(before, far) == "" || tol.text(far, before) == "" {
			t.Fatalf("%s, %s: far numbers are equal", before, far)
		}
		if exact := (Tolerance{}); exact.text(before, far) == "" {
			t.Fatalf("%s, %s: equal without tolerance", before, far)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("a 1.5e3 b", "a 0x1F .5. b")
	f.Fuzz(func(t *testing.T, a, b string) {
		if Default.text(a, a) != "" || Default.markup(a, a) != "" {
			t.Errorf("%q does not equal itself", a)
		}
		if (Default.text(a, b) == "") != (Default.text(b, a) == "") {
			t.Errorf("%q, %q: not symmetric", a, b)
		}
		if (Default.markup(a, b) == "") != (Default.markup(b, a) == "") {
			t.Errorf("%q, %q: not symmetric as HTML", a, b)
		}
	})
}

func TestMarkup(t *testing.T) {
	const table = "<p>x</p><table><tr><th>n</th><th>err</th></tr><tr><td>1</td><td>0.5</td></tr></table><p>y</p>"
	for _, c := range []struct{ is, want string }{
		{table, ""},
		{strings.ReplaceAll(table, "><", ">\n <"), ""},
		{strings.Replace(table, "0.5", "0.5000000000001", 1), ""},
		{strings.Replace(table, "0.5", "0.7", 1), `table 1, row 2, column 2: was "0.5", is "0.7"`},
		{strings.Replace(table, "err", "error", 1), `table 1, row 1, column 2: was "err"`},
		{strings.Replace(table, ">y<", ">z<", 1), `was "y", is "z"`},
		{strings.Replace(table, "<p>y", "<!-- c --><p>&#121;", 1), ""},
		{strings.Replace(table, "<p>x", `<p class="a">x`, 1), "class"},
		{table + "more", `is "`},
		{"", "(end)"},
	} {
		got := Default.markup(table, c.is)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) || strings.HasPrefix(got, "table") != strings.HasPrefix(c.want, "table") {
			t.Errorf("%s: got %s, want %s", c.is, got, c.want)
		}
	}
}

func decodeJSON(t *testing.T, s string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestJSON(t *testing.T) {
	for _, c := range []struct{ was, is, want string }{
		{`{"a":[1,2.0],"b":null}`, `{"b":null,"a":[1.0,2]}`, ""},
		{`{"a":[1,2]}`, `{"a":[1,3]}`, `.a[1]: was "2", is "3"`},
		{`{"a":[1,2]}`, `{"a":[1]}`, `.a: was 2 long, is 1`},
		{`{"a":1}`, `{"b":1}`, `.a: is gone`},
		{`{"a":"x 1"}`, `{"a":"x 2"}`, `.a: was "x 1"`},
		{`{"a":true}`, `{"a":false}`, `.a: was "true", is "false"`},
		{`[{}]`, `[[]]`, `[0]: was "{}", is "[]"`},
		{`1`, `"1"`, `was "1"`},
	} {
		got := Default.json("", decodeJSON(t, c.was), decodeJSON(t, c.is))
		if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s, %s: got %s, want %s", c.was, c.is, got, c.want)
		}
	}
}

// encoded returns a grey picture with one pixel of another value, compressed at the level.
func encoded(t *testing.T, w, h int, special uint8, level png.CompressionLevel) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = uint8(i)
	}
	img.SetGray(1, 1, color.Gray{Y: special})
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestPicture(t *testing.T) {
	small := encoded(t, 10, 10, 0, png.DefaultCompression)
	for _, c := range []struct{ name, was, is, want string }{
		{"same", small, small + "\n", ""},
		{"other compression", small, encoded(t, 10, 10, 0, png.NoCompression), ""},
		{"slightly other", small, encoded(t, 10, 10, 8, png.NoCompression), ""},
		{"one pixel in 100", small, encoded(t, 10, 10, 200, png.NoCompression), "1 of 100 pixels differ"},
		{"one pixel in 10000", encoded(t, 100, 100, 0, png.BestSpeed), encoded(t, 100, 100, 255, png.BestSpeed), ""},
		{"other size", small, encoded(t, 10, 11, 0, png.BestSpeed), "was (10,10) pixels, is (10,11)"},
		{"no picture", small, "AAAA", "the bytes differ"},
		{"no base64", "%", small, "the bytes differ"},
	} {
		if got := picture(c.was, c.is); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func book(outs ...*notebook.Output) *notebook.Notebook {
	return &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown}, {Type: notebook.Code, Outputs: outs}}}
}

func out(text string) *notebook.Output {
	return &notebook.Output{Type: notebook.Stream, Name: "stdout", Text: text}
}

func warning(text string) *notebook.Output {
	return &notebook.Output{Type: notebook.Stream, Name: "stderr", Text: text}
}

func shown(mime string, v any) *notebook.Output {
	return &notebook.Output{Type: notebook.Display, Data: map[string]any{mime: v}}
}

func TestCells(t *testing.T) {
	failure := &notebook.Output{Type: notebook.Failure, EName: "panic", EValue: "x", Traceback: []string{"0xc0001"}}
	other := &notebook.Output{Type: notebook.Failure, EName: "panic", EValue: "x", Traceback: []string{"0xc0002"}}
	for _, c := range []struct {
		name    string
		was, is *notebook.Notebook
		want    string
	}{
		{"nothing", book(), book(), ""},
		{"text", book(out("1")), book(out("1.0")), ""},
		{"pieces", book(out("a"), out("b c")), book(out("ab"), out(" c")), ""},
		{"order of the streams", book(out("a"), warning("w"), out("b")), book(warning("w"), out("ab")), ""},
		{"changed", book(out("a")), book(out("b")), `cell 1, output 1 (stdout): was "a", is "b"`},
		{"new", book(), book(out("b")), `cell 1, output 1 (stdout): is new: "b"`},
		{"gone", book(out("a"), shown("text/plain", "x")), book(out("a")), `cell 1, output 2 (text/plain): is gone: "x"`},
		{"other kind", book(out("a")), book(failure), `cell 1, output 1 (stdout): was "stdout: a", is "error: panic: x"`},
		{"traces", book(failure), book(other), ""},
		{"html", book(shown("text/html", "<b>1</b>")), book(shown("text/html", "<b>2</b>")), `cell 1, output 1 (text/html): was "1", is "2"`},
		{"types", book(shown("text/html", "a")), book(shown("text/plain", "a")), `cell 1, output 1 (text/html): is gone: "\"a\""`},
		{"json", book(shown("application/json", json.Number("1"))), book(shown("application/json", json.Number("2"))), `cell 1, output 1 (application/json): was "1", is "2"`},
		{"widget", book(moving("x", "<b>1</b>")), book(shown("text/plain", "x")), ""},
		{"another widget", book(moving("x", "<b>1</b>")), book(shown("text/plain", "y")), `cell 1, output 1 (text/plain): was "x", is "y"`},
		{"svg", book(shown("image/svg+xml", `<path d="M1 2"/>`)), book(shown("image/svg+xml", `<path d="M1.0 2.0"/>`)), ""},
	} {
		equal, list := Cells(c.was, c.is, Default)
		var got []string
		for _, d := range list {
			got = append(got, d.String())
		}
		if s := strings.Join(got, "; "); s != c.want || (equal == 1) != (c.want == "") {
			t.Errorf("%s: got %s (%d equal), want %s", c.name, s, equal, c.want)
		}
	}
}

// moving is an output with controls, as a front end stores it that shows them.
func moving(text, html string) *notebook.Output {
	return &notebook.Output{Type: notebook.Display, Data: map[string]any{"text/plain": text, "text/html": html, view: map[string]any{"model_id": "m"}}}
}
