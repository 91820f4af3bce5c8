package complete

import (
	"context"
	"strings"
	"testing"
)

func TestInspect(t *testing.T) {
	tests := []struct {
		code   string
		detail int
		want   string // parts of the plain text, separated by "|"; empty: not found
		not    string
	}{
		{code: "fmt.Print‸ln(1)", want: "func fmt.Println(a ...any) (n int, err error)|Println formats using the default formats", not: "Fprintln(os.Stdout"},
		{code: "fmt.Println‸", detail: 1, want: "Println formats|Fprintln(os.Stdout, a...)"},
		{code: "fmt.Println(‸", want: "func fmt.Println"},
		{code: "fmt.Println(1, ‸)", want: "func fmt.Println"},
		{code: "fmt.Println(\"a‸\")", want: "func fmt.Println"},
		{code: "fmt.Println(12‸)", want: "func fmt.Println"},
		{code: "fmt‸.Println()", want: "package fmt // import \"fmt\"|Package fmt implements"},
		{code: "import \"math/ra‸nd\"", want: "package rand // import \"math/rand\"|pseudo-random"},
		{code: "strings‸", want: "package strings"},
		{code: "dense.At‸(0, 0)", want: "func (*mat.Dense) At(i int, j int) float64|At returns the element"},
		{code: "dense.At(0, ‸", want: "At returns the element"},
		{code: "mat.Den‸se{}", want: "type mat.Dense struct|Dense is a dense matrix|func (*mat.Dense) At"},
		{code: "client.Time‸out", want: "field Timeout time.Duration|Timeout specifies a time limit"},
		{code: "http.Client{Time‸out: 1}", want: "Timeout specifies a time limit"},
		{code: "client.Transport.RoundTr‸ip(nil)", want: "RoundTrip executes a single HTTP transaction"},
		{code: "math.P‸i", want: "const math.Pi untyped float = 3.14159"},
		{code: "os.Args‸", want: "var os.Args []string|command-line"},
		{code: "time.Sec‸ond", want: "const time.Second time.Duration"},
		{code: "x := 3\nfmt.Println(x‸)", want: "var x int"},
		{code: "weigh‸ts", want: "var weights []float64 = value of weights"},
		{code: "weights := 1\nfmt.Println(weigh‸ts)", want: "var weights int", not: "value of"},
		{code: "func f(weights int) { print(weigh‸ts) }", want: "var weights int", not: "value of"},
		{code: "dense‸", want: "var dense *mat.Dense = value of dense|type mat.Dense struct|contains filtered or unexported fields|Dense is a dense matrix|func (*mat.Dense) At"},
		{code: "http.Cli‸ent{}", want: "type http.Client struct {|// Timeout specifies a time limit for requests|Timeout time.Duration"},
		{code: "p := Point{}\np‸", want: "var p Point|type Point struct {|// coordinates|Point is a place", not: "value of"},
		{code: "p := &Point{}\np‸.X", want: "Point is a place"},
		{code: "p := Point{}\np‸", detail: 1, want: "Point is a place"},
		{code: "type W = Point\nvar w W‸", want: "type W = Point|Point is a place"},
		{code: "err := fmt.Errorf(\"\")\nerr‸", want: "var err error", not: "built-in"},
		{code: "distance‸(Point{}, Point{})", want: "func distance(a Point, b Point) float64|distance is Euclidean"},
		{code: "distance(Point{}, ‸", want: "distance is Euclidean"},
		{code: "distance‸", detail: 1, want: "func distance(a, b Point) float64 { return 0 }"},
		{code: "var p Poi‸nt", want: "type Point struct {|X, Y float64 // coordinates|name string|Point is a place|func (*Point) Norm() float64"},
		{code: "var p Point\np.Nor‸m()", want: "func (*Point) Norm() float64|Norm is the length"},
		{code: "var p Point\np.X‸", want: "field X float64|coordinates"},
		{code: "var s Shape\ns.Area‸()", want: "Area in m²"},
		{code: "// g is good.\nfunc g(n int) {}\ng‸(1)", want: "func g(n int)|g is good"},
		{code: "// g is good.\nfunc g(n int) { n++ }\ng(‸", detail: 1, want: "g is good|{ n++ }"},
		{code: "learnRate‸", want: "const learnRate untyped float = 0.5"},
		{code: "mapOf‸", want: "func mapOf[T any](xs []T, f func(T) T) []T"},
		{code: "makePair‸", want: "Pair[string, Point]"},
		{code: "var p Pai‸r[int, int]", want: "type Pair[K comparable, V any] struct {|Key K|Swap()"},
		{code: "append‸(x, 1)", want: "func append(slice []T, elems ...T) []T|The append built-in function"},
		{code: "var e err‸or", want: "type error interface"},
		{code: "%values‸", want: "%values [NAME…]|lists the values"},
		{code: "%val‸ues x", want: "lists the values"},
		{code: "%nosuch‸"},
		{code: "// fmt‸"},
		{code: "fo‸r {}"},
		{code: "nosuch‸"},
		{code: "‸"},
		{code: "if true {\n\tfmt.Print‸f(\"\"", want: "func fmt.Printf"},
		{code: "rand.New‸PCG(1, 2)", want: "NewPCG returns a new PCG"},
	}
	c := testCompleter(t)
	for _, tt := range tests {
		req := at(t, tt.code)
		req.Value = func(_ context.Context, name string) string { return "value of " + name }
		in := c.Inspect(t.Context(), req, tt.detail)
		plain := in.Data["text/plain"]
		if tt.want == "" {
			if in.Found {
				t.Errorf("%q: got %q, want nothing", tt.code, plain)
			}
			continue
		}
		for want := range strings.SplitSeq(tt.want, "|") {
			if !strings.Contains(strings.Join(strings.Fields(plain), " "), strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%q: %q is missing in\n%s", tt.code, want, plain)
			}
		}
		if tt.not != "" && strings.Contains(plain, tt.not) {
			t.Errorf("%q: %q should not be in\n%s", tt.code, tt.not, plain)
		}
	}
}

func TestInspectMarkdown(t *testing.T) {
	in := testCompleter(t).Inspect(t.Context(), at(t, "distance‸"), 1)
	want := "```go\nfunc distance(a Point, b Point) float64\n```\n\ndistance is Euclidean.\n\n```go\n" +
		"// distance is Euclidean.\nfunc distance(a, b Point) float64 { return 0 }\n```\n"
	if got := in.Data["text/markdown"]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestInspectMarkdownOfPackage(t *testing.T) {
	text := testCompleter(t).Inspect(t.Context(), at(t, "htt‸p.Get"), 0).Data["text/markdown"]
	if !strings.Contains(text, "\n#### Servers\n") || strings.Contains(text, "{#") {
		t.Errorf("a heading as front ends do not read it:\n%s", text)
	}
	if strings.Contains(text, "](/") {
		t.Errorf("a link without a host:\n%s", text)
	}
}
