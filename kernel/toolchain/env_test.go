package toolchain

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

func yield() { runtime.Gosched() }

// newEnv returns an Env with a cache in the user's cache directory: compiling the standard library takes time.
func newEnv(tb testing.TB, cfg Config) *Env {
	tb.Helper()
	if cfg.CacheDir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			tb.Skip(err)
		}
		cfg.CacheDir = filepath.Join(user, "mercer-test")
	}
	if cfg.Sources == nil {
		cfg.Sources = fstest.MapFS{"display/display.go": {Data: []byte("package display\n")}}
	}
	env, err := New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := env.Close(); err != nil {
			tb.Error(err)
		}
	})
	return env
}

// unit is a program that prints a text.
func unit(tb testing.TB, env *Env, text string) *Unit {
	tb.Helper()
	src := fmt.Sprintf("package main\n\nfunc main() { print(%q) }\n", text)
	u, err := env.View().Resolve(tb.Context(), Unit{Sources: []Source{{Name: "src_main.go", Text: src}}, Imports: []string{"runtime"}})
	if err != nil {
		tb.Fatal(err)
	}
	return u
}

func output(t *testing.T, b *Built) string {
	t.Helper()
	out, err := exec.Command(b.Exe).CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// An interrupted build is not remembered: the same program is built when it is next asked for.
func TestInterruptedBuild(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	u := unit(t, env, "built")
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if _, err := env.Build(ctx, u); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	for _, cached := range []bool{false, true} {
		b, err := env.Build(t.Context(), u)
		if err != nil || b.Cached != cached {
			t.Fatalf("then: %+v, %v; want cached %v", b, err, cached)
		}
		if got := output(t, b); got != "built" {
			t.Errorf("it prints %q", got)
		}
	}
}

// Two callers who want the same program share one build.
func TestBuildsAreShared(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	u := unit(t, env, "shared")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if b, err := env.Build(t.Context(), u); err != nil || b.Exe == "" {
				t.Errorf("%+v, %v", b, err)
			}
		})
	}
	wg.Wait()
	left, err := filepath.Glob(filepath.Join(env.temp.Path, "build-*"))
	if len(left) > 0 || err != nil {
		t.Errorf("left behind: %s, %v", left, err)
	}
}

// A program that somebody has put in the place of a compiled cell does not run.
func TestReplacedExecutable(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	u := unit(t, env, "mine")
	if _, err := env.Build(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	programs, _ := filepath.Glob(filepath.Join(env.cache, "programs", "*", "*"))
	if len(programs) != 1 {
		t.Fatalf("programs: %s", programs)
	}
	if err := os.Remove(programs[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(programs[0], []byte("#!/bin/sh\necho evil\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	b, err := env.Build(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	if got := output(t, b); got != "mine" || b.Cached {
		t.Errorf("it prints %q, cached %v", got, b.Cached)
	}
	if told := env.Troubles(); len(told) != 1 || !strings.Contains(told[0], "is not as it was built") {
		t.Errorf("told %q", told)
	}
}

// Cells that somebody else has compiled are taken from a shared cache, whatever the user's own is.
func TestSharedCache(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{root, filepath.Dir(root)} { // whatever the umask
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	shared := filepath.Join(root, "shared")
	src := "package main\n\nimport _ \"" + module.Path + "/display\"\n\nfunc main() { print(\"shared\") }\n"
	build := func(env *Env) *Built {
		v := env.View()
		paths := []string{module.Path + "/display", "runtime"}
		if err := v.Ensure(t.Context(), false, paths...); err != nil {
			t.Fatal(err)
		}
		u, err := v.Resolve(t.Context(), Unit{Sources: []Source{{Name: "src_main.go", Text: src}}, Imports: paths})
		if err != nil {
			t.Fatal(err)
		}
		b, err := env.Build(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if b := build(newEnv(t, Config{CacheDir: shared})); b.Cached {
		t.Error("a new cache has the program")
	}
	mine := Config{CacheDir: filepath.Join(root, "mine"), Shared: []string{shared}}
	if b := build(newEnv(t, mine)); !b.Cached || output(t, b) != "shared" {
		t.Errorf("with the shared cache: %+v", b)
	}
	if err := os.Chmod(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	if b := build(newEnv(t, mine)); b.Cached {
		t.Error("a shared cache that everybody can write to is used")
	}
}

// What a kernel that was killed has left in the cache is removed by the next one.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	lives := newEnv(t, Config{CacheDir: dir})
	dead := filepath.Join(dir, "tmp", "env-dead")
	if err := os.MkdirAll(filepath.Join(dead, "build-1"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dead, "lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, "tmp", "build-old") // of a version that held no locks
	young := filepath.Join(dir, "tmp", "build-young")
	for _, d := range []string{old, young} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-25*time.Hour)); err != nil {
		t.Fatal(err)
	}
	newEnv(t, Config{CacheDir: dir})
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("what an earlier version has left is still there: %v", err)
	}
	if _, err := os.Stat(young); err != nil {
		t.Errorf("what an earlier version may be using is gone: %v", err)
	}
	if _, err := os.Stat(dead); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
	if _, err := os.Stat(lives.temp.Path); err != nil {
		t.Errorf("that of a living kernel is gone: %v", err)
	}
}

// stall replaces the go command by one that does nothing and does not end, with a child that holds its output open. It
// returns a channel that is closed when it has been started.
func stall(t *testing.T, env *Env) <-chan struct{} {
	t.Helper()
	dir := t.TempDir()
	fifo := filepath.Join(dir, "started")
	script := "#!/bin/sh\necho > '" + fifo + "'\nsleep 1000 &\nwait\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	env.tools.goCmd = filepath.Join(dir, "go")
	started := make(chan struct{})
	go func() {
		for {
			if _, err := os.Stat(fifo); err == nil {
				close(started)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	return started
}

// While one cell waits for the go command, another one that needs nothing of it goes on; an interrupt ends the wait, and
// the go command with its children.
func TestStalledList(t *testing.T) {
	env := newEnv(t, Config{})
	if err := env.View().Ensure(t.Context(), false, "fmt"); err != nil {
		t.Fatal(err)
	}
	u := unit(t, env, "goes on")
	started := stall(t, env)
	ctx, interrupt := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- env.View().Ensure(ctx, true, "example.invalid/not/there") }()
	<-started
	if err := env.View().Ensure(t.Context(), true, "fmt"); err != nil {
		t.Errorf("another cell: %v", err)
	}
	if _, err := env.Build(t.Context(), u); err != nil {
		t.Errorf("another cell's build: %v", err)
	}
	interrupt()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the interrupted cell: %v", err)
	}
	env.ask.lists.wait() // returns only when the go command has ended and nobody holds its output
}

// beside makes a module example.com/own with a package that returns a text, and one that it needs itself.
func beside(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module example.com/own\n\ngo 1.26\n\nrequire example.com/dep v0.0.0\n\nreplace example.com/dep => ./dep\n",
		"own.go":          "package own\n\nimport \"example.com/own/part\"\n\nfunc Text() string { return part.Text() }\n",
		"part/part.go":    "package part\n\nimport \"example.com/dep\"\n\nfunc Text() string { return dep.Text }\n",
		"dep/go.mod":      "module example.com/dep\n",
		"dep/dep.go":      fmt.Sprintf("package dep\n\nconst Text = %q\n", text),
		"books/unit.text": "",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Cells import packages of the module that the notebook lies in, and no proxy is asked.
func TestModuleBeside(t *testing.T) {
	var asked atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.NotFound(w, r)
	}))
	defer proxy.Close()
	dir := beside(t, "from the module beside")
	before, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	env := newEnv(t, Config{Beside: filepath.Join(dir, "books")})
	env.SetEnviron(map[string]string{"GOPROXY": proxy.URL, "GONOSUMDB": "*"})
	for _, autoget := range []bool{true, false} {
		err := ErrChanged
		for errors.Is(err, ErrChanged) {
			err = env.View().Ensure(t.Context(), autoget, "example.com/own")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	v := env.View()
	src := "package main\n\nimport \"example.com/own\"\n\nfunc main() { print(own.Text()) }\n"
	u, err := v.Resolve(t.Context(), Unit{Sources: []Source{{Name: "src_main.go", Text: src}}, Imports: []string{"example.com/own", "runtime"}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := env.Build(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	if got := output(t, b); got != "from the module beside" {
		t.Errorf("it prints %q", got)
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the proxy was asked %d times", n)
	}
	if after, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || string(after) != string(before) {
		t.Errorf("the go.mod beside was changed, %v:\n%s", err, after)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), append(before, "\n// changed\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	if env.Current(u) {
		t.Error("a program is current after the go.mod beside was changed")
	}
	var pe *PackageError
	if err := v.Ensure(t.Context(), false, "example.com/own/nothing"); !errors.As(err, &pe) {
		t.Errorf("a package that it does not have: %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	for _, test := range []struct {
		name, value string
		has, lacks  string
		ignored     string
	}{
		{"GOFLAGS", "-mod=vendor -race", "GOFLAGS=-mod=mod", "race", "-mod=vendor has no effect"},
		{"GOPROXY", "off", "GOPROXY=off", "", ""},
		{"CC", "tcc", "CC=tcc", "", ""},
		{"GOOS", "plan9", "", "GOOS=plan9", "cells run on this machine"},
		{"GOWORK", "/x/go.work", "GOWORK=off", "/x/go.work", "%goworkfix"},
		{"PWD", "/nowhere", "", "/nowhere", ""},
		{"HOME_OF_NOBODY", "x", "", "NOBODY", ""},
		{"GONB_X", "x", "", "GONB_X", ""},
	} {
		tools := &goTools{}
		why := tools.setVariables(map[string]string{test.name: test.value})[test.name]
		if (why != "") != (test.ignored != "") || !strings.Contains(why, test.ignored) {
			t.Errorf("%s=%s: told %q, want %q", test.name, test.value, why, test.ignored)
		}
		environ := strings.Join(tools.environ("/dir"), "\n")
		if !strings.Contains(environ, test.has) || test.lacks != "" && strings.Contains(environ, test.lacks) {
			t.Errorf("%s=%s gives\n%s", test.name, test.value, environ)
		}
	}
}

// GOFLAGS, of the notebook or else of the kernel's environment, is divided into what programs are built with, and what has no effect.
// Flags of other commands do not reach "go build", and are reported if the notebook has set them.
func TestGOFLAGS(t *testing.T) {
	for _, test := range []struct{ value, flags, tags, dropped string }{
		{"", "", "mercer", ""},
		{"-ldflags=-X=main.version=two", "-ldflags=-X=main.version=two", "mercer", ""},
		{"-mod=vendor", "", "mercer", "-mod=vendor"},
		{"-race -mod=readonly -v", "-race", "mercer", "-mod=readonly"},
		{"-mod=mod -buildvcs=false -p=2", "", "mercer", ""},
		{"-modfile=other.mod", "", "mercer", "-modfile=other.mod"},
		{"-tags=fancy", "", "mercer,fancy", ""},
		{"--tags=a,b -trimpath", "-trimpath", "mercer,a,b", ""},
		{"-tags=a -tags=b", "", "mercer,b", ""},
		{"-tags=", "", "mercer", ""},
		{"-timeout=20m -count=1 -run=X -short -race", "-race", "mercer", "(notebook) -timeout=20m -count=1 -run=X -short"},
		{"-rase", "", "mercer", "(notebook) -rase"},
	} {
		for _, from := range []string{"notebook", "kernel"} {
			tools, vars := &goTools{}, map[string]string{"GOFLAGS": test.value}
			t.Setenv("GOFLAGS", "-tags=other")
			if from == "kernel" {
				t.Setenv("GOFLAGS", test.value)
				vars = nil
			}
			why := tools.setVariables(vars)["GOFLAGS"]
			if flags := strings.Join(tools.settings().flags, " "); flags != test.flags || tools.tags() != test.tags {
				t.Errorf("%s, %q: flags %q, tags %q", from, test.value, flags, tools.tags())
			}
			dropped, ofNotebook := strings.CutPrefix(test.dropped, "(notebook) ")
			if ofNotebook && from == "kernel" {
				dropped = ""
			}
			if want := "GOFLAGS: " + dropped + " has no effect"; (why != "") != (dropped != "") || why != "" && !strings.HasPrefix(why, want) {
				t.Errorf("%s, %q: told %q", from, test.value, why)
			}
		}
	}
	if rest, tags := cutTags([]string{"-x", "-tags", "a b", "-race"}); strings.Join(rest, " ") != "-x -race" || tags != "a,b" {
		t.Errorf("%q, %q", rest, tags)
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
		p.Error = &listedError{Err: c.said}
		if err := listError([]*pkg{p}, []string{p.ImportPath}, c.autoget, ""); err == nil || err.Error() != c.want {
			t.Errorf("%q, autoget %v: got %v, want %q", c.said, c.autoget, err, c.want)
		}
	}
}

// TestWarmDownloads: compiling ahead gets the modules that go.mod requires where the module cache is empty. It compiles all that cells commonly use, so that it is for
// MERCER_SLOW=1; building the images does the same.
func TestWarmDownloads(t *testing.T) {
	if os.Getenv("MERCER_SLOW") != "1" {
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
	env := newEnv(t, Config{CacheDir: t.TempDir(), Sources: module.Embedded()})
	if err := env.Warm(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

func TestCheckVersion(t *testing.T) {
	for version, ok := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.27rc1": true, "go1.25.3": false, "go1.9": false, "devel +abc": true} {
		if err := checkVersion(version, "go"); (err == nil) != ok {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// TestNewerGo: where the user's Go is of a later release than the one that has built this program, cells are compiled by
// that one, which the user's go command fetches, and somebody is told.
func TestNewerGo(t *testing.T) {
	built := runtime.Version()
	if _, ok := minorOf(built); !ok {
		t.Skip("built by a development version of Go: ", built)
	}
	real, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	root, err := exec.Command(real, "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, c := range []struct{ name, older, says string }{
		{"fetched", fmt.Sprintf(`{"GOVERSION": %q, "GOROOT": %q}`, built, strings.TrimSpace(string(root))), ""},
		{"not to be had", "", "build Mercer again with go1.999.0"},
	} {
		script := fmt.Sprintf(`#!/bin/sh
case $GOTOOLCHAIN in
local) echo '{"GOVERSION": "go1.999.0", "GOROOT": "/nowhere", "GOMODCACHE": "/m", "GOCACHE": "/c"}' ;;
%s) echo '%s'; test -n '%[2]s' ;;
esac
`, built, c.older)
		if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
		tools, err := findTools()
		switch {
		case c.says != "":
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", c.name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case tools.Version != built || tools.goCmd != filepath.Join(strings.TrimSpace(string(root)), "bin", "go"):
			t.Errorf("%s: %s is %s", c.name, tools.goCmd, tools.Version)
		case !strings.Contains(tools.instead, "go1.999.0") || !strings.Contains(tools.instead, built):
			t.Errorf("%s: says %q", c.name, tools.instead)
		}
	}
	for _, c := range []struct {
		version, than string
		newer         bool
	}{{"go1.27.3", "go1.26.8", true}, {"go1.26.8", "go1.26.0", false}, {"go1.26.0", "go1.27.3", false}, {"go1.27rc1", "go1.26.8", true}, {"devel +abc", "go1.26.8", false},
		{"go1.27.3", "devel +abc", false}} {
		if got := isNewer(c.version, c.than); got != c.newer {
			t.Errorf("%s is newer than %s: %v", c.version, c.than, got)
		}
	}
}

// TestUnknownForm: what a newer Go has compiled is an error, and no panic.
func TestUnknownForm(t *testing.T) {
	const header = "go object linux amd64 go1.999.0\nbuild id \"x\"\n\n$$B\n"
	for _, data := range []string{"", "u\xff\x00\x00\x00", "u\x05\x00\x00\x00\x00\x00\x00\x00", "z", "i\x7f"} {
		text := header + data + "\n$$\n"
		archive := "!<arch>\n" + fmt.Sprintf("%-16s%-12s%-6s%-6s%-8s%-10d`\n", "__.PKGDEF", "0", "0", "0", "644", len(text)) + text
		_, err := readTypes([]byte(archive), map[string]*types.Package{}, "fmt")
		if err == nil || !strings.Contains(err.Error(), "package fmt") || !strings.Contains(err.Error(), "build Mercer again") {
			t.Errorf("%q: %v", data, err)
		}
	}
}
