package send_test

import (
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/mercer-go/mercer/display"
	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/frame"
)

// The tests run this test binary as the program of a cell, with the environment that each kernel gives.

const scenarioEnv = "SEND_TEST_SCENARIO"

var scenarios = map[string]func(){
	"shows": func() {
		display.Result(42)
		display.Show(display.NewFigure("f").Line("l", nil, []float64{1, 2}))
		h := display.ShowHandle("before")
		h.Update("after")
		display.Clear(true)
	},
	"asks": func() {
		fmt.Println(display.Input("Who?"))
		fmt.Println(display.Password("What?"))
	},
	"fails": func() {
		check.Near("x", 1, 2, 0.5)
		display.Show("not reached")
	},
}

func TestMain(m *testing.M) {
	if run := scenarios[os.Getenv(scenarioEnv)]; run != nil {
		run()
		return
	}
	os.Exit(m.Run())
}

func program(scenario string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, scenarioEnv+"="+scenario)...)
	return cmd
}

type sent struct {
	kind    frame.Kind
	payload []byte
}

// underMercer runs a scenario with pipes for frames and returns what it sent.
func underMercer(t *testing.T, scenario string) ([]sent, error) {
	t.Helper()
	out, outWriter, err1 := os.Pipe()
	inReader, in, err2 := os.Pipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	defer in.Close()
	cmd := program(scenario, frame.Env+"=3,4")
	cmd.ExtraFiles = []*os.File{outWriter, inReader}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	outWriter.Close()
	inReader.Close()
	var all []sent
	for {
		k, payload, err := frame.Read(out)
		if err == io.EOF {
			return all, cmd.Wait()
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sent{k, payload})
		if k == frame.Input {
			answer := frame.Reply
			if payload[0] == 1 {
				answer = frame.Refuse
			}
			if err := frame.Write(in, answer, []byte("Ada")); err != nil {
				t.Fatal(err)
			}
		}
		if k.Shown() {
			if err := frame.Write(in, frame.Reply, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func kinds(all []sent) string {
	var s []byte
	for _, f := range all {
		s = append(s, byte(f.kind))
	}
	return string(s)
}

func TestFrames(t *testing.T) {
	all, err := underMercer(t, "shows")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := kinds(all), "HRDDUC"; got != want {
		t.Fatalf("frames %s, want %s", got, want)
	}
	var b [6]frame.Bundle
	for i := 1; i < 5; i++ {
		if err := b[i].UnmarshalBinary(all[i].payload); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(b[1].Parts[0].Data); got != "42" {
		t.Errorf("the result is %q", got)
	}
	if got := b[2].Parts[0].MIME; got != "application/vnd.mercer.figure" {
		t.Errorf("the figure is sent as %s", got)
	}
	if b[3].ID == "" || b[3].ID != b[4].ID {
		t.Errorf("the handle has ids %q and %q", b[3].ID, b[4].ID)
	}
}

// TestAsking asks under Mercer and in a terminal.
func TestAsking(t *testing.T) {
	all, err := underMercer(t, "asks")
	if got, want := kinds(all), "HII"; got != want || err != nil {
		t.Fatalf("frames %s, want %s, error %v", got, want, err)
	}
	if got := string(all[1].payload) + string(all[2].payload); got != "\x00Who?\x01What?" {
		t.Errorf("asked %q", got)
	}
	for typed, want := range map[string]string{
		"Ada\r\nGrace\n": "Who? Ada <nil>\n input: what is typed in a terminal cannot be hidden here\n",
		"Ada":            "Who? Ada <nil>\n input: what is typed in a terminal cannot be hidden here\n",
		"":               "Who?  input: EOF\n input: what is typed in a terminal cannot be hidden here\n",
	} {
		cmd := program("asks")
		cmd.Stdin = strings.NewReader(typed)
		if out, err := cmd.Output(); err != nil || string(out) != want {
			t.Errorf("%q: got %q, error %v", typed, out, err)
		}
	}
}

func TestFailureUnderMercer(t *testing.T) {
	all, err := underMercer(t, "fails")
	if got, want := kinds(all), "HDE"; got != want || err == nil {
		t.Fatalf("frames %s and exit %v, want %s and a failure", got, err, want)
	}
	var f frame.Failed
	if err := f.UnmarshalBinary(all[2].payload); err != nil {
		t.Fatal(err)
	}
	if f.Name != "CheckFailed" || !strings.Contains(f.Value, "x: got 1, want 2") {
		t.Errorf("failed with %v", f)
	}
}

func TestGoNB(t *testing.T) {
	dir := t.TempDir()
	pipe, back := filepath.Join(dir, "pipe"), filepath.Join(dir, "back")
	for _, name := range []string{pipe, back} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
	}
	cmd := program("shows", protocol.GONB_PIPE_ENV+"="+pipe, protocol.GONB_PIPE_BACK_ENV+"="+back)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(pipe)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := os.OpenFile(back, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	var all []string
	decoder := gob.NewDecoder(r)
	for {
		var data protocol.DisplayData
		if decoder.Decode(&data) != nil {
			break
		}
		svg, _ := data.Data[protocol.MIMEImageSVG].(string)
		all = append(all, fmt.Sprintf("%v svg=%t id=%t", data.Data[protocol.MIMETextPlain], strings.HasPrefix(svg, "<svg"), data.DisplayID != ""))
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	want := []string{"42 svg=false id=false", "Figure: f\n  line “l”: 2, x in [0, 1], y in [1, 2]\n svg=true id=false",
		`"before" svg=false id=true`, `"after" svg=false id=true`}
	if strings.Join(all, "|") != strings.Join(want, "|") {
		t.Errorf("got %q\nwant %q", all, want)
	}
}

func TestTerminal(t *testing.T) {
	out, err := program("shows").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := "42\nFigure: f\n  line “l”: 2, x in [0, 1], y in [1, 2]\n\"before\"\n\"after\"\n"
	if string(out) != want {
		t.Errorf("got %q\nwant %q", out, want)
	}
}

// TestCellLinksLittle keeps out of cells what makes them slow to link.
func TestCellLinksLittle(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command: ", err)
	}
	root := "github.com/mercer-go/mercer/display"
	out, err := exec.Command(goTool, "list", "-tags", "mercer", "-deps", root, root+"/check", root+"/derive", root+"/grade").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		for _, heavy := range []string{"gonum.org/", "encoding/gob", "encoding/json", "net", "net/http", "text/template", "regexp", root + "/render", root + "/formula/", root + "/derive/judge", "math/big", "github.com/janpfeifer/"} {
			if p == heavy || strings.HasSuffix(heavy, "/") && strings.HasPrefix(p, heavy) {
				t.Errorf("a cell that shows something links %s", p)
			}
		}
	}
}
