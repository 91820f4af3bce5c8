package session

import (
	"bytes"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/random/dump.go
var dumpSource string

// perNotebook is how many random programs share a notebook.
const perNotebook = 25

// TestRandomPrograms runs random programs cell by cell, many to a notebook, and as one ordinary Go program, and compares
// all that can be observed of their variables.
func TestRandomPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many programs")
	}
	for i := range size(1, 40) {
		t.Run(fmt.Sprintf("notebook=%d", i), func(t *testing.T) {
			t.Parallel()
			var programs []*genProgram
			for j := range perNotebook {
				programs = append(programs, generate(fmt.Sprintf("P%d", j), uint64(i*perNotebook+j)))
			}
			compareNotebook(t, programs, rand.New(rand.NewPCG(uint64(i), 2)))
		})
	}
}

// compareNotebook runs programs both ways.
func compareNotebook(t *testing.T, programs []*genProgram, rng *rand.Rand) {
	values := t.TempDir()
	s := newTestSession(t, values)
	want := ordinary(t, s.Env().Dir(), programs)
	cells := notebookCells(programs, rng)
	run := func(i int, code string) {
		if out := runCell(t, s, fmt.Sprint(i), code); strings.Contains(out, "error: ") || strings.Contains(out, "· ") {
			t.Fatalf("cell %d: %s\n%s", i, out, failedCell(out, programs))
		}
	}
	for i, code := range cells {
		run(i, code)
		if i > 1 && code != "" && rng.IntN(2) == 0 { // a look is no step, so that this takes the cell back
			run(-1, dumpDeclared(programs, cells[:i+1]))
			run(-1, "%undo")
			run(i, code)
		}
	}
	half := len(programs) / 2
	compareDumps(t, programs, want, runCell(t, s, "", dumpCalls(programs[:half]))+"\n"+runCell(t, s, "", dumpCalls(programs[half:])))
	if t.Failed() {
		return
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = newTestSession(t, values)
	compareDumps(t, programs, want, runCell(t, s, "", "%resume\n"+dumpCalls(programs)))
}

// failedCell shows the program that an error names, or nothing.
func failedCell(message string, programs []*genProgram) string {
	name := programName.FindString(message)
	for _, p := range programs {
		if p.name == name {
			return p.text()
		}
	}
	return ""
}

var programName = regexp.MustCompile(`P\d+`)

// text is the whole program.
func (p *genProgram) text() string {
	return fmt.Sprintf("seed %d\n%s%s", p.seed, p.types, strings.Join(p.chunks, "--- next cell\n"))
}

// notebookCells are the cells of a notebook of several programs: their types, then their statements, those of different
// programs mixed in different ways.
func notebookCells(programs []*genProgram, rng *rand.Rand) []string {
	_, dump, _ := strings.Cut(dumpSource, "package main\n")
	types := ""
	steps := 0
	for _, p := range programs {
		types += p.types
		steps = max(steps, len(p.chunks))
	}
	cells := []string{dump, types}
	for step := range steps {
		var parts [2]string
		for _, p := range programs {
			if step < len(p.chunks) {
				parts[rng.IntN(len(parts))] += p.chunks[step]
			}
		}
		cells = append(cells, parts[:]...)
	}
	return cells
}

// dumpCalls print the variables of programs.
func dumpCalls(programs []*genProgram) string {
	var b strings.Builder
	for _, p := range programs {
		fmt.Fprintf(&b, "dump(%q, %q, &%s)\n", p.name, strings.Join(p.vars, " "), strings.Join(p.vars, ", &"))
	}
	return b.String()
}

// dumpDeclared prints the variables that cells have declared.
func dumpDeclared(programs []*genProgram, cells []string) string {
	words := map[string]bool{}
	for _, word := range nameOfVariable.FindAllString(strings.Join(cells, ""), -1) {
		words[word] = true
	}
	var declared []*genProgram
	for _, p := range programs {
		q := *p
		q.vars = slices.DeleteFunc(slices.Clone(p.vars), func(v string) bool { return !words[v] })
		if len(q.vars) > 0 {
			declared = append(declared, &q)
		}
	}
	return dumpCalls(declared)
}

var nameOfVariable = regexp.MustCompile(`\bP\d+v\d+b?\b`)

// ordinary compiles and runs the programs as one ordinary Go program, in a module that has what they import.
func ordinary(t *testing.T, module string, programs []*genProgram) map[string]string {
	t.Helper()
	dir := filepath.Join(module, "ordinary")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var b strings.Builder
	b.WriteString(ordinaryHead)
	for _, p := range programs {
		fmt.Fprintf(&b, "%sfunc run%s() {\n%s%s}\n", p.types, p.name, strings.Join(p.chunks, ""), dumpCalls([]*genProgram{p}))
	}
	b.WriteString("func main() {\n")
	for _, p := range programs {
		fmt.Fprintf(&b, "run%s()\n", p.name)
	}
	b.WriteString("}\n")
	for name, text := range map[string]string{"main.go": b.String(), "dump.go": dumpSource} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	exe := filepath.Join(t.TempDir(), "ordinary")
	build := exec.Command("go", "build", "-o", exe, "./ordinary")
	build.Dir, build.Env = module, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the ordinary program: %v\n%s\n%s", err, out, failedCell(string(out), programs))
	}
	var stderr bytes.Buffer
	run := exec.Command(exe)
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("the ordinary program: %v\n%s\n%s", err, stderr.String(), failedCell(stderr.String(), programs))
	}
	return readDumps(string(out))
}

const ordinaryHead = `package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unique"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

var _, _, _, _, _, _, _, _, _ = errors.New, fmt.Errorf, io.EOF, math.Pi, big.NewInt, rand.NewPCG, netip.MustParseAddr, os.Stdout, reflect.TypeOf
var _, _, _, _ = strings.Repeat, time.Now, mat.NewDense, unique.Make[string]
var (
	_ sync.Map
	_ atomic.Int64
	_ distuv.Normal
)

`

// readDumps reads the lines that dump prints, by program and variable.
func readDumps(out string) map[string]string {
	dumps := map[string]string{}
	for line := range strings.Lines(out) {
		if f := strings.SplitN(strings.TrimSpace(line), " ", 4); len(f) == 4 && f[0] == "DUMP" {
			dumps[f[1]+" "+f[2]] = f[3]
		}
	}
	return dumps
}

func compareDumps(t *testing.T, programs []*genProgram, want map[string]string, out string) {
	t.Helper()
	got := readDumps(out)
	if len(got) == 0 {
		t.Fatalf("no dumps: %s", out)
	}
	for _, p := range programs {
		for _, v := range p.vars {
			if g, w := got[p.name+" "+v], want[p.name+" "+v]; g != w {
				t.Errorf("%s, variable %s:\n got %s\nwant %s\n%s", p.name, v, g, w, p.text())
				break
			}
		}
	}
}
