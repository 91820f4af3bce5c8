package tables

import (
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/importpath"
)

// qualifiedName is a named type with its full package path, as in github.com/x/y.T or main.T.
var qualifiedName = regexp.MustCompile(`"?((?:[\w.~+\-]+/)*[\w.~\-]+)"?\.([\pL_][\pL\pN_]*)`)

// ownField is a field of a struct without a name as reflect prints it, whose name is not exported. An embedded one is the same
// type with a name that has the package too.
var ownField = regexp.MustCompile(`([{;] )main\.([\pL_][\pL\pN_]*)( [^}"])`)

// Extra is a type that the store asks for, since a value holds it behind an interface.
type Extra struct {
	Text  string // see defs.TypeText
	named []namedType
}

type namedType struct{ path, name string }

// parseExtraType reads a type as the store writes it.
func ParseExtra(text string) Extra {
	var e Extra
	text = ownField.ReplaceAllString(text, "$1$2$3")
	e.Text = qualifiedName.ReplaceAllStringFunc(text, func(m string) string {
		sub := qualifiedName.FindStringSubmatch(m)
		e.named = append(e.named, namedType{sub[1], sub[2]})
		if sub[1] == "main" {
			return sub[2]
		}
		return `"` + sub[1] + `".` + sub[2]
	})
	return e
}

// ParseExtras reads types, each once, in order.
func ParseExtras(texts []string) []Extra {
	var out []Extra
	for _, text := range slices.Compact(slices.Sorted(slices.Values(texts))) {
		out = append(out, ParseExtra(text))
	}
	slices.SortStableFunc(out, func(a, b Extra) int { return strings.Compare(a.Text, b.Text) })
	return out
}

// Declared returns the names of the types in it that the notebook declares, at the top level or inside a function.
func (e Extra) Declared() []string {
	var names []string
	for _, n := range e.named {
		if n.path == "main" {
			names = append(names, n.name)
		}
	}
	return names
}

// Hidden says whether a notebook cannot name the type: the initialiser of a variable that holds it may be what links it,
// and is what there is if nothing does. earlier are the definitions that the cell sees.
func (e Extra) Hidden(earlier *defs.Scope) bool {
	return slices.ContainsFunc(e.named, func(n namedType) bool {
		if n.path == "main" {
			return earlier.Find(n.name) == nil
		}
		return !importpath.Allowed(n.path) || !token.IsExported(n.name)
	})
}
