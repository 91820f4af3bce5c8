package toolchain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// fetch tries to get the module of a package that could not be listed, then lists again. It changes go.mod.
func (env *Env) fetch(ctx context.Context, autoget bool, missing *PackageError, paths []string) ([]*pkg, error) {
	for {
		if err := env.get(ctx, autoget, missing); err != nil {
			return nil, err
		}
		pkgs, err := env.tools.list(ctx, env.dir, paths, autoget)
		next := asPackageError(err)
		if next == nil || next.Path == missing.Path {
			return pkgs, err
		}
		missing = next
	}
}

// get makes the module of a package a requirement of the notebook's.
func (env *Env) get(ctx context.Context, autoget bool, missing *PackageError) error {
	first, _, _ := strings.Cut(missing.Path, "/")
	switch {
	case missing.Msg != "" && !wantsModule(missing.Msg) && !strings.Contains(missing.Msg, " is not in std"): // it is there, and something is wrong with it
		return missing
	case !strings.Contains(first, "."):
		return &PackageError{missing.Path, "not in the standard library"}
	case strings.HasPrefix(missing.Path, module.Path+"/") || !wantsModule(missing.Msg):
		return missing
	case !autoget:
		return &PackageError{missing.Path, "no module of go.mod has it, and %noautoget is set"}
	}
	return env.download(ctx, missing.Path)
}

// wantsModule says whether the go command has found no module for a package.
func wantsModule(msg string) bool {
	return strings.Contains(msg, "no required module provides") || strings.Contains(msg, "cannot find module") ||
		strings.Contains(msg, "missing go.sum entry")
}

// adopt makes the notebook's module require the one that the notebook lies in, if one of the packages belongs to it. The
// go command would ask a proxy for it.
func (env *Env) adopt(paths []string) error {
	if env.cfg.Beside == "" {
		return nil
	}
	beside, ok := module.FindBeside(env.cfg.Beside)
	i := slices.IndexFunc(paths, beside.Has)
	if !ok || i < 0 {
		return nil
	}
	env.mu.Lock()
	defer env.mu.Unlock()
	m, changed, err := beside.Adopt(env.readModule())
	if err != nil {
		return &PackageError{paths[i], err.Error()}
	}
	if !changed {
		return nil
	}
	return env.writeModule(m)
}

// download runs "go get". Two at a time would be in each other's way.
func (env *Env) download(ctx context.Context, path string) error {
	select {
	case env.ask.getting <- struct{}{}:
		defer func() { <-env.ask.getting }()
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		out, err := env.tools.command(ctx, env.dir, "get", path).CombinedOutput()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			return nil
		case !strings.Contains(string(out), changedMeanwhile):
			return getError(path, string(out))
		}
	}
}

// getError says in one line why "go get" failed.
func getError(path, output string) error {
	if IsNetError(output) {
		return &PackageError{path, "cannot be fetched: no network, or no module proxy that answers"}
	}
	line := ""
	for l := range strings.Lines(output) {
		l = strings.TrimSpace(l)
		if l != "" && !strings.HasPrefix(l, "go: downloading") && !strings.HasPrefix(l, "go: finding") {
			line = l
		}
	}
	return &PackageError{path, fmt.Sprintf("cannot be fetched: %s", strings.TrimPrefix(line, "go: "))}
}
