package program

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// This file finds what compiles and means something else in other languages, as go vet does: ^ as a power, string(n), =+,
// verbs of Printf that do not fit, and // for whole quotients.

// traps returns a note for each finding in a statement or a function.
func traps(info *types.Info, root ast.Node) (notes []string) {
	ast.Inspect(root, func(n ast.Node) bool {
		note := ""
		switch n := n.(type) {
		case *ast.BinaryExpr:
			note = powerNote(info, n)
		case *ast.AssignStmt:
			note = signNote(n)
		case *ast.CallExpr:
			note = callNote(info, n)
		}
		if note != "" {
			notes = append(notes, note)
		}
		return true
	})
	return notes
}

// powerNote is about ^ between numbers that are written in decimals, or between a variable and 2 or 3.
func powerNote(info *types.Info, x *ast.BinaryExpr) string {
	n, ok := x.Y.(*ast.BasicLit)
	if x.Op != token.XOR || !ok || strings.HasPrefix(n.Value, "0") {
		return ""
	}
	switch base := x.X.(type) {
	case *ast.BasicLit:
		if strings.HasPrefix(base.Value, "0") || info.Types[x].Value == nil {
			return ""
		}
		return fmt.Sprintf("%[1]s^%[2]s is %[3]s: ^ compares bits and is no power. The power is math.Pow(%[1]s, %[2]s).",
			base.Value, n.Value, info.Types[x].Value)
	case *ast.Ident, *ast.SelectorExpr:
		if n.Value == "2" || n.Value == "3" {
			name := types.ExprString(base)
			return fmt.Sprintf("%[1]s^%[2]s compares bits and is no power. The power is %[3]s.", name, n.Value,
				strings.TrimSuffix(strings.Repeat(name+"*", int(n.Value[0]-'0')), "*"))
		}
	}
	return ""
}

// signNote is about =+ and =-, written as one.
func signNote(a *ast.AssignStmt) string {
	if a.Tok != token.ASSIGN || len(a.Rhs) != 1 {
		return ""
	}
	x, ok := a.Rhs[0].(*ast.UnaryExpr)
	if !ok || x.Op != token.ADD && x.Op != token.SUB || x.OpPos != a.TokPos+1 || x.X.Pos() == x.OpPos+1 {
		return ""
	}
	return fmt.Sprintf("%[1]s =%[2]s %[3]s sets %[1]s to %[2]s%[3]s. To change it by %[3]s, write %[1]s %[2]s= %[3]s.",
		types.ExprString(a.Lhs[0]), x.Op, types.ExprString(x.X))
}

// callNote is about conversions to texts and about calls with formats.
func callNote(info *types.Info, call *ast.CallExpr) string {
	if id, ok := call.Fun.(*ast.Ident); ok && len(call.Args) > 0 && info.Uses[id] == types.Universe.Lookup("string") {
		return stringNote(info, call.Args[0])
	}
	switch fullName(info, call) {
	case "fmt.Printf", "fmt.Sprintf", "fmt.Errorf", "log.Printf", "log.Fatalf":
		return formatNote(info, call, 0)
	case "fmt.Fprintf":
		return formatNote(info, call, 1)
	case "fmt.Println", "fmt.Print":
		return printNote(info, call)
	}
	return ""
}

// fullName is the full name of the function of a package that is called, or "".
func fullName(info *types.Info, call *ast.CallExpr) string {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		if f, ok := info.Uses[sel.Sel].(*types.Func); ok {
			return f.FullName()
		}
	}
	return ""
}

// stringNote is about string(n), where n is a whole number and no character.
func stringNote(info *types.Info, x ast.Expr) string {
	t, ok := types.Unalias(typeOf(info, x)).Underlying().(*types.Basic)
	if !ok || t.Info()&types.IsInteger == 0 || t.Kind() == types.Int32 || t.Kind() == types.Uint8 || t.Kind() == types.UntypedRune {
		return ""
	}
	name := types.ExprString(x)
	return fmt.Sprintf("string(%[1]s) is the character with the number %[1]s. The number as a text is fmt.Sprint(%[1]s).", name)
}

// verb matches a verb of Printf with its flags.
var verb = regexp.MustCompile(`%[-+#0]*\d*(?:\.\d+)?([a-zA-Z%])`)

// percent matches a percent sign before what is no verb.
var percent = regexp.MustCompile(`(?:^|[^%])(?:%%)*%(?:[\n,;:)!?]|$)`)

// formatNote is about verbs that do not fit the numbers that follow them; formats with * or indices are left alone.
// The format is the argument at an index.
func formatNote(info *types.Info, call *ast.CallExpr, at int) string {
	if len(call.Args) <= at {
		return ""
	}
	format := info.Types[call.Args[at]].Value
	if format == nil || format.Kind() != constant.String || call.Ellipsis != token.NoPos {
		return ""
	}
	text, args := constant.StringVal(format), call.Args[at+1:]
	if m := percent.FindString(text); m != "" {
		return "A percent sign in a format is written twice: %%."
	}
	if strings.ContainsAny(text, "*[") || strings.Contains(text, "% ") {
		return ""
	}
	i := 0
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[1] == "%" {
			continue
		}
		if i >= len(args) {
			return fmt.Sprintf("%s needs a value, and the call has none for it.", m[0])
		}
		if note := verbNote(m[0], m[1], typeOf(info, args[i]), types.ExprString(args[i])); note != "" {
			return note
		}
		i++
	}
	if i < len(args) {
		return fmt.Sprintf("The format has no verb for %s: %%v writes any value.", types.ExprString(args[i]))
	}
	return ""
}

// verbNote is about one verb and its value.
func verbNote(text, verb string, t types.Type, x string) string {
	if real, ok := otherVerbs[verb]; ok {
		return fmt.Sprintf("%s is no verb of Go: %s writes it.", text, real)
	}
	if t = types.Default(t); has(t, nil, "Format") || has(t, nil, "String") || has(t, nil, "Error") {
		return ""
	}
	for elem := elements(t); elem != nil; elem = elements(t) {
		t = elem
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return ""
	}
	kind := basic.Info()
	switch {
	case verb == "t" && kind&types.IsBoolean == 0:
		return fmt.Sprintf("%s is for true and false, and %s is neither: %%v writes it.", text, x)
	case strings.Contains("dfegs", verb) && kind&types.IsBoolean != 0:
		return fmt.Sprintf("%s is not for true and false, and %s is one: %%t or %%v writes it.", text, x)
	case verb == "d" && kind&types.IsFloat != 0:
		return fmt.Sprintf("%s is for whole numbers, and %s is a fraction: %%v, %%g or %%.2f writes it.", text, x)
	case strings.Contains("feg", verb) && kind&types.IsInteger != 0:
		return fmt.Sprintf("%s is for fractions, and %s is a whole number: %%d or %%v writes it.", text, x)
	case verb == "s" && kind&types.IsNumeric != 0:
		return fmt.Sprintf("%s is for texts, and %s is a number: %%v writes it.", text, x)
	case strings.Contains("dfeg", verb) && kind&types.IsString != 0:
		return fmt.Sprintf("%s is for numbers, and %s is a text: %%s or %%v writes it.", text, x)
	}
	return ""
}

// otherVerbs are verbs of C and Python, and Go's.
var otherVerbs = map[string]string{"i": "%d", "u": "%d", "l": "%d or %f, without l,", "r": "%v or %q", "z": "%d"}

// elements returns the type of the elements of a slice or an array, whose verb goes to each of them.
func elements(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if isBasic(u.Elem(), types.IsInteger) && types.Unalias(u.Elem()).Underlying() == types.Typ[types.Uint8] {
			return nil // a text for %s and %x
		}
		return u.Elem()
	case *types.Array:
		return u.Elem()
	}
	return nil
}

// printNote is about a verb in a text that Println does not look at.
func printNote(info *types.Info, call *ast.CallExpr) string {
	if len(call.Args) > 1 {
		if text := info.Types[call.Args[0]].Value; text != nil && text.Kind() == constant.String {
			for _, m := range verb.FindAllStringSubmatch(constant.StringVal(text), -1) {
				if strings.Contains("dfgesvqtT", m[1]) {
					return fmt.Sprintf("%s has a meaning for fmt.Printf only: Println writes it as it stands.", m[0])
				}
			}
		}
	}
	return ""
}

// quotientComment matches a line that Python reads as a whole quotient: a number, // and another number.
var quotientComment = regexp.MustCompile(`(?m)^\s*(?:\w+\s*:?=\s*)?(\d+)\s*//\s*(\d+)\s*$`)

// commentNotes are about // between two numbers.
func commentNotes(text string) []string {
	m := quotientComment.FindStringSubmatch(text)
	if m == nil || m[1] == m[2] {
		return nil
	}
	return []string{fmt.Sprintf("// begins a comment, so that the value is %[1]s. The whole quotient is %[1]s / %[2]s.", m[1], m[2])}
}
