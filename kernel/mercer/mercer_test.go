package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// mercer runs a command line and returns its status and what it wrote.
func mercer(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(context.Background(), args, &out, &err)
	return status, out.String(), err.String()
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		line   string
		status int
		stderr string // its beginning
	}{
		{"", 0, ""},
		{"--help", 0, ""},
		{"runn", 2, `mercer: unknown command "runn" for "mercer"`},
		{"run", 2, "mercer: requires at least 1 arg(s)"},
		{"run --jobs x a.ipynb", 2, `mercer: invalid argument "x"`},
		{"run --jobs 0 a.ipynb", 2, "mercer: --jobs must be at least 1"},
		{"run --in-place -o x a.ipynb", 2, "mercer: if any flags in the group [in-place output] are set"},
		{"run --in-place --resume a.ipynb", 2, "mercer: if any flags in the group [in-place resume] are set"},
		{"run --shard 3/2 a.ipynb", 2, `mercer: --shard: "3/2" is not a part K/N`},
		{"run --shard 2/2 none.ipynb", 0, ""},
		{"run --table none/a.csv a.ipynb", 1, "mercer: the table of the notebooks: none/a.csv: cannot write: no such file"},
		{"run --param 1x=3 a.ipynb", 2, `mercer: parameter "1x=3"`},
		{"run none.ipynb", 1, "none.ipynb: no such notebook: file does not exist\n"},
		{"run none.ipynb some.ipynb", 1, "none.ipynb: no such notebook: file does not exist\nsome.ipynb: no such notebook: file does not exist\nmercer: 2 of 2 notebooks failed\n"},
		{"verify --rtol -1 a.ipynb", 2, "mercer: --rtol, --atol and --timeout must not be negative"},
		{"verify none.ipynb", 1, "none.ipynb: no such notebook"},
		{"install --user --sys-prefix", 2, "mercer: if any flags in the group [user prefix sys-prefix]"},
		{"install --confined", 2, "mercer: --confined needs --prefix or --sys-prefix: "},
		{"assignment release a.ipynb", 2, `mercer: required flag(s) "output" not set`},
		{"assignment release -o . none.ipynb", 1, "mercer: none.ipynb: "},
		{"assignment grade -o x a.ipynb", 2, "mercer: requires at least 2 arg(s)"},
		{"assignment grade -o x --total 0s a.ipynb b.ipynb", 2, "mercer: --jobs must be at least 1"},
		{"assignment grade -o x a.ipynb none.ipynb", 1, "mercer: stat none.ipynb"},
		{"install extra", 2, "mercer: unknown command"},
		{"kernel", 2, `mercer: required flag(s) "connection-file" not set`},
		{"kernel -f none.json", 1, "mercer: "},
	} {
		status, _, stderr := mercer(t, strings.Fields(c.line)...)
		if status != c.status || !strings.HasPrefix(stderr, c.stderr) || c.stderr == "" && stderr != "" {
			t.Errorf("mercer %s: status %d, %q; want %d, %q", c.line, status, stderr, c.status, c.stderr)
		}
	}
}

func TestHelpHasExamples(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Short == "" || c.Example == "" && c.Name() != "version" {
			t.Errorf("%s: no summary or no example", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(command())
}

func TestBrokenNotebooks(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "a.ipynb")
	if err := os.WriteFile(broken, []byte("{\n \"cells\": [}"), 0o644); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := mercer(t, "run", broken)
	if want := broken + ": not a notebook: line 2, column 12: broken JSON: "; status != 1 || !strings.HasPrefix(stderr, want) {
		t.Errorf("status %d, %q, want %q", status, stderr, want)
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("files were written: %v", list)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, err bytes.Buffer
	if status := run(ctx, []string{"run", "none.ipynb"}, &out, &err); status != exitInterrupted || err.String() != "interrupted\n" {
		t.Errorf("status %d, %q", status, &err)
	}
}

// A kernel below a prefix is the copy of the program there, which goes with the last of its kernels.
func TestInstall(t *testing.T) {
	prefix := t.TempDir()
	program := filepath.Join(prefix, "bin", "mercer")
	kernel := func(name string) string { return filepath.Join(prefix, "share", "jupyter", "kernels", name) }
	for _, name := range []string{"trial", "other"} {
		status, stdout, stderr := mercer(t, "install", "--prefix", prefix, "--name", name, "--no-warm")
		if status != 0 || stdout != "installed the kernel in "+kernel(name)+"\n" {
			t.Fatalf("status %d, %q, %q", status, stdout, stderr)
		}
		spec, err := os.ReadFile(filepath.Join(kernel(name), "kernel.json"))
		if err != nil || !strings.Contains(string(spec), `"`+program+`"`) {
			t.Errorf("%s, %v", spec, err)
		}
	}
	if info, err := os.Stat(program); err != nil || info.Mode().Perm()&0o555 != 0o555 {
		t.Errorf("the copy cannot be run by all: %v", err)
	}
	if status, stdout, _ := mercer(t, "uninstall", "--prefix", prefix, "--name", "trial"); status != 0 || stdout != "removed "+kernel("trial")+"\n" {
		t.Errorf("uninstall: status %d, %q", status, stdout)
	}
	if _, err := os.Stat(program); err != nil {
		t.Errorf("the other kernel has lost its program: %v", err)
	}
	if status, _, stderr := mercer(t, "uninstall", "--prefix", prefix, "--name", "trial"); status != 1 || !strings.Contains(stderr, "not installed") {
		t.Errorf("second uninstall: status %d, %q", status, stderr)
	}
	want := "removed " + kernel("other") + "\nremoved " + program + "\n"
	if status, stdout, _ := mercer(t, "uninstall", "--prefix", prefix, "--name", "other"); status != 0 || stdout != want {
		t.Errorf("uninstall of the last: status %d, %q", status, stdout)
	}
}

// A confined kernel has a name of its own, and stands beside the other.
func TestInstallConfined(t *testing.T) {
	prefix := t.TempDir()
	for _, flag := range []string{"--no-warm", "--confined"} {
		if status, _, stderr := mercer(t, "install", "--prefix", prefix, "--no-warm", flag); status != 0 {
			t.Fatalf("status %d, %q", status, stderr)
		}
	}
	for name, want := range map[string]string{"mercer": `"Go (Mercer)"`, "mercer-confined": `"Go (Mercer, confined)"`} {
		spec, err := os.ReadFile(filepath.Join(prefix, "share", "jupyter", "kernels", name, "kernel.json"))
		if err != nil || !strings.Contains(string(spec), want) || strings.Contains(string(spec), `"--confined"`) != (name == "mercer-confined") {
			t.Errorf("%s: %s, %v", name, spec, err)
		}
	}
}

// For one user the kernel is this program, or a copy where it is temporary, as that of a test.
func TestInstallForOneUser(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(data, "jupyter"))
	if status, _, stderr := mercer(t, "install", "--no-warm"); status != 0 {
		t.Fatalf("status %d, %q", status, stderr)
	}
	spec, err := os.ReadFile(filepath.Join(data, "jupyter", "kernels", "mercer", "kernel.json"))
	program := filepath.Join(data, "mercer", "bin", "mercer")
	if err != nil || !strings.Contains(string(spec), `"`+program+`"`) {
		t.Errorf("%s, %v", spec, err)
	}
	if info, err := os.Stat(program); err != nil || info.Mode().Perm()&0o111 == 0 {
		t.Errorf("the copy cannot be run: %v", err)
	}
}

func TestIsTemporary(t *testing.T) {
	t.Setenv("GOCACHE", "/big/cache")
	for _, c := range []struct {
		path string
		want bool
	}{
		{filepath.Join(os.TempDir(), "go-build123", "b001", "exe", "mercer"), true},
		{"/home/me/.cache/go-build/ab/abcd-d/mercer", true},
		{"/big/cache/ab/abcd-d/mercer", true},
		{"/big/cached/mercer", false},
		{"/usr/local/bin/mercer", false},
	} {
		if got := isTemporary(c.path); got != c.want {
			t.Errorf("%s: got %v", c.path, got)
		}
	}
}

func TestVersion(t *testing.T) {
	settings := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}}, "v0.1.0"},
		{debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "devel"},
		{debug.BuildInfo{Settings: settings("0123456789abcdef", "false")}, "devel-0123456789ab"},
		{debug.BuildInfo{Settings: settings("0123456789abcdef", "true")}, "devel-0123456789ab-modified"},
	} {
		if got := versionOf(&c.info); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if status, stdout, _ := mercer(t, "version"); status != 0 || !strings.HasPrefix(stdout, "mercer ") {
		t.Errorf("status %d, %q", status, stdout)
	}
}

func TestValuesDir(t *testing.T) {
	t.Setenv("MERCER_VALUES", "/values")
	t.Setenv("JPY_SESSION_NAME", "")
	plain := valuesDir("/somewhere")
	t.Setenv("JPY_SESSION_NAME", "a.ipynb")
	a := valuesDir("/somewhere")
	t.Setenv("JPY_SESSION_NAME", "/somewhere/a.ipynb")
	if b := valuesDir("/elsewhere"); a != b || a == plain || filepath.Dir(a) != "/values" {
		t.Errorf("got %s, %s, %s", plain, a, b)
	}
}
