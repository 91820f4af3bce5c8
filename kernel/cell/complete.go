package cell

import (
	"go/scanner"
	"go/token"
	"strings"
)

// Status says whether a text can be run, in the words of the protocol's is_complete reply.
type Status string

// The statuses of a text.
const (
	StatusComplete   Status = "complete"
	StatusIncomplete Status = "incomplete"
	StatusInvalid    Status = "invalid"
	StatusUnknown    Status = "unknown"
)

// Complete says whether the text of a cell can be run as it stands. For an incomplete one it returns also the
// indentation that the next line should have.
func Complete(src string) (status Status, indent string) {
	c, err := Split(src)
	if err != nil {
		return StatusInvalid, ""
	}
	if c.Script != nil {
		return StatusComplete, ""
	}
	if strings.HasSuffix(strings.TrimRight(src, " \t"), `\`) && endsInCommand(c) {
		return StatusIncomplete, ""
	}
	depth, open := openAtEnd(c.Go)
	if open {
		return StatusIncomplete, strings.Repeat("\t", depth)
	}
	if _, err = Parse(token.NewFileSet(), "cell.go", c); err != nil {
		return StatusInvalid, ""
	}
	return StatusComplete, ""
}

// endsInCommand says whether the last line belongs to a command.
func endsInCommand(c *Cell) bool {
	if len(c.Commands) == 0 {
		return false
	}
	last := c.Commands[len(c.Commands)-1]
	return last.Line+last.Lines-1 == 1+strings.Count(c.Source, "\n")
}

// openAtEnd says how deep in brackets Go text ends and whether something more must follow: a closing bracket, the end
// of a raw string or comment, or the right side of an operator.
func openAtEnd(text string) (depth int, open bool) {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, []byte(text), func(_ token.Position, msg string) {
		if strings.Contains(msg, "not terminated") && (strings.Contains(msg, "raw") || strings.Contains(msg, "comment")) {
			open = true
		}
	}, 0)
	last := token.SEMICOLON
	for {
		_, tok, _ := sc.Scan()
		if tok == token.EOF {
			break
		}
		switch tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		}
		last = tok
	}
	depth = max(depth, 0)
	return depth, open || depth > 0 || continues(last)
}

// continues says whether something must follow the token.
func continues(tok token.Token) bool {
	switch tok {
	case token.SEMICOLON, token.RBRACE, token.RPAREN, token.RBRACK, token.INC, token.DEC, token.ELLIPSIS, token.COLON, token.ILLEGAL:
		return false
	}
	return tok.IsOperator() || tok.IsKeyword()
}
