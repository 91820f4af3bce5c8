package program

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// This file finds what compiles and does nothing, or not what the line says: results that are thrown away, copies that are
// changed, values that a function cannot fill in, and errors that nothing reads.

// silentNotes returns a note for each finding in a statement or a function. last is the cell's last expression, which is shown, and
// isVar says whether a name is that of a variable.
func silentNotes(info *types.Info, root ast.Node, last ast.Expr, isVar func(string) bool) (notes []string) {
	add := func(note string) {
		if note != "" {
			notes = append(notes, note)
		}
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok && n.X != last {
				name := fullName(info, call)
				add(droppedNote(info, call, name))
				if filledNote(info, call, name) == "" {
					add(droppedError(info, call))
				}
			}
		case *ast.CallExpr:
			name := fullName(info, n)
			add(filledNote(info, n, name))
			if name == "fmt.Println" || name == "fmt.Print" {
				add(runeNote(info, n))
			}
			if strings.HasPrefix(name, "fmt.Print") {
				add(braceNote(info, n, isVar))
			}
		case *ast.BinaryExpr:
			add(durationNote(info, n))
		case *ast.RangeStmt:
			add(copyNote(info, n))
			add(indexNote(info, n))
			add(deferNote(n, n.Body))
		case *ast.ForStmt:
			add(deferNote(n, n.Body))
		}
		return true
	})
	return notes
}

// pure are functions that return a new value and change nothing: all of package strings that return a text, and these.
var pure = []string{"strings.ToUpper", "strings.ToLower", "strings.Title", "strings.TrimSpace", "strings.Trim", "strings.TrimLeft", "strings.TrimRight",
	"strings.TrimPrefix", "strings.TrimSuffix", "strings.ReplaceAll", "strings.Replace", "strings.Repeat", "strings.Join", "strings.Split",
	"strings.Fields", "strings.Contains", "fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln", "fmt.Errorf", "errors.New", "strconv.Itoa", "math.Sqrt",
	"math.Abs", "math.Round", "math.Floor", "math.Ceil", "math.Pow", "slices.Sorted", "slices.Insert", "slices.Delete", "slices.Compact",
	"slices.Clone", "slices.Concat", "slices.Contains", "slices.Max", "slices.Min", "maps.Clone", "sort.Reverse"}

// droppedNote is about results of functions that do nothing else.
func droppedNote(info *types.Info, call *ast.CallExpr, name string) string {
	sel, _ := call.Fun.(*ast.SelectorExpr)
	if name == "(time.Time).Add" || name == "(time.Time).AddDate" {
		return fmt.Sprintf("%s returns another time, and changes nothing: t = %s.", types.ExprString(sel), goText(call))
	}
	if !slices.Contains(pure, name) || len(call.Args) == 0 {
		return ""
	}
	x := goText(call.Args[0])
	if _, isName := call.Args[0].(*ast.Ident); isName && types.Identical(info.TypeOf(call), info.TypeOf(call.Args[0])) {
		return fmt.Sprintf("%s returns a new value, and %s stays as it is: %[2]s = %[3]s.", name, x, goText(call))
	}
	return fmt.Sprintf("%s returns a value, and nothing takes it: x := %s.", name, goText(call))
}

// unheeded are functions whose errors are dropped with reason.
var unheeded = []string{"Close", "Remove", "RemoveAll", "Setenv", "Unsetenv"}

// droppedError is about errors of functions that nothing takes: of package os, of Mercer's, and of the notebook's own.
func droppedError(info *types.Info, call *ast.CallExpr) string {
	var id *ast.Ident
	switch f := call.Fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	}
	f, ok := info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil || !isNamed(info.TypeOf(call), "error") || slices.Contains(unheeded, f.Name()) {
		return ""
	}
	if strings.HasPrefix(f.FullName(), "os.Remove") || f.FullName() == "os.Setenv" {
		return "" // what is not there need not be removed
	}
	if path := f.Pkg().Path(); path != "os" && path != "main" && path != "encoding/json" && !strings.HasPrefix(path, module.Path+"/mllib") {
		return ""
	}
	return fmt.Sprintf("Nothing takes the error of %s: if err := %s; err != nil { … }.", types.ExprString(call.Fun), goText(call))
}

// filling are functions that fill in what their arguments point to, and the number of the first such argument.
var filling = map[string]int{"encoding/json.Unmarshal": 1, "encoding/xml.Unmarshal": 1, "(*encoding/json.Decoder).Decode": 0, "fmt.Scan": 0, "fmt.Scanln": 0,
	"fmt.Sscan": 1, "fmt.Sscanln": 1, "fmt.Fscan": 1, "fmt.Fscanln": 1, "fmt.Scanf": 1, "fmt.Sscanf": 2, "fmt.Fscanf": 2}

// filledNote is about arguments that a function can only fill in through a pointer, about fields that JSON does not see, about
// durations without a unit and layouts of dates.
func filledNote(info *types.Info, call *ast.CallExpr, name string) string {
	if first, ok := filling[name]; ok && len(call.Args) > first {
		for _, x := range call.Args[first:] {
			if t := info.TypeOf(x); t != nil && !isReference(t) {
				return fmt.Sprintf("%s fills in what a pointer points to: &%s in the place of %[2]s.", types.ExprString(call.Fun), goText(x))
			}
		}
	}
	switch name {
	case "encoding/json.Marshal", "encoding/json.MarshalIndent":
		return fieldsNote(info.TypeOf(call.Args[0]))
	case "time.Sleep", "time.After":
		if v := info.Types[call.Args[0]].Value; v != nil && v.Kind() == constant.Int && isWholeLiteral(call.Args[0]) {
			return fmt.Sprintf("%s(%s) means %[2]s nanoseconds: %[2]s*time.Second, or %[2]s*time.Millisecond.", types.ExprString(call.Fun), goText(call.Args[0]))
		}
	case "(time.Time).Format", "time.Parse":
		if v := info.Types[call.Args[0]].Value; v != nil && strangeLayout.MatchString(constant.StringVal(v)) {
			return `A layout is written with the date of Go, 2006-01-02 15:04:05: t.Format("2006-01-02").`
		}
	}
	return ""
}

// durationNote is about durations that are compared with a number alone.
func durationNote(info *types.Info, x *ast.BinaryExpr) string {
	switch x.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return ""
	}
	if isNamed(info.TypeOf(x.X), "time.Duration") && isWholeLiteral(x.Y) && len(goText(x.Y)) < len("1000") {
		return fmt.Sprintf("%s %s %s compares with %[3]s nanoseconds: %[3]s*time.Second, or %[1]s.Seconds() %[2]s %[3]s.", goText(x.X), x.Op, goText(x.Y))
	}
	return ""
}

// strangeLayout matches layouts of dates in other languages.
var strangeLayout = regexp.MustCompile(`YYYY|yyyy|%[YmdHMS]|\bDD\b|\bdd\b`)

// isReference says whether a function can change what a value of the type leads to.
func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.TypeParam:
		return true
	}
	return false
}

// isWholeLiteral says whether an expression is a number alone, without a unit.
func isWholeLiteral(x ast.Expr) bool {
	lit, ok := ast.Unparen(x).(*ast.BasicLit)
	return ok && lit.Kind == token.INT && lit.Value != "0"
}

// fieldsNote is about structs all of whose fields begin with a small letter.
func fieldsNote(t types.Type) string {
	if t == nil {
		return ""
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() == 0 || has(t, nil, "MarshalJSON") {
		return ""
	}
	for f := range s.Fields() {
		if f.Exported() || f.Embedded() {
			return ""
		}
	}
	name := s.Field(0).Name()
	return fmt.Sprintf("JSON sees the fields that begin with a capital, and %s has none: %s%s with the tag `json:%q`.", goType(t), strings.ToUpper(name[:1]), name[1:], name)
}

// inBraces matches a name in braces, as other languages have it in texts.
var inBraces = regexp.MustCompile(`\$?\{([\pL_][\pL\pN_]*)(?::[^{}]*)?\}`)

// braceNote is about texts with a variable's name in braces.
func braceNote(info *types.Info, call *ast.CallExpr, isVar func(string) bool) string {
	for _, x := range call.Args {
		v := info.Types[x].Value
		if v == nil || v.Kind() != constant.String {
			continue
		}
		for _, m := range inBraces.FindAllStringSubmatch(constant.StringVal(v), -1) {
			if isVar(m[1]) {
				return fmt.Sprintf("Braces in a text are printed as they stand: fmt.Printf(\"… %%v …\\n\", %s) puts the value in.", m[1])
			}
		}
	}
	return ""
}

// isVariable says whether a name is that of a variable of the notebook, or of one that the checked program declares.
func (t *typed) isVariable(name string) bool {
	if d := t.req.Defs.Decl(name); d != nil {
		return d.Kind == defs.KindVar
	}
	for id, o := range t.check.Info.Defs {
		if id.Name == name && isVar(o) {
			return true
		}
	}
	return false
}

// runeNote is about characters that Println writes as numbers.
func runeNote(info *types.Info, call *ast.CallExpr) string {
	for _, x := range call.Args {
		_, isLit := x.(*ast.BasicLit)
		index, isIndex := x.(*ast.IndexExpr)
		ofText := isIndex && info.TypeOf(index.X) != nil && isBasic(info.TypeOf(index.X), types.IsString)
		if t := info.TypeOf(x); t == types.Universe.Lookup("rune").Type() && !isLit || ofText {
			return fmt.Sprintf("%s is a character, and Println writes its number: string(%[1]s) is the character as a text.", goText(x))
		}
	}
	return ""
}

// copyNote is about a loop that changes the copies of elements.
func copyNote(info *types.Info, loop *ast.RangeStmt) string {
	id, ok := loop.Value.(*ast.Ident)
	if !ok {
		return ""
	}
	v := info.Defs[id]
	if v == nil {
		return ""
	}
	if setAlone(info, loop.Body, v) {
		return fmt.Sprintf("%s is a copy of the element, and the element stays as it is: for i := range %s { %[2]s[i] … } changes it.", id.Name, goText(loop.X))
	}
	if field := onlySet(info, loop.Body, v); field != "" {
		return fmt.Sprintf("%s is a copy of the element, and the element stays as it is: for i := range %s { %[2]s[i].%[3]s = … } changes it.", id.Name, goText(loop.X), field)
	}
	return ""
}

// setAlone says whether a body changes a variable by an operator, and does nothing else with it.
func setAlone(info *types.Info, body ast.Node, v types.Object) bool {
	set, read := map[*ast.Ident]bool{}, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && info.Uses[id] == v && n.Tok != token.ASSIGN {
				set[id] = true
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok && info.Uses[id] == v {
				set[id] = true
			}
		case *ast.Ident:
			read = read || info.Uses[n] == v && !set[n]
		}
		return true
	})
	return len(set) > 0 && !read
}

// onlySet returns a field of a struct's copy that a body sets, if it does nothing else with the copy but read its fields.
func onlySet(info *types.Info, body ast.Node, v types.Object) (field string) {
	if _, isStruct := v.Type().Underlying().(*types.Struct); !isStruct {
		return ""
	}
	inSelector := map[*ast.Ident]bool{}
	set, read := "", false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				set = max(set, fieldOf(info, l, v))
			}
		case *ast.IncDecStmt:
			set = max(set, fieldOf(info, n.X, v))
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && info.Uses[id] == v {
				s := info.Selections[n]
				inSelector[id] = s != nil && s.Kind() == types.FieldVal
			}
		case *ast.Ident:
			read = read || info.Uses[n] == v && !inSelector[n]
		}
		return true
	})
	if read {
		return ""
	}
	return set
}

// fieldOf returns the field of a variable that an expression is, or "".
func fieldOf(info *types.Info, x ast.Expr, v types.Object) string {
	sel, ok := x.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if id, ok := sel.X.(*ast.Ident); ok && info.Uses[id] == v {
		return sel.Sel.Name
	}
	return ""
}

// methodNote is about a last line that names a method without arguments, and does not call it.
func (t *typed) methodNote() []string {
	sel, ok := t.last.expr.(*ast.SelectorExpr)
	if !ok || called(t.check.Info.TypeOf(sel)) == nil {
		return nil
	}
	if s := t.check.Info.Selections[sel]; s == nil || s.Kind() != types.MethodVal {
		return nil
	}
	return []string{fmt.Sprintf("%s is a method, and a call has parentheses: %[1]s().", goText(sel))}
}

// receiverNote is about a method that changes the copy that its receiver is.
func receiverNote(info *types.Info, fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 {
		return ""
	}
	recv := fn.Recv.List[0].Names[0]
	v := info.Defs[recv]
	if v == nil {
		return ""
	}
	field := onlySet(info, fn.Body, v)
	if field == "" || readsAfter(info, fn.Body, v) || readsField(info, fn.Body, v, field) {
		return ""
	}
	return fmt.Sprintf("%s is a copy inside of %s, and its caller's value stays as it is: func (%[1]s *%[3]s) %[2]s(…) changes that.", recv.Name, fn.Name.Name,
		types.ExprString(fn.Recv.List[0].Type))
}

// parameterNote is about a function that changes the copy that its argument is.
func parameterNote(info *types.Info, fn *ast.FuncDecl) string {
	for _, f := range fn.Type.Params.List {
		for _, id := range f.Names {
			v := info.Defs[id]
			if v == nil {
				continue
			}
			if field := onlySet(info, fn.Body, v); field != "" && !readsAfter(info, fn.Body, v) && !readsField(info, fn.Body, v, field) {
				return fmt.Sprintf("%s is a copy inside of %s, and its caller's value stays as it is: func %[2]s(%[1]s *%[3]s) changes that.", id.Name, fn.Name.Name,
					types.ExprString(f.Type))
			}
		}
	}
	return ""
}

// readsField says whether a body reads a field of a variable outside of what sets it.
func readsField(info *types.Info, body ast.Node, v types.Object, field string) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, r := range n.Rhs {
				found = found || mentionsVar(info, r, v)
			}
			return false
		case *ast.IncDecStmt:
			return false
		case *ast.SelectorExpr:
			found = found || fieldOf(info, n, v) == field
		}
		return true
	})
	return found
}

// readsAfter says whether a body returns something of a variable, so that what it sets is used.
func readsAfter(info *types.Info, body ast.Node, v types.Object) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		if !ok {
			return !found
		}
		for _, x := range r.Results {
			ast.Inspect(x, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && info.Uses[id] == v
				return true
			})
		}
		return true
	})
	return found
}

// indexNote is about a loop over numbers whose only variable has the name of an element and is added up.
func indexNote(info *types.Info, loop *ast.RangeStmt) string {
	if id, ok := loop.Key.(*ast.Ident); ok && loop.Value == nil && element(info.TypeOf(loop.X)) != nil && info.Defs[id] != nil &&
		setAlone(info, loop.Body, info.Defs[id]) {
		return fmt.Sprintf("%s is the index here, and the elements stay as they are: for i := range %s { %[2]s[i] … } changes them.", id.Name, goText(loop.X))
	}
	id, ok := loop.Key.(*ast.Ident)
	over, isName := loop.X.(*ast.Ident)
	if !ok || !isName || loop.Value != nil || info.Defs[id] == nil || !ofElement(id.Name, over.Name) {
		return ""
	}
	if _, isSlice := info.TypeOf(loop.X).Underlying().(*types.Slice); !isSlice {
		return ""
	}
	v, added, index := info.Defs[id], false, false
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			added = added || n.Tok != token.ASSIGN && n.Tok != token.DEFINE && len(n.Rhs) == 1 && mentionsVar(info, n.Rhs[0], v)
		case *ast.IndexExpr:
			index = index || mentionsVar(info, n.Index, v)
		}
		return true
	})
	if !added || index {
		return ""
	}
	return fmt.Sprintf("%s is the index here, 0, 1, 2 and so on; the elements are: for _, %[1]s := range %s { … }.", id.Name, over.Name)
}

// ofElement says whether a name is one for an element of a slice: x of xs, p or price of prices.
func ofElement(name, slice string) bool {
	return name != "i" && name != "j" && name != "k" && name != "idx" && name != "index" && len(name) < len(slice) && strings.HasPrefix(slice, name)
}

// mentionsVar says whether a variable stands in an expression.
func mentionsVar(info *types.Info, x ast.Expr, v types.Object) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && info.Uses[id] == v
		return true
	})
	return found
}

// deferNote is about defer in a loop.
func deferNote(loop ast.Node, body *ast.BlockStmt) (note string) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			note = fmt.Sprintf("defer waits for the end of the function, and not of the round: %s runs for all rounds at its end.", goText(n.Call))
		}
		return note == ""
	})
	return note
}

// unreadErrors is about errors of calls at the cell's top level whose other results the cell uses, while nothing reads the error.
func unreadErrors(info *types.Info, stmts []ast.Stmt) (notes []string) {
	for i, s := range stmts {
		a, ok := s.(*ast.AssignStmt)
		if !ok || a.Tok != token.DEFINE || len(a.Rhs) != 1 || len(a.Lhs) < 2 {
			continue
		}
		call, ok := a.Rhs[0].(*ast.CallExpr)
		err, isName := a.Lhs[len(a.Lhs)-1].(*ast.Ident)
		if !ok || !isName || err.Name == "_" || !isNamed(info.TypeOf(err), "error") {
			continue
		}
		reads, uses := false, false
		for _, later := range stmts[i+1:] {
			reads = reads || mentionsName(later, err.Name)
			for _, l := range a.Lhs[:len(a.Lhs)-1] {
				id, ok := l.(*ast.Ident)
				uses = uses || ok && id.Name != "_" && mentionsName(later, id.Name)
			}
		}
		if uses && !reads {
			notes = append(notes, fmt.Sprintf("This cell does not read %s, the error of %s; where it is set, the other values are zero: if %[1]s != nil { … }.",
				err.Name, types.ExprString(call.Fun)))
		}
	}
	return notes
}

// mentionsName says whether a statement has a name.
func mentionsName(s ast.Stmt, name string) (found bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}
