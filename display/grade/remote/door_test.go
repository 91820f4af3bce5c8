//go:build unix

package remote

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mercer-go/mercer/display/grade/door"
)

func double(x float64) float64 {
	if x == 13 {
		os.Exit(0)
	}
	return 2 * x
}

var number any = 2.5

// loud cannot be sent, and says so in several lines.
type loud int

func (loud) MarshalBinary() ([]byte, error) {
	return nil, errors.New("x\n" + door.Doubtful + " it is right\n" + strings.Repeat("y", 1000))
}

func (*loud) UnmarshalBinary([]byte) error { return nil }

var noise any = loud(1)

// TestMain is also the process of the answers, and the grader's.
func TestMain(m *testing.M) {
	switch dir := os.Getenv(door.EnvDoor); os.Getenv("MERCER_TEST_SIDE") {
	case "answers":
		ServeAt(dir, Func("double", double), Var("number", &number), Var("noise", &noise))
		os.Exit(1)
	case "grader":
		var y float64
		var n any
		Fetch("number", &n)
		if os.Getenv("MERCER_TEST_NOISE") != "" {
			Fetch("noise", new(any))
		}
		defer func() {
			println(n.(float64) == 2.5, y == 14)
			if r := recover(); r != nil {
				println(r.(error).Error())
			}
			os.Exit(0)
		}()
		Call("double", double, []any{7.}, []any{&y})
		if os.Getenv("MERCER_TEST_EXIT") != "" {
			Call("double", double, []any{13.}, []any{&y})
		}
	default:
		os.Exit(m.Run())
	}
}

func TestEnded(t *testing.T) {
	var b strings.Builder
	if err := (&link{out: &b}).send(message{Kind: ended}); err != nil || b.String() != door.Ended {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// Programs of the grader come one after the other, the process with the answers stays, and its end is reported.
func TestDoor(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{door.Calls, door.Replies} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	replies, err := openPipe(filepath.Join(dir, door.Replies))
	if err != nil {
		t.Fatal(err)
	}
	defer replies.Close()
	side := func(name string, more ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(append(os.Environ(), door.EnvDoor+"="+dir, door.EnvLimit+"=1m", "MERCER_TEST_SIDE="+name), more...)
		return cmd
	}
	answers := side("answers")
	if err := answers.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- answers.Wait()
		replies.WriteString(door.Ended)
	}()
	replies.WriteString("\x05\x00\x00\x00stale") // of an earlier program, whole
	for range 3 {
		if out, err := side("grader").CombinedOutput(); err != nil || string(out) != "true true\n" {
			t.Errorf("%s, %v", out, err)
		}
	}
	// What an answer says is in one line, and begins none.
	out, err := side("grader", "MERCER_TEST_NOISE=1").CombinedOutput()
	lines := strings.Split(string(out), "\n")
	if err != nil || len(lines) != 3 || len(lines[0]) > 600 ||
		!strings.HasPrefix(lines[0], `noise cannot be fetched: "`) {
		t.Errorf("%s, %v", out, err)
	}
	out, err = side("grader", "MERCER_TEST_EXIT=1").CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "the process of the answers has ended\n") {
		t.Errorf("%s, %v", out, err)
	}
	<-ended
}
