package toolchain

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// This file decides which environment the tools of the toolchain get: the user's, but for what would change what is
// built, and what the notebook sets for them.

// goEnv is the environment of the go command in a directory, with extra settings.
func goEnv(dir string, extra ...string) []string {
	env := make([]string, 0, len(os.Environ())+8)
	for _, kv := range os.Environ() {
		switch name, _, _ := strings.Cut(kv, "="); name {
		case "GOFLAGS", "GOTOOLCHAIN", "CGO_ENABLED", "GOWORK", "GO111MODULE", "GOOS", "GOARCH", "GOEXPERIMENT", "PWD":
		default:
			env = append(env, kv)
		}
	}
	env = append(env, "GOFLAGS="+modFlag, "GOTOOLCHAIN=local", "CGO_ENABLED=0", "GOWORK=off", "GO111MODULE=on")
	if dir != "" {
		env = append(env, "PWD="+dir)
	}
	return append(env, extra...)
}

// modFlag lets the go command add to go.mod and go.sum what a cell's imports need.
const modFlag = "-mod=mod"

// toolVariable matches the names of variables that the Go toolchain reads and that a notebook may set.
var toolVariable = regexp.MustCompile(`^(GO[A-Z0-9_]+|CGO_[A-Z_]+|CC|CXX|FC|AR|PKG_CONFIG.*)$`)

// setVariables sets what a notebook has set for the toolchain, and returns, by name, why a setting cannot be heeded.
func (t *goTools) setVariables(vars map[string]string) (ignored map[string]string) {
	var kept []string
	ignored = map[string]string{}
	for _, name := range sortedKeys(vars) {
		switch {
		case !toolVariable.MatchString(name) || strings.HasPrefix(name, "GONB_") || name == "GOCOVERDIR":
		case fixed[name] != "":
			ignored[name] = fmt.Sprintf("%s has no effect on what cells are built with: %s.", name, fixed[name])
		case name == "GOFLAGS":
			flags, dropped := buildFlags(vars[name])
			if len(dropped) > 0 {
				ignored[name] = fmt.Sprintf("GOFLAGS: %s has no effect on what cells are built with: %s.", strings.Join(dropped, " "), ownModule)
			}
			if flags != "" {
				kept = append(kept, "GOFLAGS="+modFlag+" "+flags)
			}
		default:
			kept = append(kept, name+"="+vars[name])
		}
	}
	t.vars.Store(&kept)
	return ignored
}

const ownModule = "a notebook has a Go module of its own, without a vendor directory"

// fixed are the variables that a notebook cannot set, with the reasons.
var fixed = map[string]string{
	"GOWORK":      "a notebook has a Go module of its own; %goworkfix takes over what a go.work uses",
	"GO111MODULE": "a notebook has a Go module of its own",
	"GOTOOLCHAIN": "the toolchain was found when the kernel started",
	"GOOS":        "cells run on this machine",
	"GOARCH":      "cells run on this machine",
}

// buildFlags tells the flags of GOFLAGS that a notebook's programs can be built with from those that choose another way
// to find modules.
func buildFlags(goflags string) (kept string, dropped []string) {
	var keep []string
	for _, flag := range strings.Fields(goflags) {
		switch name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "="); {
		case name == "mod" && flag != modFlag, name == "modfile":
			dropped = append(dropped, flag)
		default:
			keep = append(keep, flag)
		}
	}
	return strings.Join(keep, " "), dropped
}

// variables returns what setVariables has kept, sorted.
func (t *goTools) variables() []string {
	if kept := t.vars.Load(); kept != nil {
		return *kept
	}
	return nil
}

// hasFlags says whether the notebook has set flags for the go command.
func (t *goTools) hasFlags() bool { return t.has("GOFLAGS") }

// has says whether the notebook has set a variable.
func (t *goTools) has(name string) bool {
	return slices.ContainsFunc(t.variables(), func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
}

// forBrowsers makes the tools build for js/wasm.
func (t *goTools) forBrowsers() {
	t.OS, t.Arch = "js", "wasm"
	t.settings = append(t.settings, "GOOS="+t.OS, "GOARCH="+t.Arch)
}

// environ is the environment of the toolchain's programs.
func (t *goTools) environ(dir string) []string {
	return append(goEnv(dir, t.settings...), t.variables()...)
}
