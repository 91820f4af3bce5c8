package snapshot

import (
	"errors"
	"os"
)

// Commit is the content of a commit file, the one file that makes a state of the store.
type Commit struct {
	Seq      uint64
	Parent   uint64   // Seq of the commit that this one started from; 0 if none
	Time     int64    // when it was made, in seconds since 1970
	Manifest []byte   // encoded
	Texts    []string // names of the files with long parts of Meta
	Meta     []byte   // the session's own
}

// The first bytes of commit files: as they are written, and as earlier versions wrote them, without Texts.
const (
	commitMagic    = "MVC2"
	oldCommitMagic = "MVC1"
)

// AppendBinary appends the encoding of c to dst: magic, fields, checksum.
func (c *Commit) AppendBinary(dst []byte) ([]byte, error) {
	start := len(dst)
	dst = append(dst, commitMagic...)
	dst = appendUint(appendUint(appendUint(dst, c.Seq), c.Parent), uint64(c.Time))
	dst = appendText(dst, string(c.Manifest))
	dst = appendTexts(dst, c.Texts)
	dst = appendText(dst, string(c.Meta))
	sum := Checksum(dst[start:])
	return append(dst, byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24)), nil
}

// UnmarshalBinary decodes what AppendBinary made.
func (c *Commit) UnmarshalBinary(data []byte) error {
	if len(data) < len(commitMagic)+4 {
		return errors.New("snapshot: not a commit file")
	}
	magic := string(data[:len(commitMagic)])
	if magic != commitMagic && magic != oldCommitMagic {
		return errors.New("snapshot: not a commit file")
	}
	body, tail := data[:len(data)-4], data[len(data)-4:]
	if Checksum(body) != uint32(tail[0])|uint32(tail[1])<<8|uint32(tail[2])<<16|uint32(tail[3])<<24 {
		return errors.New("snapshot: commit file: checksum does not match")
	}
	r := &reader{b: body[len(commitMagic):]}
	*c = Commit{Seq: r.uint(), Parent: r.uint(), Time: int64(r.uint()), Manifest: r.bytes(r.count())}
	if magic == commitMagic {
		c.Texts = r.texts()
	}
	c.Meta = r.bytes(r.count())
	for _, name := range c.Texts {
		r.bad = r.bad || !plainName(name)
	}
	if r.bad || len(r.b) > 0 {
		return errors.New("snapshot: commit file is malformed")
	}
	return nil
}

// ReadManifest reads the manifest of the commit file called name in dir. An empty name, or one without a file, is an
// empty store.
func ReadManifest(dir, name string) (*Manifest, error) {
	m := &Manifest{NextID: 1}
	if name == "" {
		return m, nil
	}
	data, err := readIn(dir, name, 0, -1)
	if errors.Is(err, os.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	var c Commit
	if err := c.UnmarshalBinary(data); err != nil {
		return nil, err
	}
	return m, m.UnmarshalBinary(c.Manifest)
}
