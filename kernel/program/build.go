package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Built is a program's executable.
type Built struct {
	Exe    string // path; it stays there at least until the Env is closed
	Cached bool
	Phases Phases
}

// Build compiles and links p, or finds it in the cache.
func (env *Env) Build(ctx context.Context, p *Program) (*Built, error) {
	exe, err := env.cachePath(p.Hash)
	if err != nil {
		return nil, err
	}
	b := &Built{Exe: exe, Phases: p.Phases}
	if touch(exe) {
		b.Cached = true
		return b, nil
	}
	tmp, err := makeTemp(filepath.Join(env.cache, "tmp"), "build-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	out := filepath.Join(tmp, "cell")
	if p.goBuild {
		err = env.goBuild(ctx, p, tmp, out)
	} else {
		err = env.direct(ctx, p, tmp, out, &b.Phases)
	}
	if err != nil {
		return nil, err
	}
	return b, env.store(out, exe)
}

// direct calls the compiler and the linker themselves, without the go command.
func (env *Env) direct(ctx context.Context, p *Program, tmp, out string, ph *Phases) error {
	start := time.Now()
	files, err := writeSources(tmp, p.Sources)
	if err != nil {
		return err
	}
	obj, cfg := filepath.Join(tmp, "main.a"), filepath.Join(tmp, "importcfg")
	if err := os.WriteFile(cfg, []byte(importConfig(p)), 0o644); err != nil {
		return clearError(err)
	}
	args := []string{"-o", obj, "-p", "main", "-complete", "-dwarf=0", "-trimpath", tmp + "=>", "-importcfg", cfg, "-pack", "--"}
	if err := env.run(ctx, tmp, "compile", append(args, files...)); err != nil {
		return err
	}
	ph.Compile = time.Since(start)
	start = time.Now()
	err = env.run(ctx, tmp, "link", []string{"-o", out, "-s", "-w", "-buildmode=exe", "-importcfg", cfg, obj})
	ph.Link = time.Since(start)
	return err
}

// writeSources writes the program's files and returns their paths.
func writeSources(dir string, sources []Source) ([]string, error) {
	var files []string
	for _, s := range sources {
		name := filepath.Join(dir, s.Name)
		if err := os.WriteFile(name, []byte(s.Text), 0o644); err != nil {
			return nil, clearError(err)
		}
		files = append(files, name)
	}
	return files, nil
}

// importConfig tells the compiler and the linker where the packages are.
func importConfig(p *Program) string {
	var b strings.Builder
	for _, dep := range p.pkgs {
		fmt.Fprintf(&b, "packagefile %s=%s\n", dep.ImportPath, dep.Export)
	}
	return b.String()
}

// run runs a tool of the toolchain. Both have little garbage worth collecting, so they run without a collector. One of
// them alone is faster with all processors; several at a time, as when cells are built ahead, waste less with one each.
func (env *Env) run(ctx context.Context, dir, tool string, args []string) error {
	cmd := exec.CommandContext(ctx, env.tc.tool(tool), args...)
	cmd.Dir = dir
	cmd.Env = append(env.tc.environ(dir), "GOGC=off")
	if env.running.Add(1) > 1 {
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
	}
	defer env.running.Add(-1)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return toolError(tool, string(out), err)
}

// toolError makes diagnostics of what the compiler or the linker wrote.
func toolError(tool, out string, err error) error {
	if strings.Contains(out, "no space left on device") {
		return errors.New("no space left on the disk")
	}
	if ds := compilerDiagnostics(out); len(ds) > 0 {
		return ds
	}
	if strings.TrimSpace(out) == "" {
		return fmt.Errorf("%s: %w", tool, err)
	}
	return fmt.Errorf("%s: %s", tool, tail(out, 10))
}

// compilerDiagnostics reads lines such as "cell_0011aabb.go:3:5: message".
func compilerDiagnostics(out string) Diagnostics {
	var ds Diagnostics
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		var d Diagnostic
		file, rest, ok := strings.Cut(line, ":")
		file = filepath.Base(file)
		if !ok || !strings.HasPrefix(file, "cell_") && !strings.HasPrefix(file, aliasPrefix) && !strings.HasPrefix(file, "src_") {
			if len(ds) > 0 && strings.HasPrefix(line, "\t") {
				ds[len(ds)-1].Msg += "\n" + line
			}
			continue
		}
		d.File = file
		if _, err := fmt.Sscanf(rest, "%d:%d:", &d.Line, &d.Col); err == nil {
			_, rest, _ = strings.Cut(rest, ":")
		} else if _, err := fmt.Sscanf(rest, "%d:", &d.Line); err != nil {
			continue
		}
		_, d.Msg, _ = strings.Cut(rest, ":")
		d.Msg = strings.TrimSpace(d.Msg)
		ds = append(ds, d)
	}
	return ds.sorted()
}
