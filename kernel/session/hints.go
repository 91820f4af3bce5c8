package session

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/state"
)

// This file adds to the errors of a cell's text what only the notebook's life can tell: that another cell would declare
// a name, but failed, was undone, or has lost its values; that an earlier session has it; and what people who come from other languages write.

// absence is why the notebook does not have a name.
type absence struct {
	count int    // of the cell that declares it, or would have
	why   string // what became of that cell, as in "cell [1], which failed"
}

const (
	failed = "which failed"
	undone = "which %undo has taken back"
	lost   = "whose values were damaged or deleted: run it again"
)

// noteOutcome remembers what a failed cell would have declared, and forgets what a good one did declare.
func (s *Session) noteOutcome(x *execution, err error) {
	if err == nil && !s.anyAbsent() {
		return // there is nothing to forget, and a long cell takes its time to read
	}
	names := declaredNames(x.Cell)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		if err == nil {
			delete(s.memory.absent, name)
		} else {
			s.memory.absent[name] = absence{x.count, failed}
		}
	}
}

// noteAbsent remembers what an earlier state has declared and a later one has not. The lock is held.
func (s *Session) noteAbsent(before, after state.State, why string) {
	has := map[string]bool{}
	for _, name := range after.Defs.Names() {
		has[name] = true
	}
	for _, r := range before.Cells {
		for _, name := range r.Declares {
			if !has[name] {
				s.memory.absent[name] = absence{r.Count, why}
			}
		}
	}
}

// anyAbsent says whether names are remembered that the notebook does not have.
func (s *Session) anyAbsent() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.memory.absent) > 0
}

// declaredNames returns the names that a cell's text declares at its top level, whether it compiles or not.
func declaredNames(c *cell.Cell) []string {
	if c == nil || strings.TrimSpace(c.Go) == "" {
		return nil
	}
	syn, _ := cell.Parse(token.NewFileSet(), "cell.go", c)
	var names []string
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			names = append(names, id.Name)
		}
	}
	if syn.Decls != nil {
		for _, d := range syn.Decls.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name)
				}
			case *ast.GenDecl:
				add(specNames(d)...)
			}
		}
	}
	for _, stmt := range syn.Body {
		switch stmt := stmt.(type) {
		case *ast.AssignStmt:
			if stmt.Tok == token.DEFINE {
				for _, l := range stmt.Lhs {
					if id, ok := l.(*ast.Ident); ok {
						add(id)
					}
				}
			}
		case *ast.DeclStmt:
			if g, ok := stmt.Decl.(*ast.GenDecl); ok {
				add(specNames(g)...)
			}
		}
	}
	return names
}

func specNames(g *ast.GenDecl) (ids []*ast.Ident) {
	for _, spec := range g.Specs {
		ids = append(ids, check.Declared(spec)...)
	}
	return ids
}

// hint says what might help with an error in the line src, or returns the diagnostic's own hint.
func (x *execution) hint(d cell.Diagnostic, src string) string {
	name, undefined := strings.CutPrefix(d.Msg, "undefined: ")
	switch {
	case undefined && !strings.Contains(name, "."):
		if h := x.undefinedHint(name, from(src, d.Col)); h != "" {
			return h
		}
	case strings.Contains(d.Msg, "rune literal"):
		if m := singleQuoted.FindStringSubmatch(from(src, d.Col)); m != nil {
			return fmt.Sprintf("text needs double quotes: \"%s\"", m[1])
		}
	case strings.HasSuffix(d.Msg, " is not used"):
		return unusedHint(d.Msg)
	}
	return d.Hint
}

var (
	singleQuoted = regexp.MustCompile(`^'([^']*)'`)
	unused       = regexp.MustCompile(`^(.{1,60}?) \(((?:value|variable|constant|untyped|map index|comma).*)\) is not used$`)
	assigned     = regexp.MustCompile(`^[\pL_][\pL\pN_]*\s*=\s*([^=].*)$`)
)

// from returns a line from a column (1-based, in bytes) on.
func from(src string, col int) string {
	if col < 1 || col > len(src) {
		return ""
	}
	return src[col-1:]
}

// unusedHint is for an expression that stands as a statement, where people who come from other notebooks expect to see its value.
func unusedHint(msg string) string {
	m := unused.FindStringSubmatch(msg)
	switch {
	case m == nil:
		return "only the last expression of a cell is shown; display.Show shows others"
	case strings.HasPrefix(m[2], "value of type func("):
		return fmt.Sprintf("a call has parentheses: %s()", m[1])
	}
	return fmt.Sprintf("only the last expression of a cell is shown; display.Show(%s) shows it here", m[1])
}

// undefinedHint is for a name that the notebook does not have; rest is the line from the name on.
func (x *execution) undefinedHint(name, rest string) string {
	x.s.mu.Lock()
	absent, known := x.s.memory.absent[name]
	x.s.mu.Unlock()
	switch {
	case known && absent.count != x.count:
		return fmt.Sprintf("%s is declared in cell [%d], %s", name, absent.count, absent.why)
	case x.s.resumes(name):
		return fmt.Sprintf("%s is not declared in this session; %%resume takes up the last one, which has it", name)
	}
	if m := assigned.FindStringSubmatch(rest); m != nil && strings.HasPrefix(rest, name) {
		return fmt.Sprintf("not declared yet: %s := %s", name, m[1])
	}
	return ""
}

// resumes says whether %resume would bring a name into the notebook.
func (s *Session) resumes(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, err := s.vault.Dir.FindKept(s.opts.Notebook == "" && s.opts.Shared, s.cellIDs(""), 0)
	if err != nil {
		return false
	}
	k.Close()
	return slices.Contains(k.State.Defs.Names(), name)
}

// labels collects the names of all texts that a message about this cell may mention.
func (x *execution) labels() report.Places {
	l := report.Places{}
	for _, r := range x.before.Cells {
		l.Add(r.Key, fmt.Sprintf("Cell [%d]", r.Count), r.Code)
	}
	l.Add(cell.FileKey(x.Cell.Source), fmt.Sprintf("Cell [%d]", x.count), x.Cell.Source)
	return l
}

// explain makes an error what the user reads.
func (x *execution) explain(err error) *report.Error { return x.labels().Explain(err, x.hint) }
