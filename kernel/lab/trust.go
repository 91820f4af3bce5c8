package lab

import (
	"context"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
)

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
