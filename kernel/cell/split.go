package cell

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
)

// Split takes the text of a cell apart. Go that does not parse is no error here. Split returns an error only for a
// script command ("%%bash" and its like) that is not on the first line; the Cell is then still complete. A byte order mark at
// the beginning, which Go allows there, is no part of the Cell.
func Split(src string) (*Cell, error) {
	src = strings.TrimPrefix(src, "\ufeff")
	c := &Cell{Source: src}
	if c.Script = scriptOf(src); c.Script != nil {
		return c, nil
	}
	s := splitter{src: src, out: []byte(src)}
	s.run()
	c.Go, c.Commands = string(s.out), s.commands
	for _, cmd := range c.Commands {
		if cmd.Prefix == "%" && (cmd.Name == "%" || cmd.Name == "main") && c.MainLine == 0 {
			c.MainLine = cmd.Line
		}
	}
	return c, misplacedScript(c.Commands)
}

// A splitter scans the Go tokens of a cell. Where a statement could begin, a "%" or "!" in the first column, or a line
// "name?", is a command instead: its lines are blanked in out and the scanner starts anew after them.
type splitter struct {
	src      string
	out      []byte
	commands []Command
	nest     nesting
}

func (s *splitter) run() {
	for from := 0; from < len(s.src); {
		at := s.scanGo(from)
		if at < 0 {
			return
		}
		from = s.takeCommand(at)
	}
}

// scanGo reads Go tokens from the offset and returns the offset of the next command, or -1.
func (s *splitter) scanGo(from int) int {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(s.src)-from)
	sc.Init(file, []byte(s.src[from:]), nil, scanner.ScanComments)
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return -1
		}
		at := from + file.Offset(pos)
		if s.atLineStart(at) && s.commandAt(at) && s.nest.statement() {
			return at
		}
		if tok != token.COMMENT {
			s.nest.add(tok, lit)
		}
	}
}

func (s *splitter) atLineStart(at int) bool {
	return at < len(s.src) && (at == 0 || s.src[at-1] == '\n')
}

// commandAt says whether the line at the offset looks like a command.
func (s *splitter) commandAt(at int) bool {
	line := strings.TrimPrefix(s.src[at:], commentPrefix)
	if first, _, _ := strings.Cut(line, "\n"); asksFor(first) != "" {
		return true
	}
	return strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!")
}

// takeCommand records the command at the offset, blanks its lines and returns the offset after them.
func (s *splitter) takeCommand(at int) int {
	end, lines := at, 0
	var text strings.Builder
	for more := true; more && end < len(s.src); lines++ {
		line, next := lineAt(s.src, end)
		line = strings.TrimPrefix(line, commentPrefix)
		if more = strings.HasSuffix(line, `\`); more {
			line = line[:len(line)-1] + " "
		}
		text.WriteString(line)
		end = next
	}
	cmd := parseCommand(text.String())
	cmd.Line, cmd.Lines = 1+strings.Count(s.src[:at], "\n"), lines
	s.commands = append(s.commands, cmd)
	blank(s.out[at:end])
	s.nest.newStatement()
	return end
}

// lineAt returns the line that begins at the offset, without its end, and the offset of the next line.
func lineAt(src string, at int) (line string, next int) {
	line, next = src[at:], len(src)
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line, next = line[:i], at+i+1
	}
	return strings.TrimSuffix(line, "\r"), next
}

// blank replaces everything but line ends by spaces.
func blank(text []byte) {
	for i, b := range text {
		if b != '\n' && b != '\r' {
			text[i] = ' '
		}
	}
}

// misplacedScript returns an error for a script command among ordinary commands.
func misplacedScript(commands []Command) error {
	for _, cmd := range commands {
		if cmd.Prefix == "%" && strings.HasPrefix(cmd.Name, "%") && isScript(cmd.Name[1:]) {
			return fmt.Errorf("line %d: \"%%%s\" can only appear at the start of the cell", cmd.Line, cmd.Name)
		}
	}
	return nil
}
