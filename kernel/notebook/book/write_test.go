package book

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// site is one of a few files.
func siteOf(files ...string) *Site {
	s := &Site{Files: map[string][]byte{}}
	for _, name := range files {
		s.Files[name] = []byte("of " + name)
	}
	return s
}

// tree lists the files below a directory, the marker aside.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		if rel != "." && rel != Marker {
			list = append(list, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWriteReplacesItsOwn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "site")
	if err := siteOf("index.html", "figures/a/1.svg", "figures/b/1.svg").Write(dir); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "figures/b/mine.svg"), "mine")
	if err := siteOf("index.html", "assets/x.js").Write(dir); err != nil {
		t.Fatal(err)
	}
	if got, want := tree(t, dir), "assets assets/x.js figures figures/b figures/b/mine.svg index.html"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := siteOf("figures/b/mine.svg").Write(dir); err == nil || !strings.Contains(err.Error(), "was not written by mercer") {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "figures/b/mine.svg")); string(data) != "mine" {
		t.Errorf("a file of somebody else is now %q", data)
	}
}

func TestWriteRefusesOthersDirectories(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"notes.txt", "mine", "no site that mercer wrote"},
		{Marker, "mine", "was not written by mercer"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, c.file), c.text)
		if err := siteOf("index.html").Write(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v", c.file, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "index.html")); err == nil {
			t.Errorf("%s: a page was written", c.file)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "x")
	if err := siteOf("index.html").Write(file); err == nil {
		t.Error("a file taken for a directory")
	}
}

// A marker that names files outside, or a link that leads outside, touches nothing there.
func TestWriteStaysInside(t *testing.T) {
	base := t.TempDir()
	victim := filepath.Join(base, "victim")
	write(t, victim, "mine")
	dir := filepath.Join(base, "site")
	write(t, filepath.Join(dir, Marker), markerHead+"../victim\n")
	if err := siteOf("index.html").Write(dir); err == nil {
		t.Error("a marker that names ../victim is accepted")
	}
	linked := filepath.Join(base, "linked")
	if err := siteOf("figures/1.svg").Write(linked); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(linked, "figures")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(base, filepath.Join(linked, "figures")); err != nil {
		t.Fatal(err)
	}
	if err := siteOf("figures/1.svg", "figures/victim").Write(linked); err == nil {
		t.Error("wrote through a link that leads outside")
	}
	if data, err := os.ReadFile(victim); err != nil || string(data) != "mine" {
		t.Errorf("the file outside is %q, %v", data, err)
	}
	if _, err := os.Stat(filepath.Join(base, "1.svg")); err == nil {
		t.Error("a file outside was made")
	}
}

// After a failure in the middle, here a directory in the way of a file, what is there is still known as a site's, with all
// that may be in it.
func TestWriteAgainAfterFailure(t *testing.T) {
	dir := t.TempDir()
	if err := siteOf("a.html", "old.html").Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "a.html")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.html", "in-the-way"), "x")
	if err := siteOf("a.html", "b.html").Write(dir); err == nil || !strings.Contains(err.Error(), "the site is not complete") {
		t.Fatalf("got %v", err)
	}
	data, err := os.ReadFile(filepath.Join(dir, Marker))
	if names := strings.Fields(strings.TrimPrefix(string(data), markerHead)); err != nil || !slices.Equal(names, []string{"a.html", "b.html", "old.html"}) {
		t.Fatalf("marker %q, %v", data, err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "a.html")); err != nil {
		t.Fatal(err)
	}
	if err := siteOf("a.html", "b.html").Write(dir); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, dir); got != "a.html b.html" {
		t.Errorf("got %s", got)
	}
}
