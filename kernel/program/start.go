package program

import (
	"fmt"
	"slices"
	"strings"
)

// roots returns the names that the program's start uses.
func (w *writer) roots() []string {
	roots := []string{"main", cellFunc, mainFunc}
	for _, v := range w.c.vars {
		if !v.local {
			roots = append(roots, v.name)
		}
	}
	for _, d := range w.set.order {
		if d.Kind == KindInit || w.c.req.Mode == Test && slices.Contains(w.c.decls, d) {
			roots = append(roots, d.keys()...)
		}
	}
	for name := range w.set.vars {
		if d := w.scope.byName[name]; d != nil && d.Flag && w.c.req.Mode != Plain {
			roots = append(roots, name)
		}
		if v, _ := w.c.value(name); len(v.RelatedVars) > 0 {
			roots = append(roots, name)
		}
	}
	if w.c.req.Mode == Exec {
		roots = append(roots, w.c.req.Func)
	}
	roots = append(roots, w.extraRoots(w.scope)...)
	return append(roots, w.inits...)
}

// start writes func main.
func (w *writer) start() {
	f := w.r.file(mainFile)
	rt := ""
	if w.c.req.Mode != Test {
		rt = w.r.qualify(f)(runtimePath)
	}
	var calls []string
	if w.hasStatements() {
		calls = append(calls, cellFunc)
	}
	if w.c.syn.MainStart >= 0 || w.c.main != nil {
		calls = append(calls, mainFunc)
	}
	if w.c.req.Mode == Exec {
		calls = append(calls, w.c.req.Func)
	}
	for _, d := range w.set.order {
		if d.Kind == KindInit && w.kept(d) {
			w.inits = append(w.inits, d.Names[0].Key)
		}
	}
	out := &f.body
	fmt.Fprintf(out, "\n//line %s:1:1\n", mainFile)
	if w.c.req.Mode == Test {
		w.testStart(calls)
		return
	}
	if len(w.anchors) > 0 {
		fmt.Fprintf(out, "//go:noinline\nfunc %skeep(...any) {}\n\n", aliasPrefix)
	}
	out.WriteString("func main() {\n")
	if len(w.anchors) > 0 {
		fmt.Fprintf(out, "%skeep(%s)\n", aliasPrefix, strings.Join(w.anchors, ", "))
	}
	fmt.Fprintf(out, "%s.Main(%s.Program{\n", rt, rt)
	if len(w.entry) > 0 {
		fmt.Fprintf(out, "Vars: []%s.Var{\n%s,\n},\n", rt, strings.Join(w.entry, ",\n"))
	}
	if len(w.refs) > 0 {
		fmt.Fprintf(out, "Refs: []%s.Ref{\n%s,\n},\n", rt, strings.Join(w.refs, ",\n"))
	}
	if len(w.types) > 0 {
		reflect := w.r.qualify(f)("reflect")
		fmt.Fprintf(out, "Types: []%s.Type{\n", reflect)
		for _, t := range w.types {
			fmt.Fprintf(out, "%s.TypeFor[%s](),\n", reflect, t)
		}
		out.WriteString("},\n")
	}
	if len(w.inits) > 0 {
		fmt.Fprintf(out, "Inits: []func(){%s},\n", strings.Join(w.inits, ", "))
	}
	flags := ""
	if w.c.req.Mode == Exec && w.wantsFlags() {
		flags = w.r.qualify(f)("flag") + ".Parse()\n"
	}
	fmt.Fprintf(out, "Cell: func() {\n%s", flags)
	for _, call := range calls {
		fmt.Fprintf(out, "%s()\n", call)
	}
	out.WriteString("},\n})\n}\n")
}

// hasStatements says whether there is code to run at the top level.
func (w *writer) hasStatements() bool {
	return len(w.c.syn.Body) > 0 || len(w.c.initOrder) > 0
}

// empty says whether the program would do nothing.
func (w *writer) empty() bool {
	return !w.hasStatements() && w.c.syn.MainStart < 0 && w.c.main == nil && len(w.inits) == 0 &&
		len(w.c.vars) == 0 && (w.c.req.Mode == Plain || w.c.req.Mode == Main)
}

// testStart runs, before the tests, the initialisers of the variables and the statements.
func (w *writer) testStart(calls []string) {
	f := w.r.file(mainFile)
	fmt.Fprintf(&f.body, "func init() {\n")
	for _, d := range w.c.after.list() {
		if name := w.onces[d]; name != "" {
			fmt.Fprintf(&f.body, "%s()\n", name)
		}
	}
	for _, call := range append(slices.Clone(w.inits), calls...) {
		fmt.Fprintf(&f.body, "%s()\n", call)
	}
	f.body.WriteString("}\n")
}

// testArgs are the arguments that a test program gets by default: run what the cell declares, verbosely.
func (w *writer) testArgs() []string {
	if w.c.req.Mode != Test {
		return nil
	}
	args := []string{"-test.v"}
	var names []string
	bench := false
	for _, d := range w.c.decls {
		if d.Kind != KindFunc {
			continue
		}
		name := d.Names[0].Key
		isBench := strings.HasPrefix(name, "Benchmark")
		if isBench || strings.HasPrefix(name, "Test") && name != "TestMain" {
			names = append(names, "^"+name+"$")
		}
		bench = bench || isBench
	}
	if bench {
		args = append(args, "-test.bench=.")
	}
	if len(names) > 0 {
		slices.Sort(names)
		args = append(args, "-test.run="+strings.Join(names, "|"))
	}
	return args
}
