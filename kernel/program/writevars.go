package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
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
		w.entry = append(w.entry, fmt.Sprintf("{Name: %q, Ptr: &%s, Old: true}", v.Name, v.as))
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
		v.Fresh, v.HasInit = true, true
		w.flags = append(w.flags, p.initialiser(out, w, d))
	case p.initialised(n.Key):
		v.HasInit, init = true, ", Init: "+p.initialiser(out, w, d)+p.rerun(d, n.Key)
	}
	w.vars = append(w.vars, v)
	line := fmt.Sprintf("{Name: %q, Ptr: &%s%s", n.Key, n.Key, init)
	if v.Fresh {
		line += ", Fresh: true"
	}
	w.entry = append(w.entry, line+"}")
}

// rerun is what the run-time must know of an initialiser that it runs again: whether that can matter, and what else it
// sets.
func (p *plan) rerun(d *defs.Decl, name string) string {
	if e, err := parser.ParseExpr(d.Text); err == nil && !d.More {
		switch e.(type) {
		case *ast.FuncLit, *ast.Ident, *ast.SelectorExpr:
			return ", Pure: true"
		}
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
	return fmt.Sprintf(", With: %#v", with)
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
		f.Printf("var %s_done bool\n", name)
	}
	f.Printf("func %s() {\n", name)
	if len(left) > 1 {
		f.Printf("if %s_done { return }\n%s_done = true\n", name, name)
	}
	f.Printf("%s = %s%s\n}\n", strings.Join(left, ", "), d.Directive(""), text)
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
