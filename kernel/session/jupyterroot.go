package session

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file finds the directory whose files the Jupyter server serves to pages.

// envRoot tells it, to cells and shell commands, and here where it cannot be found.
const envRoot = "GONB_JUPYTER_ROOT"

// jupyterRoot is that directory, or "" where it cannot be told: what the notebook or the user has set, else what the server was started with.
func jupyterRoot(set settings) string {
	return cmp.Or(set.env[envRoot], os.Getenv(envRoot), serverRoot(os.Getenv("JPY_PARENT_PID")))
}

// rootFlags are the options of a Jupyter server that name it.
var rootFlags = []string{"--ServerApp.root_dir", "--ServerApp.notebook_dir", "--NotebookApp.notebook_dir", "--notebook-dir"}

// serverRoot is the root directory of the Jupyter server with a process id: the directory in which it runs, unless its command line names another.
func serverRoot(pid string) string {
	if pid == "" {
		return ""
	}
	dir, err := os.Readlink(filepath.Join("/proc", pid, "cwd"))
	if err != nil {
		return ""
	}
	command, err := os.ReadFile(filepath.Join("/proc", pid, "cmdline"))
	if err != nil {
		return dir
	}
	for _, arg := range strings.Split(string(command), "\x00") {
		name, value, ok := strings.Cut(arg, "=")
		if ok && slices.Contains(rootFlags, name) && filepath.IsAbs(value) {
			return filepath.Clean(value)
		}
		if ok && slices.Contains(rootFlags, name) {
			return filepath.Join(dir, value)
		}
	}
	return dir
}
