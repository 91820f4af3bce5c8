package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// localModule makes a module example.com/local whose function A returns the given text.
func localModule(t *testing.T, dir, text string) {
	t.Helper()
	for name, data := range map[string]string{
		"go.mod":   "module example.com/local\n\ngo 1.21\n",
		"a/a.go":   "package a\n\nfunc A() string { return " + text + " }\n",
		"b/b.go":   "package b\n\nimport \"example.com/local/a\"\n\nfunc B() string { return a.A() }\n",
		"b/doc.go": "package b\n",
	} {
		if err := files.Write(filepath.Join(dir, name), []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
}

// replaced is an environment whose go.mod replaces example.com/local by a directory.
func replaced(t *testing.T, dir string) *toolchain.Env {
	t.Helper()
	env := testEnv(t)
	add := "\nrequire example.com/local v0.0.0\n\nreplace example.com/local => " + dir + "\n"
	mod := filepath.Join(env.Dir(), "go.mod")
	data, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mod, append(data, add...), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.WriteFile(mod, data, 0o644) })
	return env
}

func runCell(t *testing.T, env *toolchain.Env, src string) (string, *Program) {
	t.Helper()
	c, _ := cell.Split(src)
	p, err := Compose(t.Context(), env, Request{Cell: c, NoAutoget: true})
	if err != nil {
		t.Fatal(err)
	}
	built, err := env.Build(t.Context(), p.Unit)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(built.Exe).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out)), p
}

// A change of a package on disk is seen by the next cell, also through a package that imports it.
func TestLocalPackageChanges(t *testing.T) {
	dir := t.TempDir()
	localModule(t, dir, `"one"`)
	env := replaced(t, dir)
	const src = "import \"example.com/local/b\"\nfmt.Println(b.B())"
	got, p := runCell(t, env, src)
	if got != "one" {
		t.Errorf("got %q, want one", got)
	}
	localModule(t, dir, `"three"`)
	if env.Current(p.Unit) {
		t.Error("the program is current after a package changed")
	}
	if got, _ := runCell(t, env, src); got != "three" {
		t.Errorf("after the change: got %q, want three", got)
	}
}

// A go.mod from which what Mercer needs was removed gets it back.
func TestModuleRepaired(t *testing.T) {
	env := testEnv(t)
	mod := filepath.Join(env.Dir(), "go.mod")
	if err := os.WriteFile(mod, []byte("module mine\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(env.Dir(), "go.sum")); err != nil {
		t.Fatal(err)
	}
	if got, _ := runCell(t, env, "fmt.Println(floats.Sum([]float64{1, 2}))"); got != "3" {
		t.Errorf("got %q, want 3", got)
	}
	if data, _ := os.ReadFile(mod); !strings.HasPrefix(string(data), "module mine\n") {
		t.Errorf("go.mod lost the user's lines:\n%s", data)
	}
}

// Variables of the toolchain reach it.
func TestToolchainEnvironment(t *testing.T) {
	env := testEnv(t)
	_, before := runCell(t, env, "fmt.Println(1)")
	env.SetEnviron(map[string]string{"GOFLAGS": "-ldflags=-X=main.version=two", "PWD": "/nowhere", "HOME_OF_NOBODY": "x"})
	defer env.SetEnviron(nil)
	if env.Current(before.Unit) {
		t.Error("the program is current after GOFLAGS changed")
	}
	got, p := runCell(t, env, "var version = \"one\"\nfunc main() { fmt.Println(version) }")
	if p.Unit.Hash == before.Unit.Hash || got == "" {
		t.Errorf("got %q", got)
	}
}
