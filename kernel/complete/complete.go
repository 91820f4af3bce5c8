package complete

import (
	"context"
	"go/token"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/complete/match"
)

// Result are the texts that could stand in place of a part of the code, best first.
type Result struct {
	Matches    []match.Match
	Start, End int // in code points: what the matches replace
}

// TypeInfo is a match as front ends know it from the metadata of a complete_reply.
type TypeInfo struct {
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Text      string `json:"text"`
	Type      string `json:"type"`
	Signature string `json:"signature"`
}

// Metadata returns the metadata of the complete_reply: kinds and signatures, under "_jupyter_types_experimental".
func (r Result) Metadata() map[string]any {
	list := make([]TypeInfo, len(r.Matches))
	for i, m := range r.Matches {
		list[i] = TypeInfo{r.Start, r.End, m.Text, m.Kind, m.Signature}
	}
	return map[string]any{"_jupyter_types_experimental": list}
}

// Texts returns the texts of the matches, never nil.
func (r Result) Texts() []string {
	texts := make([]string, len(r.Matches))
	for i, m := range r.Matches {
		texts[i] = m.Text
	}
	return texts
}

// Complete returns what could stand at the cursor. Without a suggestion the result is empty at the cursor.
func (c *Completer) Complete(ctx context.Context, req Request) Result {
	return ask(ctx, c, req, (*query).complete, (*query).lacks)
}

// lacks says whether a result has nothing, or nothing that is typed without a package while names
// of packages are still to be read.
func (q *query) lacks(r Result) bool {
	return len(r.Matches) == 0 || q.unread && r.Matches[0].Group >= match.Package
}

func (q *query) complete() (res Result) {
	res = q.result(nil, q.at, "")
	// The type checker sees syntax trees that no compiler would: should one make it panic, there is no suggestion.
	defer func() { _ = recover() }()
	split, _ := cell.Split(q.code)
	if from, ok := q.derivation(split); ok {
		return q.completeDerivation(from)
	}
	if line, ok := q.commandLine(split); ok {
		return q.completeCommand(line)
	}
	return q.completeGo(split)
}

// result makes an answer of candidates for code[from:cursor], of which typed is what they must match.
func (q *query) result(ms []match.Match, from int, typed string) Result {
	return Result{Matches: match.Rank(ms, typed), Start: hole.CodePoints(q.code, from), End: hole.CodePoints(q.code, q.at)}
}

func (q *query) completeGo(split *cell.Cell) Result {
	toks := hole.Lex(split.Go)
	if t := hole.Inside(toks, q.at); t != nil && t.Kind != token.IDENT && !t.Kind.IsKeyword() {
		return q.completeLiteral(toks, t)
	}
	from, to := hole.WordBefore(q.code, q.at), hole.WordAfter(q.code, q.at)
	typed := q.code[from:q.at]
	if inNumber(toks, q.at) || isNumber(typed) {
		return q.result(nil, q.at, "")
	}
	p := hole.Fill(split, from, to, hole.Name)
	if p == nil {
		return q.result(q.outside(typed), from, typed)
	}
	ch := q.check(p)
	if sel := ch.selector(); sel != nil {
		return q.result(ch.members(sel), from, typed)
	}
	fields, only := ch.literalFields()
	for i := range fields {
		fields[i].Text += ": "
	}
	if !only {
		fields = append(fields, ch.names(q, typed)...)
	}
	return q.result(fields, from, typed)
}

// outside returns the names that are known without the cell's syntax.
func (q *query) outside(typed string) []match.Match {
	if typed == "" {
		return nil
	}
	var ms []match.Match
	for _, d := range q.defs {
		if !strings.Contains(d.Key, ".") {
			ms = append(ms, match.Match{Text: d.Key, Kind: "variable", Signature: d.Type, Group: match.Notebook})
		}
	}
	return append(append(ms, q.packageNames(typed)...), q.unnamedMembers(typed)...)
}

// inNumber says whether a number ends at or goes on after the offset.
func inNumber(toks []hole.Token, at int) bool {
	for _, t := range toks {
		if t.From < at && at <= t.To && (t.Kind == token.INT || t.Kind == token.FLOAT || t.Kind == token.IMAG) {
			return true
		}
	}
	return false
}

func isNumber(typed string) bool { return typed != "" && '0' <= typed[0] && typed[0] <= '9' }

// completeLiteral completes inside a string: import paths in imports, file names elsewhere. In comments there is nothing.
func (q *query) completeLiteral(toks []hole.Token, t *hole.Token) Result {
	if t.Kind != token.STRING {
		return q.result(nil, q.at, "")
	}
	typed := q.code[t.From+1 : q.at]
	if inImport(hole.Before(toks, t.From)) {
		return q.result(q.importPaths(), t.From+1, typed)
	}
	return q.files(typed, false, plainName)
}
