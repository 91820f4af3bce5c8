package toolchain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/run/observe"
	"github.com/mercer-go/mercer/kernel/toolchain/bases"
)

// This file starts the compiler before its program is known. It takes some 5 ms until it can read, a quarter of what it needs for a short
// cell. So one is started after a cell was built, with the packages that are known and with pipes in the place of files, and waits there.
//
// When the kernel ends, the pipes end too, and with them the compiler: it finds empty files, which are no Go.

// The ways to start the compiler, as values of the variable MERCER_COMPILER.
const (
	compilerVariable = "MERCER_COMPILER"
	compilerWaiting  = "waiting" // before its program is known, where that can be done
	compilerCold     = "cold"    // for each program
)

const (
	firstFile  = 3                    // the number of the first file that a process is given
	startDelay = 8 * time.Millisecond // from the end of a build: what was built is to start first
	spareFiles = 2                    // more than the last program had
	restAfter  = 16                   // programs that are compiled without one, when one has failed
	idleTime   = time.Minute          // after which a waiting compiler is ended
)

// waiting holds the compiler that waits for the next program, if there is one.
type waiting struct {
	mu       sync.Mutex // guards what follows; held only for short looks and changes
	off      string     // why there is none, "" if there may be one
	rest     bases.Rest // after one has failed
	next     *waitingCompiler
	starting bool
	timer    *time.Timer // that starts the next one
	wg       sync.WaitGroup
}

// waitingCompiler is a compiler that waits for its sources.
type waitingCompiler struct {
	dir      string            // where it runs; the object will be there
	packages map[string]string // that it can import: files by path
	environ  []string          // that it was started with, but for the directory
	sources  []*os.File        // ends of pipes, that its files are written to
	cmd      *exec.Cmd
	idle     *time.Timer
	ended    chan struct{}
	err      error // how it ended
}

// waitingOff is why no compiler is started before its program is known, "" if one is.
func waitingOff(cellsOff string) string {
	if bad := unknownWay(compilerVariable, compilerWaiting, compilerCold); bad != "" {
		return bad
	}
	if os.Getenv(compilerVariable) == compilerCold {
		return compilerVariable + "=cold is set"
	}
	return cellsOff // a program that the Go linker links takes its time anyway
}

// take returns the compiler that waits, if it can compile u. It is the caller's to end; one that cannot is ended.
func (w *waiting) take(u *Unit, environ []string) *waitingCompiler {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
	c := w.next
	w.next = nil
	if c == nil {
		return nil
	}
	if !c.fits(u, environ) {
		w.wg.Go(c.discard)
		return nil
	}
	c.idle.Stop()
	return c
}

// fits says whether the compiler can compile u as one that is started for it would. The module's state and local packages that change
// need no look of their own: Go's build cache names files by their content.
func (c *waitingCompiler) fits(u *Unit, environ []string) bool {
	return len(u.Sources) <= len(c.sources) && slices.Equal(c.environ, environ) &&
		!slices.ContainsFunc(u.pkgs, func(p *pkg) bool { return c.packages[p.ImportPath] != p.Export })
}

// awaitNext has a compiler started soon for the program that comes after u.
func (env *Env) awaitNext(u *Unit) {
	w := &env.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	count := len(u.Sources) + spareFiles
	if w.off != "" || env.cells.Off() != "" || count > maxNumbered || env.build.running.Load() > 0 || !w.rest.Over() {
		return
	}
	if w.timer != nil {
		w.timer.Stop()
	}
	w.timer = time.AfterFunc(startDelay, func() { env.startWaiting(count) })
}

// startWaiting starts a compiler for a program of up to count files, unless one waits or something is being built.
func (env *Env) startWaiting(count int) {
	w := &env.waiting
	w.mu.Lock()
	if w.off != "" || w.next != nil || w.starting || env.build.running.Load() > 0 {
		w.mu.Unlock()
		return
	}
	w.starting = true
	w.wg.Add(1)
	w.mu.Unlock()
	defer w.wg.Done()
	c, err := env.newWaiting(count)
	w.mu.Lock()
	w.starting = false
	switch {
	case err != nil:
		w.mu.Unlock()
		env.giveUpWaiting(err.Error())
	case w.off != "" || w.next != nil:
		w.mu.Unlock()
		c.discard()
	default:
		w.next = c
		c.idle = time.AfterFunc(idleTime, func() { w.drop(c) })
		w.wg.Go(func() { env.watch(c) })
		w.mu.Unlock()
	}
}

// watch waits until a compiler ends. If it still waited, something is wrong with it.
func (env *Env) watch(c *waitingCompiler) {
	<-c.ended
	if env.waiting.drop(c) {
		env.giveUpWaiting(fmt.Sprint("it ended while it waited: ", c.err))
	}
}

// drop ends a compiler if it waits, and says whether it did.
func (w *waiting) drop(c *waitingCompiler) bool {
	w.mu.Lock()
	mine := w.next == c
	if mine {
		w.next = nil
		w.wg.Add(1)
	}
	w.mu.Unlock()
	if mine {
		defer w.wg.Done()
		c.discard()
	}
	return mine
}

// giveUpWaiting ends what waits, tells why, and has nothing else wait for some programs.
func (env *Env) giveUpWaiting(why string) {
	w := &env.waiting
	w.mu.Lock()
	w.rest.Begin(why, restAfter)
	w.drain()
	off := w.off
	w.mu.Unlock()
	if off == "" {
		env.trouble("No compiler waits for the next cells, which takes them some milliseconds longer: " + why + ".")
	}
}

// why is why none waits and none is started, "" if one is.
func (w *waiting) why() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return cmp.Or(w.off, w.rest.Why)
}

// works notes that a compiler that waited has done its work.
func (w *waiting) works() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = bases.Rest{}
}

// switchOff ends what waits, and has nothing else wait.
func (w *waiting) switchOff(why string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.off == "" {
		w.off = why
	}
	w.drain()
}

// drain ends what waits or is about to. The lock is held.
func (w *waiting) drain() {
	if w.timer != nil {
		w.timer.Stop()
	}
	if c := w.next; c != nil {
		w.next = nil
		w.wg.Go(c.discard)
	}
}

// close ends what waits, and waits for that.
func (w *waiting) close() {
	w.switchOff("the environment is closed")
	w.wg.Wait()
}

// newWaiting starts a compiler with all packages that are known, for up to count files.
func (env *Env) newWaiting(count int) (*waitingCompiler, error) {
	dir, err := os.MkdirTemp(env.temp.Path, "compiler-*")
	if err != nil {
		return nil, files.Explain(err)
	}
	c := &waitingCompiler{dir: dir, packages: map[string]string{}, environ: env.tools.environ(""), ended: make(chan struct{})}
	if err := c.start(env, count); err != nil {
		c.closeSources()
		os.RemoveAll(dir)
		return nil, err
	}
	go func() {
		c.err = c.cmd.Wait()
		close(c.ended)
	}()
	return c, nil
}

// start starts the compiler.
func (c *waitingCompiler) start(env *Env, count int) error {
	pkgs := env.knownPackages()
	for _, p := range pkgs {
		c.packages[p.ImportPath] = p.Export
	}
	if err := files.Write(configOf(c.dir), []byte(importConfig(pkgs))); err != nil {
		return err
	}
	var names []string
	var ends []*os.File
	defer func() { closeAll(ends) }()
	for i := range count {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		ends, c.sources = append(ends, r), append(c.sources, w)
		names = append(names, fmt.Sprintf("/dev/fd/%d", firstFile+i))
	}
	c.cmd = env.toolCommand(context.Background(), c.dir, "compile", compileArgs(c.dir, names, false))
	c.cmd.ExtraFiles = ends
	return c.cmd.Start()
}

// knownPackages are the packages of the notebook's module that are compiled, as far as they are known.
func (env *Env) knownPackages() []*pkg {
	env.mu.Lock()
	now := env.now
	env.mu.Unlock()
	if now == nil {
		return nil
	}
	return now.ix.compiled()
}

// finish has the compiler compile sources. The object is right if there is no error, whatever else has happened.
func (c *waitingCompiler) finish(ctx context.Context, sources []Source) error {
	defer context.AfterFunc(ctx, c.kill)()
	halted := make(chan struct{})
	go c.killHalted(halted)
	err := c.write(sources)
	if err != nil {
		c.kill()
	}
	<-c.ended
	select {
	case <-halted:
		return errHalted
	default:
		return cmp.Or(err, c.err)
	}
}

// lookPeriod is how often it is looked whether a compiler stands still.
const lookPeriod = 100 * time.Millisecond

var errHalted = errors.New("it was stopped by a signal")

// killHalted kills the compiler if it stands still, be it since before it was given its files, and closes halted then. It
// returns when the compiler has ended.
func (c *waitingCompiler) killHalted(halted chan<- struct{}) {
	tick := time.NewTicker(lookPeriod)
	defer tick.Stop()
	for {
		if observe.Halted(c.cmd.Process.Pid) {
			close(halted)
			c.kill()
			return
		}
		select {
		case <-c.ended:
			return
		case <-tick.C:
		}
	}
}

// write gives the compiler its files. Those that are too many get nothing but a package clause.
func (c *waitingCompiler) write(sources []Source) error {
	defer c.closeSources()
	for i, pipe := range c.sources {
		text := "package main\n"
		if i < len(sources) {
			text = sources[i].Text
		}
		if _, err := io.WriteString(pipe, text); err != nil {
			return err
		}
		if err := pipe.Close(); err != nil { // the compiler reads one file after the other
			return err
		}
	}
	return nil
}

func (c *waitingCompiler) kill() { _ = c.cmd.Process.Kill() }

// discard ends the compiler and removes what it has.
func (c *waitingCompiler) discard() {
	if c.idle != nil {
		c.idle.Stop()
	}
	c.kill()
	c.closeSources()
	<-c.ended
	os.RemoveAll(c.dir)
}

func (c *waitingCompiler) closeSources() { closeAll(c.sources) }

func closeAll(list []*os.File) {
	for _, f := range list {
		f.Close()
	}
}
