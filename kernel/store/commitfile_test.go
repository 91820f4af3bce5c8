package store

import (
	"bytes"
	"os"
	"path/filepath"
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
