package module

import (
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/mercer-go/mercer/kernel/files"
)

// This file lets cells import packages of the Go module that the notebook lies in. A notebook's programs are built in a
// module of their own, so that the user's go.mod stays as it is; that module requires the user's as a directory.

// Beside is the module that a directory belongs to.
type Beside struct {
	Path string // of the module
	Dir  string // where its go.mod is
}

// FindBeside returns the module that a directory belongs to: that of the nearest go.mod in it or above. ok is false where
// there is none, where it does not say its path, and for Mercer's own module, whose packages every notebook has.
func FindBeside(dir string) (Beside, bool) {
	for {
		data, err := files.Read(filepath.Join(dir, "go.mod"))
		if err == nil {
			path := modfile.ModulePath(data)
			return Beside{path, dir}, path != "" && path != Path
		}
		up := filepath.Dir(dir)
		if up == dir {
			return Beside{}, false
		}
		dir = up
	}
}

// Has says whether a package of that path belongs to the module.
func (b Beside) Has(path string) bool {
	return b.Path != "" && (path == b.Path || strings.HasPrefix(path, b.Path+"/"))
}

// Adopt makes the notebook's module m require b, with b's own replacements and sums, and says whether that changed
// anything. What m has itself takes precedence.
func (b Beside) Adopt(m Files) (Files, bool, error) {
	f, err := modfile.Parse("go.mod", m.Mod, nil)
	if err != nil {
		return m, false, err
	}
	if replaces(f, b.Path) {
		return m, false, nil
	}
	file := filepath.Join(b.Dir, "go.mod")
	data, err := files.Read(file)
	if err != nil {
		return m, false, err
	}
	theirs, err := modfile.Parse(file, data, nil)
	if err != nil {
		return m, false, fmt.Errorf("the go.mod beside the notebook: %w", err)
	}
	if err := f.AddRequire(b.Path, "v0.0.0"); err != nil {
		return m, false, err
	}
	if err := f.AddReplace(b.Path, "", b.Dir, ""); err != nil {
		return m, false, err
	}
	if err := b.takeReplaces(f, theirs); err != nil {
		return m, false, err
	}
	mod, err := f.Format()
	if err != nil {
		return m, false, err
	}
	sum, _ := files.Read(filepath.Join(b.Dir, "go.sum")) // a module without requirements has none
	return Files{mod, mergeLines(m.Sum, sum)}, true, nil
}

// takeReplaces adds the replacements of the module beside, which Go heeds in a main module only.
func (b Beside) takeReplaces(f, theirs *modfile.File) error {
	for _, r := range theirs.Replace {
		if replaces(f, r.Old.Path) {
			continue
		}
		to := r.New.Path
		if r.New.Version == "" && !filepath.IsAbs(to) {
			to = filepath.Join(b.Dir, to)
		}
		if err := f.AddReplace(r.Old.Path, r.Old.Version, to, r.New.Version); err != nil {
			return err
		}
	}
	return nil
}
