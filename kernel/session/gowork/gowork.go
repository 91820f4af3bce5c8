// Package gowork brings the modules of a go.work into a notebook's go.mod.
package gowork

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/mercer-go/mercer/kernel/files"
	toolmodule "github.com/mercer-go/mercer/kernel/toolchain/module"
)

// GoWorkFix adds to the go.mod in module a replace rule for each module that a go.work uses: the one in module itself,
// or the one that governs dir. It returns what it has replaced, a line each.
func GoWorkFix(ctx context.Context, dir, module string) ([]string, error) {
	work := filepath.Join(module, "go.work")
	if _, err := os.Stat(work); err != nil {
		if work = findUp(dir, "go.work"); work == "" {
			return nil, fmt.Errorf("no go.work in the notebook's module or above %s", dir)
		}
	}
	var parsed struct {
		Use []struct{ DiskPath string }
	}
	if err := goJSON(ctx, module, &parsed, "work", "edit", "-json", work); err != nil {
		return nil, err
	}
	var done []string
	for _, use := range parsed.Use {
		path := use.DiskPath
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(work), path)
		}
		if path == filepath.Clean(module) {
			continue
		}
		var mod struct{ Module struct{ Path string } }
		if err := goJSON(ctx, module, &mod, "mod", "edit", "-json", filepath.Join(path, "go.mod")); err != nil {
			return done, err
		}
		if _, err := goCommand(ctx, module, "mod", "edit", "-replace", mod.Module.Path+"="+path); err != nil {
			return done, err
		}
		done = append(done, fmt.Sprintf("\t- Added replace rule for module %q to local directory %q.", mod.Module.Path, path))
	}
	return done, nil
}

// LocalReplaces returns the local directories that the go.mod in module replaces modules by, but for Mercer's own.
func LocalReplaces(module string) []string {
	data, err := files.Read(filepath.Join(module, "go.mod"))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(toolmodule.Directories(data), func(dir string) bool { return !filepath.IsAbs(dir) })
}

// findUp returns the file of the given name in dir or the nearest directory above it, or "".
func findUp(dir, name string) string {
	for {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

func goJSON(ctx context.Context, dir string, to any, args ...string) error {
	out, err := goCommand(ctx, dir, args...)
	if err != nil {
		return err
	}
	return json.Unmarshal(out, to)
}

// goCommand runs the go command outside of any workspace.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}
