package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
)

// Built is a program's executable.
type Built struct {
	// Exe is its path. The file stays there until the Env is closed or has built some more programs, so it is to be
	// started at once.
	Exe     string
	Cached  bool
	Compile time.Duration
	Link    time.Duration
	Waited  bool   // it was compiled by a compiler that had been started before, see waiting.go
	Linker  string // how it was linked: "cell", with a base, "go: " and why not with one, or "the go command"; "" if it was Cached
}

// Build compiles and links a unit, or finds it in the cache. Callers who want the same unit at the same time share one
// build, which goes on as long as one of them waits. When ctx ends, Build returns its error at once. No failure is
// remembered. An error of the compiler's is cell.Diagnostics.
func (env *Env) Build(ctx context.Context, u *Unit) (*Built, error) {
	exe, notice := env.build.cache.Find(u.Hash)
	if notice != "" {
		env.trouble(sentence(notice))
	}
	if exe != "" {
		return &Built{Exe: exe, Cached: true}, nil
	}
	return env.build.flights.do(ctx, u.Hash, func(ctx context.Context) (*Built, error) { return env.make(ctx, u) })
}

// make builds a unit and puts it into the cache. Where its packages do not fit each other they are listed again, once.
func (env *Env) make(ctx context.Context, u *Unit) (*Built, error) {
	b, err := env.makeOnce(ctx, u)
	if err == nil || ctx.Err() != nil {
		return b, err
	}
	if next := env.again(ctx, u); next != nil {
		return env.makeOnce(ctx, next)
	}
	return nil, err
}

// makeOnce builds a unit with the packages that it was resolved with.
func (env *Env) makeOnce(ctx context.Context, u *Unit) (*Built, error) {
	early, tmp, err := env.buildDir(u)
	if err != nil {
		return nil, files.Explain(err)
	}
	defer os.RemoveAll(tmp)
	b, out := &Built{}, filepath.Join(tmp, "cell")
	if u.ByGo {
		b.Linker = "the go command"
		err = env.goBuild(ctx, u, out)
	} else {
		err = env.direct(ctx, u, early, out, b)
	}
	if err != nil {
		return nil, err
	}
	if b.Exe, err = env.build.cache.Put(u.Hash, out); err == nil && !u.ByGo && !u.Debug {
		env.awaitNext(u)
	}
	return b, err
}

// buildDir is where a unit is built: where a compiler waits that can compile it, or a new directory.
func (env *Env) buildDir(u *Unit) (early *waitingCompiler, dir string, err error) {
	if !u.ByGo && !u.Debug {
		early = env.waiting.take(u, env.tools.environ(""))
	}
	if early != nil {
		return early, early.dir, nil
	}
	dir, err = os.MkdirTemp(env.temp.Path, "build-*")
	return nil, dir, err
}

// direct calls the compiler and the linker themselves, without the go command, in the directory of the executable.
func (env *Env) direct(ctx context.Context, u *Unit, early *waitingCompiler, out string, b *Built) (err error) {
	start, tmp := time.Now(), filepath.Dir(out)
	if b.Waited, err = env.compile(ctx, u, early, tmp); err != nil {
		return err
	}
	b.Compile = time.Since(start)
	start = time.Now()
	defer func() { b.Link = time.Since(start) }()
	why, wantsBase, err := env.linkCell(u, objectOf(tmp), out)
	if wantsBase { // the base may be made while another program is linked without it
		env.build.linking.Lock()
		defer env.build.linking.Unlock()
		why, wantsBase, err = env.linkCell(u, objectOf(tmp), out)
	}
	if err != nil || why == "" {
		b.Linker = "cell"
		return err
	}
	b.Linker = "go: " + why
	env.cfg.Log.Debug("a cell is linked by the Go linker", "why", why)
	if bad := env.archives.check(u.pkgs); bad != nil {
		return bad
	}
	if err := files.Write(configOf(tmp), []byte(importConfig(u.pkgs))); err != nil {
		return err
	}
	err = env.runTool(ctx, tmp, "link", linkArgs(u, tmp, out))
	if wantsBase && err == nil { // what cannot be linked would spoil each later base
		env.wantBase(u)
	}
	return err
}

// compile compiles a unit in a directory, and says whether early has done it. What that one cannot compile, another one is to: it
// tells why, or it shows that no compiler should wait here.
func (env *Env) compile(ctx context.Context, u *Unit, early *waitingCompiler, tmp string) (waited bool, err error) {
	if early == nil {
		return false, env.compileCold(ctx, u, tmp)
	}
	env.build.running.Add(1)
	failed := early.finish(ctx, u.Sources)
	env.build.running.Add(-1)
	switch {
	case failed == nil:
		env.waiting.works()
		return true, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	}
	if err = env.compileCold(ctx, u, tmp); err == nil {
		env.giveUpWaiting("another one has compiled what it has not: " + failed.Error())
	}
	return false, err
}

// compileCold compiles a unit in a directory by a compiler that is started for it.
func (env *Env) compileCold(ctx context.Context, u *Unit, tmp string) error {
	names, err := writeSources(tmp, u.Sources)
	if err != nil {
		return err
	}
	if err := files.Write(configOf(tmp), []byte(importConfig(u.pkgs))); err != nil {
		return err
	}
	return env.runTool(ctx, tmp, "compile", compileArgs(tmp, names, u.Debug))
}

// configOf is the import configuration in a directory where something is built, objectOf what the compiler makes there.
func configOf(dir string) string { return filepath.Join(dir, "importcfg") }
func objectOf(dir string) string { return filepath.Join(dir, "main.a") }

// maxNumbered is up to how many sources have numbers in place of names in the object.
const maxNumbered = 16

// compileArgs are the arguments of the compiler that compiles sources in a directory. The object does not tell their names, unless they
// are many: it is the same whatever the files are.
func compileArgs(dir string, sources []string, debug bool) []string {
	var trim strings.Builder
	if len(sources) <= maxNumbered {
		for i, name := range sources {
			fmt.Fprintf(&trim, "%s=>%s%d.go;", name, cell.SourcePrefix, i+1)
		}
	}
	trim.WriteString(dir + "=>")
	args := []string{"-o", objectOf(dir), "-p", "main", "-complete", "-trimpath", trim.String(), "-importcfg", configOf(dir), "-pack"}
	if debug {
		args = append(args, "-N", "-l", "--")
	} else {
		args = append(args, "-dwarf=0", "--")
	}
	return append(args, sources...)
}

// linkArgs are the arguments of the Go linker that links a unit.
func linkArgs(u *Unit, dir, out string) []string {
	args := []string{"-o", out}
	if !u.Debug {
		args = append(args, "-s", "-w")
	}
	return append(args, "-buildmode=exe", "-importcfg", configOf(dir), objectOf(dir))
}

// writeSources writes the program's files and returns their paths.
func writeSources(dir string, sources []Source) ([]string, error) {
	var names []string
	for _, s := range sources {
		name := filepath.Join(dir, s.Name)
		if err := files.Write(name, []byte(s.Text)); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// importConfig tells the compiler and the linker where the packages are.
func importConfig(pkgs []*pkg) string {
	var b strings.Builder
	for _, dep := range pkgs {
		fmt.Fprintf(&b, "packagefile %s=%s\n", dep.ImportPath, dep.Export)
	}
	return b.String()
}

// runTool runs a tool of the toolchain. Both have little garbage worth collecting, so they run without a collector. One of
// them alone is faster with all processors; several at a time, as when cells are built ahead, waste less with one each.
func (env *Env) runTool(ctx context.Context, dir, tool string, args []string) error {
	cmd := env.toolCommand(ctx, dir, tool, args)
	if env.build.running.Add(1) > 1 {
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
	}
	defer env.build.running.Add(-1)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return toolError(tool, string(out), err)
}

func (env *Env) toolCommand(ctx context.Context, dir, tool string, args []string) *exec.Cmd {
	return prepare(exec.CommandContext(ctx, env.tools.tool(tool), args...), dir, append(env.tools.environ(dir), "GOGC=off"))
}

// toolError makes an error of what the compiler or the linker wrote.
func toolError(tool, out string, err error) error {
	if strings.Contains(out, noSpace) {
		return errors.New("no space left on the disk")
	}
	if ds := cell.CompilerDiagnostics(out); len(ds) > 0 {
		return ds
	}
	if strings.TrimSpace(out) == "" {
		return fmt.Errorf("%s: %w", tool, err)
	}
	return fmt.Errorf("%s: %s", tool, tail(out, 10))
}
