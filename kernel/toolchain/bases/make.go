package bases

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/celllink"
)

// tryText is the program that tries a base.
//
//go:embed try.go.txt
var tryText string

// Needed are packages that every base must have: those of the program that tries it.
var Needed = []string{"errors", "fmt", "reflect", "runtime", "sort", "strings"}

// make makes a base. The lock of the directory is held.
func (l *Linker) make(set Set, key string) error {
	if err := set.named(); err != nil {
		return err
	}
	for _, path := range Needed {
		if !slices.Contains(set.Direct, path) {
			return fmt.Errorf("a base without %s could not be tried", path)
		}
	}
	if err := l.trim(); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(l.cfg.Temp, "base-*")
	if err != nil {
		return files.Explain(err)
	}
	defer os.RemoveAll(tmp)
	if err := os.Mkdir(filepath.Join(tmp, "out"), 0o700); err != nil {
		return files.Explain(err)
	}
	m, err := l.write(set, tmp)
	if err != nil {
		return files.Explain(err)
	}
	dir := filepath.Join(l.cfg.Dir, fmt.Sprintf("%s-%08x%08x", key, m.Checksum, m.Index))
	os.RemoveAll(dir) // left by a kernel that died, or damaged: if it could be used, none would be made
	if err := os.Rename(filepath.Join(tmp, "out"), dir); err != nil {
		return files.Explain(err)
	}
	if err := l.finish(dir, m, tmp); err != nil {
		os.RemoveAll(dir)
		return err
	}
	l.mu.Lock()
	delete(l.broken, dir)
	l.mu.Unlock()
	return nil
}

// write makes the files of a base below a temporary directory, in out.
func (l *Linker) write(set Set, tmp string) (*made, error) {
	k, closeAll, err := keep(l.ctx, set)
	if err != nil {
		return nil, err
	}
	defer closeAll()
	if err := l.compile(tmp, k.Source(), set); err != nil {
		return nil, err
	}
	object := filepath.Join(tmp, "main.a")
	archive, err := os.ReadFile(object)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(object, k.Append(archive), 0o600); err != nil {
		return nil, err
	}
	linked, err := l.link(tmp)
	if err != nil {
		return nil, err
	}
	base, err := k.Patch(linked)
	if err != nil {
		return nil, err
	}
	index, err := k.Index(base)
	if err != nil {
		return nil, err
	}
	m := &made{l.toolchain(), celllink.Checksum(base), celllink.Checksum(index), set}
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name string
		data []byte
		mode os.FileMode
	}{{baseName, base, 0o500}, {indexName, index, 0o400}, {madeName, text, 0o400}} {
		if err := files.WriteProgram(filepath.Join(tmp, "out", f.name), f.data, f.mode); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// keep reads the archives of a set. The table must not be used any more after closeAll.
func keep(ctx context.Context, set Set) (k *celllink.Keep, closeAll func(), err error) {
	var open []func()
	closeAll = func() {
		for _, done := range open {
			done()
		}
	}
	var pkgs []celllink.Package
	direct := set.contents().direct
	for _, p := range set.Packages {
		data, done, err := readFile(p.File)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		open = append(open, done)
		a, err := celllink.ReadArchive(data)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			closeAll()
			return nil, nil, fmt.Errorf("package %s: %w", p.Path, err)
		}
		pkgs = append(pkgs, celllink.Package{Path: p.Path, Archive: a, Direct: direct[p.Path]})
	}
	if k, err = celllink.NewKeep(pkgs); err != nil {
		closeAll()
	}
	return k, closeAll, err
}

// compile compiles a program into main.a.
func (l *Linker) compile(tmp, source string, set Set) error {
	var config strings.Builder
	for _, p := range set.Packages {
		fmt.Fprintf(&config, "packagefile %s=%s\n", p.Path, p.File)
	}
	for name, text := range map[string]string{"importcfg": config.String(), "main.go": source} {
		if err := files.Write(filepath.Join(tmp, name), []byte(text)); err != nil {
			return err
		}
	}
	return l.cfg.Run(l.ctx, tmp, "compile", "-o", "main.a", "-p", "main", "-dwarf=0", "-trimpath", tmp+"=>", "-importcfg", "importcfg", "-pack", "main.go")
}

// link links main.a with the Go linker.
func (l *Linker) link(tmp string) ([]byte, error) {
	err := l.cfg.Run(l.ctx, tmp, "link", "-o", "linked", "-s", "-w", "-buildmode=exe", "-importcfg", "importcfg", "main.a")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(tmp, "linked"))
}

// finish tries a base that is in its place: a program that was linked with it must do what it does when the Go linker has linked it.
func (l *Linker) finish(dir string, m *made, tmp string) error {
	if err := l.compile(tmp, tryText, m.Set); err != nil {
		return err
	}
	archive, err := os.ReadFile(filepath.Join(tmp, "main.a"))
	if err != nil {
		return err
	}
	if _, err := l.link(tmp); err != nil {
		return err
	}
	wrote, err := l.run(filepath.Join(tmp, "linked"))
	if err != nil {
		return err
	}
	if !strings.HasSuffix(wrote, "\nall is well\n") {
		return errors.New("the program that tries bases does not do what it should, linked by the Go linker")
	}
	index, err := files.Read(filepath.Join(dir, indexName))
	if err != nil {
		return err
	}
	c := m.contents()
	b, err := celllink.Open(index, func(path string) ([]byte, error) { return files.Read(c.files[path]) })
	if err != nil {
		return err
	}
	exe, err := b.Link(archive, filepath.Join(dir, baseName))
	if err != nil {
		return err
	}
	text, err := json.Marshal(newTried(exe, wrote))
	if err != nil {
		return err
	}
	if err := files.WriteProgram(filepath.Join(dir, tryName), exe, 0o500); err != nil {
		return files.Explain(err)
	}
	if err := os.WriteFile(filepath.Join(tmp, triedName), text, 0o600); err != nil {
		return files.Explain(err)
	}
	return files.Explain(os.Rename(filepath.Join(tmp, triedName), filepath.Join(dir, triedName)))
}
