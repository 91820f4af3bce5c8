package celllink

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// testBase is a base in a directory, and what programs are compiled and linked with there.
type testBase struct {
	dir, path string
	keep      *Keep
	index     []byte
	base      *Base
}

func newTestBase(t testing.TB, direct ...string) *testBase {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the cell linker is for linux/amd64")
	}
	dir := t.TempDir()
	return testBaseOf(t, dir, packages(t, dir, direct...))
}

// testBaseOf makes a base of packages in a directory, where importcfg says what their files are.
func testBaseOf(t testing.TB, dir string, pkgs []Package) *testBase {
	t.Helper()
	b := &testBase{dir: dir}
	var err error
	if b.keep, err = NewKeep(pkgs); err != nil {
		t.Fatal(err)
	}
	linked, err := os.ReadFile(linkBase(t, b.dir, b.keep))
	if err != nil {
		t.Fatal(err)
	}
	patched, err := b.keep.Patch(linked)
	if err != nil {
		t.Fatal(err)
	}
	b.path = filepath.Join(b.dir, "patched")
	if err := os.WriteFile(b.path, patched, 0o700); err != nil {
		t.Fatal(err)
	}
	if b.index, err = b.keep.Index(patched); err != nil {
		t.Fatal(err)
	}
	if b.base, err = Open(b.index, b.archive); err != nil {
		t.Fatal(err)
	}
	return b
}

// archive reads the archive of a package.
func (b *testBase) archive(path string) ([]byte, error) {
	config, err := os.ReadFile(filepath.Join(b.dir, "importcfg"))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(config)) {
		if file, ok := strings.CutPrefix(strings.TrimSpace(line), "packagefile "+path+"="); ok {
			return os.ReadFile(file)
		}
	}
	return nil, errors.New("there is no such package")
}

// compile compiles a program against the packages of the base.
func (b *testBase) compile(t testing.TB, name, source string, flags ...string) []byte {
	t.Helper()
	archive, err := b.tryCompile(filepath.Join(b.dir, name), source, flags...)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// link links what compile has left under a name, with both linkers, and returns the paths.
func (b *testBase) link(t testing.TB, name string, archive []byte) (byGo, byCell string) {
	t.Helper()
	dir := filepath.Join(b.dir, name)
	exe, err := b.base.Link(archive, b.path)
	if err != nil {
		t.Fatal(err)
	}
	if got := BaseOf(exe); got != b.path {
		t.Errorf("the cell names the base %q", got)
	}
	byGo, byCell = filepath.Join(dir, "go"), filepath.Join(dir, "cell")
	if err := os.WriteFile(byCell, exe, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "tool", "link", "-s", "-w", "-buildmode=exe", "-importcfg", "../importcfg", "-o", "go", "main.a")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return byGo, byCell
}

var (
	numbers    = regexp.MustCompile(`0x[0-9a-f]+`)
	goroutines = regexp.MustCompile(`goroutine \d+`)
)

// runFor runs a program, for a minute at most, and returns what it wrote and how it ended, without addresses.
func runFor(t testing.TB, exe string, environ []string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = append(os.Environ(), environ...)
	cmd.Dir = filepath.Dir(exe)
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	text := goroutines.ReplaceAllString(numbers.ReplaceAllString(out.String(), "0x"), "goroutine")
	return fmt.Sprintf("%s%v", text, cmd.ProcessState)
}

// Programs that use what depends on the linker do the same whichever has linked them, also when the collector runs all the time.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	sources := map[string]string{"least": "package main\n\nfunc main() { println(42) }\n", "program": program}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources[strings.TrimSuffix(filepath.Base(file), ".go")] = string(data)
	}
	b := newTestBase(t, testImports...)
	for name, source := range sources {
		for n, way := range append(testWays, testWay{"", "GOGC=1 GODEBUG=clobberfree=1,gccheckmark=1,gcstoptheworld=1"}) {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				where := fmt.Sprint(name, n)
				byGo, byCell := b.link(t, where, b.compile(t, where, source, strings.Fields(way.flags)...))
				environ := strings.Fields(way.environ)
				if want, got := runFor(t, byGo, environ), runFor(t, byCell, environ); got != want {
					t.Errorf("linked as a cell:\n%s\nby the Go linker:\n%s", got, want)
				}
			})
		}
	}
}
