package celllink

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	archiveMagic = "!<arch>\n"
	entryHeader  = 60 // bytes: name 16, date 12, owner 6, group 6, mode 8, size 10, end 2
	entryEnd     = "`\n"
)

// Archive is what a compiled package consists of.
type Archive struct {
	// Objects are the compiled Go files first (one object, if there are any), then one for each assembly file.
	Objects  []*Object
	Checksum uint32 // of the whole
}

// ReadArchive reads the archive of a package. The objects go on using data, which must not be changed. An error says
// what is not as the format wants it, and where.
func ReadArchive(data []byte) (*Archive, error) {
	rest, ok := bytes.CutPrefix(data, []byte(archiveMagic))
	if !ok {
		return nil, errors.New("celllink: not an archive")
	}
	a := &Archive{Checksum: Checksum(data)}
	for len(rest) > 0 {
		name, content, after, err := nextEntry(rest)
		if err != nil {
			return nil, fmt.Errorf("celllink: archive, at byte %d: %w", len(data)-len(rest), err)
		}
		rest = after
		if name == "__.PKGDEF" { // what the compiler reads of a package
			continue
		}
		o, err := ReadObject(content)
		if err != nil {
			return nil, fmt.Errorf("celllink: object %q: %w", name, err)
		}
		a.Objects = append(a.Objects, o)
	}
	if len(a.Objects) == 0 {
		return nil, errors.New("celllink: an archive without objects")
	}
	return a, nil
}

// ReadGoObject reads of a package's archive what its compiled Go files say of themselves and of the packages that they import: the
// fingerprint and the imports of the object are there, and no more of it was checked.
func ReadGoObject(data []byte) (*Object, error) {
	rest, ok := bytes.CutPrefix(data, []byte(archiveMagic))
	for ok && len(rest) > 0 {
		name, content, after, err := nextEntry(rest)
		if err != nil {
			return nil, fmt.Errorf("celllink: archive, at byte %d: %w", len(data)-len(rest), err)
		}
		if rest = after; name == "__.PKGDEF" {
			continue
		}
		return readObject(content, (*Object).readBlocks, (*Object).checkStrings)
	}
	return nil, errors.New("celllink: not an archive with an object")
}

// nextEntry takes an entry off an archive.
func nextEntry(data []byte) (name string, content, rest []byte, err error) {
	if len(data) < entryHeader || string(data[entryHeader-2:entryHeader]) != entryEnd {
		return "", nil, nil, errors.New("no header of an entry")
	}
	name = strings.TrimRight(string(data[:16]), " ")
	size, err := strconv.ParseUint(strings.TrimRight(string(data[48:58]), " "), 10, 40)
	if err != nil {
		return "", nil, nil, fmt.Errorf("the size of %q is %q", name, data[48:58])
	}
	rest = data[entryHeader:]
	if size > uint64(len(rest)) {
		return "", nil, nil, fmt.Errorf("%q has %d bytes, of which %d are there", name, size, len(rest))
	}
	content, rest = rest[:size], rest[size:]
	if size%2 == 1 { // entries begin at even places
		if len(rest) == 0 {
			return "", nil, nil, fmt.Errorf("%q lacks the byte behind it", name)
		}
		rest = rest[1:]
	}
	return name, content, rest, nil
}
