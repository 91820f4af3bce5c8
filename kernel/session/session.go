// Package session is a notebook's life: its definitions and values, and the cells that change them, one transaction each.
package session

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/page"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/run"
	"github.com/mercer-go/mercer/kernel/session/ahead"
	"github.com/mercer-go/mercer/kernel/session/kept"
	"github.com/mercer-go/mercer/kernel/session/show"
	"github.com/mercer-go/mercer/kernel/session/state"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// Options say where a session lives. The zero value is good for a throw-away session: it works in the current
// directory and forgets its values when it is closed.
type Options struct {
	Dir    string // working directory of the cells; "" is the current one
	Values string // directory below which the values of this notebook's sessions are kept; "" keeps none beyond Close
	// Notebook is the path of the notebook's file, "" if it is not known; Shared says that other notebooks, too, keep their
	// values below Values. Both serve %resume to find the notebook's own.
	Notebook string
	Shared   bool
	Program  toolchain.Config // where programs are built and cached
	Limits   run.Limits       // of each cell
	Render   map[string]show.Renderer
	Judge    run.Judge    // of derivations; nil refuses them
	Log      *slog.Logger // for what no user needs to see; nil drops it
	Timing   string       // file to which the phases of each cell are appended as JSON lines, or ""
	Version  string       // of Mercer, for %version and GONB_VERSION
	Confined bool         // the session is of a confined process: it serves no files
	Kernel   string       // Jupyter's id of the kernel, by which pages find it; "" if it is not known
}

// Session is a running notebook. Execute may be called from one goroutine at a time; the other methods at any time.
type Session struct {
	opts Options
	env  *toolchain.Env
	temp files.TempDir

	completer *complete.Completer
	page      *page.Line
	browser   browser

	mu       sync.Mutex // guards what follows; held only for short looks and changes
	now      state.State
	settings settings
	vault    *kept.Vault
	ahead    *ahead.Ahead
	last     *program.Program // of the last cell that had one
	memory   memory
}

// memory is what a session remembers of what its user was told, or is to be told.
type memory struct {
	warning string              // told with the first cell: values cannot be kept
	told    map[string]bool     // notices that the user has had in this session
	stale   []state.StaleNotice // notices that stand in outputs; only the running execution touches them
	shown   map[string]int      // by the id of a cell: the number that it has on the screen
	absent  map[string]absence  // by name
	resaid  map[string]resigned // by name: functions that another cell has declared with another signature
	waiting []sentCell          // cells that the front end has sent and that have not run
	saved   savedFile           // the notebook's file as it was last read
	ranAt   map[string]string   // by the id of a cell: the version of the file when it ran, or when it was first looked for
}

func newMemory() memory {
	return memory{
		told: map[string]bool{}, shown: map[string]int{}, absent: map[string]absence{}, resaid: map[string]resigned{},
		ranAt: map[string]string{},
	}
}

// settings are what commands change, outside of transactions.
type settings struct {
	dir       string
	env       map[string]string // on top of the kernel's own environment
	goflags   []string
	noAutoget bool
	tracked   []string
	rerun     []string // of %rerun: see cellrt.EnvRerun
}

func (s settings) clone() settings {
	s.env = maps.Clone(s.env)
	return s
}

// tempPrefix begins the names of sessions' temporary directories.
const tempPrefix = "mercer-session-"

// New starts a session. It starts nothing but goroutines of its own; the first cell pays for what it needs.
func New(opts Options) (*Session, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, fmt.Errorf("session: working directory: %w", err)
	}
	temp, err := files.NewTempDir(os.TempDir(), tempPrefix)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	s := &Session{opts: opts, temp: temp, memory: newMemory()}
	s.page = page.New(opts.Kernel, opts.Log)
	s.settings = settings{dir: dir, env: map[string]string{}}
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	s.completer = s.newCompleter()
	s.ahead = ahead.New(s.env, foresee)
	s.env.Prepare()
	return s, nil
}

// open makes the environment and the value store.
func (s *Session) open() (err error) {
	config := s.opts.Program
	config.Log = s.opts.Log
	if config.Beside == "" {
		config.Beside = s.settings.dir
	}
	if config.Dir == "" {
		config.Dir = filepath.Join(s.temp.Path, "module")
		if err := os.Mkdir(config.Dir, 0o700); err != nil {
			return fmt.Errorf("session: %w", err)
		}
	}
	if s.env, err = toolchain.New(config); err != nil {
		return err
	}
	if s.vault, s.memory.warning, err = kept.OpenVault(s.opts.Values, s.temp.Path); err != nil {
		return fmt.Errorf("session: %w", err)
	}
	return nil
}

// Close ends the session and removes what it need not leave behind. Values that are kept stay for %resume.
func (s *Session) Close() error {
	if s.ahead != nil {
		s.ahead.Close()
	}
	var err error
	if s.vault != nil {
		err = s.vault.Close(s.opts.Shared)
	}
	s.browser.close()
	if s.env != nil {
		s.env.Close()
	}
	s.temp.Remove()
	return err
}

// Count returns the number of the last counted execution.
func (s *Session) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now.Count
}

// Defs returns the definitions of the notebook as they stand.
func (s *Session) Defs() *defs.Defs {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now.Defs
}

// Notebook returns the path of the notebook's file, or "".
func (s *Session) Notebook() string { return s.opts.Notebook }

// Env returns what the session's programs are built with.
func (s *Session) Env() *toolchain.Env { return s.env }

// Page returns the way to the pages that show the notebook.
func (s *Session) Page() *page.Line { return s.page }

// Dir returns the working directory of the cells.
func (s *Session) Dir() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settings.dir
}

// Execute runs a cell as one transaction and hands what it shows to sink. When ctx ends, the cell is interrupted.
// Neither a failing cell nor a failure of the session's own changes definitions or values.
func (s *Session) Execute(ctx context.Context, req Request, sink show.Sink) Reply {
	started := time.Now()
	x := s.newExecution(ctx, req, sink)
	err := x.run(ctx)
	s.noteOutcome(x, err)
	x.updateStale()
	reply := Reply{Count: x.count, Status: StatusOK, Payload: x.payload, Warnings: x.warnings}
	if err != nil {
		reply.Status, reply.Err = StatusError, x.explain(err)
	} else if len(req.UserExpressions) > 0 {
		reply.UserExpressions = x.expressions(ctx)
	}
	s.writeTiming(x.count, x.times, time.Since(started))
	return reply
}

// newExecution counts the cell and collects what holds for it alone.
func (s *Session) newExecution(ctx context.Context, req Request, sink show.Sink) *execution {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !req.Silent && req.StoreHistory {
		s.now.Count++
		if req.CellID != "" {
			s.memory.shown[req.CellID] = s.now.Count
		}
	}
	s.memory.noteRun(req)
	x := &execution{s: s, req: req, count: s.now.Count, settings: s.settings.clone(), before: s.now}
	x.Cell = &cell.Cell{Source: req.Code}
	x.out = show.New(ctx, sink, s.opts.Render, s.opts.Log, s.memory.told, x.count, req.Silent)
	x.out.Cell = cmp.Or(req.CellID, cell.FileKey(req.Code))
	x.out.Places = func(text string) string { return x.labels().Translate(text) }
	return x
}

// Ahead tells the session which executions wait behind the running one, in order, so that their programs can be made
// while it runs.
func (s *Session) Ahead(reqs []Request) {
	s.mu.Lock()
	s.memory.noteSent(reqs)
	s.mu.Unlock()
	cells := make([]ahead.Cell, len(reqs))
	for i, r := range reqs {
		cells[i] = ahead.Cell{Code: r.Code, ID: r.CellID, Silent: r.Silent, Debug: r.Debugger != nil}
	}
	s.ahead.Wait(cells)
}
