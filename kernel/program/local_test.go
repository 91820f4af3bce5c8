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

// Build tags of GOFLAGS, of the notebook and of the kernel's environment, hold for what cells import and for cells.
func TestBuildTags(t *testing.T) {
	dir := t.TempDir()
	localModule(t, dir, `"a"`)
	for name, text := range map[string]string{
		"tags/plain.go": "//go:build !fancy\n\npackage tags\n\nconst Which = \"plain\"\n",
		"tags/fancy.go": "//go:build fancy\n\npackage tags\n\nconst Which, Only = \"fancy\", 1\n",
	} {
		if err := files.Write(filepath.Join(dir, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	env := replaced(t, dir)
	defer env.SetEnviron(nil)
	imports := "import \"example.com/local/tags\"\n"
	for _, c := range []struct{ kernel, notebook, flags, cell, want string }{
		{"", "", "", "fmt.Println(tags.Which)", "plain"},
		{"", "-tags=fancy", "", "fmt.Println(tags.Which, tags.Only)", "fancy 1"},
		{"-tags=fancy", "", "", "fmt.Println(tags.Which, tags.Only)", "fancy 1"},
		{"-tags=fancy -ldflags=-s", "", "", "fmt.Println(tags.Which, tags.Only)", "fancy 1"},
		{"-tags=fancy", "-tags=other", "", "fmt.Println(tags.Which)", "plain"},
		{"", "", "-tags=fancy", "fmt.Println(tags.Which, tags.Only)", "fancy 1"},
		{"", "", "-trimpath -tags other,fancy", "fmt.Println(tags.Which, tags.Only)", "fancy 1"},
		{"-tags=fancy", "", "-tags=other", "fmt.Println(tags.Which)", "plain"},
		{"-tags=fancy", "", "-trimpath", "fmt.Println(tags.Which, tags.Only)", "fancy 1"},
	} {
		t.Setenv("GOFLAGS", c.kernel)
		vars := map[string]string{"GOFLAGS": c.notebook}
		if c.notebook == "" {
			delete(vars, "GOFLAGS")
		}
		env.SetEnviron(vars, strings.Fields(c.flags)...)
		if got, _ := runCell(t, env, imports+c.cell); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

// What is wrong with a package that a cell imports is said whole, with the place of each error.
func TestLocalPackagesWithErrors(t *testing.T) {
	dir := t.TempDir()
	localModule(t, dir, `"a"`)
	for name, text := range map[string]string{
		"types/x.go": "package types\n\nfunc F() int { return \"x\" }\n\nvar A string = 1\n", "syntax/x.go": "package syntax\n\nfunc F( int {\n",
		"unused/x.go": "package unused\n\nimport \"os\"\n", "uses/x.go": "package uses\n\nimport _ \"example.com/local/types\"\n",
		"one/x.go": "package one\n\nimport _ \"example.com/local/two\"\n", "two/x.go": "package two\n\nimport _ \"example.com/local/one\"\n",
		"tests/x_test.go": "package tests\n", "program/x.go": "package main\n\nfunc main() {}\n",
		"mixed/x.go": "package mixed\n", "mixed/y.go": "package other\n", "system/x.go": "//go:build js && !js\n\npackage system\n",
	} {
		if err := files.Write(filepath.Join(dir, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	env := replaced(t, dir)
	for name, want := range map[string]string{
		"types": "does not compile: DIR/types/x.go:3:23: cannot use \"x\" (untyped string constant) as int value in return statement\n" +
			"DIR/types/x.go:5:16: cannot use 1 (untyped int constant) as string value in variable declaration",
		"syntax":  "does not compile: DIR/syntax/x.go:3:13: syntax error: unexpected { in parameter list; possibly missing comma or )",
		"unused":  "does not compile: DIR/unused/x.go:3:8: \"os\" imported and not used",
		"uses":    "package example.com/local/types does not compile: DIR/types/x.go:3:23: cannot use \"x\" (untyped string constant) as int value in return statement\nDIR/",
		"one":     "packages import each other: example.com/local/one imports example.com/local/two imports example.com/local/one",
		"tests":   "all its files are tests (_test.go): it has nothing to import",
		"program": "it is a program (package main): only other packages can be imported",
		"mixed":   "found packages mixed (x.go) and other (y.go) in DIR/mixed",
		"system":  "build constraints exclude all Go files in DIR/system",
	} {
		c, _ := cell.Split("import _ \"example.com/local/" + name + "\"\n1")
		_, err := Compose(t.Context(), env, Request{Cell: c, NoAutoget: true})
		want = "cannot import \"example.com/local/" + name + "\": " + strings.ReplaceAll(want, "DIR", dir)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v\nwant %s", name, err, want)
		}
	}
}
