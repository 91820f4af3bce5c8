// Package papermill makes papermill write parameters into Go notebooks, as in
//
//	papermill -k mercer -p n 500 in.ipynb out.ipynb
//
// It is a Python module beside this file, which Install puts into a Python environment as an installed package with an entry point, as pip does;
// without an environment of its own, pip installs this directory.
package papermill

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/files"
)

//go:embed mercer_papermill.py
var module []byte

// The names below site-packages, as pip has them; version is that of pyproject.toml.
const (
	version  = "1.0.0"
	fileName = "mercer_papermill.py"
	infoName = "mercer_papermill-" + version + ".dist-info"
)

// info are the files that make the module an installed package, of which pip and papermill know.
var info = []struct{ name, text string }{
	{"METADATA", "Metadata-Version: 2.1\nName: mercer-papermill\nVersion: " + version + "\nSummary: Parameters of papermill in notebooks of Go\n"},
	{"INSTALLER", "mercer\n"},
	{"entry_points.txt", "[papermill.engine]\nmercer = mercer_papermill:Engine\n"},
	{"RECORD", fileName + ",,\n" + infoName + "/METADATA,,\n" + infoName + "/INSTALLER,,\n" + infoName + "/entry_points.txt,,\n" + infoName + "/RECORD,,\n"},
}

// Install puts the package into the Python environment with the root, of venv, virtualenv or conda. Into a directory that is no such
// environment it writes nothing.
func Install(root string) error {
	dirs, err := sitePackages(root)
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if err := os.MkdirAll(filepath.Join(dir, infoName), 0o755); err != nil {
			return fmt.Errorf("papermill: %w", err)
		}
		if err := write(filepath.Join(dir, fileName), module); err != nil {
			return err
		}
		for _, f := range info {
			if err := write(filepath.Join(dir, infoName, f.name), []byte(f.text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Uninstall removes what Install has written.
func Uninstall(root string) error {
	dirs, err := sitePackages(root)
	for _, dir := range dirs {
		if _, ferr := os.Stat(filepath.Join(dir, infoName)); ferr != nil {
			continue
		}
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, infoName)))
		if rerr := os.Remove(filepath.Join(dir, fileName)); !errors.Is(rerr, fs.ErrNotExist) {
			err = errors.Join(err, rerr)
		}
	}
	if err != nil {
		return fmt.Errorf("papermill: %w", err)
	}
	return nil
}

func write(path string, data []byte) error {
	if err := (files.Way{Mode: 0o644}).Replace(path, data); err != nil {
		return fmt.Errorf("papermill: %w", err)
	}
	return nil
}

// sitePackages returns where an environment has its packages; of a directory that is none, nothing.
func sitePackages(root string) ([]string, error) {
	if !exists(filepath.Join(root, "pyvenv.cfg")) && !exists(filepath.Join(root, "conda-meta")) {
		return nil, nil
	}
	lib := filepath.Join(root, "lib")
	entries, err := os.ReadDir(lib)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("papermill: %w", err)
	}
	var dirs []string
	for _, e := range entries {
		dir := filepath.Join(lib, e.Name(), "site-packages")
		if ok, _ := filepath.Match("python3.*", e.Name()); ok && exists(dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
