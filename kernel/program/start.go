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
	whole := w.c.req.Mode == Test || len(w.c.req.Goflags) > 0 // coverage, say, is of all that the cell declares
	for _, d := range w.set.order {
		if d.Kind == KindInit || whole && slices.Contains(w.c.decls, d) {
			roots = append(roots, d.keys()...)
		}
	}
	roots = append(roots, w.c.tests(w.scope)...)
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
	switch {
	case w.c.req.Mode == Test:
	case len(w.entry) == 0:
		rt = w.r.qualify(f)(barePath)
	default:
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
	w.inits = append(w.inits, w.initCalls()...)
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
	if len(w.refs) > 0 && len(w.entry) > 0 {
		fmt.Fprintf(out, "Refs: []%s.Ref{\n%s,\n},\n", rt, strings.Join(w.refs, ",\n"))
	}
	if len(w.types) > 0 && len(w.entry) > 0 {
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

// initCalls returns the functions to call before the cell, in the order of the names that the user gave them.
func (w *writer) initCalls() []string {
	var inits []*decl
	for _, d := range w.set.order {
		if d.Kind == KindInit && w.kept(d) {
			inits = append(inits, d)
		}
	}
	slices.SortStableFunc(inits, func(a, b *decl) int { return strings.Compare(a.Names[0].Key, b.Names[0].Key) })
	var calls []string
	for _, d := range inits {
		name := d.Names[0].Key
		if as := renameInit(d)[name]; as != "" {
			name = as
		}
		calls = append(calls, name)
	}
	return calls
}

// renameInit gives a function init a name by which it can be called: it must run after the values are loaded.
func renameInit(d *decl) map[string]string {
	if d.Kind != KindInit || d.Names[0].Key != "init" {
		return nil
	}
	return map[string]string{"init": fmt.Sprintf("%sfunc_init_%s_%d", aliasPrefix, strings.TrimSuffix(d.File, ".go"), d.Line)}
}

// tests returns the tests and benchmarks of the whole notebook, for a program that runs tests.
func (c *composition) tests(s *scope) []string {
	if c.req.Mode != Test {
		return nil
	}
	var found []string
	for _, name := range sortedKeys(s.byName) {
		if s.byName[name].Kind == KindFunc && (isTest(name) || isBenchmark(name)) {
			found = append(found, name)
		}
	}
	return found
}

func isTest(name string) bool {
	return name != "TestMain" && (strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz"))
}

func isBenchmark(name string) bool { return strings.HasPrefix(name, "Benchmark") }

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
		if isTest(name) || isBenchmark(name) {
			names = append(names, "^"+name+"$")
		}
		bench = bench || isBenchmark(name)
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
