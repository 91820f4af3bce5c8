package session

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/session/state"
)

// This file finds definitions whose cell the user has deleted. No front end reports that to a kernel, but the notebook's file
// lacks the cell once it is saved.

// savedFile is what the notebook's file held when it was last read.
type savedFile struct {
	version string          // see fileVersion
	ids     map[string]bool // of its code cells
}

// fileVersion identifies what a file holds without reading it: it changes when the file is saved. It is "" if there is no file.
func fileVersion(path string) string {
	info, err := os.Stat(path)
	if path == "" || err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d", info.ModTime().UnixNano(), info.Size())
}

// noteFile remembers which version of the notebook's file there was when the cell ran: only a later one must have the cell.
func (x *execution) noteFile() {
	version := fileVersion(x.s.opts.Notebook)
	if version == "" || x.req.CellID == "" {
		return
	}
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.s.memory.ranAt[x.req.CellID] = version
}

// warnDeletedUses warns, once for each name, that the cell uses definitions whose cells are no longer in the notebook.
func (x *execution) warnDeletedUses(p *program.Program) {
	if x.req.Aside || x.req.Silent {
		return
	}
	var gone []string
	version := fileVersion(x.s.opts.Notebook)
	for _, name := range p.Uses {
		if x.declaredInDeleted(name, version) {
			gone = append(gone, name)
		}
	}
	if len(gone) > 0 {
		x.out.Note("The cells that declared these names are no longer in the notebook's file: " + strings.Join(gone, ", ") +
			". They work until the kernel restarts, or until %rm removes them.")
	}
}

// declaredInDeleted reports whether the cell that declares a name ran before the notebook's file was last saved, and is
// not in the file, which has that version.
func (x *execution) declaredInDeleted(name, version string) bool {
	r := x.before.DeclaredBy(name)
	if version == "" || r == nil || r.ID == "" || r.ID == x.req.CellID {
		return false
	}
	x.s.mu.Lock()
	ranAt, known := x.s.memory.ranAt[r.ID]
	if !known { // it ran in an earlier session, and may never have been saved
		x.s.memory.ranAt[r.ID] = version
	}
	x.s.mu.Unlock()
	if !known || ranAt == version {
		return false
	}
	ids := x.savedIDs(version)
	return !ids[r.ID] && slices.ContainsFunc(x.before.Cells, func(c *state.Record) bool { return ids[c.ID] })
}

// savedIDs are the ids of the code cells in the notebook's file, which has that version.
func (x *execution) savedIDs(version string) map[string]bool {
	x.s.mu.Lock()
	saved := x.s.memory.saved
	x.s.mu.Unlock()
	if saved.version == version {
		return saved.ids
	}
	saved = savedFile{version, map[string]bool{}}
	for _, c := range fileCells(x.s.opts.Notebook) {
		saved.ids[c.id] = true
	}
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.s.memory.saved = saved
	return saved.ids
}
