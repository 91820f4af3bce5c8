package session

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/derive/judge"
)

// This file makes the test binary a kernel process: it opens a session and runs the cells that it reads from its
// standard input, one line of JSON each, and answers each with a line. So that tests can kill it.

const (
	envKernelValues = "MERCER_TEST_KERNEL_VALUES" // the directory of the values; set means: be a kernel
	envKernelDir    = "MERCER_TEST_KERNEL_DIR"    // the working directory of the cells
)

func TestMain(m *testing.M) {
	if values := os.Getenv(envKernelValues); values != "" {
		os.Exit(kernelProcess(values, os.Getenv(envKernelDir)))
	}
	os.Exit(m.Run())
}

// answer is what the kernel process says of a cell.
type kernelAnswer struct {
	Status Status
	Text   string // what the cell showed, with the error
}

func kernelProcess(values, dir string) int {
	s, err := New(Options{Dir: dir, Values: values, Judge: judge.Serve, Version: "test"})
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		return 1
	}
	defer s.Close()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var req Request
		if in.Decode(&req) != nil {
			return 0
		}
		var rec transcript
		reply := s.Execute(context.Background(), req, &rec)
		a := kernelAnswer{Status: reply.Status, Text: strings.TrimRight(rec.text.String(), "\n")}
		if reply.Err != nil {
			a.Text += "error: " + reply.Err.Error()
		}
		if out.Encode(a) != nil {
			return 1
		}
	}
}

// kernelUnderTest is a running kernel process.
type kernelUnderTest struct {
	t   *testing.T
	cmd *exec.Cmd
	in  *json.Encoder
	out *json.Decoder
}

func startKernel(t *testing.T, values string, env ...string) *kernelUnderTest {
	t.Helper()
	k := &kernelUnderTest{t: t, cmd: exec.Command(os.Args[0])}
	k.cmd.Env = append(append(os.Environ(), envKernelValues+"="+values, envKernelDir+"="+t.TempDir()), env...)
	k.cmd.Stderr = os.Stderr
	in, err1 := k.cmd.StdinPipe()
	out, err2 := k.cmd.StdoutPipe()
	if err := k.cmd.Start(); err != nil || err1 != nil || err2 != nil {
		t.Fatal(err, err1, err2)
	}
	k.in, k.out = json.NewEncoder(in), json.NewDecoder(bufio.NewReader(out))
	t.Cleanup(k.kill)
	return k
}

// send asks for a cell; receive waits for its answer. ok is false when the kernel died first.
func (k *kernelUnderTest) send(code string) {
	_ = k.in.Encode(Request{Code: code, StoreHistory: true}) // a dead kernel is noticed by receive
}

func (k *kernelUnderTest) receive() (a kernelAnswer, ok bool) {
	err := k.out.Decode(&a)
	return a, err == nil
}

// run runs a cell that must not fail.
func (k *kernelUnderTest) run(code string) string {
	k.t.Helper()
	k.send(code)
	a, ok := k.receive()
	if !ok || a.Status != StatusOK {
		k.t.Fatalf("cell %q: answered %v, %s: %s", code, ok, a.Status, a.Text)
	}
	return a.Text
}

func (k *kernelUnderTest) kill() {
	k.cmd.Process.Kill()
	k.cmd.Wait()
}

// programsOn counts the processes that work on a directory of values, the test's own left out.
func programsOn(values string) int {
	n := 0
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		if env, _ := os.ReadFile(f); strings.Contains(string(env), "MERCER_STORE="+values) {
			n++
		}
	}
	return n
}

// waitUntil waits for something that comes about soon, and says whether it did.
func waitUntil(done func() bool) bool {
	for range 200 {
		if done() {
			return true
		}
		time.Sleep(25 * time.Millisecond)
	}
	return false
}
