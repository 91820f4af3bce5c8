package kept

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/session/state"
	"github.com/mercer-go/mercer/kernel/store"
	"github.com/mercer-go/mercer/kernel/toolchain/cache"
)

// Dir is where the sessions of a notebook keep their values: one directory each below base.
type Dir struct {
	base string // "" when nothing is kept
	own  string // this session's
}

// keptSessions is how many ended sessions of a notebook stay for %resume; where several notebooks share a directory, there
// stay keptShared.
const (
	keptSessions = 3
	keptShared   = 12
)

// newValuesDir makes the directory of a new session. Without base it lies in tmp, and goes with it; so it does where base
// cannot be written to, or where others could put values of theirs, which the warning says.
func newValuesDir(base, tmp string) (d Dir, warning string) {
	forgotten := Dir{own: filepath.Join(tmp, "values")}
	if base == "" {
		return forgotten, ""
	}
	d = Dir{base: base}
	err := os.MkdirAll(base, 0o700)
	if err == nil {
		err = cache.Own(base)
	}
	if err == nil {
		d.own, err = os.MkdirTemp(base, d.nextName()+"-")
	}
	if err != nil {
		return forgotten, fmt.Sprintf("Values are not kept beyond this session, %%resume will not find them: %v.", err)
	}
	return d, ""
}

// nextName is a number after those of all sessions.
func (d Dir) nextName() string {
	last := uint64(0)
	entries, _ := os.ReadDir(d.base) // none: the first
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "-")
		if n, err := strconv.ParseUint(number, 10, 48); err == nil {
			last = max(last, n)
		}
	}
	return fmt.Sprintf("%08d", last+1)
}

// Earlier returns the directories of the notebook's earlier sessions, the latest first.
func (d Dir) Earlier() []string {
	if d.base == "" {
		return nil
	}
	entries, err := os.ReadDir(d.base) // sorted by name, which begins with the number
	if err != nil {
		return nil
	}
	var dirs []string
	for _, e := range slices.Backward(entries) {
		if path := filepath.Join(d.base, e.Name()); e.IsDir() && path != d.own {
			dirs = append(dirs, path)
		}
	}
	return dirs
}

// Renamed returns the directories of sessions that ran under other names of notebooks.
func (d Dir) Renamed() []string {
	if d.base == "" {
		return nil
	}
	found, err := filepath.Glob(filepath.Join(filepath.Dir(d.base), "*", "*", store.LockName))
	if err != nil {
		return nil // only of a bad pattern
	}
	var dirs []string
	for _, lock := range slices.Backward(found) {
		if dir := filepath.Dir(lock); filepath.Dir(dir) != filepath.Clean(d.base) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// close makes this session the latest, and removes what later ones need not find: its directory if it is empty, and the
// oldest ones. What is damaged stays, for somebody may want to look at it.
//
// shared says that several notebooks have their sessions there.
func (d Dir) close(shared bool) {
	keep := keptSessions
	if shared {
		keep = keptShared
	}
	if d.base == "" {
		return
	}
	dirs := append([]string{d.own}, d.Earlier()...)
	if filepath.Dir(d.own) != filepath.Clean(d.base) || len(dirs) > 1 && filepath.Base(dirs[1]) > filepath.Base(d.own) {
		later := filepath.Join(d.base, d.nextName()+"-"+filepath.Base(d.own))
		if os.Rename(d.own, later) == nil {
			dirs[0] = later
		}
	}
	kept := 0
	for _, dir := range dirs {
		used, err := store.Used(dir)
		if err != nil {
			continue // another kernel has it, or it cannot be read: it is not ours to remove
		}
		if used {
			kept++
		}
		if !used || kept > keep {
			os.RemoveAll(dir)
		}
	}
}

var errNothingToResume = errors.New("no earlier session of this notebook has values")

// kept is an ended session that can be resumed.
type kept struct {
	dir      string
	store    *store.Store
	State    state.State
	Findings []string // what the store found amiss
	Renamed  bool     // it ran under another name of the notebook
}

// FindKept opens the notebook's latest ended session with values. ids are the cells that are known to be the notebook's:
// they tell its sessions from others of a shared directory, and those that ran before it was renamed.
func (d Dir) FindKept(shared bool, ids map[string]bool, count int) (k kept, err error) {
	var findings []string
	try := func(dir string, must bool) bool {
		if err != nil {
			return false
		}
		k = kept{dir: dir}
		var used bool
		used, err = k.open(count)
		for _, f := range k.Findings { // older commits share files
			if !slices.Contains(findings, f) {
				findings = append(findings, f)
			}
		}
		k.Findings = findings
		if used && (!must || k.State.Shares(ids)) {
			return true
		}
		k.Close()
		return false
	}
	for _, dir := range d.Earlier() {
		if try(dir, shared) {
			return k, nil
		}
	}
	for _, dir := range d.Renamed() {
		if len(ids) > 0 && try(dir, true) {
			k.Renamed = true
			return k, nil
		}
	}
	switch {
	case err != nil:
		return kept{}, err
	case len(findings) > 0:
		return kept{}, fmt.Errorf("%w: %s", errNothingToResume, strings.Join(findings, "; "))
	case shared && len(d.Earlier()) > 0:
		return kept{}, errors.New("the front end has not said which notebook this is, and several may have values in this directory: " +
			"run one of the notebook's cells first, then %resume finds its values by that cell")
	}
	return kept{}, errNothingToResume
}

// open opens the store of a session and reads its state. It reports whether there is something to resume.
func (k *kept) open(count int) (used bool, err error) {
	k.store, k.Findings, err = store.Open(k.dir)
	switch {
	case errors.Is(err, store.ErrLocked):
		return false, nil
	case errors.Is(err, store.ErrNewer): // it stays for the newer one
		k.Findings = []string{fmt.Sprintf("The values in %s were written by a newer Mercer, which can resume them; they stay as they are.", k.dir)}
		return false, nil
	}
	if err != nil || k.store.Empty() {
		return false, err
	}
	k.State, err = state.Read(k.store, count)
	return err == nil, err
}

// Close closes its store.
func (k *kept) Close() {
	if k.store != nil {
		k.store.Close()
	}
}
