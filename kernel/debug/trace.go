package debug

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"github.com/mercer-go/mercer/kernel/run"
)

// Tracer is what a cell's program is run with so that it is debugged, nil while the debugger is off. vars are the notebook's variables that it uses.
func (d *Debugger) Tracer(vars []string) run.Tracer {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.attached {
		return nil
	}
	return tracer{d, vars}
}

// tracer is the debugger of one program.
type tracer struct {
	*Debugger
	vars []string
}

// Attach implements run.Tracer.
func (d tracer) Attach(ctx context.Context, pid int, lost func(error)) error {
	d.talk.Lock()
	defer d.talk.Unlock()
	if d.ready(attached) != nil {
		return nil // it was switched off meanwhile
	}
	a, err := d.cfg.Start()
	if err != nil {
		return err
	}
	p := &program{vars: d.vars}
	p.target = newTarget(a, func(m message) { d.relay(p, m) }, func(err error) {
		d.drop(p)
		if d.hasBegun(p) {
			lost(err)
		}
	})
	d.mu.Lock()
	d.program = p
	d.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, attachTime)
	defer cancel()
	held, err := d.begin(ctx, p, pid)
	if err != nil {
		bad := p.detach(releaseTime)
		d.drop(p)
		if held && (bad != nil || errors.Is(err, errGone)) {
			lost(err)
			return nil // it is told with the cell
		}
		return err
	}
	d.mu.Lock()
	p.begun = true
	d.mu.Unlock()
	return nil
}

// hasBegun says whether a program goes on that an adapter has taken hold of.
func (d *Debugger) hasBegun(p *program) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return p.begun
}

// begin tells an adapter of the program and where it is to stop, and lets it go on from where the adapter has stopped it. held says whether the
// adapter has taken hold of it.
func (d *Debugger) begin(ctx context.Context, p *program, pid int) (held bool, err error) {
	ask := func(command string, args any) (json.RawMessage, error) { return p.ask(ctx, attachTime, command, args) }
	if _, err := ask("initialize", dap.InitializeRequestArguments{ClientID: "mercer", AdapterID: "go", PathFormat: "path", LinesStartAt1: true,
		ColumnsStartAt1: true, SupportsVariableType: true}); err != nil {
		return false, err
	}
	if _, err := ask("attach", map[string]any{"mode": "local", "processId": pid, "hideSystemGoroutines": true,
		"stackTraceDepth": mostFrames, "maxStringLen": mostText}); err != nil {
		return false, noAttach(err)
	}
	files, err := ask("evaluate", map[string]any{"expression": "dlv sources cell_", "context": "repl"})
	if err != nil {
		return true, err
	}
	p.files = filesOf(files)
	for _, source := range d.breakpointSources() {
		if _, err := d.tell(ctx, p, source); err != nil {
			return true, err
		}
	}
	d.mu.Lock()
	panics := d.panics()
	d.mu.Unlock()
	if _, err := ask("setExceptionBreakpoints", map[string]any{"filters": panics}); err != nil {
		return true, err
	}
	_, err = ask("configurationDone", nil)
	return true, err
}

// noAttach is why an adapter cannot take hold of a program.
func noAttach(err error) error {
	text := err.Error()
	if strings.Contains(text, "permitted") || strings.Contains(text, "ptrace_scope") || strings.Contains(text, "security setting") {
		return errors.New("the system does not allow it to look at another process, which on Linux needs ptrace (see /proc/sys/kernel/yama/ptrace_scope, or what the container allows)")
	}
	return fmt.Errorf("it cannot take hold of the cell's program: %w", err)
}

// filesOf reads the list of sources that an adapter has found in a program.
func filesOf(body json.RawMessage) map[string]string {
	var found dap.EvaluateResponseBody
	files := map[string]string{}
	if json.Unmarshal(body, &found) == nil {
		for name := range strings.Lines(found.Result) {
			if name = strings.TrimSpace(name); keyPattern.MatchString(path.Base(name)) {
				files[path.Base(name)] = name
			}
		}
	}
	return files
}

// Thread implements run.Tracer. Delve's name of a goroutine that is on a thread ends with that.
func (d tracer) Thread() int {
	p, stopped := d.stoppedAt()
	if stopped == 0 {
		return 0
	}
	data, err := p.ask(context.Background(), releaseTime, "threads", nil)
	var body dap.ThreadsResponseBody
	if err != nil || json.Unmarshal(data, &body) != nil {
		return 0
	}
	for _, t := range body.Threads {
		if m := onThread.FindStringSubmatch(t.Name); m != nil && t.Id == stopped {
			tid, _ := strconv.Atoi(m[1])
			return tid
		}
	}
	return 0
}

var onThread = regexp.MustCompile(`\(Thread (\d+)\)$`)

// Release implements run.Tracer.
func (d tracer) Release() {
	if p := d.debugged(); p != nil {
		d.mu.Lock()
		p.over = true
		d.mu.Unlock()
		_ = p.detach(releaseTime)
		d.drop(p)
	}
}

// drop forgets a program, and tells the front ends that nothing stands still any more.
func (d *Debugger) drop(p *program) {
	d.mu.Lock()
	if d.program == p {
		d.program = nil
	}
	was := p.stopped
	p.stopped, p.over = 0, true
	d.mu.Unlock()
	if was != 0 {
		d.emitContinued(was)
	}
}

func (d *Debugger) emitContinued(thread int) {
	d.emit("continued", dap.ContinuedEventBody{ThreadId: thread, AllThreadsContinued: true})
}
