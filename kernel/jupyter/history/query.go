package history

import (
	"fmt"
	"strings"
)

// Access is a way to look into the history.
type Access string

// The ways of the protocol.
const (
	Range  Access = "range"
	Tail   Access = "tail"
	Search Access = "search"
)

// Query selects entries.
//
// Reference: https://jupyter-client.readthedocs.io/en/stable/messaging.html#history
type Query struct {
	Access  Access
	Session int    // Range: a session; 0 for the present one, -1 for the one before, and so on
	Start   int    // Range: first line
	Stop    int    // Range: line after the last; 0 for all
	N       int    // Tail and Search: at most so many, the newest; 0 for all
	Pattern string // Search: a glob that the whole input has to match: * ? [a-z] [^a-z]; empty for everything
	Unique  bool   // Search: of the same input only the newest
}

// Find returns the entries that the query selects, oldest first.
func (l *Log) Find(q Query) ([]Entry, error) {
	var all []Entry
	err := l.locked(func() (err error) {
		all, err = l.read()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	return q.selectFrom(all, l.session)
}

// selectFrom returns those of all entries that the query selects; now is the present session.
func (q Query) selectFrom(all []Entry, now int) ([]Entry, error) {
	session := q.Session
	if session <= 0 {
		session += now
	}
	var wanted func(Entry) bool
	switch q.Access {
	case Range:
		wanted = func(e Entry) bool {
			return e.Session == session && e.Line >= q.Start && (q.Stop <= 0 || e.Line < q.Stop)
		}
	case Tail:
		wanted = func(Entry) bool { return true }
	case Search:
		wanted = func(e Entry) bool { return q.Pattern == "" || match(q.Pattern, e.Input) }
	default:
		return nil, fmt.Errorf("history: unknown access %q", q.Access)
	}
	var found []Entry
	for _, e := range all {
		if e.Line > 0 && wanted(e) {
			found = append(found, e)
		}
	}
	if q.Access == Range {
		return found, nil
	}
	if q.Access == Search && q.Unique {
		found = newest(found)
	}
	if q.N > 0 && len(found) > q.N {
		found = found[len(found)-q.N:]
	}
	return found, nil
}

// newest keeps, of entries with the same input, the last one.
func newest(entries []Entry) []Entry {
	last := map[string]int{}
	for i, e := range entries {
		last[e.Input] = i
	}
	var kept []Entry
	for i, e := range entries {
		if last[e.Input] == i {
			kept = append(kept, e)
		}
	}
	return kept
}

// match tells whether a glob matches the whole text. Its cost is at most the product of the lengths.
func match(pattern, text string) bool {
	p, t := []rune(pattern), []rune(text)
	i, j := 0, 0
	star, mark := -1, 0 // the last * in p, and how much of t it has taken
	for j < len(t) {
		if i < len(p) && p[i] == '*' {
			star, mark = i, j
			i++
			continue
		}
		if n := one(p[i:], t[j]); n > 0 {
			i, j = i+n, j+1
			continue
		}
		if star < 0 {
			return false
		}
		mark++
		i, j = star+1, mark
	}
	return strings.Trim(string(p[i:]), "*") == ""
}

// one matches the first item of p, which is no *, with r; it returns the length of the item, or 0.
func one(p []rune, r rune) int {
	switch {
	case len(p) == 0:
		return 0
	case p[0] == '?':
		return 1
	case p[0] == '[':
		if n, in := set(p, r); n > 0 {
			if in {
				return n
			}
			return 0
		}
	}
	if p[0] == r {
		return 1
	}
	return 0
}

// set matches a set such as [a-z_] or [^0-9]; its length is 0 when p does not begin with a whole set.
func set(p []rune, r rune) (length int, in bool) {
	i := 1
	not := i < len(p) && p[i] == '^'
	if not {
		i++
	}
	for first := i; i < len(p); i++ {
		switch {
		case p[i] == ']' && i > first:
			return i + 1, in != not
		case i+2 < len(p) && p[i+1] == '-' && p[i+2] != ']':
			in = in || p[i] <= r && r <= p[i+2]
			i += 2
		default:
			in = in || p[i] == r
		}
	}
	return 0, false
}
