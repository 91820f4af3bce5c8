package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// FuzzCommitFile decodes arbitrary bytes as a commit file; what is accepted is written and read again as it is.
func FuzzCommitFile(f *testing.F) {
	for _, c := range []fileContent{
		{seq: 1, manifest: []byte("manifest"), meta: []byte("meta")},
		{seq: 300, parent: 299, time: 1e9, base: "text-1", gone: []string{"a", "b"}, texts: []string{"text-2"}},
	} {
		data := c.encode()
		f.Add(data[:len(data)-4])
		f.Add(append([]byte(commitMarkOf2), data[4:len(data)-4]...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var c, again fileContent
		if c.decode(packed.Seal(data[:len(data):len(data)], 0)) != nil {
			return
		}
		first := c.encode()
		if err := again.decode(first); err != nil {
			t.Fatal("what was accepted is not accepted again:", err)
		}
		if !bytes.Equal(again.encode(), first) {
			t.Error("what was read again differs")
		}
	})
}

func TestCommitFileOfEarlierVersions(t *testing.T) {
	texts := packed.AppendTexts(nil, []string{"text-1"})
	for mark, between := range map[string][]byte{commitMarkOf1: nil, commitMarkOf2: texts} {
		data := append([]byte(mark), 7, 6, 5) // seq, parent, time
		data = append(packed.AppendText(data, "manifest"), between...)
		var c fileContent
		if err := c.decode(packed.Seal(packed.AppendText(data, "meta"), 0)); err != nil {
			t.Fatal(mark, err)
		}
		if c.seq != 7 || c.parent != 6 || c.time != 5 || string(c.manifest) != "manifest" || string(c.meta) != "meta" || len(c.texts) != len(between)/7 {
			t.Errorf("%s: %+v", mark, c)
		}
	}
}

// A store that an earlier version wrote is read, and nothing is said of its file, which this one would write otherwise.
func TestStoreOfAnEarlierVersion(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	fill(t, s, 2)
	manifest, err := s.Manifest().AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	data := append([]byte(commitMarkOf2), 2, 1, 5) // seq, parent, time
	data = packed.AppendTexts(packed.AppendText(data, string(manifest)), nil)
	if err := os.WriteFile(filepath.Join(dir, commitName(2)), packed.Seal(packed.AppendText(data, "meta"), 0), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = openStore(t, dir, Limits{})
	if findings, err := s.Verify(); err != nil || len(findings) > 0 {
		t.Error(findings, err)
	}
	checkState(t, look(t, s), 2)
	cell(t, s, false, next(3))
	checkState(t, look(t, s), 3)
}

// A commit file that a newer version wrote is no damaged one: it is told, and nothing in the store's directory changes.
func TestStoreOfANewerVersion(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, Limits{})
	fill(t, s, 3)
	saved := filepath.Join(t.TempDir(), "values.msnap")
	if err := s.Save(saved, nil); err != nil {
		t.Fatal(err)
	}
	s.Close()
	path := filepath.Join(dir, commitName(3))
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer := packed.Seal(append([]byte("MVC9"), good[4:len(good)-4]...), 0)
	if err := os.WriteFile(path, newer, 0o600); err != nil {
		t.Fatal(err)
	}
	before := listing(t, dir)
	for range 2 {
		_, findings, err := Open(dir)
		if !errors.Is(err, ErrNewer) || len(findings) > 0 || err.Error() != "store: commit-00000003 was written by a newer Mercer" {
			t.Errorf("%v, %v", findings, err)
		}
		if after := listing(t, dir); !slices.Equal(after, before) {
			t.Errorf("the directory has\n%v\nand had\n%v", after, before)
		}
	}
	if used, err := Used(dir); !used || err != nil {
		t.Errorf("used %v, %v", used, err)
	}
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir, Limits{})
	checkState(t, look(t, s), 3)

	data, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	n := int(binary.LittleEndian.Uint64(data[len(data)-16:]))
	content := data[len(data)-16-n : len(data)-16]
	copy(content, packed.Seal(append([]byte("MVC9"), content[4:n-4]...), 0))
	if err := os.WriteFile(saved, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(saved, Meta{}); !errors.Is(err, ErrNewer) {
		t.Errorf("a saved file of a newer version: %v", err)
	}
	if _, _, err := Open(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// listing is what a directory has: names, sizes, modification times.
func listing(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprint(e.Name(), info.Size(), info.ModTime()))
	}
	return list
}
