// Package match ranks what could stand at a cursor by how well it matches what is typed, then by what it is.
package match

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Match is one text that could stand at the cursor.
type Match struct {
	Text string
	// Kind is one of "function", "method", "field", "variable", "constant", "type", "interface", "module" (a
	// package), "keyword", "magic", "path": the words that front ends have icons for.
	Kind string
	// Signature is the type of a value, the parameters and results of a function, the path of a package; may be empty.
	Signature string

	Group Group
	Fits  bool // has the type that is expected
	Rare  bool // written for machines, such as MarshalBinary, or seldom by people
	Depth int  // of embedding; of packages, how far they are from what notebooks use
	Field int  // the place of a field among the others of its struct, from 1; 0 for what is no field
	score int  // how well the text matches what is typed; less is better
}

// Group is what a candidate is, in the order in which candidates of equal score are offered.
type Group int

// The groups.
const (
	Local    Group = iota // locals and struct fields in a literal
	Member                // fields and methods, members of a package
	Notebook              // declared at the top level of a cell
	Imported              // imported packages
	Builtin               // predeclared names
	Keyword               // of Go
	Rare                  // predeclared names and keywords that few programs have
	Package               // packages that could be imported
	Unnamed               // members of packages that are not named before them
)

// How well a text matches what is typed.
const (
	Exact    = iota // begins with it
	Folded          // begins with it, upper and lower case aside
	Inner           // has it at the beginning of one of its words, case aside
	Spread          // has its letters in order
	Mismatch = -1
)

// Score says how well text matches what is typed.
func Score(text, typed string) int {
	if strings.HasPrefix(text, typed) {
		return Exact
	}
	low, lowTyped := strings.ToLower(text), strings.ToLower(typed)
	switch {
	case strings.HasPrefix(low, lowTyped):
		return Folded
	case hasWord(text, low, lowTyped):
		return Inner
	case utf8.RuneCountInString(typed) >= 2 && spread(low, lowTyped):
		return Spread
	}
	return Mismatch
}

// hasWord says whether typed stands at a capital or after an underscore or slash in text.
func hasWord(text, low, typed string) bool {
	if len(low) != len(text) {
		return false
	}
	prev := rune(0)
	for i, r := range text {
		begins := unicode.IsUpper(r) && !unicode.IsUpper(prev) || prev == '_' || prev == '/' || prev == '.'
		if i > 0 && begins && strings.HasPrefix(low[i:], typed) {
			return true
		}
		prev = r
	}
	return false
}

// spread says whether text begins with the first letter of typed and has the others in order.
func spread(text, typed string) bool {
	first := true
	for _, r := range typed {
		i := strings.IndexRune(text, r)
		if i < 0 || first && i > 0 {
			return false
		}
		first = false
		text = text[i+utf8.RuneLen(r):]
	}
	return true
}

// maxMatches bounds an answer.
const maxMatches = 400

// Rank drops what does not match typed, puts the best first and drops repetitions of a text.
func Rank(ms []Match, typed string) []Match {
	out := ms[:0:0]
	for _, m := range ms {
		if m.score = Score(m.Text, typed); m.score != Mismatch {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, compareMatches)
	seen := map[string]bool{}
	out = slices.DeleteFunc(out, func(m Match) bool {
		was := seen[m.Text]
		seen[m.Text] = true
		return was
	})
	return out[:min(len(out), maxMatches)]
}

func compareMatches(a, b Match) int {
	switch {
	case a.score != b.score:
		return a.score - b.score
	case a.Fits != b.Fits && a.Fits:
		return -1
	case a.Fits != b.Fits:
		return 1
	case a.Group != b.Group:
		return int(a.Group - b.Group)
	case a.Rare != b.Rare:
		if b.Rare {
			return -1
		}
		return 1
	case a.Depth != b.Depth:
		return a.Depth - b.Depth
	case a.Field != b.Field: // fields first, as they are declared
		if a.Field == 0 || b.Field == 0 {
			return b.Field - a.Field
		}
		return a.Field - b.Field
	}
	return strings.Compare(a.Text, b.Text)
}

// Plumbing matches the names of methods that encoders, printers and front ends call.
var Plumbing = regexp.MustCompile(`^(?:(?:Append|Marshal|Unmarshal)(?:Binary|Text|JSON|XML|YAML|Set)?(?:To|From|Into)?|Gob(?:En|De)code|GoString|MIMEBundle|Metadata|IsFigure)$`)
