package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTexts keeps a text through commits, finds its damage, and removes it with the last commit that refers to it.
func TestTexts(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{Commits: 2})
	long := strings.Repeat("text ", 2000)
	name, err := s.PutText(long)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Drop(nil, Meta{Data: []byte("one"), Texts: []string{name}}); err != nil {
		t.Fatal(err)
	}
	if again, err := s.PutText(strings.Clone(long)); again != name || err != nil {
		t.Errorf("the same text is %s, then %s, %v", name, again, err)
	}
	s.Close()
	s = openStore(t, dir, Limits{Commits: 2})
	if got, err := s.Text(name); got != long || err != nil {
		t.Errorf("%.20q, %v", got, err)
	}
	for _, bad := range []string{"", "../" + name, "commit-00000001", textPrefix + "0"} {
		if _, err := s.Text(bad); err == nil {
			t.Errorf("%q is a text", bad)
		}
	}
	for range 3 {
		if err := s.Drop(nil, Meta{Data: []byte("without")}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, name)); !os.IsNotExist(err) {
		t.Error("a text that no commit needs stays:", err)
	}
}

// A running store writes a damaged text again, which it has in memory; one that is opened goes back to a commit without.
func TestDamagedText(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	cell(t, s, true, first)
	name, err := s.PutText(strings.Repeat("x", LongText))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Drop([]string{"n"}, Meta{Texts: []string{name}}); err != nil {
		t.Fatal(err)
	}
	damage := func() {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("y"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	damage()
	findings, err := s.Verify()
	if err != nil || len(findings) != 2 || findings[0] != name+writtenAgain {
		t.Fatal(findings, err)
	}
	if _, err := s.readText(name); err != nil || look(t, s).n != 0 {
		t.Error("the text was not written again, or its commit is gone:", err)
	}
	damage()
	s.Close()
	s, findings, err = Open(dir)
	if err != nil || len(findings) != 2 || !strings.Contains(findings[0], name) {
		t.Fatal(findings, err)
	}
	defer s.Close()
	if look(t, s).n != 1 {
		t.Error("not back at the commit before")
	}
}

// Of a text that comes again and again, each time at another place in memory, only the last ones are remembered.
func TestTextsAreForgotten(t *testing.T) {
	s := openStore(t, t.TempDir(), Limits{})
	text := strings.Repeat("text ", 2000)
	for range 50 {
		name, err := s.PutText(strings.Clone(text))
		if err == nil {
			err = s.Drop(nil, Meta{Texts: []string{name}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(s.texts) > 2 {
		t.Errorf("%d are remembered", len(s.texts))
	}
}

// A text that goes with a commit that is undone is written when it is put again, also from the same memory.
func TestTextPutAgain(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	cell(t, s, true, first)
	long := strings.Repeat("x", LongText)
	for range 2 {
		name, err := s.PutText(long)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Drop([]string{"n"}, Meta{Texts: []string{name}}); err != nil {
			t.Fatal(err)
		}
		if findings, err := s.Verify(); err != nil || len(findings) > 0 {
			t.Fatal(findings, err)
		}
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
	}
}
