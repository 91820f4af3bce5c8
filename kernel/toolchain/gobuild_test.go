package toolchain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// byGo is a program that the go command builds.
func byGo(t *testing.T, env *Env, text string, flags ...string) *Unit {
	t.Helper()
	u, err := env.View().Resolve(t.Context(), Unit{Sources: []Source{{Name: "src_main.go", Text: text}}, Imports: []string{"runtime"}, Flags: flags, ByGo: true})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// sourcesIn are the Go files of the notebook's module directory.
func sourcesIn(t *testing.T, env *Env) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(env.Dir(), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The go command gets the user's flags; whatever comes of it, its sources do not stay, and a failure is not remembered.
func TestGoBuild(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	program := "package main\n\nvar text = \"plain\"\n\nfunc main() { print(text) }\n"
	b, err := env.Build(t.Context(), byGo(t, env, program, "-ldflags=-X=main.text=flags"))
	if err != nil {
		t.Fatal(err)
	}
	if got := output(t, b); got != "flags" {
		t.Errorf("printed %q", got)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, test := range []struct {
		what string
		ctx  context.Context
		unit *Unit
		want func(error) bool
	}{
		{"no such flag", t.Context(), byGo(t, env, program, "-nosuchflag"), func(err error) bool {
			return strings.Contains(err.Error(), "go build: ") && strings.Contains(err.Error(), "nosuchflag")
		}},
		{"a program with an error", t.Context(), byGo(t, env, "package main\n\nfunc main() {\n//line cell_1.go:7:3\nx() }\n"), func(err error) bool {
			var ds cell.Diagnostics
			return errors.As(err, &ds) && ds[0].File == "cell_1.go" && ds[0].Line == 7 && strings.Contains(ds[0].Msg, "undefined: x")
		}},
		{"interrupted", ctx, byGo(t, env, program+"// another\n"), func(err error) bool { return errors.Is(err, context.Canceled) }},
	} {
		if _, err := env.Build(test.ctx, test.unit); err == nil || !test.want(err) {
			t.Errorf("%s: %v", test.what, err)
		}
	}
	if _, err := env.Build(t.Context(), byGo(t, env, program+"// another\n")); err != nil {
		t.Errorf("after the interrupt: %v", err)
	}
	env.Close() // waits for what the interrupt has left
	if left := sourcesIn(t, env); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What is published takes the place of what was; a directory that is gone is an error, not silence.
func TestPublish(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	publish := func(u *Unit, want ...string) {
		t.Helper()
		if err := env.Publish(u, "src_main.go"); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, path := range sourcesIn(t, env) {
			got = append(got, filepath.Base(path))
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("published %v, want %v", got, want)
		}
	}
	publish(&Unit{Sources: []Source{{Name: "src_main.go", Text: "package main\n"}, {Name: "src_cell_1.go", Text: "package main\n"}}}, "main.go", "src_cell_1.go")
	publish(&Unit{Sources: []Source{{Name: "src_main.go", Text: "package main\n"}}, Test: true}, "main_test.go")
	publish(&Unit{})
	dir := env.Dir()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := env.Publish(&Unit{Sources: []Source{{Name: "a.go"}}}, ""); err == nil {
		t.Error("published into a file")
	}
}

func TestCgoIsAskedFor(t *testing.T) {
	for _, test := range []struct {
		text  string
		flags []string
		want  string
	}{{"package main\n", nil, "0"}, {"package main\n", []string{"-race"}, "1"}, {"package main\n\nimport \"C\"\n", nil, "1"}, {"package main\n// import \"C\"\n", []string{"-v"}, "0"}} {
		u := &Unit{Sources: []Source{{Text: test.text}}, Flags: test.flags}
		if got := u.cgo(); got != test.want {
			t.Errorf("%q %v: %s", test.text, test.flags, got)
		}
	}
}
