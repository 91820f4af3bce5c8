package toolchain

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func paths(pkgs []*pkg) string {
	var list []string
	for _, p := range pkgs {
		list = append(list, p.ImportPath)
	}
	return strings.Join(list, " ")
}

// testIndex has main → a → b, where a says "b" and means vendor/b, and d alone.
func testIndex(t *testing.T) *index {
	t.Helper()
	ix := loadIndex(filepath.Join(t.TempDir(), "index.json"), "state")
	ix.put([]*pkg{
		{ImportPath: "x.y/main", Imports: []string{"x.y/a", "unsafe"}}, {ImportPath: "x.y/a", Imports: []string{"b"}, ImportMap: map[string]string{"b": "vendor/b"}},
		{ImportPath: "vendor/b"}, {ImportPath: "x.y/d"},
	})
	return ix
}

func TestIndex(t *testing.T) {
	ix := testIndex(t)
	if got := ix.missing([]string{"z", "x.y/a", "unsafe", "C", "y", "z"}); !slices.Equal(got, []string{"y", "z"}) {
		t.Errorf("missing %s", got)
	}
	closure, err := ix.closure([]string{"x.y/main", "C"})
	if got := paths(closure); got != "vendor/b x.y/a x.y/main" || err != nil {
		t.Errorf("closure %s, %v", got, err)
	}
	if _, err := ix.closure([]string{"nosuch"}); err == nil || err.Error() != "package nosuch is not listed" {
		t.Errorf("of a package that is not there: %v", err)
	}
	if got := ix.importers("x.y/a"); !slices.Equal(got, []string{"x.y/main"}) {
		t.Errorf("importers %s", got)
	}
}

// Packages that are gone take with them what imports them, through others and by other names.
func TestIndexWithout(t *testing.T) {
	ix := testIndex(t)
	rest, changed := ix.without(func(p *pkg) bool { return p.ImportPath == "vendor/b" })
	if got := strings.Join(sortedKeys(rest.pkgs), " "); got != "x.y/d" || !changed {
		t.Errorf("left %s, changed %v", got, changed)
	}
	if len(ix.pkgs) != 4 {
		t.Error("the index itself was changed")
	}
	if same, changed := ix.without(func(*pkg) bool { return false }); same != ix || changed {
		t.Error("nothing is gone, but the index is another one")
	}
}

// An index outlives its process; one that cannot be read is an empty one.
func TestIndexOnDisk(t *testing.T) {
	ix := testIndex(t)
	if got := strings.Join(sortedKeys(loadIndex(ix.file, "state").pkgs), " "); got != "vendor/b x.y/a x.y/d x.y/main" {
		t.Errorf("read %s", got)
	}
	if err := os.WriteFile(ix.file, []byte(`{"x.y/a": {"ImportPath"`), 0o600); err != nil {
		t.Fatal(err)
	}
	if broken := loadIndex(ix.file, "state"); len(broken.pkgs) != 0 {
		t.Errorf("of a broken file: %v", broken.pkgs)
	}
}

// Whatever lies in the place of the lists of packages, cells run, and nobody waits for it.
func TestNoListsOfPackages(t *testing.T) {
	cache := t.TempDir()
	env := newEnv(t, Config{CacheDir: cache})
	if b, err := env.Build(t.Context(), unit(t, env, "lists")); err != nil || output(t, b) != "lists" {
		t.Fatal(err)
	}
	env.View().names.load(t.Context())
	lists, err := filepath.Glob(filepath.Join(cache, "packages", "*.json"))
	if err != nil || len(lists) != 2 {
		t.Fatalf("the lists are %v (%v), want one of compiled packages and one of names", lists, err)
	}
	for what, put := range map[string]func(path string) error{
		"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"directory": func(path string) error { return os.MkdirAll(filepath.Join(path, "some", "more"), 0o700) },
		"device":    func(path string) error { return os.Symlink("/dev/zero", path) },
		"loop":      func(path string) error { return os.Symlink(path, path) },
	} {
		for _, list := range lists {
			os.RemoveAll(list)
			if err := put(list); err != nil {
				t.Skip(err)
			}
		}
		env := newEnv(t, Config{CacheDir: cache})
		if b, err := env.Build(t.Context(), unit(t, env, what)); err != nil || output(t, b) != what {
			t.Errorf("%s: %v", what, err)
		}
		if l := env.View().names.load(t.Context()); len(l.Packages) == 0 {
			t.Errorf("%s: no names", what)
		}
	}
}

// A local package has changed when a file of it has another name, size or time; one that changed while it was listed counts
// as changed.
func TestLocalPackages(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	write := func(text string, at time.Time) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	then := time.Unix(1000, 0)
	write("package a", then)
	p := &pkg{Dir: dir, Stamp: dirStamp(dir, then.Add(time.Second))}
	if p.changed() {
		t.Error("nothing has changed")
	}
	write("package a", then.Add(time.Millisecond))
	if !p.changed() {
		t.Error("another time is not noticed")
	}
	write("package b ", then)
	if !p.changed() {
		t.Error("another size is not noticed")
	}
	write("package a", then)
	if p.changed() {
		t.Error("it is as it was")
	}
	if err := os.WriteFile(filepath.Join(dir, "b.go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !p.changed() {
		t.Error("another file is not noticed")
	}
	if p.Stamp = dirStamp(dir, then.Add(-time.Second)); !p.changed() {
		t.Error("it was changed while it was listed, and does not count as changed")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if p.Stamp = dirStamp(filepath.Join(dir, "gone"), then); p.changed() {
		t.Error("one that was gone already has not changed")
	}
}

// A name means the package that exports what is selected from it, the likeliest first.
func TestLookup(t *testing.T) {
	env := newEnv(t, Config{})
	for _, c := range []struct{ name, selects, want string }{
		{"rand", "IntN", "math/rand/v2"}, {"rand", "Intn", "math/rand"}, {"rand", "Reader", "crypto/rand"}, {"rand", "Nosuch", "math/rand/v2"},
		{"template", "HTML", "html/template"}, {"template", "New", "text/template"}, {"scanner", "ErrorHandler", "go/scanner"},
		{"fmt", "Println", "fmt"}, {"fmt", "Nosuch", "fmt"}, {"nosuchpackage", "X", ""}, {"heap", "Push", "container/heap"},
	} {
		got, err := env.View().Lookup(t.Context(), c.name, map[string]bool{c.selects: true}, false)
		for errors.Is(err, ErrChanged) {
			got, err = env.View().Lookup(t.Context(), c.name, map[string]bool{c.selects: true}, false)
		}
		if got != c.want || err != nil {
			t.Errorf("%s.%s: %q, %v; want %q", c.name, c.selects, got, err, c.want)
		}
	}
}
