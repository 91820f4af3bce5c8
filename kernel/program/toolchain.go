package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// minGo is the oldest minor version of Go 1 that programs are built with.
const minGo = 26

// toolchain is the Go installation that builds programs.
type toolchain struct {
	goCmd   string // path of the go command
	vars    atomic.Pointer[[]string]
	Version string `json:"GOVERSION"`
	Root    string `json:"GOROOT"`
	ToolDir string `json:"GOTOOLDIR"`
	OS      string `json:"GOOS"`
	Arch    string `json:"GOARCH"`
	ModDir  string `json:"GOMODCACHE"`
}

// findToolchain looks for the go command in PATH, then in GOROOT and in the usual place, and asks for its version.
func findToolchain() (*toolchain, error) {
	goCmd, err := findGo()
	if err != nil {
		return nil, err
	}
	t := &toolchain{goCmd: goCmd}
	cmd := exec.Command(goCmd, "env", "-json", "GOVERSION", "GOROOT", "GOTOOLDIR", "GOOS", "GOARCH", "GOMODCACHE")
	cmd.Env = goEnv("")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the Go toolchain %s does not work: %s", goCmd, firstLine(stderrOf(err)))
	}
	if err := json.Unmarshal(out, t); err != nil {
		return nil, fmt.Errorf("the Go toolchain %s does not work: %w", goCmd, err)
	}
	return t, checkVersion(t.Version, goCmd)
}

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
	minor, ok := strings.CutPrefix(version, "go1.")
	if !ok {
		return nil
	}
	if i := strings.IndexFunc(minor, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		minor = minor[:i]
	}
	if n, err := strconv.Atoi(minor); err == nil && n < minGo {
		return fmt.Errorf("the Go toolchain %s is %s, but Mercer needs Go 1.%d or later: see https://go.dev/dl", goCmd, version, minGo)
	}
	return nil
}

// tool returns the path of "compile" or "link".
func (t *toolchain) tool(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(t.ToolDir, name)
}

// goEnv is the environment of the go command: the user's, without settings that would change what is built.
func goEnv(dir string, extra ...string) []string {
	env := make([]string, 0, len(os.Environ())+8)
	for _, kv := range os.Environ() {
		switch name, _, _ := strings.Cut(kv, "="); name {
		case "GOFLAGS", "GOTOOLCHAIN", "CGO_ENABLED", "GOWORK", "GO111MODULE", "GOOS", "GOARCH", "GOEXPERIMENT", "PWD":
		default:
			env = append(env, kv)
		}
	}
	env = append(env, "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "CGO_ENABLED=0", "GOWORK=off", "GO111MODULE=on")
	if dir != "" {
		env = append(env, "PWD="+dir)
	}
	return append(env, extra...)
}

// goCommand prepares the go command to run in a directory.
func (t *toolchain) goCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, t.goCmd, args...)
	cmd.Dir, cmd.Env = dir, t.environ(dir)
	return cmd
}

// toolVariable matches the names of variables that the Go toolchain reads and that a notebook may set.
var toolVariable = regexp.MustCompile(`^(GO[A-Z0-9_]+|CGO_[A-Z_]+|CC|CXX|FC|AR|PKG_CONFIG.*)$`)

// setVariables sets what a notebook has set for the toolchain.
func (t *toolchain) setVariables(vars map[string]string) {
	var kept []string
	for _, name := range sortedKeys(vars) {
		switch {
		case !toolVariable.MatchString(name) || strings.HasPrefix(name, "GONB_"):
		case name == "GOWORK" || name == "GO111MODULE" || name == "GOTOOLCHAIN" || name == "GOOS" || name == "GOARCH" || name == "GOCOVERDIR":
		case name == "GOFLAGS":
			kept = append(kept, "GOFLAGS=-mod=mod "+vars[name])
		default:
			kept = append(kept, name+"="+vars[name])
		}
	}
	t.vars.Store(&kept)
}

// variables returns what setVariables has kept, sorted.
func (t *toolchain) variables() []string {
	if kept := t.vars.Load(); kept != nil {
		return *kept
	}
	return nil
}

// hasFlags says whether the notebook has set flags for the go command.
func (t *toolchain) hasFlags() bool { return t.has("GOFLAGS") }

// has says whether the notebook has set a variable.
func (t *toolchain) has(name string) bool {
	return slices.ContainsFunc(t.variables(), func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
}

// environ is the environment of the toolchain's programs.
func (t *toolchain) environ(dir string) []string { return goEnv(dir, t.variables()...) }

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
