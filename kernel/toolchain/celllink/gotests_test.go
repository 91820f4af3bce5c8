package celllink

import (
	"bytes"
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// testImports are the packages that the tests of Go's own distribution import.
var testImports = strings.Fields(`bufio bytes context errors flag fmt go/ast go/parser go/token io log maps math math/big math/bits math/cmplx
	math/rand os reflect regexp runtime runtime/debug slices sort strconv strings sync sync/atomic testing time unicode unicode/utf8
	unsafe iter hash/crc32 encoding/json encoding/binary container/heap container/list cmp os/signal syscall text/tabwriter
	io/ioutil path/filepath crypto/sha256 encoding/hex os/exec runtime/metrics unique weak`)

// goTest is a program of Go's distribution.
type goTest struct{ name, source string }

// notSame are programs that cannot do the same: one wants its variables to be in the first 256 MiB, one starts the toolchain in
// its directory, one is about a linker's error, and one has a loop that only a signal stops, which gccheckmark does without: it
// may wait for ever, whoever has linked it.
var notSame = []string{"nilptr.go", "linkmain_run.go", "noinit.go", "fixedbugs/issue19182.go"}

// goTests are programs of one file that Go's own tests compile, link and run without more ado, and that import only some packages: with
// MERCER_SLOW=1 all, some thousand, otherwise so many.
func goTests(t *testing.T, imports []string, some int) (list []goTest) {
	t.Helper()
	root := filepath.Join(strings.TrimSpace(output(t, exec.Command("go", "env", "GOROOT"))), "test")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		first, _, _ := bytes.Cut(data, []byte("\n"))
		name, _ := filepath.Rel(root, path)
		if string(bytes.TrimSpace(first)) == "// run" && !slices.Contains(notSame, name) && importsOf(path, imports) {
			list = append(list, goTest{strings.ReplaceAll(name, "/", "_"), string(data)})
		}
		return nil
	})
	if err != nil {
		t.Skip("no tests of Go's distribution: ", err)
	}
	random(t).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if !slow() {
		list = list[:min(len(list), some)]
	}
	return list
}

// importsOf says whether a file imports nothing but some packages.
func importsOf(path string, some []string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		return false
	}
	for _, i := range f.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err != nil || !slices.Contains(some, p) {
			return false
		}
	}
	return true
}

// The programs with which Go itself is tested do the same whichever linker has linked them.
func TestGoTests(t *testing.T) {
	onMachines(t, func(t *testing.T, m machine) {
		imports, some, ways := testImports, 15, testWays
		if m.emulated() && !slow() {
			n := random(t).IntN(len(ways))
			imports, some, ways = programImports, 3, ways[n:n+1]
		}
		tests := goTests(t, imports, some)
		b := m.newBase(t, imports...)
		for _, way := range ways {
			b.sameTests(t, tests, way)
		}
	})
}

// testWay is how programs are compiled and run.
type testWay struct{ flags, environ string }

var testWays = []testWay{
	{"", ""}, {"-N -l", "GOGC=2 GODEBUG=clobberfree=1,gccheckmark=1"}, {"-l=4", "GOMAXPROCS=1"},
}

// sameTests compares what programs do.
func (b *testBase) sameTests(t *testing.T, tests []goTest, way testWay) {
	t.Helper()
	refused := map[string]int{}
	same, not := 0, 0
	for _, test := range tests {
		dir := filepath.Join(b.dir, test.name)
		archive, err := b.tryCompile(dir, test.source, strings.Fields(way.flags)...)
		if err != nil {
			continue
		}
		var no *Unsupported
		if _, err := b.base.Link(archive, b.path); errors.As(err, &no) {
			refused[no.Reason]++
			not++
			continue
		}
		byGo, byCell := b.link(t, test.name, archive)
		want, got := b.run(t, byGo, strings.Fields(way.environ)), b.run(t, byCell, strings.Fields(way.environ))
		if same++; got != want {
			t.Errorf("%s, %v: linked as a cell:\n%.3000s\nby the Go linker:\n%.3000s", test.name, way, got, want)
		}
		os.RemoveAll(dir)
	}
	t.Logf("%v: %d programs were compared; refused: %v", way, same, refused)
	if not > max(2, len(tests)/10) { // four of all are, so that two of a small sample may be
		t.Errorf("%v: too many are refused", way)
	}
}

// tryCompile compiles a program against the packages of the base.
func (b *testBase) tryCompile(dir, source string, flags ...string) ([]byte, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o600); err != nil {
		return nil, err
	}
	args := []string{"tool", "compile", "-o", "main.a", "-p", "main", "-complete", "-dwarf=0", "-trimpath", dir + "=>", "-importcfg", "../importcfg", "-pack"}
	cmd := b.goCommand(dir, append(append(args, flags...), "main.go")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, errors.New(string(out))
	}
	return os.ReadFile(filepath.Join(dir, "main.a"))
}
