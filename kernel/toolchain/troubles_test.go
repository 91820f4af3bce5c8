package toolchain

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/files"
)

// mustTell fails unless there is one trouble, a sentence that begins and goes on as it should.
func mustTell(t *testing.T, env *Env, begin, reason string) {
	t.Helper()
	told := env.Troubles()
	if len(told) != 1 || !strings.HasPrefix(told[0], begin) || !strings.Contains(told[0], reason) || !strings.HasSuffix(told[0], ".") || strings.Contains(told[0], "\n") {
		t.Errorf("told %q, want a sentence that begins with %q and says %q", told, begin, reason)
	}
}

// Each kind and reason is told once, whatever the numbers in it.
func TestTroubles(t *testing.T) {
	var all troubles
	for _, text := range []string{"A in /tmp/x-123/ab12.", "A in /tmp/x-4/0cd3.", "B.", "A in /tmp/x-123/ab12."} {
		all.add(text)
	}
	if got := fmt.Sprint(all.take()); got != "[A in /tmp/x-123/ab12. B.]" {
		t.Errorf("told %s", got)
	}
	if all.add("B."); len(all.take()) > 0 {
		t.Error("told twice")
	}
	for text, want := range map[string]string{"ärger": "Ärger.", "MERCER is. ": "MERCER is. .", "x.": "X.", "": "."} {
		if got := sentence(text); got != want && text != "" {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// What has been linked otherwise by design is no trouble; what the linker refuses, and settings that mean nothing, are told once.
func TestLinkingTroubles(t *testing.T) {
	env := cellEnv(t, Config{})
	withBase(t, env)
	env.SetEnviron(map[string]string{"GOAMD64": "v1"})
	buildText(t, env, printing(1), "fmt")
	env.SetEnviron(nil)
	u := *unit(t, env, "by the go command")
	u.ByGo, u.Hash = true, hashOf(u.Hash)
	if b, err := env.Build(t.Context(), &u); err != nil || b.Linker != "the go command" {
		t.Errorf("%+v, %v", b, err)
	}
	if told := env.Troubles(); len(told) > 0 {
		t.Errorf("told %q", told)
	}
	for n := range 3 {
		buildText(t, env, fmt.Sprintf("package main\n\nimport \"runtime\"\n\nfunc main() { print(runtime.MemProfileRate, %d) }\n", n))
	}
	mustTell(t, env, "The Go linker has linked a cell, which takes longer, for Mercer's own does not link it: ", "it uses runtime.MemProfileRate")
	t.Setenv(linkerVariable, "ld")
	t.Setenv(compilerVariable, "cold")
	mustTell(t, newEnv(t, Config{CacheDir: t.TempDir()}), "MERCER_LINKER=ld is neither go nor cell: ", "the Go linker links")
	t.Setenv(linkerVariable, "go")
	t.Setenv(compilerVariable, "hot")
	mustTell(t, newEnv(t, Config{CacheDir: t.TempDir()}), "MERCER_COMPILER=hot is neither waiting nor cold: ", "no compiler")
	t.Setenv(compilerVariable, "waiting")
	if told := newEnv(t, Config{CacheDir: t.TempDir()}).Troubles(); len(told) > 0 {
		t.Errorf("told %q", told)
	}
}

// A base that cannot be made, as on a full disk, is told of and tried again: at once where other packages are imported, and after some
// programs in any case.
func TestBaseIsTriedAgain(t *testing.T) {
	env := cellEnv(t, Config{})
	link := filepath.Join(env.tools.ToolDir, "link")
	restore := fakeTool(t, env, "link", `case "$*" in *"-o linked"*) echo tried >>`+env.cache+`/tried; echo "write: no space left on device"; exit 1;; esac; exec `+link+` "$@"`)
	tried := func() int {
		data, err := files.Read(filepath.Join(env.cache, "tried"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(data), "tried")
	}
	n := 0
	next := func(imports ...string) *Built {
		text := fmt.Sprintf("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(%d) }\n", n)
		n++
		b, _ := buildText(t, env, text, imports...)
		env.cells.Settle()
		return b
	}
	for range 4 {
		next("fmt")
	}
	if tried() != 1 {
		t.Errorf("tried %d times for four programs", tried())
	}
	mustTell(t, env, "No base to link cells with could be made, so that the Go linker links them, which takes longer; it is tried again later: ", "no space left on the disk")
	if said := env.Linking(); !strings.Contains(said, "could not be made, which is tried again later: no space") {
		t.Errorf("it says %q", said)
	}
	next("fmt", "container/ring")
	if tried() != 2 {
		t.Errorf("tried %d times with another package", tried())
	}
	restore()
	for range 8 { // see bases.restAfter
		if b := next("fmt", "container/ring"); b.Linker == "cell" {
			t.Fatal("it is tried at once")
		}
	}
	next("fmt", "container/ring")
	if b := next("fmt", "container/ring"); b.Linker != "cell" {
		t.Errorf("then linked by %q", b.Linker)
	}
	if told := env.Troubles(); len(told) > 0 {
		t.Errorf("told %q", told)
	}
	if said := env.Linking(); !strings.Contains(said, "It has a base") {
		t.Errorf("it says %q", said)
	}
}

// What is said of a cache is what a kernel finds there.
func TestLinking(t *testing.T) {
	cache := t.TempDir()
	env := cellEnv(t, Config{CacheDir: cache})
	says := func(want string) {
		t.Helper()
		if said := Linking(Config{CacheDir: cache}); !strings.Contains(said, want) || strings.Contains(said, "\n") {
			t.Errorf("it says %q, want %q", said, want)
		}
	}
	says("has no base for it yet")
	withBase(t, env)
	dir := theBase(t, env)
	says("Its base " + dir + " has passed its test here. A compiler waits")
	if err := os.Chmod(filepath.Join(dir, "try"), 0o400); err != nil {
		t.Fatal(err)
	}
	says("Its base " + dir + " cannot be used: programs of cells do not run here: fork/exec ")
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("the base is gone: %v", err)
	}
	other := newEnv(t, Config{CacheDir: cache})
	buildText(t, other, printing(1), "fmt")
	mustTell(t, other, "The Go linker links all cells, which takes longer: ", "programs of cells do not run here: ")
	if said := other.Linking(); !strings.Contains(said, "Cells are linked by the Go linker; Mercer's own is off: programs of cells do not run here") {
		t.Errorf("it says %q", said)
	}
	os.Chmod(filepath.Join(dir, "try"), 0o500)
	flip(t, filepath.Join(dir, "base"))
	other = newEnv(t, Config{CacheDir: cache})
	buildText(t, other, printing(2), "fmt")
	mustTell(t, other, "A base that cells are linked with cannot be used, and another one is made", "it is not as it was made")
	if said := Linking(Config{CacheDir: filepath.Join(cache, "none", "here")}); !strings.Contains(said, "has no base") {
		t.Errorf("it says %q", said)
	}
}
