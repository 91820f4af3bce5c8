// Package lab sets up the JupyterLab of "mercer lab": a private Python environment in the user's cache directory with
// exactly the packages of requirements.txt, made once and used from then on.
//
// [Setup.Ensure] finds a Python (python.go), makes the environment and installs the packages (environment.go). Settings and
// what shows figures go with them (settings.go).
// What it returns names the programs to start. Each error is one line that names what is missing and the way round.
package lab

import (
	_ "embed"
	"strings"
)

//go:embed requirements.txt
var requirements string

// Version is the version of JupyterLab that is installed.
func Version() string {
	for _, line := range pins() {
		if v, ok := strings.CutPrefix(line, "jupyterlab=="); ok {
			return v
		}
	}
	return ""
}

// pins returns the lines of the requirements.
func pins() []string {
	var list []string
	for _, line := range strings.Split(requirements, "\n") {
		if line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}
