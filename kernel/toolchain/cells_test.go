package toolchain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/celllink"
)

// cellEnv is an Env that links cells with bases.
func cellEnv(t *testing.T, cfg Config) *Env {
	t.Helper()
	t.Setenv(linkerVariable, "")
	if cfg.CacheDir == "" {
		cfg.CacheDir = t.TempDir()
	}
	env := newEnv(t, cfg)
	if off := env.cells.Off(); off != "" {
		t.Skip(off)
	}
	return env
}

// buildText builds a program and returns what it writes.
func buildText(t *testing.T, env *Env, text string, imports ...string) (*Built, string) {
	t.Helper()
	u, err := env.View().Resolve(t.Context(), Unit{Sources: []Source{{"main.go", text}}, Imports: append([]string{"runtime"}, imports...)})
	if err != nil {
		t.Fatal(err)
	}
	b, err := env.Build(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	return b, output(t, b)
}

func printing(n int) string {
	return fmt.Sprintf("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(%d) }\n", n)
}

// withBase makes a base, by building a program that needs one.
func withBase(t *testing.T, env *Env) {
	t.Helper()
	b, _ := buildText(t, env, printing(-1), "fmt")
	if !strings.HasPrefix(b.Linker, "go: ") {
		t.Fatalf("the first program was linked by %q", b.Linker)
	}
	env.cells.Settle()
}

// theBase is the directory of the only base in a cache.
func theBase(t *testing.T, env *Env) string {
	t.Helper()
	dirs, err := filepath.Glob(env.cacheFile("bases", "*-*"))
	if err != nil || len(dirs) != 1 {
		t.Fatalf("the bases are %v (%v), want one", dirs, err)
	}
	return dirs[0]
}

// A package that the Go linker cannot link, as runtime/cgo without C, does not come into the bases of later programs.
func TestUnlinkablePackage(t *testing.T) {
	env := cellEnv(t, Config{})
	text := "package main\n\nimport \"runtime/cgo\"\n\nfunc main() { println(cgo.NewHandle(1).Value() != nil) }\n"
	u, err := env.View().Resolve(t.Context(), Unit{Sources: []Source{{"main.go", text}}, Imports: []string{"runtime", "runtime/cgo"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := env.Build(t.Context(), u); err == nil {
		t.Skip("runtime/cgo can be linked here")
	}
	withBase(t, env)
	if b, _ := buildText(t, env, printing(1), "fmt"); b.Linker != "cell" {
		t.Errorf("a program after one that could not be linked was linked by %q", b.Linker)
	}
}

// The first program is linked by the Go linker; meanwhile a base is made, with which those after it are, also in another kernel.
func TestCellLinker(t *testing.T) {
	dir := t.TempDir()
	env := cellEnv(t, Config{CacheDir: dir})
	withBase(t, env)
	for n := range 3 {
		b, out := buildText(t, env, printing(n), "fmt")
		if b.Linker != "cell" || out != fmt.Sprintln(n) {
			t.Errorf("linked by %q, it writes %q", b.Linker, out)
		}
	}
	other := cellEnv(t, Config{CacheDir: dir})
	if b, out := buildText(t, other, printing(100), "fmt"); b.Linker != "cell" || out != "100\n" {
		t.Errorf("linked by %q, it writes %q", b.Linker, out)
	}
	if b, out := buildText(t, other, printing(1), "fmt"); !b.Cached || out != "1\n" {
		t.Errorf("cached: %v, it writes %q", b.Cached, out)
	}
}

// noisy has a package that tells of its initialisation.
var noisy = fstest.MapFS{"display/display.go": {Data: []byte("package display\n\nfunc init() { println(\"noise\") }\n")}}

// A program that keeps an error imports the packages of the errors behind its imports: the first base has these.
func TestBaseHasErrors(t *testing.T) {
	env := cellEnv(t, Config{})
	withBase(t, env)
	const text = "package main\n\nimport \"io/fs\"\n\nfunc main() { print(fs.ErrExist != nil) }\n"
	if b, _ := buildText(t, env, text, "io/fs"); b.Linker != "cell" {
		t.Errorf("linked by %q", b.Linker)
	}
	theBase(t, env)
}

// Programs that are built together while there is no base do the same as one after the other.
func TestTogetherWithoutBase(t *testing.T) {
	env := cellEnv(t, Config{})
	if _, err := env.View().Resolve(t.Context(), Unit{Sources: []Source{{"main.go", printing(0)}}, Imports: []string{"runtime", "fmt"}}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			if _, got := buildText(t, env, printing(n), "fmt"); got != fmt.Sprintln(n) {
				t.Errorf("program %d writes %q", n, got)
			}
		})
	}
	wg.Wait()
	env.cells.Settle()
	if b, _ := buildText(t, env, printing(9), "fmt"); b.Linker != "cell" {
		t.Errorf("the next one is linked by %q", b.Linker)
	}
}

// Of the packages of a base only those are initialised that the cell imports.
func TestCellInitialisesItsOwn(t *testing.T) {
	env := cellEnv(t, Config{Sources: noisy})
	const path = "github.com/mercer-go/mercer/display"
	text := "package main\n\nimport _ \"" + path + "\"\n\nfunc main() { println(\"main\") }\n"
	if b, out := buildText(t, env, text, path); b.Linker == "cell" || out != "noise\nmain\n" {
		t.Errorf("linked by %q, it writes %q", b.Linker, out)
	}
	env.cells.Settle()
	if b, out := buildText(t, env, text+"\n// again\n", path); b.Linker != "cell" || out != "noise\nmain\n" {
		t.Errorf("linked by %q, it writes %q", b.Linker, out)
	}
	if b, out := buildText(t, env, "package main\n\nfunc main() { println(\"main\") }\n"); b.Linker != "cell" || out != "main\n" {
		t.Errorf("linked by %q, it writes %q", b.Linker, out)
	}
}

// What decides that the Go linker is used says so.
func TestGoLinker(t *testing.T) {
	env := cellEnv(t, Config{})
	withBase(t, env)
	env.SetEnviron(map[string]string{"GOAMD64": "v1"})
	if b, _ := buildText(t, env, printing(1), "fmt"); b.Linker != "go: the notebook has set GOAMD64=v1" {
		t.Errorf("linked by %q", b.Linker)
	}
	env.SetEnviron(nil)
	nosplit := "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\n//go:nosplit\n//go:noinline\nfunc f(s []string) int { return len(strings.Join(s, \"\")) }\n\nfunc main() { fmt.Println(f([]string{\"x\"})) }\n"
	if b, out := buildText(t, env, nosplit, "fmt", "strings"); !strings.Contains(b.Linker, "check its stack") || out != "1\n" {
		t.Errorf("linked by %q, it writes %q", b.Linker, out)
	}
	for value, want := range map[string]string{"go": "MERCER_LINKER=go is set", "ld": "MERCER_LINKER=ld is neither go nor cell"} {
		t.Setenv(linkerVariable, value)
		off := newEnv(t, Config{CacheDir: t.TempDir()})
		if b, _ := buildText(t, off, printing(2), "fmt"); b.Linker != "go: "+want {
			t.Errorf("linked by %q, want %q", b.Linker, want)
		}
		if said := Linking(Config{CacheDir: env.cache}); !strings.Contains(said, want) || !strings.Contains(off.Linking(), want) {
			t.Errorf("%q, %q do not say %q", said, off.Linking(), want)
		}
	}
	t.Setenv(linkerVariable, "")
	for value, want := range map[string]string{"cold": "No compiler waits for the next one: MERCER_COMPILER=cold is set", "hot": "MERCER_COMPILER=hot is neither waiting nor cold", "": "A compiler waits"} {
		t.Setenv(compilerVariable, value)
		if said := Linking(Config{CacheDir: env.cache}); !strings.Contains(said, want) && cellLinkerOff(&goTools{Version: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}) == "" {
			t.Errorf("%q does not say %q", said, want)
		}
	}
	for _, c := range []struct{ version, os, arch, want string }{
		{"go1.26.8", "linux", "amd64", ""}, {"go1.26.9", "linux", "amd64", "not with go1.26.9"}, {"go1.26.8 X:nogreenteagc", "linux", "amd64", "not with"},
		{"devel go1.27-abc", "linux", "amd64", "not with devel"}, {"go1.26.8", "darwin", "arm64", "for linux/amd64 and linux/arm64, not for darwin/arm64"},
		{"go1.26.8", "linux", "arm64", ""}, {"go1.26.8", "linux", "riscv64", "not for linux/riscv64"},
	} {
		if off := cellLinkerOff(&goTools{Version: c.version, OS: c.os, Arch: c.arch}); !strings.Contains(off, c.want) || (off == "") != (c.want == "") {
			t.Errorf("%v: off because of %q", c, off)
		}
	}
}

// A base that is gone, damaged, cut off or another's is not used: neither for new programs nor for those in the cache.
func TestDamagedBase(t *testing.T) {
	cache, n := t.TempDir(), 0
	env := cellEnv(t, Config{CacheDir: cache})
	withBase(t, env)
	dir := theBase(t, env)
	kept := filepath.Join(cache, "kept")
	if err := os.Rename(dir, kept); err != nil {
		t.Fatal(err)
	}
	held, err := files.Lock(filepath.Join(cache, "bases", "lock"), os.O_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close() // meanwhile no kernel makes another one
	for what, damage := range map[string]func(t *testing.T, dir string){
		"all gone":       func(t *testing.T, dir string) { os.RemoveAll(dir) },
		"executable":     func(t *testing.T, dir string) { flip(t, filepath.Join(dir, "base")) },
		"cut off":        func(t *testing.T, dir string) { cut(t, filepath.Join(dir, "base")) },
		"index":          func(t *testing.T, dir string) { flip(t, filepath.Join(dir, "index")) },
		"index cut off":  func(t *testing.T, dir string) { cut(t, filepath.Join(dir, "index")) },
		"no index":       func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "index")) },
		"what it is":     func(t *testing.T, dir string) { cut(t, filepath.Join(dir, "made.json")) },
		"its program":    func(t *testing.T, dir string) { flip(t, filepath.Join(dir, "try")) },
		"never finished": func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "tried.json")) },
		"tried":          func(t *testing.T, dir string) { cut(t, filepath.Join(dir, "tried.json")) },
		"writable":       func(t *testing.T, dir string) { os.Chmod(filepath.Join(dir, "base"), 0o777) },
	} {
		t.Run(what, func(t *testing.T) {
			if out, err := exec.Command("cp", "-a", kept, dir).CombinedOutput(); err != nil {
				t.Fatal(err, string(out))
			}
			n++
			if b, out := buildText(t, newEnv(t, Config{CacheDir: cache}), printing(n), "fmt"); b.Linker != "cell" || out != fmt.Sprintln(n) {
				t.Errorf("before: linked by %q, it writes %q", b.Linker, out)
			}
			open := newEnv(t, Config{CacheDir: cache})
			buildText(t, open, printing(n+100), "fmt")
			damage(t, dir)
			other := newEnv(t, Config{CacheDir: cache})
			if b, out := buildText(t, other, printing(n+200), "fmt"); out != fmt.Sprintln(n+200) || b.Linker == "cell" {
				t.Errorf("a new program was linked by %q and writes %q", b.Linker, out)
			}
			if b, out := buildText(t, other, printing(n), "fmt"); out != fmt.Sprintln(n) {
				t.Errorf("one of the cache (%v) writes %q", b.Cached, out)
			}
			if b, out := buildText(t, open, printing(n+300), "fmt"); out != fmt.Sprintln(n+300) {
				t.Errorf("one in the first kernel, linked by %q, writes %q", b.Linker, out)
			}
			os.RemoveAll(dir)
		})
	}
}

// In the place of a base that cannot be used, whatever is wrong with it, another one is made, and nobody waits for ever.
func TestDamagedBaseIsMadeAgain(t *testing.T) {
	cache := t.TempDir()
	withBase(t, cellEnv(t, Config{CacheDir: cache}))
	replace := func(old, by string) func([]byte) []byte {
		return func(data []byte) []byte { return bytes.Replace(data, []byte(old), []byte(by), 1) }
	}
	kinds := map[string]func(t *testing.T, dir string){
		"executable":      func(t *testing.T, dir string) { flip(t, filepath.Join(dir, "base")) },
		"not executable":  func(t *testing.T, dir string) { os.Chmod(filepath.Join(dir, "base"), 0o400) },
		"writable":        func(t *testing.T, dir string) { os.Chmod(filepath.Join(dir, "base"), 0o777) },
		"what it is":      func(t *testing.T, dir string) { cut(t, filepath.Join(dir, "made.json")) },
		"of another Go":   func(t *testing.T, dir string) { rewrite(t, filepath.Join(dir, "made.json"), replace("go1.", "go9.")) },
		"another package": func(t *testing.T, dir string) { rewrite(t, filepath.Join(dir, "made.json"), replace(`"fmt"`, `"fmu"`)) },
		"what was tried": func(t *testing.T, dir string) {
			rewrite(t, filepath.Join(dir, "tried.json"), replace("is well", "is fell"))
		},
		"no index":        func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "index")) },
		"index":           func(t *testing.T, dir string) { directory(t, filepath.Join(dir, "index")) },
		"all":             func(t *testing.T, dir string) { os.RemoveAll(dir); pipe(t, dir) },
		"pipe base":       func(t *testing.T, dir string) { pipe(t, filepath.Join(dir, "base")) },
		"pipe index":      func(t *testing.T, dir string) { pipe(t, filepath.Join(dir, "index")) },
		"pipe made.json":  func(t *testing.T, dir string) { pipe(t, filepath.Join(dir, "made.json")) },
		"pipe tried.json": func(t *testing.T, dir string) { pipe(t, filepath.Join(dir, "tried.json")) },
		"pipe try":        func(t *testing.T, dir string) { pipe(t, filepath.Join(dir, "try")) },
	}
	for n, what := range slices.Sorted(maps.Keys(kinds)) {
		if n%3 != 0 && os.Getenv("MERCER_SLOW") == "" {
			continue // a base is made for each
		}
		t.Run(what, func(t *testing.T) {
			dirs, err := filepath.Glob(filepath.Join(cache, "bases", "*-*"))
			if err != nil || len(dirs) == 0 {
				t.Fatal(dirs, err)
			}
			for _, dir := range dirs {
				whole := !slices.ContainsFunc([]string{"base", "index", "made.json", "tried.json", "try"}, func(name string) bool {
					info, err := os.Lstat(filepath.Join(dir, name))
					return err != nil || !info.Mode().IsRegular() || name == "base" && info.Mode().Perm() != 0o500
				})
				if whole {
					kinds[what](t, dir)
				} else { // what is left of another trial
					os.RemoveAll(dir)
				}
			}
			other := newEnv(t, Config{CacheDir: cache})
			if b, out := buildText(t, other, printing(n), "fmt"); b.Linker == "cell" || out != fmt.Sprintln(n) {
				t.Errorf("a program was linked by %q and writes %q", b.Linker, out)
			}
			other.cells.Settle()
			if b, out := buildText(t, other, printing(n+100), "fmt"); b.Linker != "cell" || out != fmt.Sprintln(n+100) {
				t.Errorf("the next was linked by %q and writes %q", b.Linker, out)
			}
		})
	}
}

// The bases of a cache that was moved are made again: programs name them by their path.
func TestMovedCache(t *testing.T) {
	root := t.TempDir()
	cache, moved, same := filepath.Join(root, "cache"), filepath.Join(root, "moved"), filepath.Join(root, "same")
	withBase(t, cellEnv(t, Config{CacheDir: cache}))
	if err := os.Symlink(cache, same); err != nil {
		t.Skip(err)
	}
	if b, _ := buildText(t, newEnv(t, Config{CacheDir: same}), printing(1), "fmt"); b.Linker != "cell" {
		t.Errorf("by another path a program was linked by %q", b.Linker)
	}
	if err := os.Rename(cache, moved); err != nil {
		t.Fatal(err)
	}
	env := newEnv(t, Config{CacheDir: moved})
	for n := range 2 {
		b, out := buildText(t, env, printing(n+10), "fmt")
		if out != fmt.Sprintln(n+10) || n > 0 && b.Linker != "cell" {
			t.Errorf("moved: program %d was linked by %q and writes %q", n, b.Linker, out)
		}
		env.cells.Settle()
	}
}

// pipe puts a pipe to which nobody writes in the place of a file.
func pipe(t *testing.T, file string) {
	t.Helper()
	os.Remove(file)
	if out, err := exec.Command("mkfifo", file).CombinedOutput(); err != nil {
		t.Skip(err, string(out))
	}
}

// directory puts a directory in the place of a file.
func directory(t *testing.T, file string) {
	t.Helper()
	os.Remove(file)
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
}

func flip(t *testing.T, file string) {
	t.Helper()
	rewrite(t, file, func(data []byte) []byte { data[len(data)/2] ^= 1; return data })
}

func cut(t *testing.T, file string) {
	t.Helper()
	rewrite(t, file, func(data []byte) []byte { return data[:len(data)/2] })
}

// rewrite puts another file in the place of one.
func rewrite(t *testing.T, file string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(file)
	if err := os.WriteFile(file, change(data), info.Mode()); err != nil {
		t.Fatal(err)
	}
}

// Where programs of cells do not run, as in a sandbox, or do something else than they should, the Go linker is used, and it is said why.
func TestCellsDoNotRun(t *testing.T) {
	cache := t.TempDir()
	env := cellEnv(t, Config{CacheDir: cache})
	withBase(t, env)
	dir := theBase(t, env)
	for what, want := range map[string]string{"#!/bin/sh\nexit 1\n": "exit status 1", "#!/bin/sh\necho well\n": "do not do what they should"} {
		rewrite(t, filepath.Join(dir, "try"), func([]byte) []byte { return []byte(what) })
		rewrite(t, filepath.Join(dir, "tried.json"), func(data []byte) []byte {
			tried := map[string]any{}
			if err := json.Unmarshal(data, &tried); err != nil {
				t.Fatal(err)
			}
			tried["Checksum"] = celllink.Checksum([]byte(what)) // as if it had been made so
			data, _ = json.Marshal(tried)
			return data
		})
		other := cellEnv(t, Config{CacheDir: cache})
		if b, out := buildText(t, other, printing(len(what)), "fmt"); !strings.Contains(b.Linker, want) || out != fmt.Sprintln(len(what)) {
			t.Errorf("linked by %q, it writes %q", b.Linker, out)
		}
		if off := other.cells.Off(); !strings.Contains(off, want) {
			t.Errorf("off because of %q", off)
		}
	}
}

// Where no base can be written the Go linker is used. The next kernel makes room for bases.
func TestNoPlaceForBases(t *testing.T) {
	cache := t.TempDir()
	env := cellEnv(t, Config{CacheDir: cache})
	bases := filepath.Join(cache, "bases")
	if err := errors.Join(os.RemoveAll(bases), os.WriteFile(bases, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if b, out := buildText(t, env, printing(n), "fmt"); !strings.HasPrefix(b.Linker, "go: ") || out != fmt.Sprintln(n) {
			t.Errorf("linked by %q, it writes %q", b.Linker, out)
		}
		env.cells.Settle()
	}
	cellEnv(t, Config{CacheDir: cache})
	if info, err := os.Stat(bases); err != nil || !info.IsDir() {
		t.Errorf("there is no room for bases: %v", err)
	}
}

// Kernels that want a base at the same time make one, and one that is closed while it makes a base leaves nothing.
func TestBasesTogether(t *testing.T) {
	cache := t.TempDir()
	var wg sync.WaitGroup
	for range 3 {
		env := cellEnv(t, Config{CacheDir: cache})
		wg.Go(func() {
			u, err := env.View().Resolve(t.Context(), Unit{Sources: []Source{{"main.go", printing(0)}}, Imports: []string{"runtime", "fmt"}})
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := env.Build(t.Context(), u); err != nil {
				t.Error(err)
			}
			env.wantBase(u)
			env.cells.Settle()
		})
	}
	wg.Wait()
	env := cellEnv(t, Config{CacheDir: cache})
	theBase(t, env)
	if b, _ := buildText(t, env, printing(1), "fmt"); b.Linker != "cell" {
		t.Errorf("linked by %q", b.Linker)
	}
	os.RemoveAll(theBase(t, env))
	hasty := cellEnv(t, Config{CacheDir: cache})
	buildText(t, hasty, printing(2), "fmt")
	time.Sleep(50 * time.Millisecond)
	hasty.cells.Close()
	if left, _ := filepath.Glob(hasty.cacheFile("bases", "*-*")); len(left) > 0 {
		t.Errorf("it has left %v", left)
	}
	if left, _ := filepath.Glob(filepath.Join(hasty.temp.Path, "base-*")); len(left) > 0 {
		t.Errorf("it has left %v", left)
	}
}

// A shared cache has a base for its users.
func TestSharedBase(t *testing.T) {
	root := t.TempDir()
	shared := filepath.Join(root, "shared")
	installer := cellEnv(t, Config{CacheDir: shared})
	withBase(t, installer)
	env := cellEnv(t, Config{CacheDir: filepath.Join(root, "mine"), Shared: []string{shared}})
	if len(env.cfg.Shared) == 0 {
		t.Skip("the directory of tests is not trusted")
	}
	if b, out := buildText(t, env, printing(1), "fmt"); b.Linker != "cell" || out != "1\n" {
		t.Errorf("linked by %q, it writes %q", b.Linker, out)
	}
}

// Thousands of cells take no more memory, and no more files in use, than some: with MERCER_SLOW=1 2,000.
func TestManyCells(t *testing.T) {
	cells := 30
	if os.Getenv("MERCER_SLOW") == "1" {
		cells = 2000
	}
	env := cellEnv(t, Config{})
	withBase(t, env)
	start, began := looks{}, time.Now()
	for n := range cells {
		if b, out := buildText(t, env, printing(n), "fmt"); b.Linker != "cell" || out != fmt.Sprintln(n) {
			t.Fatalf("cell %d, linked by %q, writes %q", n, b.Linker, out)
		}
		if n == cells/10 {
			start = look(t, env)
		}
	}
	end := look(t, env)
	t.Logf("%d cells in %v: after a tenth of them %v, at the end %v", cells, time.Since(began).Round(time.Millisecond), start, end)
	perCell := float64(end.disk-start.disk) / float64(cells-cells/10-1)
	if end.heap > start.heap+8<<20 || end.files > start.files+5 || end.temp > start.temp+20 || perCell > 60<<10 {
		t.Errorf("%.0f bytes of disk for each cell; after a tenth %v, at the end %v", perCell, start, end)
	}
}

// looks is what a process and its cache take.
type looks struct{ heap, files, temp, disk int }

func (l looks) String() string {
	return fmt.Sprintf("%.1f MB of heap, %d open files, %d temporary files, %.1f MB of cache", float64(l.heap)/1e6, l.files, l.temp, float64(l.disk)/1e6)
}

// withoutWaiting ends the compiler that waits, and those that are about to, and returns what lets the next one wait.
func withoutWaiting(w *waiting) (again func()) {
	w.mu.Lock()
	off := w.off
	w.mu.Unlock()
	w.switchOff("a test looks")
	w.wg.Wait()
	return func() {
		w.mu.Lock()
		w.off = off
		w.mu.Unlock()
	}
}

func look(t *testing.T, env *Env) (l looks) {
	t.Helper()
	defer withoutWaiting(&env.waiting)()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	l.heap = int(m.HeapAlloc)
	if list, err := os.ReadDir("/proc/self/fd"); err == nil {
		l.files = len(list)
	}
	filepath.WalkDir(env.temp.Path, func(_ string, _ fs.DirEntry, _ error) error { l.temp++; return nil })
	out, err := exec.Command("du", "-sb", env.cache).Output()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fscan(bytes.NewReader(out), &l.disk)
	return l
}
