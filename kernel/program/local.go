package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file notices that a package has changed on disk. Those of the standard library, of downloaded modules and of
// Mercer never do; those of modules that go.mod replaces by a local directory may, between any two cells.

// isLocal says whether a package lies where the user may change it.
func (env *Env) isLocal(p *pkg) bool {
	return !p.Standard && p.Dir != "" && !within(p.Dir, env.tc.ModDir) && !within(p.Dir, filepath.Join(env.cache, "src"))
}

func within(dir, root string) bool {
	return root != "" && strings.HasPrefix(dir, strings.TrimSuffix(root, "/")+"/")
}

// stamp remembers how the local packages among pkgs, listed since the given time, look on disk.
func (env *Env) stamp(pkgs []*pkg, since time.Time) {
	for _, p := range pkgs {
		if env.isLocal(p) {
			p.Stamp = dirStamp(p.Dir, since)
		}
	}
}

// dirStamp tells one state of a directory's files from another by their names, sizes and times. One that was changed
// after the given time has a stamp that never fits, as nobody knows whether the change was seen.
func dirStamp(dir string, before time.Time) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "gone"
	}
	var parts []string
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || e.IsDir() {
			continue
		}
		if !before.IsZero() && info.ModTime().After(before) {
			return "changing"
		}
		parts = append(parts, fmt.Sprintf("%s %d %d", e.Name(), info.Size(), info.ModTime().UnixNano()))
	}
	return hashOf(parts...)
}

// changed says whether a local package is not as it was when it was listed.
func (p *pkg) changed() bool { return p.Stamp != "" && p.Stamp != dirStamp(p.Dir, time.Time{}) }

// dropChanged forgets the packages that have changed on disk, with those that import them.
func (env *Env) dropChanged() {
	if env.ix.dropWith((*pkg).changed) {
		env.loader = newLoader(env.ix)
	}
}

// dropWith forgets the packages that gone reports, with all that import them, and says whether there are any.
func (ix *index) dropWith(gone func(*pkg) bool) bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	dropped := map[string]bool{}
	for path, p := range ix.pkgs {
		if gone(p) {
			dropped[path] = true
		}
	}
	if len(dropped) == 0 {
		return false
	}
	for more := true; more; {
		more = false
		for path, p := range ix.pkgs {
			if !dropped[path] && slices.ContainsFunc(p.Imports, func(imp string) bool { return dropped[p.resolve(imp)] }) {
				dropped[path], more = true, true
			}
		}
	}
	for path := range dropped {
		delete(ix.pkgs, path)
	}
	return true
}

// resolve returns the path of the package that an import in p stands for.
func (p *pkg) resolve(imp string) string {
	if to, ok := p.ImportMap[imp]; ok {
		return to
	}
	return imp
}

// Current says whether go.mod, the environment of the toolchain and the local packages are still as they were when p was
// composed.
func (env *Env) Current(p *Program) bool {
	return p.modState == env.readModState() && !slices.ContainsFunc(p.pkgs, (*pkg).changed)
}
