package debug

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/google/go-dap"
)

// Config is what a Debugger needs.
type Config struct {
	Dir   string                  // below which the texts of cells are named, and left for front ends that look for them
	Start func() (Adapter, error) // starts an adapter for one program, see Launch
	// Prepare makes what adapters need when the debugger is switched on, which waits for it; it gives say a sentence on
	// what takes time. nil is nothing.
	Prepare  func(ctx context.Context, say func(string)) error
	Notebook Notebook
	Emit     func(Event) // tells the front ends; it does not wait
}

// Notebook is what a debugger wants to know of the notebook while no program has stopped.
type Notebook interface {
	// Codes are the texts of the cells that have run.
	Codes() []string
	// Variables are the notebook's variables, each with its value in one line.
	Variables(ctx context.Context) []Variable
	// Show evaluates an expression of the notebook's variables, and returns its value in several representations by MIME type, and what is to be
	// known of them.
	Show(ctx context.Context, expr string) (data, metadata map[string]json.RawMessage, err error)
	// Files are those of the packages that the last cell imports.
	Files() []File
	// Interrupt ends the cell that runs.
	Interrupt()
}

// Variable is a variable of the notebook.
type Variable struct {
	Name, Type, Value string
}

// File is a source file of a package.
type File struct {
	Package, Path string
}

// Debugger is the debugger of one notebook. Its methods may be called from several goroutines.
type Debugger struct {
	cfg     Config
	sources *sources

	talk sync.Mutex // held while something is said to the adapter that must not be mixed with other things

	mu          sync.Mutex // guards what follows; held only for short looks and changes
	initialized bool
	attached    bool
	client      string // which front end it is
	filters     filters
	breakpoints map[string][]dap.SourceBreakpoint // by path
	program     *program                          // that is debugged, nil while there is none
	seq         int
}

// program is the program that is debugged.
type program struct {
	*target
	vars    []string          // the notebook's variables that it uses
	files   map[string]string // the names of cells' files in its debug information, by their last element
	stopped int               // the goroutine that has stopped, 0 while it runs
	raised  exception         // at which it has stopped
	begun   bool              // it runs or has run
	over    bool              // it has ended
}

// filters are the panics at which a program stops.
type filters struct {
	names  []string
	chosen bool // by the front end
}

// New returns a debugger that is off.
func New(cfg Config) *Debugger {
	return &Debugger{cfg: cfg, sources: newSources(cfg.Dir), breakpoints: map[string][]dap.SourceBreakpoint{}}
}

// Handle answers a request. It takes no longer than the debugger's own bounds, whatever the notebook does.
func (d *Debugger) Handle(ctx context.Context, r Request) Response {
	answer := Response{Type: "response", RequestSeq: r.Seq, Command: r.Command, Success: true}
	body, err := d.handle(ctx, r)
	if err != nil {
		answer.Success, answer.Message = false, err.Error()
	}
	answer.Body = body
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seq++
	answer.Seq = d.seq
	return answer
}

func (d *Debugger) handle(ctx context.Context, r Request) (any, error) {
	c, known := commands[r.Command]
	if !known {
		return nil, fmt.Errorf("this debugger does not know the command %q", r.Command)
	}
	if err := d.ready(c.needs); err != nil {
		return c.empty, err
	}
	body, err := c.run(d, ctx, r)
	if err != nil {
		return c.empty, err
	}
	return body, nil
}

// need is what must be for a command to make sense.
type need int

const (
	nothing need = iota
	initialized
	attached
	running
	stopped
)

// ready says why a command cannot be served now.
func (d *Debugger) ready(n need) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case n >= initialized && !d.initialized, n >= attached && !d.attached:
		return errNotStarted
	case n == stopped && (d.program == nil || d.program.stopped == 0):
		return errNotStopped
	case n == running && d.program == nil:
		return errNotRunning
	}
	return nil
}

// emit tells the front ends of an event.
func (d *Debugger) emit(event string, body any) {
	d.mu.Lock()
	d.seq++
	e := Event{Seq: d.seq, Type: "event", Event: event, Body: body}
	d.mu.Unlock()
	d.cfg.Emit(e)
}

// On says whether the debugger is on.
func (d *Debugger) On() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.attached
}

// Ran notes the text of a cell that runs.
func (d *Debugger) Ran(code string) {
	if d.On() {
		d.sources.add(code)
	}
}

// Close ends the debugger. The program that is debugged has been ended before.
func (d *Debugger) Close() {
	if p := d.debugged(); p != nil {
		_ = p.detach(releaseTime)
	}
}

// debugged returns the program that is debugged, nil if there is none.
func (d *Debugger) debugged() *program {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.program
}

// stoppedAt returns the program and the goroutine that has stopped, 0 if none has.
func (d *Debugger) stoppedAt() (*program, int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.program == nil {
		return nil, 0
	}
	return d.program, d.program.stopped
}

// setStopped notes which goroutine has stopped, 0 for none, and returns which one had before.
func (d *Debugger) setStopped(p *program, thread int) (before int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before, p.stopped, p.raised = p.stopped, thread, exception{}
	return before
}

// panics are the names of the panics at which programs stop. JupyterLab sends an empty list, unasked, whenever it starts; that is no choice.
func (d *Debugger) panics() []string {
	if !d.filters.chosen {
		return panicFilters
	}
	return slices.Clone(d.filters.names)
}
