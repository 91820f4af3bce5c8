package store

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

// This file keeps commit files small when there are many variables. The manifest of a large commit is put into a text of
// its own, a base; the commits after it tell only what they have in another way, until that has grown to a part of it.

// base is a manifest in a text of its own.
type base struct {
	name     string
	text     string // the encoded manifest
	manifest *manifest.Manifest
}

// told is how a commit file tells its manifest: as it stands, or as a base and what is not as there.
type told struct {
	base *base    // nil: as it stands
	gone []string // names of the variables that are not as in the base, sorted
}

// A manifest is told as it stands up to smallManifest bytes. What a commit has in another way than its base may have as
// many, and more up to a quarter of the base.
const (
	smallManifest = 32 << 10
	baseShare     = 4
)

// of is what is told of a manifest besides the base.
func (t told) of(m *manifest.Manifest) *manifest.Manifest {
	if t.base == nil {
		return m
	}
	return m.Part(t.gone)
}

// baseNames lists the file of the base, if there is one.
func (t told) baseNames() []string {
	if t.base == nil {
		return nil
	}
	return []string{t.base.name}
}

// tellFrom finds how to tell a manifest that differs from an earlier commit's in the named variables. It makes a base
// where none will do.
func (s *Store) tellFrom(earlier *commit, m *manifest.Manifest, names []string) (told, error) {
	t := told{}
	if earlier != nil && earlier.base != nil {
		t = told{base: earlier.base, gone: append(slices.Clone(earlier.gone), names...)}
		slices.Sort(t.gone)
		t.gone = slices.Compact(t.gone)
	}
	data, err := t.of(m).AppendBinary(nil)
	if err != nil {
		return told{}, fmt.Errorf("store: %w", err)
	}
	if t.base != nil && len(data) <= max(smallManifest, len(t.base.text)/baseShare) {
		_, err := s.PutText(t.base.text)
		return t, err
	}
	if len(data) <= smallManifest {
		return t, nil
	}
	if data, err = m.AppendBinary(data[:0]); err != nil {
		return told{}, fmt.Errorf("store: %w", err)
	}
	b := &base{text: string(data), manifest: m}
	b.name, err = s.PutText(b.text)
	return told{base: b}, err
}

// tell reads the manifest that a commit file tells. bases are those that were read before.
func (s *Store) tell(f *fileContent, bases map[string]*base) (*manifest.Manifest, told, error) {
	own := new(manifest.Manifest)
	if err := own.UnmarshalBinary(f.manifest); err != nil || f.base == "" {
		return own, told{}, err
	}
	b := bases[f.base]
	if b == nil {
		text, err := s.Text(f.base)
		if err != nil {
			return nil, told{}, err
		}
		b = &base{name: f.base, text: text, manifest: new(manifest.Manifest)}
		if err := b.manifest.UnmarshalBinary([]byte(text)); err != nil {
			return nil, told{}, fmt.Errorf("%s: %w", f.base, err)
		}
		bases[f.base] = b
	}
	m, err := b.manifest.Put(f.gone, own)
	if err != nil {
		return nil, told{}, err
	}
	m.Seq = own.Seq
	return m, told{base: b, gone: f.gone}, nil
}
