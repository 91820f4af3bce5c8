package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer takes tokens off the front of a text.
type lexer struct {
	text string
	at   int // where the next token begins
	out  []token
	side byte // of the next token
	size int  // where \left or the like before the next token begins, plus 1; 0 for none
	quad bool
	gap  bool
}

// lex is the whole text as tokens, the last of which is kEnd. What cannot be read is a token kBad.
func lex(text string) []token {
	l := &lexer{text: text}
	for l.at < len(text) {
		l.next()
	}
	l.add(kEnd, "", l.at)
	return l.out
}

// add appends a token that began at from and ends here.
func (l *lexer) add(k kind, text string, from int) {
	start := from
	if l.size > 0 {
		start = l.size - 1
	}
	l.out = append(l.out, token{Span: Span{from, l.at}, kind: k, text: text, side: l.side, start: start, quad: l.quad, gap: l.gap})
	l.side, l.size, l.quad, l.gap = 0, 0, false, false
}

func (l *lexer) bad(from int, format string, args ...any) {
	l.add(kBad, fmt.Sprintf(format, args...), from)
}

// next reads a token, or some space.
func (l *lexer) next() {
	from := l.at
	r, n := utf8.DecodeRuneInString(l.text[l.at:])
	switch {
	case r == '\n':
		l.at++
		l.add(kLine, "", from)
	case unicode.IsSpace(r) || r == '~' || r == '\ufeff':
		l.at += n
	case r == '%':
		for l.at < len(l.text) && l.text[l.at] != '\n' {
			l.at++
		}
	case r == '\\':
		l.command()
	case isDigit(r) || r == '.' && l.at+1 < len(l.text) && isDigit(rune(l.text[l.at+1])):
		l.number()
	case r < utf8.RuneSelf && isLetter(byte(r)):
		l.at++
		l.add(kName, string(r), from)
	default:
		l.sign(r, n)
	}
}

func isDigit(r rune) bool  { return r >= '0' && r <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// number reads digits, and a point with digits behind it. Digits may stand in groups of three: 367{,}290.
func (l *lexer) number() {
	from := l.at
	if n := grouped(l.text[from:]); n > 0 && l.digits() == 0 {
		l.at += n
		l.add(kNumber, strings.ReplaceAll(l.text[from:l.at], "{,}", ""), from)
		return
	}
	digits := func() {
		for l.at < len(l.text) && isDigit(rune(l.text[l.at])) {
			l.at++
		}
	}
	digits()
	if rest := l.text[l.at:]; len(rest) > 1 && rest[0] == '.' && isDigit(rune(rest[1])) {
		l.at++
		digits()
	}
	end := l.at
	for n := l.digits(); n > 0 && from+1 < end; n-- {
		l.at = from + 1
		l.add(kNumber, l.text[from:l.at], from)
		from++
	}
	l.at = end
	l.add(kNumber, l.text[from:end], from)
}

// grouped is the length of the number in groups of three digits at the beginning of s, 0 if it has no groups.
func grouped(s string) int {
	n := 0
	for n < len(s) && n < 3 && isDigit(rune(s[n])) {
		n++
	}
	length := 0
	for n > 0 && len(s) >= n+6 && s[n:n+3] == "{,}" && strings.Trim(s[n+3:n+6], "0123456789") == "" {
		n += 6
		length = n
	}
	if length < len(s) && length > 0 && isDigit(rune(s[length])) {
		return 0
	}
	return length
}

// digits is how many digits are arguments of the command before: \frac12 is one half.
func (l *lexer) digits() int {
	last := func(n int) token {
		if n > len(l.out) {
			return token{}
		}
		return l.out[len(l.out)-n]
	}
	switch {
	case last(1).is(`\frac`, `\binom`):
		return 2
	case last(1).is(`\sqrt`), last(2).is(`\frac`, `\binom`) && last(1).kind == kNumber:
		return 1
	}
	return 0
}

// sign reads a sign that is no letter of the alphabet.
func (l *lexer) sign(r rune, n int) {
	from, s := l.at, string(r)
	switch {
	case raised[s] != "":
		l.script("^", raised)
		return
	case lowered[s] != "":
		l.script("_", lowered)
		return
	}
	l.at += n
	switch {
	case r == ':' && strings.HasPrefix(l.text[l.at:], "="):
		l.at++
		l.add(kSign, ":=", from)
	case s == "<" && l.side == 'l':
		l.add(kSign, `\langle`, from)
	case s == ">" && l.side == 'r':
		l.add(kSign, `\rangle`, from)
	case r == '.' && l.side != 0:
		l.side, l.size = 0, 0 // \left. is no bracket
	case doubled[s] != "":
		l.add(kName, doubled[s], from)
	case aliases[s] != "":
		l.known(aliases[s], from)
	case commands[s] != 0:
		l.add(commands[s], s, from)
	case r == '$':
		l.bad(from, "no dollar signs here: the text is mathematics already")
	case strings.HasPrefix(l.text[from:], ".."):
		l.bad(from, "write \\dots between commas, as in \\{1,\\dots,n\\}")
	case r == '.':
		l.bad(from, "a full stop is no part of a formula")
	case r == utf8.RuneError && n <= 1:
		l.bad(from, "this is not UTF-8 text")
	default:
		l.bad(from, "the sign %s is not known", s)
	}
}

// script reads signs that are written as scripts: x² is x^{2}.
func (l *lexer) script(mark string, signs map[string]string) {
	begin := l.at
	l.add(kSign, mark, begin)
	l.add(kSign, "{", begin)
	for l.at < len(l.text) {
		from := l.at
		r, n := utf8.DecodeRuneInString(l.text[l.at:])
		s := signs[string(r)]
		if s == "" {
			break
		}
		l.at += n
		switch last := &l.out[len(l.out)-1]; {
		case isDigit(rune(s[0])) && last.kind == kNumber && from > begin:
			last.text, last.To = last.text+s, l.at
		case isDigit(rune(s[0])):
			l.add(kNumber, s, from)
		case isLetter(s[0]):
			l.add(kName, s, from)
		default:
			l.add(kSign, s, from)
		}
	}
	l.add(kSign, "}", l.at)
}

// known adds a command in canonical spelling.
func (l *lexer) known(command string, from int) {
	l.add(commands[command], command, from)
}

// word reads a command: a backslash with letters, or with one sign.
func (l *lexer) word() string {
	from := l.at
	l.at++
	for l.at < len(l.text) && isLetter(l.text[l.at]) {
		l.at++
	}
	if l.at == from+1 && l.at < len(l.text) {
		_, n := utf8.DecodeRuneInString(l.text[l.at:])
		l.at += n
	}
	if l.text[from:l.at] == `\operatorname` && strings.HasPrefix(l.text[l.at:], "*") {
		l.at++
	}
	return l.text[from:l.at]
}

// command reads a command with what belongs to it.
func (l *lexer) command() {
	from := l.at
	word := l.word()
	canonical := word
	if a := aliases[word]; a != "" {
		canonical = a
	}
	switch {
	case skipped[word] || word == "\\\n" || word == "\\\r":
		l.quad = l.quad || word == `\quad` || word == `\qquad`
		l.gap = l.gap || gaps[word]
	case sides[word] != "":
		l.side, l.size = sides[word][0], from+1
	case word == `\lVert` || word == `\lvert`:
		l.side = 'l'
		l.known(canonical, from)
	case word == `\rVert` || word == `\rvert`:
		l.side = 'r'
		l.known(canonical, from)
	case word == `\text` || word == `\textrm` || word == `\mbox` || word == `\textnormal`:
		l.raw(kText, word, from)
	case word == `\because` || word == `\tol` || word == `\tag`:
		l.raw(kNote, word, from)
	case word == `\underbrace` || word == `\overbrace`:
		l.brace(word, from)
	case word == `\not`:
		l.not(from)
	case styles[word] != "":
		l.styled(word, from)
	case doubled[word] != "":
		l.add(kName, doubled[word], from)
	case commands[canonical] != 0:
		l.known(canonical, from)
	default:
		l.bad(from, "%s is not known%s", word, hint(word))
	}
}

// group is the text between the brace that comes next and its partner.
func (l *lexer) group() (string, bool) {
	for l.at < len(l.text) && (l.text[l.at] == ' ' || l.text[l.at] == '\t') {
		l.at++
	}
	if l.at >= len(l.text) || l.text[l.at] != '{' {
		return "", false
	}
	from, depth := l.at+1, 0
	for i := l.at; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				l.at = i + 1
				return l.text[from:i], true
			}
		}
	}
	return "", false
}

// raw reads a command whose argument is text.
func (l *lexer) raw(k kind, word string, from int) {
	text, ok := l.group()
	if !ok {
		l.bad(from, "%s wants its text in braces, and the braces closed", word)
		return
	}
	l.add(k, text, from)
	l.out[len(l.out)-1].note = word
}

// brace reads \underbrace{…}_{note}: the formula within stands as if the brace were not there, the note is not read.
func (l *lexer) brace(word string, from int) {
	inside, ok := l.group()
	if !ok {
		l.bad(from, "%s wants its formula in braces", word)
		return
	}
	begin := l.at - 1 - len(inside)
	l.splice(begin, begin+len(inside))
	for l.at < len(l.text) && l.text[l.at] == ' ' {
		l.at++
	}
	if l.at < len(l.text) && (l.text[l.at] == '_' || l.text[l.at] == '^') {
		l.at++
		if _, ok := l.group(); !ok {
			l.bad(from, "the note at %s wants braces", word)
		}
	}
}

// splice reads the tokens of a part of the text.
func (l *lexer) splice(from, to int) {
	inner := &lexer{text: l.text[:to], at: from}
	for inner.at < to {
		inner.next()
	}
	l.out = append(l.out, inner.out...)
}

// not reads \not and the relation that it negates.
func (l *lexer) not(from int) {
	for l.at < len(l.text) && l.text[l.at] == ' ' {
		l.at++
	}
	for sign, negated := range map[string]string{"=": `\ne`, `\in`: `\notin`} {
		if rest := l.text[l.at:]; strings.HasPrefix(rest, sign) && (len(rest) == len(sign) || sign == "=" || !isLetter(rest[len(sign)])) {
			l.at += len(sign)
			l.known(negated, from)
			return
		}
	}
	l.bad(from, `\not is read before = and \in only`)
}

// styled reads a letter or word in a style: \mathbf w, \mathrm{opt}, {\rm opt}.
func (l *lexer) styled(command string, from int) {
	style := styles[command]
	inside, ok := "", false
	if switches[command] { // a switch that holds to the end of the group
		inside, ok = l.letters(true), true
	} else if inside, ok = l.group(); !ok {
		inside, ok = l.letters(false), true
	}
	name, ok := plainWord(inside)
	if !ok {
		l.bad(from, "%s styles a letter or a word only; scripts and signs stand outside", command)
		return
	}
	canonical := style + "{" + name + "}"
	if style == `\mathit` && len(name) == 1 && isLetter(name[0]) {
		canonical = name
	}
	if special := styled[canonical]; special != "" {
		canonical = special
	}
	k := commands[canonical]
	if k == 0 {
		k = kName
	}
	l.add(k, canonical, from)
}

// letters are the letter or command that comes next, or all letters up to something else.
func (l *lexer) letters(all bool) string {
	for l.at < len(l.text) && l.text[l.at] == ' ' {
		l.at++
	}
	from := l.at
	if l.at < len(l.text) && l.text[l.at] == '\\' {
		return l.word()
	}
	for l.at < len(l.text) {
		r, n := utf8.DecodeRuneInString(l.text[l.at:])
		if !unicode.IsLetter(r) && !isDigit(r) {
			break
		}
		l.at += n
		if !all {
			break
		}
	}
	return l.text[from:l.at]
}

// plainWord is a styled word in canonical spelling: letters, digits, hyphens, or Greek.
func plainWord(s string) (string, bool) {
	var b strings.Builder
	for _, t := range lex(s) {
		switch {
		case t.kind == kEnd:
		case t.kind == kName, t.kind == kNumber, t.is("-"):
			b.WriteString(t.text)
		case t.kind == kBig, t.kind == kWord, t.is(`\arg`):
			b.WriteString(t.text[1:])
		default:
			return "", false
		}
	}
	return b.String(), b.Len() > 0
}
