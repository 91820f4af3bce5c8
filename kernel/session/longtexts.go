package session

import (
	"strings"

	"github.com/mercer-go/mercer/kernel/store"
)

// longText stands before the name of a long text in its place. No Go text has such a byte.
const longText = "\x00"

// mapTexts returns the state with other texts of declarations and cells.
func (st state) mapTexts(to func(string) string) state {
	st.defs = st.defs.MapTexts(to)
	cells := make([]cellRecord, len(st.cells))
	for i, c := range st.cells {
		c.Code = to(c.Code)
		cells[i] = c
	}
	st.cells = cells
	return st
}

// shortener puts long texts into files and names in their places.
type shortener struct {
	store *store.Store
	names []string
	err   error // the first
}

func (s *shortener) name(text string) string {
	if len(text) < store.LongText || s.err != nil {
		return text
	}
	name, err := s.store.PutText(text)
	s.names, s.err = append(s.names, name), err
	return longText + name
}

// lengthener is the inverse of shortener.
type lengthener struct {
	store *store.Store
	err   error // the first
}

func (l *lengthener) text(text string) string {
	name, long := strings.CutPrefix(text, longText)
	if !long {
		return text
	}
	full, err := l.store.Text(name)
	if err != nil && l.err == nil {
		l.err = err
	}
	return full
}
