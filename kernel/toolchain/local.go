package toolchain

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// This file notices that a package has changed on disk. Those of the standard library, of downloaded modules and of
// Mercer never do; those of modules that go.mod replaces by a local directory may, between any two cells.

// isLocal says whether a package lies where the user may change it.
func (env *Env) isLocal(p *pkg) bool {
	return !p.Standard && p.Dir != "" && !within(p.Dir, env.tools.ModDir) && !within(p.Dir, env.sources)
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
