package session

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mercer-go/mercer/kernel/toolchain"
)

// oneLine checks that a message is one clear line that says what it must.
func oneLine(t *testing.T, got string, want ...string) {
	t.Helper()
	if strings.Contains(strings.TrimSpace(got), "\n") {
		t.Errorf("more than one line:\n%s", got)
	}
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%q does not say %q", got, w)
		}
	}
}

func TestNoToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("GOROOT", "")
	s, err := New(Options{Dir: t.TempDir()})
	if err == nil {
		defer s.Close()
		if _, err := os.Stat("/usr/local/go/bin/go"); err == nil {
			t.Skip("the toolchain in its usual place is found without PATH")
		}
		t.Fatal("a session without Go")
	}
	oneLine(t, err.Error(), "no Go toolchain found", "https://go.dev/dl")
}

func TestBadToolchain(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"old", "echo '{\"GOVERSION\": \"go1.21.3\", \"GOROOT\": \"/nowhere\"}'", "is go1.21.3, but Mercer needs Go 1."},
		{"failing", "echo 'cannot start' >&2; exit 1", "cannot start"},
		{"nonsense", "echo hello", "does not work"},
	} {
		t.Run(test.name, func(t *testing.T) {
			bin := t.TempDir()
			if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+test.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			noLeftovers(t)
			t.Setenv("PATH", bin+string(os.PathListSeparator)+"/bin:/usr/bin")
			_, err := New(Options{Dir: t.TempDir()})
			if err == nil {
				t.Fatal("a session with a bad toolchain")
			}
			oneLine(t, err.Error(), test.want)
		})
	}
}

// counting is a session with a value, for tests that check that nothing is lost.
func counting(t *testing.T, opts Options) *Session {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles cells")
	}
	if opts.Dir == "" {
		opts.Dir = t.TempDir()
	}
	s, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if out := runCell(t, s, "", "count := 1"); out != "" {
		t.Fatal(out)
	}
	return s
}

// lostNothing checks the value of counting.
func lostNothing(t *testing.T, s *Session, want string) {
	t.Helper()
	if out := runCell(t, s, "", "count"); out != "= "+want {
		t.Errorf("count is %s, want %s", out, want)
	}
}

func TestToolchainGoesAway(t *testing.T) {
	s := counting(t, Options{})
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	out := runCell(t, s, "", "count = 2 // not in the cache: "+t.TempDir())
	if strings.Contains(out, "error") {
		oneLine(t, out, "go")
		t.Setenv("PATH", path)
		lostNothing(t, s, "1")
		return
	}
	lostNothing(t, s, "2") // its tools are called by their paths
}

func TestMissingPackage(t *testing.T) {
	s := counting(t, Options{})
	oneLine(t, runCell(t, s, "", "import \"no/such/pkg\"\ncount = pkg.X"), "error: ", "no/such/pkg", "Cell [2], line 1")
	oneLine(t, runCell(t, s, "", "import \"fmtt\"\ncount = fmtt.X"), "error: ", "fmtt", "Cell [3], line 1")
	oneLine(t, runCell(t, s, "", "import \"gonum.org/v1/gonum/nosuch\"\ncount = nosuch.X"), "error: ", "gonum/nosuch", "Cell [4], line 1")
	oneLine(t, runCell(t, s, "", "%noautoget\nimport \"example.invalid/mod\"\ncount = mod.X"), "error: ", "example.invalid/mod", "line 2")
	lostNothing(t, s, "1")
}

func TestDiskFull(t *testing.T) {
	disk := tinyDisk(t, "8m")
	s := counting(t, Options{Values: filepath.Join(disk, "values")})
	out := runCell(t, s, "", "count = 2\nlarge := make([]float64, 4_000_000)\nfor i := range large { large[i] = 1.5 }")
	oneLine(t, out, "error: ", "no space left on device")
	lostNothing(t, s, "1")
	if out := runCell(t, s, "", "count++"); out != "" {
		t.Errorf("after the failed commit: %s", out)
	}
	lostNothing(t, s, "2")
}

// TestLookingOnAFullDisk fills the disk to its last byte: a cell that only looks writes nothing.
func TestLookingOnAFullDisk(t *testing.T) {
	disk := tinyDisk(t, "1m")
	s := counting(t, Options{Values: filepath.Join(disk, "values")})
	if err := os.WriteFile(filepath.Join(disk, "ballast"), make([]byte, 2<<20), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	if out := runCell(t, s, "", "count + 1"); out != "= 2" {
		t.Errorf("looking: %s", out)
	}
	oneLine(t, runCell(t, s, "", "count = 2"), "error: ", "no space left on device")
	lostNothing(t, s, "1")
}

// TestNoSpaceToBuild fills the disk on which programs are built and cached.
func TestNoSpaceToBuild(t *testing.T) {
	disk := tinyDisk(t, "6m")
	withoutBase(t)
	opts := Options{Dir: t.TempDir(), Values: t.TempDir(), Program: toolchain.Config{CacheDir: filepath.Join(disk, "cache")}}
	s, err := New(opts)
	if err != nil {
		oneLine(t, err.Error(), "no space")
		return
	}
	t.Cleanup(func() { s.Close() })
	var out string
	for i := 0; i < 20 && out == ""; i++ {
		out = runCell(t, s, "", "fmt.Print() // "+strings.Repeat("x", i))
	}
	if out != "" {
		oneLine(t, out, "error: ", "no space")
	}
}

// TestSpaceAgain: a cell that could not be built for want of space is built when there is space again.
func TestSpaceAgain(t *testing.T) {
	disk := tinyDisk(t, "64m")
	withoutBase(t)
	s := counting(t, Options{Program: toolchain.Config{CacheDir: filepath.Join(disk, "cache")}})
	full := filepath.Join(disk, "full")
	f, err := os.Create(full)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 1<<16))
	}
	f.Close()
	const code = "count = 2 // without space"
	oneLine(t, runCell(t, s, "", code), "error: ", "no space")
	if err := os.Remove(full); err != nil {
		t.Fatal(err)
	}
	if out := runCell(t, s, "", code); out != "" {
		t.Errorf("with space again: %s", out)
	}
	lostNothing(t, s, "2")
}

// TestModuleBeside: a cell imports from the Go module that the notebook lies in.
func TestModuleBeside(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/own\n\ngo 1.26\n", "own.go": "package own\n\nconst Answer = 42\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := counting(t, Options{Dir: dir})
	if out := runCell(t, s, "", "import \"example.com/own\"\nown.Answer"); out != "= 42" {
		t.Errorf("got %q", out)
	}
}

// TestVendorFlag: a setting that no cell can be built with is told, and cells go on.
func TestVendorFlag(t *testing.T) {
	s := counting(t, Options{})
	out := runCell(t, s, "", "%env GOFLAGS -mod=vendor")
	if !strings.Contains(out, "-mod=vendor has no effect on what cells are built with") {
		t.Errorf("told %q", out)
	}
	lostNothing(t, s, "1")
	if out := runCell(t, s, "", "fmt.Println(strings.ToUpper(\"x\"))"); out != "X" {
		t.Errorf("got %q", out)
	}
}

// withoutBase has the Go linker link all cells. A base that is made beside them reports that there was no space for it with
// whichever cell comes next; see TestBaseIsTriedAgain of package toolchain for that.
func withoutBase(t *testing.T) {
	t.Helper()
	t.Setenv("MERCER_LINKER", "go")
}

// tinyDisk mounts a file system of the given size, where that is allowed.
func tinyDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := mountTiny(dir, size); err != nil {
		t.Skip("a small file system cannot be mounted here:", err)
	}
	t.Cleanup(func() {
		if err := unmount(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestReadOnlyValues runs without keeping values where the directory for them cannot be written to, and says so once.
func TestReadOnlyValues(t *testing.T) {
	dir := t.TempDir()
	if os.Getuid() == 0 {
		t.Log("root may write to read-only directories: a read-only file system is mounted instead")
		dir = tinyDisk(t, "8m")
		if err := remountReadOnly(dir); err != nil {
			t.Skip("cannot be made read-only:", err)
		}
	} else if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Dir: t.TempDir(), Values: filepath.Join(dir, "values")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	oneLine(t, runCell(t, s, "", "n := 1"), "· Values are not kept beyond this session", "values")
	if out := runCell(t, s, "", "n + 1"); out != "= 2" {
		t.Error(out)
	}
}

// TestExposedValues runs without keeping values where others could put values of theirs, and says so once.
func TestExposedValues(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Dir: t.TempDir(), Values: filepath.Join(dir, "mercer", "values")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	oneLine(t, runCell(t, s, "", "n := 1"), "· Values are not kept beyond this session", dir+" can be written by others")
	if out := runCell(t, s, "", "n + 1"); out != "= 2" {
		t.Error(out)
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, "mercer", "values", "*")); len(kept) > 0 {
		t.Errorf("left there: %v", kept)
	}
}

// TestValuesBecomeReadOnly takes the right to write away while the session runs.
func TestValuesBecomeReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write to read-only directories")
	}
	s := counting(t, Options{Values: t.TempDir()})
	if err := os.Chmod(s.vault.Store.Dir(), 0o500); err != nil {
		t.Fatal(err)
	}
	oneLine(t, runCell(t, s, "", "count = 2"), "error: ", syscall.EACCES.Error())
	if err := os.Chmod(s.vault.Store.Dir(), 0o700); err != nil {
		t.Fatal(err)
	}
	lostNothing(t, s, "1")
}

func TestDirectoryDeleted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := counting(t, Options{Dir: dir})
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	oneLine(t, runCell(t, s, "", "count = 2"), "error: ", "working directory", dir)
	oneLine(t, runCell(t, s, "", "!ls"), "error: ", "working directory", dir)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	lostNothing(t, s, "1")
}

// TestValuesDeleted removes the values of a running session.
func TestValuesDeleted(t *testing.T) {
	values := filepath.Join(t.TempDir(), "values")
	s := counting(t, Options{Values: values})
	if err := os.RemoveAll(values); err != nil {
		t.Fatal(err)
	}
	out := runCell(t, s, "", "count++\ncount")
	if !strings.Contains(out, "is missing") || !strings.Contains(out, "The definitions are kept") || !strings.HasSuffix(out, "= 2") {
		t.Errorf("the cell after the deletion: %s", out)
	}
	if out := runCell(t, s, "", "count++\ncount"); out != "= 3" {
		t.Errorf("the next one: %s", out)
	}
}

// What the kernel tells a cell's program in its environment reaches neither the cell nor the programs that it starts, and what the user's
// environment says of tracebacks does not take them away.
func TestEnvironmentOfCells(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	t.Setenv("GOTRACEBACK", "none")
	s := newTestSession(t, filepath.Join(t.TempDir(), "values"))
	runCell(t, s, "", "x := 1")
	code := `out, err := exec.Command("env").Output()
for _, all := range [][]string{os.Environ(), strings.Split(string(out), "\n")} {
	for _, kv := range all {
		if strings.HasPrefix(kv, "MERCER_STORE=") || strings.HasPrefix(kv, "MERCER_FRAMES") || strings.HasPrefix(kv, "MERCER_RERUN=") {
			fmt.Println(kv)
		}
	}
}
fmt.Println(x, err)`
	for _, code := range []string{code, strings.ReplaceAll("func() {\n"+code+"\n}()", "x, err", "1, err")} { // with variables and without
		if out := runCell(t, s, "", code); out != "1 <nil>" {
			t.Errorf("a cell's environment: %s", out)
		}
	}
	reply := s.Execute(t.Context(), Request{Code: "var none []int\n_ = none[len(none)]", StoreHistory: true}, &transcript{})
	if reply.Err == nil || !strings.Contains(strings.Join(reply.Err.Traceback, "\n"), "line 2") {
		t.Errorf("a panic where GOTRACEBACK is none: %+v", reply.Err)
	}
}

// A cell that misses what damage or %undo has taken from the notebook is told so.
func TestLostNamesAreTold(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	values := filepath.Join(t.TempDir(), "values")
	s := newTestSession(t, values)
	runCell(t, s, "", "func f() int { return 1 }")
	runCell(t, s, "", "x := []int{f()}")
	runCell(t, s, "", "y := 2")
	if out := runCell(t, s, "", "%undo"); strings.Contains(out, "error") {
		t.Fatal(out)
	}
	missed := func(name string) string {
		t.Helper()
		reply := s.Execute(t.Context(), Request{Code: name, StoreHistory: true}, &transcript{})
		if reply.Err == nil {
			t.Fatalf("there is a %s", name)
		}
		return strings.Join(reply.Err.Traceback, "\n")
	}
	if out := missed("y"); !strings.Contains(out, "y is declared in cell [3], which %undo has taken back") {
		t.Errorf("after %%undo: %s", out)
	}
	if err := os.RemoveAll(values); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"at once", "later"} {
		if out := missed("x"); !strings.Contains(out, "x is declared in cell [2], whose values were damaged or deleted: run it again") {
			t.Errorf("after the deletion, %s: %s", when, out)
		}
	}
	runCell(t, s, "", "x := []int{f()}")
	if out := runCell(t, s, "", "x[0]"); out != "= 1" {
		t.Errorf("declared again: %s", out)
	}
	runCell(t, s, "", "%remove x")
	if out := missed("x"); strings.Contains(out, "damaged") {
		t.Errorf("removed: %s", out)
	}
}
