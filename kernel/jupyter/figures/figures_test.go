package figures

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestInstall(t *testing.T) {
	data := t.TempDir()
	other := filepath.Join(data, "labextensions", "another")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Install(data); err != nil {
		t.Fatal(err)
	}
	extension := filepath.Join(data, "labextensions", "mercer-figures")
	var described struct {
		Name       string `json:"name"`
		JupyterLab struct {
			Build struct{ Load string } `json:"_build"`
		} `json:"jupyterlab"`
	}
	text, err := os.ReadFile(filepath.Join(extension, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &described); err != nil || described.Name != filepath.Base(extension) {
		t.Fatal(described, err)
	}
	code := filepath.Join(extension, filepath.FromSlash(described.JupyterLab.Build.Load))
	whole, err := os.ReadFile(code)
	if err != nil || len(whole) == 0 {
		t.Fatal(len(whole), err)
	}
	if err := os.WriteFile(code, []byte("of an earlier version"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Install(data); err != nil {
		t.Fatal(err)
	}
	if now, err := os.ReadFile(code); err != nil || string(now) != string(whole) {
		t.Errorf("not brought up to date: %d bytes, %v", len(now), err)
	}
	if err := Uninstall(data); err != nil {
		t.Fatal(err)
	}
	left := 0
	filepath.WalkDir(data, func(_ string, e fs.DirEntry, _ error) error {
		if !e.IsDir() {
			left++
		}
		return nil
	})
	if _, err := os.Stat(other); err != nil || left > 0 {
		t.Errorf("%d files are left, and of others' %v", left, err)
	}
}

// Nothing is written where all is up to date: an environment that others have made may not be written to.
func TestInstallWritesNothingTwice(t *testing.T) {
	data := t.TempDir()
	if err := Install(data); err != nil {
		t.Fatal(err)
	}
	times := func() (all []int64) {
		filepath.WalkDir(data, func(path string, e fs.DirEntry, _ error) error {
			info, err := e.Info()
			if err != nil {
				t.Error(err)
				return nil
			}
			all = append(all, info.ModTime().UnixNano())
			return nil
		})
		return all
	}
	before := times()
	if err := Install(data); err != nil {
		t.Fatal(err)
	}
	for i, at := range times() {
		if at != before[i] {
			t.Error("something was written again")
		}
	}
}
