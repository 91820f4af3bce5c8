package complete

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestComplete(t *testing.T) {
	tests := []struct {
		code string // the cursor is ‸
		want string // texts that must be there, in this order
		not  string // texts that must not be there
	}{
		// Packages.
		{code: "fmt.‸", want: "Println Sprintf", not: "fmt println"},
		{code: "fmt.Pr‸", want: "Print Printf Println", not: "Errorf"},
		{code: "fmt.pri‸", want: "Print Printf Println"},
		{code: "fmt.prln‸", want: "Println", not: "Print"},
		{code: "import \"fmt\"\nfmt.Spr‸", want: "Sprint Sprintf Sprintln"},
		{code: "import f \"fmt\"\nf.Spr‸", want: "Sprint"},
		{code: "import (\n\t\"fmt\"\n\tst \"strings\"\n)\nst.Tri‸", want: "Trim TrimSpace"},
		{code: "rand.‸", want: "IntN N Perm", not: "Intn"},
		{code: "rnd.‸", want: "Intn Perm"},
		{code: "strings.‸\nx := 3", want: "Builder Fields"},
		{code: "mat.NewD‸", want: "NewDense"},
		{code: "nosuch.‸"},
		{code: "import \"internal/cpu\"\ncpu.‸", not: "X86 CacheLinePad"},
		{code: "bytealg.‸", not: "Equal"},
		{code: "stri‸", want: "string strings"},
		{code: "strco‸", want: "strconv"},
		{code: "x := http‸", want: "http"},
		{code: "fmt.Println(str‸)", want: "string strings"},
		{code: "rn‸", want: "rnd"},

		// Derivations.
		{code: "%%derive\n\\given x, \\hat w \\in \\mathbb{R}\n‸", want: `x \mathrm{dense}`, not: `fmt \frac`},
		{code: "%%derive\n\\given \\Sigma \\succ 0\n\\Si‸", want: `\Sigma`},
		{code: "%%derive\n\\bec‸", want: `\because`},
		{code: "%%derive\n\\let f(x) = x\nf‸", want: "f(x)"},

		// Members.
		{code: "dense.‸", want: "At Dims T"},
		{code: "dense.Di‸", want: "Dims"},
		{code: "dense.T().‸", want: "At Dims"},
		{code: "dense.‸", want: "Zero MarshalBinary UnmarshalBinary"},
		{code: "time.Now().‸", want: "AddDate AppendFormat YearDay AppendBinary GobEncode MarshalJSON"},
		{code: "type Sub struct {\n\tStudy Point\n\tPoint\n\tCases int\n}\nvar s Sub\ns.‸", want: "Study Point Cases X Y name Norm"},
		{code: "dense.RawMatrix().‸", want: "Rows Cols Data Stride"},
		{code: "points[\"a\"][0].‸", want: "X Y name Norm"},
		{code: "points[\"a\"][0].X.‸", not: "X"},
		{code: "var p Point\np.‸", want: "X Y name Norm"},
		{code: "p := &Point{1, 2, \"\"}\np.N‸", want: "Norm name"},
		{code: "var n Named\nn.‸", want: "Point Label X Norm"},
		{code: "var n *Named\nn.Point.‸", want: "X", not: "Label"},
		{code: "p := makePair()\np.Val.‸", want: "X Y Norm"},
		{code: "p := makePair()\np.‸", want: "Key Val Swap"},
		{code: "makePair().Val.X‸", want: "X"},
		{code: "mapOf([]Point{}, nil)[0].‸", want: "X Norm"},
		{code: "client.‸", want: "CheckRedirect Timeout Do Get", not: "do send"},
		{code: "client.Transport.‸", want: "RoundTrip"},
		{code: "resp, err := client.Get(\"u\")\nresp.‸", want: "Status StatusCode Header Body"},
		{code: "resp, err := client.Get(\"u\")\nerr.‸", want: "Error"},
		{code: "resp, err := client.Get(\"u\")\nresp.Header.Ge‸", want: "Get"},
		{code: "var s Shape\ns.‸", want: "Area"},
		{code: "var b strings.Builder\nb.Wr‸", want: "Write WriteByte WriteRune WriteString"},
		{code: "time.Now().Add(time.Sec‸)", want: "Second"},
		{code: "time.Now().\n\tYe‸", want: "Year YearDay"},
		{code: "Point.‸", not: "X"},
		{code: "(*Point).‸", want: "Norm"},
		{code: "x := []struct{ A, b int }{{1, 2}}\nx[0].‸", want: "A b"},
		{code: "for _, p := range points[\"a\"] {\n\tp.‸\n}", want: "X Norm"},
		{code: "for i, p := range points[\"a\"] { p.‸", want: "X Norm"},
		{code: "f := func() *Point { return nil }\nf().‸", want: "X"},
		{code: "var v any = 1\nif p, ok := v.(*Point); ok {\n\tp.‸", want: "X"},
		{code: "var v any = 1\nswitch p := v.(type) {\ncase *Point:\n\tp.‸\n}", want: "X"},
		{code: "ch := make(chan Point)\n(<-ch).‸", want: "X"},
		{code: "type L struct { next *L; v Point }\nvar l L\nl.next.next.v.‸", want: "X"},
		{code: "type L struct{ v int }\nfunc (l *L) Get() int { return l.‸ }", want: "v Get"},
		{code: "type L struct{ v int }\nfunc (l *L) Get() int {\n\treturn l.‸\n\nx := 3", want: "v"},
		{code: "func f[T Shape](s T) {\n\ts.‸\n}", want: "Area"},
		{code: "a := 1.‸"},
		{code: "a := 12‸"},

		// Broken around the cursor.
		{code: "distance(Point{}, ‸", want: "Point"},
		{code: "p := Point{}\ndistance(p.‸", want: "X"},
		{code: "p := Point{}\nfmt.Println(distance(p, p.‸\nq := p", want: "X"},
		{code: "p := Point{}\nif p.‸", want: "X"},
		{code: "p := Point{}\nif p.X > p.‸ {\n}", want: "X Y"},
		{code: "p := Point{}\nfor p.‸", want: "X"},
		{code: "p := Point{}\nfor i := 0; i < p.‸", want: "X"},
		{code: "p := Point{}\nfor range p.‸", want: "X"},
		{code: "p := Point{}\nswitch p.‸", want: "X"},
		{code: "p := Point{}\nswitch {\ncase p.‸", want: "X"},
		{code: "p := Point{}\ngo p.‸", want: "Norm"},
		{code: "p := Point{}\ndefer p.‸\nx := 1", want: "Norm"},
		{code: "p := Point{}\nfunc() {\n\tp.‸", want: "X"},
		{code: "p := Point{}\nxs := []float64{p.‸", want: "X"},
		{code: "p := Point{}\nxs := []float64{\n\tp.‸\n}", want: "X"},
		{code: "p := Point{}\nm := map[string]float64{\"a\": p.‸", want: "X"},
		{code: "p := Point{}\nx := weights[p.‸", want: "X"},
		{code: "p := Point{}\nx := p.X +\np.‸", want: "X"},
		{code: "p := Point{}\np.‸\n}", want: "X"},
		{code: "p := Point{}\n)\np.‸", want: "X"},
		{code: "func f() {\n\tx := 1\n\nfunc g(p Point) {\n\tp.‸", want: "X"},
		{code: "func f() {\n\tvalue := 1\n\t‸\n\nfunc g(p Point) {}", want: "value"},
		{code: "func g(p Point) {\n\tif true {\n\t\tp.‸\n}\n\nfunc h() {}", want: "X"},
		{code: "return distance(‸", want: "Point"},

		// Names in scope.
		{code: "count := 1\ncou‸", want: "count"},
		{code: "cou‸\ncount := 1", not: "count"},
		{code: "count := cou‸", not: "count"},
		{code: "{\n\tcount := 1\n}\ncou‸", not: "count"},
		{code: "func f(alpha int, beta string) (gamma error) {\n\t‸\n}", want: "alpha beta gamma f"},
		{code: "func f(alpha int) {\n\tal‸", want: "alpha"},
		{code: "total := 1\nfunc f() {\n\ttot‸\n}", want: "total"},
		{code: "total := Point{}\nfunc f() {\n\ttotal.‸\n}", want: "X"},
		{code: "var total Point\nfunc f() {\n\ttotal.‸\n}", want: "X"},
		{code: "func f() {\n\thel‸\n}\nfunc helper() {}", want: "helper"},
		{code: "for index := range 3 { ind‸ }", want: "index"},
		{code: "if value, ok := 1, true; ok { val‸", want: "value"},
		{code: "weights := Point{}\nweights.‸", want: "X"},
		{code: "weights := weights[0]\nwe‸", want: "weights"},
		{code: "we‸", want: "weights"},
		{code: "learn‸", want: "learnRate"},
		{code: "dist‸", want: "distance"},
		{code: "lR‸", want: "learnRate"},
		{code: "rate‸", want: "learnRate"},
		{code: "fmt.Println(we‸)", want: "weights"},
		{code: "x := Po‸", want: "Point"},
		{code: "‸", want: "weights append", not: "strings"},
		{code: "apple := 1\nap‸", want: "apple append"},

		// Types.
		{code: "var x Po‸", want: "Point", not: "points"},
		{code: "var x []Po‸", want: "Point", not: "points"},
		{code: "var x map[string]*Po‸", want: "Point"},
		{code: "func f(p Po‸) {}", want: "Point", not: "points"},
		{code: "func f(p *Po‸", want: "Point", not: "points"},
		{code: "func f() (Po‸", want: "Point"},
		{code: "type T struct {\n\tp Po‸\n}", want: "Point", not: "points"},
		{code: "type T struct {\n\tp mat.De‸", want: "Dense"},
		{code: "var x mat.‸", want: "Dense NewDense"},
		{code: "x := v.(Po‸", want: "Point"},
		{code: "func (p *Po‸", want: "Point"},

		// Given names are nobody's business.
		{code: "func dis‸", not: "distance"},
		{code: "type Po‸", not: "Point"},
		{code: "var we‸", not: "weights"},

		// Keywords and predeclared names.
		{code: "ret‸", want: "return"},
		{code: "fo‸", want: "for"},
		{code: "x := stru‸", want: "struct", not: "switch"},
		{code: "appe‸", want: "append"},
		{code: "var x float‸", want: "float64 float32 floats"},
		{code: "f‸", want: "for func fallthrough float32 fmt"},
		{code: "i‸", want: "int if import imag io"},
		{code: "go‸", want: "go goto"},
		{code: "x := tr‸", want: "true"},

		// Literals.
		{code: "Point{‸}", want: "X:· Y:· name:·"},
		{code: "Point{X: 1, ‸", want: "Y:· name:·", not: "X:· weights"},
		{code: "p := Point{\n\tX: 1,\n\tna‸\n}", want: "name:·"},
		{code: "ps := []*Point{{‸", want: "X:·"},
		{code: "ps := map[string]Point{\"a\": {Y‸", want: "Y:·"},
		{code: "Named{Point: &Point{X‸}}", want: "X:·", not: "Label:·"},
		{code: "http.Client{Ti‸", want: "Timeout:·"},
		{code: "Point{X: we‸}", want: "weights"},

		// What fits comes first.
		{code: "s := \"\"; sum := 1.0\nPoint{X: s‸}", want: "sum s"},
		{code: "dd := 1; db := Point{}\ndistance(d‸", want: "db dd"},
		{code: "aa := 1; ab := true\nif a‸ {}", want: "ab aa"},
		{code: "aa := 1; ab := \"\"\nvar s string = a‸", want: "ab aa"},
		{code: "aa := 1; ab := \"\"\nab = a‸", want: "ab aa"},
		{code: "func f() (int, string) {\n\taa := 1; ab := \"\"\n\treturn 1, a‸", want: "ab aa"},
		{code: "aa := \"\"; ab := 2.5\nif ab > a‸ {}", want: "ab aa"},
		{code: "aa := 1; ab := \"\"\npoints[a‸]", want: "ab aa"},
		{code: "var p Point\nvar s string = p.‸", want: "name X"},

		// Import paths.
		{code: "import \"math/r‸", want: "math/rand math/rand/v2", not: "fmt"},
		{code: "import \"math/r‸\"", want: "math/rand"},
		{code: "import x \"gonum.org/v1/gonum/m‸", want: "gonum.org/v1/gonum/mat", not: "gonum.org/v1/gonum/mat/internal"},
		{code: "import (\n\t\"fmt\"\n\t\"str‸\"\n)", want: "strconv strings"},
		{code: "import (\n\t. \"fmt\"\n\tm \"ma‸", want: "math"},
		{code: "import \"rand‸", want: "math/rand"},
		{code: "import \"\"‸"},

		// Comments and strings.
		{code: "// fmt.‸"},
		{code: "/* we‸ */"},
		{code: "x := \"we‸\"", not: "weights"},
		{code: "x := 'w‸'", not: "weights"},
		{code: "x := \"a\"\nwe‸", want: "weights"},
		{code: "/* a */ we‸", want: "weights"},

		// Commands.
		{code: "%v‸", want: "%values %version"},
		{code: "%‸", want: "%cd %values %%bash"},
		{code: "%%b‸", want: "%%bash", not: "%values"},
		{code: "%b‸", want: "%%bash"},
		{code: "x := 1\n%ver‸", want: "%version"},
		{code: "%values we‸", want: "weights"},
		{code: "%version ‸"},
		{code: "//gonb:%ver‸", want: "%version"},
		{code: "%%\nwe‸", want: "weights"},
		{code: "a := Point{}\n%%\na.‸", want: "X"},
		{code: "%%\na := Point{}\na.‸", want: "X"},
		{code: "%values\nwe‸", want: "weights"},

		// Letters outside ASCII.
		{code: "größe := 1\ngr‸", want: "größe"},
		{code: "größe := Point{}\ngröße.‸", want: "X"},
		{code: "s := \"äöü😀\"; we‸", want: "weights"},
	}
	c := testCompleter(t)
	for _, tt := range tests {
		res := c.Complete(t.Context(), at(t, tt.code))
		texts := res.Texts()
		for i, s := range texts {
			texts[i] = strings.ReplaceAll(s, " ", "·")
		}
		last := -1
		for want := range strings.FieldsSeq(tt.want) {
			i := slices.Index(texts, want)
			if i < 0 {
				t.Errorf("%q: %q is missing in %q", tt.code, want, texts[:min(len(texts), 15)])
			} else if i < last {
				t.Errorf("%q: %q comes too early in %q", tt.code, want, texts[:min(len(texts), 15)])
			}
			last = i
		}
		for not := range strings.FieldsSeq(tt.not) {
			if slices.Contains(texts, not) {
				t.Errorf("%q: %q should not be offered", tt.code, not)
			}
		}
		if tt.want == "" && tt.not == "" && len(texts) > 0 {
			t.Errorf("%q: got %q, want nothing", tt.code, texts)
		}
	}
}

func TestCompleteFirst(t *testing.T) {
	tests := []struct {
		code      string
		first     string
		kind      string
		signature string
		replaced  string // the part of the code that the match replaces
	}{
		{"fmt.Printl‸", "Println", "function", "(a ...any) (n int, err error)", "Printl"},
		{"dense.Dim‸", "Dims", "method", "() (r int, c int)", "Dim"},
		{"points[\"a\"][0].X‸", "X", "field", "float64", "X"},
		{"weig‸", "weights", "variable", "[]float64", "weig"},
		{"learn‸Rate", "learnRate", "constant", "untyped float = 0.5", "learn"},
		{"x := Poin‸", "Point", "type", "struct", "Poin"},
		{"var s Sha‸", "Shape", "interface", "interface", "Sha"},
		{"strcon‸", "strconv", "module", "strconv", "strcon"},
		{"rand‸", "rand", "module", "math/rand/v2", "rand"},
		{"retu‸", "return", "keyword", "", "retu"},
		{"apen‸", "append", "function", "(slice []T, elems ...T) []T", "apen"},
		{"%ver‸", "%version", "magic", "", "%ver"},
		{"x := \"😀\"; weig‸", "weights", "variable", "[]float64", "weig"},
		{"import \"math/rand/v‸\"", "math/rand/v2", "module", "package rand", "math/rand/v"},
		{"mapO‸", "mapOf", "function", "[T any](xs []T, f func(T) T) []T", "mapO"},
	}
	c := testCompleter(t)
	for _, tt := range tests {
		req := at(t, tt.code)
		res := c.Complete(t.Context(), req)
		if len(res.Matches) == 0 {
			t.Errorf("%q: no matches", tt.code)
			continue
		}
		m := res.Matches[0]
		replaced := string([]rune(req.Code)[res.Start:res.End])
		if m.Text != tt.first || m.Kind != tt.kind || m.Signature != tt.signature || replaced != tt.replaced {
			t.Errorf("%q: got %q %q %q replacing %q", tt.code, m.Text, m.Kind, m.Signature, replaced)
		}
	}
}

func TestCompleteFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"data/train set.csv", "data/test.csv", "data/.hidden", "notes.txt"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		code, want, replaced string
	}{
		{"!cat no‸", "notes.txt", "no"},
		{"!*cat no‸", "notes.txt", "no"},
		{"!cat d‸", "data/", "d"},
		{"!cat data/te‸", "data/test.csv", "data/te"},
		{"!cat data/tr‸", `data/train\ set.csv`, "data/tr"},
		{`!cat data/train\ s‸`, `data/train\ set.csv`, `data/train\ s`},
		{"!cat <no‸", "notes.txt", "no"},
		{"%cd ‸", "data/", ""},
		{"%load data/t‸", "data/test.csv|data/train set.csv", "data/t"},
		{"%load data/.‸", "data/.hidden", "data/."},
		{"x := os.ReadFile(\"data/te‸\")", "data/test.csv", "data/te"},
		{"x := os.ReadFile(\"no‸", "notes.txt", "no"},
		{"%%bash\ncat no‸", "notes.txt", "no"},
		{"%%writefile no‸", "notes.txt", "no"},
		{"!cat nosuch/‸", "", ""},
	}
	c := testCompleter(t)
	for _, tt := range tests {
		req := at(t, tt.code)
		req.Dir = dir
		res := c.Complete(t.Context(), req)
		if got := strings.Join(res.Texts(), "|"); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.code, got, tt.want)
		}
		if got := string([]rune(req.Code)[res.Start:res.End]); tt.want != "" && got != tt.replaced {
			t.Errorf("%q: replaces %q, want %q", tt.code, got, tt.replaced)
		}
	}
}

func TestMetadata(t *testing.T) {
	res := testCompleter(t).Complete(t.Context(), at(t, "weig‸"))
	list := res.Metadata()["_jupyter_types_experimental"].([]TypeInfo)
	want := TypeInfo{Start: 0, End: 4, Text: "weights", Type: "variable", Signature: "[]float64"}
	if len(list) == 0 || list[0] != want {
		t.Errorf("got %v, want %v first", list, want)
	}
}

// FuzzComplete asks for completion and inspection everywhere in any text: answers must lie within the text.
func FuzzComplete(f *testing.F) {
	for _, code := range []string{"fmt.Println(x", "%values\nx := 3", "type T struct {", "for i := range 3 {\n\tx.\n}", "!ls d",
		"import \"ma", "%%bash\nls", "func (t *T) M() { t.", "x := `a\r\nb`", "}}})", "\xff.\xfe", "a\x00.b"} {
		f.Add(code, len(code)/2)
	}
	c := testCompleter(f)
	f.Fuzz(func(t *testing.T, code string, cursor int) {
		req := Request{Code: code, Cursor: cursor, Defs: notebook}
		res := c.Complete(t.Context(), req)
		if n := utf8.RuneCountInString(code); res.Start < 0 || res.Start > res.End || res.End > n {
			t.Errorf("range %d to %d in %d code points", res.Start, res.End, n)
		}
		if in := c.Inspect(t.Context(), req, 1); in.Found && in.Data["text/plain"] == "" {
			t.Error("found, but nothing said")
		}
	})
}

func BenchmarkComplete(b *testing.B) {
	c := testCompleter(b)
	var cell strings.Builder
	for i := range 60 {
		cell.WriteString("v" + string(rune('a'+i%26)) + " := fmt.Sprint(weights, dense.At(0, 0))\n")
	}
	for name, code := range map[string]string{"short": "dense.‸", "long": cell.String() + "dense.‸", "broken": cell.String() + "if distance(Point{}, dense.‸\n" + cell.String()} {
		req := at(b, code)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.Complete(b.Context(), req)
			}
		})
	}
}
