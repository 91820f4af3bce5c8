package program

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
)

// minGo is the oldest minor version of Go 1 that programs are built with.
const minGo = 26

// toolchain is the Go installation that builds programs.
type toolchain struct {
	goCmd   string // path of the go command
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
	cmd.Dir, cmd.Env = dir, goEnv(dir)
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
