package complete

import (
	"go/scanner"
	"go/token"
	"strings"
)

// lexeme is a token of the cell with its place.
type lexeme struct {
	tok      token.Token
	from, to int
	lit      string
}

// lex returns the tokens of Go text, comments included, implied semicolons left out.
func lex(text string) []lexeme {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, []byte(text), nil, scanner.ScanComments)
	var toks []lexeme
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return toks
		}
		if tok == token.SEMICOLON && lit != ";" {
			continue
		}
		from := min(file.Offset(pos), len(text))
		toks = append(toks, lexeme{tok, from, from + lexemeWidth(tok, lit, text[from:]), lit})
	}
}

// lexemeWidth is the length of a token in the text, where a raw string still has its carriage returns.
func lexemeWidth(tok token.Token, lit, text string) int {
	switch {
	case tok == token.STRING && strings.HasPrefix(text, "`"):
		if i := strings.IndexByte(text[1:], '`'); i >= 0 {
			return i + 2
		}
		return len(text)
	case tok == token.COMMENT && strings.HasPrefix(text, "/*"):
		if i := strings.Index(text[2:], "*/"); i >= 0 {
			return i + 4
		}
		return len(text)
	case lit == "":
		lit = tok.String()
	}
	return min(len(lit), len(text))
}

// inside returns the token that the offset is strictly inside of, or nil. The end of a line comment, and of a string or
// block comment that is never closed, is inside of it.
func inside(toks []lexeme, at int) *lexeme {
	for i := range toks {
		t := &toks[i]
		if t.from < at && (at < t.to || at == t.to && openEnded(t)) {
			return t
		}
	}
	return nil
}

func openEnded(t *lexeme) bool {
	switch t.tok {
	case token.COMMENT:
		return strings.HasPrefix(t.lit, "//") || len(t.lit) < 4 || !strings.HasSuffix(t.lit, "*/")
	case token.STRING, token.CHAR:
		return len(t.lit) < 2 || t.lit[len(t.lit)-1] != t.lit[0] || escaped(t.lit)
	}
	return false
}

// escaped says whether the last quote of an interpreted string is escaped.
func escaped(lit string) bool {
	n := 0
	for i := len(lit) - 2; i > 0 && lit[i] == '\\' && lit[0] != '`'; i-- {
		n++
	}
	return n%2 == 1
}

// before returns the tokens that end at or before the offset, comments left out.
func before(toks []lexeme, at int) []lexeme {
	var out []lexeme
	for _, t := range toks {
		if t.to <= at && t.tok != token.COMMENT {
			out = append(out, t)
		}
	}
	return out
}

// openBrackets returns the brackets that are open after the tokens, outermost first. A function with a name cannot
// stand inside brackets, so it shows that what was open before it lacks its end.
func openBrackets(toks []lexeme) []token.Token {
	var open []token.Token
	for i, t := range toks {
		switch t.tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			open = append(open, t.tok)
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case token.FUNC:
			if namedFunc(toks[i:]) {
				open = open[:0]
			}
		}
	}
	return open
}

// namedFunc says whether tokens begin with those of a function with a name.
func namedFunc(toks []lexeme) bool {
	return len(toks) > 2 && toks[0].tok == token.FUNC && toks[1].tok == token.IDENT &&
		(toks[2].tok == token.LPAREN || toks[2].tok == token.LBRACK)
}
