package program

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// This file has the sentences about operations: their operands have types that do not go together, or have no such operation.

// operation is a binary operation, or an assignment with an operator.
type operation struct {
	x, y   ast.Expr
	tx, ty types.Type
	op     token.Token
}

// write writes the operation with other operands.
func (o operation) write(x, y string) string { return x + " " + o.op.String() + " " + y }

// replaced writes the operation with another text in the place of its left or its right operand.
func (o operation) replaced(left bool, text string) string {
	if left {
		return o.write(text, goText(o.y))
	}
	return o.write(goText(o.x), text)
}

// assigns says whether the operation sets its left operand.
func (o operation) assigns() bool { return o.op >= token.ADD_ASSIGN && o.op <= token.AND_NOT_ASSIGN }

// compares says whether the operation is == or the like.
func (o operation) compares() bool {
	switch o.op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// operationOf returns the operation that a message of mismatched types is about: the innermost around the place whose
// operands have different types.
func (p *place) operationOf() (o operation, ok bool) {
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			o = operation{x: n.X, y: n.Y, op: n.Op}
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
				continue
			}
			o = operation{x: n.Lhs[0], y: n.Rhs[0], op: n.Tok}
			if !o.assigns() {
				continue
			}
		default:
			continue
		}
		o.tx, o.ty = p.info.TypeOf(o.x), p.info.TypeOf(o.y)
		if o.tx != nil && o.ty != nil && !types.Identical(o.tx, o.ty) {
			return o, true
		}
	}
	return o, false
}

// indexForElement: a loop with one variable has the index, where the type of what is done needs the element.
func (p *place) indexForElement(m []string) string {
	if o, ok := p.operationOf(); ok && strings.Contains(m[0], "mismatched") {
		for _, side := range []struct {
			x     ast.Expr
			other types.Type
		}{{o.x, o.ty}, {o.y, o.tx}} {
			if say := p.elementLoop(side.x, func(elem types.Type) bool { return fits(side.other, elem) }); say != "" {
				return say
			}
		}
		return ""
	}
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if say := p.elementLoop(n.X, func(elem types.Type) bool { return has(elem, p.checked.Pkg, n.Sel.Name) }); say != "" {
				return say
			}
		case *ast.CallExpr:
			for i, x := range n.Args {
				want := p.parameter(n, i)
				if say := p.elementLoop(x, func(elem types.Type) bool { return want != nil && types.AssignableTo(elem, want) }); say != "" {
					return say
				}
			}
		case *ast.IndexExpr:
			if m, ok := p.info.TypeOf(n.X).(*types.Map); ok {
				return p.elementLoop(n.Index, func(elem types.Type) bool { return types.AssignableTo(elem, m.Key()) })
			}
			return ""
		case ast.Stmt:
			return ""
		}
	}
	return ""
}

// fits says whether values of a type, or constants without one, go together with an element.
func fits(other, elem types.Type) bool {
	if b, ok := other.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		return isBasic(elem, b.Info()&types.IsConstType) && !isBasic(elem, types.IsInteger)
	}
	return types.Identical(other, elem)
}

// parameter returns the type of an argument's parameter, or nil.
func (p *place) parameter(call *ast.CallExpr, i int) types.Type {
	of := p.info.TypeOf(call.Fun)
	if of == nil {
		return nil
	}
	f, ok := of.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	if last := f.Params().Len() - 1; f.Variadic() && i >= last {
		return element(f.Params().At(last).Type())
	} else if i > last {
		return nil
	}
	return f.Params().At(i).Type()
}

// elementLoop is the sentence about a loop whose only variable an expression is, or "".
func (p *place) elementLoop(x ast.Expr, needs func(types.Type) bool) string {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return ""
	}
	for _, n := range p.path {
		loop, ok := n.(*ast.RangeStmt)
		if !ok || loop.Value != nil || loop.Key == nil {
			continue
		}
		key, ok := loop.Key.(*ast.Ident)
		over := p.info.TypeOf(loop.X)
		if !ok || key.Name != id.Name || p.info.Uses[id] == nil || p.info.Uses[id] != p.info.Defs[key] || over == nil {
			continue
		}
		elem := element(over)
		if isBasic(over, types.IsString) {
			elem = types.Typ[types.Rune]
		}
		if _, isChan := over.Underlying().(*types.Chan); isChan || elem == nil || !needs(elem) {
			return ""
		}
		word := "index"
		if _, isMap := over.Underlying().(*types.Map); isMap {
			word = "key"
		}
		return fmt.Sprintf("%s is the %s here; the loop over the elements is: for _, %s := range %s { … }", id.Name, word, id.Name, goText(loop.X))
	}
	return ""
}

// mismatched is about operands of two types.
func (p *place) mismatched(m []string) string {
	o, ok := p.operationOf()
	if !ok {
		return ""
	}
	for _, left := range []bool{true, false} {
		x, t, other, y := o.x, o.tx, o.ty, o.y
		if !left {
			x, t, other, y = o.y, o.ty, o.tx, o.x
		}
		if _, isSlice := t.Underlying().(*types.Slice); left && o.assigns() && !isSlice && !isBasic(t, types.IsString) {
			continue // the left operand of x += y is set, and cannot be converted
		}
		if say := p.operand(o, left, x, t, y, other); say != "" {
			return say
		}
	}
	return numbers(o)
}

// operand is about one operand, x, of an operation, and the other one, y.
func (p *place) operand(o operation, left bool, x ast.Expr, t types.Type, y ast.Expr, other types.Type) string {
	name := goText(x)
	if index, ok := ast.Unparen(x).(*ast.IndexExpr); ok && other == types.Typ[types.UntypedNil] {
		if _, isMap := p.info.TypeOf(index.X).Underlying().(*types.Map); isMap {
			return fmt.Sprintf("whether a map has a key: _, ok := %s, where ok is true or false", name)
		}
	}
	if isNamed(t, "time.Time") && isNamed(other, "time.Duration") && left {
		return timeOperation(o.op.String(), name, goText(y))
	}
	same := func(of types.Type) bool {
		return of != nil && (types.Identical(of, other) || types.AssignableTo(other, of))
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		if _, isCall := x.(*ast.CallExpr); isCall && same(called(t)) {
			return callOf(x)
		}
		if same(called(t)) {
			return "a call has parentheses: " + o.replaced(left, name+"()")
		}
		if u.Results().Len() == 1 && same(u.Results().At(0).Type()) {
			return "a call has its arguments in parentheses: " + o.replaced(left, name+"(…)")
		}
	case *types.Chan:
		if same(u.Elem()) {
			return "the value comes out of the channel by <-: " + o.replaced(left, "<-"+name)
		}
	case *types.Pointer:
		if same(u.Elem()) {
			if value, ok := strings.CutPrefix(name, "&"); ok {
				return "the value itself stands without &: " + o.replaced(left, value)
			}
			return name + " is a pointer, and its value has a star: " + o.replaced(left, "*"+name)
		}
	case *types.Interface:
		if isNamed(t, "error") && isBasic(other, types.IsString) {
			return errorIsNoText(name, goText(y), o)
		}
		if u.NumMethods() == 0 && !isInterface(other) {
			v := variableFor(types.Default(other))
			return fmt.Sprintf("%s can hold a value of any type: %s, ok := %s.(%s) takes it out, then %s", name, v, name,
				goType(types.Default(other)), o.replaced(left, v))
		}
	case *types.Slice:
		if left && same(u.Elem()) && (o.op == token.ADD_ASSIGN || o.op == token.ADD && p.setsAgain(name)) {
			return fmt.Sprintf("append adds an element: %s = append(%[1]s, %s)", name, goText(y))
		}
		if same(u.Elem()) && o.op == token.EQL {
			return fmt.Sprintf("whether an element is among others says slices.Contains(%s, %s)", name, goText(y))
		}
	case *types.Basic:
		return character(o, left, x, u, y, other)
	}
	return ""
}

// setsAgain says whether the place is in an assignment to a name.
func (p *place) setsAgain(name string) bool {
	a, ok := around[*ast.AssignStmt](p)
	return ok && len(a.Lhs) == 1 && goText(a.Lhs[0]) == name
}

// errorIsNoText is about an error that is compared with a text.
func errorIsNoText(name, text string, o operation) string {
	if o.op == token.ADD {
		return "the text of an error is " + name + ".Error()"
	}
	return fmt.Sprintf("an error is no text: %s.Error() %s %s compares its text, errors.Is(%s, os.ErrNotExist) the error itself", name, o.op, text, name)
}

func isInterface(t types.Type) bool { _, ok := t.Underlying().(*types.Interface); return ok }

// variableFor is a usual name for a variable of a type.
func variableFor(t types.Type) string {
	switch {
	case isBasic(t, types.IsString):
		return "s"
	case isBasic(t, types.IsInteger):
		return "n"
	case isBasic(t, types.IsFloat):
		return "x"
	case isBasic(t, types.IsBoolean):
		return "ok"
	}
	return "v"
}

// character is about a character beside a text, and about a condition beside a number.
func character(o operation, left bool, x ast.Expr, t *types.Basic, y ast.Expr, other types.Type) string {
	if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.CHAR && o.compares() && isBasic(other, types.IsString) {
		return "a text has double quotes: " + o.replaced(left, strconv.Quote(strings.Trim(lit.Value, "'")))
	}
	_, isLit := x.(*ast.BasicLit)
	if (o.op == token.LAND || o.op == token.LOR) && !isLit && t.Info()&types.IsNumeric != 0 && isBasic(other, types.IsBoolean) {
		return fmt.Sprintf("each side of %s is a condition: %s", o.op, o.replaced(left, goText(x)+" != 0"))
	}
	if t.Kind() == types.UntypedRune && o.op == token.ADD || t.Kind() == types.UntypedBool {
		return "" // package hints knows what the text of the line says
	}
	isChar := t.Kind() == types.Int32 || t.Kind() == types.Uint8 || t.Kind() == types.UntypedRune
	switch {
	case isChar && isBasic(other, types.IsString):
		if text, err := strconv.Unquote(goText(y)); err == nil && o.compares() && len([]rune(text)) == 1 {
			return "a character has single quotes, a text double ones: " + o.replaced(!left, strconv.QuoteRune([]rune(text)[0]))
		}
		if left && o.assigns() {
			return ""
		}
		return "a character becomes a text by string: " + o.replaced(left, "string("+goText(x)+")")
	case t.Info()&types.IsBoolean != 0 && isBasic(other, types.IsNumeric):
		return fmt.Sprintf("a condition is no number: n := 0, then if %s { n = 1 }", goText(x))
	}
	return ""
}

// numbers is about operands that are numbers of two types, where package hints does not know both.
func numbers(o operation) string {
	x, okX := o.tx.Underlying().(*types.Basic)
	y, okY := o.ty.Underlying().(*types.Basic)
	if !okX || !okY || (x.Info()|y.Info())&types.IsUntyped != 0 || x.Info()&types.IsNumeric == 0 || y.Info()&types.IsNumeric == 0 {
		return ""
	}
	duration := "time.Duration"
	switch {
	case isNamed(o.tx, duration) && isBasic(o.ty, types.IsInteger), isNamed(o.ty, duration) && isBasic(o.tx, types.IsInteger):
		return "the number becomes a duration first: " + o.replaced(isNamed(o.ty, duration), convert(duration, o, isNamed(o.ty, duration)))
	case isNamed(o.tx, duration) || isNamed(o.ty, duration):
		return ""
	case o.assigns():
		if x.Info()&types.IsInteger != 0 && y.Info()&types.IsFloat != 0 {
			return ""
		}
		return "numbers of two types need a conversion: " + o.replaced(false, convert(goType(o.tx), o, false))
	}
	left := wider(y, x) || isBasic(o.ty, types.IsFloat) && !isBasic(o.tx, types.IsFloat)
	to := o.tx
	if left {
		to = o.ty
	}
	return "numbers of two types need a conversion: " + o.replaced(left, convert(goType(to), o, left))
}

// convert writes an operand with a conversion.
func convert(to string, o operation, left bool) string {
	x := o.y
	if left {
		x = o.x
	}
	return to + "(" + goText(ast.Unparen(x)) + ")"
}

// wider says whether the first of two kinds of numbers holds all of the second.
func wider(a, b *types.Basic) bool {
	size := map[types.BasicKind]int{types.Uint8: 1, types.Int8: 1, types.Int16: 2, types.Uint16: 2, types.Int32: 4, types.Uint32: 4,
		types.Int: 8, types.Uint: 7, types.Int64: 9, types.Uint64: 7, types.Float32: 10, types.Float64: 11, types.Complex128: 12}
	return size[a.Kind()] > size[b.Kind()]
}

// errorText is about an error that is compared with a text.
func (p *place) errorText(m []string) string {
	for _, n := range p.path {
		x, ok := n.(*ast.BinaryExpr)
		if ok && isNamed(p.info.TypeOf(x.X), "error") {
			return errorIsNoText(goText(x.X), goText(x.Y), operation{op: x.Op})
		}
		if ok && isNamed(p.info.TypeOf(x.Y), "error") {
			return "the text of an error is err.Error(): " + goText(x.X) + " " + x.Op.String() + " " + goText(x.Y) + ".Error()"
		}
	}
	return "an error is made by errors.New(" + m[1] + ")"
}

// undefinedOperator is about operators that a type does not have.
func (p *place) undefinedOperator(m []string) string {
	op, x := m[1], p.expr(m[2])
	if x == nil {
		return ""
	}
	t := p.info.TypeOf(x)
	if param, ok := t.(*types.TypeParam); ok {
		constraint := "int | float64"
		if strings.ContainsAny(op, "<>") {
			constraint = "cmp.Ordered"
		} else if op == "+" {
			constraint = "int | float64 | string"
		}
		return fmt.Sprintf("not every type has %s: the constraint of %s says which are allowed, as in [%[2]s %s]", op, param.Obj().Name(), constraint)
	}
	b, _ := around[*ast.BinaryExpr](p)
	switch {
	case b != nil && isNamed(t, "time.Time"):
		return timeOperation(op, goText(b.X), goText(b.Y))
	case (op == "&&" || op == "||") && isBasic(t, types.IsNumeric):
		return fmt.Sprintf("each side of %s is a condition: %s != 0", op, goText(x))
	case (op == "&&" || op == "||") && isBasic(t, types.IsString):
		return fmt.Sprintf(`each side of %s is a condition: %s != ""`, op, goText(x))
	case op == "%" && isBasic(t, types.IsString) && b != nil:
		return fmt.Sprintf("values go into a text by fmt.Sprintf(%s, %s)", goText(b.X), goText(b.Y))
	case op == "-" && isBasic(t, types.IsString) && b != nil:
		return fmt.Sprintf(`texts have no -: strings.ReplaceAll(%s, %s, "") takes parts out`, goText(b.X), goText(b.Y))
	case called(t) != nil:
		return callOf(x)
	}
	if u, ok := t.Underlying().(*types.Interface); ok && u.NumMethods() == 0 {
		return fmt.Sprintf("%s can hold a value of any type: n, ok := %[1]s.(int) takes a whole number out, and n is one", goText(x))
	}
	if u, ok := t.Underlying().(*types.Pointer); ok && isBasic(u.Elem(), types.IsNumeric|types.IsString) {
		return fmt.Sprintf("%s is a pointer, and its value has a star: *%[1]s", goText(x))
	}
	if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() > 0 {
		return fmt.Sprintf("operators work on numbers and texts, and not on structs: on a field, as in %s.%s, or in a method of %s", goText(x), s.Field(0).Name(), goType(t))
	}
	return ""
}

// timeOperation is about operators between times.
func timeOperation(op, a, b string) string {
	switch {
	case op == "-" && strings.Contains(b, "time.Second") || op == "-" && strings.Contains(b, "time.Minute") || op == "-" && strings.Contains(b, "time.Hour"):
		return fmt.Sprintf("a duration before a time is %s.Add(-(%s))", a, b)
	case op == "-" && a == "time.Now()":
		return "the time since then is time.Since(" + b + ")"
	case op == "-":
		return fmt.Sprintf("the duration between two times is %s.Sub(%s)", a, b)
	case op == "+":
		return fmt.Sprintf("a duration is added by %s.Add(%s)", a, b)
	case strings.HasPrefix(op, "<"):
		return fmt.Sprintf("times are compared by %s.Before(%s)", a, b)
	}
	return fmt.Sprintf("times are compared by %s.After(%s)", a, b)
}

// notOrdered is about < and the like between values that have no order.
func (p *place) notOrdered(m []string) string {
	b, ok := around[*ast.BinaryExpr](p)
	if !ok {
		return ""
	}
	if t := p.info.TypeOf(b.X); isNamed(t, "time.Time") {
		return timeOperation(m[1], goText(b.X), goText(b.Y))
	} else if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() > 0 {
		return fmt.Sprintf("structs have no order, their fields have one: %s.%s %s %s.%[2]s", goText(b.X), s.Field(0).Name(), m[1], goText(b.Y))
	} else if _, ok := t.Underlying().(*types.Pointer); ok {
		return fmt.Sprintf("pointers have no order, what they point to may have one: *%s %s *%s", goText(b.X), m[1], goText(b.Y))
	}
	return ""
}

// fraction is about a fraction of a duration.
func (p *place) fraction(m []string) string {
	b, ok := around[*ast.BinaryExpr](p)
	if !ok {
		return ""
	}
	if b.Op != token.MUL {
		return truncated(p, b)
	}
	number, unit := b.X, b.Y
	if isNamed(p.info.TypeOf(number), "time.Duration") && !isNamed(p.info.TypeOf(unit), "time.Duration") {
		number, unit = unit, number
	}
	if !isNamed(p.info.TypeOf(unit), "time.Duration") {
		return truncated(p, b)
	}
	return fmt.Sprintf("a fraction of a duration is time.Duration(%s * float64(%s))", goText(number), goText(unit))
}

// truncated is about a quotient of constants beside a whole number.
func truncated(p *place, b *ast.BinaryExpr) string {
	for _, n := range p.path {
		outer, ok := n.(*ast.BinaryExpr)
		if !ok || p.info.Types[outer].Value != nil {
			continue
		}
		_, composed := ast.Unparen(outer.X).(*ast.BinaryExpr)
		if composed && p.info.Types[outer.X].Value != nil && isBasic(p.info.TypeOf(outer.Y), types.IsInteger) {
			return fmt.Sprintf("%s is a whole number and %s is not: %[2]s %s float64(%[1]s)", goText(outer.Y), goText(outer.X), outer.Op)
		}
		return ""
	}
	return ""
}

// sliceEqual is about == between slices.
func (p *place) sliceEqual(m []string) string {
	b, ok := around[*ast.BinaryExpr](p)
	if !ok {
		return ""
	}
	not := ""
	if b.Op == token.NEQ {
		not = "!"
	}
	return fmt.Sprintf("slices are compared by %sslices.Equal(%s, %s)", not, goText(b.X), goText(b.Y))
}

// noIndex is about a field in brackets.
func (p *place) noIndex(m []string) string {
	index, ok := around[*ast.IndexExpr](p)
	if !ok {
		return ""
	}
	lit, ok := index.Index.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	name, err := strconv.Unquote(lit.Value)
	if err != nil || !has(p.info.TypeOf(index.X), p.checked.Pkg, name) {
		return ""
	}
	return fmt.Sprintf("a field has a dot: %s.%s", goText(index.X), name)
}

// notComparable is about == between values that have none.
func (p *place) notComparable(m []string) string {
	not := ""
	if m[2] == "!=" {
		not = "!"
	}
	return fmt.Sprintf("values with slices or maps inside are compared by %sreflect.DeepEqual(%s, %s)", not, m[1], m[3])
}

// incomparable is about == between values of a type parameter.
func (p *place) incomparable(m []string) string {
	b, ok := around[*ast.BinaryExpr](p)
	if !ok {
		return ""
	}
	t, ok := p.info.TypeOf(b.X).(*types.TypeParam)
	if !ok {
		return ""
	}
	constraint := "comparable"
	if b.Op != token.EQL && b.Op != token.NEQ {
		constraint = "cmp.Ordered"
	}
	return fmt.Sprintf("not every type has %s: the constraint of %s says which are allowed, as in [%[2]s %s]", b.Op, t.Obj().Name(), constraint)
}

// noPointer is about a star before what is no pointer.
func (p *place) noPointer(m []string) string {
	x := p.expr(m[1])
	if x == nil || strings.Contains(m[1], "**") {
		return ""
	}
	for _, n := range p.path {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.MUL {
			return "" // a power of Python, which package hints knows
		}
	}
	if sel, ok := x.(*ast.SelectorExpr); ok {
		if _, isPointer := p.info.TypeOf(sel.X).(*types.Pointer); isPointer {
			return fmt.Sprintf("%s goes through the pointer %s by itself, without a star: %[1]s", m[1], goText(sel.X))
		}
	}
	return fmt.Sprintf("%s is no pointer, and has no star: %[1]s is its value, &%[1]s a pointer to it", m[1])
}

// noAddress is about & before what has no place.
func (p *place) noAddress(m []string) string {
	x := p.expr(m[1])
	if x == nil {
		return ""
	}
	v := variableFor(types.Default(p.info.TypeOf(x)))
	return fmt.Sprintf("& needs a variable: %s := %s, then &%[1]s is a pointer to it", v, goText(x))
}

// overflow is about constants that are too large for their type.
func (p *place) overflow(m []string) string {
	for _, n := range p.path {
		x, ok := n.(ast.Expr)
		if !ok {
			continue
		}
		tv := p.info.Types[x]
		if tv.Value == nil || tv.Value.Kind() != constant.Int {
			continue
		}
		for name, limits := range intLimits {
			if strings.Contains(m[0], "as "+name+" value") || isNamed(tv.Type, name) {
				return fmt.Sprintf("%s does not fit into a %s, which goes from %s to %s: int is for larger numbers", tv.Value, name, limits[0], limits[1])
			}
		}
	}
	return ""
}

// intLimits are the least and the greatest numbers of types of whole numbers.
var intLimits = map[string][2]string{
	"byte": {"0", "255"}, "uint8": {"0", "255"}, "int8": {"-128", "127"}, "int16": {"-32768", "32767"}, "uint16": {"0", "65535"},
	"int32": {"-2147483648", "2147483647"}, "rune": {"-2147483648", "2147483647"}, "uint32": {"0", "4294967295"},
}
