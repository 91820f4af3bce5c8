package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/store"
)

// This file is about the values that ended sessions leave behind, and how %resume finds those of its notebook. No clock
// is asked: sessions of one notebook are numbered, and a notebook is known by the ids of its cells where its name does not
// tell.

// valuesDir is where the sessions of a notebook keep their values: one directory each below base.
type valuesDir struct {
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
// cannot be written to, which the warning says.
func newValuesDir(base, tmp string) (d valuesDir, warning string) {
	forgotten := valuesDir{own: filepath.Join(tmp, "values")}
	if base == "" {
		return forgotten, ""
	}
	d = valuesDir{base: base}
	err := os.MkdirAll(base, 0o700)
	if err == nil {
		d.own, err = os.MkdirTemp(base, d.nextName()+"-")
	}
	if err != nil {
		return forgotten, fmt.Sprintf("Values are not kept beyond this session, %%resume will not find them: %v.", err)
	}
	return d, ""
}

// nextName is a number after those of all sessions.
func (d valuesDir) nextName() string {
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

// earlier returns the directories of the notebook's earlier sessions, the latest first.
func (d valuesDir) earlier() []string {
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

// renamed returns the directories of sessions that ran under other names of notebooks.
func (d valuesDir) renamed() []string {
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
func (d valuesDir) close(keep int) {
	if d.base == "" {
		return
	}
	dirs := append([]string{d.own}, d.earlier()...)
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
	state    state
	findings []string // what the store found amiss
	renamed  bool     // it ran under another name of the notebook
}

// findKept opens the notebook's latest ended session with values. ids are the cells that are known to be the notebook's:
// they tell its sessions from others of a shared directory, and those that ran before it was renamed.
func (d valuesDir) findKept(shared bool, ids map[string]bool, count int) (k kept, err error) {
	var findings []string
	try := func(dir string, must bool) bool {
		if err != nil {
			return false
		}
		k = kept{dir: dir}
		var used bool
		used, err = k.open(count)
		for _, f := range k.findings { // older commits share files
			if !slices.Contains(findings, f) {
				findings = append(findings, f)
			}
		}
		k.findings = findings
		if used && (!must || k.state.shares(ids)) {
			return true
		}
		k.close()
		return false
	}
	for _, dir := range d.earlier() {
		if try(dir, shared) {
			return k, nil
		}
	}
	for _, dir := range d.renamed() {
		if len(ids) > 0 && try(dir, true) {
			k.renamed = true
			return k, nil
		}
	}
	switch {
	case err != nil:
		return kept{}, err
	case len(findings) > 0:
		return kept{}, fmt.Errorf("%w: %s", errNothingToResume, strings.Join(findings, "; "))
	case shared && len(d.earlier()) > 0:
		return kept{}, fmt.Errorf("%w, as far as the cells tell that are stored for this directory: run one of its cells first", errNothingToResume)
	}
	return kept{}, errNothingToResume
}

// open opens the store of a session and reads its state. It reports whether there is something to resume.
func (k *kept) open(count int) (used bool, err error) {
	k.store, k.findings, err = store.Open(k.dir)
	if errors.Is(err, store.ErrLocked) {
		return false, nil
	}
	if err != nil || k.store.Empty() {
		return false, err
	}
	k.state, err = stateOf(k.store, count)
	return err == nil, err
}

func (k *kept) close() {
	if k.store != nil {
		k.store.Close()
	}
}

// shares says whether one of the cells has an id among ids; without ids, whether no cell has one.
func (st state) shares(ids map[string]bool) bool {
	named := false
	for _, c := range st.cells {
		if ids[c.ID] {
			return true
		}
		named = named || c.ID != ""
	}
	return len(ids) == 0 && !named
}

// cellIDs are the ids that are known to be of this notebook's cells: of those that ran, of one more, and of the
// notebook's file.
func (s *Session) cellIDs(more string) map[string]bool {
	ids := map[string]bool{}
	for _, c := range s.now.cells {
		ids[c.ID] = true
	}
	ids[more] = true
	var file struct {
		Cells []struct {
			ID string `json:"id"`
		} `json:"cells"`
	}
	if data, err := os.ReadFile(s.opts.Notebook); err == nil && json.Unmarshal(data, &file) == nil {
		for _, c := range file.Cells {
			ids[c.ID] = true
		}
	}
	delete(ids, "")
	return ids
}

// resume closes the session's own store and continues that of the notebook's latest earlier session, with its
// definitions. It returns what there is to tell.
func (s *Session) resume(cell string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, err := s.values.findKept(s.opts.Notebook == "" && s.opts.Shared, s.cellIDs(cell), s.now.count)
	if err != nil {
		return nil, err
	}
	if k.renamed {
		k.findings = append(k.findings, "These values are from when the notebook had another name.")
	}
	s.store.Close()
	os.RemoveAll(s.values.own)
	s.store, s.values.own, s.now = k.store, k.dir, k.state
	return k.findings, nil
}

// endValues ends what the session keeps.
func (s *Session) endValues() {
	if s.opts.Shared {
		s.values.close(keptShared)
	} else {
		s.values.close(keptSessions)
	}
}
