package session

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/hints"
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
	cell  string // its id, where its number is to be that on the screen
}

const (
	failed = "which failed"
	undone = "which %undo has taken back"
	lost   = "whose values were damaged or deleted: run it again"
	edited = "edited" // see undefinedHint
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
			s.memory.absent[name] = absence{count: x.count, why: failed}
		}
	}
}

// noteEdited remembers the names that a cell has declared in its earlier text and does not declare any more.
func (s *Session) noteEdited(cell string, count int, removed []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range removed {
		s.memory.absent[name] = absence{count: count, why: edited, cell: cell}
	}
}

// resigned is a function that another cell has declared with another signature.
type resigned struct {
	from, to         string // the cells, by their ids
	fromCell, toCell int    // their counts
	was              string // the signature that it had
}

// noteSignatures remembers the functions that a cell declares with another signature than another cell did.
func (x *execution) noteSignatures(after state.State) {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	for _, name := range after.Cells[len(after.Cells)-1].Declares {
		earlier, known := x.s.memory.resaid[name]
		delete(x.s.memory.resaid, name)
		is, was, from := after.Defs.Lookup(name), x.before.Defs.Lookup(name), x.before.DeclaredBy(name)
		if is == nil || was == nil || from == nil {
			continue
		}
		if own := from.ID == x.req.CellID && from.ID != ""; own {
			if known && earlier.was != is.Type {
				x.s.memory.resaid[name] = earlier
			}
			continue
		}
		if is.Kind == defs.KindFunc && was.Kind == defs.KindFunc && is.Type != was.Type {
			x.s.memory.resaid[name] = resigned{from.ID, x.req.CellID, from.Count, x.count, was.Type}
		}
	}
}

// signatureHint says of an error in a call that another cell has changed the function's signature, or nothing.
func (x *execution) signatureHint(msg string) string {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	for name, r := range x.s.memory.resaid {
		is := x.before.Defs.Lookup(name)
		if is == nil || !mentions(msg, name) {
			continue
		}
		return fmt.Sprintf("%s is declared in cell [%d] as %s; before, cell [%d] declared it as %s", name,
			max(r.toCell, x.s.memory.shown[r.to]), is.Type, max(r.fromCell, x.s.memory.shown[r.from]), r.was)
	}
	return ""
}

// mentions reports whether a message has a name as a word of its own.
func mentions(msg, name string) bool {
	return regexp.MustCompile(`(?:^|[^\pL\pN_.])` + regexp.QuoteMeta(name) + `(?:$|[^\pL\pN_.])`).MatchString(msg)
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
				s.memory.absent[name] = absence{count: r.Count, why: why}
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

// hint says what only the notebook's life can tell of an error, or returns the diagnostic's own hint.
func (x *execution) hint(d cell.Diagnostic) string {
	name, undefined := strings.CutPrefix(d.Msg, "undefined: ")
	if d.Meant && undefined {
		return d.Hint
	}
	if !undefined {
		return joinHints(d.Hint, x.signatureHint(d.Msg))
	}
	name, _, _ = strings.Cut(name, ".")
	told := x.undefinedHint(name)
	switch {
	case strings.HasPrefix(d.Hint, hints.NoTypes): // the name is an argument's
		return d.Hint
	case told != "" && strings.HasPrefix(d.Hint, hints.NotDeclared):
		return told + "; here it would be " + strings.TrimPrefix(d.Hint, hints.NotDeclared)
	}
	return cmp.Or(told, d.Hint)
}

// joinHints writes two hints in one line; each may be "".
func joinHints(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + "; " + second
}

// undefinedHint is for a name that the notebook does not have.
func (x *execution) undefinedHint(name string) string {
	x.s.mu.Lock()
	absent, known := x.s.memory.absent[name]
	number := max(absent.count, x.s.memory.shown[absent.cell])
	x.s.mu.Unlock()
	switch {
	case known && absent.why == edited:
		return fmt.Sprintf("%s was declared in the earlier text of cell [%d]", name, number)
	case known && absent.count != x.count:
		return fmt.Sprintf("%s is declared in cell [%d], %s", name, absent.count, absent.why)
	case x.s.resumes(name):
		return fmt.Sprintf("%s is not declared in this session; %%resume takes up the last one, which has it", name)
	}
	return x.notRun(name)
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
