package cell

import (
	"go/scanner"
	"go/token"
)

// Kind says what an item at the top level of a cell is.
type Kind int

// The kinds of items. A "func(…) {…}(…)" that is called on the spot is a statement, not a function.
const (
	KindStmt Kind = iota
	KindPackage
	KindImport
	KindConst
	KindType
	KindVar
	KindFunc // functions and methods
)

// Item is a declaration or statement at the top level of a cell, as a range of bytes in its Go text. An import, const,
// type or var in parentheses is one item.
type Item struct {
	Kind       Kind
	Start, End int
	Semi       bool // ends in a semicolon that the user wrote
}

// Items cuts Go text at the semicolons of its top level, written or implied by line ends. stray is the offset of a
// closing bracket too many, or -1.
func Items(text string) (items []Item, stray int) {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, []byte(text), nil, 0)
	stray = -1
	var toks []token.Token
	start, end, depth := 0, 0, 0
	for {
		pos, tok, lit := sc.Scan()
		at := min(file.Offset(pos), len(text))
		if depth == 0 && (tok == token.SEMICOLON || tok == token.EOF) {
			if len(toks) > 0 {
				items = append(items, Item{Kind: kindOf(toks), Start: start, End: end, Semi: lit == ";"})
			}
			toks = toks[:0]
		} else if len(toks) == 0 {
			start = at
		}
		if tok == token.EOF {
			break
		}
		switch tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if depth--; depth < 0 {
				depth = 0
				if stray < 0 {
					stray = at
				}
			}
		}
		if !(depth == 0 && tok == token.SEMICOLON) {
			toks = append(toks, tok)
			end = at + width(tok, lit, text[at:])
		}
	}
	if len(toks) > 0 { // something is still open
		items = append(items, Item{Kind: kindOf(toks), Start: start, End: len(text)})
	}
	return items, stray
}

// scanTokens calls f for each token of a text.
func scanTokens(text string, f func(tok token.Token, lit string)) {
	var sc scanner.Scanner
	sc.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), nil, 0)
	for {
		_, tok, lit := sc.Scan()
		if tok == token.EOF {
			return
		}
		f(tok, lit)
	}
}

// width is the number of bytes of a token at the beginning of text. (The scanner drops carriage returns from the text
// of raw strings.)
func width(tok token.Token, lit, text string) int {
	switch {
	case tok == token.SEMICOLON && lit != ";":
		return 0
	case tok == token.STRING && len(text) > 0 && text[0] == '`':
		for i := 1; i < len(text); i++ {
			if text[i] == '`' {
				return i + 1
			}
		}
		return len(text)
	case lit != "":
		return min(len(lit), len(text))
	}
	return min(len(tok.String()), len(text))
}

// kindOf tells the kind of an item by its tokens.
func kindOf(toks []token.Token) Kind {
	switch toks[0] {
	case token.PACKAGE:
		return KindPackage
	case token.IMPORT:
		return KindImport
	case token.CONST:
		return KindConst
	case token.TYPE:
		return KindType
	case token.VAR:
		return KindVar
	case token.FUNC:
		if isFuncDecl(toks[1:]) {
			return KindFunc
		}
	}
	return KindStmt
}

// isFuncDecl says whether the tokens after "func" are those of a declaration: a name, or a receiver in parentheses
// followed by a name and a parenthesis. What has neither is taken as a statement.
func isFuncDecl(toks []token.Token) bool {
	if len(toks) == 0 || toks[0] == token.IDENT {
		return true
	}
	depth := 0
	for i, tok := range toks {
		switch tok {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 {
			rest := toks[i+1:]
			return len(rest) >= 2 && rest[0] == token.IDENT && rest[1] == token.LPAREN
		}
	}
	return false
}
