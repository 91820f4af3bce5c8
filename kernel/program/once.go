package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
)

// This file finds the initialisers that must not run again in a later cell, as os.Create("log.txt"), which would empty the
// file that an earlier cell has written. They are those that call, themselves or through functions and methods of the
// notebook, one of the functions below. A function literal counts where it is called.

// effects are functions of packages that change what other cells have left behind, with what they do to it.
var effects = map[string]map[string]string{
	"os": {
		"Create": "would empty it", "OpenFile": "would write over it from its beginning",
		"WriteFile": "", "Remove": "", "RemoveAll": "", "Rename": "", "Truncate": "", "CopyFS": "", "StartProcess": "",
	},
	"io/ioutil": {"WriteFile": ""},
	"net/http":  {"Post": "", "PostForm": ""},
}

// starts are the methods of an exec.Cmd that start its program.
var starts = []string{"Run", "Start", "Output", "CombinedOutput"}

// effect is a call that must not be made again.
type effect struct {
	function string // as in "os.Create"
	does     string // to a file that the cell has opened; "" for other calls
	call     *ast.CallExpr
}

// RunsOnce reports whether the initialiser of a variable must not run again.
func RunsOnce(scope *defs.Scope, d *defs.Decl) bool {
	e, _ := effectOf(scope, d)
	return e != nil
}

// mustNotRunAgain returns why the initialiser of a variable must not run again and what to do instead, or "".
func (p *plan) mustNotRunAgain(d *defs.Decl, name string) string {
	e, own := effectOf(p.scope, d)
	switch {
	case e == nil:
		return ""
	case e.does == "" || !own:
		return fmt.Sprintf("the value of %s is not kept, and its declaration calls %s, so it does not run again: "+
			"declare %s in this cell, or allow it with %%rerun on %s", name, e.function, name, name)
	}
	return fmt.Sprintf("the file of %s was closed with its cell, and %s %s: to add to the file, open it again in this cell with %s",
		name, e.function, e.does, e.reopened(d))
}

// reopened is the declaration with its file opened for appending.
func (e *effect) reopened(d *defs.Decl) string {
	from, to := int(e.call.Pos())-1, int(e.call.End())-1
	path := d.Text[e.call.Args[0].Pos()-1 : e.call.Args[0].End()-1]
	pkg, _, _ := strings.Cut(d.Text[from:to], ".")
	open := fmt.Sprintf("%s.OpenFile(%s, %s.O_APPEND|%s.O_WRONLY, 0)", pkg, path, pkg, pkg)
	if strings.Contains(d.Text, "\n") {
		return open
	}
	return strings.Join(d.Left, ", ") + " := " + d.Text[:from] + open + d.Text[to:]
}

// effectOf returns the first effect of an initialiser, or nil, and whether the call stands in the initialiser itself.
func effectOf(scope *defs.Scope, d *defs.Decl) (e *effect, own bool) {
	init, err := parser.ParseExpr(d.Text)
	if err != nil {
		return nil, false
	}
	s := &effectSearch{pkgs: d.Pkgs, called: map[string]bool{}, selected: map[string]bool{}}
	if ast.Walk(s, init); s.found != nil {
		return s.found, true
	}
	reached := scope.Reach(d.Free, func(string) bool { return false })
	return s.follow(reached.Order), false
}

// effectSearch looks for effects in what is executed of some code.
type effectSearch struct {
	pkgs     defs.Packages
	called   map[string]bool // functions by their names
	selected map[string]bool // methods by their names
	found    *effect
}

// follow searches the functions and methods that are called, and those that they call.
func (s *effectSearch) follow(decls []*defs.Decl) *effect {
	done := map[*defs.Decl]bool{}
	for more := true; more; {
		more = false
		for _, d := range decls {
			if done[d] || !s.calls(d) {
				continue
			}
			done[d], more = true, true
			file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+d.Text, 0)
			if err != nil {
				continue
			}
			s.pkgs = d.Pkgs
			if ast.Walk(s, file); s.found != nil {
				return s.found
			}
		}
	}
	return nil
}

// calls reports whether a declaration is a function or method that what was searched calls.
func (s *effectSearch) calls(d *defs.Decl) bool {
	switch d.Kind {
	case defs.KindFunc:
		return s.called[d.Names[0].Key]
	case defs.KindMethod:
		_, method, _ := strings.Cut(d.Names[0].Key, ".")
		return s.selected[method]
	}
	return false
}

// Visit implements ast.Visitor.
func (s *effectSearch) Visit(n ast.Node) ast.Visitor {
	if s.found != nil {
		return nil
	}
	switch n := n.(type) {
	case *ast.FuncLit:
		return nil
	case *ast.CallExpr:
		s.call(n)
	}
	return s
}

// call notes what a call calls.
func (s *effectSearch) call(n *ast.CallExpr) {
	switch f := ast.Unparen(n.Fun).(type) {
	case *ast.FuncLit:
		ast.Walk(s, f.Body)
	case *ast.IndexExpr: // of a generic function
		s.call(&ast.CallExpr{Fun: f.X, Args: n.Args})
	case *ast.Ident:
		s.called[f.Name] = true
	case *ast.SelectorExpr:
		s.selected[f.Sel.Name] = true
		if x, ok := f.X.(*ast.Ident); ok && s.pkgs[x.Name] != "" {
			if does, ok := effects[s.pkgs[x.Name]][f.Sel.Name]; ok && !harmless(f.Sel.Name, n.Args) {
				s.found = &effect{x.Name + "." + f.Sel.Name, does, n}
			}
			return
		}
		if slices.Contains(starts, f.Sel.Name) && s.uses("os/exec") {
			s.found = &effect{function: "the method " + f.Sel.Name + " of a command", call: n}
		}
	}
}

func (s *effectSearch) uses(path string) bool {
	for _, p := range s.pkgs {
		if p == path {
			return true
		}
	}
	return false
}

// harmless reports whether a call only opens a file to read it, or to append to it.
func harmless(function string, args []ast.Expr) bool {
	if function != "OpenFile" || len(args) != 3 {
		return false
	}
	flags := map[string]bool{}
	ast.Inspect(args[1], func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && strings.HasPrefix(id.Name, "O_") {
			flags[id.Name] = true
		}
		return true
	})
	readsOnly := flags["O_RDONLY"] && !flags["O_WRONLY"] && !flags["O_RDWR"]
	return !flags["O_TRUNC"] && (flags["O_APPEND"] || readsOnly)
}
