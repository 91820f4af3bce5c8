package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// This file has the sentences about names: members that a type does not have, fields of structs, names without a
// declaration, and types and type parameters.

// noMember is about a field or a method that a value does not have.
func (p *place) noMember(m []string) string {
	sel, ok := around[*ast.SelectorExpr](p)
	if !ok || sel.Sel.Name != m[2] {
		return ""
	}
	t, x, name := p.info.TypeOf(sel.X), goText(sel.X), sel.Sel.Name
	if t == nil {
		return ""
	}
	if r := called(t); has(r, p.checked.Pkg, name) {
		return fmt.Sprintf("%s is a function, and a call has parentheses: %[1]s().%s", x, name)
	}
	if id, ok := sel.X.(*ast.Ident); ok && isBasic(t, types.IsInteger) {
		if say := p.sortedBy(id, name); say != "" {
			return say
		}
	}
	elem := element(t)
	if c, ok := t.Underlying().(*types.Chan); ok && has(c.Elem(), p.checked.Pkg, name) {
		return fmt.Sprintf("%s is a channel: v := <-%[1]s takes a value out, then v.%s", x, name)
	}
	if _, isMap := t.Underlying().(*types.Map); elem != nil && has(elem, p.checked.Pkg, name) {
		if isMap {
			return fmt.Sprintf("%s is a map: %[1]s[k].%s of one key, or for k, v := range %[1]s { … v.%[2]s … }", x, name)
		}
		return fmt.Sprintf("%s is a slice: %[1]s[0].%s of one element, or for _, v := range %[1]s { … v.%[2]s … }", x, name)
	}
	if isNamed(t, "error") {
		return errorMember(x, name)
	}
	if param, ok := t.(*types.TypeParam); ok {
		return fmt.Sprintf("not every type has %s: the constraint of %s says which are allowed, as in [%[2]s interface{ %[1]s() string }]", name, param.Obj().Name())
	}
	if iface, ok := t.Underlying().(*types.Interface); ok {
		return p.behindInterface(iface, t, x, name)
	}
	if d, ok := t.Underlying().(*types.Pointer); ok {
		if dd, ok := d.Elem().Underlying().(*types.Pointer); ok && has(dd, p.checked.Pkg, name) {
			return fmt.Sprintf("%s points to a pointer: (*%[1]s).%s", x, name)
		}
	}
	return p.functionInstead(sel, t, x, name)
}

// sortedBy is about the elements that the function of sort.Slice compares by their indices.
func (p *place) sortedBy(index *ast.Ident, name string) string {
	for _, n := range p.path {
		call, ok := n.(*ast.CallExpr)
		if !ok || !strings.HasPrefix(goText(call.Fun), "sort.Slice") || len(call.Args) == 0 {
			continue
		}
		if has(element(p.info.TypeOf(call.Args[0])), p.checked.Pkg, name) {
			return fmt.Sprintf("%s is an index here: %s[%[1]s].%[3]s", index.Name, goText(call.Args[0]), name)
		}
	}
	return ""
}

// errorMember is about members of errors in other languages.
func errorMember(x, name string) string {
	switch strings.ToLower(name) {
	case "message", "msg", "text", "string", "tostring", "what", "description", "error", "args", "str", "getmessage":
		return "the text of an error is " + x + ".Error()"
	case "code", "type", "kind":
		return fmt.Sprintf("an error of one's own type is taken out by var e *MyError, then errors.As(%s, &e)", x)
	}
	return "an error has one method: " + x + ".Error() is its text"
}

// behindInterface is about a member of the value in an interface.
func (p *place) behindInterface(iface *types.Interface, t types.Type, x, name string) string {
	for _, n := range p.checked.Pkg.Scope().Names() {
		o, ok := p.checked.Pkg.Scope().Lookup(n).(*types.TypeName)
		if !ok || !token.IsIdentifier(n) || types.Identical(o.Type(), t) || isInterface(o.Type()) || !has(o.Type(), p.checked.Pkg, name) {
			continue
		}
		for _, of := range []types.Type{o.Type(), types.NewPointer(o.Type())} {
			if types.Implements(of, iface) {
				return fmt.Sprintf("%s can be of any type with the methods of %s: v, ok := %[1]s.(%[3]s), then v.%[4]s", x, goType(t), goType(of), name)
			}
		}
	}
	if iface.NumMethods() == 0 {
		return fmt.Sprintf("%s can hold a value of any type: v, ok := %[1]s.(T) takes a value of type T out, then v.%s", x, name)
	}
	return ""
}

// functionInstead is about a method that is a function whose first argument is the value.
func (p *place) functionInstead(sel *ast.SelectorExpr, t types.Type, x, name string) string {
	f, ok := p.checked.Pkg.Scope().Lookup(name).(*types.Func)
	if !ok {
		return ""
	}
	params := f.Type().(*types.Signature).Params()
	if params.Len() == 0 || !types.AssignableTo(t, params.At(0).Type()) {
		return ""
	}
	args := []string{x}
	if call, ok := p.callOf(sel); ok {
		for _, a := range call.Args {
			args = append(args, goText(a))
		}
	}
	return fmt.Sprintf("%s is a function, and no method: %[1]s(%s)", name, strings.Join(args, ", "))
}

// callOf returns the call of a function.
func (p *place) callOf(f ast.Expr) (*ast.CallExpr, bool) {
	for _, n := range p.path {
		if c, ok := n.(*ast.CallExpr); ok && c.Fun == f {
			return c, true
		}
	}
	return nil, false
}

// unknownField is about fields of literals of structs: those of an embedded struct, and those that it has.
func (p *place) unknownField(m []string) string {
	lit, ok := around[*ast.CompositeLit](p)
	if !ok || strings.Contains(m[0], "but does have") {
		return ""
	}
	t := p.info.TypeOf(lit)
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	name := m[1] + m[2][strings.LastIndexByte(m[2], '.')+1:]
	for f := range s.Fields() {
		if inner, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() && has(f.Type(), p.checked.Pkg, name) && inner != nil {
			return p.embeddedField(lit, goType(t), f, inner)
		}
	}
	if fields := fieldsOf(s, isOwn(t, p.checked.Pkg)); fields != "" {
		more := ""
		if strings.HasSuffix(fields, "…") {
			more = "; %doc " + goType(t) + " shows all"
		}
		return fmt.Sprintf("%s has the fields %s", goType(t), fields) + more
	}
	return ""
}

// isOwn says whether a type is declared in the notebook.
func isOwn(t types.Type, pkg *types.Package) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == pkg
}

// embeddedField writes a literal with the fields of the embedded struct inside.
func (p *place) embeddedField(lit *ast.CompositeLit, name string, f *types.Var, inner *types.Struct) string {
	var in, out []string
	for _, x := range lit.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key := goText(kv.Key)
		if has(inner, p.checked.Pkg, key) || has(f.Type(), p.checked.Pkg, key) {
			in = append(in, key+": "+goText(kv.Value))
		} else {
			out = append(out, key+": "+goText(kv.Value))
		}
	}
	all := append([]string{fmt.Sprintf("%s: %s{%s}", f.Name(), goType(f.Type()), strings.Join(in, ", "))}, out...)
	return fmt.Sprintf("the field is one of the %s inside: %s{%s}", f.Name(), name, strings.Join(all, ", "))
}

// valuesOfStruct is about literals with too few or too many values.
func (p *place) valuesOfStruct(m []string) string {
	lit, ok := around[*ast.CompositeLit](p)
	if !ok {
		return ""
	}
	t := p.info.TypeOf(lit)
	s, ok := t.Underlying().(*types.Struct)
	if !ok || !isOwn(t, p.checked.Pkg) {
		return ""
	}
	if m[1] == "few" {
		var given []string
		for i, x := range lit.Elts {
			given = append(given, s.Field(i).Name()+": "+goText(x))
		}
		return fmt.Sprintf("without names all fields have a value (%s); with names some may be left out: %s{%s}", fieldsOf(s, true), goType(t), strings.Join(given, ", "))
	}
	return fmt.Sprintf("%s has the fields %s", goType(t), fieldsOf(s, isOwn(t, p.checked.Pkg)))
}

// undefinedName is about names without a declaration: a type parameter, a field or a method of the receiver, a method, or a
// variable of a loop that has ended.
func (p *place) undefinedName(m []string) string {
	name := m[1]
	for _, say := range []func(string) string{p.anyNumber, p.ofItself, p.typeParameter, p.ofReceiver, p.afterLoop} {
		if text := say(name); text != "" {
			return text
		}
	}
	return ""
}

// anyNumber is about *args among the parameters of a function.
func (p *place) anyNumber(name string) string {
	f, ok := around[*ast.Field](p)
	if !ok || len(f.Names) > 0 {
		return ""
	}
	if _, isStar := f.Type.(*ast.StarExpr); !isStar || !p.inParameters() {
		return ""
	}
	return fmt.Sprintf("any number of arguments is %s ...float64, or of another type", name)
}

// typeParameter is about an undefined capital letter among the types of a function.
func (p *place) typeParameter(name string) string {
	if spec, ok := around[*ast.TypeSpec](p); ok && spec.TypeParams == nil && len(name) == 1 && token.IsExported(name) {
		return fmt.Sprintf("%s is declared as a type parameter, in square brackets: type %s[%[1]s any] …", name, spec.Name.Name)
	}
	fn, ok := around[*ast.FuncDecl](p)
	if !ok || fn.Name.Name == "_" || len(name) > 1 || !token.IsExported(name) || fn.Recv == nil && fn.Type.TypeParams != nil {
		return ""
	}
	if fn.Recv != nil {
		star, recv := "", fn.Recv.List[0].Type
		if s, ok := recv.(*ast.StarExpr); ok {
			star, recv = "*", s.X
		}
		id, ok := recv.(*ast.Ident)
		if !ok {
			return ""
		}
		if t, ok := p.lookup(id.Name).(*types.Named); !ok || t.TypeParams().Len() == 0 {
			return ""
		}
		return receiverOfGeneric(fn, star, id.Name, name)
	}
	return fmt.Sprintf("%s is declared as a type parameter, in square brackets: func %s[%[1]s any](%[3]s) …", name, fn.Name.Name, parameters(fn))
}

// receiverOfGeneric writes a method whose receiver names the type parameter.
func receiverOfGeneric(fn *ast.FuncDecl, star, typ, param string) string {
	recv := ""
	if len(fn.Recv.List[0].Names) > 0 {
		recv = fn.Recv.List[0].Names[0].Name + " "
	}
	return fmt.Sprintf("the receiver names the type parameter: func (%s%s%s[%s]) %s(%s) …", recv, star, typ, param, fn.Name.Name, parameters(fn))
}

// parameters writes the parameters of a function.
func parameters(fn *ast.FuncDecl) string {
	text := strings.TrimPrefix(goText(&ast.FuncType{Params: fn.Type.Params}), "func")
	return strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
}

// ofReceiver is about a field or a method of the receiver that stands without it.
func (p *place) ofReceiver(name string) string {
	fn, ok := around[*ast.FuncDecl](p)
	if !ok || fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 {
		return ""
	}
	recv := fn.Recv.List[0].Names[0]
	v := p.info.Defs[recv]
	switch {
	case v == nil:
		return ""
	case name == "self" || name == "this":
		return fmt.Sprintf("the receiver has the name %s here: %[1]s in the place of %s", recv.Name, name)
	case has(v.Type(), p.checked.Pkg, name) && p.calls(name):
		return fmt.Sprintf("%s belongs to the receiver: %s.%[1]s(…)", name, recv.Name)
	case has(v.Type(), p.checked.Pkg, name):
		return fmt.Sprintf("%s belongs to the receiver: %s.%[1]s", name, recv.Name)
	}
	return ""
}

// calls says whether the name at the place is called.
func (p *place) calls(name string) bool {
	call, ok := around[*ast.CallExpr](p)
	return ok && goText(call.Fun) == name
}

// memberAtAll says what a value has, in the place of a member that it has not.
func (p *place) memberAtAll(m []string) string {
	sel, ok := around[*ast.SelectorExpr](p)
	if !ok || sel.Sel.Name != m[2] || p.info.TypeOf(sel.X) == nil {
		return ""
	}
	t, x := p.info.TypeOf(sel.X), goText(sel.X)
	if o, ok := types.Universe.Lookup(m[2]).(*types.TypeName); ok && isBasic(t, types.IsNumeric|types.IsString) {
		return "a conversion is " + o.Name() + "(" + x + ")"
	}
	if s, ok := t.Underlying().(*types.Struct); ok && p.info.Types[sel.X].IsType() {
		return x + " is a type, and a value of it is " + literal(x, s, isOwn(t, p.checked.Pkg))
	}
	of := t
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		of = ptr.Elem()
	}
	switch u := of.Underlying().(type) {
	case *types.Map:
		if isBasic(u.Key(), types.IsString) {
			return fmt.Sprintf("the entry of a key stands in brackets: %s[%q]", x, m[2])
		}
	case *types.Chan:
		return fmt.Sprintf("a channel has no methods: %s <- v sends, v := <-%[1]s receives, close(%[1]s) closes it", x)
	case *types.Interface:
		if isOwn(of, p.checked.Pkg) {
			return fmt.Sprintf("%s has the methods of %s alone; what is behind it comes out by v, ok := %[1]s.(T), then v.%[3]s", x, goType(of), m[2])
		}
	case *types.Struct:
		if names := members(of, u, isOwn(of, p.checked.Pkg)); names != "" && isOwn(of, p.checked.Pkg) {
			return fmt.Sprintf("a %s has %s", goType(of), names)
		}
	}
	return ""
}

// memberOfOwn is memberAtAll for structs and interfaces of the notebook, which have no methods of other languages.
func (p *place) memberOfOwn(m []string) string {
	sel, ok := around[*ast.SelectorExpr](p)
	if !ok || sel.Sel.Name != m[2] {
		return ""
	}
	t := p.info.TypeOf(sel.X)
	if t == nil {
		return ""
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Interface:
		if isOwn(t, p.checked.Pkg) {
			return p.memberAtAll(m)
		}
	}
	return ""
}

// capitals is about a member of one of the notebook's types that is written otherwise.
func (p *place) capitals(m []string) string {
	sel, ok := around[*ast.SelectorExpr](p)
	if !ok || sel.Sel.Name != m[2] || p.info.TypeOf(sel.X) == nil {
		return ""
	}
	t := p.info.TypeOf(sel.X)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if !isOwn(t, p.checked.Pkg) {
		return ""
	}
	return "capitals count: " + m[3]
}

// ofItself is about a function without a name that calls itself by the name that it is given.
func (p *place) ofItself(name string) string {
	for i, n := range p.path {
		lit, ok := n.(*ast.FuncLit)
		if !ok || i+1 >= len(p.path) {
			continue
		}
		a, ok := p.path[i+1].(*ast.AssignStmt)
		if ok && len(a.Lhs) == 1 && goText(a.Lhs[0]) == name {
			return fmt.Sprintf("a function that calls itself is declared before: var %s %s, then %[1]s = func…", name, goText(lit.Type))
		}
	}
	return ""
}

// members lists the fields and methods of a struct.
func members(t types.Type, s *types.Struct, own bool) string {
	var names []string
	for f := range s.Fields() {
		if own || f.Exported() {
			names = append(names, f.Name())
		}
	}
	methods := types.NewMethodSet(types.NewPointer(t))
	for i := range methods.Len() {
		names = append(names, methods.At(i).Obj().Name()+"()")
	}
	if len(names) > maxFields {
		names = append(names[:maxFields], "…")
	}
	return strings.Join(names, ", ")
}

// memberOfType is about a field that is asked of a type.
func (p *place) memberOfType(m []string) string {
	t := p.lookup(m[1])
	if t == nil || !has(t, p.checked.Pkg, m[2]) {
		return ""
	}
	return fmt.Sprintf("%s is a type, and its values have fields: v := %[1]s{…}, then v.%s", m[1], m[2])
}

// impossible is about a type that an interface never holds.
func (p *place) impossible(m []string) string {
	return fmt.Sprintf("%s holds types with the method %s, and %s has none", m[2], m[3], m[1])
}

// afterLoop is about a variable of a loop or a condition that has ended.
func (p *place) afterLoop(name string) (say string) {
	for _, n := range p.path {
		block, ok := n.(*ast.BlockStmt)
		if !ok {
			continue
		}
		for _, s := range block.List {
			if s.End() > p.pos || !declaresInHead(s, name) {
				continue
			}
			line := p.checked.Fset.Position(s.Pos()).Line
			return fmt.Sprintf("%s is declared in the head of line %d, and unknown after its braces: var %[1]s before it, and = in its place", name, line)
		}
	}
	return ""
}

// declaresInHead says whether the head of a statement declares a name.
func declaresInHead(s ast.Stmt, name string) bool {
	var names []ast.Expr
	switch s := s.(type) {
	case *ast.ForStmt:
		if a, ok := s.Init.(*ast.AssignStmt); ok {
			names = a.Lhs
		}
	case *ast.IfStmt:
		if a, ok := s.Init.(*ast.AssignStmt); ok {
			names = a.Lhs
		}
	case *ast.RangeStmt:
		names = []ast.Expr{s.Key, s.Value}
	}
	return slices.ContainsFunc(names, func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		return ok && id.Name == name
	})
}

// typeFirst is about parameters whose types stand before their names, as in C. All errors of the function follow from it.
func (p *place) typeFirst(m []string) string {
	if say := p.typeFirstInList(); say != "" {
		return say
	}
	fn, ok := around[*ast.FuncDecl](p)
	if !ok {
		return ""
	}
	if say := receiverFirst(fn, p); say != "" {
		return say
	}
	var swapped []string
	for _, f := range fn.Type.Params.List {
		id, isName := f.Type.(*ast.Ident)
		if len(f.Names) != 1 || !isName || p.lookup(id.Name) != nil {
			return ""
		}
		t := types.Universe.Lookup(f.Names[0].Name)
		if _, isType := t.(*types.TypeName); !isType {
			return ""
		}
		swapped = append(swapped, id.Name+" "+f.Names[0].Name)
	}
	if len(swapped) == 0 {
		return ""
	}
	result := ""
	if fn.Type.Results != nil {
		result = " " + goText(fn.Type.Results.List[0].Type)
	}
	return fmt.Sprintf("a type stands behind its name: func %s(%s)%s", fn.Name.Name, strings.Join(swapped, ", "), result)
}

// receiverFirst is about a receiver whose type stands before its name.
func receiverFirst(fn *ast.FuncDecl, p *place) string {
	if fn.Recv == nil || len(fn.Recv.List[0].Names) != 1 {
		return ""
	}
	first, second := fn.Recv.List[0].Names[0].Name, ""
	if id, ok := fn.Recv.List[0].Type.(*ast.Ident); ok {
		second = id.Name
	}
	if !token.IsExported(first) || second == "" || token.IsExported(second) || p.lookup(second) != nil {
		return ""
	}
	return fmt.Sprintf("the receiver's name stands before its type: func (%s %s) %s(%s)", second, first, fn.Name.Name, parameters(fn))
}

// typeFirstInList is about a field of a struct, or a variable, whose type stands before its name.
func (p *place) typeFirstInList() string {
	for _, n := range p.path {
		var names []*ast.Ident
		var of ast.Expr
		head := ""
		switch n := n.(type) {
		case *ast.Field:
			names, of = n.Names, n.Type
		case *ast.ValueSpec:
			names, of, head = n.Names, n.Type, "var "
		default:
			continue
		}
		id, isName := of.(*ast.Ident)
		if len(names) != 1 || !isName || p.lookup(id.Name) != nil {
			return ""
		}
		if _, isType := types.Universe.Lookup(names[0].Name).(*types.TypeName); isType && !p.inParameters() {
			return fmt.Sprintf("a type stands behind its name: %s%s %s", head, id.Name, names[0].Name)
		}
		return ""
	}
	return ""
}

// inParameters says whether the place is among the parameters of a function.
func (p *place) inParameters() bool {
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.StructType:
			return false
		case *ast.FuncType:
			return n != nil
		}
	}
	return false
}

// noInstance is about a generic type without its type.
func (p *place) noInstance(m []string) string {
	fn, ok := around[*ast.FuncDecl](p)
	if ok && fn.Recv != nil && fn.Recv.Pos() <= p.pos && p.pos < fn.Recv.End() {
		t, isNamed := p.lookup(m[1]).(*types.Named)
		if !isNamed {
			return ""
		}
		star := ""
		if _, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok {
			star = "*"
		}
		return receiverOfGeneric(fn, star, m[1], t.TypeParams().At(0).Obj().Name())
	}
	return fmt.Sprintf("its type stands in square brackets: %s[int], or another one", m[1])
}

// methodOfOther is about methods of types that are declared elsewhere.
func (p *place) methodOfOther(m []string) string {
	fn, ok := around[*ast.FuncDecl](p)
	if !ok || fn.Recv == nil {
		return ""
	}
	recv := "v"
	if names := fn.Recv.List[0].Names; len(names) > 0 {
		recv = names[0].Name
	}
	name := m[1][strings.LastIndexByte(m[1], '.')+1:]
	name = "My" + strings.ToUpper(name[:1]) + name[1:]
	return fmt.Sprintf("methods belong to types of one's own: type %s %s, then func (%s %[1]s) %[4]s(…) …", name, m[1], recv, fn.Name.Name)
}

// methodOfType is about a method that is called on its type.
func (p *place) methodOfType(m []string) string {
	t, ok := p.lookup(m[1]).(*types.Named)
	if !ok || !has(t, p.checked.Pkg, m[2]) {
		return ""
	}
	v := strings.ToLower(m[1][:1])
	return fmt.Sprintf("a method is called on a value: %s := %s{…}, then %[1]s.%[3]s()", v, m[1], m[2])
}

// recursive is about structs that contain themselves.
func (p *place) recursive(m []string) string {
	return fmt.Sprintf("a struct cannot contain itself, and a pointer to itself it can: *%s in the place of %[1]s", m[1])
}

// typeAlone is about types without braces.
func (p *place) typeAlone(m []string) string {
	x := p.expr(m[1])
	if x == nil {
		return ""
	}
	t := p.info.TypeOf(x)
	for _, n := range p.path {
		if s, ok := n.(*ast.SwitchStmt); ok && s.Tag != nil && p.pos > s.Body.Lbrace {
			return fmt.Sprintf("a choice among types is: switch v := %s.(type) { case %s: … }", goText(s.Tag), m[1])
		}
	}
	if b, ok := around[*ast.BinaryExpr](p); ok && b.Op == token.EQL {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return fmt.Sprintf("a type alone is no value: var x %s declares a variable, %[1]s(x) converts", m[1])
	case *types.Chan:
		return "a type alone is no value: a channel is made by make(" + m[1] + ")"
	case *types.Map, *types.Slice, *types.Array:
		return "a type alone is no value: an empty one is " + m[1] + "{}"
	case *types.Struct:
		return fmt.Sprintf("a type alone is no value: %s is one", literal(m[1], u, isOwn(t, p.checked.Pkg)))
	}
	return ""
}
