package cellrt_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/store"
)

// kernel is the kernel's end: it starts cells' programs and adopts what they commit.
type kernel struct {
	t     testing.TB
	store *store.Store
	mod   string
}

func newKernel(t testing.TB) *kernel {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles programs")
	}
	s, findings, err := store.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	t.Cleanup(func() { s.Close() })
	// The programs are built inside this module, so that they find its packages.
	mod, err := os.MkdirTemp(".", "testdata-e2e-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(mod) })
	return &kernel{t: t, store: s, mod: mod}
}

// outcome is what a cell's program did.
type outcome struct {
	stdout, stderr string
	notes          []string
	done           bool
	code           int
}

// replace puts variables and statements into the text of a program.
func replace(program, vars, cell string) string {
	return strings.NewReplacer("VARS", vars, "CELL", cell).Replace(program)
}

// build compiles a program.
func (k *kernel) build(name, src string) string {
	k.t.Helper()
	dir := filepath.Join(k.mod, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		k.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o644); err != nil {
		k.t.Fatal(err)
	}
	exe := filepath.Join(k.t.TempDir(), name)
	out, err := exec.Command("go", "build", "-o", exe, "./"+dir).CombinedOutput()
	if err != nil {
		k.t.Fatalf("build: %v\n%s", err, out)
	}
	return exe
}

// run starts a program and serves its frames.
func (k *kernel) run(exe string) outcome {
	k.t.Helper()
	fromCell, cellOut, err := os.Pipe()
	if err != nil {
		k.t.Fatal(err)
	}
	cellIn, toCell, err := os.Pipe()
	if err != nil {
		k.t.Fatal(err)
	}
	defer fromCell.Close()
	defer toCell.Close()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(exe)
	cmd.ExtraFiles = []*os.File{cellOut, cellIn}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append(os.Environ(), frame.Env+"=3,4", "MERCER_STORE="+k.store.Dir())
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	cellOut.Close()
	cellIn.Close()
	o := k.serve(fromCell, toCell)
	_ = cmd.Wait()
	o.stdout, o.stderr, o.code = stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
	return o
}

// serve answers frames until the program closes its end.
func (k *kernel) serve(r io.Reader, w io.Writer) (o outcome) {
	var names []string // of what the program may replace
	for {
		kind, payload, err := frame.Read(r)
		if err != nil {
			return o
		}
		switch kind {
		case frame.Values:
			part := k.store.Manifest().Part(strings.Fields(string(payload)))
			names = part.Names()
			answer, _ := part.AppendBinary(nil)
			if err := frame.Write(w, frame.Reply, answer); err != nil {
				k.t.Error(err)
			}
		case frame.Commit, frame.Finish:
			reply, reason := frame.Reply, ""
			var m manifest.Manifest
			err := m.UnmarshalBinary(payload)
			if err == nil {
				err = k.store.Adopt(names, &m, store.Meta{Data: []byte("meta")})
			}
			if err != nil {
				reply, reason = frame.Refuse, err.Error()
			}
			if err := frame.Write(w, reply, []byte(reason)); err != nil {
				k.t.Error(err)
			}
		case frame.Note, frame.Loss:
			o.notes = append(o.notes, string(payload))
			if err := frame.Write(w, frame.Reply, nil); err != nil {
				k.t.Error(err)
			}
		case frame.Failure:
			var f frame.Failed
			_ = f.UnmarshalBinary(payload)
			o.notes = append(o.notes, "FAILED "+f.Value)
		case frame.Done:
			o.done = true
		}
	}
}

// ok runs a program that must end well with the given output.
func (k *kernel) ok(exe, want string) outcome {
	k.t.Helper()
	o := k.run(exe)
	if !o.done || o.code != 0 || strings.TrimSpace(o.stdout) != want {
		k.t.Fatalf("done %v, code %d, output %q (want %q), notes %q, stderr:\n%s", o.done, o.code, o.stdout, want, o.notes, o.stderr)
	}
	return o
}

const header = `package main

import (
	"fmt"
	"os"
	"reflect"

	"github.com/mercer-go/mercer/kernel/cellrt"
)

var _ reflect.Type
var _ = fmt.Sprint
var _ = os.Args

type shape interface{ area() float64 }
type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side }

var x []int
var y [][]int
var s shape
var out *os.File
var f func() int
var ch chan int
var n int
`

func TestCellsInSequence(t *testing.T) {
	k := newKernel(t)
	first := k.build("first", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "x", Ptr: &x, Fresh: true}, {Name: "y", Ptr: &y, Fresh: true},
		{Name: "s", Ptr: &s, Fresh: true}, {Name: "out", Ptr: &out, Fresh: true}, {Name: "f", Ptr: &f, Fresh: true}, {Name: "ch", Ptr: &ch, Fresh: true}},
		Cell: func() {
			x = []int{1, 2, 3}
			y = [][]int{x[1:], nil}
			s = square{3}
			out = os.Stdout
			f = func() int { return 7 }
			ch = make(chan int)
		}})
}
`)
	k.ok(first, "")
	if v := k.store.Manifest().Var("f"); v == nil || v.NotCarried != "f is a func() int" {
		t.Errorf("%+v", v)
	}
	second := k.build("second", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "x", Ptr: &x}, {Name: "n", Ptr: &n, Init: func() { n = 5 }}}, Cell: func() {
		x[1] += 40
		n++
		fmt.Println(x, n)
	}})
}
`)
	k.ok(second, "[1 42 3] 6")
	third := k.build("third", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "y", Ptr: &y}, {Name: "s", Ptr: &s}, {Name: "out", Ptr: &out},
		{Name: "f", Ptr: &f, Init: func() { f = func() int { return 8 } }, Pure: true}, {Name: "ch", Ptr: &ch, Init: func() { ch = make(chan int, 3) }}, {Name: "n", Ptr: &n}}, Types: []reflect.Type{reflect.TypeFor[square]()}, Cell: func() {
		fmt.Println(y[0], y[1] == nil, s.area(), out == os.Stdout, f(), cap(ch), n)
	}})
}
`)
	if o := k.ok(third, "[42 3] true 9 true 8 3 6"); len(o.notes) != 1 || !strings.Contains(o.notes[0], "ch is a chan int") {
		t.Errorf("notes %q", o.notes)
	}
	for _, end := range []string{`panic("no")`, `os.Exit(0)`, `os.Exit(3)`} {
		bad := k.build("bad", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "x", Ptr: &x}}, Cell: func() { x[0] = 99; `+end+` }})
}
`)
		if o := k.run(bad); o.done {
			t.Errorf("%s: committed", end)
		}
	}
	k.ok(second, "[1 82 3] 7")
}

func TestCommitInTheMiddle(t *testing.T) {
	k := newKernel(t)
	k.ok(k.build("loop", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "x", Ptr: &x, Fresh: true}, {Name: "y", Ptr: &y, Fresh: true}}, Cell: func() {
		for i := range 5 {
			x = append(x, i)
			y = append(y, x)
			if err := cellrt.Commit(); err != nil {
				panic(err)
			}
		}
	}})
}
`), "")
	if commits, _ := filepath.Glob(filepath.Join(k.store.Dir(), "commit-*")); len(commits) != 6 {
		t.Errorf("%d commits", len(commits))
	}
	bad := k.build("bad", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "x", Ptr: &x}}, Cell: func() {
		x[0] = 10
		cellrt.Commit()
		x[0] = 20
		panic("late")
	}})
}
`)
	if o := k.run(bad); o.done || !strings.Contains(o.stderr, "late") {
		t.Error(o)
	}
	k.ok(k.build("look", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "x", Ptr: &x}, {Name: "y", Ptr: &y}}, Cell: func() { fmt.Println(x, y[4], len(y)) }})
}
`), "[10 1 2 3 4] [10 1 2 3 4] 5")
}

func TestAlone(t *testing.T) {
	k := newKernel(t)
	exe := k.build("alone", header+`
func main() {
	cellrt.Main(cellrt.Program{Vars: []cellrt.Var{{Name: "n", Ptr: &n, Init: func() { n = 3 }}}, Cell: func() { fmt.Println(n) }})
}
`)
	out, err := exec.Command(exe).CombinedOutput()
	if err != nil || string(out) != "3\n" {
		t.Fatal(err, string(out))
	}
}
