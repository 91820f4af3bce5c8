package session

import (
	"bytes"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/session/show"
)

// shownHTML keeps what a cell displays as HTML.
type shownHTML struct {
	transcript
	html []string
}

func (s *shownHTML) Display(b show.Bundle, update bool) {
	s.transcript.Display(b, update)
	s.html = append(s.html, string(b.Data["text/html"]))
}

// TestWasm: a program for the page has the notebook's definitions and initialises its variables anew; what it is made of is served while
// the session lives.
func TestWasm(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the runtime for js/wasm")
	}
	root := t.TempDir()
	dir := filepath.Join(root, "sub")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run := func(code string) (string, []string) {
		t.Helper()
		out := new(shownHTML)
		if reply := s.Execute(t.Context(), Request{Code: code, CellID: code, StoreHistory: true}, out); reply.Err != nil {
			t.Fatalf("%s\n%v", code, reply.Err)
		}
		return out.text.String(), out.html
	}
	run("%env GONB_JUPYTER_ROOT " + root)
	run("base := 40\nfunc sum(a, b int) int { return a + b }")
	run("base++")
	_, shown := run("%wasm\nfunc twice(n int) int { return 2 * n }\n%% x\nprintln(twice(sum(base, 2)), GonbWasmDivId, len(GonbWasmArgs))")
	served, _ := run("!echo $GONB_WASM_DIR $GONB_WASM_URL")
	words := strings.Fields(served)
	if len(words) != 2 || words[1] != "/files/jupyter_files/"+filepath.Base(words[0]) || filepath.Dir(words[0]) != filepath.Join(root, "jupyter_files") {
		t.Fatalf("files are served from %q", words)
	}
	name := regexp.MustCompile(`cell_\w+\.wasm`).FindString(shown[0])
	program, err := os.ReadFile(filepath.Join(words[0], name))
	if err != nil || !bytes.HasPrefix(program, []byte("\x00asm")) {
		t.Errorf("no program is served: %v", err)
	}
	if !strings.Contains(html.UnescapeString(shown[0]), filepath.Base(words[0])) {
		t.Errorf("the page is shown %.300s", shown[0])
	}
	if text, _ := run("base, twice(1)"); text != "= 41, 2\n" { // the program has changed nothing here
		t.Errorf("after it: %q", text)
	}
	runInNode(t, words[0], name)
	s.Close()
	if left, _ := os.ReadDir(root); len(left) != 1 {
		t.Errorf("left in the root: %v", left)
	}
}

// runInNode runs the program that is served as the page would, where there is Node.
func runInNode(t *testing.T, dir, name string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("not run: there is no Node")
		return
	}
	script := `require("./wasm_exec.js"); const go = new Go(); go.argv = ["js", "x"]; go.env = {GONB_WASM_DIV_ID: "here"};
		WebAssembly.instantiate(require("fs").readFileSync("` + name + `"), go.importObject).then((p) => go.run(p.instance))`
	cmd := exec.Command(node, "-e", "globalThis.fs = require('fs'); globalThis.crypto ??= require('crypto').webcrypto; "+script)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if want := "84 here 1\n"; err != nil || string(out) != want {
		t.Errorf("the program prints %q, %v; want %q", out, err, want)
	}
}

// Where the server's root cannot be told, or does not have the notebook, nothing can be served to the page.
func TestWasmWithoutServer(t *testing.T) {
	for _, c := range []struct {
		name, root string
		confined   bool
		want       string
	}{
		{"no server", "", false, "none has started this notebook"},
		{"another root", t.TempDir(), false, "the notebook does not lie in"},
		{"a confined kernel", "/", true, "a confined kernel"},
	} {
		t.Setenv("GONB_JUPYTER_ROOT", c.root)
		s, err := New(Options{Dir: t.TempDir(), Confined: c.confined})
		if err != nil {
			t.Fatal(err)
		}
		if reply := s.Execute(t.Context(), Request{Code: "%wasm"}, new(transcript)); reply.Err == nil || !strings.Contains(reply.Err.Error(), c.want) {
			t.Errorf("%s: got %v", c.name, reply.Err)
		}
		s.Close()
	}
}

func TestServerRoot(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells where a process runs")
	}
	dir := t.TempDir()
	for _, c := range []struct{ flag, want string }{
		{"--no-browser", dir}, {"--ServerApp.root_dir=/srv/books/", "/srv/books"}, {"--notebook-dir=books", filepath.Join(dir, "books")},
	} {
		cmd := exec.Command("sh", "-c", "echo; read x", c.flag) // says that it is there, and waits for what never comes
		cmd.Dir = dir
		if _, err := cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		got := serverRoot(strconv.Itoa(cmd.Process.Pid))
		cmd.Process.Kill()
		cmd.Wait()
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.flag, got, c.want)
		}
	}
	if got := serverRoot(""); got != "" {
		t.Errorf("without a server: %s", got)
	}
}
