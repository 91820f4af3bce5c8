package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/source"
)

// writtenVars are the variables of a program as they were written.
type writtenVars struct {
	vars   []Var
	entry  []string              // lines of the run-time's table of variables
	flags  []string              // functions that initialise variables which register flags
	onces  map[*defs.Decl]string // functions that run initialisers
	embeds bool                  // one of them is filled in by the compiler
}

// writeVars declares the variables of the notebook and makes their entries, each after those that its initialiser reads;
// before them those of old variables.
func (p *plan) writeVars(out *source.Files, old []oldVar) writtenVars {
	w := writtenVars{onces: map[*defs.Decl]string{}}
	for _, v := range old {
		w.vars = append(w.vars, v.Var)
		w.entry = append(w.entry, fmt.Sprintf("{Name: %q, Ptr: &%s, Old: "+isTrue+"}", v.Name, v.as))
	}
	read := p.readByFunctions()
	for _, name := range p.varOrder() {
		d := p.scope.Find(name)
		p.writeVar(out, &w, d, d.Names[slices.IndexFunc(d.Names, func(n defs.Name) bool { return n.Key == name })], read)
	}
	return w
}

// varOrder returns the variables of the program in the order of their declaration, each after those that its initialiser
// reads.
func (p *plan) varOrder() []string {
	var order []string
	done := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if done[name] || !p.keepsVar(name) {
			return
		}
		done[name] = true
		if p.initialised(name) {
			before := p.scope.Reach(p.scope.Find(name).Free, func(string) bool { return false })
			for _, other := range sortedKeys(before.Vars) {
				add(other)
			}
		}
		order = append(order, name)
	}
	for _, d := range p.after.List() {
		if d.Kind == defs.KindVar {
			for _, n := range d.Names {
				add(n.Key)
			}
		}
	}
	return order
}

// writeVar declares a variable and adds it to w. read are the names that functions of the program use.
func (p *plan) writeVar(out *source.Files, w *writtenVars, d *defs.Decl, n defs.Name, read map[string]bool) {
	v := Var{Name: n.Key, Type: defs.Readable(n.Type)}
	own := p.byName[n.Key]
	if d.Raw && own != nil {
		writeRaw(out, d)
		w.embeds = true
	} else {
		out.Variable(varsFile, n.Key, d.OriginOf(n.Key), n.Type)
	}
	init := ""
	switch {
	case own != nil:
		v.Fresh = !(own.before && (read[n.Key] || p.usedEarly(n.Key)))
	case d.Flag:
		v.HasInit = true
		w.flags = append(w.flags, p.flag(out, w, d))
	case p.initialised(n.Key):
		v.HasInit, init = true, ", Init: "+p.initialiser(out, w, d)+p.rerun(out, d, n.Key)
	}
	w.vars = append(w.vars, v)
	line := fmt.Sprintf("{Name: %q, Ptr: &%s%s", n.Key, n.Key, init)
	if v.Fresh {
		line += ", Fresh: " + isTrue
	}
	if own != nil && own.set {
		line += fmt.Sprintf(", Next: %q", nextFinds(d, n))
	}
	w.entry = append(w.entry, line+"}")
}

// nextFinds says how the next cell finds a variable that the cell has declared and then set, if its value cannot be kept.
func nextFinds(d *defs.Decl, n defs.Name) string {
	switch {
	case d.Text != "":
		return "as its declaration sets it"
	case strings.HasPrefix(n.Type, "func("):
		return "nil: a function that is declared as func " + n.Key + "(…) { … } is there in every cell, and may call itself"
	}
	return "without a value"
}

// rerun is what the run-time must know of an initialiser that it runs again: whether that can matter, and what else it
// sets.
func (p *plan) rerun(out *source.Files, d *defs.Decl, name string) string {
	if isPure(d) {
		return ", Pure: " + isTrue
	}
	if why := p.mustNotRunAgain(d, name); why != "" {
		return fmt.Sprintf(", Once: %q", why)
	}
	var with []string
	for _, l := range d.Left {
		if l != name && d.TypeOf(l) != "" && p.initialised(l) && p.keepsVar(l) {
			with = append(with, l)
		}
	}
	if len(with) == 0 {
		return ""
	}
	return fmt.Sprintf(", With: %s{%s}", out.Spell(out.File(mainFile), "[]string"), quoted(with))
}

// isTrue is true, also where a notebook has declared true anew.
const isTrue = "0 == 0"

func quoted(texts []string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = strconv.Quote(text)
	}
	return strings.Join(out, ", ")
}

// isPure says whether an initialiser only names a function or writes one down, so that nobody notices when it runs again.
func isPure(d *defs.Decl) bool {
	e, err := parser.ParseExpr(d.Text)
	if err != nil || d.More || d.Copies {
		return false
	}
	switch e.(type) {
	case *ast.FuncLit, *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

// usedEarly says whether the statements read a variable before they declare it again.
func (p *plan) usedEarly(name string) bool {
	return slices.ContainsFunc(p.early, func(e earlyUse) bool { return e.ident.Name == name })
}

// readByFunctions returns the names that the functions of the program use: they may read the old value of a variable that
// the cell declares again.
func (p *plan) readByFunctions() map[string]bool {
	read := map[string]bool{}
	for _, d := range p.set.Order {
		if p.kept(d) {
			for _, name := range d.Free {
				read[name] = true
			}
		}
	}
	if p.main != nil {
		for name := range p.outer.Free(p.main) {
			read[name] = true
		}
	}
	return read
}

// writeRaw writes a variable as the user did, since the compiler fills it in.
func writeRaw(out *source.Files, d *defs.Decl) {
	f := out.File(d.File)
	f.ImportBlank("embed")
	out.ImportAll(f, d.Pkgs)
	if strings.Contains(d.TypeOf(d.Names[0].Key), `"embed".`) {
		out.Import(f, "embed", "embed")
	}
	f.Line(d.Origin)
	f.Write(d.Text + "\n")
}

// initialiser writes the function that runs a variable's initialiser, once, and returns its name.
func (p *plan) initialiser(out *source.Files, w *writtenVars, d *defs.Decl) string {
	if name := w.onces[d]; name != "" {
		return name
	}
	name := fmt.Sprintf("%s%d", initPrefix, len(w.onces))
	w.onces[d] = name
	f := out.File(d.File)
	text := source.Rename("var _ = ", d.Text, d.Origin, out.ImportAll(f, d.Pkgs))
	left := slices.Clone(d.Left)
	for i, l := range left {
		if d.TypeOf(l) == "" || !p.initialised(l) || !p.keepsVar(l) {
			left[i] = "_"
		}
	}
	f.Printf("\n//line %s:1:1\n", varsFile)
	if len(left) > 1 {
		f.Printf("var %s_done = !(%s)\n", name, isTrue)
	}
	f.Printf("func %s() {\n", name)
	if len(left) > 1 {
		f.Printf("if %s_done { return }\n%s_done = %s\n", name, name, isTrue)
	}
	f.Printf("%s = %s%s\n}\n", strings.Join(left, ", "), d.Directive(""), text)
	return name
}

// flag writes the function that registers a flag of an earlier cell, and returns its name. The variable points where it
// did, and the flag keeps the value that it has, as in one program.
func (p *plan) flag(out *source.Files, w *writtenVars, d *defs.Decl) string {
	name := fmt.Sprintf("%s%d", initPrefix, len(w.onces))
	w.onces[d] = name
	again, err := parser.ParseExpr(d.Text)
	call, ok := again.(*ast.CallExpr)
	if err != nil || !ok || len(d.Left) != 1 {
		delete(w.onces, d)
		return p.initialiser(out, w, d)
	}
	v, at := d.Left[0], int(call.Lparen)
	registered := d.Text[:call.Fun.End()-1] + "Var" + d.Text[call.Fun.End()-1:at] + v + ", " + d.Text[at:]
	f := out.File(d.File)
	imports := out.ImportAll(f, d.Pkgs)
	f.Printf("\n//line %s:1:1\nfunc %s() {\n", varsFile, name)
	zero, kept := zeroOf(out.Spell(f, d.TypeOf(v))), name+"_kept"
	f.Printf("if %s == %s {\n%s = %s\nreturn\n}\n", v, zero, v, source.Rename("var _ = ", d.Text, d.Origin, imports))
	f.Printf("%s := *%s\n%s\n*%s = %s\n}\n", kept, v, source.Rename("var _ = ", registered, d.Origin, imports), v, kept)
	return name
}

// hasField says whether a type of a package has a field.
func hasField(p *types.Package, typ, field string) bool {
	obj := p.Scope().Lookup(typ)
	if obj == nil {
		return false
	}
	found, _, _ := types.LookupFieldOrMethod(obj.Type(), false, p, field)
	return found != nil
}

func trimGo(file string) string { return strings.TrimSuffix(file, ".go") }
