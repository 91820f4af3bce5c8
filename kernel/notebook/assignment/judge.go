package assignment

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/notebook"
)

// Judge returns the notebook that judges answers, in a process that no answer is linked into: the cells of the source, with
// their tests, in which each cell to be answered declares the same names as on the side of the student and calls, or
// fetches, what is there. names are these names.
func Judge(source *notebook.Notebook) (nb *notebook.Notebook, names []string, err error) {
	if _, err := Parts(source); err != nil {
		return nil, nil, err
	}
	released, err := Release(source)
	if err != nil {
		return nil, nil, err
	}
	nb = source.Clone()
	named := namesTaken(source)
	for i, c := range nb.Cells {
		c.Outputs, c.Count = nil, 0
		p, known := partOf(c)
		if !known || !p.Answer || c.Type != notebook.Code {
			continue
		}
		s, err := newStub(c.Source, released.Cells[i].Source)
		if err != nil {
			return nil, nil, fmt.Errorf("cell %d (%s): %w", i+1, p.ID, err)
		}
		s.compareNames(named)
		c.Source = s.text()
		names = append(names, s.names...)
	}
	return nb, names, nil
}

// studentCall finds the variables that tests take for the name of a student.
var studentCall = regexp.MustCompile(`\bgrade\.Student\((\w+)\)`)

// namesTaken are the variables that tests of a notebook take for the name of a student.
func namesTaken(source *notebook.Notebook) (list []string) {
	for _, c := range source.Cells {
		if p, ok := partOf(c); ok && p.Graded && !p.Answer {
			for _, m := range studentCall.FindAllStringSubmatch(c.Source, -1) {
				list = append(list, m[1])
			}
		}
	}
	return list
}

// remotePath is the package by which the notebook that judges reaches the answers.
const remotePath = "github.com/mercer-go/mercer/display/grade/remote"

// remoteName is its name in the notebook, which no teacher's name can be.
const remoteName = "mercer_answers"

// gradePath is the package that looks at names, and gradeName its name in the notebook.
const (
	gradePath = "github.com/mercer-go/mercer/display/grade"
	gradeName = "mercer_grade"
)

// stub is what stands for an answer on the side of the grader.
type stub struct {
	names     []string
	imports   []string
	decls     []string // functions, variables
	fetches   []string // statements that set the variables, or look at them
	functions bool     // only functions are added
}

// newStub makes the stub of a cell from the answer of the source and what students get of the cell. Each name that
// students get is there, and each function of the answer.
func newStub(answer, released string) (*stub, error) {
	s := &stub{}
	given, err := parseCell(released)
	if err != nil {
		return nil, fmt.Errorf("what students get: %w", err)
	}
	solution, err := parseCell(answer)
	if err != nil {
		return nil, fmt.Errorf("the answer: %w", err)
	}
	if err := s.add(given); err != nil {
		return nil, err
	}
	s.functions = len(s.names) > 0 // variables of the answer alone are its own
	return s, s.add(solution)
}

// cellText is a cell that is parsed.
type cellText struct {
	*cell.Syntax
	fset *token.FileSet
}

func parseCell(text string) (*cellText, error) {
	c, err := cell.Split(text)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	syn, err := cell.Parse(fset, "answer", c)
	if err != nil {
		return nil, err
	}
	return &cellText{syn, fset}, nil
}

// source is the text of a node.
func (c *cellText) source(n ast.Node) string {
	return c.Text[c.Offset(c.fset, n.Pos()):c.Offset(c.fset, n.End())]
}

// add adds what a cell declares and the stub does not have yet.
func (s *stub) add(c *cellText) error {
	for _, d := range c.Decls.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if err := s.function(c, d); err != nil {
				return err
			}
		case *ast.GenDecl:
			if err := s.general(c, d); err != nil {
				return err
			}
		}
	}
	for _, st := range c.Body {
		switch st := st.(type) {
		case *ast.DeclStmt:
			if d, ok := st.Decl.(*ast.GenDecl); ok {
				if err := s.general(c, d); err != nil {
					return err
				}
			}
		case *ast.AssignStmt:
			if st.Tok == token.DEFINE {
				s.defined(c, st)
			}
		}
	}
	return nil
}

func (s *stub) has(name string) bool { return name == "_" || slices.Contains(s.names, name) }

// general adds the imports and variables of a declaration. Types and constants are as the source has them.
func (s *stub) general(c *cellText, d *ast.GenDecl) error {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			if text := "import " + c.source(spec); !slices.Contains(s.imports, text) {
				s.imports = append(s.imports, text)
			}
		case *ast.ValueSpec:
			if d.Tok == token.VAR {
				s.variables(c, spec)
			}
		case *ast.TypeSpec:
			return fmt.Errorf("type %s is declared in a cell to be answered: declare it in a locked cell, so that the tests "+
				"know it", spec.Name.Name)
		}
	}
	return nil
}

// variables adds the variables of a declaration, as it is written: its values are the types.
func (s *stub) variables(c *cellText, spec *ast.ValueSpec) {
	var fresh []string
	for _, id := range spec.Names {
		if !s.functions && !s.has(id.Name) {
			fresh = append(fresh, id.Name)
		}
	}
	if len(fresh) == 0 {
		return
	}
	s.decls = append(s.decls, "var "+c.source(spec))
	s.fetch(fresh)
}

// defined adds the variables of x := value of what students get.
func (s *stub) defined(c *cellText, st *ast.AssignStmt) {
	var fresh []string
	for _, l := range st.Lhs {
		if id, ok := l.(*ast.Ident); ok && !s.functions && !s.has(id.Name) {
			fresh = append(fresh, id.Name)
		}
	}
	if len(fresh) == len(st.Lhs) {
		s.decls = append(s.decls, c.source(st))
		s.fetch(fresh)
	}
}

func (s *stub) fetch(names []string) {
	for _, n := range names {
		s.names = append(s.names, n)
		s.fetches = append(s.fetches, fmt.Sprintf("%s.Fetch(%q, &%s)", remoteName, n, n))
	}
}

// compareNames compares a name with that under which the notebook was handed in as soon as it is
// fetched: the test that uses it may fail before.
func (s *stub) compareNames(named []string) {
	for _, n := range slices.Compact(slices.Sorted(slices.Values(named))) {
		if slices.Contains(s.names, n) {
			text := fmt.Sprintf("import %s %q", gradeName, gradePath)
			if !slices.Contains(s.imports, text) {
				s.imports = append(s.imports, text)
			}
			s.fetches = append(s.fetches, fmt.Sprintf("_ = %s.Student(%s)", gradeName, n))
		}
	}
}

// function adds a function of the same signature that calls the student's.
func (s *stub) function(c *cellText, d *ast.FuncDecl) error {
	name := d.Name.Name
	switch {
	case d.Recv != nil:
		return fmt.Errorf("a method, %s, is to be answered: the tests cannot call it; let a function be answered that calls it", name)
	case d.Type.TypeParams != nil:
		return fmt.Errorf("a generic function, %s, is to be answered: the tests cannot call it; let one without type parameters be answered", name)
	case s.has(name) || name == "init":
		return nil
	}
	params, args := c.fields(d.Type.Params, "a")
	results, places := c.fields(d.Type.Results, "r")
	for i := range places {
		places[i] = "&" + places[i]
	}
	s.decls = append(s.decls, fmt.Sprintf("func %s(%s) (%s) {\n\t%s.Call(%q, %s, []interface{}{%s}, []interface{}{%s})\n\treturn\n}",
		name, strings.Join(params, ", "), strings.Join(results, ", "), remoteName, name, name, strings.Join(args, ", "), strings.Join(places, ", ")))
	s.names = append(s.names, name)
	return nil
}

// fields are parameters or results under names of ours, each with its type, and the names.
func (c *cellText) fields(list *ast.FieldList, prefix string) (fields, names []string) {
	if list == nil {
		return nil, nil
	}
	for _, f := range list.List {
		for range max(len(f.Names), 1) {
			name := fmt.Sprintf("%s_%s%d", remoteName, prefix, len(names))
			names = append(names, name)
			fields = append(fields, name+" "+c.source(f.Type))
		}
	}
	return fields, names
}

// text is the cell.
func (s *stub) text() string {
	if len(s.names) == 0 {
		return ""
	}
	lines := append([]string{fmt.Sprintf("import %s %q", remoteName, remotePath)}, s.imports...)
	return strings.Join(slices.Concat(lines, s.decls, s.fetches), "\n")
}
