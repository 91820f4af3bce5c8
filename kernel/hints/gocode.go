package hints

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
)

// This file keeps sentences from proposing text that is no Go: what a sentence takes from a line is parsed first.

// parses reports whether all that a sentence takes from the line or from the message is Go.
func (r *compiled) parses(groups map[string]string) bool {
	if r.Stage == Panic || r.Stage == Command {
		return true
	}
	ok := true
	os.Expand(inQuotes.ReplaceAllString(r.Say, ""), func(name string) string {
		ok = ok && (name == "estimator" || isGo(groups[name]))
		return ""
	})
	return ok
}

var (
	// inQuotes matches a group that a sentence proposes as a text.
	inQuotes = regexp.MustCompile(`"\$\w+"`)
	// signs matches operators and brackets alone.
	signs = regexp.MustCompile(`^[^\pL\pN_"'` + "`" + `]*$`)
)

// isGo reports whether a text is an operator, a keyword, an expression, a list of them, statements, the head of a
// loop, or the parameters and results of a function.
func isGo(text string) bool {
	if signs.MatchString(text) || token.IsKeyword(text) {
		return true
	}
	if strings.Contains(text, "**") { // Python's power, which Go reads as a product with what a pointer points to
		return false
	}
	for _, form := range []string{text, "T{" + text + "}", "x " + text, "func" + text + " {}"} {
		if _, err := parser.ParseExpr(form); err == nil {
			return true
		}
	}
	for _, form := range []string{text, "for " + text + " {}"} {
		if _, ok := statements(form); ok {
			return true
		}
	}
	return false
}

// funcName matches the name of a function that a line declares.
var funcName = regexp.MustCompile(`^\s*func\s+(\w+)`)

// bodyPrefix stands before statements that are parsed.
const bodyPrefix = "package p; func _() {"

// statements parses statements. Their offset is that in the text plus the length of bodyPrefix plus 1.
func statements(text string) (*ast.File, bool) {
	f, err := parser.ParseFile(token.NewFileSet(), "", bodyPrefix+text+"\n}", parser.SkipObjectResolution)
	return f, err == nil && len(f.Decls) == 1
}

// operands adds the operands and the operator of a binary operation as the groups a, o and b: of the operation that a message
// has as its group e, or of the one in the line at the column col.
func operands(groups map[string]string, line string, col int) bool {
	if e, ok := groups["e"]; ok {
		return split(groups, e, len(e), func(ast.Node) bool { return true })
	}
	at := token.Pos(len(bodyPrefix) + col)
	if m := funcName.FindStringSubmatchIndex(line); m != nil { // the function becomes one without a name, which is a statement
		line = line[:m[2]] + strings.Repeat(" ", m[3]-m[2]) + line[m[3]:]
	}
	around := func(n ast.Node) bool { return n.Pos() <= at && at < n.End() }
	for _, end := range []string{"", "}", "\n}}"} {
		if split(groups, line+end, len(line), around) {
			return true
		}
	}
	rest := strings.TrimLeft(strings.TrimLeft(line, "\t "), "}")
	return len(rest) < len(line) && split(groups, strings.Repeat(" ", len(line)-len(rest))+
		strings.Replace(rest, "else ", "     ", 1)+"}", len(line), around)
}

// split adds the groups of the innermost operation of a text that is picked and ends within its first n bytes.
func split(groups map[string]string, text string, n int, picks func(ast.Node) bool) (found bool) {
	f, ok := statements(text)
	if !ok {
		return false
	}
	part := func(x ast.Node) string {
		from, to := int(x.Pos())-1-len(bodyPrefix), int(x.End())-1-len(bodyPrefix)
		if from < 0 || to > n {
			return ""
		}
		return text[from:to]
	}
	first := groups["e"] != ""
	ast.Inspect(f, func(node ast.Node) bool {
		var a, b ast.Expr
		var op token.Token
		switch x := node.(type) {
		case *ast.BinaryExpr:
			a, op, b = x.X, x.Op, x.Y
		case *ast.AssignStmt:
			if len(x.Lhs) != 1 || len(x.Rhs) != 1 || x.Tok == token.ASSIGN || x.Tok == token.DEFINE {
				return true
			}
			a, op, b = x.Lhs[0], x.Tok, x.Rhs[0]
		default:
			return true
		}
		if !picks(node) || first && found {
			return true
		}
		left, right := part(a), part(b)
		found = left != "" && right != ""
		groups["a"], groups["o"], groups["b"] = left, op.String(), right
		return true
	})
	return found
}
