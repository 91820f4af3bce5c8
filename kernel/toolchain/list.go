package toolchain

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// buildTag is set for everything that a notebook compiles.
const buildTag = "mercer"

// testTag is set beside it for tests, which run without the frames of a cell and so cannot ask the kernel.
const testTag = "mercer_test"

const listFields = "-json=ImportPath,Name,Export,Dir,Standard,Imports,ImportMap,Error"

// list asks the go command for packages with everything they import; it compiles what is not compiled yet. Unless
// autoget is set it fetches no modules.
func (t *goTools) list(ctx context.Context, dir string, paths []string, autoget bool) ([]*pkg, error) {
	args := append([]string{"list", "-e", "-export", "-deps", "-tags", t.tags(), listFields, "--"}, paths...)
	for {
		out, stderr, err := t.output(ctx, dir, autoget, args...)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && strings.Contains(stderr, changedMeanwhile) {
			continue
		}
		pkgs, decodeErr := decodePackages(out)
		if err != nil && len(pkgs) == 0 {
			return nil, goError(stderr)
		}
		if decodeErr != nil {
			return nil, decodeErr
		}
		err = listError(pkgs, paths, autoget, stderr)
		if pe := asPackageError(err); pe != nil {
			pe.Msg = absolutePaths(dir, pe.Msg)
		}
		return pkgs, err
	}
}

// changedMeanwhile is what the go command says when another one has changed go.mod while it ran.
const changedMeanwhile = "existing contents have changed since last read"

// output runs the go command and returns what it writes. Unless autoget is set it fetches no modules.
func (t *goTools) output(ctx context.Context, dir string, autoget bool, args ...string) (stdout, stderr string, err error) {
	cmd := t.command(ctx, dir, args...)
	switch {
	case !autoget:
		cmd.Env = append(cmd.Env, "GOPROXY="+t.nearProxy+"off")
	case t.nearProxy != "" && !t.has("GOPROXY"):
		cmd.Env = append(cmd.Env, "GOPROXY="+t.nearProxy+t.Proxy)
	}
	var errText strings.Builder
	cmd.Stderr = &errText
	out, err := cmd.Output()
	return string(out), errText.String(), err
}

func decodePackages(out string) ([]*pkg, error) {
	var pkgs []*pkg
	dec := json.NewDecoder(strings.NewReader(out))
	for {
		p := new(pkg)
		if err := dec.Decode(p); err == io.EOF {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// listError returns what is wrong with the packages: of the first of which the go command says it, else of the first that is
// not compiled.
func listError(pkgs []*pkg, asked []string, autoget bool, stderr string) error {
	var silent *pkg
	for _, p := range pkgs {
		switch {
		case p.ImportPath == "unsafe":
		case p.Error != nil && (p.Export == "" || IsNetError(p.Error.Err) || slices.Contains(asked, p.ImportPath)):
			return &PackageError{Path: p.ImportPath, Msg: p.Error.explain(autoget)}
		case p.Export == "" && silent == nil:
			silent = p
		}
	}
	switch {
	case silent == nil:
		return nil
	case strings.Contains(stderr, noSpace):
		return goError(stderr)
	case strings.TrimSpace(stderr) == "" && onlyTests(silent.Dir):
		return &PackageError{Path: silent.ImportPath, Msg: "all its files are tests (_test.go): it has nothing to import"}
	}
	return &PackageError{Path: silent.ImportPath, Msg: doesNotCompile + " " + compileErrors(stderr)}
}

// explain returns what the user reads of an error. Errors of the compiler are whole; what else has several lines is shortened later.
func (e *listedError) explain(autoget bool) string {
	msg := strings.TrimSpace(e.Err)
	switch {
	case IsNetError(msg) && autoget:
		return "its module cannot be downloaded: no network, or no module proxy that answers"
	case IsNetError(msg):
		return "its module is not on this machine, and %noautoget is set"
	case strings.HasPrefix(msg, "# "):
		return doesNotCompile + " " + compileErrors(msg)
	case strings.HasPrefix(msg, "import cycle") && len(e.ImportStack) > 1:
		return "packages import each other: " + strings.Join(e.ImportStack, " imports ")
	}
	return msg
}

// maxCompileErrors is how many lines of a compiler's errors are shown.
const maxCompileErrors = 20

// compileErrors returns the first errors that the go command has written of packages, without the lines that name the packages.
func compileErrors(text string) string {
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(text), "\n"), func(l string) bool { return strings.HasPrefix(l, "# ") })
	if more := len(lines) - maxCompileErrors; more > 0 {
		lines = append(lines[:maxCompileErrors], fmt.Sprintf("… and %d more lines", more))
	}
	return strings.Join(lines, "\n")
}

// onlyTests reports whether a directory has Go files, and all are tests.
func onlyTests(dir string) bool {
	all, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	tests, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return dir != "" && len(all) > 0 && len(all) == len(tests)
}

// relativePath matches a path at the start of a line or behind a colon, as the go command writes those near the directory in which
// it runs.
var relativePath = regexp.MustCompile(`(?m)(^|: )(\.\.?/[^:\n]*)`)

// absolutePaths names the files of errors by their whole paths: nobody knows the directory in which the go command ran.
func absolutePaths(dir, msg string) string {
	return relativePath.ReplaceAllStringFunc(msg, func(found string) string {
		before, path, _ := strings.Cut(found, ".")
		return before + filepath.Join(dir, "."+path)
	})
}

// doesNotCompile begins what is said of a package with compile errors.
const doesNotCompile = "does not compile:"

const noSpace = "no space left on device"

// goError makes one line of what the go command wrote.
func goError(stderr string) error {
	if IsNetError(stderr) {
		return fmt.Errorf("no network, or no module proxy: %s", firstLine(stderr))
	}
	if strings.Contains(stderr, noSpace) {
		return fmt.Errorf("no space left on the disk: %s", firstLine(stderr))
	}
	return fmt.Errorf("go: %s", tail(stderr, 5))
}

// IsNetError says whether the go command, by what it wrote, failed for want of a network.
func IsNetError(stderr string) bool {
	for _, s := range []string{"dial tcp", "no such host", "connection refused", "i/o timeout", "network is unreachable",
		"TLS handshake timeout", "module lookup disabled by GOPROXY=off", "no route to host"} {
		if strings.Contains(stderr, s) {
			return true
		}
	}
	return false
}
