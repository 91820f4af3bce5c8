package mutate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/formula/mutate"
)

// Slip is one change of a cell.
type Slip struct {
	Kind   string // as in package display/formula/mutate; for checks "expected", "bound" or "direction"
	Check  bool   // of a check, else of a derivation
	Line   int    // in the cell, from 1
	Was    string // what stood there
	Is     string // what stands there now
	In     string // the formula or the call around it
	Source string // the whole cell with the slip
}

// direction is the kind of the slip of a check by which an inequality points the other way.
const direction = "direction"

// turnsRelation reports whether the slip turns a relation round, as ≥ for ≤.
func (s Slip) turnsRelation() bool {
	return s.Kind == direction || s.Kind == mutate.Relation.String()
}

// String is the slip in one line.
func (s Slip) String() string {
	return fmt.Sprintf("line %d, %s: %s → %s in %s", s.Line, s.Kind, short(s.Was), short(s.Is), short(s.In))
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 70 {
		return string(r[:69]) + "…"
	}
	return s
}

// Slips lists the slips of a cell.
func Slips(source string) []Slip {
	if first, body, ok := strings.Cut(source, "\n"); ok && strings.HasPrefix(first, "%%derive") {
		return derivation(source, len(first)+1, body)
	}
	return ofGo(source)
}

// derivation lists the slips of a derivation that stands in a cell from an offset on.
func derivation(source string, offset int, text string) []Slip {
	list, err := mutate.Of(text)
	if err != nil {
		return nil
	}
	var slips []Slip
	above := strings.Count(source[:offset], "\n")
	for _, m := range list {
		slips = append(slips, Slip{
			Kind: m.Kind.String(), Line: above + m.Line, Was: m.Was, Is: m.Is, In: m.Original,
			Source: source[:offset] + m.Text + source[offset+len(text):],
		})
	}
	return slips
}

// wrapping is what stands before a cell's text so that its statements parse as Go.
const wrapping = "package p; func _() {\n"

// ofGo lists the slips of the derivations and checks in a cell of Go. A cell with declarations that cannot stand in a function is
// parsed as a file.
func ofGo(source string) []Slip {
	fset := token.NewFileSet()
	offset := len(wrapping)
	node, err := parser.ParseFile(fset, "cell.go", wrapping+blankCommands(source)+"\n}", parser.SkipObjectResolution)
	if err != nil {
		node, offset = mixed(fset, source)
	}
	if node == nil {
		return nil
	}
	var slips []Slip
	at := func(p token.Pos) int { return fset.Position(p).Offset - offset }
	ast.Inspect(node, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f := finder{source: source, at: at}
		slips = append(slips, f.call(call)...)
		return true
	})
	return slips
}

// mixed parses a cell in which functions are declared among statements: what is at the top level of a file is left out by turns.
func mixed(fset *token.FileSet, source string) (*ast.File, int) {
	lines := strings.Split(blankCommands(source), "\n")
	inside := false
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "func ") && strings.HasSuffix(line, "}"), strings.HasPrefix(line, "import \""), strings.HasPrefix(line, "func ") && !strings.HasSuffix(line, "{"):
			lines[i] = strings.Repeat(" ", len(line))
		case strings.HasPrefix(line, "func "), strings.HasPrefix(line, "import ("):
			inside = true
			lines[i] = strings.Repeat(" ", len(line))
		case inside:
			inside = !(line == "}" || line == ")")
			lines[i] = strings.Repeat(" ", len(line))
		}
	}
	node, err := parser.ParseFile(fset, "cell.go", wrapping+strings.Join(lines, "\n")+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return nil, 0
	}
	return node, len(wrapping)
}

// blankCommands blanks the lines of cell commands, so that places stay.
func blankCommands(source string) string {
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!") {
			lines[i] = strings.Repeat(" ", len(line))
		}
	}
	return strings.Join(lines, "\n")
}

// finder finds the slips of one call.
type finder struct {
	source string
	at     func(p token.Pos) int
}

func (f finder) call(call *ast.CallExpr) []Slip {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	name := sel.Sel.Name
	if x, ok := sel.X.(*ast.Ident); ok && x.Name == "derive" && name == "Prove" && len(call.Args) >= 2 {
		return f.prove(call.Args[1])
	}
	if c, ok := checks[name]; ok && len(call.Args) > c.expected && f.isText(call.Args[0]) {
		return f.check(call, sel.Sel, c)
	}
	return nil
}

// prove lists the slips of a text in back quotes.
func (f finder) prove(arg ast.Expr) []Slip {
	lit, ok := arg.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING || !strings.HasPrefix(lit.Value, "`") {
		return nil
	}
	return derivation(f.source, f.at(lit.Pos())+1, lit.Value[1:len(lit.Value)-1])
}

func (f finder) isText(arg ast.Expr) bool {
	switch arg := arg.(type) {
	case *ast.BasicLit:
		return arg.Kind == token.STRING
	case *ast.CallExpr, *ast.BinaryExpr, *ast.Ident:
		return true
	}
	return false
}

// checkKind says where a check has what it expects, and which check is its opposite.
type checkKind struct {
	expected int    // argument
	kind     string // of the slip
	opposite string
}

// checks are the checks of package check with a number or value that they expect.
var checks = map[string]checkKind{
	"Near": {2, "expected", ""}, "Relative": {2, "expected", ""}, "Equal": {2, "expected", ""},
	"Slice": {2, "expected", ""}, "Matrix": {2, "expected", ""}, "Simulated": {2, "expected", ""},
	"Less": {2, "bound", "Greater"}, "Greater": {2, "bound", "Less"}, "AtMost": {2, "bound", "AtLeast"}, "AtLeast": {2, "bound", "AtMost"},
	"Within": {2, "bound", ""}, "True": {1, "bound", ""},
}

// turned are the relations that point the other way.
var turned = map[token.Token]token.Token{token.LEQ: token.GEQ, token.GEQ: token.LEQ,
	token.LSS: token.GTR, token.GTR: token.LSS}

// check lists the slips of a check: its first number in what it expects is changed, and its direction.
func (f finder) check(call *ast.CallExpr, name *ast.Ident, c checkKind) []Slip {
	var slips []Slip
	around := f.source[f.at(call.Pos()):f.at(call.End())]
	add := func(kind string, from, to int, is string) {
		slips = append(slips, Slip{Kind: kind, Check: true, Line: 1 + strings.Count(f.source[:from], "\n"), Was: f.source[from:to], Is: is,
			In: around, Source: f.source[:from] + is + f.source[to:]})
	}
	if lit := firstNumber(call.Args[c.expected]); lit != nil {
		if is := other(lit.Value); is != "" {
			add(c.kind, f.at(lit.Pos()), f.at(lit.End()), is)
		}
	}
	for _, b := range comparisons(call.Args[c.expected]) {
		at := f.at(b.OpPos)
		add(direction, at, at+len(b.Op.String()), turned[b.Op].String())
	}
	if c.opposite != "" {
		add(direction, f.at(name.Pos()), f.at(name.End()), c.opposite)
	}
	return slips
}

// comparisons are the inequalities that a condition is made of by && and ||.
func comparisons(e ast.Expr) []*ast.BinaryExpr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return comparisons(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return append(comparisons(e.X), comparisons(e.Y)...)
		}
		if turned[e.Op] != 0 {
			return []*ast.BinaryExpr{e}
		}
	}
	return nil
}

// firstNumber is the first number in an expression that is no index.
func firstNumber(e ast.Expr) (found *ast.BasicLit) {
	ast.Inspect(e, func(n ast.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.IndexExpr:
			return false
		case *ast.BasicLit:
			if n.Kind == token.INT || n.Kind == token.FLOAT {
				found = n
			}
		}
		return true
	})
	return found
}

// other is a number near to one that is written: an integer one more, another number with its last digits changed by a hundredth of it.
func other(text string) string {
	if k, err := strconv.Atoi(text); err == nil {
		return strconv.Itoa(k + 1)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatFloat(x*1.01+1e-6, 'g', -1, 64)
}
