package complete

import (
	"cmp"
	"context"
	"go/types"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/complete/docs"
	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// Packages says which packages a notebook can use. *toolchain.Env implements it.
type Packages interface {
	// Packages returns the packages that can be imported without fetching anything.
	Packages() []toolchain.PackageInfo
	// Package returns the types of the package with the given import path.
	Package(ctx context.Context, path string) (*types.Package, error)
	// PackageOf returns the path of the package that a name stands for in code that selects sels from it, or "".
	PackageOf(name string, sels []string) string
}

var _ Packages = (*toolchain.Env)(nil)

// Command is a magic command as completion knows it.
type Command struct {
	Name  string // with its prefix: "%values", "%%bash"
	Usage string // arguments, such as "[NAME…]"; may be empty
	Help  string // one line
	Arg   ArgKind
}

// ArgKind says what the arguments of a command are.
type ArgKind int

// The kinds of arguments.
const (
	ArgNone ArgKind = iota
	ArgFile
	ArgDir
	ArgName // a definition of the notebook
)

// Completer answers for one notebook. Its methods may be called from several goroutines.
type Completer struct {
	// Commands are the magics. They must not change while the Completer is used.
	Commands []Command
	// Wait is how long one answer waits for packages that are not loaded yet; they go on loading for the next one.
	// 0 is 80 ms.
	Wait time.Duration
	// Patience is how long an answer waits in place of Wait when there would be none without those packages. 0 is 1.5 s.
	Patience time.Duration

	loader loader
	docs   docs.Cache
	ahead  sync.Once // see readAhead
}

// New returns a completer over the given packages.
func New(pkgs Packages, commands []Command) *Completer {
	return &Completer{Commands: commands, loader: loader{pkgs: pkgs}}
}

// Request is a text with a cursor in it.
type Request struct {
	Code   string
	Cursor int        // in code points from the start; what lies outside the text is taken as its end
	Defs   *defs.Defs // what earlier cells declared; nil is an empty notebook
	Dir    string     // the notebook's directory, for file names; "" is the kernel's own
	// Patience takes the place of the Completer's, for a user who waits for the answer; 0 does not.
	Patience time.Duration
	// Value returns the value of a variable of earlier cells in one line, or "" where it cannot be told. It may be nil.
	Value func(ctx context.Context, name string) string
}

// query is a request on its way: bytes instead of code points, a deadline for loading.
type query struct {
	*Completer
	ctx  context.Context
	code string
	at   int         // byte offset of the cursor
	all  *defs.Defs  // of earlier cells
	defs []*defs.Def // those of all, sorted
	dir  string

	infos  []toolchain.PackageInfo // see packages
	unread bool                    // sources of packages have not been read in time
}

// ask answers a request with f, and once more with more patience when packages that are still
// loading leave it poor.
func ask[T any](ctx context.Context, c *Completer, req Request, f func(*query) T, poor func(*query, T) bool) T {
	q := c.query(ctx, req)
	res, late := try(q, cmp.Or(c.Wait, 80*time.Millisecond), f)
	if late && poor(q, res) && ctx.Err() == nil {
		q.infos, q.unread = nil, false
		res, _ = try(q, c.patience(req), f)
	}
	return res
}

func (c *Completer) patience(req Request) time.Duration {
	return cmp.Or(req.Patience, c.Patience, 1500*time.Millisecond)
}

// try answers with f within a time, and says whether the time has run out.
func try[T any](q *query, wait time.Duration, f func(*query) T) (res T, late bool) {
	outer := q.ctx
	ctx, cancel := context.WithTimeout(outer, wait)
	defer cancel()
	q.ctx = ctx
	res = f(q)
	q.ctx = outer
	return res, ctx.Err() != nil
}

func (c *Completer) query(ctx context.Context, req Request) *query {
	return &query{Completer: c, ctx: ctx, code: req.Code, at: hole.ByteOffset(req.Code, req.Cursor), dir: req.Dir, all: req.Defs, defs: req.Defs.All()}
}

// def returns the definition with the given key, or nil.
func (q *query) def(key string) *defs.Def { return q.all.Lookup(key) }
