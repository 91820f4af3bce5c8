package syntax

import (
	"slices"
	"strings"
)

// Commands lists the commands of LaTeX that a text may have, sorted: those of the language, their other spellings, and those that space
// or style a formula.
func Commands() []string {
	seen := map[string]bool{}
	var list []string
	add := func(c string) {
		if len(c) > 2 && c[0] == '\\' && !seen[c] && !strings.ContainsAny(c, "{}*") {
			seen[c] = true
			list = append(list, c)
		}
	}
	for c := range commands {
		add(c)
	}
	for c := range aliases {
		add(c)
	}
	for c := range styles {
		add(c)
	}
	for _, c := range []string{`\because`, `\tol`, `\tag`, `\text`} {
		add(c)
	}
	slices.Sort(list)
	return list
}
