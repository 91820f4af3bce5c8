package kernelspec

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Place is where a kernel is installed. The zero value is the user's own Jupyter directory; at most one field may be set.
type Place struct {
	Prefix    string // PREFIX/share/jupyter, such as /usr/local for all users
	SysPrefix bool   // the active virtual or conda environment
}

// Root returns the prefix, or "" for the user's own directory.
func (p Place) Root() (string, error) {
	switch {
	case p.Prefix != "" && p.SysPrefix:
		return "", errors.New("kernelspec: a prefix and the environment's prefix exclude each other")
	case p.Prefix != "":
		return filepath.Abs(p.Prefix)
	case p.SysPrefix:
		if env := environment(); env != "" {
			return env, nil
		}
		return "", errors.New("kernelspec: no active environment (VIRTUAL_ENV and CONDA_PREFIX are not set)")
	}
	return "", nil
}

// DataDir returns the Jupyter data directory of the place.
func (p Place) DataDir() (string, error) {
	root, err := p.Root()
	switch {
	case err != nil:
		return "", err
	case root != "":
		return filepath.Join(root, "share", "jupyter"), nil
	}
	return userDir()
}

// kernel returns the directory of a kernel at the place.
func (p Place) kernel(name string) (string, error) {
	if name == "" {
		name = DefaultName
	}
	if !validName.MatchString(name) {
		return "", fmt.Errorf("kernelspec: %q is no name for a kernel: letters, digits, dots, dashes and underscores only", name)
	}
	data, err := p.DataDir()
	return filepath.Join(data, "kernels", strings.ToLower(name)), err
}

// environment returns the directory of the active Python environment, or "".
func environment() string {
	if env := os.Getenv("VIRTUAL_ENV"); env != "" {
		return env
	}
	return os.Getenv("CONDA_PREFIX")
}

// userDir is the user's data directory as jupyter_core.paths.jupyter_data_dir has it.
//
// Reference: https://docs.jupyter.org/en/latest/use/jupyter-directories.html
func userDir() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no place for the kernel: %w: set HOME, or JUPYTER_DATA_DIR", err)
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Jupyter"), nil
	}
	if xdg := os.Getenv("XDG_DATA_HOME"); xdg != "" {
		return filepath.Join(xdg, "jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}

// SearchPath returns the data directories where Jupyter looks for kernels, in its order: JUPYTER_PATH, the environment and
// the user's directory, those of the system. An active environment comes before the user's, as Jupyter has it by default.
func SearchPath() []string {
	var path []string
	add := func(dir string) {
		if dir != "" && !slices.Contains(path, dir) {
			path = append(path, dir)
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("JUPYTER_PATH")) {
		add(dir)
	}
	if env := environment(); env != "" {
		add(filepath.Join(env, "share", "jupyter"))
	}
	if dir, err := userDir(); err == nil {
		add(dir)
	}
	add("/usr/local/share/jupyter")
	add("/usr/share/jupyter")
	return path
}
