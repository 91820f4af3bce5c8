package program

import (
	"context"
	"fmt"
	"strings"
)

// fetch tries to get the module of a package that could not be listed, then lists again. It changes go.mod.
func (env *Env) fetch(ctx context.Context, autoget bool, missing *packageError, paths []string) ([]*pkg, error) {
	first, _, _ := strings.Cut(missing.Path, "/")
	if !strings.Contains(first, ".") {
		return nil, &packageError{missing.Path, "not in the standard library"}
	}
	if strings.HasPrefix(missing.Path, ModulePath+"/") || !strings.Contains(missing.Msg, "no required module provides") &&
		!strings.Contains(missing.Msg, "cannot find module") && !strings.Contains(missing.Msg, "missing go.sum entry") {
		return nil, missing
	}
	if !autoget {
		return nil, &packageError{missing.Path, "no module of go.mod has it, and %noautoget is set"}
	}
	cmd := env.tc.goCommand(ctx, env.dir, "get", missing.Path)
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, getError(missing.Path, string(out))
	}
	env.moduleChanged()
	pkgs, err := env.tc.list(ctx, env.dir, paths, autoget)
	if next, ok := err.(*packageError); ok && next.Path != missing.Path {
		return env.fetch(ctx, autoget, next, paths)
	}
	return pkgs, err
}

// getError says in one line why "go get" failed.
func getError(path, output string) error {
	if netError(output) {
		return &packageError{path, "cannot be fetched: no network, or no module proxy that answers"}
	}
	line := ""
	for l := range strings.Lines(output) {
		l = strings.TrimSpace(l)
		if l != "" && !strings.HasPrefix(l, "go: downloading") && !strings.HasPrefix(l, "go: finding") {
			line = l
		}
	}
	return &packageError{path, fmt.Sprintf("cannot be fetched: %s", strings.TrimPrefix(line, "go: "))}
}
