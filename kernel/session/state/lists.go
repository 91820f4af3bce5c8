package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/store"
)

// This file writes the two lists of a state that grow with the notebook, declarations and cells, so that a commit costs what
// has changed. A long list is a text of its own, a base; the commits after it name runs of its elements, and tell others as
// they stand, until these have grown to a part of the base. Long texts are texts of their own in any case.

// pieces is a list as a commit has it.
type pieces struct {
	Base string  `json:"base,omitempty"` // name of the text with the base, a JSON array
	Runs []piece `json:"runs,omitempty"`
}

// piece is a run of the base's elements, or elements that are not in it.
type piece struct {
	From int               `json:"from,omitempty"`
	To   int               `json:"to,omitempty"` // behind the last; 0: there is no run
	New  []json.RawMessage `json:"new,omitempty"`
}

// listPieces are the two lists.
type listPieces struct {
	Decls pieces `json:"decls"`
	Cells pieces `json:"cells"`
}

// Lists is what a store has of the lists.
type Lists struct {
	store *store.Store
	decls *keptList[defs.Decl]
	cells *keptList[Record]
}

func newLists(st *store.Store) Lists {
	return Lists{
		store: st,
		decls: newKeptList(st, func(d *defs.Decl) string { return d.Text }, func(d defs.Decl, text string) any { d.Text = text; return d }),
		cells: newKeptList(st, func(c *Record) string { return c.Code }, func(c Record, code string) any { c.Code = code; return c }),
	}
}

// keep returns the lists of a state in pieces, and the texts that they refer to.
func (k Lists) keep(st State) (*listPieces, []string, error) {
	d, dTexts, err := k.decls.keep(st.Defs.List())
	if err != nil {
		return nil, nil, err
	}
	c, cTexts, err := k.cells.keep(st.Cells)
	return &listPieces{d, c}, append(dTexts, cTexts...), err
}

// lists puts the lists together again, but for their long texts.
func (p *listPieces) lists(from *store.Store) (*defs.Defs, []*Record, error) {
	decls, err := join[defs.Decl](p.Decls, from)
	if err != nil {
		return nil, nil, err
	}
	cells, err := join[Record](p.Cells, from)
	if err != nil {
		return nil, nil, err
	}
	all, err := defs.New(decls)
	return all, cells, err
}

// keptList is a list of things that do not change and are told by their addresses.
type keptList[T any] struct {
	store *store.Store
	text  func(*T) string     // the part of an element that may be long
	with  func(T, string) any // the element with another one
	base  string
	index map[*T]int // of the base's elements
	raw   map[*T]json.RawMessage
}

func newKeptList[T any](st *store.Store, text func(*T) string, with func(T, string) any) *keptList[T] {
	return &keptList[T]{store: st, text: text, with: with, raw: map[*T]json.RawMessage{}}
}

// What a commit tells of a list as it stands may have smallList bytes, and more up to a listShare-th of the base.
const (
	smallList = 16 << 10
	listShare = 8
)

// keptGone is how many elements are remembered that the list does not have any more: they may be large.
const keptGone = 32

// keep returns the list in pieces, and the names of the texts that it refers to.
func (k *keptList[T]) keep(list []*T) (p pieces, texts []string, err error) {
	for _, x := range list {
		name, err := k.encode(x)
		if err != nil {
			return pieces{}, nil, err
		}
		if name != "" {
			texts = append(texts, name)
		}
	}
	if len(k.raw) > len(list)+keptGone {
		k.forget(list)
	}
	p, size := k.pieces(list)
	if size > max(smallList, len(k.base)/listShare) {
		k.rebase(list)
		p, _ = k.pieces(list)
	}
	if slices.ContainsFunc(p.Runs, func(r piece) bool { return r.To > 0 }) {
		p.Base, err = k.store.PutText(k.base)
		texts = append(texts, p.Base)
	}
	return p, texts, err
}

// encode makes the JSON of an element, if it has none yet, and returns the name of its long text, if it has one.
func (k *keptList[T]) encode(x *T) (name string, err error) {
	text := k.text(x)
	if len(text) >= store.LongText {
		if name, err = k.store.PutText(text); err != nil {
			return "", err
		}
	}
	if k.raw[x] != nil {
		return name, nil
	}
	if name != "" {
		text = longText + name
	}
	k.raw[x], err = json.Marshal(k.with(*x, text))
	return name, err
}

// pieces cuts a list into pieces; size is about what they have as JSON.
func (k *keptList[T]) pieces(list []*T) (p pieces, size int) {
	const runSize = 24
	for _, x := range list {
		last := &piece{}
		if n := len(p.Runs); n > 0 {
			last = &p.Runs[n-1]
		}
		i, known := k.index[x]
		switch {
		case known && last.To == i && i > 0:
			last.To++
		case known:
			p.Runs = append(p.Runs, piece{From: i, To: i + 1})
			size += runSize
		default:
			if last.New == nil {
				p.Runs = append(p.Runs, piece{})
				last = &p.Runs[len(p.Runs)-1]
			}
			last.New = append(last.New, k.raw[x])
			size += len(k.raw[x])
		}
	}
	return p, size
}

// forget forgets elements that are not in a list.
func (k *keptList[T]) forget(list []*T) {
	raw, index := make(map[*T]json.RawMessage, len(list)), make(map[*T]int, len(list))
	for _, x := range list {
		raw[x] = k.raw[x]
		if i, known := k.index[x]; known {
			index[x] = i
		}
	}
	k.raw, k.index = raw, index
}

// rebase makes a list the base.
func (k *keptList[T]) rebase(list []*T) {
	k.index = make(map[*T]int, len(list))
	text := []byte{'['}
	for i, x := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, k.raw[x]...)
		k.index[x] = i
	}
	k.base = string(append(text, ']'))
}

// join puts a list together again.
func join[T any](p pieces, from *store.Store) ([]*T, error) {
	var base, list []*T
	if p.Base != "" {
		text, err := from.Text(p.Base)
		if err == nil {
			err = json.Unmarshal([]byte(text), &base)
		}
		if err != nil {
			return nil, fmt.Errorf("session: a list of the commit: %w", err)
		}
	}
	for _, r := range p.Runs {
		if r.From < 0 || r.From > r.To || r.To > len(base) {
			return nil, errors.New("session: a list of the commit has more elements than its base")
		}
		list = append(list, base[r.From:r.To]...)
		for _, raw := range r.New {
			x := new(T)
			if err := json.Unmarshal(raw, x); err != nil {
				return nil, fmt.Errorf("session: a list of the commit: %w", err)
			}
			list = append(list, x)
		}
	}
	return list, nil
}

// Meta is a state as a commit of a store keeps it.
func (k *Lists) Meta(in *store.Store, st State) (store.Meta, error) {
	if k.store != in {
		*k = newLists(in)
	}
	pieces, texts, err := k.keep(st)
	if err != nil {
		return store.Meta{}, err
	}
	m := store.Meta{Texts: texts}
	if n := len(st.Cells); n > 0 {
		m.Count = st.Cells[n-1].Count
	}
	m.Data, err = json.Marshal(meta{Pieces: pieces, Stale: st.Stale, Count: st.Count, By: st.By})
	return m, err
}
