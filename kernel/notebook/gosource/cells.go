package gosource

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// Program is a notebook as Go source.
type Program struct {
	Source []byte
	Notes  []string // what is left out, and why
}

// Write returns the notebook as the source of a program. It runs nothing. An error names the cell that stands in the way.
func Write(ctx context.Context, nb *notebook.Notebook, name string, env *toolchain.Env) (*Program, error) {
	w := &writer{name: name, env: env, known: map[string]*variable{}, funcs: map[string]*function{}, imports: map[string]string{}, others: map[string]declared{}}
	if err := w.scan(ctx, nb); err != nil {
		return nil, err
	}
	for _, c := range nb.Cells {
		var err error
		switch c.Type {
		case notebook.Markdown:
			w.heading(c.Source)
		case notebook.Code:
			err = w.code(ctx, c)
		}
		if err != nil {
			return nil, err
		}
	}
	source, err := w.assemble(ctx)
	if err != nil {
		return nil, err
	}
	return &Program{Source: source, Notes: w.notes}, nil
}

// writer gathers the parts of the program.
type writer struct {
	name  string
	env   *toolchain.Env
	count int        // code cells so far
	defs  *defs.Defs // what the cells so far declare

	parts   []*part // of func main, in order
	decls   []topLevel
	vars    []*variable
	known   map[string]*variable // by name in the notebook: the variable as the cells so far have it
	funcs   map[string]*function
	others  map[string]declared // types, constants and methods, by their names in the program
	imports map[string]string   // explicit ones: path by name
	inits   []string            // init_ functions, which run before each cell
	notes   []string
	shell   bool // some cell runs shell commands
	// packages are the names that some cell uses for packages: nothing else has them in the program.
	packages map[string]bool
}

// declared is the text of a declaration and the cell that it is of.
type declared struct {
	text string
	cell int
}

// part is a piece of func main.
type part struct {
	cell    int // 0 for a comment
	comment string
	text    string
	shows   bool // the value of its last expression is shown
	fn      *function
	version int // of fn, which is declared here
}

// heading puts the first line of a section into the program.
func (w *writer) heading(source string) {
	for line := range strings.SplitSeq(source, "\n") {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			w.parts = append(w.parts, &part{comment: strings.TrimSpace(title)})
		}
	}
}

// leaveOut says that a cell is not in the program.
func (w *writer) leaveOut(why string) {
	text := fmt.Sprintf("Cell [%d] is left out: %s.", w.count, why)
	w.notes = append(w.notes, text)
	w.parts = append(w.parts, &part{comment: text})
}

// code adds a code cell.
func (w *writer) code(ctx context.Context, c *notebook.Cell) error {
	if strings.TrimSpace(c.Source) == "" {
		return nil
	}
	w.count++
	switch {
	case c.HasTag("raises-exception"):
		w.leaveOut("it fails on purpose")
		return nil
	case c.HasTag("skip-execution"):
		w.leaveOut("it is not run")
		return nil
	}
	split, err := cell.Split(c.Source)
	if err != nil {
		return fmt.Errorf("cell [%d]: %w", w.count, err)
	}
	if split.Script != nil && split.Script.Name == "derive" {
		return w.derivation(ctx, c, split)
	}
	if split.Script != nil {
		w.leaveOut("it is no Go, but %%" + split.Script.Name)
		return nil
	}
	call, err := w.commands(split)
	if err != nil || call == skipCell {
		return err
	}
	return w.goCell(ctx, c, split, call)
}

// skipCell is what commands returns for a cell that does not go on.
const skipCell = "\x00"

// commands carries over what the commands of a cell do; call is the function that %exec names.
func (w *writer) commands(c *cell.Cell) (call string, err error) {
	for _, cmd := range c.Commands {
		switch {
		case cmd.Prefix == "!" && strings.TrimSpace(cmd.Text) != "":
			w.shell = true
			w.parts = append(w.parts, &part{cell: w.count, text: fmt.Sprintf("shell(%q)", cmd.Text)})
		case cmd.Prefix != "%", cmd.Name == "%", cmd.Name == "main", cmd.Name == "":
		case cmd.Name == "exec" && len(cmd.Args) > 0:
			call = cmd.Args[0]
		case cmd.Name == "undo":
			w.undo()
		case cmd.Name == "test":
			w.leaveOut("it is a test")
			return skipCell, nil
		case cmd.Name == "env" && len(cmd.Args) == 2:
			w.parts = append(w.parts, &part{cell: w.count, text: fmt.Sprintf("os.Setenv(%q, %q)", cmd.Args[0], cmd.Args[1])})
		case slices.Contains([]string{"reset", "remove", "rm", "resume", "load", "fmt"}, cmd.Name):
			return "", fmt.Errorf("cell [%d]: %%%s changes what the notebook has declared, which no program does", w.count, cmd.Name)
		default:
			w.parts = append(w.parts, &part{comment: strings.TrimSpace("%"+cmd.Name+" "+cmd.Text) + " is a command of the notebook."})
		}
	}
	return call, nil
}

// undo takes the cell out that did something last.
func (w *writer) undo() {
	for i := len(w.parts) - 1; i >= 0; i-- {
		if p := w.parts[i]; p.cell > 0 {
			text := fmt.Sprintf("Cell [%d] is left out: %%undo takes it back.", p.cell)
			w.notes = append(w.notes, text)
			*p = part{comment: text}
			return
		}
	}
}

// goCell adds the Go of a cell.
func (w *writer) goCell(ctx context.Context, c *notebook.Cell, split *cell.Cell, call string) error {
	if strings.TrimSpace(split.Go) == "" {
		return nil
	}
	prog, err := w.compose(ctx, w.defs, w.count, split)
	if err != nil {
		return fmt.Errorf("cell [%d] does not compile: %w", w.count, err)
	}
	syn, err := cell.Parse(token.NewFileSet(), "cell.go", split)
	if err != nil {
		return fmt.Errorf("cell [%d]: %w", w.count, err)
	}
	g := &goCell{w: w, syn: syn, after: prog.Defs, text: split.Go, main: split.MainLine > 0, first: prog.First, zeroed: map[*ast.ValueSpec]bool{}}
	if err := g.write(); err != nil {
		return fmt.Errorf("cell [%d]: %w", w.count, err)
	}
	if call != "" {
		w.parts = append(w.parts, &part{cell: w.count, text: call + "()"})
	}
	w.defs = prog.Defs
	return nil
}
