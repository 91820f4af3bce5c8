package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/cache"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// SideProgram is a program of Mercer's own that only some users need. It is no part of mercer, whose
// first cell so waits for none of what it links; it is built when somebody first asks for it, from the
// sources that are embedded in this program, and kept in the cache of programs.
type SideProgram struct {
	Name    string // of its file
	Package string // in Mercer's module, such as "kernel/debug/mercer-debugger"
	What    string // in a sentence, such as "the debugger"
}

// SidePrograms finds side programs and builds them. Its methods may be called from several goroutines.
type SidePrograms struct {
	env    *Env   // without a notebook
	beside string // directory of this program's file, where prebuilt ones lie; "" is none
}

// NewSidePrograms prepares the cache of a configuration, of which neither Dir nor Beside matters.
func NewSidePrograms(cfg Config) (*SidePrograms, error) {
	env, err := bareEnv(cfg)
	if err != nil {
		return nil, err
	}
	for _, prepare := range []func() error{env.prepareCache, env.prepareSources} {
		if err := prepare(); err != nil {
			return nil, errors.Join(err, env.Close())
		}
	}
	s := &SidePrograms{env: env}
	if exe, err := os.Executable(); err == nil {
		if exe, err = filepath.EvalSymlinks(exe); err == nil {
			s.beside = filepath.Dir(exe)
		}
	}
	return s, nil
}

// Close removes what belongs to this process; programs that were found may not be started any more.
func (s *SidePrograms) Close() error { return s.env.Close() }

// Find returns an executable of a side program: one that lies beside this program, as packages that
// are installed bring it, else one of the cache, else it is built, of which say is given a sentence.
// Processes that want the same program at the same time share one build.
func (s *SidePrograms) Find(ctx context.Context, p SideProgram, say func(string)) (string, error) {
	if path := s.prebuilt(p); path != "" {
		return path, nil
	}
	hash := s.hash(p)
	if exe := s.cached(hash); exe != "" {
		return exe, nil
	}
	unlock, err := s.lock(ctx, p.Name)
	if err != nil {
		return "", sideError(p, err)
	}
	defer unlock()
	if exe := s.cached(hash); exe != "" { // another process has built it meanwhile
		return exe, nil
	}
	say("Building " + p.What + " (once; this takes some seconds) …")
	exe, err := s.build(ctx, p, hash)
	return exe, sideError(p, err)
}

func sideError(p SideProgram, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s cannot be built: %w", p.What, err)
}

// prebuilt returns the program's file beside this one.
func (s *SidePrograms) prebuilt(p SideProgram) string {
	path := filepath.Join(s.beside, p.Name)
	info, err := os.Stat(path)
	if s.beside == "" || err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return ""
	}
	if cache.TrustedFile(path, os.Geteuid()) != nil && cache.TrustedFile(path, cache.Installer()) != nil {
		return ""
	}
	return path
}

// hash names all that the program is built from.
func (s *SidePrograms) hash(p SideProgram) string {
	t := s.env.tools
	return hashOf("side program", p.Name, p.Package, s.env.own.Hash(), t.Version, t.Root, t.OS, t.Arch)
}

// cached returns the program from the cache, which removes one that is damaged or somebody else's.
func (s *SidePrograms) cached(hash string) string {
	exe, notice := s.env.build.cache.Find(hash)
	if notice != "" {
		s.env.cfg.Log.Warn(notice)
	}
	return exe
}

// lock waits until no other process builds the program.
func (s *SidePrograms) lock(ctx context.Context, name string) (unlock func(), err error) {
	const look = 50 * time.Millisecond
	path := s.env.cacheFile(name + ".lock")
	if err := files.ClearFile(path); err != nil {
		return nil, files.Explain(err)
	}
	for {
		f, err := files.Lock(path, os.O_CREATE)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, files.ErrLocked) {
			return nil, files.Explain(err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(look):
		}
	}
}

// build builds the program and puts it into the cache.
func (s *SidePrograms) build(ctx context.Context, p SideProgram, hash string) (string, error) {
	tmp, err := os.MkdirTemp(s.env.temp.Path, "build-*")
	if err != nil {
		return "", files.Explain(err)
	}
	defer os.RemoveAll(tmp)
	out := filepath.Join(tmp, p.Name)
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	args := []string{"build", "-mod=readonly", "-ldflags=-s -w", "-o", out, path.Join(module.Path, p.Package)}
	cmd := s.env.tools.command(ctx, s.env.sources, args...)
	cmd.Env = append(cmd.Env, "CGO_ENABLED="+os.Getenv("CGO_ENABLED")) // as mercer was, with which it shares compiled packages
	msg, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		return s.env.build.cache.Put(hash, out)
	case IsNetError(string(msg)):
		return "", errors.New("a module that it needs is not on this machine, and there is no network, or no module proxy that answers")
	case strings.Contains(string(msg), noSpace):
		return "", errors.New("no space left on the disk")
	}
	return "", fmt.Errorf("go build: %s", tail(string(msg), 5))
}
