package cell

import "go/token"

// nesting follows the tokens of Go text as far as it takes to know where a statement can begin.
type nesting struct {
	open  []bracket // not yet closed
	prev  token.Token
	first token.Token // of the current statement; ILLEGAL when it has not begun
}

// bracket is an open parenthesis, bracket or brace.
type bracket struct {
	tok   token.Token
	block bool // a brace that holds statements or declarations, as far as one can tell
}

// statement says whether the next token could begin a statement or declaration.
func (n *nesting) statement() bool {
	if len(n.open) > 0 && n.open[len(n.open)-1].tok != token.LBRACE {
		return false
	}
	switch n.prev {
	case token.ILLEGAL, token.SEMICOLON, token.RBRACE:
		return true
	case token.LBRACE:
		return n.open[len(n.open)-1].block
	case token.COLON: // after a label or a case
		return true
	}
	return false
}

// add takes the next token.
func (n *nesting) add(tok token.Token, lit string) {
	if n.first == token.ILLEGAL && tok != token.SEMICOLON {
		n.first = tok
	}
	switch tok {
	case token.LPAREN, token.LBRACK:
		n.open = append(n.open, bracket{tok: tok})
	case token.LBRACE:
		n.open = append(n.open, bracket{tok: tok, block: n.first.IsKeyword() || n.first == token.RBRACE})
		n.first = token.ILLEGAL
	case token.RPAREN, token.RBRACK, token.RBRACE:
		if len(n.open) > 0 {
			n.open = n.open[:len(n.open)-1]
		}
	case token.SEMICOLON:
		n.first = token.ILLEGAL
	}
	n.prev = tok
}

// newStatement is called after something that is not Go.
func (n *nesting) newStatement() {
	n.prev, n.first = token.SEMICOLON, token.ILLEGAL
}
