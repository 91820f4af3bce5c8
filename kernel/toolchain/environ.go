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

// userSettings is what a notebook has set for the toolchain.
type userSettings struct {
	vars  []string // variables but for GOFLAGS, sorted
	flags []string // of GOFLAGS, for "go build"
	tags  string   // build tags of GOFLAGS, separated by commas
}

// setVariables sets what a notebook has set for the toolchain, and returns, by name, why a setting cannot be heeded. GOFLAGS is that of
// the kernel's own environment unless the notebook sets it; of flags the build tags count.
func (t *goTools) setVariables(vars map[string]string, flags ...string) (ignored map[string]string) {
	var kept userSettings
	ignored = map[string]string{}
	for _, name := range sortedKeys(vars) {
		switch {
		case !toolVariable.MatchString(name) || strings.HasPrefix(name, "GONB_") || name == "GOCOVERDIR" || name == "GOFLAGS":
		case fixed[name] != "":
			ignored[name] = fmt.Sprintf("%s has no effect on what cells are built with: %s.", name, fixed[name])
		default:
			kept.vars = append(kept.vars, name+"="+vars[name])
		}
	}
	goflags, set := vars["GOFLAGS"]
	if !set {
		goflags = os.Getenv("GOFLAGS")
	}
	var dropped, foreign []string
	kept.flags, kept.tags, dropped, foreign = buildFlags(goflags)
	const noEffect = "GOFLAGS: %s has no effect on what cells are built with: %s."
	switch {
	case len(dropped) > 0:
		ignored["GOFLAGS"] = fmt.Sprintf(noEffect, strings.Join(dropped, " "), ownModule)
	case set && len(foreign) > 0: // the environment's are usually for go test, and go build passes over them as well
		ignored["GOFLAGS"] = fmt.Sprintf(noEffect, strings.Join(foreign, " "), "go build has no such flag")
	}
	if rest, tags := cutTags(flags); len(rest) < len(flags) {
		kept.tags = tags
	}
	t.user.Store(&kept)
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

// indifferent are flags of the go command that do not change what a cell does.
var indifferent = strings.Fields("buildvcs modcacherw v x p json a")

// decisive are the flags of "go build" that change what a program is built from, or how.
var decisive = strings.Fields("asan asmflags buildmode compiler cover covermode coverpkg gccgoflags gcflags " +
	"installsuffix ldflags linkshared msan n overlay pgo pkgdir race tags toolexec trimpath work")

// buildFlags divides GOFLAGS into flags that a notebook's programs can be built with, build tags, flags that
// choose another way to find modules, and flags of other commands than "go build".
func buildFlags(goflags string) (kept []string, tags string, dropped, foreign []string) {
	for _, flag := range strings.Fields(goflags) {
		switch name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "="); {
		case flag == modFlag || slices.Contains(indifferent, name):
		case name == "mod", name == "modfile":
			dropped = append(dropped, flag)
		case slices.Contains(decisive, name):
			kept = append(kept, flag)
		default:
			foreign = append(foreign, flag)
		}
	}
	kept, tags = cutTags(kept)
	return kept, tags, dropped, foreign
}

// cutTags takes the build tags out of flags, separated by commas. The go command heeds the last -tags only.
func cutTags(flags []string) (rest []string, tags string) {
	for i := 0; i < len(flags); i++ {
		name, value, joined := strings.Cut(strings.TrimLeft(flags[i], "-"), "=")
		if name != "tags" || !strings.HasPrefix(flags[i], "-") {
			rest = append(rest, flags[i])
			continue
		}
		if !joined && i+1 < len(flags) {
			i++
			value = flags[i]
		}
		tags = strings.Join(strings.Fields(value), ",")
	}
	return rest, tags
}

// settings returns what setVariables has kept.
func (t *goTools) settings() userSettings {
	if kept := t.user.Load(); kept != nil {
		return *kept
	}
	return userSettings{}
}

// variables returns the variables that the notebook has set, sorted.
func (t *goTools) variables() []string { return t.settings().vars }

// tags are the build tags of all that a notebook compiles, and others, separated by commas.
func (t *goTools) tags(others ...string) string {
	list := append([]string{buildTag, t.settings().tags}, others...)
	return strings.Join(slices.DeleteFunc(list, func(tag string) bool { return tag == "" }), ",")
}

// has says whether the notebook has set a variable.
func (t *goTools) has(name string) bool {
	return slices.ContainsFunc(t.variables(), func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
}

// forBrowsers makes the tools build for js/wasm.
func (t *goTools) forBrowsers() {
	t.OS, t.Arch = "js", "wasm"
	t.extra = append(t.extra, "GOOS="+t.OS, "GOARCH="+t.Arch)
}

// environ is the environment of the toolchain's programs.
func (t *goTools) environ(dir string) []string {
	return append(goEnv(dir, t.extra...), t.variables()...)
}
