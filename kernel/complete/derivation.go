package complete

import (
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/complete/match"
	"github.com/mercer-go/mercer/kernel/mathcell"
)

// derivation says where the text of a %%derive cell begins, if the cursor is in it.
func (q *query) derivation(split *cell.Cell) (from int, ok bool) {
	if split.Script == nil || split.Script.Name != "derive" {
		return 0, false
	}
	from = hole.LineEnd(q.code, 0) + 1
	return from, q.at >= from && from <= len(q.code)
}

// words are what can be written in the derivation that begins at an offset.
func (q *query) words(from int) []mathcell.Word {
	return mathcell.Words(q.code[from:], mathcell.Types(q.defs))
}

// completeDerivation lists the names and commands that go on what is typed.
func (q *query) completeDerivation(from int) Result {
	begin, _ := mathcell.WordAt(q.code[from:], q.at-from)
	begin += from
	typed := q.code[begin:q.at]
	groups := map[mathcell.Origin]match.Group{mathcell.Declared: match.Local, mathcell.Notebook: match.Notebook, mathcell.Command: match.Keyword}
	var ms []match.Match
	seen := map[string]bool{}
	for _, w := range q.words(from) {
		if typed == "" && w.Origin == mathcell.Command || w.Text == typed || seen[w.Text] {
			continue
		}
		seen[w.Text] = true
		kind := "variable"
		if w.Origin == mathcell.Command {
			kind = "keyword"
		}
		ms = append(ms, match.Match{Text: w.Text, Kind: kind, Signature: w.Detail, Group: groups[w.Origin]})
	}
	return q.result(ms, begin, typed)
}

// describeDerivation says what a name or a command of the derivation is.
func (q *query) describeDerivation(from int) *description {
	begin, end := mathcell.WordAt(q.code[from:], q.at-from)
	word := q.code[from+begin : from+end]
	if word == "" {
		return nil
	}
	for _, w := range q.words(from) {
		same := w.Text == word || strings.HasPrefix(w.Text, word) && strings.ContainsAny(w.Text[len(word):][:1], "_^('") || w.Go == word
		if same && w.Detail != "" {
			return &description{head: w.Detail, variable: w.Go}
		}
	}
	return nil
}
