package lab

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mercer-go/mercer/kernel/files"
)

// Setup says where environments are made. The zero value is a good one.
type Setup struct {
	Cache    string       // directory of the environments; "" is mercer/lab in the user's cache directory
	Progress func(string) // is told what happens, a few words each; may be nil
}

// Environment is a Python environment with JupyterLab in it.
type Environment struct{ Dir string }

// Python returns the path of the environment's Python.
func (e Environment) Python() string { return filepath.Join(e.Dir, "bin", "python") }

// Command returns the command line that starts JupyterLab, listening on this machine only, with further arguments. One
// interrupt ends it: it does not ask whether it is meant. Its menu offers to export only as what it can.
func (e Environment) Command(args ...string) []string {
	line := []string{e.Python(), "-m", "jupyterlab", "--ServerApp.ip=127.0.0.1", "--JupyterApp.answer_yes=True",
		"--MultiKernelManager.default_kernel_name=mercer"}
	line = append(line, disabled(exec.LookPath)...)
	if os.Geteuid() == 0 {
		line = append(line, "--allow-root") // in containers
	}
	return append(line, args...)
}

// complete is the file that marks an environment as whole.
const complete = ".complete"

// Ensure returns the environment for this version of the requirements, and makes it if it is not there. Two processes
// may call it at the same time: one of them waits.
func (s Setup) Ensure(ctx context.Context) (Environment, error) {
	py, err := findPython(ctx)
	if err != nil {
		return Environment{}, err
	}
	cache, err := s.cache()
	if err != nil {
		return Environment{}, err
	}
	sum := sha256.Sum256([]byte(requirements + py.path + py.version))
	env := Environment{Dir: filepath.Join(cache, fmt.Sprintf("python%s-%x", py.version, sum[:6]))}
	unlock, err := lock(env.Dir + ".lock")
	if err != nil {
		return Environment{}, err
	}
	defer unlock()
	if _, err := os.Stat(filepath.Join(env.Dir, complete)); err == nil {
		if _, err := os.Stat(env.Python()); err == nil {
			return env, writeSettings(env) // those of an earlier version may be there
		}
	}
	return env, s.make(ctx, py, env)
}

func (s Setup) cache() (string, error) {
	dir := s.Cache
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no place for the JupyterLab environment: %w: set HOME or XDG_CACHE_HOME", err)
		}
		dir = filepath.Join(user, "mercer", "lab")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("no place for the JupyterLab environment: %w", err)
	}
	return filepath.Abs(dir)
}

// lock takes the lock file, and waits for another process that has it.
func lock(path string) (unlock func(), err error) {
	f, err := files.LockWait(path, os.O_CREATE)
	if err != nil {
		return nil, fmt.Errorf("JupyterLab environment: %w", err)
	}
	return func() { f.Close() }, nil
}

// make makes the environment anew. One that is left incomplete is made anew by the next call.
func (s Setup) make(ctx context.Context, py python, env Environment) error {
	s.tell("making a Python " + py.version + " environment in " + env.Dir)
	if err := os.RemoveAll(env.Dir); err != nil {
		return fmt.Errorf("JupyterLab environment: %w", err)
	}
	if out, err := exec.CommandContext(ctx, py.path, "-m", "venv", env.Dir).CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("%s cannot make an environment: %s (on Debian and Ubuntu, apt install python3-venv; %s)", py.path, lastLine(out, err), wayRound)
	}
	pinned := filepath.Join(env.Dir, "requirements.txt")
	if err := os.WriteFile(pinned, []byte(requirements), 0o644); err != nil {
		return fmt.Errorf("JupyterLab environment: %w", err)
	}
	if err := s.install(ctx, env, pinned); err != nil {
		return err
	}
	if err := writeSettings(env); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(env.Dir, complete), nil, 0o644)
}

// install installs the packages and tells how many it has found.
func (s Setup) install(ctx context.Context, env Environment, pinned string) error {
	s.tell("installing JupyterLab " + Version() + " (once; this takes a minute)")
	cmd := exec.CommandContext(ctx, env.Python(), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off", "-r", pinned)
	var said tail
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("pip: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("pip does not run: %w (%s)", err, wayRound)
	}
	s.follow(out)
	if err := cmd.Wait(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return explain(said.text, err)
	}
	return nil
}

// follow reads what pip says and tells every tenth package.
func (s Setup) follow(out io.Reader) {
	n := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "Collecting ") {
			continue
		}
		if n++; n%10 == 0 {
			s.tell(fmt.Sprintf("installing JupyterLab: %d of %d packages", n, len(pins())))
		}
	}
	_, _ = io.Copy(io.Discard, out) // a line too long for the scanner must not stop pip
}

func (s Setup) tell(text string) {
	if s.Progress != nil {
		s.Progress(text)
	}
}

// noNetwork are words of pip that mean that it reached no package index.
var noNetwork = []string{"NewConnectionError", "Temporary failure in name resolution", "Network is unreachable", "Max retries exceeded",
	"ProxyError", "ConnectTimeoutError", "No matching distribution found"}

// explain makes one line of what pip said when it failed.
func explain(said []byte, err error) error {
	for _, words := range noNetwork {
		if strings.Contains(string(said), words) {
			return fmt.Errorf("pip found no package index to install JupyterLab from: check the network, or name a mirror in PIP_INDEX_URL (%s)", wayRound)
		}
	}
	if strings.Contains(string(said), "No space left on device") {
		return errors.New("pip could not install JupyterLab: no space left on device")
	}
	return fmt.Errorf("pip could not install JupyterLab: %s (%s)", lastLine(said, err), wayRound)
}

// lastLine returns the last line of an output that is not empty, or the error.
func lastLine(out []byte, err error) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return last
	}
	return err.Error()
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-1<<16):]
	return len(p), nil
}
