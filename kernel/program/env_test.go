package program

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
)

// The next cell is composed and built while others are: run with -race.
func TestConcurrentUse(t *testing.T) {
	env := testEnv(t)
	defs := notebook(t, env, "x := 1\nfunc f() int { return x }")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			src := "y" + string(rune('a'+i)) + " := f() + x\nfmt.Println(y" + string(rune('a'+i)) + ")"
			c, _ := cell.Split(src)
			p, err := env.Compose(context.Background(), Request{Defs: defs, CellID: "n", Cell: c})
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := env.Build(context.Background(), p); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// A variable whose type belongs to a package alone lives in its cell, with a notice.
func TestUnspellableTypesStayLocal(t *testing.T) {
	env := testEnv(t)
	c, _ := cell.Split("old, h := 1, reflect.ValueOf(bufio.NewReader(nil)).Type()\nrc := new(http.Request).Body\nq, w := http.NewFileTransport(nil), 3\nfmt.Println(old, h, rc, q, w)\nr := rand.Text\nk := slog.Default().Handler()\n")
	p, err := env.Compose(t.Context(), Request{Cell: c})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := env.Build(t.Context(), p); err != nil {
		t.Error(err)
	}
}

func TestLocalsOfUnexportedTypes(t *testing.T) {
	env := testEnv(t)
	src := "n, e := 1, binary.LittleEndian\nvar (\n\tm, big = 2, binary.BigEndian\n)\nfmt.Println(n+m, e.Uint16([]byte{1, 0}), big.Uint16([]byte{0, 1}))"
	c, _ := cell.Split(src)
	p, err := env.Compose(t.Context(), Request{Cell: c})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Notices) != 2 || !strings.Contains(p.Notices[0], "e is known in this cell only") {
		t.Errorf("notices %q", p.Notices)
	}
	if strings.Join(p.Declared, " ") != "m n" {
		t.Errorf("declared %q", p.Declared)
	}
	if _, err := env.Build(t.Context(), p); err != nil {
		t.Errorf("%v\n%v", err, p.Sources)
	}
}

func TestTrimKeepsTheYoungest(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	for i, name := range []string{"old", "older", "young"} {
		path := filepath.Join(dir, "aa", name)
		if err := writeFile(path, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		age := []time.Duration{time.Hour, 2 * time.Hour, time.Minute}[i]
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	left := func() string {
		entries, _ := os.ReadDir(filepath.Join(dir, "aa"))
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return strings.Join(names, " ")
	}
	trim(dir, 2500, now)
	if got := left(); got != "old young" {
		t.Errorf("trimmed to 2500 bytes: %s", got)
	}
	trim(dir, 0, now)
	if got := left(); got != "young" {
		t.Errorf("trimmed to nothing: %s", got)
	}
}

func TestMissingToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("GOROOT", "")
	_, err := findGo()
	if _, statErr := os.Stat("/usr/local/go/bin/go"); statErr == nil {
		t.Skip("Go is in its usual place")
	}
	if err == nil || !strings.Contains(err.Error(), "no Go toolchain found") {
		t.Errorf("error %v", err)
	}
}

func TestClearErrorsOfTheGoCommand(t *testing.T) {
	tests := []struct{ out, want string }{
		{"go: x@v1: Get \"https://example.org\": dial tcp: lookup example.org: no such host", "no network"},
		{"open /x: no space left on device", "no space left on the disk"},
		{"go: something else", "something else"},
	}
	for _, tt := range tests {
		if err := goError(tt.out); !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.out, err, tt.want)
		}
	}
	if err := getError("a.b/c", "go: downloading x\ngo: module a.b/c: not found\n"); err.Error() != "package a.b/c: cannot be fetched: module a.b/c: not found" {
		t.Error(err)
	}
}

func TestNotebookModule(t *testing.T) {
	mod := notebookMod("/src")
	for _, want := range []string{"module notebook\n", "gonum.org/v1/gonum v", "replace " + ModulePath + " => \"/src\""} {
		if !strings.Contains(mod, want) {
			t.Errorf("%q is missing in\n%s", want, mod)
		}
	}
	if strings.Contains(dropTools("go 1.26\ntool (\n\ta/b\n)\n\ntool c/d\nrequire x v1\n"), "tool") {
		t.Error("tool lines are left")
	}
	if got := strings.Join(requirements("require a.b/c v1.0.0\nrequire (\n\td.e/f v2.0.0 // indirect\n)\n"), " "); got != "a.b/c d.e/f" {
		t.Errorf("requirements: %s", got)
	}
}

// TestModuleOutOfReach: where a module that go.mod requires is neither on the machine nor to be had, the error says so in a line.
func TestModuleOutOfReach(t *testing.T) {
	const none = "package example.org/m: its module cannot be downloaded: no network, or no module proxy that answers"
	for _, c := range []struct {
		said    string
		autoget bool
		want    string
	}{
		{"module lookup disabled by GOPROXY=off", true, none},
		{"Get \"https://example.org/m.zip\": dial tcp: lookup example.org: no such host", true, none},
		{"module lookup disabled by GOPROXY=off", false, "package example.org/m: its module is not on this machine, and %noautoget is set"},
	} {
		p := &pkg{ImportPath: "example.org/m"}
		p.Error = &struct{ Err string }{c.said}
		if err := listError([]*pkg{p}, []string{p.ImportPath}, c.autoget, ""); err == nil || err.Error() != c.want {
			t.Errorf("%q, autoget %v: got %v, want %q", c.said, c.autoget, err, c.want)
		}
	}
}

// TestWarmDownloads: compiling ahead gets the modules that go.mod requires where the module cache is empty.
func TestWarmDownloads(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles what cells commonly use")
	}
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	mods := filepath.Join(t.TempDir(), "mod")
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", mods).Run() }) // module files are read-only
	t.Setenv("GOPROXY", "file://"+filepath.Join(strings.TrimSpace(string(out)), "cache", "download"))
	t.Setenv("GOMODCACHE", mods)
	t.Setenv("GONOSUMDB", "*")
	env, err := NewEnv(Config{CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	if err := env.Warm(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
