package celllink

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// testBase is a base in a directory, and what programs are compiled and linked with there.
type testBase struct {
	machine
	dir, path string
	keep      *Keep
	index     []byte
	base      *Base
}

func (m machine) newBase(t testing.TB, direct ...string) *testBase {
	t.Helper()
	dir := t.TempDir()
	return m.newBaseOf(t, dir, m.packages(t, dir, direct...))
}

// newBaseOf makes a base of packages in a directory, where importcfg says what their files are.
func (m machine) newBaseOf(t testing.TB, dir string, pkgs []Package) *testBase {
	t.Helper()
	b := &testBase{machine: m, dir: dir}
	var err error
	if b.keep, err = NewKeep(pkgs); err != nil {
		t.Fatal(err)
	}
	linked, err := os.ReadFile(m.linkBase(t, b.dir, b.keep))
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
	if again, err := b.keep.Index(patched); err != nil || !bytes.Equal(again, b.index) {
		t.Errorf("two indexes of one base differ (%v)", err)
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
	cmd := b.goCommand(dir, "tool", "link", "-s", "-w", "-buildmode=exe", "-importcfg", "../importcfg", "-o", "go", "main.a")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return byGo, byCell
}

var (
	numbers    = regexp.MustCompile(`0x[0-9a-f]+`)
	goroutines = regexp.MustCompile(`goroutine \d+`)
	clocks     = regexp.MustCompile(`(?m)^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d `) // of package log
)

// run runs a program, for a minute at most, and returns what it wrote and how it ended, without addresses and times.
func (m machine) run(t testing.TB, exe string, environ []string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := m.program(ctx, exe)
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
	return masked(out.String()) + cmd.ProcessState.String()
}

// masked is what a program wrote, without what differs from one run to the next.
func masked(text string) string {
	return goroutines.ReplaceAllString(numbers.ReplaceAllString(minutes.ReplaceAllString(clocks.ReplaceAllString(text, ""), ""), "0x"), "goroutine")
}

// programs are programs that use what depends on the linker, by name, and the one by which bases are tried.
func programs(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	files = append(files, "../bases/try.go.txt")
	sources := map[string]string{"least": "package main\n\nfunc main() { println(42) }\n", "program": program}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources[strings.Split(filepath.Base(file), ".")[0]] = string(data)
	}
	return sources
}

// programImports are the packages that programs import.
var programImports = strings.Fields(`bytes cmp context encoding/json errors flag fmt io iter maps math os reflect runtime runtime/debug slices sort
	strconv strings sync sync/atomic text/tabwriter time unique`)

// Programs that use what depends on the linker do the same whichever has linked them, also when the collector runs all the time. Of
// the ways each program takes one, where the processor is emulated some programs do; with MERCER_SLOW=sample, and on another processor with
// MERCER_SLOW=1, all programs take all.
func TestPrograms(t *testing.T) {
	onMachines(t, func(t *testing.T, m machine) {
		b, r := m.newBase(t, programImports...), random(t)
		ways := append(slices.Clone(testWays), testWay{"", "GOGC=1 GODEBUG=clobberfree=1,gccheckmark=1,gcstoptheworld=1"})
		sources := programs(t)
		for i, name := range slices.Sorted(maps.Keys(sources)) {
			for n, way := range ways {
				all := slow() || sampled() && !m.emulated()
				if !all && (n != i%len(ways) || m.emulated() && r.IntN(2) > 0) {
					continue
				}
				t.Run(fmt.Sprint(name, n), func(t *testing.T) { b.same(t, fmt.Sprint(name, n), sources[name], way) })
			}
		}
	})
}

// same compares what a program does.
func (b *testBase) same(t *testing.T, where, source string, way testWay) {
	t.Helper()
	byGo, byCell := b.link(t, where, b.compile(t, where, source, strings.Fields(way.flags)...))
	environ := strings.Fields(way.environ)
	if want, got := b.run(t, byGo, environ), b.run(t, byCell, environ); got != want {
		t.Errorf("%v: linked as a cell:\n%s\nby the Go linker:\n%s", way, got, want)
	}
	os.RemoveAll(filepath.Join(b.dir, where))
}
