package run

import (
	"fmt"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/files"
)

// shows bounds what a program displays, as stream bounds what it writes: the beginning is shown as it comes, of the rest
// the end is kept and shown when the cell ends. What the program clears no longer counts. Its methods are called with the
// process's lock held.
type shows struct {
	limits  Limits
	count   int      // shown since the last clearing
	bytes   int      // of them
	tail    []*event // the last ones over the limit
	kept    int      // bytes of tail
	dropped int      // cut from the front of tail
	told    bool     // that the limit is reached
}

// admit says whether a display of size bytes is shown now. If not, it is kept for the end; note is what there is to
// say about it, or empty.
func (s *shows) admit(e *event, size int) (now bool, note string) {
	switch e.kind {
	case frame.Clear:
		*s = shows{limits: s.limits}
		return true, ""
	case frame.Update:
		return true, ""
	}
	if s.count < s.limits.Shows && s.bytes+size <= s.limits.ShowBytes {
		s.count++
		s.bytes += size
		return true, ""
	}
	if !s.told {
		s.told = true
		note = fmt.Sprintf("%d things of %s are displayed: from here on only the last %d are kept, and shown when the cell ends.",
			s.count, files.SizeText(uint64(s.bytes)), showTail)
	}
	s.keep(e, size)
	return false, note
}

// keep puts an event into the tail.
func (s *shows) keep(e *event, size int) {
	e.size = size
	s.tail = append(s.tail, e)
	s.kept += size
	for len(s.tail) > showTail || s.kept > s.limits.ShowBytes && len(s.tail) > 0 {
		s.kept -= s.tail[0].size
		s.tail = s.tail[1:]
		s.dropped++
	}
}

// close hands on the tail.
func (s *shows) close(to *outlet) {
	if s.dropped > 0 {
		note := fmt.Sprintf("%d displays left out here.", s.dropped)
		to.call(func(out Output) { out.Notice(note) })
	}
	for _, e := range s.tail {
		to.show(e)
	}
	s.tail = nil
}
