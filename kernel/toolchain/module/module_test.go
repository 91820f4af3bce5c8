package module

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	m, err := New("/src dir")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"module notebook\n", "gonum.org/v1/gonum v", Path + " v0.0.0\n", "replace " + Path + " => \"/src dir\""} {
		if !strings.Contains(string(m.Mod), want) {
			t.Errorf("%q is missing in\n%s", want, m.Mod)
		}
	}
	if !requires(m.Mod, "gonum.org/v1/gonum") {
		t.Errorf("requirements: %v", Requirements(m.Mod))
	}
}

func TestRepair(t *testing.T) {
	whole, err := New("/src")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, mod string
		changed   bool
		keeps     string
	}{
		{"whole", string(whole.Mod), false, "module notebook"},
		{"empty", "", true, "module notebook"},
		{"another name and comments", "// mine\nmodule mine // really\n\ngo 1.26\n", true, "// mine\nmodule mine // really"},
		{"another version", strings.Replace(string(whole.Mod), "gonum.org/v1/gonum v0.17.0", "gonum.org/v1/gonum v0.16.0", 1), false, "gonum v0.16.0"},
		{"no replacement", strings.Replace(string(whole.Mod), "replace", "// replace", 1), true, "// replace"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, changed, err := Repair(Files{Mod: []byte(test.mod), Sum: []byte("a v1 h1:x=")}, "/src")
			if err != nil || changed != test.changed {
				t.Fatalf("changed %v, %v", changed, err)
			}
			if !strings.Contains(string(m.Mod), test.keeps) {
				t.Errorf("%q is gone from\n%s", test.keeps, m.Mod)
			}
			if !strings.HasPrefix(string(m.Sum), "a v1 h1:x=") || changed && !strings.Contains(string(m.Sum), "gonum.org/v1/gonum v0.17.0 h1:") {
				t.Errorf("sums:\n%.200s", m.Sum)
			}
			if again, changed, err := Repair(m, "/src"); err != nil || changed || string(again.Mod) != string(m.Mod) {
				t.Errorf("repaired twice: %v, %v", changed, err)
			}
		})
	}
	if _, _, err := Repair(Files{Mod: []byte("modul x\n")}, "/src"); err == nil {
		t.Error("a go.mod that does not parse is repaired")
	}
}

// write makes files below a directory.
func write(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAdopt(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":     "module example.com/own\n\ngo 1.26\n\nrequire example.com/dep v1.2.3\n\nreplace example.com/dep => ./dep\n",
		"go.sum":     "example.com/other v1.0.0 h1:x=\n",
		"sub/x.txt":  "",
		"dep/go.mod": "module example.com/dep\n",
	})
	b, ok := FindBeside(filepath.Join(dir, "sub"))
	if !ok || b != (Beside{"example.com/own", dir}) {
		t.Fatalf("found %+v, %v", b, ok)
	}
	for path, want := range map[string]bool{"example.com/own": true, "example.com/own/a": true, "example.com/owned": false, "fmt": false} {
		if b.Has(path) != want {
			t.Errorf("Has(%q) is %v", path, !want)
		}
	}
	m, err := New("/src")
	if err != nil {
		t.Fatal(err)
	}
	adopted, changed, err := b.Adopt(m)
	if err != nil || !changed {
		t.Fatal(changed, err)
	}
	dirs := Directories(adopted.Mod)
	if !slices.Equal(dirs, []string{dir, filepath.Join(dir, "dep")}) {
		t.Errorf("directories %q in\n%s", dirs, adopted.Mod)
	}
	if !strings.HasSuffix(string(adopted.Sum), "example.com/other v1.0.0 h1:x=\n") {
		t.Error("sums are not taken over")
	}
	if _, changed, err := b.Adopt(adopted); changed || err != nil {
		t.Errorf("adopted twice: %v, %v", changed, err)
	}
}

func TestFindBesideNothing(t *testing.T) {
	dir := t.TempDir()
	if b, ok := FindBeside(filepath.Join(dir, "not", "there")); ok {
		t.Errorf("found %+v", b)
	}
	write(t, dir, map[string]string{"go.mod": "module " + Path + "\n"})
	if b, ok := FindBeside(dir); ok {
		t.Errorf("Mercer's own module is adopted: %+v", b)
	}
}

func TestFilesAreUpToDate(t *testing.T) {
	for name, embedded := range map[string]string{"go.mod": goMod, "go.sum": goSum} {
		data, err := os.ReadFile("../../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if string(data) != embedded {
			t.Errorf("%s.txt differs from the module's %s: run go generate ./kernel/toolchain/module", name, name)
		}
	}
}

// Any go.mod that parses is repaired to one that needs no repair.
func FuzzRepair(f *testing.F) {
	for _, mod := range []string{"", "module a\n", "module a\nrequire gonum.org/v1/gonum v0.1.0\n", "replace " + Path + " => ./x\n", "tool x/y\nexclude a/b v1.0.0\n"} {
		f.Add([]byte(mod), []byte("a v1 h1:x="))
	}
	f.Fuzz(func(t *testing.T, mod, sum []byte) {
		m, _, err := Repair(Files{Mod: mod, Sum: sum}, "/src")
		if err != nil {
			return
		}
		again, changed, err := Repair(m, "/src")
		if err != nil || changed {
			t.Errorf("%q is repaired to\n%s\nand again to\n%s\n%v", mod, m.Mod, again.Mod, err)
		}
		if !requires(m.Mod, Path) {
			t.Errorf("%q: Mercer is not required:\n%s", mod, m.Mod)
		}
	})
}

func requires(mod []byte, path string) bool {
	return slices.ContainsFunc(Requirements(mod), func(r Requirement) bool { return r.Path == path })
}

// A requirement lies in the module cache where the go command puts it.
func TestRequirements(t *testing.T) {
	mod := "module m\nrequire (\n\texample.com/Upper v1.0.0-RC\n\texample.com/a v1.2.3 // indirect\n\texample.com/b v0.1.0\n\texample.com/c v0.2.0\n\tgithub.com/spf13/cobra v1.10.2\n\tgonum.org/v1/gonum v0.17.0\n)\n" +
		"replace example.com/b => ../b\nreplace example.com/c v0.2.0 => example.com/d v0.3.0\n"
	want := []Requirement{
		{"example.com/Upper", filepath.FromSlash("example.com/!upper") + "@v1.0.0-!r!c", true},
		{"example.com/a", filepath.FromSlash("example.com/a") + "@v1.2.3", false},
		{"example.com/b", "", true},
		{"example.com/c", filepath.FromSlash("example.com/d") + "@v0.3.0", true},
		{"github.com/spf13/cobra", filepath.FromSlash("github.com/spf13/cobra") + "@v1.10.2", false},
		{"gonum.org/v1/gonum", filepath.FromSlash("gonum.org/v1/gonum") + "@v0.17.0", true},
	}
	if got := Requirements([]byte(mod)); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if got := Requirements([]byte("module m\nrequire example.com/a v1.2.3\nunknown x\n")); len(got) != 1 || got[0].Path != "example.com/a" {
		t.Errorf("a go.mod with an unknown line: %v", got)
	}
	if got := Requirements([]byte("no go.mod (")); got != nil {
		t.Errorf("no go.mod: %v", got)
	}
}
