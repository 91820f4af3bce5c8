package lab

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// courseModule is the module that the course belongs to.
const courseModule = "github.com/mercer-go/mercer"

// linked matches a link to a notebook in the course's index.
var linked = regexp.MustCompile(`\]\(([\w./-]+\.ipynb)\)`)

// Course returns the notebooks of the course that are in a directory: those that the index of the course, its README.md,
// links, if the directory is that of the course, below the module that it belongs to. Other notebooks that lie there are
// not among them.
func Course(dir string) ([]string, error) {
	mod, err := os.ReadFile(filepath.Join(dir, "..", "go.mod"))
	if err != nil || modfile.ModulePath(mod) != courseModule {
		return nil, fmt.Errorf("%s is not the directory of the course: name what to sign, as in --trust=FILE or --trust=DIRECTORY", dir)
	}
	index, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		return nil, fmt.Errorf("the course has no index: %w", err)
	}
	var found []string
	for _, m := range linked.FindAllStringSubmatch(string(index), -1) {
		path := filepath.Join(dir, filepath.FromSlash(m[1]))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && filepath.IsLocal(m[1]) && !slices.Contains(found, path) {
			found = append(found, path)
		}
	}
	return found, nil
}

// Notebooks returns the paths of the notebooks in a directory and below it, but for those in hidden directories (such as
// Jupyter's checkpoints).
func Notebooks(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != dir && strings.HasPrefix(e.Name(), "."):
			return filepath.SkipDir
		case e.Type().IsRegular() && filepath.Ext(path) == ".ipynb":
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for notebooks: %w", err)
	}
	return found, nil
}

// Trust signs notebooks in the name of the user, as "jupyter trust" does. JupyterLab shows stored figures of a notebook only
// if it is signed or has been run; what an untrusted one has stored could do harm.
func (e Environment) Trust(ctx context.Context, notebooks ...string) error {
	if len(notebooks) == 0 {
		return nil
	}
	out, err := exec.CommandContext(ctx, e.Python(), append([]string{"-m", "nbformat.sign", "--"}, notebooks...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("signing notebooks: %s", lastLine(out, err))
	}
	return nil
}
