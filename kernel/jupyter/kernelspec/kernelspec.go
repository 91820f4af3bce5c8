// Package kernelspec tells Jupyter of the kernel: it writes and removes the directory with kernel.json and the logos, and
// what makes JupyterLab and nbconvert show figures as they should be (package figures) and papermill take parameters (package papermill).
//
// Reference: https://jupyter-client.readthedocs.io/en/stable/kernels.html#kernel-specs.
package kernelspec

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/jupyter/figures"
	"github.com/mercer-go/mercer/kernel/jupyter/papermill"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

//go:generate go run ./logo .

//go:embed logo-32x32.png logo-64x64.png logo-svg.svg
var logos embed.FS

// Names of the kernel.
const (
	DefaultName = "mercer"      // of its directory, and in notebooks
	DisplayName = "Go (Mercer)" // in menus

	ConfinedName        = "mercer-confined"       // of the kernel for notebooks of strangers
	ConfinedDisplayName = "Go (Mercer, confined)" // in menus
)

// Spec is the content of kernel.json.
type Spec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env,omitempty"`
	Metadata      map[string]any    `json:"metadata,omitempty"`
}

// Options say what to install. Command is required.
type Options struct {
	Command     string            // path of the mercer executable
	Name        string            // DefaultName when empty
	DisplayName string            // DisplayName when empty
	Env         map[string]string // environment of the kernel, in addition to Jupyter's
	Confined    bool              // for notebooks of strangers; Name and DisplayName say so when empty
}

// ErrNotInstalled says that there is no kernel of the name.
var ErrNotInstalled = errors.New("kernelspec: not installed")

// readable is a way to write files that every user may read.
var readable = files.Way{Mode: 0o644}

// validName is what Jupyter takes as the name of a kernel.
var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// New returns the spec that Install writes.
func New(o Options) Spec {
	if o.DisplayName == "" {
		o.DisplayName = DisplayName
		if o.Confined {
			o.DisplayName = ConfinedDisplayName
		}
	}
	argv := []string{o.Command, "kernel", "--connection-file", "{connection_file}"}
	if o.Confined {
		argv = append(argv, "--confined")
	}
	return Spec{
		Argv:          argv,
		DisplayName:   o.DisplayName,
		Language:      "go",
		InterruptMode: "message",
		Env:           o.Env,
		Metadata:      map[string]any{"debugger": true},
	}
}

// Install writes the kernelspec to a place, over one of the same name, and returns its directory.
func Install(p Place, o Options) (string, error) {
	if o.Command == "" {
		return "", errors.New("kernelspec: Options.Command is empty")
	}
	dir, err := p.kernel(o.Name)
	if err != nil {
		return "", err
	}
	spec, err := json.MarshalIndent(New(o), "", "  ")
	if err != nil {
		return "", fmt.Errorf("kernelspec: %w", err)
	}
	if err := figures.Install(dataOf(dir)); err != nil {
		return "", fmt.Errorf("kernelspec: %w", err)
	}
	if root, _ := p.Root(); root != "" {
		if err := papermill.Install(root); err != nil {
			return "", fmt.Errorf("kernelspec: %w", err)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("kernelspec: %w", err)
	}
	entries, err := logos.ReadDir(".")
	if err != nil {
		return "", fmt.Errorf("kernelspec: %w", err)
	}
	for _, e := range entries {
		data, err := logos.ReadFile(e.Name())
		if err == nil {
			err = readable.Replace(filepath.Join(dir, e.Name()), data)
		}
		if err != nil {
			return "", fmt.Errorf("kernelspec: %w", err)
		}
	}
	// Last, because the directory is a kernel as soon as it has this file.
	if err := readable.Replace(filepath.Join(dir, "kernel.json"), append(spec, '\n')); err != nil {
		return "", fmt.Errorf("kernelspec: %w", err)
	}
	return dir, nil
}

// Uninstall removes the kernelspec of the name (DefaultName when empty) from a place, and returns its directory. It returns
// ErrNotInstalled when there is none.
func Uninstall(p Place, name string) (string, error) {
	dir, err := p.kernel(name)
	if err != nil {
		return "", err
	}
	if _, err := Read(dir); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("%w: %s", ErrNotInstalled, dir)
		}
		return "", err
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", fmt.Errorf("kernelspec: %w", err)
	}
	if filepath.Base(dir) != DefaultName {
		return dir, nil // the figures and the parameters are those of the kernel itself
	}
	if err := figures.Uninstall(dataOf(dir)); err != nil {
		return dir, err
	}
	if root, _ := p.Root(); root != "" {
		return dir, papermill.Uninstall(root)
	}
	return dir, nil
}

// Program returns the program that the kernel of the name starts at a place, or "".
func Program(p Place, name string) string {
	dir, err := p.kernel(name)
	if err != nil {
		return ""
	}
	s, err := Read(dir)
	if err != nil || len(s.Argv) == 0 {
		return ""
	}
	return s.Argv[0]
}

// Users returns the names of the kernels at a place that start the given program.
func Users(p Place, program string) ([]string, error) {
	data, err := p.DataDir()
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(filepath.Join(data, "kernels"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("kernelspec: %w", err)
	}
	var names []string
	for _, e := range entries {
		if Program(p, e.Name()) == program {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// dataOf is the Jupyter data directory in which a kernel's directory lies.
func dataOf(dir string) string { return filepath.Dir(filepath.Dir(dir)) }

// Read reads the spec in a kernel's directory.
func Read(dir string) (Spec, error) {
	var s Spec
	data, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		return s, fmt.Errorf("kernelspec: %w", err)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("kernelspec: %s: %w", dir, err)
	}
	return s, nil
}

// Find returns the directories of the kernels of the name (DefaultName when empty) wherever Jupyter looks; it uses the first.
func Find(name string) []string {
	if name == "" {
		name = DefaultName
	}
	var found []string
	for _, data := range SearchPath() {
		dir := filepath.Join(data, "kernels", name)
		if _, err := os.Stat(filepath.Join(dir, "kernel.json")); err == nil {
			found = append(found, dir)
		}
	}
	return found
}
