// Package plan says what the program of a cell is to be: the cell's text, how it runs and with which arguments. Commands such
// as %test and %timeit make a plan of the cell, and of nothing else, so that compiling ahead can ask them too.
package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
)

// Plan is what the program of a cell is to be. Commands make it of the cell's text, and of nothing else.
type Plan struct {
	Cell *cell.Cell
	Mode program.Mode
	Func string   // for program.Exec
	line int      // that names fn
	Args []string // of the program; they hold for this cell, as in GoNB
	Time bool     // tell what the cell's parts have taken
}

// Request puts into a request what the plan says.
func (p *Plan) Request(req program.Request) program.Request {
	req.Cell, req.Mode, req.Func, req.Line = p.Cell, p.Mode, p.Func, p.line
	req.Args = len(p.Args) > 0 && p.Mode != program.Test
	return req
}

// Main is %% and %main; where main begins is the splitter's business.
func (p *Plan) Main(c cell.Command) error {
	p.Mode, p.Args = program.Main, c.Args
	return nil
}

// Arguments is %args.
func (p *Plan) Arguments(c cell.Command) error {
	p.Args = c.Args
	return nil
}

// Exec is %exec.
func (p *Plan) Exec(c cell.Command) error {
	if len(c.Args) == 0 {
		return fmt.Errorf("names no function; as in %%exec main2 -n 3")
	}
	p.Mode, p.Func, p.line, p.Args = program.Exec, c.Args[0], c.Line, c.Args[1:]
	return nil
}

// Test is %test.
func (p *Plan) Test(c cell.Command) error {
	p.Mode, p.Args = program.Test, make([]string, len(c.Args))
	for i, a := range c.Args {
		p.Args[i] = testFlag(a)
	}
	return nil
}

// testFlags are the flags of test programs that go test has under a shorter name.
var testFlags = strings.Fields("bench benchmem benchtime count cpu failfast fuzz fuzztime list parallel run short shuffle skip timeout v")

// testFlag turns a flag of go test, such as -run=A, into that of the test program.
func testFlag(arg string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if strings.HasPrefix(arg, "-") && slices.Contains(testFlags, name) {
		return "-test." + strings.TrimLeft(arg, "-")
	}
	return arg
}
