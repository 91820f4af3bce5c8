package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// This file has the sentences about values that stand where another type is needed: in an assignment, an argument, a
// result or an element.

// otherType is about a value of another type than its place needs.
func (p *place) otherType(m []string) string {
	x, want, where := p.expr(m[1]), m[3], m[4]
	if x == nil {
		x = p.argument(m[1])
	}
	if x == nil || strings.HasPrefix(want, "*mat.") || strings.HasPrefix(want, "mat.") || strings.Contains(want, "rand.Source") ||
		strings.HasPrefix(where, "mat.") {
		return ""
	}
	t := p.info.TypeOf(x)
	if t == nil || t == types.Typ[types.Invalid] {
		return ""
	}
	u := use{x: x, text: goText(x), t: t, has: goType(types.Default(t)), want: want}
	for _, say := range []func() string{
		func() string { return p.namedNumber(u) }, func() string { return p.behindPointer(u) }, func() string { return p.otherOrder(u) }, func() string { return p.inner(u) }, func() string { return isParsed(u, where) }, func() string { return p.spread(u, where) }, u.call, func() string { return u.slices(where) }, u.pointers, u.texts, u.errors, u.channels, u.conditions, u.asserted,
		u.numbers,
	} {
		if text := say(); text != "" {
			return text
		}
	}
	return ""
}

// argument returns the expression at the place, where the message shortens it.
func (p *place) argument(text string) ast.Expr {
	if !strings.Contains(text, "…") && !strings.Contains(text, "literal") {
		return nil
	}
	for _, n := range p.path {
		if x, ok := n.(ast.Expr); ok && x.Pos() == p.pos {
			if _, composite := x.(*ast.CompositeLit); composite {
				return x
			}
		}
	}
	return nil
}

// use is a value and the type that its place needs.
type use struct {
	x         ast.Expr
	text      string
	t         types.Type
	has, want string // the types as the cell writes them
}

// namedNumber is about a number in the place of one of a type of its own.
func (p *place) namedNumber(u use) string {
	if t, ok := p.lookup(u.want).(*types.Named); ok && isBasic(t, types.IsNumeric) && isBasic(u.t, types.IsNumeric) {
		return "a number of another type is converted: " + u.want + "(" + u.text + ")"
	}
	return ""
}

// noInference is about a generic function whose argument is no slice.
func (p *place) noInference(m []string) string {
	call, ok := around[*ast.CallExpr](p)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	id, ok := call.Fun.(*ast.Ident)
	if !ok || p.info.Uses[id] == nil {
		return ""
	}
	f, ok := p.info.Uses[id].Type().(*types.Signature)
	if !ok || f.Params().Len() == 0 || f.Variadic() {
		return ""
	}
	given := p.info.TypeOf(call.Args[0])
	if _, slice := f.Params().At(0).Type().(*types.Slice); slice && given != nil && element(given) == nil {
		return fmt.Sprintf("its argument is a slice: %s([]%s{%s})", id.Name, goType(types.Default(given)), goText(call.Args[0]))
	}
	return ""
}

// otherVariable is about := with a name that has another type.
func (p *place) otherVariable(m []string) string {
	a, ok := around[*ast.AssignStmt](p)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return ""
	}
	has, given := p.info.TypeOf(a.Lhs[0]), p.info.TypeOf(a.Rhs[0])
	if has == nil || given == nil || given == types.Typ[types.Invalid] || assignable(given, has) {
		return ""
	}
	return fmt.Sprintf("%s is declared already, with the type %s: another name takes %s", goText(a.Lhs[0]), goType(has), goText(a.Rhs[0]))
}

// behindPointer is about = with a pointer, where the value behind it is meant.
func (p *place) behindPointer(u use) string {
	a, ok := around[*ast.AssignStmt](p)
	if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != 1 || a.Rhs[0] != u.x || u.want != "*"+u.has || !isBasic(u.t, types.IsConstType) {
		return ""
	}
	return fmt.Sprintf("*%s = %s sets the value that %[1]s points to", goText(a.Lhs[0]), u.text)
}

// inner is about a value in the place of a struct that holds it.
func (p *place) inner(u use) string {
	t, ok := p.lookup(u.want).(*types.Named)
	if !ok {
		return ""
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() == 0 || !assignable(u.t, s.Field(0).Type()) {
		return ""
	}
	return fmt.Sprintf("%s is a struct, and its value has braces: %[1]s{%s: %s}", u.want, s.Field(0).Name(), u.text)
}

// isParsed is about package strconv with what needs no conversion.
func isParsed(u use, where string) string {
	if lit, ok := u.x.(*ast.BasicLit); ok && lit.Kind == token.CHAR {
		return ""
	}
	switch {
	case strings.HasPrefix(where, "strconv.Atoi") || strings.HasPrefix(where, "strconv.Parse") && u.want == "string":
		if isBasic(u.t, types.IsNumeric) {
			return u.text + " is a number already; strconv reads numbers from texts"
		}
	case strings.HasPrefix(where, "strconv.Itoa") && u.has == "string":
		return u.text + " is a text already; strconv.Atoi goes the other way"
	}
	return ""
}

// callOf says that a function is called: one that stands there, or the result of another one.
func callOf(x ast.Expr) string {
	if _, isCall := x.(*ast.CallExpr); isCall {
		return fmt.Sprintf("%s returns a function: f := %[1]s, then f()", goText(x))
	}
	return "a call has parentheses: " + goText(x) + "()"
}

// otherOrder is about two arguments that stand in each other's place.
func (p *place) otherOrder(u use) string {
	call, ok := around[*ast.CallExpr](p)
	if !ok || len(call.Args) != 2 || call.Args[0] != u.x && call.Args[1] != u.x {
		return ""
	}
	a, b := p.info.TypeOf(call.Args[0]), p.info.TypeOf(call.Args[1])
	first, second := p.parameter(call, 0), p.parameter(call, 1)
	if a == nil || b == nil || first == nil || second == nil || !assignable(a, second) || !assignable(b, first) || assignable(a, first) || assignable(b, second) {
		return ""
	}
	return fmt.Sprintf("the arguments stand in the other order: %s(%s, %s)", goText(call.Fun), goText(call.Args[1]), goText(call.Args[0]))
}

// spread is about slices among the last arguments of a function that takes any number.
func (p *place) spread(u use, where string) string {
	call, ok := around[*ast.CallExpr](p)
	elem := element(u.t)
	if !ok || where == "" || elem == nil || len(call.Args) == 0 || call.Args[len(call.Args)-1] != u.x || call.Ellipsis != token.NoPos {
		return ""
	}
	f, ok := p.info.TypeOf(call.Fun).(*types.Signature)
	builtin := where == "append"
	if _, isSlice := u.t.Underlying().(*types.Slice); !isSlice || goType(elem) != u.want || !builtin && !(ok && f.Variadic()) {
		return ""
	}
	args := make([]string, len(call.Args))
	for i, a := range call.Args {
		args[i] = goText(a)
	}
	return fmt.Sprintf("three dots pass the elements of a slice: %s(%s...)", goText(call.Fun), strings.Join(args, ", "))
}

// call is about parentheses that are missing, or that are too many.
func (u use) call() string {
	if r := called(u.t); r != nil && goType(r) == u.want {
		return callOf(u.x)
	}
	if c, ok := u.x.(*ast.CallExpr); ok && strings.HasPrefix(u.want, "func(") {
		return "a function is passed without parentheses, which would call it: " + goText(c.Fun)
	}
	return ""
}

// slices is about slices and their elements.
func (u use) slices(where string) string {
	if u.want == "[]int" && strings.HasSuffix(where, "Fit") {
		return "" // labels, about which package hints has a sentence
	}
	s, isSlice := u.t.Underlying().(*types.Slice)
	if isSlice && goType(s.Elem()) == u.want && strings.HasPrefix(where, "math.") {
		return fmt.Sprintf("%s takes one number: for i, x := range %s { ys[i] = %[1]s(x) }, with ys := make([]float64, len(%[2]s))", where, u.text)
	}
	wantElem, wantSlice := strings.CutPrefix(u.want, "[]")
	switch {
	case u.has == "string" && wantSlice, u.has == "[]string" && u.want == "string", u.has == "[]byte" && u.want == "string":
		return ""
	case isSlice && wantSlice && isLiteral(u.x) && isNumber(wantElem) && isBasic(s.Elem(), types.IsNumeric):
		return "the numbers of the literal have the other type from the start: " + u.want + strings.TrimPrefix(u.text, u.has)
	case isSlice && wantSlice && isBasic(s.Elem(), types.IsNumeric) && isNumber(wantElem):
		return fmt.Sprintf("a slice is converted element by element: ys := make(%s, len(%s)), then for i, x := range %[2]s { ys[i] = %[3]s(x) }", u.want, u.text, wantElem)
	case isSlice && wantElem == "any":
		return fmt.Sprintf("a slice is converted element by element: ys := make(%s, len(%s)), then for i, x := range %[2]s { ys[i] = x }", u.want, u.text)
	case wantSlice && wantElem == u.has:
		return fmt.Sprintf("a slice with one element is %s{%s}", u.want, u.text)
	case isSlice && goType(s.Elem()) == u.want:
		return fmt.Sprintf("%s is a slice: its first element is %[1]s[0], and for _, x := range %[1]s { … } goes over all", u.text)
	}
	if a, ok := u.t.Underlying().(*types.Array); ok && wantSlice && goType(a.Elem()) == wantElem {
		if _, isName := u.x.(*ast.Ident); isName {
			return fmt.Sprintf("a slice of all elements of the array is %s[:]", u.text)
		}
	}
	return ""
}

func isLiteral(x ast.Expr) bool { _, ok := x.(*ast.CompositeLit); return ok }

// isNumber says whether a type of numbers has a name.
func isNumber(name string) bool {
	t := types.Universe.Lookup(name)
	return t != nil && isBasic(t.Type(), types.IsNumeric)
}

// pointers is about values in the place of pointers, and the other way round.
func (u use) pointers() string {
	p, isPointer := u.t.Underlying().(*types.Pointer)
	switch {
	case isPointer && goType(p.Elem()) == u.want && strings.HasPrefix(u.text, "&"):
		return "the value itself stands without &: " + u.text[1:]
	case isPointer && goType(p.Elem()) == u.want:
		return fmt.Sprintf("%s is a pointer, and the value has a star: *%[1]s", u.text)
	case u.want == "*"+u.has:
		switch u.x.(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.CompositeLit:
			return fmt.Sprintf("a pointer to %s is &%[1]s", u.text)
		}
		v := variableFor(u.t)
		return fmt.Sprintf("a pointer needs a variable: %s := %s, then &%[1]s", v, u.text)
	}
	return ""
}

// texts is about texts, characters and bytes.
func (u use) texts() string {
	isChar := u.has == "rune" || u.has == "byte" || u.has == "int32" || u.has == "uint8"
	lit, isLit := u.x.(*ast.BasicLit)
	switch {
	case u.want == "string" && isChar && !isLit:
		return "a character becomes a text by string(" + u.text + ")"
	case u.want == "string" && isLit && lit.Kind == token.CHAR:
		return "a text has double quotes: " + strconv.Quote(strings.Trim(u.text, "'"))
	case u.want == "string" && (u.has == "[]byte" || u.has == "[]rune"):
		return "it becomes a text by string(" + u.text + ")"
	case u.want == "string" && u.has == "[]string":
		return fmt.Sprintf(`texts are joined to one by strings.Join(%s, " ")`, u.text)
	case u.want == "string" && has(u.t, nil, "String") && !isInterface(u.t):
		return "its text is " + u.text + ".String()"
	case u.want == "string" && isLit:
		return fmt.Sprintf("a text has double quotes: %q; fmt.Sprint(x) makes one of a number", u.text)
	case u.want == "string" && u.has != "string" && u.has != "error" && !isInterface(u.t) && called(u.t) == nil && element(u.t) == nil:
		if isBasic(u.t, types.IsNumeric) {
			return "a number becomes text by fmt.Sprint(" + u.text + ")"
		}
		return "its text is fmt.Sprint(" + u.text + ")"
	case u.has != "string":
		return ""
	case (u.want == "rune" || u.want == "byte") && isLit && len([]rune(u.text)) == 3:
		return "a character has single quotes: '" + strings.Trim(u.text, `"`) + "'"
	case u.want == "byte":
		return "a byte of a text is " + u.text + "[0]"
	case u.want == "rune":
		return "the characters of a text are []rune(" + u.text + "), the first is []rune(" + u.text + ")[0]"
	case u.want == "[]byte" || u.want == "[]rune":
		return "a text is converted by " + u.want + "(" + u.text + ")"
	case u.want == "[]string":
		return fmt.Sprintf("a slice with one text is []string{%s}, its words are strings.Fields(%[1]s)", u.text)
	}
	return ""
}

// errors is about texts in the place of errors, and the other way round.
func (u use) errors() string {
	switch {
	case u.want == "error" && u.has == "string":
		return "an error is made of a text by errors.New(" + u.text + ")"
	case u.has == "error" && u.want == "string":
		return "the text of an error is " + u.text + ".Error()"
	}
	return ""
}

// channels is about channels and what they carry.
func (u use) channels() string {
	if c, ok := u.t.Underlying().(*types.Chan); ok && goType(c.Elem()) == u.want {
		return "the value comes out of the channel by <-: <-" + u.text
	}
	return ""
}

// conditions is about conditions and numbers.
func (u use) conditions() string {
	switch {
	case u.want == "bool" && isBasic(u.t, types.IsNumeric):
		return "a condition is true or false: " + u.text + " != 0"
	case u.want == "bool" && u.has == "string":
		return "a condition is true or false: " + u.text + ` != ""`
	case isNumber(u.want) && isBasic(u.t, types.IsBoolean):
		return fmt.Sprintf("a condition is no number: n := 0, then if %s { n = 1 }", u.text)
	}
	return ""
}

// asserted is about values of interface type.
func (u use) asserted() string {
	i, ok := u.t.Underlying().(*types.Interface)
	if !ok || u.has == "error" || strings.Contains(u.has, ".") {
		return ""
	}
	holds := "can hold a value of any type"
	if i.NumMethods() > 0 {
		holds = "can hold any type with the methods of " + u.has
	}
	return fmt.Sprintf("%s %s: v, ok := %[1]s.(%[3]s) takes a %[3]s out", u.text, holds, u.want)
}

// numbers is about numbers of other types than those that package hints knows.
func (u use) numbers() string {
	if !isBasic(u.t, types.IsNumeric) || isBasic(u.t, types.IsUntyped) {
		return ""
	}
	switch {
	case u.want == "time.Duration":
		return fmt.Sprintf("a duration has a unit: time.Duration(%s) * time.Second", u.text)
	case u.has == "int" && u.want == "float64", u.has == "float64" && strings.Contains(u.want, "int"):
		return ""
	case isNumber(u.want):
		return "a number of another type is converted: " + u.want + "(" + u.text + ")"
	}
	return ""
}

// pointerReceiver is about a value whose pointer has the method that an interface asks for.
func (p *place) pointerReceiver(m []string) string {
	for _, n := range p.path {
		x, ok := n.(ast.Expr)
		if !ok || x.Pos() != p.pos || !p.info.Types[x].IsValue() {
			continue
		}
		if t, ok := p.info.TypeOf(x).(*types.Named); ok {
			text := goText(x)
			switch x.(type) {
			case *ast.Ident, *ast.CompositeLit, *ast.SelectorExpr:
				return fmt.Sprintf("%s belongs to *%s, so that the pointer is the %s: &%s", m[2], t.Obj().Name(), m[1], text)
			}
		}
	}
	return ""
}

// missingMethod is about a method that an interface asks for and a type does not have.
func (p *place) missingMethod(m []string) string {
	if strings.Contains(m[1], ".") {
		return ""
	}
	for _, n := range p.path {
		x, ok := n.(ast.Expr)
		if !ok || x.Pos() != p.pos || !p.info.Types[x].IsValue() {
			continue
		}
		t := p.info.TypeOf(x)
		if ptr, isPointer := t.(*types.Pointer); isPointer {
			t = ptr.Elem()
		}
		named, isNamed := t.(*types.Named)
		iface := p.lookup(m[1])
		if !isNamed || iface == nil {
			continue
		}
		f, _, _ := types.LookupFieldOrMethod(iface, false, p.checked.Pkg, m[2])
		if f == nil {
			return ""
		}
		name := named.Obj().Name()
		return fmt.Sprintf("%s needs the method func (%s %s) %s%s { … }", m[1], strings.ToLower(name[:1]), name, m[2],
			strings.TrimPrefix(goType(f.Type()), "func"))
	}
	return ""
}

// lookup returns the type of a name of the notebook or of Go itself, or nil.
func (p *place) lookup(name string) types.Type {
	for _, scope := range []*types.Scope{p.checked.Pkg.Scope(), types.Universe} {
		if t, ok := scope.Lookup(name).(*types.TypeName); ok {
			return t.Type()
		}
	}
	return nil
}

// notAssignable is about names that are no variables.
func (p *place) notAssignable(m []string) string {
	x := p.expr(m[1])
	id, ok := x.(*ast.Ident)
	if !ok {
		return ""
	}
	switch o := p.info.Uses[id].(type) {
	case *types.Const:
		if o.Val() != nil && o.Pkg() != nil {
			return fmt.Sprintf("%s is a constant, and keeps its value: declared by %[1]s := %s it is a variable", id.Name, o.Val())
		}
	case *types.Func:
		return id.Name + " is a function: another name for the variable"
	}
	return ""
}

// indexType is about indices that are no whole numbers.
func (p *place) indexType(m []string) string {
	index, ok := around[*ast.IndexExpr](p)
	if !ok || p.pos < index.Lbrack {
		return ""
	}
	t := p.info.TypeOf(index.Index)
	if lit, isLit := ast.Unparen(index.Index).(*ast.BasicLit); isLit && lit.Kind == token.STRING {
		t = types.Typ[types.String]
	} else if isLit && lit.Kind == token.FLOAT {
		return "an index is a whole number, and " + lit.Value + " is none"
	}
	if _, isMap := p.info.TypeOf(index.X).Underlying().(*types.Map); isMap {
		return ""
	}
	switch {
	case isBasic(t, types.IsFloat):
		return fmt.Sprintf("an index is a whole number: %s[int(%s)]", goText(index.X), goText(index.Index))
	case isBasic(t, types.IsString):
		return "the elements of a slice have numbers, from 0 on; elements with texts as keys are in a map: map[string]" + goType(element(p.info.TypeOf(index.X)))
	}
	return ""
}

// outOfBounds is about constant indices behind the end of an array.
func (p *place) outOfBounds(m []string) string {
	if n, err := strconv.Atoi(m[2]); err == nil && n > 0 {
		return fmt.Sprintf("indices begin at 0: with length %d the last one is %d", n, n-1)
	}
	return ""
}

// mapKey is about keys that cannot be compared.
func (p *place) mapKey(m []string) string {
	if elem, ok := strings.CutPrefix(m[1], "[]"); ok {
		return fmt.Sprintf("keys are values that == compares: a number, a text, a struct of those, or an array as [2]%s in the place of a slice", elem)
	}
	return "keys are values that == compares: a number, a text, an array or a struct of those"
}

// conversion is about a struct that is called, as if its name were that of a function.
func (p *place) conversion(m []string) string {
	call, ok := around[*ast.CallExpr](p)
	if !ok {
		return ""
	}
	t, ok := types.Unalias(p.info.TypeOf(call.Fun)).(*types.Named)
	if !ok {
		return ""
	}
	name := m[2] + m[3]
	if made := p.maker(call.Fun); made != "" {
		return made
	}
	s, isStruct := t.Underlying().(*types.Struct)
	own := t.Obj().Pkg() == p.checked.Pkg
	switch {
	case isStruct && has(t, nil, "Fit"):
		return fmt.Sprintf("%s is a method: its options stand in braces (%s), and Fit takes the data: %[1]s{}.Fit(…)", name, fieldsOf(s, own))
	case isStruct && m[3] == "":
		return "a value of a struct has braces, and the names of its fields: " + literal(name, s, own)
	}
	return ""
}

// maker names the function that makes values of a type: NewT of the type's package.
func (p *place) maker(of ast.Expr) string {
	sel, ok := of.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	pkg, ok := p.info.Uses[id].(*types.PkgName)
	if !ok {
		return ""
	}
	f, ok := pkg.Imported().Scope().Lookup("New" + sel.Sel.Name).(*types.Func)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s is a type; a function makes its values: %s", goText(of), signature(f))
}

// pointerMethod is about a method of a pointer on a value that has no place.
func (p *place) pointerMethod(m []string) string {
	sel, ok := around[*ast.SelectorExpr](p)
	if !ok {
		return ""
	}
	t, ok := types.Unalias(p.info.TypeOf(sel.X)).(*types.Named)
	if !ok {
		return ""
	}
	if lit, isLit := sel.X.(*ast.CompositeLit); isLit {
		if made := p.maker(lit.Type); made != "" {
			return made
		}
	}
	v := strings.ToLower(t.Obj().Name()[:1])
	return fmt.Sprintf("%s belongs to *%s, and needs a variable: %s := %s, then %[3]s.%[1]s()", m[1], m[2], v, goText(sel.X))
}

// notCalled is about fields, slices and maps that are called.
func (p *place) notCalled(m []string) string {
	sel, isField := p.expr(m[1]).(*ast.SelectorExpr)
	if !isField {
		return ""
	}
	call, ok := p.callOf(sel)
	if !ok {
		return ""
	}
	if _, isSelection := p.info.Selections[sel]; !isSelection || element(p.info.TypeOf(sel)) != nil {
		return ""
	}
	if len(call.Args) == 1 {
		return fmt.Sprintf("%s is a field: f := %s, then f.%[1]s = %[3]s", sel.Sel.Name, goText(sel.X), goText(call.Args[0]))
	}
	return fmt.Sprintf("%s is a field, without parentheses: %s", sel.Sel.Name, goText(sel))
}

// signature writes a function of a package as the cell would name it.
func signature(f *types.Func) string {
	name := f.Name()
	if f.Pkg() != nil && f.Pkg().Name() != "main" {
		name = f.Pkg().Name() + "." + name
	}
	return name + strings.TrimPrefix(goType(f.Type()), "func")
}

// maxFields is how many fields of a struct a sentence names.
const maxFields = 6

// fieldsOf writes the fields of a struct that a cell can set, with their types.
func fieldsOf(s *types.Struct, own bool) string {
	var fields []string
	for f := range s.Fields() {
		if own || f.Exported() {
			fields = append(fields, f.Name()+": "+goType(f.Type()))
		}
	}
	if len(fields) > maxFields {
		fields = append(fields[:maxFields], "…")
	}
	return strings.Join(fields, ", ")
}

// literal writes a value of a struct with zeros in its fields.
func literal(name string, s *types.Struct, own bool) string {
	var fields []string
	for f := range s.Fields() {
		if len(fields) < maxFields && (own || f.Exported()) {
			fields = append(fields, f.Name()+": "+zero(f.Type()))
		}
	}
	return name + "{" + strings.Join(fields, ", ") + "}"
}

// emptyStruct is about a struct that is called without arguments.
func (p *place) emptyStruct(m []string) string {
	call, ok := around[*ast.CallExpr](p)
	if !ok || p.info.TypeOf(call.Fun) == nil {
		return ""
	}
	switch p.info.TypeOf(call.Fun).Underlying().(type) {
	case *types.Struct, *types.Map, *types.Slice:
		return "an empty value has braces: " + goText(call.Fun) + "{}"
	case *types.Basic:
		return "a conversion needs a value; a variable with the value zero is declared by var x " + m[1]
	}
	return ""
}

// asserted is about a conversion of what an interface holds.
func (p *place) asserted(m []string) string {
	t := p.lookup(m[2])
	if t == nil {
		return ""
	}
	return fmt.Sprintf("%s can hold a value of any type: %s, ok := %[1]s.(%[3]s) takes it out", m[1], variableFor(t), m[2])
}

// oneWay is about channels of one direction.
func (p *place) oneWay(m []string) string {
	return "the arrow in the type says the direction: chan<- T is for sending only, <-chan T for receiving only, chan T for both"
}

// condition is about conditions that are neither true nor false.
func (p *place) condition(m []string) string {
	var cond ast.Expr
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.IfStmt:
			cond = n.Cond
		case *ast.ForStmt:
			cond = n.Cond
		default:
			continue
		}
		break
	}
	if cond == nil {
		return ""
	}
	t, x := p.info.TypeOf(cond), goText(cond)
	if t == nil {
		return ""
	}
	if index, ok := cond.(*ast.IndexExpr); ok {
		if _, isMap := p.info.TypeOf(index.X).Underlying().(*types.Map); isMap {
			return fmt.Sprintf("whether a map has a key: if _, ok := %s; ok { … }", x)
		}
	}
	is := "a condition is true or false: " + m[1] + " "
	if isNamed(t, "error") {
		return "an error is there where it is not nil: " + m[1] + " " + x + " != nil { … }"
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		if isBasic(called(t), types.IsBoolean) {
			return "a call has parentheses: " + m[1] + " " + x + "() { … }"
		}
	case *types.Slice, *types.Map:
		return is + "len(" + x + ") > 0 { … }"
	case *types.Pointer:
		return is + x + " != nil { … }"
	case *types.Basic:
		if _, isLit := ast.Unparen(cond).(*ast.BasicLit); isLit {
			return ""
		}
		if u.Info()&types.IsString != 0 {
			return is + x + ` != "" { … }`
		}
		if u.Info()&types.IsNumeric != 0 {
			if c, ok := cond.(*ast.CallExpr); ok && goText(c.Fun) == "len" {
				return ""
			}
			return is + x + " != 0 { … }"
		}
	}
	return ""
}
