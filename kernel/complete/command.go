package complete

import (
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/complete/match"
	"github.com/mercer-go/mercer/kernel/defs"
)

// commandLine returns the text of the line up to the cursor when the line is no Go: a magic, a shell line, or part of
// a script.
func (q *query) commandLine(split *cell.Cell) (string, bool) {
	start := hole.LineStart(q.code, q.at)
	line := strings.TrimPrefix(q.code[start:q.at], "//gonb:")
	if split.Script != nil {
		return line, true
	}
	n := 1 + strings.Count(q.code[:start], "\n")
	for _, cmd := range split.Commands {
		if cmd.Line <= n && n < cmd.Line+cmd.Lines {
			if cmd.Line < n { // a continued line is as good as a shell line
				line = "!" + line
			}
			return line, strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!")
		}
	}
	return "", false
}

// completeCommand completes the name of a magic, or a word after it.
func (q *query) completeCommand(line string) Result {
	word := lastWord(line)
	if !strings.HasPrefix(line, "%") {
		word = strings.TrimPrefix(strings.TrimPrefix(word, "!"), "*")
		return q.files(unquoteShell(word), false, shellName)
	}
	if word == line {
		return q.magics(word)
	}
	name, _, _ := strings.Cut(line, " ")
	word = strings.TrimPrefix(word, `"`)
	switch q.command(name).Arg {
	case ArgFile:
		return q.files(word, false, plainName)
	case ArgDir:
		return q.files(word, true, plainName)
	case ArgName:
		return q.result(q.definitionNames(), q.at-len(word), word)
	}
	return q.result(nil, q.at, "")
}

// lastWord returns what stands after the last space that is neither escaped nor in double quotes.
func lastWord(line string) string {
	start, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case strings.IndexByte(" \t=;|<>", line[i]) >= 0 && !quoted:
			start = i + 1
		}
	}
	return line[min(start, len(line)):]
}

// unquoteShell undoes shellName as far as users write it.
func unquoteShell(word string) string {
	var b strings.Builder
	for i := 0; i < len(word); i++ {
		if word[i] == '\\' && i+1 < len(word) {
			i++
		}
		b.WriteByte(word[i])
	}
	return strings.Trim(b.String(), `"'`)
}

// magics completes the name of a magic. One "%" typed finds the names with two as well.
func (q *query) magics(typed string) Result {
	var ms []match.Match
	for _, cmd := range q.Commands {
		if !strings.HasPrefix(typed, "%%") || strings.HasPrefix(cmd.Name, "%%") {
			ms = append(ms, match.Match{Text: cmd.Name, Kind: "magic", Signature: cmd.Usage, Depth: strings.Count(cmd.Name, "%")})
		}
	}
	from := q.at - len(typed)
	bare := strings.TrimLeft(typed, "%")
	return q.result(slices.DeleteFunc(ms, func(m match.Match) bool {
		return match.Score(strings.TrimLeft(m.Text, "%"), bare) > match.Folded || match.Score(strings.TrimLeft(m.Text, "%"), bare) < 0
	}), from, "%")
}

// command returns the command with the given name; the zero Command when there is none.
func (q *query) command(name string) Command {
	for _, cmd := range q.Commands {
		if cmd.Name == name {
			return cmd
		}
	}
	return Command{}
}

// definitionNames returns the keys of the notebook's definitions.
func (q *query) definitionNames() []match.Match {
	var ms []match.Match
	for _, d := range q.defs {
		ms = append(ms, match.Match{Text: d.Key, Kind: kindOfDef(d.Kind), Signature: d.Type})
	}
	return ms
}

func kindOfDef(k defs.Kind) string {
	switch k {
	case defs.KindImport:
		return "module"
	case defs.KindConst:
		return "constant"
	case defs.KindType:
		return "type"
	case defs.KindVar:
		return "variable"
	case defs.KindMethod:
		return "method"
	}
	return "function"
}
