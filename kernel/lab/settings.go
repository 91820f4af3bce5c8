package lab

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/jupyter/figures"
)

// settings are JupyterLab's defaults in the private environment: it asks nobody for news or updates.
const settings = `{
  "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}
}
`

// writeSettings puts the settings, and what shows figures, where JupyterLab looks for those of an installation.
func writeSettings(env Environment) error {
	data := filepath.Join(env.Dir, "share", "jupyter")
	if err := figures.Install(data); err != nil {
		return fmt.Errorf("JupyterLab environment: %w", err)
	}
	path := filepath.Join(data, "lab", "settings", "overrides.json")
	if old, err := os.ReadFile(path); err == nil && string(old) == settings {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("JupyterLab environment: %w", err)
	}
	if err := (files.Way{Mode: 0o644}).Replace(path, []byte(settings)); err != nil {
		return fmt.Errorf("JupyterLab environment: %w", err)
	}
	return nil
}
