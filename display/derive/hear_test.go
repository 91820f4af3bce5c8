package derive

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/display/frame"
)

// buildAsker builds the program of testdata/prove as the kernel builds cells.
func buildAsker(t *testing.T) string {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command: ", err)
	}
	path := filepath.Join(t.TempDir(), "prove")
	if out, err := exec.Command(goTool, "build", "-tags", "mercer", "-o", path, "./testdata/prove").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// kernel is the other end of a program's frames.
type kernel struct {
	t       *testing.T
	from    io.Reader
	to      io.Writer
	answers chan []byte // to what the judge asks
	said    chan []byte
	shown   frame.Bundle
	failed  frame.Failed
}

// start starts the program with a kernel at its frames.
func start(t *testing.T, path, text string, env ...string) (*exec.Cmd, *kernel) {
	t.Helper()
	from, out, err1 := os.Pipe()
	in, to, err2 := os.Pipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	cmd := exec.Command(path, text)
	cmd.Env = append(os.Environ(), append(env, frame.Env+"=3,4")...)
	cmd.ExtraFiles = []*os.File{out, in}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	in.Close()
	t.Cleanup(func() { from.Close(); to.Close() })
	return cmd, &kernel{t: t, from: from, to: to, answers: make(chan []byte), said: make(chan []byte)}
}

// serve answers frames until the program ends.
func (k *kernel) serve() {
	for {
		kind, payload, err := frame.Read(k.from)
		if err != nil {
			return
		}
		var reply []byte
		switch kind {
		case frame.Judge:
			go k.judge(payload)
			reply = <-k.said
		case frame.Answers:
			k.answers <- payload
			reply = <-k.said
		case frame.Display:
			k.shown.UnmarshalBinary(payload)
		case frame.Failure:
			k.failed.UnmarshalBinary(payload)
		}
		if kind.Asks() {
			frame.Write(k.to, frame.Reply, reply)
		}
	}
}

func (k *kernel) judge(question []byte) {
	verdict, err := judge.Serve(context.Background(), question, func(calls []byte) ([]byte, error) {
		data, _ := (&frame.Numbered{Number: 1, Body: calls}).AppendBinary(nil)
		k.said <- data
		var n frame.Numbered
		err := n.UnmarshalBinary(<-k.answers)
		return n.Body, err
	})
	if err != nil {
		k.t.Error(err)
	}
	data, _ := (&frame.Numbered{Body: verdict}).AppendBinary(nil)
	k.said <- data
}

// TestAsked checks that a program that has the kernel judge shows the bytes that one that judges itself does.
func TestAsked(t *testing.T) {
	path := buildAsker(t)
	for _, text := range []string{
		"\\given x \\in \\mathbb{R}\nf(x) \\ge m_1 x - m_0 \\because{$(x-1)^2$ is not negative} \\refute{\\ge 2x}\n\\therefore f(x) + 1 \\ge 2x",
		"\\given x \\in \\mathbb{R}\nf(x) = x^3 \\because{the cube}",
		"\\given x \\in \\mathbb{R}^2\nf(x) = 1 \\because{a rule}",
		"x = y",
	} {
		cmd, k := start(t, path, text, frame.EnvVersion+"=2")
		k.serve()
		ended := cmd.Wait()
		v := Judge("T", text, Draws(50), Bind("m", Family(0, []int{1, 2})), Func("f", func(x float64) float64 { return x * x }, "the square"))
		if len(k.shown.Parts) != 2 || string(k.shown.Parts[0].Data) != v.Markdown() || string(k.shown.Parts[1].Data) != v.Text() {
			t.Errorf("%s: shows %q\nwant %q", text, k.shown, v.Rendering)
		}
		if k.failed.Value != v.Rendering.Failure || (ended == nil) != (v.Err() == nil) {
			t.Errorf("%s: fails with %q, %v, want %q", text, k.failed.Value, ended, v.Rendering.Failure)
		}
	}
}

// TestNobodyAsked has a program that no kernel has started, and one that a kernel has that judges no derivations.
func TestNobodyAsked(t *testing.T) {
	path := buildAsker(t)
	var stderr bytes.Buffer
	cmd := exec.Command(path, "1 = 1")
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil || !strings.Contains(stderr.String(), errNone) {
		t.Errorf("no kernel: %v, %s", err, stderr.String())
	}
	cmd, k := start(t, path, "1 = 1")
	k.serve()
	if err := cmd.Wait(); err == nil || !strings.Contains(k.failed.Value, "the kernel is older than this package") {
		t.Errorf("an old kernel: %v, %+v", err, k.failed)
	}
}

const errNone = "which judges derivations, and none started it"
