package bases

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/cache"
	"github.com/mercer-go/mercer/kernel/toolchain/celllink"
)

// Files of a base.
const (
	baseName  = "base"
	indexName = "index"
	madeName  = "made.json"
	tryName   = "try"
	triedName = "tried.json"
)

// made is what a base was made of.
type made struct {
	Toolchain string
	Checksum  uint32 // of the executable
	Index     uint32 // of the index
	Set
}

// tried is what the program that tries a base has written.
type tried struct {
	Checksum uint32 // of the program
	Wrote    string
	Sum      uint32 // of Wrote
}

func newTried(program []byte, wrote string) tried {
	return tried{celllink.Checksum(program), wrote, celllink.Checksum([]byte(wrote))}
}

// opened is a base that programs are linked with.
type opened struct {
	contents
	base *celllink.Base
	path string      // of the executable
	info fs.FileInfo // how it was when it was seen to be right
	own  bool
}

// dirs are the directories of bases, the user's own first, of these the one that was used last.
func (l *Linker) dirs() []string {
	var all []string
	for _, in := range append([]string{l.cfg.Dir}, l.cfg.Shared...) {
		list := finished(in)
		slices.Reverse(list)
		for _, d := range list {
			all = append(all, d.path)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.DeleteFunc(all, func(dir string) bool { return l.broken[dir] })
}

// readMade reads what a base was made of. An error is that of one which is not for this toolchain.
func (l *Linker) readMade(dir string) (*made, error) {
	data, err := readPart(dir, madeName)
	if err != nil {
		return nil, err
	}
	m := new(made)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err // of another version, or damaged: it is removed when it is old, or another one takes its name
	}
	if m.Toolchain != l.toolchain() {
		return nil, errors.New("made by another toolchain")
	}
	return m, nil
}

// openDir opens a base, if it is as it was made and works on this machine.
func (l *Linker) openDir(dir string, m *made) (*opened, error) {
	path := filepath.Join(dir, baseName)
	info, err := l.check(dir, m)
	if err != nil {
		return nil, err
	}
	index, err := readPart(dir, indexName)
	if err != nil {
		return nil, err
	}
	if celllink.Checksum(index) != m.Index {
		return nil, &damaged{"its index is not as it was written"}
	}
	c := m.contents()
	b, err := celllink.Open(index, func(path string) ([]byte, error) { return files.Read(c.files[path]) })
	if err != nil {
		return nil, &damaged{err.Error()}
	}
	if err := l.tryDir(dir); err != nil {
		return nil, err
	}
	return &opened{c, b, path, info, filepath.Dir(dir) == l.cfg.Dir}, nil
}

// check looks whether the executable of a base is as it was made, and nobody but its owner can change it.
func (l *Linker) check(dir string, m *made) (fs.FileInfo, error) {
	path := filepath.Join(dir, baseName)
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &damaged{"it is no file"}
	}
	if info.Mode().Perm()&0o100 == 0 {
		return nil, &damaged{"it is not executable"}
	}
	user := os.Geteuid()
	if filepath.Dir(dir) != l.cfg.Dir {
		user = cache.Installer()
		if err := cache.Trusted(dir, user); err != nil {
			return nil, err
		}
	}
	if err := cache.TrustedFile(path, user); err != nil {
		return nil, err
	}
	l.mu.Lock()
	old := l.seen[path]
	l.mu.Unlock()
	if same(old, info) {
		return info, nil
	}
	data, err := files.Read(path)
	if err != nil {
		return nil, err
	}
	if celllink.Checksum(data) != m.Checksum {
		return nil, &damaged{"it is not as it was made"}
	}
	l.mu.Lock()
	l.seen[path] = info
	l.mu.Unlock()
	return info, nil
}

// same says whether a file is as it was.
func same(old, now fs.FileInfo) bool {
	return old != nil && os.SameFile(old, now) && old.Size() == now.Size() && old.ModTime().Equal(now.ModTime())
}

// sameFile says whether two paths lead to the same file.
func sameFile(a, b string) bool {
	as, err := os.Stat(a)
	if err != nil {
		return false
	}
	bs, err := os.Stat(b)
	return err == nil && os.SameFile(as, bs)
}

// gone says whether the executable of an open base is not what it was: somebody has removed or changed it.
func (o *opened) gone() bool {
	info, err := os.Lstat(o.path)
	return err != nil || !same(o.info, info)
}

// touch notes that a base is used.
func (o *opened) touch() {
	if o.own {
		touch(filepath.Dir(o.path))
	}
}

func touch(dir string) {
	now := time.Now()
	_ = os.Chtimes(filepath.Join(dir, triedName), now, now) // the time decides only what is removed first
}

// cannotRun is why programs of cells do not run on this machine, or in what confines this process.
type cannotRun struct{ why string }

func (c *cannotRun) Error() string { return "programs of cells do not run here: " + c.why }

// damaged is what is wrong with a base that is not as it was made.
type damaged struct{ what string }

func (d *damaged) Error() string { return d.what }

// patience is how long the program that tries a base may take, on a machine that has much else to do.
const patience = time.Minute

// readPart reads a file of a base. What is no file could have nothing to read, for ever.
func readPart(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &damaged{name + " is no file"}
	}
	return os.ReadFile(path)
}

// tryDir runs the program that tries a base.
func (l *Linker) tryDir(dir string) error {
	data, err := readPart(dir, triedName)
	if err != nil {
		return err
	}
	var want tried
	if err := json.Unmarshal(data, &want); err != nil {
		return &damaged{err.Error()}
	}
	program := filepath.Join(dir, tryName)
	if data, err = readPart(dir, tryName); err != nil {
		return err
	}
	switch {
	case newTried(data, want.Wrote) != want:
		return &damaged{"the program that tries it, or what that wrote, is not as it was made"}
	case celllink.BaseOf(data) != "" && !sameFile(celllink.BaseOf(data), filepath.Join(dir, baseName)):
		return &damaged{"it was made in another directory"}
	}
	wrote, err := l.run(program)
	switch {
	case l.ctx.Err() != nil:
		return l.ctx.Err()
	case err != nil:
		return &cannotRun{err.Error()}
	case wrote != want.Wrote:
		return &cannotRun{"they do not do what they should"}
	}
	return nil
}

// run runs a program that tries a base.
func (l *Linker) run(program string) (string, error) {
	ctx, cancel := context.WithTimeout(l.ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = []string{"GODEBUG=gccheckmark=1,clobberfree=1", "GOTRACEBACK=all"}
	cmd.Dir = filepath.Dir(program)
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%w: %s", err, firstLine(out.String()))
	}
	return out.String(), nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// Usable returns an error unless a program in a cache can be started: it was not linked with a base, or with one that is there, as it was made.
// That base is marked as used.
func (l *Linker) Usable(program string) error {
	f, err := files.Open(program)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, _ := f.ReadAt(head, 0)
	base := celllink.BaseOf(head[:n])
	if base == "" {
		return nil
	}
	if off := l.Off(); off != "" {
		return errors.New("it needs a base: " + off)
	}
	dir := filepath.Dir(base)
	if in := filepath.Dir(dir); filepath.Base(base) != baseName || in != l.cfg.Dir && !slices.Contains(l.cfg.Shared, in) {
		return fmt.Errorf("it needs %s", base)
	}
	if err := l.usableBase(dir, base); err != nil {
		return fmt.Errorf("the base that it needs: %w", err)
	}
	if filepath.Dir(dir) == l.cfg.Dir {
		touch(dir)
	}
	return nil
}

// usableBase returns an error unless a base is as it was made, and works on this machine.
func (l *Linker) usableBase(dir, base string) error {
	info, err := os.Lstat(base)
	if err != nil {
		return err
	}
	l.mu.Lock()
	old := l.seen[base]
	l.mu.Unlock()
	if same(old, info) {
		return nil
	}
	m, err := l.readMade(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, triedName)); err != nil {
		return err
	}
	if _, err = l.check(dir, m); err == nil {
		err = l.tryDir(dir)
	}
	if no := (*cannotRun)(nil); errors.As(err, &no) {
		l.switchOff(no.Error())
	}
	return err
}
