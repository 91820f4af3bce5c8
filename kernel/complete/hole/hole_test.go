package hole

import (
	"fmt"
	"go/ast"
	"go/token"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// fill fills the hole at the mark in a text.
func fill(t *testing.T, text string) *Cell {
	t.Helper()
	at := strings.Index(text, "¦")
	c, err := cell.Split(text[:at] + text[at+len("¦"):])
	if err != nil {
		t.Fatal(err)
	}
	from, to := WordBefore(c.Go, at), WordAfter(c.Go, at)
	return Fill(c, from, to, Name)
}

// A name put at the cursor is found in the syntax, whatever is open there; what it stands in tells what is wanted.
func TestFill(t *testing.T) {
	for _, test := range []struct{ text, in string }{
		{"x := ¦", "*ast.AssignStmt"}, {"fmt.¦", "*ast.SelectorExpr"}, {"f(a, ¦", "*ast.CallExpr"}, {"f(a, []int{1, ¦", "*ast.CompositeLit"},
		{"if x > ¦", "*ast.BinaryExpr"}, {"for i := range ¦", "*ast.RangeStmt"}, {"func f() {\n\treturn ¦", "*ast.ReturnStmt"}, {"var x ¦", "*ast.ValueSpec"},
		{"switch x {\ncase ¦", "*ast.CaseClause"}, {"a := b[¦\nfunc f() {}\nc := 1", "*ast.IndexExpr"}, {"x := 1 )\ny := x.¦", "*ast.SelectorExpr"},
		{"type T struct {\n\tA ¦\n}", "*ast.Field"}, {"%%\nx.¦", "*ast.SelectorExpr"}, {"go func() { x.¦ }()", "*ast.SelectorExpr"}, {"T{A: ¦}", "*ast.KeyValueExpr"},
	} {
		c := fill(t, test.text)
		if c == nil {
			t.Errorf("%q: no name", test.text)
			continue
		}
		if got := fmt.Sprintf("%T", c.Parent(1)); got != test.in || c.Name == nil || c.Name.Name != Name && !strings.HasPrefix(c.Name.Name, Name) {
			t.Errorf("%q: %s, want %s", test.text, got, test.in)
		}
	}
	if c := fill(t, "func f() {\n\tx := 1\n\tx.¦\n}\ny := 2"); c == nil || len(c.Place()) != 1 || len(c.CellDecls()) != 1 {
		t.Error("the function that the cursor is in")
	}
	if c := fill(t, "import \"fmt\"\nx.¦"); c == nil || len(c.ImportSpecs()) != 1 || len(c.CellDecls()) != 0 {
		t.Error("imports")
	}
}

// No text makes it panic or wait, wherever the cursor is.
func TestFillAnything(t *testing.T) {
	pieces := strings.Split("func |f|(|)|{|}|[|]|x|.|:=|if |for |\n|\"|`|/*|//|,|range |struct|type |T|%%\n|'|1|é|¦|;|:|...|chan |<-|go ", "|")
	rng := rand.New(rand.NewPCG(8, 8))
	for range 400 {
		var b strings.Builder
		for range rng.IntN(25) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		text := strings.ReplaceAll(b.String(), "¦", "")
		c, _ := cell.Split(text)
		at := rng.IntN(len(c.Go) + 1)
		if got := Fill(c, WordBefore(c.Go, at), WordAfter(c.Go, at), Name); got != nil {
			if _, ok := got.Parent(0).(*ast.Ident); !ok {
				t.Errorf("%q at %d: what is found is no name", text, at)
			}
		}
	}
}

func TestTokens(t *testing.T) {
	text := "x := `a\r\nb` + f(\"c\") // end"
	toks := Lex(text)
	var got []string
	for _, tok := range toks {
		got = append(got, text[tok.From:tok.To])
	}
	if strings.Join(got, "|") != "x|:=|`a\r\nb`|+|f|(|\"c\"|)|// end" {
		t.Errorf("%q", got)
	}
	for _, test := range []struct {
		at   int
		want token.Token
	}{{strings.Index(text, "a\r"), token.STRING}, {strings.Index(text, "\"c") + 1, token.STRING}, {len(text), token.COMMENT}, {2, token.ILLEGAL}} {
		kind := token.ILLEGAL
		if in := Inside(toks, test.at); in != nil {
			kind = in.Kind
		}
		if kind != test.want {
			t.Errorf("inside of %v at %d, want %v", kind, test.at, test.want)
		}
	}
	if n := len(Before(toks, len(text))); n != len(toks)-1 {
		t.Errorf("%d tokens without the comment", n)
	}
	if open := openBrackets(Lex("f(a[{")); len(open) != 3 {
		t.Errorf("open: %v", open)
	}
}

// Code points there and byte offsets back, in texts of all sorts.
func TestOffsets(t *testing.T) {
	text := "aé𝛼\nz"
	for points, at := range map[int]int{0: 0, 1: 1, 2: 3, 3: 7, 4: 8, 5: 9, 99: 9, -1: 9} {
		if got := ByteOffset(text, points); got != at {
			t.Errorf("%d code points are %d bytes, want %d", points, got, at)
		}
	}
	if CodePoints(text, 7) != 3 || WordBefore(text, 7) != 0 || WordAfter(text, 0) != 7 || LineStart(text, 9) != 8 || LineEnd(text, 0) != 7 {
		t.Error("words and lines")
	}
}
