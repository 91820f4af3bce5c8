package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/session/state"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// notebookSession starts a session of a notebook's name in a directory that notebooks may share.
func notebookSession(t *testing.T, values, notebook string, shared bool) *Session {
	t.Helper()
	s, err := New(Options{Dir: t.TempDir(), Values: values, Notebook: notebook, Shared: shared})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestResumeFindsTheNotebooksOwnCells(t *testing.T) {
	values := filepath.Join(t.TempDir(), "shared")
	for _, nb := range []string{"one", "two", "three", "four", "five"} {
		s := notebookSession(t, values, "", true)
		runCell(t, s, "cell of "+nb, "name := "+`"`+nb+`"`)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s := notebookSession(t, values, "", true)
	if out := runCell(t, s, "a new cell", "%resume"); out != "error: error: line 1: %resume: the front end has not said which notebook this is, and several may have "+
		"values in this directory: run one of the notebook's cells first, then %resume finds its values by that cell" {
		t.Errorf("took another notebook's values: %s", out)
	}
	if out := runCell(t, s, "cell of one", "%resume"); out != "Resumed: name." {
		t.Error(out)
	}
	if out := runCell(t, s, "another", "name"); out != `= "one"` {
		t.Error(out)
	}
}

func TestResumeAfterRenaming(t *testing.T) {
	root := t.TempDir()
	s := notebookSession(t, filepath.Join(root, "key of old"), "old.ipynb", false)
	runCell(t, s, "c1", "x := 5")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "new.ipynb")
	if err := os.WriteFile(file, []byte(`{"cells": [{"id": "c1"}, {"id": "c2"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time under its own name
		s = notebookSession(t, filepath.Join(root, "key of new"), file, false)
		if out := runCell(t, s, "c9", "%resume\nx"); !strings.HasSuffix(out, "Resumed: x.\n= 5") {
			t.Fatal(out)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(root, "key of old", "*")); len(left) != 0 {
		t.Errorf("left under the old name: %v", left)
	}
}

// TestSessionsAreOrderedByNumber ends the older of two sessions last: it is the latest then.
func TestSessionsAreOrderedByNumber(t *testing.T) {
	values := filepath.Join(t.TempDir(), "v")
	if err := os.MkdirAll(filepath.Join(values, "20991231-235959.000000-1"), 0o700); err != nil { // of a clock that was set back
		t.Fatal(err)
	}
	older, newer := notebookSession(t, values, "n", false), notebookSession(t, values, "n", false)
	runCell(t, older, "c", "who := 1")
	runCell(t, newer, "c", "who := 2")
	for _, s := range []*Session{newer, older} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s := notebookSession(t, values, "n", false)
	if out := runCell(t, s, "d", "%resume\nwho"); out != "Resumed: who.\n= 1" {
		t.Error(out)
	}
}

// TestClosingKeepsDamagedSessions damages the only commit of a session before others are closed.
func TestClosingKeepsDamagedSessions(t *testing.T) {
	values := filepath.Join(t.TempDir(), "v")
	s := notebookSession(t, values, "n", false)
	runCell(t, s, "c", "x := 1")
	dir := s.vault.Store.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	commits, _ := filepath.Glob(filepath.Join(dir, "commit-*"))
	if len(commits) != 1 || os.WriteFile(commits[0], []byte("damage"), 0o600) != nil {
		t.Fatal(commits)
	}
	for range 2 {
		s = notebookSession(t, values, "n", false)
		if out := runCell(t, s, "d", "%resume"); !strings.Contains(out, "error: ") {
			t.Fatal(out)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*commit-*")); len(left) != 1 {
		t.Errorf("the evidence is gone: %v", left)
	}
}

// TestLossOfTheNewestCommit deletes the newest commit file of an ended session.
func TestLossOfTheNewestCommit(t *testing.T) {
	values := filepath.Join(t.TempDir(), "v")
	s := notebookSession(t, values, "n", false)
	runCell(t, s, "c", "x := 1")
	runCell(t, s, "d", "x = 2")
	dir := s.vault.Store.Dir()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	commits, _ := filepath.Glob(filepath.Join(dir, "commit-*"))
	if err := os.Remove(commits[len(commits)-1]); err != nil {
		t.Fatal(err)
	}
	s = notebookSession(t, values, "n", false)
	out := runCell(t, s, "e", "%resume\nx")
	if !strings.Contains(out, "the newest commit, is gone") || !strings.HasSuffix(out, "= 1") {
		t.Error(out)
	}
}

// Values that a newer Mercer has written are not resumed, are told, and stay; those of the session before are taken up.
func TestResumeBesideANewerMercer(t *testing.T) {
	values := filepath.Join(t.TempDir(), "v")
	old := notebookSession(t, values, "", false)
	runCell(t, old, "c1", "x := 5")
	old.Close()
	newer := notebookSession(t, values, "", false)
	runCell(t, newer, "c1", "x := 6")
	path := filepath.Join(newer.vault.Store.Dir(), "commit-00000001")
	newer.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = packed.Seal(append([]byte("MVC9"), data[4:len(data)-4]...), 0)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := notebookSession(t, values, "", false)
	out := runCell(t, s, "c9", "%resume\nx")
	if !strings.Contains(out, "were written by a newer Mercer") || !strings.HasSuffix(out, "Resumed: x.\n= 5") {
		t.Error(out)
	}
	s.Close()
	if after, err := os.ReadFile(path); err != nil || string(after) != string(data) {
		t.Error("the newer values have changed: ", err)
	}
}

// VS Code counts the cells of a notebook when it opens it, and tells where it is only in their ids.
func TestResumeInVSCode(t *testing.T) {
	values := filepath.Join(t.TempDir(), "shared")
	id := func(notebook, cell, window string) string {
		return state.CellID("vscode-notebook-cell:/home/ann/"+notebook+".ipynb#"+cell+"sZmlsZQ%3D%3D", window)
	}
	for _, nb := range []string{"a", "b", "c"} {
		s := notebookSession(t, values, "", true)
		runCell(t, s, id(nb, "W0", "first"), `name := "`+nb+`"`)
		runCell(t, s, id(nb, "W1", "first"), "n := 1")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s := notebookSession(t, values, "", true)
	if out := runCell(t, s, id("a", "W5", "second"), "%resume\nname, n"); !strings.HasSuffix(out, `= "a", 1`) {
		t.Error(out)
	}
	runCell(t, s, id("a", "W1", "second"), "m := 2") // a cell that was put between the two before the notebook was closed
	if out := runCell(t, s, id("a", "W6", "second"), "n, m"); out != "= 1, 2" {
		t.Error(out)
	}
	runCell(t, s, id("a", "W1", "second"), "k := 3")
	if out := runCell(t, s, id("a", "W6", "second"), "m"); !strings.Contains(out, "undefined: m") {
		t.Errorf("a cell that no longer declares a name: %s", out)
	}
}
