package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInterruptedLoops interrupts endless loops, whichever instruction of theirs is running.
func TestInterruptedLoops(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	s := newTestSession(t, "")
	runCell(t, s, "a", "n := 1\nfunc short() { for { n++ } }\nfunc empty() { for { } }\ntype T struct{}\nfunc (T) method() { for ;; { n++ } }")
	runCell(t, s, "b", tellWhenBusy)
	for code, want := range map[string]string{
		"tell()\nfor { n++ }":                   "line 2, in the cell",
		"tell()\nfor {\n}":                      "line 2, in the cell",
		"tell()\nshort()":                       "in short",
		"tell()\nempty()":                       "in empty",
		"tell()\nT{}.method()":                  "in T.method",
		"tell()\nfunc() { for { n++ } }()":      "line 2, in the cell",
		"%%\ntell()\nfor { n++ }":               "line 3, in the cell",
		"func main() {\n\ttell()\n\tfor { }\n}": "line 3, in the cell",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		reply := s.Execute(ctx, Request{Code: code, StoreHistory: true}, &startSink{started: cancel})
		cancel()
		if reply.Err == nil || reply.Err.Name != "interrupted" || !strings.Contains(strings.Join(reply.Err.Traceback, "\n"), want) {
			t.Fatalf("%q: got %+v, want %q:\n%s", code, reply.Err, want, strings.Join(reply.Err.Traceback, "\n"))
		}
	}
}

// tellWhenBusy declares a function that prints a line once the program has computed for a while: it is in its loop then.
const tellWhenBusy = `func tell() {
	go func() {
		var r syscall.Rusage
		for r.Utime.Nano() < int64(100*time.Millisecond) {
			time.Sleep(5 * time.Millisecond)
			syscall.Getrusage(0, &r)
		}
		fmt.Println("busy")
	}()
}`

// typist is a front end whose user types lines.
type typist struct {
	transcript
	lines []string
}

func (u *typist) Input(_ context.Context, prompt string, _ bool) (string, error) {
	u.text.WriteString("<" + prompt)
	defer u.text.WriteString(">\n")
	if len(u.lines) == 0 {
		return "", errors.New("nothing typed")
	}
	line := u.lines[0]
	u.lines = u.lines[1:]
	u.text.WriteString(line)
	return line, nil
}

// TestStandardInput reads in cells and in commands.
func TestStandardInput(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	if _, err := os.ReadFile("/proc/self/syscall"); err != nil {
		t.Skip("this system does not tell what a program waits for")
	}
	s := newTestSession(t, "")
	for code, want := range map[string]string{
		"var who string\nfmt.Print(\"Name? \")\nfmt.Scan(&who)\nwho":                          "Name? <Ada>\n= \"Ada\"\n",
		"sc := bufio.NewScanner(os.Stdin)\nfor range 2 { sc.Scan(); fmt.Println(sc.Text()) }": "<Ada>\nAda\n<Grace>\nGrace\n",
		"all, err := io.ReadAll(os.Stdin)\nfmt.Printf(\"%q %v\", all, err)":                   "<Ada>\n<Grace>\n<\x04>\n\"Ada\\nGrace\\n\" <nil>",
		"fmt.Println(display.Input(\"Who?\"))":                                                "<Who?Ada>\nAda <nil>\n",
		"%with_inputs\n!read a; read b; echo $b $a":                                           "<Ada>\n<Grace>\nGrace Ada\n",
		"%with_inputs\n!sleep 0.5":                                                            "",
		"!cat":                                                                                "",
	} {
		u := &typist{lines: []string{"Ada", "Grace", "\x04"}}
		reply := s.Execute(t.Context(), Request{Code: code, StoreHistory: true, AllowStdin: true}, u)
		if reply.Err != nil || u.text.String() != want {
			t.Errorf("%q: got %q, %v", code, u.text.String(), reply.Err)
		}
	}
}

// TestCapture writes to files that take nothing.
func TestCapture(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	s := newTestSession(t, "")
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	if got := runCell(t, s, "", "%capture "+fifo+"\nfmt.Println(1)"); !strings.HasSuffix(got, "nobody reads the pipe "+fifo) {
		t.Errorf("a pipe without a reader: %q", got)
	}
	r, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		r.Read(make([]byte, 1))
		cancel()
	}()
	reply := s.Execute(ctx, Request{Code: "%capture " + fifo + "\nfmt.Println(strings.Repeat(\"x\", 1<<19))", StoreHistory: true}, &transcript{})
	if reply.Err == nil || !strings.Contains(reply.Err.Value, "%capture") && reply.Err.Name != "interrupted" {
		t.Errorf("a pipe that is not read on: got %+v", reply.Err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		got := runCell(t, s, "", "%capture /dev/full\nfmt.Println(1)")
		if !strings.HasPrefix(got, "1\nerror: ") || !strings.Contains(got, "no space left") {
			t.Errorf("a full disk: %q", got)
		}
	}
	file := filepath.Join(dir, "file")
	runCell(t, s, "", "%capture "+file+"\nfmt.Println(1)")
	runCell(t, s, "", "%capture -a "+file+"\nfmt.Println(2)")
	if data, err := os.ReadFile(file); string(data) != "1\n2\n" {
		t.Errorf("got %q, %v", data, err)
	}
}
