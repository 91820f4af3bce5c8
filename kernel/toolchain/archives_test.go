package toolchain

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// newCacheLab returns a cache that was filled on Monday and on Tuesday.
func newCacheLab(t *testing.T) *cacheLab {
	t.Helper()
	lab := &cacheLab{t: t, dir: t.TempDir(), cache: filepath.Join(t.TempDir(), "cache")}
	lab.yesterday, lab.archives[0] = lab.fill("Monday")
	lab.today, lab.archives[1] = lab.fill("Tuesday")
	return lab
}

// A package that was compiled against another one than the list has is noticed before it is linked; the packages are
// listed again, once, and the user reads a sentence.
func TestMixedList(t *testing.T) {
	lab := newCacheLab(t)
	env, err := lab.open("Tuesday")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := env.Close(); err != nil {
			t.Error(err)
		}
	}()
	near := func() *pkg {
		p := *env.View().ix.get("lab.test/near")
		p.Export = lab.archives[0][0]
		return &p
	}
	env.View().ix.pkgs["lab.test/near"] = near()
	prints := func() (string, error) {
		return lab.run(env, Unit{Imports: []string{"fmt", "lab.test/near", "runtime"}, Sources: []Source{{Name: "src_main.go",
			Text: "package main\n\nimport \"fmt\"\nimport \"lab.test/near\"\n\nfunc main() { fmt.Print(near.Day(), `!`) }\n"}}})
	}
	if out, err := prints(); out != "Tuesday!" || err != nil {
		t.Errorf("it prints %q, %v", out, err)
	}
	want := "Package lab.test/near was not used: it was compiled against another package lab.test/far; the packages were listed again."
	if told := env.Troubles(); len(told) != 1 || told[0] != want {
		t.Errorf("told %q", told)
	}
	env.View().ix.pkgs["lab.test/near"] = near()
	var bad *fault
	if _, err := prints(); !errors.As(err, &bad) || !strings.Contains(err.Error(), "go clean -cache") {
		t.Errorf("the second time: %v", err)
	}
}

// What the go command compiles packages to, and where it puts them, is part of the state; a shared cache has places of its own.
func TestStateHasPlaces(t *testing.T) {
	open := func() (state, shared string) {
		env := newEnv(t, Config{})
		return env.moduleState(), env.sharedState()
	}
	state, shared := open()
	for _, name := range []string{"GOMODCACHE", "GOCACHE", "GOPATH"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOMODCACHE", "") // else GOPATH decides nothing
			dir := t.TempDir()
			t.Setenv(name, dir)
			if s, sh := open(); s == state || sh != shared {
				t.Errorf("the state is the same: %v; that of shared caches: %v", s == state, sh == shared)
			}
		})
	}
	t.Run("GOAMD64", func(t *testing.T) {
		t.Setenv("GOAMD64", "v2")
		if s, sh := open(); s == state || sh == shared {
			t.Error("the state is the same")
		}
	})
}

// An index takes no package that was compiled otherwise than one that others of it were compiled against.
func TestIndexPutsWhatFits(t *testing.T) {
	ix := testIndex(t)
	if same, changed := ix.put([]*pkg{{ImportPath: "x.y/e"}, {ImportPath: "vendor/b"}}); same != ix || changed {
		t.Error("nothing was compiled otherwise, but the index is another one")
	}
	other, changed := ix.put([]*pkg{{ImportPath: "vendor/b", Export: "elsewhere"}})
	if got := strings.Join(sortedKeys(other.pkgs), " "); got != "vendor/b x.y/d x.y/e" || !changed || other == ix {
		t.Errorf("left %s, changed %v", got, changed)
	}
	if got := ix.pkgs["vendor/b"].Export; got != "" {
		t.Errorf("the old index has %q", got)
	}
}
