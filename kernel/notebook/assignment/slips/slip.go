package slips

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

// Slip is a function of an answer with one mistake.
type Slip struct {
	Name string // its kind and line in the answer's cell, as "strictness:12"; a second one of the line is "strictness:12#2"
	Func string // the function that has it
	Line int
	Was  string // the text of the answer that is changed, or "" for the function as a whole
	Is   string

	before, after string // the function's declaration, before and after its name
}

// String is the slip on one line.
func (s Slip) String() string {
	if s.Was == "" {
		return fmt.Sprintf("%s: %s: %s", s.Name, s.Func, short(s.Is))
	}
	return fmt.Sprintf("%s: %s → %s", s.Name, short(s.Was), short(s.Is))
}

// Decl is the function's declaration under a name.
func (s Slip) Decl(name string) string { return s.before + name + s.after }

func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return text
}

// Of lists the slips of the functions that an answer's cell declares. Where the cell has lines with BEGIN SOLUTION and
// END SOLUTION, only what is between them gets slips. examples are the cells of visible tests: a slip may return the
// result of their first call for all inputs. Not every slip compiles.
func Of(answer string, examples ...string) ([]Slip, error) {
	a, err := parse(answer)
	if err != nil {
		return nil, err
	}
	var list []Slip
	for _, d := range a.functions() {
		f := finder{answer: a, decl: d}
		f.find()
		f.whole(exampleOf(d, examples))
		list = append(list, f.slips...)
	}
	number(list)
	return list, nil
}

// number gives slips of one kind and line different names.
func number(list []Slip) {
	seen := map[string]int{}
	for i := range list {
		name := fmt.Sprintf("%s:%d", list[i].Name, list[i].Line)
		seen[name]++
		list[i].Name = name
		if n := seen[name]; n > 1 {
			list[i].Name = fmt.Sprintf("%s#%d", name, n)
		}
	}
}

// answer is a cell that is parsed.
type answer struct {
	*cell.Syntax
	fset    *token.FileSet
	regions [][2]int // of the solution, in bytes; none is all
}

func parse(text string) (*answer, error) {
	c, err := cell.Split(text)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	syn, err := cell.Parse(fset, "answer", c)
	if err != nil {
		return nil, err
	}
	return &answer{syn, fset, regions(text)}, nil
}

// regions finds what is between lines with BEGIN SOLUTION and END SOLUTION.
func regions(text string) (list [][2]int) {
	at, begun := 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		switch {
		case strings.Contains(line, "BEGIN SOLUTION"):
			begun = at + len(line)
		case strings.Contains(line, "END SOLUTION"):
			list = append(list, [2]int{begun, at})
		}
		at += len(line)
	}
	return list
}

func (a *answer) at(p token.Pos) int { return a.Offset(a.fset, p) }

func (a *answer) text(n ast.Node) string { return a.Text[a.at(n.Pos()):a.at(n.End())] }

func (a *answer) line(p token.Pos) int { return 1 + strings.Count(a.Text[:a.at(p)], "\n") }

// solves reports whether a node is part of the solution.
func (a *answer) solves(n ast.Node) bool {
	for _, r := range a.regions {
		if r[0] <= a.at(n.Pos()) && a.at(n.End()) <= r[1] {
			return true
		}
	}
	return len(a.regions) == 0
}

// functions are the functions of the cell that have a body and no type parameters.
func (a *answer) functions() (list []*ast.FuncDecl) {
	for _, d := range a.Decls.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && f.Type.TypeParams == nil && f.Recv == nil {
			list = append(list, f)
		}
	}
	return list
}

// finder finds the slips of a function.
type finder struct {
	*answer
	decl  *ast.FuncDecl
	slips []Slip
}

// change adds the slip that writes other text in place of a node.
func (f *finder) change(kind string, n ast.Node, is string) {
	f.changeIn(kind, n, n.Pos(), n.End(), is)
}

// changeIn adds the slip that writes other text from one place to another; shown is what tells where it is.
func (f *finder) changeIn(kind string, shown ast.Node, from, to token.Pos, is string) {
	a, b := f.at(from), f.at(to)
	name, end := f.at(f.decl.Name.End()), f.at(f.decl.End())
	whole := f.at(shown.Pos())
	f.slips = append(f.slips, Slip{Name: kind, Func: f.decl.Name.Name, Line: f.line(from),
		Was:    f.text(shown),
		Is:     f.Text[whole:a] + is + f.Text[b:f.at(shown.End())],
		before: f.Text[f.at(f.decl.Pos()):f.at(f.decl.Name.Pos())],
		after:  f.Text[name:a] + is + f.Text[b:end],
	})
}

// find adds the slips inside the function.
func (f *finder) find() {
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt: // each of its statements may be part of the solution though the block is not
			f.leaveOut(n.List)
		case *ast.CaseClause:
			f.leaveOut(n.Body)
		}
		if f.solves(n) {
			f.expression(n)
			f.statement(n)
		}
		return true
	})
}
