package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/display/derive/reasons"
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete"
	"github.com/mercer-go/mercer/kernel/hints"
	"github.com/mercer-go/mercer/kernel/session/plan"
)

// command is one cell command: what %help, completion, the dispatcher and compiling ahead know of it. Of run, plan and
// script each command has one.
type command struct {
	name  string   // without the "%"
	alias []string // other names
	args  string   // as in a usage line
	group string   // heading in %help
	help  string   // one sentence
	arg   complete.ArgKind
	// aside: the cell's program is the same without the command, so that it can be compiled ahead.
	aside bool

	run    func(x *execution, ctx context.Context, c cell.Command) error // does something before the cell's program
	plan   func(p *plan.Plan, c cell.Command) error                      // changes what the program is
	script func(x *execution, ctx context.Context, s *cell.Script) error // takes the rest of the cell, which is no Go
}

// The headings of %help, in order.
const (
	groupRun    = "How a cell runs"
	groupValues = "Values and definitions"
	groupModule = "The Go module"
	groupSystem = "Files and the system"
	groupScript = "Cells that are not Go"
	groupAbout  = "About"
)

// commands is the table of cell commands. It is filled in init because %help reads it.
var commands []command

func init() {
	commands = []command{
		{name: "%", alias: []string{"main"}, args: "[args…]", group: groupRun, plan: (*plan.Plan).Main,
			help: "What follows runs inside a `func main`: its locals stay local. The arguments are the program's."},
		{name: "args", args: "args…", group: groupRun, plan: (*plan.Plan).Arguments,
			help: "Sets the arguments (`os.Args`, flags) of this cell's program."},
		{name: "exec", args: "func [args…]", group: groupRun, arg: complete.ArgName, plan: (*plan.Plan).Exec,
			help: "Runs a function without parameters and results, after `flag.Parse`."},
		{name: "test", args: "[test flags…]", group: groupRun, plan: (*plan.Plan).Test,
			help: "Runs the cell's tests and benchmarks as `go test` does; without any, all that are defined."},
		{name: "time", args: "[statement]", group: groupRun, plan: (*plan.Plan).Timed,
			help: "Tells how long the cell, or the statement, took to compile and to run."},
		{name: "timeit", args: "[statement]", group: groupRun, plan: (*plan.Plan).TimedOften,
			help: "Runs a statement, or else the cell's statements, many times and tells how long one run takes."},
		{name: "fmt", group: groupRun, run: (*execution).cmdFmt,
			help: "Formats the rest of the cell as gofmt does and puts it in the cell's place; runs nothing."},
		{name: "capture", args: "[-a] file", group: groupRun, arg: complete.ArgFile, run: (*execution).cmdCapture,
			help: "Copies what the cell prints and displays to a file (`-a` appends)."},
		{name: "with_inputs", group: groupRun, run: (*execution).cmdWithInputs,
			help: "Asks for input while the next shell command runs."},
		{name: "with_password", group: groupRun, run: (*execution).cmdWithPassword,
			help: "Asks for a password for the next shell command."},
		{name: "wasm", group: groupRun, run: (*execution).cmdWasm,
			help: "Compiles the cell to WebAssembly and runs it in the page (JupyterLab, Notebook 7). It has the notebook's definitions, not its values: initialisers of variables run anew there, and nothing is kept but definitions."},
		{name: "widgets", group: groupRun, aside: true, run: (*execution).cmdWidgets,
			help: "Connects the page with the kernel, for GoNB's widgets. Programs that use them do so themselves; it needs JupyterLab or Notebook 7."},
		{name: "widgets_hb", group: groupRun, aside: true, run: (*execution).cmdHeartbeat, help: "Sends a heartbeat to the page and tells when it has answered."},

		{name: "values", group: groupValues, aside: true, run: (*execution).cmdValues,
			help: "Lists the values that are kept: name, type, a short view, size and the cell that set them; and the types and functions with their cells."},
		{name: "fresh", group: groupValues, run: (*execution).cmdFresh,
			help: "Runs again, in their order, the cells that a change has made stale."},
		{name: "disk", args: "[free [all]]", group: groupValues, run: (*execution).cmdDisk,
			help: "Shows the disk that values take; `free` gives back what %undo and %resume of this notebook keep, `free all` that of other notebooks too."},
		{name: "undo", group: groupValues, run: (*execution).cmdUndo,
			help: "Takes back the last cell that changed values or definitions. Can be repeated."},
		{name: "resume", group: groupValues, run: (*execution).cmdResume,
			help: "Takes up the values and definitions of this notebook's last session."},
		{name: "save", args: "file.msnap [names…]", group: groupValues, arg: complete.ArgFile, run: (*execution).cmdSave,
			help: "Saves values, all or the named ones, with the definitions to a file."},
		{name: "load", args: "[--code] file.msnap", group: groupValues, arg: complete.ArgFile, run: (*execution).cmdLoad,
			help: "Loads values that %save saved, with the types that they need; `--code` also functions, methods and initialisers, which later cells run: only from a file that you trust."},
		{name: "rerun", args: "[on|off [names…]]", group: groupValues, run: (*execution).cmdRerun,
			help: "Says what a cell does that needs a variable whose value cannot be kept (a closure, a channel): `on` runs its declaration again and tells (the default), without a word for variables that it names; `off` fails the cell."},
		{name: "where", args: "name", group: groupValues, aside: true, arg: complete.ArgName, run: (*execution).cmdWhere,
			help: "Tells which cell declares a name."},
		{name: "cells", group: groupValues, aside: true, run: (*execution).cmdCells,
			help: "Lists the cells that ran: how they begin, what they declare, and which are stale."},
		{name: "list", alias: []string{"ls"}, group: groupValues, aside: true, run: (*execution).cmdList,
			help: "Lists the definitions, each with its cell: imports, constants, types, functions, variables."},
		{name: "remove", alias: []string{"rm"}, args: "names…", group: groupValues, arg: complete.ArgName, run: (*execution).cmdRemove,
			help: "Forgets definitions, and the values of variables among them."},
		{name: "reset", args: "[go.mod]", group: groupValues, run: (*execution).cmdReset,
			help: "Forgets all definitions and values and starts go.mod anew; with `go.mod` only that."},

		{name: "autoget", group: groupModule, run: (*execution).cmdAutoget,
			help: "Fetches modules that a cell imports and that are missing (the default)."},
		{name: "noautoget", group: groupModule, run: (*execution).cmdNoAutoget,
			help: "Does not fetch missing modules."},
		{name: "goflags", args: "[flags…]", group: groupModule, run: (*execution).cmdGoflags,
			help: "Sets extra flags for `go build`; `%goflags \"\"` clears them; without any, shows them."},
		{name: "goworkfix", group: groupModule, run: (*execution).cmdGoWorkFix,
			help: "Adds a `replace` to go.mod for each module that go.work uses."},
		{name: "track", args: "[path]", group: groupModule, arg: complete.ArgFile, run: (*execution).cmdTrack,
			help: "Watches a local Go file or directory for changes; without a path, lists what is watched."},
		{name: "untrack", args: "path[...]", group: groupModule, arg: complete.ArgFile, run: (*execution).cmdUntrack,
			help: "No longer watches a path, or with `...` all paths that begin so."},

		{name: "cd", args: "[directory]", group: groupSystem, arg: complete.ArgDir, run: (*execution).cmdCd,
			help: "Changes the directory in which cells and shell commands run, or tells it."},
		{name: "env", args: "NAME value", group: groupSystem, run: (*execution).cmdEnv,
			help: "Sets an environment variable for cells and shell commands (also `NAME=value`)."},

		{name: "%writefile", args: "[-a] file", group: groupScript, arg: complete.ArgFile, script: (*execution).writeFile,
			help: "Writes (`-a`: appends) the rest of the cell to a file, its last line ended."},
		{name: "%script", args: "program [args…]", group: groupScript, arg: complete.ArgFile, script: (*execution).runScript,
			help: "Feeds the rest of the cell to a program."},
		{name: "%bash", group: groupScript, script: (*execution).runShell, help: "Runs the rest of the cell with bash."},
		{name: "%sh", group: groupScript, script: (*execution).runShell, help: "Runs the rest of the cell with sh."},
		{name: "%derive", args: "[-points n] [-seed n] [-tol t] [title]", group: groupScript, script: (*execution).derive,
			help: "Checks, at many points, the derivation that the rest of the cell is, in mathematics."},
		{name: "%gx", group: groupScript, script: scriptNotSupported, help: "Not supported: GoNB's cells in Go+."},

		{name: "doc", aside: true, args: "[-src] name", group: groupAbout, run: (*execution).cmdDoc,
			help: "Shows the documentation of a name, and its source: `%doc strings.Cut`. The same as `strings.Cut?` and `strings.Cut??`."},
		{name: "help", args: "[reasons]", group: groupAbout, aside: true, run: (*execution).cmdHelp,
			help: "Shows this page, or what counts as the reason of a step of a derivation (`%%derive`)."},
		{name: "version", group: groupAbout, aside: true, run: (*execution).cmdVersion, help: "Tells the versions of Mercer and Go, and how cells are linked."},
	}
}

// command runs one command line of the cell.
func (x *execution) command(ctx context.Context, c cell.Command) error {
	if c.Prefix != "%" {
		err := x.shell(ctx, c)
		if hint := hints.OfCommand("!" + c.Text); err != nil && hint != "" && ctx.Err() == nil {
			return fmt.Errorf("line %d: %w; %s", c.Line, err, hint)
		}
		return err
	}
	found := lookupCommand(c.Name)
	if found == nil {
		if hint := hints.OfCommand("%" + c.Name + " " + c.Text); hint != "" {
			return fmt.Errorf("line %d: %%%s: %s", c.Line, c.Name, hint)
		}
		return fmt.Errorf("line %d: unknown command %%%s%s; %%help lists the commands", c.Line, c.Name, similarCommand(c.Name))
	}
	if err := found.apply(x, ctx, c); err != nil {
		return fmt.Errorf("line %d: %%%s: %w", c.Line, c.Name, err)
	}
	return nil
}

// apply does what the command is there for.
func (c *command) apply(x *execution, ctx context.Context, line cell.Command) error {
	switch {
	case c.plan != nil:
		return c.plan(&x.Plan, line)
	case c.run != nil:
		return c.run(x, ctx, line)
	}
	return errors.New("can only appear at the start of the cell")
}

func lookupCommand(name string) *command {
	for i := range commands {
		if commands[i].name == name {
			return &commands[i]
		}
		for _, a := range commands[i].alias {
			if a == name {
				return &commands[i]
			}
		}
	}
	return nil
}

// similarCommand proposes the command that the unknown name is closest to.
func similarCommand(name string) string {
	best, distance := "", 3
	for _, c := range commands {
		for _, n := range append([]string{c.name}, c.alias...) {
			if d := editDistance(name, n); d < distance {
				best, distance = "%"+n, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return " (did you mean " + best + "?)"
}

// editDistance is the number of single letters to insert, delete or replace to make b of a.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

func scriptNotSupported(_ *execution, _ context.Context, s *cell.Script) error {
	return fmt.Errorf("%%%%%s is not supported", s.Name)
}

// helpPage is the text of %help.
func helpPage() string {
	var b strings.Builder
	b.WriteString(helpIntro)
	for _, group := range []string{groupRun, groupValues, groupModule, groupSystem, groupScript, groupAbout} {
		fmt.Fprintf(&b, "\n### %s\n\n| command | what it does |\n|:---|:---|\n", group)
		for _, c := range commands {
			if c.group != group {
				continue
			}
			usage := strings.TrimSpace("%" + c.name + " " + c.args)
			for _, a := range c.alias {
				usage += ", %" + a
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(usage, "|", "\\|"), c.help)
		}
	}
	b.WriteString(helpShell)
	return b.String()
}

const helpIntro = `## Mercer

A notebook is one Go program that grows. Each cell is compiled by the Go compiler and runs in a process of its own, as a
transaction: it starts from the values that earlier cells left, and what it leaves is kept only when it ends well.

- Write declarations and statements as you like; top-level variables keep their values in later cells.
- The value of a last expression is shown; a trailing ` + "`;`" + ` silences it. An error that a call there returns fails the cell.
- What other calls return is dropped unless it is used, errors too, as everywhere in Go: ` + "`display.Show(…)`" + ` shows a value in the middle of a cell.
- Missing imports are added, unused ones dropped.
- Functions are bound late: redefine one, and every caller uses the new one. Methods may follow in a later cell.
- Functions, channels and open files cannot be kept: where they are next used, the initialiser of their variable runs again.
- A cell runs in Go's order: first the variables declared with ` + "`var`" + ` above its first statement, in the order of their dependencies, then ` + "`init`" + `, then its statements.
- ` + "`init()`" + ` runs once, with its cell, and again only where a variable that it fills could not be kept. ` + "`init_name()`" + ` functions run in each cell. ` + "`func main()`" + ` is run and not remembered.
`

const helpShell = `
### Shell

| line | what it does |
|:---|:---|
| ` + "`!command`" + ` | runs a shell command; a line that ends in ` + "`\\`" + ` goes on in the next |
| ` + "`!*command`" + ` | the same in the directory of the notebook's go.mod, as in ` + "`!*go get example.com/m@v1`" + ` |
| ` + "`name?`, `name??`" + ` | shows the documentation of a name, and its source |

Commands run before the Go code of their cell. A line may begin with ` + "`//gonb:`" + ` so that other editors take it for a comment.
`

// change changes the session's settings, and this execution's copy.
func (x *execution) change(f func(*settings)) {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	f(&x.s.settings)
	x.settings = x.s.settings.clone()
}

func (x *execution) cmdHelp(_ context.Context, c cell.Command) error {
	switch subject := strings.TrimSpace(c.Text); subject {
	case "":
		x.out.Markdown(helpPage())
	case "reasons":
		x.out.Markdown(reasons.Help())
	default:
		return fmt.Errorf("%%help %s: there is no such page; %%help and %%help reasons are the pages", subject)
	}
	return nil
}

// foresee returns what the program of a cell will be, if its commands only plan, or do not touch it.
func foresee(c *cell.Cell) (plan.Plan, bool) {
	p := plan.Plan{Cell: c}
	for _, cmd := range c.Commands {
		known := lookupCommand(cmd.Name)
		switch {
		case cmd.Prefix != "%", known != nil && known.aside:
		case known == nil || known.plan == nil || known.plan(&p, cmd) != nil:
			return p, false
		}
	}
	return p, true
}
