package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
)

// goBuild builds a program that needs the go command: one with cgo, embedded files or flags of the user's, or a test.
// The sources lie in the notebook's module directory, so that //go:embed finds files there.
func (env *Env) goBuild(ctx context.Context, u *Unit, out string) error {
	names := make([]string, len(u.Sources))
	for i, s := range u.Sources {
		names[i] = strings.TrimSuffix(s.Name, ".go") + "_" + u.Hash[:8] + ".go"
		if u.Test {
			names[i] = testName(names[i])
		}
		path := filepath.Join(env.dir, names[i])
		if err := files.Write(path, []byte(s.Text)); err != nil {
			return err
		}
		defer os.Remove(path)
	}
	flags, _ := cutTags(u.Flags) // see SetEnviron
	args := []string{"build", "-o", out, "-tags", env.tools.tags()}
	if u.Test {
		args = []string{"test", "-c", "-vet=off", "-o", out, "-tags", env.tools.tags(testTag)}
	}
	if u.Debug {
		args = append(args, "-gcflags=-N -l")
	}
	cmd := env.tools.command(ctx, env.dir, slices.Concat(args, flags, names)...)
	if !env.tools.has("CGO_ENABLED") {
		cmd.Env = append(cmd.Env, "CGO_ENABLED="+u.cgo())
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

func testName(name string) string { return strings.TrimSuffix(name, ".go") + "_test.go" }

// cgo says whether the program has C in it or flags that need it, as the value of CGO_ENABLED.
func (u *Unit) cgo() string {
	for _, flag := range u.Flags {
		switch strings.TrimLeft(flag, "-") {
		case "race", "msan", "asan":
			return "1"
		}
	}
	for _, s := range u.Sources {
		if strings.Contains(s.Text, "\nimport \"C\"\n") {
			return "1"
		}
	}
	return "0"
}

func goBuildError(out string, err error) error {
	if strings.Contains(out, noSpace) {
		return errors.New("no space left on the disk")
	}
	if ds := cell.CompilerDiagnostics(out); len(ds) > 0 {
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

// Publish leaves sources in the notebook's module directory, one of them, as main.go, so that commands such as "go vet" and
// "go build -gcflags=-m" find them. It removes those of the call before.
func (env *Env) Publish(u *Unit, main string) error {
	env.mu.Lock()
	defer env.mu.Unlock()
	for _, name := range env.published {
		os.Remove(filepath.Join(env.dir, name))
	}
	env.published = nil
	for _, s := range u.Sources {
		name := s.Name
		if name == main {
			name = "main.go"
		}
		if u.Test {
			name = testName(name)
		}
		if err := files.Write(filepath.Join(env.dir, name), []byte(s.Text)); err != nil {
			return err
		}
		env.published = append(env.published, name)
	}
	return nil
}
