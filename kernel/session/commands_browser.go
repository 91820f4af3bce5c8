package session

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/page"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// This file implements %wasm: the cell's program runs in the page.

// browser is what programs in the page need: what builds them, and the files that the Jupyter server serves to the page. Only cells change it; the
// session's lock guards dir and path, which others read.
type browser struct {
	env  *toolchain.Env // nil before the first program
	dir  files.TempDir  // below the server's root
	path string         // of dir below the server's base URL; "" before the first %wasm
}

// The names of what is served, as in GoNB: a directory of the server's root, which is visible, since Jupyter serves no hidden one.
const (
	servedDir = "jupyter_files"
	execName  = "wasm_exec.js"
)

// variables tell cells and shell commands where to put files that pages can have.
func (b *browser) variables() []string {
	if b.path == "" {
		return nil
	}
	return []string{"GONB_WASM_DIR=" + b.dir.Path, "GONB_WASM_URL=" + b.path}
}

func (b *browser) close() {
	if b.env != nil {
		b.env.Close()
	}
	if b.path != "" {
		b.dir.Remove()
		os.Remove(filepath.Dir(b.dir.Path)) // unless another kernel serves from there
	}
}

// cmdWasm has the cell's program run in the page.
func (x *execution) cmdWasm(_ context.Context, c cell.Command) error {
	if len(c.Args) > 0 {
		return errors.New("takes no arguments; those of the program follow %%")
	}
	x.wasm = true
	return x.serveFiles()
}

// serveFiles makes the directory of what the page is to have.
func (x *execution) serveFiles() error {
	b := &x.s.browser
	if b.path != "" {
		return nil
	}
	root := jupyterRoot(x.settings)
	switch {
	case x.s.opts.Confined:
		return errors.New("a confined kernel has no files that the Jupyter server serves to the page")
	case root == "":
		return errors.New("the program runs in the page of a Jupyter server, and none has started this notebook")
	case !within(x.s.opts.Dir, root):
		return fmt.Errorf("the notebook does not lie in %s, the root of the Jupyter server as far as it can be told: set %s to that root, from which the server serves files", root, envRoot)
	}
	dir, err := files.NewTempDir(filepath.Join(root, servedDir), "mercer-")
	if err != nil {
		return fmt.Errorf("there is no place for files that the Jupyter server serves: %w", err)
	}
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	b.dir, b.path = dir, path.Join("/files", servedDir, filepath.Base(dir.Path))
	return nil
}

// within says whether a path is a directory or lies below it, wherever links lead.
func within(name, dir string) bool {
	for _, p := range []*string{&name, &dir} {
		abs, err := filepath.Abs(*p)
		if err == nil {
			abs, err = filepath.EvalSymlinks(abs)
		}
		if err != nil {
			return false
		}
		*p = abs
	}
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// runInPage composes and builds the cell's program for the page, has it served and shows it. The notebook gets its definitions.
func (x *execution) runInPage(ctx context.Context) error {
	if x.Mode == program.Test {
		return errors.New("%test runs on this machine: it does not go with %wasm")
	}
	b := &x.s.browser
	if b.env == nil {
		env, err := x.s.env.ForBrowsers()
		if err != nil {
			return err
		}
		b.env = env
	}
	b.env.SetEnviron(x.settings.env, x.settings.goflags...)
	req := x.programRequest(storedValues{})
	req.Wasm = true
	started := time.Now()
	p, err := program.Compose(ctx, b.env, req)
	if err != nil {
		return err
	}
	x.times.since("compose", started)
	x.s.setLast(p)
	if !p.Empty {
		started = time.Now()
		built, err := b.env.Build(ctx, p.Unit)
		if err != nil {
			return err
		}
		x.times.since("build", started)
		if err := x.showProgram(built.Exe, p.Unit.Hash); err != nil {
			return err
		}
	}
	return x.takeOver(p)
}

// showProgram has a program served, and shows the HTML that runs it. A cell that runs again takes its earlier program's place.
func (x *execution) showProgram(exe, hash string) error {
	b := &x.s.browser
	own := sha256.Sum256([]byte(cmp.Or(x.req.CellID, fmt.Sprint(x.count))))
	name := fmt.Sprintf("cell_%x", own[:8])
	for _, f := range []struct{ from, to string }{
		{filepath.Join(b.env.Root(), "lib", "wasm", execName), execName}, {exe, name + ".wasm"},
	} {
		data, err := files.Read(f.from)
		if err == nil {
			err = files.Replace(filepath.Join(b.dir.Path, f.to), data)
		}
		if err != nil {
			return fmt.Errorf("session: what the page needs: %w", err)
		}
	}
	shown, err := page.Program{
		Div: "gonb_" + filepath.Base(b.path) + "_" + name, Dir: b.dir.Path, Path: b.path, Exec: execName, Program: name + ".wasm?" + hash,
		Args: append([]string{}, x.Args...),
	}.HTML()
	if err != nil {
		return err
	}
	const plain = "a program in WebAssembly, which runs in a page of JupyterLab or Notebook 7"
	x.out.Display(frame.Bundle{Parts: []frame.Part{{MIME: "text/html", Data: []byte(shown)}, {MIME: "text/plain", Data: []byte(plain)}}}, false)
	return nil
}
