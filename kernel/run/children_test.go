package run

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/run/observe"
)

func needMarks(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("this system does not tell the environment of processes")
	}
}

// leftAlive waits for the end of a process; it is true when that does not come.
func leftAlive(pid int) bool {
	for range 400 {
		if env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid)); err != nil || len(env) == 0 {
			return false
		}
		time.Sleep(5 * time.Millisecond)
	}
	return true
}

// TestChildrenOfAFailedProgram ends what it has started, also in a session of its own.
func TestChildrenOfAFailedProgram(t *testing.T) {
	needMarks(t)
	for _, program := range []string{"child and fails", "daemon and fails"} {
		o, rec := runProgram(t, t.Context(), program, nil)
		var pid int
		fmt.Sscan(rec.text.String(), &pid)
		if o.Done || pid == 0 || len(rec.notes) != 0 {
			t.Fatalf("%s: got %+v %q, notes %q", program, o, rec.text.String(), rec.notes)
		}
		if leftAlive(pid) {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Errorf("%s: its child goes on", program)
		}
	}
}

// TestChildrenThatGoOn are told of.
func TestChildrenThatGoOn(t *testing.T) {
	needMarks(t)
	for _, program := range []string{"daemon", "child without environment"} {
		o, rec := runProgram(t, t.Context(), program, nil)
		var pid int
		fmt.Sscan(rec.text.String(), &pid)
		defer syscall.Kill(pid, syscall.SIGKILL)
		want := fmt.Sprintf("sleep (process %d) goes on: the cell has started it and has not ended it. \"!kill %d\" does.", pid, pid)
		if !o.Done || strings.Join(rec.notes, "|") != want {
			t.Errorf("%s: got %+v, notes %q", program, o, rec.notes)
		}
	}
	o, rec := runProgram(t, t.Context(), "short child", nil)
	if !o.Done || len(rec.notes) != 0 {
		t.Errorf("a child that is about to end: got %+v, notes %q", o, rec.notes)
	}
}

func TestGoesOn(t *testing.T) {
	var many []observe.Child
	for i := range 7 {
		many = append(many, observe.Child{PID: i + 1, Name: "x"})
	}
	for n, want := range map[int]string{
		0: "",
		2: "x (process 1), x (process 2) go on: the cell has started them and has not ended them.",
		7: "x (process 1), x (process 2), x (process 3), x (process 4), x (process 5), 2 more go on: the cell has started them and has not ended them.",
	} {
		if got := goesOn(many[:n]); got != want {
			t.Errorf("%d: got %q", n, got)
		}
	}
}

// TestEnvironment keeps what belongs to the kernel from the programs that a program starts.
func TestEnvironment(t *testing.T) {
	_, rec := runProgram(t, t.Context(), "environment", func(c *Command) {
		c.Env = append(c.Env, "MERCER_FRAMES=8,9", "MERCER_FRAMES_VERSION=9", "MERCER_CELL=other")
	})
	lines := strings.Split(strings.TrimSpace(rec.text.String()), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return slices.Contains(os.Environ(), line) }) // what the user has set
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "MERCER_CELL=") || lines[0] == "MERCER_CELL=other" {
		t.Errorf("a child sees %q", lines)
	}
}
