package lab

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fake is a Python for tests: it tells the version in $FAKE_VERSION, makes environments with itself inside, and its pip and
// its nbformat.sign write down their arguments or fail with $FAKE_PIP and $FAKE_SIGN.
const fake = `#!/bin/sh
if [ "$1" = -c ]; then echo "$FAKE_VERSION"; exit 0; fi
case "$2" in
venv)
  [ -z "$FAKE_VENV" ] || { echo "$FAKE_VENV" >&2; exit 1; }
  mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
pip)
  [ -z "$FAKE_PIP" ] || { echo "ERROR: $FAKE_PIP" >&2; exit 1; }
  for n in 1 2 3 4 5 6 7 8 9 10; do echo "Collecting x$n"; done
  echo "$@" >> "$(dirname "$0")/pip.log" ;;
nbformat.sign)
  [ -z "$FAKE_SIGN" ] || { echo "$FAKE_SIGN" >&2; exit 1; }
  echo "$@" >> "$(dirname "$0")/sign.log" ;;
esac
`

// fakePython puts the fake on the PATH, with the commands that it needs.
func fakePython(t *testing.T, version string) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no /bin/sh")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "python3"), []byte(fake), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	t.Setenv("FAKE_VERSION", version)
	t.Setenv("FAKE_PIP", "")
	t.Setenv("FAKE_VENV", "")
	t.Setenv("FAKE_SIGN", "")
}

func TestEnsure(t *testing.T) {
	fakePython(t, "3 11 venv")
	var told []string
	s := Setup{Cache: filepath.Join(t.TempDir(), "lab"), Progress: func(text string) { told = append(told, text) }}
	env, err := s.Ensure(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != 3 || !strings.HasPrefix(told[2], "installing JupyterLab: 10 of ") {
		t.Errorf("told %q", told)
	}
	again, err := s.Ensure(context.Background())
	if err != nil || again != env || len(told) != 3 {
		t.Errorf("second call: %v, %v, %q", again, err, told)
	}
	log, err := os.ReadFile(filepath.Join(env.Dir, "bin", "pip.log"))
	if err != nil || strings.Count(string(log), "\n") != 1 || !strings.Contains(string(log), "-r "+env.Dir) {
		t.Errorf("pip was called with %q, %v", log, err)
	}
	if err := os.Remove(filepath.Join(env.Dir, complete)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ensure(context.Background()); err != nil || len(told) != 6 {
		t.Errorf("an incomplete environment was not made anew: %v, %q", err, told)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, version, venv, pip, want string }{
		{"old", "3 9 venv", "", "", "is version 3.9 ("},
		{"two", "2 7 none", "", "", "is version 2.7 ("},
		{"no venv", "3 12 none", "", "", "has no venv module"},
		{"no version", "hello", "", "", `but "hello"`},
		{"venv fails", "3 12 venv", "ensurepip is not available", "", "cannot make an environment: ensurepip is not available"},
		{"network", "3 12 venv", "", "x NewConnectionError x", "no package index"},
		{"disk", "3 12 venv", "", "[Errno 28] No space left on device", "no space left on device"},
		{"other", "3 12 venv", "", "something else", "pip could not install JupyterLab: ERROR: something else ("},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakePython(t, c.version)
			t.Setenv("FAKE_VENV", c.venv)
			t.Setenv("FAKE_PIP", c.pip)
			_, err := Setup{Cache: t.TempDir()}.Ensure(context.Background())
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestNoPython(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Setup{Cache: t.TempDir()}.Ensure(context.Background())
	if err == nil || !strings.Contains(err.Error(), "there is no python3 on the PATH") {
		t.Errorf("got %v", err)
	}
}

func TestRequirementsArePinned(t *testing.T) {
	pin := regexp.MustCompile(`^[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*( ; python_version >= "3\.11")?$`)
	for _, line := range pins() {
		if !pin.MatchString(line) {
			t.Errorf("not pinned: %s", line)
		}
	}
	if len(pins()) < 50 || Version() == "" {
		t.Errorf("%d packages, JupyterLab %q", len(pins()), Version())
	}
}

func TestCommand(t *testing.T) {
	line := strings.Join(Environment{Dir: "/e"}.Command("--no-browser"), " ")
	if !strings.Contains(line, " --JupyterApp.answer_yes=True ") { // one Ctrl-C ends it
		t.Errorf("got %s", line)
	}
	if !strings.HasPrefix(line, "/e/bin/python -m jupyterlab --ServerApp.ip=127.0.0.1 ") || !strings.HasSuffix(line, " --no-browser") {
		t.Errorf("got %s", line)
	}
}

// listed are the exporters that nbconvert 7.17.2 registers (nbconvert.exporters of its entry_points.txt) and that have a
// name in the menu (export_from_notebook), with what each needs: of the programs "" none, "-" what no machine has.
var listed = map[string]string{
	"HTMLExporter": "", "MarkdownExporter": "", "NotebookExporter": "", "SlidesExporter": "",
	"ASCIIDocExporter": "pandoc", "RSTExporter": "pandoc", "LatexExporter": "pandoc inkscape",
	"PDFExporter": "pandoc inkscape xelatex", "ScriptExporter": "-", "WebPDFExporter": "-", "QtPDFExporter": "-",
	"QtPNGExporter": "-",
}

// The menu has no entry that would fail for want of a program; one whose programs are there stays.
func TestDisabledExporters(t *testing.T) {
	text, err := os.ReadFile("requirements.txt")
	if err != nil || !strings.Contains("\n"+string(text), "\nnbconvert==7.17.2 ") {
		t.Errorf("another nbconvert is installed than the one whose exporters are listed here (%v)", err)
	}
	for _, there := range []string{"", "inkscape xelatex", "pandoc", "pandoc inkscape", "xelatex pandoc inkscape"} {
		got := disabled(func(program string) (string, error) {
			if slices.Contains(strings.Fields(there), program) {
				return "/bin/" + program, nil
			}
			return "", os.ErrNotExist
		})
		var want []string
		for class, needs := range listed {
			missing := func(program string) bool { return !slices.Contains(strings.Fields(there), program) }
			if slices.ContainsFunc(strings.Fields(needs), missing) {
				want = append(want, "--"+class+".enabled=False")
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("with %q the options are\n%q, want\n%q", there, got, want)
		}
	}
	line := Environment{Dir: "/e"}.Command()
	for _, option := range disabled(exec.LookPath) {
		if !slices.Contains(line, option) {
			t.Errorf("JupyterLab is started without %s", option)
		}
	}
}

// What merely lies among the notebooks of the course is not of the course.
func TestCourse(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "notebooks")
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("notebooks/README.md", "| [00-a](00-a.ipynb) | [again](00-a.ipynb) | [01-b](01-b.ipynb) | [hw](assignments/1.ipynb) | [out](../out.ipynb) |")
	for _, name := range []string{"notebooks/00-a.ipynb", "notebooks/downloaded.ipynb", "notebooks/assignments/1.ipynb", "out.ipynb"} {
		write(name, "")
	}
	if got, err := Course(dir); err == nil || !strings.Contains(err.Error(), "--trust=FILE") {
		t.Errorf("without a module: %q, %v", got, err)
	}
	write("go.mod", "module example.com/other\n")
	if got, err := Course(dir); err == nil {
		t.Errorf("in another module: %q", got)
	}
	write("go.mod", "module github.com/mercer-go/mercer\n")
	got, err := Course(dir)
	if want := []string{filepath.Join(dir, "00-a.ipynb"), filepath.Join(dir, "assignments", "1.ipynb")}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	course, err := Course(filepath.Join("..", "..", "notebooks"))
	if err != nil || len(course) < 7 {
		t.Errorf("the course has %d notebooks, %v", len(course), err)
	}
}

func TestTrust(t *testing.T) {
	fakePython(t, "3 11 venv")
	env, err := Setup{Cache: t.TempDir()}.Ensure(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"a.ipynb", "deep/-b.ipynb", "deep/c.txt", ".ipynb_checkpoints/a.ipynb", "d.ipynb/e.txt"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, err := Notebooks(dir)
	if err != nil || len(found) != 2 {
		t.Fatalf("found %q, %v", found, err)
	}
	if err := env.Trust(context.Background(), found...); err != nil {
		t.Error(err)
	}
	log, _ := os.ReadFile(filepath.Join(env.Dir, "bin", "sign.log"))
	if want := "-m nbformat.sign -- " + strings.Join(found, " ") + "\n"; string(log) != want {
		t.Errorf("signed with %q, want %q", log, want)
	}
	t.Setenv("FAKE_SIGN", "no such file")
	if err := env.Trust(context.Background(), found...); err == nil || err.Error() != "signing notebooks: no such file" {
		t.Errorf("got %v", err)
	}
	if err := env.Trust(context.Background()); err != nil {
		t.Errorf("no notebooks: %v", err)
	}
	if _, err := Notebooks(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing directory is no error")
	}
}
