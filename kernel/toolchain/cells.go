package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/bases"
	"github.com/mercer-go/mercer/kernel/toolchain/celllink"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// This file links programs of cells with a base, where that can be done (see package celllink), and says why not where it cannot.

// The ways to link a cell's program, as values of the variable MERCER_LINKER.
const (
	linkerVariable = "MERCER_LINKER"
	linkerGo       = "go"   // the Go linker, always
	linkerCell     = "cell" // Mercer's own, where it can
)

// unknownWay says that a variable has neither of its two values, "" if it has one or is not set.
func unknownWay(variable, one, other string) string {
	if way := os.Getenv(variable); way != "" && way != one && way != other {
		return fmt.Sprintf("%s=%s is neither %s nor %s", variable, way, one, other)
	}
	return ""
}

// testedGo are the versions of Go with which linking cells was tried: what is read and written of its formats is told by no document.
var testedGo = []string{"go1.26.8"}

// testedOn are the systems for which it was tried, arm64 in emulators of the processor and of the whole machine: see package celllink.
var testedOn = []string{"linux/amd64", "linux/arm64"}

// cellLinkerOff is why no program is linked with a base, "" if programs are.
func cellLinkerOff(t *goTools) string {
	if bad := unknownWay(linkerVariable, linkerGo, linkerCell); bad != "" {
		return bad
	}
	if os.Getenv(linkerVariable) == linkerGo {
		return linkerVariable + "=go is set"
	}
	if system := t.OS + "/" + t.Arch; !slices.Contains(testedOn, system) {
		return "it is for " + strings.Join(testedOn, " and ") + ", not for " + system
	}
	if !slices.Contains(testedGo, t.Version) {
		return "it was tried with " + strings.Join(testedGo, ", ") + ", not with " + t.Version
	}
	return ""
}

// prepareCells makes ready to link programs with bases.
func (env *Env) prepareCells() error {
	if bad := unknownWay(linkerVariable, linkerGo, linkerCell); bad != "" {
		env.trouble(bad + ": the Go linker links all programs.")
	}
	if bad := unknownWay(compilerVariable, compilerWaiting, compilerCold); bad != "" {
		env.trouble(bad + ": no compiler is started before it is needed.")
	}
	cfg := basesConfig(env.tools, env.cacheFile("bases"), env.cfg.Shared)
	cfg.Temp, cfg.Run, cfg.Tell, cfg.Log = env.temp.Path, env.runBeside, env.trouble, env.cfg.Log
	env.waiting.off = waitingOff(cfg.Off)
	env.cells = bases.New(cfg)
	return nil
}

// basesConfig says where the bases of a toolchain are, of a user and in shared caches.
func basesConfig(t *goTools, dir string, caches []string) bases.Config {
	if abs, err := filepath.Abs(dir); err == nil { // programs name the base by its path
		dir = abs
	}
	var shared []string
	for _, s := range caches {
		shared = append(shared, filepath.Join(s, "bases"))
	}
	return bases.Config{Dir: dir, Shared: shared, Off: cellLinkerOff(t),
		Toolchain: strings.Join(append([]string{t.Version, t.Root, t.OS, t.Arch}, forLinker(goEnv(""))...), "\n")}
}

// linkerVariables are those that decide what the Go linker makes of compiled packages.
var linkerVariables = []string{"GOROOT", "GOAMD64", "GOARM64", "GOEXPERIMENT", "GOFIPS140", "GO_EXTLINK_ENABLED", "GO_LDSO"}

// forLinker are the variables of an environment that the Go linker heeds.
func forLinker(environ []string) (list []string) {
	for _, kv := range environ {
		if name, _, _ := strings.Cut(kv, "="); slices.Contains(linkerVariables, name) {
			list = append(list, kv)
		}
	}
	return list
}

// linkCell links a compiled program with a base. why says why not, "" if it was linked. Where a base is all that is missing, one is made
// after the program was linked by the Go linker, see wantBase.
func (env *Env) linkCell(u *Unit, object, out string) (why string, wantsBase bool, err error) {
	if off := env.cells.Off(); off != "" {
		return off, false, nil
	}
	if u.Debug {
		return "it is for a debugger", false, nil
	}
	if vars := forLinker(env.tools.variables()); len(vars) > 0 {
		return "the notebook has set " + strings.Join(vars, ", "), false, nil
	}
	if i := slices.IndexFunc(u.pkgs, func(p *pkg) bool { return p.Stamp != "" }); i >= 0 {
		return "package " + u.pkgs[i].ImportPath + " may change between cells", false, nil
	}
	archive, err := os.ReadFile(object)
	if err != nil {
		return "", false, files.Explain(err)
	}
	exe, err := env.cells.Link(u.set(), archive)
	if err != nil {
		if no := (*celllink.Unsupported)(nil); errors.As(err, &no) {
			env.trouble("The Go linker has linked a cell, which takes longer, for Mercer's own does not link it: " + no.Reason + ".")
		}
		return err.Error(), errors.Is(err, bases.ErrNoBase), nil
	}
	return "", false, files.WriteProgram(out, exe, 0o700)
}

// set are the packages of a unit.
func (u *Unit) set() bases.Set {
	return packageSet(slices.DeleteFunc(slices.Clone(u.Imports), func(path string) bool { return path == "unsafe" }), u.pkgs)
}

func packageSet(direct []string, pkgs []*pkg) bases.Set {
	s := bases.Set{Direct: direct}
	for _, p := range pkgs {
		s.Packages = append(s.Packages, bases.Package{Path: p.ImportPath, File: p.Export})
	}
	return s
}

// wantBase has a base made in the background with which programs like u are linked: with all packages that cells commonly import, as far
// as they are compiled, and those that units of this notebook have imported.
func (env *Env) wantBase(u *Unit) {
	need := u.set()
	env.mu.Lock()
	for _, path := range need.Direct {
		env.imported[path] = true
	}
	env.mu.Unlock()
	env.cells.Want(bases.Wish{Need: func(context.Context) (bases.Set, error) { return need, nil }, Wide: env.wideSet})
}

// Prepare opens or makes, in the background, a base with which the programs of the first cells can be linked, if their packages are compiled.
func (env *Env) Prepare() {
	env.cells.Want(bases.Wish{Wide: env.wideSet, Need: func(context.Context) (bases.Set, error) {
		pkgs, err := env.View().ix.closure([]string{runtimePackage})
		if err != nil {
			err = bases.ErrTooEarly
		}
		return packageSet([]string{runtimePackage}, pkgs), err
	}})
}

// runtimePackage is what the program of every cell imports.
const runtimePackage = module.Path + "/kernel/cellrt/bare"

// wideSet are the packages that cells commonly import and those that units of this notebook have imported, as far as they are known and
// do not change between cells. A program that keeps an error imports the packages of all errors behind its imports, so these are among them.
func (env *Env) wideSet(ctx context.Context) (bases.Set, error) {
	v := env.View()
	err := v.Ensure(ctx, false, bases.Needed...)
	if errors.Is(err, ErrChanged) { // the next cell wants one again
		err = bases.ErrTooEarly
	}
	if err != nil {
		return bases.Set{}, err
	}
	env.mu.Lock()
	paths := slices.Concat(base, baseGonum, env.own.Packages(), bases.Needed, sortedKeys(env.imported))
	env.mu.Unlock()
	slices.Sort(paths)
	var direct []string
	for _, path := range slices.Compact(paths) {
		if p := v.ix.get(path); p == nil || p.Name == "main" || strings.Contains(path, "/internal/") {
			continue
		}
		pkgs, err := v.ix.closure([]string{path})
		if err == nil && !slices.ContainsFunc(pkgs, func(p *pkg) bool { return p.Stamp != "" || p.Export == "" }) {
			direct = append(direct, path)
		}
	}
	sentinels, err := v.Sentinels(direct)
	if err != nil {
		return bases.Set{}, err
	}
	for _, s := range sentinels {
		direct = append(direct, s.Path)
	}
	slices.Sort(direct)
	direct = slices.Compact(direct)
	pkgs, err := v.ix.closure(direct)
	return packageSet(direct, pkgs), err
}

// runBeside runs a tool beside the user's work: on one processor, and after what else wants it.
func (env *Env) runBeside(ctx context.Context, dir, tool string, args ...string) error {
	cmd := env.toolCommand(ctx, dir, tool, args)
	cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Start()
	if err == nil {
		_ = syscall.Setpriority(syscall.PRIO_PGRP, cmd.Process.Pid, 10)
		err = cmd.Wait()
	}
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return toolError(tool, out.String(), err)
}
