package lab

import (
	"fmt"
	"os"
	"path/filepath"
)

// settings are JupyterLab's defaults in the private environment: it asks nobody for news or updates.
const settings = `{
  "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}
}
`

// writeSettings puts the settings where JupyterLab looks for those of an installation.
func writeSettings(env Environment) error {
	path := filepath.Join(env.Dir, "share", "jupyter", "lab", "settings", "overrides.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("JupyterLab environment: %w", err)
	}
	if err := os.WriteFile(path, []byte(settings), 0o644); err != nil {
		return fmt.Errorf("JupyterLab environment: %w", err)
	}
	return nil
}
