package module

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

func tree(files map[string]string) fstest.MapFS {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fs
}

func read(t *testing.T, files map[string]string) Sources {
	t.Helper()
	s, err := Read(tree(files))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var sourceFiles = map[string]string{
	"display/display.go": "package display\n", "display/display_test.go": "package display\n", "display/testdata/x.go": "package x\n",
	"mllib/svm/svm.go": "package svm\n",
}

// What cells link are the sources without tests and their data; the place has a name of its own for each content.
func TestRead(t *testing.T) {
	s := read(t, sourceFiles)
	if got, want := s.Packages(), []string{Path + "/display", Path + "/mllib/svm"}; !slices.Equal(got, want) {
		t.Errorf("packages %v, want %v", got, want)
	}
	for name, want := range map[string]bool{"go.mod": true, "go.sum": true, "display/display.go": true, "display/display_test.go": false, "display/testdata/x.go": false} {
		if _, ok := s.files[name]; ok != want {
			t.Errorf("%s is there: %v", name, ok)
		}
	}
	if !strings.HasPrefix(string(s.files["go.mod"]), "module "+Path+"\n") {
		t.Errorf("go.mod is\n%s", s.files["go.mod"])
	}
	again, other := read(t, sourceFiles), read(t, map[string]string{"display/display.go": "package display // changed\n"})
	if again.hash != s.hash || other.hash == s.hash {
		t.Error("the name is not that of the content")
	}
	if _, err := Read(os.DirFS(filepath.Join(t.TempDir(), "nowhere"))); err == nil || !strings.Contains(err.Error(), "embedded sources") {
		t.Errorf("a tree that is not there: %v", err)
	}
}

// The sources that are embedded are whole: each package that cells import is there.
func TestEmbedded(t *testing.T) {
	s, err := Read(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"display", "display/check", "display/derive", "mllib/bayes", "kernel/cellrt", "kernel/cellrt/bare", "kernel/snapshot", "kernel/snapshot/walk"} {
		if !slices.Contains(s.Packages(), Path+"/"+want) {
			t.Errorf("%s is missing", want)
		}
	}
	if _, err := Embedded().Open("kernel/session/session.go"); err == nil {
		t.Error("what cells do not link is embedded")
	}
}

// Several processes may write the sources at once; each finds them whole.
func TestExtractAtOnce(t *testing.T) {
	s, below, temp := read(t, sourceFiles), filepath.Join(t.TempDir(), "below"), t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			dir, _, err := s.Extract(below, temp)
			if err != nil {
				t.Error(err)
				return
			}
			if data, err := os.ReadFile(filepath.Join(dir, "mllib", "svm", "svm.go")); err != nil || string(data) != "package svm\n" {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
	wg.Wait()
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if dirs, _ := os.ReadDir(below); len(dirs) != 1 {
		t.Errorf("%d directories", len(dirs))
	}
}

// Sources of which somebody has deleted a part, as those do who clean caches, are written again.
func TestExtractOverDamage(t *testing.T) {
	s, below, temp := read(t, sourceFiles), t.TempDir(), t.TempDir()
	dir, _, err := s.Extract(below, temp)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Find(below); ok {
		t.Fatal("damaged sources are found")
	}
	if again, _, err := s.Extract(below, temp); err != nil || again != dir {
		t.Fatalf("%s, %v", again, err)
	}
	if _, ok := s.Find(below); !ok {
		t.Error("they are not there again")
	}
}

// Where nothing can be written there is an error, and nothing is left that looks whole.
func TestExtractNowhere(t *testing.T) {
	s, file := read(t, sourceFiles), filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ below, temp string }{{filepath.Join(file, "below"), t.TempDir()}, {t.TempDir(), file}} {
		if dir, _, err := s.Extract(test.below, test.temp); err == nil {
			t.Errorf("%v: written to %s", test, dir)
		}
		if _, ok := s.Find(test.below); ok {
			t.Errorf("%v: found", test)
		}
	}
}

// Sources that are not as they were written, and others beside them, are replaced.
func TestExtractReplaces(t *testing.T) {
	s, err := Read(fstest.MapFS{"display/display.go": {Data: []byte("package display\n")}})
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(dir string) error{
		"changed": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "display", "display.go"), []byte("package displax\n"), 0o600)
		},
		"removed": func(dir string) error { return os.Remove(filepath.Join(dir, "display", "display.go")) },
		"added":   func(dir string) error { return os.WriteFile(filepath.Join(dir, "display", "more.go"), nil, 0o600) },
	} {
		below, temp := t.TempDir(), t.TempDir()
		dir, replaced, err := s.Extract(below, temp)
		if err != nil || replaced {
			t.Fatal(replaced, err)
		}
		if err := change(dir); err != nil {
			t.Fatal(err)
		}
		if _, replaced, err = s.Extract(below, temp); err != nil || !replaced {
			t.Errorf("%s: replaced %v, %v", name, replaced, err)
		}
		if _, ok := s.Find(below); !ok {
			t.Errorf("%s: they are not there", name)
		}
	}
}
