package store

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// fileContent is the content of a commit file, the one file that makes a state of the store, and of the end of a saved
// file, which is whole in itself.
type fileContent struct {
	seq      uint64
	parent   uint64 // seq of the commit that this one started from; 0 if none
	time     int64  // when it was made, in seconds since 1970
	base     string // name of the text with the manifest that this one is told from, see base.go; "" if there is none
	gone     []string
	manifest []byte   // encoded; what is not as the base has it
	texts    []string // names of the files with long parts of meta
	meta     []byte   // the session's own
}

// The first bytes of commit files: as they are written, and as earlier versions wrote them, without a base, and before
// that without texts.
const (
	commitMark    = "MVC3"
	commitMarkOf2 = "MVC2"
	commitMarkOf1 = "MVC1"
)

// encode makes the bytes: mark, fields, checksum.
func (c *fileContent) encode() []byte {
	data := []byte(commitMark)
	data = packed.AppendUint(packed.AppendUint(packed.AppendUint(data, c.seq), c.parent), uint64(c.time))
	data = packed.AppendTexts(packed.AppendText(data, c.base), c.gone)
	data = packed.AppendText(data, string(c.manifest))
	data = packed.AppendTexts(data, c.texts)
	return packed.Seal(packed.AppendText(data, string(c.meta)), 0)
}

// decode reads what encode made.
func (c *fileContent) decode(data []byte) error {
	mark, r, err := packed.Open(data, commitMark, commitMarkOf2, commitMarkOf1)
	if errors.Is(err, packed.ErrNewer) {
		return ErrNewer
	}
	if err != nil {
		return fmt.Errorf("not a commit file: %w", err)
	}
	*c = fileContent{seq: r.Uint(), parent: r.Uint(), time: int64(r.Uint())}
	if mark == commitMark {
		c.base, c.gone = r.Text(), r.Texts()
	}
	c.manifest = r.Bytes(r.Count())
	if mark != commitMarkOf1 {
		c.texts = r.Texts()
	}
	c.meta = r.Bytes(r.Count())
	for _, name := range append([]string{c.base}, c.texts...) {
		r.Bad = r.Bad || name != filepath.Base(name) && name != ""
	}
	if r.Bad || len(r.B) > 0 {
		return errors.New("the commit file is malformed")
	}
	return nil
}

// whole returns the manifest of a file that needs no base.
func (c *fileContent) whole() (m manifest.Manifest, err error) {
	if c.base != "" {
		return m, errors.New("the manifest is told from one in another file")
	}
	return m, m.UnmarshalBinary(c.manifest)
}
