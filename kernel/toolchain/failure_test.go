package toolchain

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// fakeTool puts a shell script in the place of a tool of the toolchain, and returns a function that takes it back.
func fakeTool(t *testing.T, env *Env, name, script string) (restore func()) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	real, dir := env.tools.ToolDir, t.TempDir()
	for _, tool := range []string{"compile", "link"} {
		text := "#!/bin/sh\nexec " + filepath.Join(real, tool) + " \"$@\"\n"
		if tool == name {
			text = "#!/bin/sh\n" + script + "\n"
		}
		if err := os.WriteFile(filepath.Join(dir, tool), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env.tools.ToolDir = dir
	return func() { env.tools.ToolDir = real }
}

// However the compiler or the linker fails, it is said in a line, nothing is left behind, and the same program is built
// when the cause is gone.
func TestFailuresAreForgotten(t *testing.T) {
	for _, c := range []struct{ tool, script, want string }{
		{"compile", "echo 'write: no space left on device' >&2; exit 1", "no space left on the disk"},
		{"link", "echo 'fallocate: no space left on device' >&2; exit 2", "no space left on the disk"},
		{"compile", "kill -9 $$", "compile: signal: killed"},
		{"link", "kill -9 $$", "link: signal: killed"},
		{"link", "echo 'out of memory'; exit 2", "link: out of memory"},
		{"compile", "exit 3", "compile: exit status 3"},
	} {
		env := newEnv(t, Config{CacheDir: t.TempDir()})
		u := unit(t, env, "built after all")
		restore := fakeTool(t, env, c.tool, c.script)
		for range 2 {
			if _, err := env.Build(t.Context(), u); err == nil || err.Error() != c.want {
				t.Errorf("%s, %s: got %v, want %s", c.tool, c.script, err, c.want)
			}
		}
		restore()
		b, err := env.Build(t.Context(), u)
		if err != nil || b.Cached {
			t.Fatalf("%s, %s: then %+v, %v", c.tool, c.script, b, err)
		}
		if got := output(t, b); got != "built after all" {
			t.Errorf("it prints %q", got)
		}
		if left, err := filepath.Glob(filepath.Join(env.temp.Path, "build-*")); len(left) > 0 || err != nil {
			t.Errorf("left behind: %s, %v", left, err)
		}
	}
}

// An interrupt ends a tool that does not end by itself, and what it has started.
func TestStalledTool(t *testing.T) {
	for _, tool := range []string{"compile", "link"} {
		env := newEnv(t, Config{CacheDir: t.TempDir()})
		u := unit(t, env, tool)
		begun := filepath.Join(t.TempDir(), "begun")
		restore := fakeTool(t, env, tool, "echo > "+begun+"; sleep 1000 & wait")
		ctx, interrupt := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := env.Build(ctx, u)
			done <- err
		}()
		for _, err := os.Stat(begun); err != nil; _, err = os.Stat(begun) {
			yield()
		}
		interrupt()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", tool, err)
		}
		env.build.flights.wait() // returns only when the tool has ended
		restore()
		if b, err := env.Build(t.Context(), u); err != nil || output(t, b) != tool {
			t.Errorf("%s: then %+v, %v", tool, b, err)
		}
	}
}

// What the compiler says of a source becomes diagnostics with their places.
func TestCompilerErrors(t *testing.T) {
	env := newEnv(t, Config{})
	u, err := env.View().Resolve(t.Context(), Unit{Imports: []string{"runtime"}, Sources: []Source{{Name: "src_main.go",
		Text: "package main\n\n//line cell_x.go:7:1\nfunc main() { undefined() }\n"}}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = env.Build(t.Context(), u)
	var ds cell.Diagnostics
	if !errors.As(err, &ds) || len(ds) != 1 || ds[0].Line != 7 || !strings.Contains(ds[0].Msg, "undefined: undefined") {
		t.Errorf("got %#v", err)
	}
}

func TestToolErrors(t *testing.T) {
	exit := errors.New("exit status 1")
	long := strings.Repeat("a line\n", 20)
	for _, c := range []struct {
		err  error
		want string
	}{
		{toolError("link", "", exit), "link: exit status 1"},
		{toolError("link", " \n", exit), "link: exit status 1"},
		{toolError("link", long, exit), "link: " + strings.TrimSpace(strings.Repeat("a line\n", 10))},
		{goBuildError("cgo: C compiler \"gcc\" not found", exit), `the cell imports "C", which needs a C compiler: none was found`},
		{goBuildError("write /tmp/x: no space left on device", exit), "no space left on the disk"},
		{goBuildError("anything", exit), "go build: exit status 1"},
		{getError("a.b/c", "go: downloading a.b v1\nGet: dial tcp: i/o timeout"), "package a.b/c: cannot be fetched: no network, or no module proxy that answers"},
		{getError("a.b/c", "go: downloading a.b v1\n\n"), "package a.b/c: cannot be fetched: "},
	} {
		if c.err.Error() != c.want {
			t.Errorf("got %q, want %q", c.err, c.want)
		}
	}
}

// What the go command says of packages is told of the one that is to blame.
func TestListErrors(t *testing.T) {
	bad := func(path, export, msg string) *pkg {
		p := &pkg{ImportPath: path, Export: export}
		if msg != "" {
			p.Error = &listedError{Err: msg}
		}
		return p
	}
	good := bad("fmt", "file", "")
	for _, c := range []struct {
		pkgs   []*pkg
		stderr string
		want   string
	}{
		{[]*pkg{good, bad("unsafe", "", "")}, "", ""},
		{[]*pkg{good, bad("a.b/c", "", " cannot find module \n")}, "", "package a.b/c: cannot find module"},
		{[]*pkg{bad("asked", "file", "imported twice")}, "", "package asked: imported twice"},
		{[]*pkg{bad("other", "file", "not asked for")}, "", ""},
		{[]*pkg{bad("p", "", "")}, "p/x.go:1: bad", "package p: does not compile: p/x.go:1: bad"},
		{[]*pkg{bad("p", "", ""), bad("q", "", "# q\n/q/x.go:1: bad\n/q/x.go:2: worse\n")}, "", "package q: does not compile: /q/x.go:1: bad\n/q/x.go:2: worse"},
		{[]*pkg{bad("p", "", "# p\n"+strings.Repeat("bad\n", 25))}, "", "package p: does not compile: " + strings.Repeat("bad\n", 20) + "… and 5 more lines"},
		{[]*pkg{bad("p", "", ""), {ImportPath: "q", Error: &listedError{"import cycle not allowed", []string{"q", "p", "q"}}}}, "",
			"package q: packages import each other: q imports p imports q"},
		{[]*pkg{bad("p", "", "")}, "link: no space left on device", "no space left on the disk: link: no space left on device"},
	} {
		got := ""
		if err := listError(c.pkgs, []string{"asked"}, true, c.stderr); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := absolutePaths("/a/b", "does not compile: ../c/x.go:1: bad\n./y.go:2: see ../z\n/d.go:3: 1 : ./2"); got !=
		"does not compile: /a/c/x.go:1: bad\n/a/b/y.go:2: see ../z\n/d.go:3: 1 : /a/b/2" {
		t.Errorf("got %q", got)
	}
	if _, err := decodePackages(`{"ImportPath": "a"} {"ImportPath"`); err == nil {
		t.Error("half a package is decoded")
	}
}

// A module is asked for only where one could have the package, and where it may be fetched.
func TestNothingIsFetched(t *testing.T) {
	env := newEnv(t, Config{})
	for _, c := range []struct {
		missing PackageError
		autoget bool
		want    string
	}{
		{PackageError{"nosuch", ""}, true, "package nosuch: not in the standard library"},
		{PackageError{"a.b/c", "no required module provides package a.b/c"}, false, "package a.b/c: no module of go.mod has it, and %noautoget is set"},
		{PackageError{"a.b/c", "does not compile"}, true, "package a.b/c: does not compile"},
	} {
		if err := env.get(t.Context(), c.autoget, &c.missing); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestCgo(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		want string
	}{
		{Unit{}, "0"},
		{Unit{Flags: []string{"-race"}}, "1"},
		{Unit{Flags: []string{"--msan", "-v"}}, "1"},
		{Unit{Flags: []string{"-ldflags=-race"}}, "0"},
		{Unit{Sources: []Source{{Text: "package main\nimport \"C\"\n"}}}, "1"},
		{Unit{Sources: []Source{{Text: "package main\n// import \"C\"\n"}}}, "0"},
	} {
		if got := c.unit.cgo(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.unit, got, c.want)
		}
	}
}

// Equal programs have equal hashes, and whatever matters for the executable changes it.
func TestHash(t *testing.T) {
	env := newEnv(t, Config{})
	resolve := func(u Unit) string {
		t.Helper()
		done, err := env.View().Resolve(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		return done.Hash
	}
	source := func(name, text string) []Source { return []Source{{name, text}} }
	seen := map[string]int{}
	for i, u := range []Unit{
		{Sources: source("a.go", "text")}, {Sources: source("b.go", "text")}, {Sources: source("a.go", "text ")},
		{Sources: source("a.got", "ext")}, {Sources: source("a.go", "text"), Imports: []string{"errors"}},
		{Sources: source("a.go", "text"), Flags: []string{"-race"}}, {Sources: source("a.go", "text"), Flags: []string{"-ra", "ce"}},
		{Sources: source("a.go", "text"), Test: true}, {Sources: append(source("a.go", "text"), Source{"c.go", ""})},
	} {
		hash := resolve(u)
		if again := resolve(u); again != hash {
			t.Errorf("%d: %s, then %s", i, hash, again)
		}
		if j, twice := seen[hash]; twice {
			t.Errorf("units %d and %d have the same hash", j, i)
		}
		seen[hash] = i
	}
}

// What a tool's children still write when it has ended is part of its output, however long the machine takes to hand it on.
func TestOutputAfterTheEnd(t *testing.T) {
	cmd := prepare(exec.CommandContext(t.Context(), "/bin/sh", "-c", "(sleep 1.2; echo late) & echo early"), t.TempDir(), os.Environ())
	out, err := cmd.Output()
	if err != nil || string(out) != "early\nlate\n" {
		t.Errorf("%q, %v", out, err)
	}
}
