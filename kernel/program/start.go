package program

import (
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/program/tables"
)

// writeStart writes func main. inits are the functions to call before the cell.
func (p *plan) writeStart(out *source.Files, vars writtenVars, known tables.Tables, inits []string) {
	f := out.File(mainFile)
	if p.req.Debug {
		f.ImportBlank(tracedPath)
	}
	qualify := out.Qualify(f)
	rt := ""
	switch {
	case p.req.ownStart():
	case len(vars.entry) == 0:
		rt = qualify(barePath)
	default:
		rt = qualify(runtimePath)
	}
	f.Printf("\n//line %s:1:1\n", mainFile)
	if p.req.ownStart() {
		p.writeOwnStart(f, vars) // flags are among the initialisers
		return
	}
	if len(known.Anchors) > 0 {
		f.Printf("//go:noinline\nfunc %skeep(...interface{}) {}\n\n", source.Prefix)
	}
	f.Write("func main() {\n")
	if len(known.Anchors) > 0 {
		f.Printf("%skeep(%s)\n", source.Prefix, strings.Join(known.Anchors, ", "))
	}
	f.Printf("%s.Main(%s.Program{\n", rt, rt)
	if len(vars.entry) > 0 {
		writeTables(f, qualify, rt, vars, known)
	}
	if len(inits) > 0 {
		f.Printf("Inits: []func(){%s},\n", strings.Join(inits, ", "))
	}
	f.Write("Cell: func() {\n")
	calls := p.calls()
	if p.req.Mode == Exec && p.wantsFlags() { // the function that is run comes last
		calls = slices.Insert(calls, len(calls)-1, qualify("flag")+".Parse")
	}
	writeCalls(f, calls)
	f.Write("},\n})\n}\n")
}

// writeTables writes what the run-time must know of the variables.
func writeTables(f *source.File, qualify func(string) string, rt string, vars writtenVars, known tables.Tables) {
	f.Printf("Vars: []%s.Var{\n%s,\n},\n", rt, strings.Join(vars.entry, ",\n"))
	if len(known.Refs) > 0 {
		f.Printf("Refs: []%s.Ref{\n%s,\n},\n", rt, strings.Join(known.Refs, ",\n"))
	}
	if len(known.Types) > 0 {
		reflect := qualify("reflect")
		f.Printf("Types: []%s.Type{\n", reflect)
		for _, t := range known.Types {
			f.Printf("%s.TypeFor[%s](),\n", reflect, t)
		}
		f.Write("},\n")
	}
	writeHandles(f, rt, known.Handles)
}

// writeHandles writes how the run-time makes handles of package unique.
func writeHandles(f *source.File, rt string, makers []string) {
	if len(makers) == 0 {
		return
	}
	f.Printf("Handles: []%s.Handle{\n", rt)
	for _, m := range makers {
		f.Printf("%s.HandleOf(%s),\n", rt, m)
	}
	f.Write("},\n")
}

// calls returns the functions that are the cell, in Go's order: variables, functions init, statements. Where there are
// statements, they call the functions init.
func (p *plan) calls() []string {
	var calls []string
	if p.hasStatements() {
		calls = append(calls, cellFunc)
	}
	if p.syn.PackageForm {
		calls = append(calls, p.initCalls()...)
	}
	if p.syn.MainStart >= 0 || p.main != nil {
		calls = append(calls, mainFunc)
	}
	if p.req.Mode == Exec {
		calls = append(calls, p.req.Func)
	}
	return calls
}

func writeCalls(f *source.File, calls []string) {
	for _, call := range calls {
		f.Printf("%s()\n", call)
	}
}

// initCalls returns the functions init and init_name that the program runs, in the order of the names that the user gave
// them.
func (p *plan) initCalls() []string {
	inits := slices.DeleteFunc(p.scope.Inits(), func(d *defs.Decl) bool { return !p.runs(d) })
	slices.SortStableFunc(inits, func(a, b *defs.Decl) int { return strings.Compare(a.Names[0].Key, b.Names[0].Key) })
	var calls []string
	for _, d := range inits {
		calls = append(calls, initName(d))
	}
	return calls
}

// runs says whether the program runs a function init or init_name: one of the cell itself, GoNB's init_name, and init of an
// earlier cell only where a variable that it reaches is initialised anew, see reruns.
func (p *plan) runs(d *defs.Decl) bool {
	return !d.Once() || p.req.ownStart() || slices.Contains(p.decls, d) || p.keep != nil && p.keep[initName(d)]
}

// tests returns the tests and benchmarks of the whole notebook, for a program that runs tests.
func (p *parsed) tests(scope *defs.Scope) []string {
	if p.req.Mode != Test {
		return nil
	}
	return scope.Functions(func(name string) bool { return isTest(name) || isBenchmark(name) })
}

func isTest(name string) bool {
	return name != "TestMain" && (strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz"))
}

func isBenchmark(name string) bool { return strings.HasPrefix(name, "Benchmark") }

// ownStart says that the program starts without the run-time of cells: it tests, or runs in a browser.
func (r *Request) ownStart() bool { return r.Mode == Test || r.Wasm }

// writeOwnStart runs the initialisers of the variables and the statements: before the tests, or as the whole program.
func (p *plan) writeOwnStart(f *source.File, vars writtenVars) {
	name := "main"
	if p.req.Mode == Test {
		name = "init"
	}
	f.Printf("func %s() {\n", name)
	for _, d := range p.after.List() {
		if name := vars.onces[d]; name != "" {
			writeCalls(f, []string{name})
		}
	}
	writeCalls(f, p.calls())
	f.Write("}\n")
}

// testArgs are the arguments that a test program gets by default: run what the cell declares, verbosely.
func (p *plan) testArgs() []string {
	if p.req.Mode != Test {
		return nil
	}
	args := []string{"-test.v"}
	var names []string
	bench := false
	for _, d := range p.decls {
		if d.Kind != defs.KindFunc {
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
