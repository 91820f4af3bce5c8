package program

import (
	"context"
	"errors"
)

// Config says where an Env lives. The zero value is a good one.
type Config struct {
	Dir      string // the notebook's module directory; "" makes a temporary one, which Close removes
	CacheDir string // for sources, package lists and programs; "" is "mercer" in the user's cache directory
	// MaxCache is the size in bytes to which the cache of linked programs is trimmed; 0 is 1 GiB.
	MaxCache int64
}

// Env is what a notebook's programs are built with: a Go module of its own, the toolchain, the packages and the caches.
// Its methods may be called from several goroutines.
type Env struct {
	cfg Config
}

// NewEnv finds the toolchain and prepares the notebook's module. The error names what is missing in one line.
func NewEnv(cfg Config) (*Env, error) { return &Env{cfg: cfg}, nil }

// Close removes what NewEnv made, except the caches.
func (env *Env) Close() error { return nil }

// Dir is the notebook's module directory, where go.mod is ("!*" commands run there).
func (env *Env) Dir() string { return env.cfg.Dir }

// ResetModule writes go.mod and go.sum as they were at first.
func (env *Env) ResetModule() error { return nil }

// Warm lists and compiles the packages that cells commonly use. progress is called with lines of text; it may be nil.
func (env *Env) Warm(ctx context.Context, progress func(string)) error { return nil }

// Compose checks the cell and composes its program. It runs no code of the user and changes nothing but the caches, so
// that the program of the next cell can be composed while one runs. An error in the cell is returned as Diagnostics.
func (env *Env) Compose(ctx context.Context, req Request) (*Program, error) {
	return nil, errors.New("program: not there yet")
}

// Built is a program's executable.
type Built struct {
	Exe    string // path; it stays there at least until the Env is closed
	Cached bool
	Phases Phases
}

// Build compiles and links p, or finds it in the cache.
func (env *Env) Build(ctx context.Context, p *Program) (*Built, error) {
	return nil, errors.New("program: not there yet")
}
