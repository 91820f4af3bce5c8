package mathcell

import (
	"strings"
	"unicode"
)

// GoNames are the Go names that a name of mathematics can stand for, best first: x for x, Sigma or Σ for \Sigma, m0 or m_0 for m_0,
// wHat for \hat{w}, wOpt or w_opt for w_{\mathrm{opt}}, risk for \mathrm{risk}, xPrime for x', wStar for w^*. The name is in canonical
// spelling.
func GoNames(name string) []string {
	parts, ok := split(name)
	if !ok {
		return nil
	}
	var names []string
	for _, base := range spellings(parts[0]) {
		joined, snake := base, base
		for _, p := range parts[1:] {
			joined += capital(p)
			snake += "_" + p
		}
		names = append(names, joined)
		if snake != joined {
			names = append(names, snake)
		}
	}
	return names
}

// split takes a canonical name apart: the base, then accents, indices and stars as words.
func split(name string) (parts []string, ok bool) {
	base, rest := cutToken(name)
	if base == "" {
		return nil, false
	}
	parts = []string{base}
	if word, inner, ok := styled(base); ok {
		parts = []string{inner}
		if accent := accents[word]; accent != "" {
			parts = append(parts, accent)
		} else if !styles[word] {
			return nil, false
		}
	}
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, "'"):
			parts, rest = append(parts, "prime"), rest[1:]
		case strings.HasPrefix(rest, "_"), strings.HasPrefix(rest, "^"):
			var tag string
			tag, rest = cutToken(rest[1:])
			if tag = word(tag); tag == "" {
				return nil, false
			}
			parts = append(parts, tag)
		default:
			return nil, false
		}
	}
	return parts, true
}

var (
	accents = map[string]string{`\hat`: "hat", `\tilde`: "tilde", `\bar`: "bar", `\vec`: "vec", `\dot`: "dot", `\ddot`: "ddot"}
	styles  = map[string]bool{`\mathrm`: true, `\mathbf`: true, `\mathcal`: true, `\mathsf`: true, `\mathtt`: true, `\mathit`: true}
)

// cutToken takes the first token off: a letter, a command with its argument, a group in braces.
func cutToken(s string) (token, rest string) {
	n := 0
	switch {
	case s == "":
		return "", ""
	case s[0] == '{':
		n = group(s)
	case s[0] == '\\':
		for n = 1; n < len(s) && isLetter(s[n]); n++ {
		}
		if n < len(s) && s[n] == '{' {
			n += group(s[n:])
		}
	default:
		n = len(string([]rune(s)[:1]))
	}
	return s[:n], s[n:]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// group is the length of a group in braces.
func group(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// styled takes \hat{w} apart.
func styled(token string) (command, inner string, ok bool) {
	i := strings.IndexByte(token, '{')
	if i <= 0 || token[0] != '\\' {
		return "", "", false
	}
	return token[:i], token[i+1 : len(token)-1], true
}

// word is an index as a part of a Go name: a number, a letter, a word; "" for anything else.
func word(tag string) string {
	tag = strings.TrimSuffix(strings.TrimPrefix(tag, "{"), "}")
	if _, inner, ok := styled(tag); ok {
		tag = inner
	}
	switch tag {
	case "*", `\star`:
		return "star"
	}
	tag = strings.TrimPrefix(tag, `\`)
	for _, c := range tag {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return ""
		}
	}
	return tag
}

// spellings are the Go spellings of a base: \Sigma is Sigma or Σ.
func spellings(base string) []string {
	name, command := strings.CutPrefix(base, `\`)
	for _, c := range name {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return nil
		}
	}
	if name == "" {
		return nil
	}
	if letter := greek[name]; command && letter != "" {
		return []string{name, letter}
	}
	return []string{name}
}

func capital(s string) string {
	r := []rune(s)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// greek has the letters of the Greek commands.
var greek = func() map[string]string {
	m := map[string]string{}
	names := strings.Fields("alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν " +
		"xi ξ rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ " +
		"Omega Ω ell ℓ")
	for i := 0; i < len(names); i += 2 {
		m[names[i]] = names[i+1]
	}
	return m
}()
