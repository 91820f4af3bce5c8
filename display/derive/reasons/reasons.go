// Package reasons says what counts as the reason of a step. Programs of cells do not need it.
package reasons

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// emptyWords name no rule, alone or together: they would fit any step.
var emptyWords = strings.Fields(`algebra algebraic algebraically calculation calculations calculate calculating computation compute computing
	obvious obviously clear clearly evident evidently trivial trivially definition definitions def defs simplify simplifying simplification simplified
	rearrange rearranging manipulation manipulations transformation mathematics maths math easy easily straightforward immediate immediately follows
	follow true known well standard see above before below this that it is holds so hence thus therefore because by the a an of and to from
	some simple basic elementary rule rules fact facts argument proof reason reasons using use with apply applying
	result results logic reasoning inspection how ok yes etc just only short direct directly again as we one can sees shown show step line same way
	usual qed`)

// EmptyWords are the words that name no rule, in alphabetical order.
func EmptyWords() []string { return slices.Sorted(slices.Values(emptyWords)) }

// Help says what counts as a reason, as Markdown.
func Help() string {
	return `### Reasons

The reason of a step, ` + "`\\because{…}`" + `, names the rule that is used. Counted as reasons are

- words that name a rule, a theorem or what is done: "the product is multiplied out", "linearity", "$G$ is inserted", "Cauchy and Schwarz";
- the definition of something that is named: "definition of G", "by the definition of $p$ and of $w$";
- a formula between dollar signs, of at least three characters, that is not the line itself: "$n - d = c$".

Not counted are no reason at all, the line itself, a single letter, and these words, alone or together, which would fit any step:
` + wrapped(EmptyWords()) + `.

Whether a reason is the right one is not checked by the machine.
`
}

// wrapped is a list of words on lines of 120 letters.
func wrapped(words []string) string {
	var b strings.Builder
	width := 0
	for i, w := range words {
		if i > 0 {
			b.WriteByte(',')
			if width += len(w) + 2; width > 118 {
				b.WriteByte('\n')
				width = len(w)
			} else {
				b.WriteByte(' ')
			}
		} else {
			width = len(w)
		}
		b.WriteString(w)
	}
	return b.String()
}

// NamesNoRule tells whether a reason consists of words that would fit any step: a formula of some length, or a word of two letters or a
// number that is not among these names something, and so does the definition of anything that is named, be it by one letter.
func NamesNoRule(reason string) bool {
	parts := strings.Split(spacing.Replace(reason), "$")
	defined := false
	for i, part := range parts {
		if i%2 == 1 && i < len(parts)-1 {
			if letters := len(strings.Join(strings.Fields(part), "")); letters > 2 || defined && letters > 0 {
				return false
			}
			continue
		}
		if namesSomething(part, defined) {
			return false
		}
		defined = defined || definitionOf.MatchString(part)
	}
	return true
}

// definitionOf is followed by what is defined.
var definitionOf = regexp.MustCompile(`(?i)\b(definitions?|defs?)\.?\s+of\b`)

// namesSomething tells whether prose has a word that names something, or a single letter behind the definition of.
func namesSomething(prose string, defined bool) bool {
	from := len(prose)
	if defined {
		from = 0
	} else if at := definitionOf.FindStringIndex(prose); at != nil {
		from = at[1]
	}
	words := wordsOf(prose[from:])
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		isArticle := w == "a" && next != "" && next != "and" && next != "of"
		if utf8.RuneCountInString(w) == 1 && unicode.IsLetter([]rune(w)[0]) && !isArticle {
			return true
		}
	}
	return slices.ContainsFunc(wordsOf(prose), func(w string) bool {
		return !slices.Contains(emptyWords, w) && (utf8.RuneCountInString(w) > 1 || unicode.IsDigit([]rune(w)[0]))
	})
}

// wordsOf are the words of a text in small letters.
func wordsOf(prose string) []string {
	return strings.FieldsFunc(strings.ToLower(prose), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// spacing takes the commands of LaTeX out of a reason that show nothing.
var spacing = strings.NewReplacer(`\quad`, " ", `\qquad`, " ", `\,`, " ", `\;`, " ", `\:`, " ", `\!`, " ", `\ `, " ", "~", " ", `\text`, " ", `\mathrm`, " ", `\phantom`, " ",
	"{", " ", "}", " ")
