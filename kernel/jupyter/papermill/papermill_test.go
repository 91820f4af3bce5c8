package papermill

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// below returns the files below the directory.
func below(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestInstall(t *testing.T) {
	root := t.TempDir()
	site := filepath.Join(root, "lib", "python3.12", "site-packages")
	if err := os.MkdirAll(site, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Install(root); err != nil || len(below(t, site)) != 0 {
		t.Errorf("no environment: %v, has %v", err, below(t, site))
	}
	if err := os.WriteFile(filepath.Join(root, "pyvenv.cfg"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := Install(root); err != nil {
			t.Fatal(err)
		}
	}
	record, err := os.ReadFile(filepath.Join(site, infoName, "RECORD"))
	if err != nil {
		t.Fatal(err)
	}
	files := below(t, site)
	if len(files) != 5 {
		t.Errorf("has %v", files)
	}
	for _, name := range files {
		if !strings.Contains(string(record), name+",,\n") {
			t.Errorf("RECORD is without %s", name)
		}
	}
	for range 2 {
		if err := Uninstall(root); err != nil {
			t.Fatal(err)
		}
	}
	if left := below(t, site); len(left) != 0 {
		t.Errorf("left %v", left)
	}
	if err := Install(filepath.Join(root, "none")); err != nil {
		t.Errorf("no directory: %v", err)
	}
}

// The two ways to install give one package.
func TestOneVersion(t *testing.T) {
	text, err := os.ReadFile("pyproject.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`version = "` + version + `"`, `mercer = "mercer_papermill:Engine"`} {
		if !strings.Contains(string(text), "\n"+line+"\n") {
			t.Errorf("pyproject.toml is without %s", line)
		}
	}
}
