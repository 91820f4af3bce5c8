package celllink

import (
	"bufio"
	"bytes"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// faces is a program of those parts of the runtime that look at modules.
const faces = `package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"time"
)

var sink float64

//go:noinline
func work(until time.Time) {
	for time.Now().Before(until) {
		for i := range 1000 {
			sink += float64(i) * 1e-9
		}
	}
}

var held [][]byte

//go:noinline
func hold() {
	for range 64 {
		held = append(held, make([]byte, 1<<20))
	}
}

//go:noinline
func wait(c chan int) { <-c }

func plain(data []byte) string {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err.Error()
	}
	all, err := io.ReadAll(r)
	if err != nil {
		return err.Error()
	}
	return string(all)
}

type resource struct{ name *string }

var released = make(chan string, 1)

func profiles() {
	var cpu, heap, routines, traced bytes.Buffer
	fmt.Println(pprof.StartCPUProfile(&cpu))
	work(time.Now().Add(700 * time.Millisecond))
	pprof.StopCPUProfile()
	fmt.Println("cpu", strings.Contains(plain(cpu.Bytes()), "main.work"))
	hold()
	runtime.GC()
	fmt.Println(pprof.Lookup("heap").WriteTo(&heap, 1))
	fmt.Println("heap", strings.Contains(heap.String(), "main.hold"))
	c := make(chan int)
	go wait(c)
	for !strings.Contains(routines.String(), "main.wait") {
		routines.Reset()
		pprof.Lookup("goroutine").WriteTo(&routines, 1)
	}
	fmt.Println("trace", trace.Start(&traced))
	work(time.Now().Add(10 * time.Millisecond))
	trace.Stop()
	fmt.Println(traced.Len() > 100)
	text := "finalized"
	r := &resource{&text}
	runtime.SetFinalizer(r, func(r *resource) { released <- *r.name })
	r = nil
	for r == nil {
		runtime.GC()
		select {
		case s := <-released:
			fmt.Println(s)
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

type level struct{ deeper *level }

func (l *level) down(n int, c chan int) {
	if n == 0 {
		fmt.Println("ready")
		<-c
	}
	(&level{l}).down(n-1, c)
}

func main() {
	exe, err := os.Executable()
	switch {
	case len(os.Args) == 1:
		profiles()
	case os.Args[1] == "quit":
		go wait(make(chan int))
		new(level).down(3, make(chan int))
	case os.Args[1] == "again":
		command := append(strings.Fields(os.Getenv("EMULATOR")), exe, "name")
		out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
		fmt.Println(string(out), err, filepath.Base(exe) == filepath.Base(os.Args[0]))
	case os.Args[1] == "name":
		fmt.Println(err, len(os.Args), os.Getenv("FACE"))
	}
}
`

// Profiles, traces, finalizers, the stacks at SIGQUIT, and a program that starts itself are as the Go linker has them.
func TestFaces(t *testing.T) { onMachines(t, testFaces) }

func testFaces(t *testing.T, m machine) {
	b := m.newBase(t, strings.Fields("bytes compress/gzip fmt io os os/exec path/filepath runtime runtime/pprof runtime/trace strings time")...)
	byGo, byCell := b.link(t, "faces", b.compile(t, "faces", faces))
	if want, got := b.run(t, byGo, nil), b.run(t, byCell, nil); want != got || !strings.Contains(got, "cpu true") || !strings.Contains(got, "heap true") {
		t.Errorf("profiles: linked as a cell:\n%s\nby the Go linker:\n%s", got, want)
	}
	again := func(exe string) string {
		cmd := m.program(t.Context(), exe, "again")
		cmd.Env = append(os.Environ(), "FACE=moon", "EMULATOR="+m.emulator)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Error(err)
		}
		return string(out)
	}
	if want, got := again(byGo), again(byCell); want != got || !strings.Contains(got, "moon") {
		t.Errorf("it starts itself: linked as a cell: %s by the Go linker: %s", got, want)
	}
	if want, got := m.quit(t, byGo), m.quit(t, byCell); want != got || !strings.Contains(got, "main.(*level).down") {
		t.Errorf("SIGQUIT: linked as a cell:\n%s\nby the Go linker:\n%s", got, want)
	}
}

// Registers and the machine's own threads differ from one run to the next.
var (
	registers = regexp.MustCompile(`(?s)\nrax .*`)
	minutes   = regexp.MustCompile(`, \d+ minutes?`)
	offsets   = regexp.MustCompile(` m=\d+ sigcode=\d+`)
)

// quit sends SIGQUIT to a program that waits, and returns the stacks of its own goroutines.
func (m machine) quit(t *testing.T, exe string) string {
	t.Helper()
	cmd := m.program(t.Context(), exe, "quit")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stacks bytes.Buffer
	cmd.Stderr = &stacks
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Errorf("it writes %q", line)
	}
	time.Sleep(300 * time.Millisecond) // it waits when it has written
	_ = cmd.Process.Signal(syscall.SIGQUIT)
	_ = cmd.Wait()
	text := registers.ReplaceAllString(stacks.String(), "")
	text = masked(offsets.ReplaceAllString(text, ""))
	var mine []string
	for _, g := range strings.Split(text, "\n\n") {
		if strings.Contains(g, "main.") {
			mine = append(mine, g)
		}
	}
	return strings.Join(mine, "\n\n")
}
