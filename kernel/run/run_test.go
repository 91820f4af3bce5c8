package run

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// programs are what the test binary does when it is started as a cell's program.
var programs = map[string]func(){
	"order": func() {
		for i := range 50 {
			fmt.Printf("a%d ", i)
			send(frame.Display, bundle(fmt.Sprintf("d%d", i)))
		}
		frame.Default().Send(frame.Done, nil)
	},
	"panic":     func() { panic("boom\nsecond line") },
	"goroutine": func() { go func() { panic(fmt.Errorf("in a goroutine")) }(); select {} },
	"nil":       func() { var p *int; fmt.Println(*p) },
	"exit0":     func() { os.Exit(0) },
	"exit3":     func() { os.Exit(3) },
	"loop": func() {
		fmt.Println("looping")
		for i := 0; ; i++ {
			if i < 0 {
				return
			}
		}
	},
	"lookalike": func() {
		fmt.Fprintln(os.Stderr, "panic: not really")
		frame.Default().Send(frame.Done, nil)
	},
	"fail": func() {
		payload, _ := (&frame.Failed{Name: "CheckFailed", Value: "1 of 2"}).AppendBinary(nil)
		frame.Default().Send(frame.Failure, payload)
		os.Exit(1)
	},
	"commit": func() {
		if _, err := frame.Default().Ask(frame.Commit, []byte("manifest")); err != nil {
			fmt.Println("refused:", err)
			return
		}
		frame.Default().Send(frame.Done, nil)
	},
	"dies late": func() {
		frame.Default().Ask(frame.Finish, []byte("manifest"))
		panic("after the commit")
	},
	"memory": func() {
		var all [][]byte
		for {
			b := make([]byte, 1<<20)
			for i := range b {
				b[i] = 1
			}
			all = append(all, b)
			runtime.KeepAlive(all)
		}
	},
	"shows one":          func() { send(frame.Display, bundle("one")); frame.Default().Send(frame.Done, nil) },
	"shows, then sleeps": func() { send(frame.Display, bundle("one")); time.Sleep(time.Hour) },
	"displays": func() {
		for i := range 5000 {
			send(frame.Display, bundle(fmt.Sprint(i)))
		}
		frame.Default().Send(frame.Done, nil)
	},
	"updates": func() {
		b := bundle("start")
		b.ID = "x"
		send(frame.Display, b)
		for i := range 5000 {
			b.Parts = bundle(fmt.Sprint(i)).Parts
			send(frame.Update, b)
		}
		frame.Default().Send(frame.Done, nil)
	},
	"too large": func() {
		payload, _ := (&frame.Bundle{Parts: []frame.Part{{MIME: "text/plain", Data: make([]byte, 2<<20)}}}).AppendBinary(nil)
		fmt.Println(frame.Default().Send(frame.Display, payload))
		send(frame.Display, bundle("small"))
		frame.Default().Send(frame.Done, nil)
	},
	"scan": func() {
		var name string
		var age int
		fmt.Print("Name? ")
		fmt.Scan(&name)
		fmt.Print("Age? ")
		fmt.Scan(&age)
		fmt.Println(name, "is", age)
		frame.Default().Send(frame.Done, nil)
	},
	"does not read": func() {
		time.Sleep(100 * time.Millisecond)
		fmt.Println("no")
		frame.Default().Send(frame.Done, nil)
	},
	"reads something else": func() {
		cmd := exec.Command("sh", "-c", "sleep 0.1; echo piped")
		out, _ := cmd.Output()
		fmt.Print(string(out))
		frame.Default().Send(frame.Done, nil)
	},
	"child reads": func() {
		cmd := exec.Command("cat")
		cmd.Args = []string{"head", "-n", "1"}
		cmd.Path, _ = exec.LookPath("head")
		cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
		cmd.Run()
		frame.Default().Send(frame.Done, nil)
	},
	"asks and ends": func() {
		go frame.Default().Ask(frame.Input, []byte{0, '?'})
		time.Sleep(300 * time.Millisecond)
		os.Exit(0)
	},
	"child and fails":  func() { startSleep(false); os.Exit(1) },
	"daemon and fails": func() { startSleep(true); os.Exit(1) },
	"daemon":           func() { startSleep(true); frame.Default().Send(frame.Done, nil) },
	"child without environment": func() {
		cmd := exec.Command("sleep", "300")
		cmd.Env = []string{"A=b"}
		cmd.Start()
		fmt.Println(cmd.Process.Pid)
		frame.Default().Send(frame.Done, nil)
	},
	"short child": func() {
		exec.Command("sleep", "0.05").Start()
		frame.Default().Send(frame.Done, nil)
	},
	"environment": func() {
		out, _ := exec.Command("sh", "-c", "env | grep ^MERCER_").Output()
		os.Stdout.Write(out)
	},
	"overflow": func() { debug.SetMaxStack(256 << 20); fmt.Println(deeper(1)) },
	"child overflows": func() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "RUN_TEST_PROGRAM=overflow")
		cmd.Stderr = os.Stderr
		fmt.Println(cmd.Run())
		frame.Default().Send(frame.Done, nil)
	},
	"kills itself": func() {
		fmt.Print("before")
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	},
	"finishes twice": func() {
		frame.Default().Ask(frame.Finish, []byte("1"))
		frame.Default().Ask(frame.Finish, []byte("2"))
		frame.Default().Send(frame.Done, nil)
	},
	"no frames": func() {
		frame.Default()
		out := os.NewFile(3, "frames")
		out.WriteString("\x00\x00\x00\x00\x00D\xff\xff\xff\xff")
		out.Close()
		fmt.Println("still here")
	},
	"notifies": func() {
		c := make(chan os.Signal, 1)
		signal.Notify(c, os.Interrupt)
		fmt.Println("up")
		fmt.Println(<-c)
		os.Exit(0)
	},
	"deaf": func() {
		signal.Ignore(os.Interrupt, syscall.SIGQUIT)
		fmt.Println("up")
		for {
			time.Sleep(time.Hour)
		}
	},
	"notes": func() {
		frame.Default().Send(frame.Note, []byte("careful"))
		frame.Default().Send(frame.Clear, []byte{1})
		send(frame.Result, bundle("42"))
		frame.Default().Send(frame.Done, nil)
	},
	"asks": func() {
		answer, err := frame.Default().Ask(frame.Input, []byte("\x01name"))
		fmt.Println(string(answer), err)
		_, err = frame.Default().Ask(frame.Input, nil)
		fmt.Println(err)
		_, err = frame.Default().Ask(frame.Display, []byte{9})
		fmt.Println(err)
		frame.Default().Send(frame.Done, nil)
	},
	"flood": func() {
		line := []byte(strings.Repeat("x", 99) + "\n")
		for range 1 << 20 {
			os.Stdout.Write(line)
		}
		fmt.Println("the end")
	},
}

// startSleep starts a process that outlives this one, in a session of its own or not, and prints its number.
func startSleep(session bool) {
	cmd := exec.Command("sleep", "60")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	cmd.Start()
	fmt.Println(cmd.Process.Pid)
}

//lint:ignore SA5007 it is what the test is about
func deeper(n int) int { return deeper(n+1) + n }

func TestMain(m *testing.M) {
	if name := os.Getenv("RUN_TEST_PROGRAM"); name != "" {
		frame.Default()
		programs[name]()
		return
	}
	os.Exit(tests(m))
}

// builtDir is for programs that tests build.
var builtDir string

func tests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "run-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	builtDir = dir
	return m.Run()
}

func bundle(text string) frame.Bundle {
	return frame.Bundle{Parts: []frame.Part{{MIME: "text/plain", Data: []byte(text)}}}
}

func send(k frame.Kind, b frame.Bundle) {
	payload, _ := b.AppendBinary(nil)
	frame.Default().Send(k, payload)
}

// recorder keeps what is shown as one text.
type recorder struct {
	text  strings.Builder
	notes []string
	size  int
}

func (r *recorder) Stream(name, text string) {
	r.size += len(text)
	if name == "stderr" {
		text = "!" + text
	}
	r.text.WriteString(text)
}
func (r *recorder) Display(b frame.Bundle, update bool) {
	if update {
		r.text.WriteString("~")
	}
	r.text.WriteString("[" + string(b.Parts[0].Data) + "]")
}
func (r *recorder) Result(b frame.Bundle) { r.text.WriteString("=" + string(b.Parts[0].Data)) }
func (r *recorder) Clear(bool)            { r.text.WriteString("<clear>") }
func (r *recorder) Note(text string)      { r.notes = append(r.notes, text) }
func (r *recorder) Notice(text string)    { r.notes = append(r.notes, text) }

func runProgram(t *testing.T, ctx context.Context, name string, edit func(*Command)) (*Outcome, *recorder) {
	t.Helper()
	rec := &recorder{}
	cmd := &Command{Path: os.Args[0], Env: append(os.Environ(), "RUN_TEST_PROGRAM="+name, "GORACE=atexit_sleep_ms=0"), Frames: true, Out: rec, PipeDir: t.TempDir()}
	if edit != nil {
		edit(cmd)
	}
	o, err := cmd.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return o, rec
}

func TestTextAndPicturesKeepTheirOrder(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "order", nil)
	var want strings.Builder
	for i := range 50 {
		fmt.Fprintf(&want, "a%d [d%d]", i, i)
	}
	if !o.Done || rec.text.String() != want.String() {
		t.Errorf("got %+v %q\nwant %q", o, rec.text.String(), want.String())
	}
}

func TestEnds(t *testing.T) {
	for _, test := range []struct {
		program string
		done    bool
		exit    int
		crash   string // kind: message
		failure string
		output  string
	}{
		{program: "panic", exit: 2, crash: "panic: boom\n\tsecond line"},
		{program: "goroutine", exit: 2, crash: "panic: in a goroutine"},
		{program: "nil", exit: 2, crash: "panic: runtime error: invalid memory address or nil pointer dereference"},
		{program: "exit0"},
		{program: "exit3", exit: 3},
		{program: "lookalike", done: true, output: "!panic: not really\n"},
		{program: "fail", exit: 1, failure: "CheckFailed"},
		{program: "commit", output: "refused: values are not kept here\n"},
	} {
		t.Run(test.program, func(t *testing.T) {
			o, rec := runProgram(t, t.Context(), test.program, nil)
			crash, failure := "", ""
			if o.Crash != nil {
				crash = o.Crash.Kind + ": " + o.Crash.Message
			}
			if o.Failure != nil {
				failure = o.Failure.Name
			}
			if o.Done != test.done || o.ExitCode != test.exit || failure != test.failure || rec.text.String() != test.output ||
				!strings.HasPrefix(crash, test.crash) || (crash == "") != (test.crash == "") {
				t.Errorf("got done %v, exit %d, crash %q, failure %q, output %q", o.Done, o.ExitCode, crash, failure, rec.text.String())
			}
		})
	}
}

func TestCrashNamesTheStack(t *testing.T) {
	o, _ := runProgram(t, t.Context(), "panic", nil)
	for _, f := range o.Crash.Frames {
		if strings.HasSuffix(f.File, "run_test.go") && f.Line > 0 && strings.Contains(f.Func, "run.init") {
			return
		}
	}
	t.Errorf("no frame of this file in %+v\n%s", o.Crash.Frames, o.Crash.Text)
}

// A program that comes to its end while it is interrupted was interrupted, whoever hears of it first.
func TestDoneAfterInterrupt(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	p := &process{ctx: ctx}
	if p.take(frame.Done, nil); !p.outcome.Done || p.outcome.Interrupted {
		t.Errorf("before an interrupt: got %+v", p.outcome)
	}
	interrupt()
	if p.take(frame.Done, nil); p.outcome.Done || !p.outcome.Interrupted {
		t.Errorf("after an interrupt: got %+v", p.outcome)
	}
}

func TestInterruptEndsALoopWithItsStack(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o, _ := runProgram(t, ctx, "loop", func(c *Command) { c.Out = &interruptWhen{cancel: cancel} })
	if !o.Interrupted || o.Done || o.Crash == nil || o.Crash.Kind != "interrupted" {
		t.Fatalf("got %+v", o)
	}
	if !strings.Contains(o.Crash.Text, "run_test.go") {
		t.Errorf("the dump does not show the loop:\n%s", o.Crash.Text)
	}
}

func TestCommitIsAskedAndAnswered(t *testing.T) {
	var got string
	o, _ := runProgram(t, t.Context(), "commit", func(c *Command) {
		c.Commit = func(m []byte) error { got = string(m); return nil }
	})
	if !o.Done || got != "manifest" {
		t.Errorf("done %v, committed %q", o.Done, got)
	}
}

func TestCellEndsWithItsLastCommit(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "dies late", func(c *Command) {
		c.Commit = func([]byte) error { return nil }
	})
	if !o.Done || o.Crash != nil || rec.text.String() != "" {
		t.Errorf("got done %v, crash %v, output %q", o.Done, o.Crash, rec.text.String())
	}
	o, _ = runProgram(t, t.Context(), "dies late", func(c *Command) {
		c.Commit = func([]byte) error { return fmt.Errorf("no space") }
	})
	if o.Done || o.Crash == nil {
		t.Errorf("after a refused commit: got done %v, crash %v", o.Done, o.Crash)
	}
}

func TestGoNBProtocol(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "gonb", gonbProgram(t, "gonb"))
	if want := "before\n[<b>hi</b>][one]~[two]"; !o.Done || rec.text.String() != want {
		t.Errorf("got done %v %q, want %q", o.Done, rec.text.String(), want)
	}
}

func TestMemoryLimitKills(t *testing.T) {
	if _, ok := observe.AnonymousMemory(os.Getpid()); !ok {
		t.Skip("this system does not tell a process's memory")
	}
	o, _ := runProgram(t, t.Context(), "memory", func(c *Command) { c.Limits.Memory = 200 << 20 })
	if o.OverMemory == 0 || o.Done {
		t.Errorf("got %+v", o)
	}
}

func TestFloodIsBounded(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "flood", func(c *Command) { c.Frames = false })
	if !o.Done || rec.size > defaultHead+defaultTail || !strings.HasSuffix(rec.text.String(), "the end\n") {
		t.Errorf("done %v, %d bytes shown, ends %q", o.Done, rec.size, rec.text.String()[max(0, rec.text.Len()-20):])
	}
	if len(rec.notes) != 2 || !strings.Contains(rec.notes[1], "98.9 MiB") {
		t.Errorf("notes %q", rec.notes)
	}
}

func TestShellWithABackgroundChildEnds(t *testing.T) {
	rec := &recorder{}
	cmd := &Command{Path: "/bin/sh", Args: []string{"-c", "echo one; sleep 30 & echo $!"}, Env: os.Environ(), Out: rec}
	start := time.Now()
	o, err := cmd.Run(t.Context())
	if err != nil || !o.Done || !strings.HasPrefix(rec.text.String(), "one\n") {
		t.Errorf("got %+v %v %q", o, err, rec.text.String())
	}
	t.Logf("ended after %v", time.Since(start))
	var pid int
	fmt.Sscanf(rec.text.String(), "one\n%d", &pid)
	syscall.Kill(pid, syscall.SIGKILL)
}

func TestStdinAndPrompts(t *testing.T) {
	rec := &recorder{}
	cmd := &Command{Path: "/bin/sh", Args: []string{"-c", "read a; echo got $a"}, Env: os.Environ(), Out: rec, Stdin: []byte("fixed\n")}
	if o, err := cmd.Run(t.Context()); err != nil || !o.Done || rec.text.String() != "got fixed\n" {
		t.Errorf("%+v %v %q", o, err, rec.text.String())
	}
	rec = &recorder{}
	cmd = &Command{Path: "/bin/sh", Args: []string{"-c", "read a; read b; echo $a-$b"}, Env: os.Environ(), Out: rec,
		Reads: Prompted, Input: func(context.Context, string, bool) (string, error) { return "line", nil }}
	if o, err := cmd.Run(t.Context()); err != nil || !o.Done || rec.text.String() != "line-line\n" {
		t.Errorf("%+v %v %q", o, err, rec.text.String())
	}
}

func TestMissingExecutable(t *testing.T) {
	_, err := (&Command{Path: "/does/not/exist", Out: &recorder{}}).Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "start exist") {
		t.Errorf("got %v", err)
	}
}
