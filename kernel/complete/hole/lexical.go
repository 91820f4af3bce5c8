package hole

import (
	"go/scanner"
	"go/token"
	"strings"
)

// Token is a token of the cell with its place.
type Token struct {
	Kind     token.Token
	From, To int
	Lit      string
}

// Lex returns the tokens of Go text, comments included, implied semicolons left out.
func Lex(text string) []Token {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, []byte(text), nil, scanner.ScanComments)
	var toks []Token
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			return toks
		}
		if tok == token.SEMICOLON && lit != ";" {
			continue
		}
		from := min(file.Offset(pos), len(text))
		toks = append(toks, Token{tok, from, from + lexemeWidth(tok, lit, text[from:]), lit})
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

// Inside returns the token that the offset is strictly inside of, or nil. The end of a line comment, and of a string or
// block comment that is never closed, is inside of it.
func Inside(toks []Token, at int) *Token {
	for i := range toks {
		t := &toks[i]
		if t.From < at && (at < t.To || at == t.To && openEnded(t)) {
			return t
		}
	}
	return nil
}

func openEnded(t *Token) bool {
	switch t.Kind {
	case token.COMMENT:
		return strings.HasPrefix(t.Lit, "//") || len(t.Lit) < 4 || !strings.HasSuffix(t.Lit, "*/")
	case token.STRING, token.CHAR:
		return len(t.Lit) < 2 || t.Lit[len(t.Lit)-1] != t.Lit[0] || escaped(t.Lit)
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

// Before returns the tokens that end at or before the offset, comments left out.
func Before(toks []Token, at int) []Token {
	var out []Token
	for _, t := range toks {
		if t.To <= at && t.Kind != token.COMMENT {
			out = append(out, t)
		}
	}
	return out
}

// openBrackets returns the brackets that are open after the tokens, outermost first. A function with a name cannot
// stand inside brackets, so it shows that what was open before it lacks its end.
func openBrackets(toks []Token) []token.Token {
	var open []token.Token
	for i, t := range toks {
		switch t.Kind {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			open = append(open, t.Kind)
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
func namedFunc(toks []Token) bool {
	return len(toks) > 2 && toks[0].Kind == token.FUNC && toks[1].Kind == token.IDENT &&
		(toks[2].Kind == token.LPAREN || toks[2].Kind == token.LBRACK)
}
