package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// goBuild builds a program that needs the go command: one with cgo, embedded files or flags of the user's, or a test.
// The sources lie in the notebook's module directory, so that //go:embed finds files there.
func (env *Env) goBuild(ctx context.Context, p *Program, tmp, out string) error {
	names := make([]string, len(p.Sources))
	for i, s := range p.Sources {
		names[i] = strings.TrimSuffix(s.Name, ".go") + "_" + p.Hash[:8] + ".go"
		if p.Mode == Test {
			names[i] = strings.TrimSuffix(names[i], ".go") + "_test.go"
		}
		path := filepath.Join(env.dir, names[i])
		if err := writeFile(path, []byte(s.Text)); err != nil {
			return err
		}
		defer os.Remove(path)
	}
	args := []string{"build", "-o", out, "-tags", buildTag}
	if p.Mode == Test {
		args = []string{"test", "-c", "-vet=off", "-o", out, "-tags", buildTag}
	}
	args = append(append(args, p.Goflags...), names...)
	cmd := env.tc.goCommand(ctx, env.dir, args...)
	if !env.tc.has("CGO_ENABLED") {
		cmd.Env = append(cmd.Env, "CGO_ENABLED="+p.cgo())
	}
	msg, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		return nil
	}
	return goBuildError(string(msg), err)
}

// cgo says whether the program has C in it or flags that need it, as the value of CGO_ENABLED.
func (p *Program) cgo() string {
	for _, flag := range p.Goflags {
		switch strings.TrimLeft(flag, "-") {
		case "race", "msan", "asan":
			return "1"
		}
	}
	for _, path := range p.Imports {
		if path == "C" {
			return "1"
		}
	}
	for _, s := range p.Sources {
		if strings.Contains(s.Text, "\nimport \"C\"\n") {
			return "1"
		}
	}
	return "0"
}

func goBuildError(out string, err error) error {
	if ds := compilerDiagnostics(out); len(ds) > 0 {
		return ds
	}
	var exit *exec.ExitError
	if strings.Contains(out, "C compiler") || strings.Contains(out, "\"gcc\": executable file not found") {
		return errors.New(`the cell imports "C", which needs a C compiler: none was found`)
	}
	if errors.As(err, &exit) {
		return fmt.Errorf("go build: %s", tail(out, 10))
	}
	return fmt.Errorf("go build: %w", err)
}

// mainSource is the file that Publish writes the cell's own source to.
const mainSource = "main.go"

// Publish leaves the sources of a program in the notebook's module directory, the cell's own as main.go, so that
// commands such as "go vet" and "go build -gcflags=-m" find them. It removes those of the program before.
func (env *Env) Publish(p *Program) error {
	env.mu.Lock()
	defer env.mu.Unlock()
	for _, name := range env.published {
		os.Remove(filepath.Join(env.dir, name))
	}
	env.published = nil
	for _, s := range p.Sources {
		name := s.Name
		if name == sourceName(p.key) {
			name = mainSource
		}
		if p.Mode == Test {
			name = strings.TrimSuffix(name, ".go") + "_test.go"
		}
		if err := writeFile(filepath.Join(env.dir, name), []byte(s.Text)); err != nil {
			return err
		}
		env.published = append(env.published, name)
	}
	return nil
}
