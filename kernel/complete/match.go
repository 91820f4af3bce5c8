package complete

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

	group group
	fits  bool // has the type that is expected
	rare  bool // written for machines, such as MarshalBinary, or seldom by people
	depth int  // of embedding; of packages, how far they are from what notebooks use
	field int  // the place of a field among the others of its struct, from 1; 0 for what is no field
	score int  // how well the text matches what is typed; less is better
}

// group is what a candidate is, in the order in which candidates of equal score are offered.
type group int

const (
	groupLocal    group = iota // locals and struct fields in a literal
	groupMember                // fields and methods, members of a package
	groupNotebook              // declared at the top level of a cell
	groupImported              // imported packages
	groupBuiltin
	groupKeyword
	groupRare    // predeclared names and keywords that few programs have
	groupPackage // packages that could be imported
)

// How well a text matches what is typed.
const (
	scoreExact    = iota // begins with it
	scoreFolded          // begins with it, upper and lower case aside
	scoreInner           // has it at the beginning of one of its words, case aside
	scoreSpread          // has its letters in order
	scoreMismatch = -1
)

// score says how well text matches what is typed.
func score(text, typed string) int {
	if strings.HasPrefix(text, typed) {
		return scoreExact
	}
	low, lowTyped := strings.ToLower(text), strings.ToLower(typed)
	switch {
	case strings.HasPrefix(low, lowTyped):
		return scoreFolded
	case hasWord(text, low, lowTyped):
		return scoreInner
	case utf8.RuneCountInString(typed) >= 2 && spread(low, lowTyped):
		return scoreSpread
	}
	return scoreMismatch
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

// rank drops what does not match typed, puts the best first and drops repetitions of a text.
func rank(ms []Match, typed string) []Match {
	out := ms[:0:0]
	for _, m := range ms {
		if m.score = score(m.Text, typed); m.score != scoreMismatch {
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
	case a.fits != b.fits && a.fits:
		return -1
	case a.fits != b.fits:
		return 1
	case a.group != b.group:
		return int(a.group - b.group)
	case a.rare != b.rare:
		if b.rare {
			return -1
		}
		return 1
	case a.depth != b.depth:
		return a.depth - b.depth
	case a.field != b.field: // fields first, as they are declared
		if a.field == 0 || b.field == 0 {
			return b.field - a.field
		}
		return a.field - b.field
	}
	return strings.Compare(a.Text, b.Text)
}

// plumbing matches the names of methods that encoders, printers and front ends call.
var plumbing = regexp.MustCompile(`^(?:(?:Append|Marshal|Unmarshal)(?:Binary|Text|JSON|XML|YAML|Set)?(?:To|From|Into)?|Gob(?:En|De)code|GoString|MIMEBundle|Metadata|IsFigure)$`)
