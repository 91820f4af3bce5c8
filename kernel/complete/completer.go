package complete

import (
	"context"
	"go/types"
	"time"

	"github.com/mercer-go/mercer/kernel/program"
)

// Packages says which packages a notebook can use. *program.Env implements it.
type Packages interface {
	// Packages returns the packages that can be imported without fetching anything.
	Packages() []program.PackageInfo
	// Package returns the types of the package with the given import path.
	Package(ctx context.Context, path string) (*types.Package, error)
	// ResolveName returns the path of the package that a name stands for in code that selects sels from it, or "".
	ResolveName(defs *program.Defs, name string, sels []string) string
}

var _ Packages = (*program.Env)(nil)

// Definitions are what earlier cells declared. *program.Defs implements it.
type Definitions interface {
	All() []*program.Def
	Source(key string) string
}

var _ Definitions = (*program.Defs)(nil)

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

	loader loader
	docs   docCache
}

// New returns a completer over the given packages.
func New(pkgs Packages, commands []Command) *Completer {
	return &Completer{Commands: commands, loader: loader{pkgs: pkgs}}
}

// Request is a text with a cursor in it.
type Request struct {
	Code   string
	Cursor int         // in code points from the start; what lies outside the text is taken as its end
	Defs   Definitions // what earlier cells declared; nil is an empty notebook
	Dir    string      // the notebook's directory, for file names; "" is the kernel's own
}

// query is a request on its way: bytes instead of code points, a deadline for loading.
type query struct {
	*Completer
	ctx  context.Context
	code string
	at   int // byte offset of the cursor
	defs []*program.Def
	src  func(key string) string
	dir  string

	infos []program.PackageInfo // see packages
}

func (c *Completer) query(ctx context.Context, req Request) (*query, context.CancelFunc) {
	wait := c.Wait
	if wait == 0 {
		wait = 80 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	q := &query{Completer: c, ctx: ctx, code: req.Code, at: byteOffset(req.Code, req.Cursor), dir: req.Dir}
	if req.Defs != nil {
		q.defs, q.src = req.Defs.All(), req.Defs.Source
	}
	return q, cancel
}

// def returns the definition with the given key, or nil.
func (q *query) def(key string) *program.Def {
	for _, d := range q.defs {
		if d.Key == key {
			return d
		}
	}
	return nil
}
