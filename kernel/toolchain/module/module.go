// Package module makes the Go module that a notebook's programs are built in: its go.mod and go.sum, Mercer's own packages
// as a tree of sources, and the module that the notebook's directory belongs to, where a cell imports from it.
package module

import (
	_ "embed"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	modpath "golang.org/x/mod/module"
)

//go:generate go run gen.go

// Path is the path of Mercer's own module, whose packages cells can import.
const Path = "github.com/mercer-go/mercer"

// The requirements of Mercer's own module. They are copies, as a file to embed must lie in the package's directory.
var (
	//go:embed go.mod.txt
	goMod string
	//go:embed go.sum.txt
	goSum string
)

// Files are the texts of a module's go.mod and go.sum.
type Files struct {
	Mod, Sum []byte
}

// New returns the module of a new notebook: Mercer's requirements, and Mercer itself as the sources in a directory.
func New(sources string) (Files, error) {
	f, err := own()
	if err != nil {
		return Files{}, err
	}
	if err := f.AddModuleStmt("notebook"); err != nil {
		return Files{}, err
	}
	return requireSources(f, sources, []byte(goSum))
}

// own parses the go.mod of Mercer's module, without its tools, which a notebook has no use for.
func own() (*modfile.File, error) {
	f, err := modfile.Parse("go.mod", []byte(goMod), nil)
	if err != nil {
		return nil, fmt.Errorf("mercer's own go.mod: %w", err)
	}
	for _, t := range append([]*modfile.Tool{}, f.Tool...) {
		if err := f.DropTool(t.Path); err != nil {
			return nil, err
		}
	}
	f.Cleanup()
	return f, nil
}

// requireSources makes a module require Mercer as the sources in a directory.
func requireSources(f *modfile.File, sources string, sum []byte) (Files, error) {
	if err := f.AddRequire(Path, "v0.0.0"); err != nil {
		return Files{}, err
	}
	if err := f.AddReplace(Path, "", sources, ""); err != nil {
		return Files{}, err
	}
	mod, err := f.Format()
	return Files{mod, sum}, err
}

// Repair returns the module with what cells need and what was removed from it, as "go mod tidy" does, and says whether
// anything was. A go.mod that does not parse is an error.
func Repair(m Files, sources string) (Files, bool, error) {
	f, err := modfile.Parse("go.mod", m.Mod, nil)
	if err != nil {
		return m, false, err
	}
	needed, err := own()
	if err != nil {
		return m, false, err
	}
	has := map[string]bool{}
	for _, r := range f.Require {
		has[r.Mod.Path] = true
	}
	lost := !has[Path] || !replaces(f, Path)
	for _, r := range needed.Require {
		if !has[r.Mod.Path] {
			lost = true
			f.AddNewRequire(r.Mod.Path, r.Mod.Version, r.Indirect)
		}
	}
	if !lost {
		return m, false, nil
	}
	if f.Module == nil {
		if err := f.AddModuleStmt("notebook"); err != nil {
			return m, false, err
		}
	}
	repaired, err := requireSources(f, sources, mergeLines(m.Sum, []byte(goSum)))
	return repaired, err == nil, err
}

func replaces(f *modfile.File, path string) bool {
	for _, r := range f.Replace {
		if r.Old.Path == path {
			return true
		}
	}
	return false
}

// mergeLines returns the lines of a with those of b that it lacks.
func mergeLines(a, b []byte) []byte {
	has := map[string]bool{}
	for line := range strings.Lines(string(a)) {
		has[strings.TrimSpace(line)] = true
	}
	if len(a) > 0 && a[len(a)-1] != '\n' {
		a = append(a, '\n')
	}
	for line := range strings.Lines(string(b)) {
		if !has[strings.TrimSpace(line)] {
			a = append(a, strings.TrimSpace(line)+"\n"...)
		}
	}
	return a
}

// Requirement is a module that a go.mod requires.
type Requirement struct {
	Path  string
	Place string // its directory, relative to the module cache; "" where another directory replaces it
	// Named says that cells may mean its packages by name: it is required for another reason than another module's sake, or the kernel's.
	Named bool
}

// cellModules are those of Mercer's own requirements whose packages cells import; the others are the kernel's.
var cellModules = []string{"gonum.org/v1/gonum", "gonum.org/v1/plot", "github.com/janpfeifer/gonb", "golang.org/x/image"}

// kernelModules are the required modules that only the kernel imports, as keys with true.
var kernelModules = sync.OnceValue(func() map[string]bool {
	kernels := map[string]bool{}
	if mercer, err := own(); err == nil {
		for _, r := range mercer.Require {
			kernels[r.Mod.Path] = !slices.Contains(cellModules, r.Mod.Path)
		}
	}
	return kernels
})

// OnlyKernel reports whether a package belongs to a module that only the kernel imports: no cell means it by its name.
func OnlyKernel(pkg string) bool {
	for dir := pkg; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if only, known := kernelModules()[dir]; known {
			return only
		}
	}
	return false
}

// Requirements returns the modules that a go.mod requires, in its order; none where it does not parse.
func Requirements(mod []byte) []Requirement {
	f, err := modfile.Parse("go.mod", mod, nil)
	if err != nil {
		f, err = modfile.ParseLax("go.mod", mod, nil)
	}
	if err != nil {
		return nil
	}
	kernels := kernelModules()
	needs := make([]Requirement, len(f.Require))
	for i, r := range f.Require {
		needs[i] = Requirement{Path: r.Mod.Path, Place: place(replaced(f, r.Mod)), Named: !r.Indirect && !kernels[r.Mod.Path]}
	}
	return needs
}

// replaced returns what a go.mod replaces a module by, or the module.
func replaced(f *modfile.File, m modpath.Version) modpath.Version {
	for _, r := range f.Replace {
		if r.Old.Path == m.Path && (r.Old.Version == "" || r.Old.Version == m.Version) {
			return r.New
		}
	}
	return m
}

// place is the directory of a module in the module cache, relative to it; "" if it is none that is downloaded.
func place(m modpath.Version) string {
	path, err1 := modpath.EscapePath(m.Path)
	version, err2 := modpath.EscapeVersion(m.Version)
	if err1 != nil || err2 != nil || m.Version == "" {
		return ""
	}
	return filepath.FromSlash(path) + "@" + version
}

// Directories returns the local directories that a go.mod replaces modules by, as they are written there, but for
// Mercer's own.
func Directories(mod []byte) []string {
	f, err := modfile.Parse("go.mod", mod, nil)
	if err != nil {
		return nil
	}
	var dirs []string
	for _, r := range f.Replace {
		if r.New.Version == "" && r.Old.Path != Path {
			dirs = append(dirs, r.New.Path)
		}
	}
	return dirs
}
