package toolchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// minGo is the oldest minor version of Go 1 that programs are built with.
const minGo = 26

// goTools is the Go installation that builds programs.
type goTools struct {
	goCmd string // path of the go command
	user  atomic.Pointer[userSettings]
	// extra are variables that all tools get; nearProxy is the beginning of the GOPROXY of listings, see shared.go.
	extra     []string
	nearProxy string
	places    []string // where the go command keeps modules and compiled packages; none of a shared cache
	variants  []string // settings that compiled packages depend on
	instead   string   // says that these are not the user's, and why; "" if they are
	Version   string   `json:"GOVERSION"`
	Root      string   `json:"GOROOT"`
	ToolDir   string   `json:"GOTOOLDIR"`
	OS        string   `json:"GOOS"`
	Arch      string   `json:"GOARCH"`
	ModDir    string   `json:"GOMODCACHE"`
	CacheDir  string   `json:"GOCACHE"`
	Proxy     string   `json:"GOPROXY"`
}

// findTools looks for the go command in PATH, then in GOROOT and in the usual place, and asks for its version.
func findTools() (*goTools, error) {
	goCmd, err := findGo()
	if err != nil {
		return nil, err
	}
	t, err := askTools(goCmd, "local")
	if err != nil {
		return nil, err
	}
	if err := checkVersion(t.Version, goCmd); err != nil {
		return t, err
	}
	if built := runtime.Version(); isNewer(t.Version, built) {
		if t, err = t.older(built); err != nil {
			return nil, err
		}
	}
	if err := t.homeless(); err != nil {
		return nil, err
	}
	t.places = []string{"GOMODCACHE=" + t.ModDir, "GOCACHE=" + t.CacheDir}
	return t, nil
}

// askTools asks a go command what it is when GOTOOLCHAIN has a value.
func askTools(goCmd, toolchain string) (*goTools, error) {
	t := &goTools{goCmd: goCmd}
	cmd := exec.Command(goCmd, "env", "-json", "GOVERSION", "GOROOT", "GOTOOLDIR", "GOOS", "GOARCH", "GOMODCACHE", "GOPROXY", "GOCACHE")
	cmd.Args = append(cmd.Args, variants...)
	cmd.Env = goEnv("", "GOTOOLCHAIN="+toolchain)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the Go toolchain %s does not work: %s", goCmd, firstLine(stderrOf(err)))
	}
	if err := json.Unmarshal(out, t); err != nil {
		return nil, fmt.Errorf("the Go toolchain %s does not work: %w", goCmd, err)
	}
	set := map[string]string{}
	if err := json.Unmarshal(out, &set); err != nil {
		return nil, fmt.Errorf("the Go toolchain %s does not work: %w", goCmd, err)
	}
	for _, name := range variants {
		t.variants = append(t.variants, name+"="+set[name])
	}
	return t, nil
}

// older are the tools of the release that has built this program, which t's go command has or fetches: what a newer Go has
// compiled, this program cannot read.
func (t *goTools) older(built string) (*goTools, error) {
	o, err := askTools(t.goCmd, built)
	if err != nil {
		return nil, fmt.Errorf("this Mercer was built by %s and does not read what %s compiles, and that release cannot be had (%w): "+
			"build Mercer again with %[2]s", built, t.Version, err)
	}
	o.goCmd = filepath.Join(o.Root, "bin", filepath.Base(t.goCmd))
	o.instead = fmt.Sprintf("Cells are compiled by %s, which has built this Mercer, for it does not read what %s compiles: "+
		"Mercer built again with %[2]s uses that.", o.Version, t.Version)
	return o, nil
}

// variants are the variables, of the environment or of "go env -w", that decide what the go command compiles packages to.
var variants = []string{"GOAMD64", "GOARM64", "GOEXPERIMENT", "GOFIPS140", "GODEBUG", "GOCACHEPROG"}

func findGo() (string, error) {
	if p, err := exec.LookPath("go"); err == nil {
		return filepath.Abs(p)
	}
	for _, root := range []string{os.Getenv("GOROOT"), "/usr/local/go", "/opt/homebrew/opt/go/libexec"} {
		if p, err := exec.LookPath(filepath.Join(root, "bin", "go")); root != "" && err == nil {
			return p, nil
		}
	}
	return "", fmt.Errorf("no Go toolchain found: install Go 1.%d or later from https://go.dev/dl and put its bin directory in PATH", minGo)
}

// checkVersion returns an error for a version such as "go1.25.3" that is too old. Development versions pass.
func checkVersion(version, goCmd string) error {
	if n, ok := minorOf(version); ok && n < minGo {
		return fmt.Errorf("the Go toolchain %s is %s, but Mercer needs Go 1.%d or later: see https://go.dev/dl", goCmd, version, minGo)
	}
	return nil
}

// isNewer tells whether a release is of a later minor one than another. Development versions are not known to be.
func isNewer(version, than string) bool {
	n, ok := minorOf(version)
	m, okM := minorOf(than)
	return ok && okM && n > m
}

// minorOf is 26 of "go1.26.8" and "go1.26rc1"; ok is false for development versions.
func minorOf(version string) (n int, ok bool) {
	minor, ok := strings.CutPrefix(version, "go1.")
	if i := strings.IndexFunc(minor, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		minor = minor[:i]
	}
	n, err := strconv.Atoi(minor)
	return n, ok && err == nil
}

// tool returns the path of "compile" or "link".
func (t *goTools) tool(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(t.ToolDir, name)
}

// command prepares the go command to run in a directory.
func (t *goTools) command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	return prepare(exec.CommandContext(ctx, t.goCmd, args...), dir, t.environ(dir))
}

// grace is how long a tool may go on after an interrupt before it is killed. patience is how long its output is waited for when
// it has ended: on a machine that others use, reading it takes its time.
const (
	grace    = 300 * time.Millisecond
	patience = 20 * time.Second
)

// prepare makes a command end with its context, its children included: the go command starts compilers, and others that
// hold its output open.
func prepare(cmd *exec.Cmd, dir string, env []string) *exec.Cmd {
	cmd.Dir, cmd.Env = dir, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		group := -cmd.Process.Pid
		time.AfterFunc(grace, func() { _ = syscall.Kill(group, syscall.SIGKILL) })
		return syscall.Kill(group, syscall.SIGINT)
	}
	cmd.WaitDelay = patience
	return cmd
}

func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return string(exit.Stderr)
	}
	return err.Error()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// tail returns the last n lines of a text.
func tail(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
