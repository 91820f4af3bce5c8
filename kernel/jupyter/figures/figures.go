// Package figures makes other programs show figures as they should be: at most as wide as their page, and with alternative
// text. It has an extension of JupyterLab (assets/labextensions) and templates of nbconvert (assets/nbconvert), for
//
//	jupyter nbconvert --to html --template mercer NOTEBOOK
//	jupyter nbconvert --to webpdf --template mercer NOTEBOOK
//	jupyter nbconvert --to slides --template mercer-slides NOTEBOOK
//
// in which also the marks of derivations are set, code that is folded is folded, and long lines of code wrap.
package figures

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/files"
)

//go:embed assets
var assets embed.FS

// owned are the directories that are wholly ours.
var owned = []string{"labextensions/mercer-figures", "nbconvert/templates/mercer", "nbconvert/templates/mercer-slides"}

// Install writes the files to a data directory of Jupyter, such as PREFIX/share/jupyter. Those that are there and the same
// are left alone, so that nothing is written where all is up to date.
func Install(data string) error {
	in, err := fs.Sub(assets, "assets")
	if err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	err = fs.WalkDir(in, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(in, name)
		if err != nil {
			return err
		}
		path := filepath.Join(data, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return files.Way{Mode: 0o644}.Replace(path, text)
	})
	if err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	return nil
}

// Uninstall removes what Install has written.
func Uninstall(data string) error {
	var err error
	for _, dir := range owned {
		err = errors.Join(err, os.RemoveAll(filepath.Join(data, filepath.FromSlash(dir))))
	}
	if err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	return nil
}
