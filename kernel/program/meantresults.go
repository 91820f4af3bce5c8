package program

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// This file has the sentences about results and arguments of functions, and about the heads of loops.

// returned returns the values and their types of the return statement at the place.
func (p *place) returned() (values []string, of []types.Type, ok bool) {
	r, ok := around[*ast.ReturnStmt](p)
	if !ok {
		return nil, nil, false
	}
	for _, x := range r.Results {
		t := p.info.TypeOf(x)
		if tuple, several := t.(*types.Tuple); several || t == nil {
			return nil, nil, tuple == nil
		}
		values, of = append(values, goText(x)), append(of, t)
	}
	return values, of, true
}

// fewResults fills in the results that a return statement leaves out: nil for the error, zero values beside one.
func (p *place) fewResults(m []string) string {
	_, fn, _ := p.function()
	values, of, ok := p.returned()
	if !ok || fn == nil || fn.Results == nil || len(values) == 0 {
		return ""
	}
	var want []types.Type
	for _, f := range fn.Results.List {
		for range max(1, len(f.Names)) {
			want = append(want, p.info.TypeOf(f.Type))
		}
	}
	if slices.Contains(want, nil) {
		return ""
	}
	var out []string
	for _, t := range want {
		if len(of) > 0 && assignable(of[0], t) {
			out, values, of = append(out, values[0]), values[1:], of[1:]
		} else {
			out = append(out, zero(t))
		}
	}
	if len(of) > 0 {
		return ""
	}
	return fmt.Sprintf("the function has %d results: return %s", len(want), strings.Join(out, ", "))
}

// assignable says whether a value, or a constant without a type, can be a result of a type.
func assignable(of, to types.Type) bool {
	if b, ok := of.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 && b.Kind() != types.UntypedNil {
		return isBasic(to, b.Info()&types.IsConstType) || isBasic(to, types.IsNumeric) && b.Info()&types.IsNumeric != 0
	}
	return types.AssignableTo(of, to)
}

// manyResults adds to a function the types of the results that it returns.
func (p *place) manyResults(m []string) string {
	name, fn, _ := p.function()
	values, of, ok := p.returned()
	if !ok || fn == nil || len(of) == 0 {
		return ""
	}
	for _, f := range fn.Params.List {
		if len(f.Names) == 0 {
			return "" // names without types, about which package hints has a sentence
		}
	}
	results := make([]string, len(of))
	for i, t := range of {
		results[i] = goType(types.Default(t))
		if results[i] == "untyped nil" {
			results[i] = "error"
		}
	}
	text := strings.Join(results, ", ")
	if text == "error" && len(values) == 1 && values[0] == "nil" {
		return "a function without a result has return alone"
	}
	if strings.Contains(text, "invalid type") {
		return ""
	}
	if len(results) > 1 {
		text = "(" + text + ")"
	}
	head := strings.TrimSpace("func " + name)
	params := strings.TrimPrefix(goText(&ast.FuncType{Params: fn.Params}), "func")
	return fmt.Sprintf("the types of the results stand before the brace: %s%s %s { … }", head, params, text)
}

// arguments is about calls with too few or too many values.
func (p *place) arguments(m []string) string {
	call, ok := around[*ast.CallExpr](p)
	if !ok {
		return ""
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		if m[1] == "math.Max" || m[1] == "math.Min" {
			return fmt.Sprintf("of more than two numbers it is Go's own %s(…)", strings.ToLower(strings.TrimPrefix(m[1], "math.")))
		}
		if f, ok := p.info.Uses[selected(call.Fun)].(*types.Func); ok && f.FullName() == "math/rand.Int" {
			return "a random whole number below n is rand.Intn(n)"
		}
		return cmp.Or(completed(m[1], call), p.method(call))
	}
	f, ok := p.info.TypeOf(id).(*types.Signature)
	if !ok {
		return ""
	}
	if f.Params().Len() == 0 {
		return fmt.Sprintf("%s takes no arguments: %[1]s()", id.Name)
	}
	return fmt.Sprintf("each parameter needs one value: %s%s", id.Name, strings.TrimPrefix(goType(f), "func"))
}

// selected returns the name that a function is selected by, or nil.
func selected(f ast.Expr) *ast.Ident {
	if sel, ok := f.(*ast.SelectorExpr); ok {
		return sel.Sel
	}
	return nil
}

// method writes the parameters of the method that is called.
func (p *place) method(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || p.info.Selections[sel] == nil {
		return ""
	}
	f, ok := p.info.TypeOf(sel).(*types.Signature)
	if !ok || strings.Contains(goType(f), "mat.") || strings.Contains(goType(f), "rand.") || strings.Contains(goType(f), "figure.Option") {
		return ""
	}
	if f.Params().Len() == 0 {
		return sel.Sel.Name + " takes no arguments: " + goText(sel) + "()"
	}
	return "each parameter needs one value: " + sel.Sel.Name + strings.TrimPrefix(goType(f), "func")
}

// completed writes calls of functions of the standard library that are often short of an argument, or have too many.
func completed(name string, call *ast.CallExpr) string {
	args := make([]string, len(call.Args))
	for i, x := range call.Args {
		args[i] = goText(x)
	}
	text := strings.Join(args, ", ")
	switch {
	case name == "errors.New" && len(args) > 1:
		return "values go into the text of an error by fmt.Errorf(" + text + ")"
	case name == "strconv.ParseFloat" && len(args) == 1:
		return "the second argument is the number of bits: strconv.ParseFloat(" + text + ", 64)"
	case (name == "strconv.ParseInt" || name == "strconv.FormatInt") && len(args) == 1:
		return "strconv.Atoi(s) and strconv.Itoa(n) are for whole numbers in decimals; here the base is missing: " + name + "(" + text + ", 10" + map[bool]string{true: ", 64"}[name == "strconv.ParseInt"] + ")"
	case name == "strings.Split" && len(args) == 1:
		return "the second argument is what separates the parts: strings.Split(" + text + `, ","), at spaces strings.Fields(` + text + ")"
	case name == "strings.Join" && len(args) == 1:
		return "the second argument stands between the texts: strings.Join(" + text + `, ", ")`
	case name == "strings.Replace" && len(args) == 3:
		return "all of them are replaced by strings.ReplaceAll(" + text + ")"
	case name == "os.WriteFile" && len(args) == 2:
		return "the third argument is who may read and write the file: os.WriteFile(" + text + ", 0o644)"
	case (name == "stat.Mean" || name == "stat.StdDev" || name == "stat.Variance") && len(args) == 1:
		return "the second argument are weights, and nil stands for equal ones: " + name + "(" + text + ", nil)"
	case name == "math.Round" && len(args) == 2:
		return fmt.Sprintf("two digits are math.Round(%s*100) / 100, and are printed by fmt.Printf(\"%%.2f\\n\", %[1]s)", args[0])
	case name == "rand.Int" && len(args) == 1:
		return "a random whole number below " + text + " is rand.IntN(" + text + ")"
	case name == "rand.Float64" && len(args) > 0:
		return "rand.Float64() is a number from 0 to below 1"
	case name == "rand.Shuffle" && len(args) == 1:
		return fmt.Sprintf("shuffling swaps elements: rand.Shuffle(len(%s), func(i, j int) { %[1]s[i], %[1]s[j] = %[1]s[j], %[1]s[i] })", text)
	case name == "time.Parse" && len(args) == 1, name == "time.Date" && len(args) == 1:
		return `a date is read by t, err := time.Parse("2006-01-02", ` + text + `), with the layout first`
	case name == "display.NewFigure" && len(args) > 1:
		return "a figure is made with its title alone, and series follow: display.NewFigure(" + args[0] + `).Line("y", xs, ys)`
	case name == "time.Date" && len(args) == 3:
		return "a date has its time and its zone: time.Date(" + text + ", 0, 0, 0, 0, time.UTC)"
	case name == "display.NewFigure" && len(args) == 0:
		return `a figure has a title: display.NewFigure("title")`
	case name == "display.Slider" && len(args) == 3:
		return "the last argument is the step: display.Slider(" + text + ", 1)"
	case name == "mat.NewDense" && len(args) == 1:
		return "the numbers of a matrix are one slice, row by row: mat.NewDense(2, 2, []float64{1, 2, 3, 4}); la.M([]float64{1, 2}, []float64{3, 4}) takes rows"
	}
	return ""
}

// notUsed is about a function that is not called, and a value that is not returned.
func (p *place) notUsed(m []string) string {
	s, ok := around[*ast.ExprStmt](p)
	if !ok {
		return ""
	}
	t := p.info.TypeOf(s.X)
	if f, ok := t.Underlying().(*types.Signature); ok && f.Params().Len() == 0 {
		return "a call has parentheses: " + goText(s.X) + "()"
	}
	name, fn, body := p.function()
	if fn == nil || fn.Results != nil || body == nil || body.List[len(body.List)-1] != ast.Stmt(s) {
		return ""
	}
	params := strings.TrimPrefix(goText(&ast.FuncType{Params: fn.Params}), "func")
	return fmt.Sprintf("a result needs its type and return: %s%s %s { return %s }", strings.TrimSpace("func "+name), params,
		goType(types.Default(t)), goText(s.X))
}

// oneVariable is about loops over a number or a channel with two variables.
func (p *place) oneVariable(m []string) string {
	loop, ok := around[*ast.RangeStmt](p)
	if !ok || loop.Key == nil || loop.Value == nil {
		return ""
	}
	v := loop.Key
	if id, ok := loop.Key.(*ast.Ident); ok && id.Name == "_" {
		v = loop.Value
	}
	return fmt.Sprintf("this loop has one variable: for %s := range %s { … }", goText(v), goText(loop.X))
}

// notRanged is about loops over what has no elements.
func (p *place) notRanged(m []string) string {
	x := p.expr(m[1])
	if x == nil {
		return ""
	}
	t := p.info.TypeOf(x)
	if strings.Contains(goType(t), "mat.") {
		return ""
	}
	if r := called(t); element(r) != nil {
		return "a call has parentheses: range " + goText(x) + "()"
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok && element(ptr.Elem()) != nil {
		return "the pointer needs a star: range *" + goText(x)
	}
	s, ok := t.Underlying().(*types.Struct)
	if ptr, isPointer := t.Underlying().(*types.Pointer); isPointer {
		s, ok = ptr.Elem().Underlying().(*types.Struct)
	}
	if ok {
		for f := range s.Fields() {
			if element(f.Type()) != nil && (f.Exported() || f.Pkg() == p.checked.Pkg) {
				return fmt.Sprintf("a loop goes over a slice or a map, and a struct has them in fields: range %s.%s", goText(x), f.Name())
			}
		}
		return "a loop goes over a slice, a map, a text, a channel or a whole number; the fields of a struct are named one by one"
	}
	if iface, ok := t.Underlying().(*types.Interface); ok && iface.NumMethods() == 0 {
		return fmt.Sprintf("%s can hold a value of any type: xs, ok := %[1]s.([]int) takes a slice out, then range xs", goText(x))
	}
	return ""
}

// unused is about the index of a loop that nothing reads.
func (p *place) unused(m []string) string {
	for _, n := range p.path {
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			continue
		}
		key, isKey := loop.Key.(*ast.Ident)
		value, hasValue := loop.Value.(*ast.Ident)
		switch {
		case isKey && key.Pos() == p.pos && hasValue:
			return fmt.Sprintf("_ stands for the index that is not used: for _, %s := range %s { … }", value.Name, goText(loop.X))
		case isKey && key.Pos() == p.pos:
			return fmt.Sprintf("a loop without a variable is: for range %s { … }", goText(loop.X))
		case hasValue && value.Pos() == p.pos && isKey:
			return fmt.Sprintf("the index alone is: for %s := range %s { … }", key.Name, goText(loop.X))
		}
	}
	return ""
}
