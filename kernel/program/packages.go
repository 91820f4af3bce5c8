package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// pkg is what "go list" says about a package.
type pkg struct {
	ImportPath string
	Name       string
	Export     string // file with the compiled package
	Dir        string
	Standard   bool     `json:",omitempty"`
	Imports    []string `json:",omitempty"`
	ImportMap  map[string]string
	Error      *struct{ Err string } `json:",omitempty"`
	Errors     *[]string             `json:"-"`          // names of exported variables of type error, once known
	Stamp      string                `json:",omitempty"` // of a local package: how its directory looked, see local.go
}

// index are the compiled packages that are known. It is kept on disk for the next session with the same module.
type index struct {
	mu   sync.Mutex
	pkgs map[string]*pkg
	file string // where it is kept
}

// loadIndex reads an index; a missing or broken file is an empty index.
func loadIndex(file string) *index {
	ix := &index{pkgs: map[string]*pkg{}, file: file}
	data, err := os.ReadFile(file)
	if err == nil && json.Unmarshal(data, &ix.pkgs) != nil {
		ix.pkgs = map[string]*pkg{}
	}
	return ix
}

// save writes the index atomically. That it cannot is no reason to fail: it is a cache.
func (ix *index) save() {
	ix.mu.Lock()
	data, err := json.Marshal(ix.pkgs)
	ix.mu.Unlock()
	if err != nil {
		return
	}
	_ = replaceFile(ix.file, data)
}

// replaceFile writes a file so that readers see the old or the new one.
func replaceFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return clearError(err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".tmp-*")
	if err != nil {
		return clearError(err)
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return clearError(err)
}

func (ix *index) get(path string) *pkg {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.pkgs[path]
}

func (ix *index) put(pkgs []*pkg) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, p := range pkgs {
		ix.pkgs[p.ImportPath] = p
	}
}

// drop forgets everything, after an export file has gone.
func (ix *index) drop() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	clear(ix.pkgs)
}

// closure returns the packages that the given ones import, themselves included, sorted by path.
func (ix *index) closure(paths []string) ([]*pkg, error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	seen := map[string]*pkg{}
	var visit func(path string) error
	visit = func(path string) error {
		if path == "unsafe" || path == "C" || seen[path] != nil {
			return nil
		}
		p := ix.pkgs[path]
		if p == nil {
			return fmt.Errorf("package %s is not listed", path)
		}
		seen[path] = p
		for _, imp := range p.Imports {
			if err := visit(p.resolve(imp)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, path := range paths {
		if err := visit(path); err != nil {
			return nil, err
		}
	}
	out := make([]*pkg, 0, len(seen))
	for _, path := range sortedKeys(seen) {
		out = append(out, seen[path])
	}
	return out, nil
}

const listFields = "-json=ImportPath,Name,Export,Dir,Standard,Imports,ImportMap,Error"

// list asks the go command for packages with everything they import; it compiles what is not compiled yet. Unless
// autoget is set it fetches no modules.
func (t *toolchain) list(ctx context.Context, dir string, paths []string, autoget bool) ([]*pkg, error) {
	args := append([]string{"list", "-e", "-export", "-deps", "-tags", buildTag, listFields, "--"}, paths...)
	cmd := t.goCommand(ctx, dir, args...)
	if !autoget {
		cmd.Env = append(cmd.Env, "GOPROXY=off")
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	pkgs, decodeErr := decodePackages(string(out))
	if err != nil && len(pkgs) == 0 {
		return nil, goError(stderr.String())
	}
	if decodeErr != nil {
		return nil, decodeErr
	}
	return pkgs, listError(pkgs, paths, autoget, stderr.String())
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
		if p.Error != nil && netError(p.Error.Err) {
			msg := "its module cannot be downloaded: no network, or no module proxy that answers"
			if !autoget {
				msg = "its module is not on this machine, and %noautoget is set"
			}
			return &packageError{Path: p.ImportPath, Msg: msg}
		}
		if p.Error != nil && (p.Export == "" || slices.Contains(asked, p.ImportPath)) {
			return &packageError{Path: p.ImportPath, Msg: p.Error.Err}
		}
		if p.Export == "" {
			return &packageError{Path: p.ImportPath, Msg: "does not compile:\n" + tail(stderr, 20)}
		}
	}
	return nil
}

// packageError is a package that cannot be had.
type packageError struct {
	Path string
	Msg  string
}

func (e *packageError) Error() string { return "package " + e.Path + ": " + strings.TrimSpace(e.Msg) }

// goError makes one line of what the go command wrote.
func goError(stderr string) error {
	if netError(stderr) {
		return fmt.Errorf("no network, or no module proxy: %s", firstLine(stderr))
	}
	if strings.Contains(stderr, "no space left on device") {
		return fmt.Errorf("no space left on the disk: %s", firstLine(stderr))
	}
	return fmt.Errorf("go: %s", tail(stderr, 5))
}

// netError says whether the go command failed for want of a network.
func netError(stderr string) bool {
	for _, s := range []string{"dial tcp", "no such host", "connection refused", "i/o timeout", "network is unreachable",
		"TLS handshake timeout", "module lookup disabled by GOPROXY=off", "no route to host"} {
		if strings.Contains(stderr, s) {
			return true
		}
	}
	return false
}
