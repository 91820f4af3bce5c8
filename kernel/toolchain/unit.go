package toolchain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Source is one file of a program.
type Source struct {
	Name string // base name
	Text string
}

// Unit is a program to be built. Only Resolve makes one complete.
type Unit struct {
	Sources []Source
	Imports []string // import paths of the sources, sorted
	Flags   []string // for "go build"; a unit with flags is built by it
	Test    bool     // a test program
	Debug   bool     // for a debugger: what it declares is not optimized, and described in DWARF
	ByGo    bool     // needs "go build": it has C or embedded files in it, or the environment has flags
	Hash    string   // of sources, configuration and toolchain: equal hashes, equal executables

	pkgs     []*pkg    // everything to link with
	packages *packages // of which these are
	asked    *Unit     // what was to be resolved
	state    string    // of the module
}

// Resolve finds the packages that a unit is linked with, and completes it. It returns ErrChanged when another view is needed.
func (v *View) Resolve(ctx context.Context, u Unit) (*Unit, error) {
	var err error
	asked := u
	u.asked, u.packages = &asked, v.packages
	if u.pkgs, err = v.compiled(ctx, u.Imports); err != nil {
		return nil, err
	}
	tools := v.env.tools
	u.state = v.state
	u.Flags = slices.Concat(tools.settings().flags, u.Flags)
	u.ByGo = u.ByGo || u.Test || len(u.Flags) > 0
	parts := []string{tools.Version, tools.Root, tools.OS, tools.Arch, fmt.Sprint(u.Test), strings.Join(u.Flags, "\x00")}
	for _, s := range u.Sources {
		parts = append(parts, s.Name, s.Text)
	}
	for _, dep := range u.pkgs {
		parts = append(parts, dep.ImportPath, filepath.Base(dep.Export)) // Go's build cache names files by their content
	}
	if u.Debug {
		parts = append(parts, "for a debugger")
	}
	if u.ByGo {
		parts = append(append(parts, v.env.dir), tools.variables()...)
	}
	u.Hash = hashOf(parts...)
	return &u, nil
}

// Dirs are the directories of the packages that the sources import, by import path.
func (u *Unit) Dirs() map[string]string {
	dirs := map[string]string{}
	for _, p := range u.pkgs {
		if p.Dir != "" && slices.Contains(u.Imports, p.ImportPath) {
			dirs[p.ImportPath] = p.Dir
		}
	}
	return dirs
}

// Current says whether go.mod, the environment of the toolchain and the local packages are still as they were when u was
// resolved.
func (env *Env) Current(u *Unit) bool {
	return u.state == env.moduleState() && !slices.ContainsFunc(u.pkgs, (*pkg).changed)
}

// hashOf returns a short hash of texts.
func hashOf(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d\n%s", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
