package slips

import (
	"fmt"
	"go/ast"
	"go/parser"
	"strings"
)

// field is a parameter or a result.
type field struct{ name, kind string }

// fieldsOf lists parameters or results, each with a name of its own: prefix and number.
func (f *finder) fieldsOf(l *ast.FieldList, prefix string) (list []field) {
	if l == nil {
		return nil
	}
	for _, d := range l.List {
		for range max(1, len(d.Names)) {
			list = append(list, field{fmt.Sprintf("%s%d", prefix, len(list)), f.text(d.Type)})
		}
	}
	return list
}

// names are the names of fields, with "..." behind the last if it is variadic.
func names(list []field) string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.name)
		if strings.HasPrefix(p.kind, "...") {
			b.WriteString("...")
		}
	}
	return b.String()
}

func declared(list []field) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = p.name + " " + p.kind
	}
	return strings.Join(parts, ", ")
}

func kinds(list []field) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = p.kind
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// wrapper writes functions that call the right one and do something before or after.
type wrapper struct {
	*finder
	params, results []field
}

// whole adds the slips of the function as a whole. example are the arguments of a visible test, or "".
func (f *finder) whole(example string) {
	w := wrapper{f, f.fieldsOf(f.decl.Type.Params, "mercerP"), f.fieldsOf(f.decl.Type.Results, "mercerR")}
	if len(w.results) == 0 {
		return
	}
	if example != "" {
		w.add("example", "the result of the example, for all inputs", "", example, "", names(w.results))
	}
	w.rounded()
	w.mutated()
	w.swapped()
	w.nan()
}

// add adds the function that runs some statements, calls the right function with arguments, runs other statements and returns.
func (w *wrapper) add(kind, is, before, args, after, returned string) {
	d := w.decl
	inner := "func" + w.Text[w.at(d.Type.Params.Pos()):w.at(d.End())]
	text := fmt.Sprintf("(%s) %s {\n\tmercerInner := %s\n\t%s\n\t%s := mercerInner(%s)\n\t%s\n\treturn %s\n}",
		declared(w.params), kinds(w.results), inner, before, names(w.results), args, after, returned)
	w.slips = append(w.slips, Slip{Name: kind, Func: d.Name.Name, Line: w.line(d.Pos()), Is: is, before: "func ", after: text})
}

// rounding is the function that rounds; a cell imports its package by itself.
const rounding = "math.Round"

// round is the statement that rounds what a variable holds, in a copy; "" for other types.
func round(p field) string {
	switch p.kind {
	case "float64":
		return fmt.Sprintf("%s = %s(%[1]s)", p.name, rounding)
	case "[]float64", "la.V":
		return fmt.Sprintf("%s = append(%s(nil), %[1]s...); for i := range %[1]s { %[1]s[i] = %[3]s(%[1]s[i]) }", p.name, p.kind, rounding)
	case "[][]float64", "la.M":
		return fmt.Sprintf("%s = append(%s(nil), %[1]s...); for i := range %[1]s { %[1]s[i] = append([]float64(nil), %[1]s[i]...); "+
			"for j := range %[1]s[i] { %[1]s[i][j] = %[3]s(%[1]s[i][j]) } }", p.name, p.kind, rounding)
	}
	return ""
}

// rounded adds the slips that are right for whole numbers only.
func (w *wrapper) rounded() {
	for i, r := range w.results {
		if s := round(r); s != "" {
			w.add("rounded", fmt.Sprintf("result %d rounded to whole numbers", i+1), "", names(w.params), s, names(w.results))
		}
	}
	for i, p := range w.params {
		if s := round(p); s != "" {
			w.add("rounded", fmt.Sprintf("argument %d rounded to whole numbers", i+1), s, names(w.params), "", names(w.results))
		}
	}
}

// mutation is the statement that changes what an argument refers to; "" for other types.
func mutation(p field) string {
	switch p.kind {
	case "[]float64", "[]int", "la.V", "[]rune":
		return fmt.Sprintf("if len(%s) > 0 { %[1]s[0]++ }", p.name)
	case "[]bool":
		return fmt.Sprintf("if len(%s) > 0 { %[1]s[0] = !%[1]s[0] }", p.name)
	case "[][]float64", "la.M", "[][]int":
		return fmt.Sprintf("if len(%s) > 0 && len(%[1]s[0]) > 0 { %[1]s[0][0]++ }", p.name)
	case "*mat.SymDense":
		return fmt.Sprintf("if %s.SymmetricDim() > 0 { %[1]s.SetSym(0, 0, %[1]s.At(0, 0) + 1) }", p.name)
	case "*mat.Dense":
		return fmt.Sprintf("if !%s.IsEmpty() { %[1]s.Set(0, 0, %[1]s.At(0, 0) + 1) }", p.name)
	}
	return ""
}

// mutated adds the slips that change their arguments.
func (w *wrapper) mutated() {
	for i, p := range w.params {
		if s := mutation(p); s != "" {
			w.add("mutated", fmt.Sprintf("argument %d is changed", i+1), "", names(w.params), s, names(w.results))
		}
	}
}

// swapped adds the slips that swap two arguments or results of one type.
func (w *wrapper) swapped() {
	for _, s := range swaps(w.params) {
		w.add("swapped", fmt.Sprintf("arguments %d and %d are swapped", s.i+1, s.j+1), "", names(s.list), "", names(w.results))
	}
	for _, s := range swaps(w.results) {
		w.add("swapped", fmt.Sprintf("results %d and %d are swapped", s.i+1, s.j+1), "", names(w.params), "", names(s.list))
	}
}

// swap is a list of fields of which two have changed places.
type swap struct {
	i, j int
	list []field
}

func swaps(list []field) (all []swap) {
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if list[i].kind == list[j].kind {
				other := append([]field(nil), list...)
				other[i], other[j] = other[j], other[i]
				all = append(all, swap{i, j, other})
			}
		}
	}
	return all
}

// nan adds the slips that return 0 for what is no number.
func (w *wrapper) nan() {
	if !strings.Contains(w.text(w.decl), "math.NaN") && !strings.Contains(w.text(w.decl), "math.Inf") {
		return
	}
	for i, r := range w.results {
		if r.kind == "float64" {
			w.add("zero", fmt.Sprintf("result %d is 0 for NaN and ±Inf", i+1), "", names(w.params),
				fmt.Sprintf("if %s-%[1]s != 0 { %[1]s = 0 }", r.name), names(w.results))
		}
	}
}

// exampleOf finds the arguments of the first call of a function in visible tests: of its name, or of the first parameter
// of a function literal, as in check.Trials.
func exampleOf(d *ast.FuncDecl, cells []string) string {
	for _, text := range cells {
		a, err := parse(text)
		if err != nil {
			continue
		}
		for _, s := range a.Body {
			if args := a.callIn(s, d.Name.Name); args != "" {
				return args
			}
		}
	}
	return ""
}

func (a *answer) callIn(n ast.Node, name string) (args string) {
	if !mentions(n, name) {
		return ""
	}
	calls := map[string]bool{name: true}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if p := n.Type.Params.List; len(p) > 0 && len(p[0].Names) > 0 {
				if _, ok := p[0].Type.(*ast.FuncType); ok {
					calls[p[0].Names[0].Name] = true
				}
			}
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if args == "" && ok && calls[id.Name] && len(n.Args) > 0 {
				args = a.Text[a.at(n.Args[0].Pos()):a.at(n.Args[len(n.Args)-1].End())]
			}
		}
		return true
	})
	if _, err := parser.ParseExpr("f(" + args + ")"); err != nil {
		return ""
	}
	return args
}

func mentions(n ast.Node, name string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}
