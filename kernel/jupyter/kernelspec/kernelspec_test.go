package kernelspec

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// clean sets up an environment without any Jupyter variable, and returns the home directory.
func clean(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"JUPYTER_DATA_DIR", "JUPYTER_PATH", "VIRTUAL_ENV", "CONDA_PREFIX", "XDG_DATA_HOME"} {
		t.Setenv(name, "")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	return home
}

func TestInstall(t *testing.T) {
	clean(t)
	data := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", data)
	for range 2 { // the second time over the first
		dir, err := Install(Place{}, Options{Command: "/opt/mercer", Env: map[string]string{"A": "b"}})
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(data, "kernels", "mercer"); dir != want {
			t.Errorf("installed to %s, want %s", dir, want)
		}
	}
	text, err := os.ReadFile(filepath.Join(data, "kernels", "mercer", "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"argv":["/opt/mercer","kernel","--connection-file","{connection_file}"],"display_name":"Go (Mercer)",` +
		`"language":"go","interrupt_mode":"message","env":{"A":"b"},"metadata":{"debugger":true}}`
	var got bytes.Buffer
	if err := json.Compact(&got, text); err != nil || got.String() != want {
		t.Errorf("kernel.json is\n%s, want\n%s", got.String(), want)
	}
	if found := Find(""); !slices.Equal(found, []string{filepath.Join(data, "kernels", "mercer")}) {
		t.Errorf("found %v", found)
	}
	if _, err := Uninstall(Place{}, ""); err != nil {
		t.Error(err)
	}
	if _, err := Uninstall(Place{}, ""); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("a second time: %v", err)
	}
	if found := Find(""); len(found) != 0 {
		t.Errorf("still found %v", found)
	}
}

func TestInstallErrors(t *testing.T) {
	clean(t)
	for _, c := range []struct {
		name  string
		place Place
		opts  Options
	}{
		{"no command", Place{Prefix: t.TempDir()}, Options{}},
		{"a path as name", Place{Prefix: t.TempDir()}, Options{Command: "m", Name: "../x"}},
		{"a space in the name", Place{Prefix: t.TempDir()}, Options{Command: "m", Name: "a b"}},
		{"two places", Place{Prefix: t.TempDir(), SysPrefix: true}, Options{Command: "m"}},
		{"no environment", Place{SysPrefix: true}, Options{Command: "m"}},
		{"no directory", Place{Prefix: "/dev/null"}, Options{Command: "m"}},
	} {
		if dir, err := Install(c.place, c.opts); err == nil {
			t.Errorf("%s: installed to %s", c.name, dir)
		}
	}
}

func TestPlaces(t *testing.T) {
	home := clean(t)
	t.Setenv("VIRTUAL_ENV", "/venv")
	user, err := Place{}.DataDir()
	if err != nil || !bytes.HasPrefix([]byte(user), []byte(home)) {
		t.Errorf("user: %s, %v", user, err)
	}
	if dir, err := (Place{SysPrefix: true}).DataDir(); dir != "/venv/share/jupyter" || err != nil {
		t.Errorf("environment: %s, %v", dir, err)
	}
	if dir, err := (Place{Prefix: "/usr/local"}).DataDir(); dir != "/usr/local/share/jupyter" || err != nil {
		t.Errorf("prefix: %s, %v", dir, err)
	}
	t.Setenv("JUPYTER_PATH", "/a"+string(filepath.ListSeparator)+"/b")
	want := []string{"/a", "/b", "/venv/share/jupyter", user, "/usr/local/share/jupyter", "/usr/share/jupyter"}
	if got := SearchPath(); !slices.Equal(got, want) {
		t.Errorf("search path %v, want %v", got, want)
	}
}

func TestLogos(t *testing.T) {
	for _, side := range []int{32, 64} {
		f, err := logos.Open(fmt.Sprintf("logo-%dx%d.png", side, side))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		if err != nil || img.Bounds().Dx() != side || img.Bounds().Dy() != side {
			t.Errorf("logo of %d: %v, %v", side, img.Bounds(), err)
		}
	}
	data, err := logos.ReadFile("logo-svg.svg")
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
