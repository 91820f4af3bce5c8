package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render"
	"github.com/mercer-go/mercer/kernel/jupyter/history"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// renderers draw what cells send as data.
var renderers = map[string]show.Renderer{figure.MIME: drawFigure}

func drawFigure(ctx context.Context, data []byte) ([]show.RenderedPart, error) {
	parts, err := render.Bundle(ctx, data)
	if err != nil {
		return nil, err
	}
	var drawn []show.RenderedPart
	for _, p := range parts {
		drawn = append(drawn, show.RenderedPart{MIME: p.MIME, Data: p.Data})
	}
	return drawn, nil
}

// openSession starts a session that forgets its values when it ends, for run and verify.
func openSession(dir string) (execute.Session, error) {
	programs, err := programConfig()
	if err != nil {
		return nil, err
	}
	s, err := session.New(session.Options{Dir: dir, Program: programs, Render: renderers, Judge: judge.Serve, Version: version(), Timing: os.Getenv("MERCER_TIMING")})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// newKernelSession starts the session of a front end's notebook, in the current directory. Its values stay for %resume. kernel is Jupyter's id.
func newKernelSession(kernel string, log *slog.Logger) (*session.Session, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	programs, err := programConfig()
	if err != nil {
		return nil, err
	}
	return session.New(session.Options{
		Dir: dir, Values: valuesDir(dir), Notebook: notebookPath(dir), Shared: notebookPath(dir) == "", Program: programs, Render: renderers, Judge: judge.Serve, Log: log, Version: version(), Timing: os.Getenv("MERCER_TIMING"), Kernel: kernel,
	})
}

// valuesDir returns where the values of the notebook are kept: below $MERCER_VALUES, or in the user's state directory
// beside the history, by the path that JupyterLab gives the notebook; without one, by the directory.
func valuesDir(dir string) string {
	base := os.Getenv("MERCER_VALUES")
	if base == "" {
		path, err := history.DefaultPath()
		if err != nil {
			return ""
		}
		base = filepath.Join(filepath.Dir(path), "values")
	}
	name := notebookPath(dir)
	if name == "" {
		name = dir
	}
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(base, fmt.Sprintf("%x", sum[:8]))
}

// notebookPath is the path that JupyterLab gives the notebook, "" if there is none.
func notebookPath(dir string) string {
	name := os.Getenv("JPY_SESSION_NAME")
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
