package program

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

//go:generate go run gen.go

// ModulePath is the path of Mercer's own module, whose packages cells can import.
const ModulePath = "github.com/mercer-go/mercer"

// The requirements of Mercer's own module. They are copies, as a file to embed must lie in the package's directory.
var (
	//go:embed go.mod.txt
	goMod string
	//go:embed go.sum.txt
	goSum string
)

var moduleLine = regexp.MustCompile(`(?m)^module .*$`)

// notebookMod is the go.mod of a notebook: Mercer's requirements, and Mercer itself as the extracted sources.
func notebookMod(sources string) string {
	mod := moduleLine.ReplaceAllString(goMod, "module notebook")
	mod = dropTools(mod)
	return mod + fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %q\n", ModulePath, ModulePath, sources)
}

var toolBlock = regexp.MustCompile(`(?ms)^tool (\([^)]*\)|\S+)\n`)

// dropTools removes the tool lines, which a notebook has no use for.
func dropTools(mod string) string { return toolBlock.ReplaceAllString(mod, "") }

// repairModule gives go.mod and go.sum back what cells need and what was removed, as "go mod tidy" does.
func (env *Env) repairModule() {
	mod, err := os.ReadFile(filepath.Join(env.dir, "go.mod"))
	if err != nil {
		mod = []byte("module notebook\n")
	}
	has, lost := requirements(string(mod)), ""
	for _, m := range requireLine.FindAllStringSubmatch(notebookMod(env.sources), -1) {
		if !slices.Contains(has, m[1]) {
			lost += strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(m[0]), "require ")) + "\n"
		}
	}
	if lost != "" {
		lost = "\nrequire (\n" + lost + ")\n"
	}
	if !strings.Contains(string(mod), ModulePath+" => ") {
		lost += fmt.Sprintf("\nreplace %s => %q\n", ModulePath, env.sources)
	}
	if lost == "" {
		return
	}
	sum, _ := os.ReadFile(filepath.Join(env.dir, "go.sum"))
	// That the files cannot be written shows when the next package is listed.
	_ = writeFile(filepath.Join(env.dir, "go.mod"), append(mod, lost...))
	_ = writeFile(filepath.Join(env.dir, "go.sum"), []byte(mergeLines(string(sum), goSum)))
}

// mergeLines returns the lines of a with those of b that it lacks.
func mergeLines(a, b string) string {
	has := map[string]bool{}
	for line := range strings.Lines(a) {
		has[strings.TrimSpace(line)] = true
	}
	if a != "" && !strings.HasSuffix(a, "\n") {
		a += "\n"
	}
	for line := range strings.Lines(b) {
		if !has[strings.TrimSpace(line)] {
			a += line
		}
	}
	return a
}

// extract writes the sources of Mercer's module below the cache, once for each content, and returns their directory
// and hash. Several processes may do so at once.
func extract(src fs.FS, cacheDir string) (dir, hash string, err error) {
	files, hash, err := readSources(src)
	if err != nil {
		return "", "", fmt.Errorf("embedded sources: %w", err)
	}
	dir = filepath.Join(cacheDir, "src", hash)
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		return dir, hash, nil
	}
	tmp, err := makeTemp(filepath.Join(cacheDir, "src"), "extract-*")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(tmp)
	for name, data := range files {
		if err := writeFile(filepath.Join(tmp, filepath.FromSlash(name)), data); err != nil {
			return "", "", err
		}
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, err2 := os.Stat(filepath.Join(dir, "go.mod")); err2 == nil {
			return dir, hash, nil // another process was faster
		}
		return "", "", clearError(err)
	}
	return dir, hash, nil
}

// readSources returns the files to extract and the hash of them all.
func readSources(src fs.FS) (map[string][]byte, string, error) {
	files := map[string][]byte{"go.mod": []byte(dropTools(goMod)), "go.sum": []byte(goSum)}
	roots := []string{"."}
	if f, ok := src.(forest); ok {
		roots = f.roots()
	}
	for _, root := range roots {
		if err := readTree(src, root, files); err != nil {
			return nil, "", err
		}
	}
	h := sha256.New()
	for _, name := range sortedKeys(files) {
		fmt.Fprintf(h, "%s %d\n", name, len(files[name]))
		h.Write(files[name])
	}
	return files, hex.EncodeToString(h.Sum(nil)[:12]), nil
}

// readTree adds the files below a directory, but for tests and their data.
func readTree(src fs.FS, root string, files map[string][]byte) error {
	return fs.WalkDir(src, root, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if e.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		data, err := fs.ReadFile(src, name)
		files[name] = data
		return err
	})
}

// writeFile writes a file and the directories above it.
func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return clearError(err)
	}
	return clearError(os.WriteFile(name, data, 0o644))
}

// makeTemp makes a temporary directory in dir, which it makes first.
func makeTemp(dir, pattern string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", clearError(err)
	}
	tmp, err := os.MkdirTemp(dir, pattern)
	return tmp, clearError(err)
}

// clearError says plainly what stands behind an error of the file system.
func clearError(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("no space left on the disk: %w", err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("cannot write, set XDG_CACHE_HOME or TMPDIR to a directory that can be written: %w", err)
	}
	return err
}

// hashOf returns a short hash of texts.
func hashOf(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d\n%s", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// tail returns the last n lines of a text.
func tail(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// requirements returns the paths of the modules that a go.mod requires.
func requirements(mod string) []string {
	var paths []string
	for _, m := range requireLine.FindAllStringSubmatch(mod, -1) {
		paths = append(paths, m[1])
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

var requireLine = regexp.MustCompile(`(?m)^\s*(?:require )?([^\s()]+) v[0-9]\S*(?:\s*//.*)?$`)
