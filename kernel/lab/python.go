package lab

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// oldest is the oldest Python 3 that JupyterLab runs on.
const oldest = 10

// wayRound is what works where JupyterLab cannot be set up.
const wayRound = `without Jupyter, "mercer run" executes notebooks; for a JupyterLab of your own there is "mercer install"`

// probe tells the version and whether environments can be made.
const probe = `import sys
print(sys.version_info[0], sys.version_info[1])
try:
    import venv, ensurepip
    print("venv")
except ImportError:
    print("none")`

// python is a usable Python.
type python struct {
	path    string
	version string // such as "3.11"
}

// findPython returns the first of python3 and python that is new enough and can make environments.
func findPython(ctx context.Context) (python, error) {
	var problems []string
	for _, name := range []string{"python3", "python"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		version, err := try(ctx, path)
		if err == nil {
			return python{path, version}, nil
		}
		if ctx.Err() != nil {
			return python{}, context.Cause(ctx)
		}
		problems = append(problems, path+" "+err.Error())
	}
	if len(problems) == 0 {
		problems = []string{"there is no python3 on the PATH"}
	}
	return python{}, fmt.Errorf("JupyterLab needs Python 3.%d or newer with venv and pip: %s (%s)", oldest, problems[0], wayRound)
}

// try returns the version of the Python at path, or says what it lacks.
func try(ctx context.Context, path string) (version string, err error) {
	out, err := exec.CommandContext(ctx, path, "-c", probe).Output()
	if err != nil {
		return "", fmt.Errorf("does not run: %w", err)
	}
	var major, minor int
	var venv string
	if _, err := fmt.Sscan(string(out), &major, &minor, &venv); err != nil {
		return "", fmt.Errorf("does not tell its version, but %q", strings.TrimSpace(string(out)))
	}
	switch {
	case major != 3 || minor < oldest:
		return "", fmt.Errorf("is version %d.%d", major, minor)
	case venv != "venv":
		return "", errors.New("has no venv module: on Debian and Ubuntu, apt install python3-venv")
	}
	return fmt.Sprintf("%d.%d", major, minor), nil
}
