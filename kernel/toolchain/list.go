package toolchain

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	args := append([]string{"list", "-e", "-export", "-deps", "-tags", buildTag, listFields, "--"}, paths...)
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
		return pkgs, listError(pkgs, paths, autoget, stderr)
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

// listError returns what is wrong with the packages, in one line each.
func listError(pkgs []*pkg, asked []string, autoget bool, stderr string) error {
	for _, p := range pkgs {
		if p.ImportPath == "unsafe" {
			continue
		}
		if p.Error != nil && IsNetError(p.Error.Err) {
			msg := "its module cannot be downloaded: no network, or no module proxy that answers"
			if !autoget {
				msg = "its module is not on this machine, and %noautoget is set"
			}
			return &PackageError{Path: p.ImportPath, Msg: msg}
		}
		if p.Error != nil && (p.Export == "" || slices.Contains(asked, p.ImportPath)) {
			return &PackageError{Path: p.ImportPath, Msg: strings.TrimSpace(p.Error.Err)}
		}
		if p.Export == "" && strings.Contains(stderr, noSpace) {
			return goError(stderr)
		}
		if p.Export == "" {
			return &PackageError{Path: p.ImportPath, Msg: "does not compile:\n" + tail(stderr, 20)}
		}
	}
	return nil
}

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
