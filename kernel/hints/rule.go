package hints

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Stage is where an error comes from.
type Stage int

// The stages of a cell's way at which it can fail.
const (
	Syntax  Stage = iota // the parser's errors
	Check                // the type checker's
	Panic                // of the running program
	Command              // a line that begins with % or !, and that fails; Error is about the line
)

// Rule is one mistake and what to say about it.
type Rule struct {
	Stage Stage
	// Error is a pattern for the error's message; "" matches any.
	Error string
	// Line is a pattern for the line of the cell where the error stands, with the inside of texts and comments replaced by
	// underscores; "" matches any. A rule of stage Syntax has one. A pattern that does not begin with ^ must touch the place of the
	// error, or be found once in the line of an error of the type checker.
	Line string
	// Within is a pattern for the text before the brace that is open at the error, back to the beginning of its line; "" matches any.
	Within string
	// Above: the line may stand above the one where the parser has given up.
	Above bool
	// Operands: the groups a, o and b are the operands and the operator of the operation in the line where the error stands, or
	// of the one that the message has as its group e. A line without one does not match.
	Operands bool
	// First: the sentence is about the first error of a cell only, since the parser's others often follow from it.
	First bool
	// Nil: the group nil is the one name in the line that can be nil. A line without one, or with several, does not match.
	Nil bool
	// Raw: the line is compared as it stands, with its texts and comments.
	Raw bool
	// Sampled: no script need have the mistake, since the record is one of many alike, or the mistake one of chance.
	Sampled bool
	// Say is the sentence. $name stands for the named group of either pattern, in Go's words where Python has others. Each of them
	// must be Go: where it is not, the rule does not match.
	Say string
	// Instead: the sentence replaces the error's message. It always does so at stage Syntax.
	Instead bool
	// Guide is the section of mllib/from-scikit-learn.md with the counterpart, or "". It is added to the sentence.
	Guide string
}

// Rules is the table. The first rule that matches is used.
var Rules = slices.Concat(hiddenRules, shellRules, libraryCalls(), syntaxRules, lineRules, pythonRules, mllibRules, libraryRules(), memberRules(), nameRules(), goRules, panicRules, commandRules, restRules)

// compiled are the patterns of one rule.
type compiled struct {
	Rule
	err, line, within *regexp.Regexp
}

// compile compiles the table once it is needed.
var compile = sync.OnceValue(func() []compiled {
	out := make([]compiled, len(Rules))
	for i, r := range Rules {
		out[i] = compiled{r, regexp.MustCompile(r.Error), regexp.MustCompile(r.Line), regexp.MustCompile(r.Within)}
	}
	return out
})

// match returns the sentence of the first rule of a stage that fits a message and a line, and where in the line it fits. The error
// stands at the column col, 0 if that is not known.
func match(stage Stage, msg, line string, col int) (say string, at int, instead, ok bool) {
	return matchIf(func(r Rule) bool { return r.Stage == stage && r.Within == "" }, msg, line, "", col)
}

// matchIf is match for the rules that a function picks, with the text before the brace that is open at the error.
func matchIf(picks func(Rule) bool, msg, line, open string, col int) (say string, at int, instead, ok bool) {
	lines := map[bool]string{true: line, false: mask(line)}
	for _, r := range compile() {
		if !picks(r.Rule) {
			continue
		}
		em := r.err.FindStringSubmatchIndex(msg)
		lm := r.find(lines[r.Raw], col-1)
		wm := r.within.FindStringSubmatchIndex(open)
		if em == nil || lm == nil || wm == nil {
			continue
		}
		groups := map[string]string{}
		named(groups, r.err, msg, em)
		named(groups, r.within, open, wm)
		named(groups, r.line, line, lm)
		if r.Operands && !operands(groups, line, col) {
			continue
		}
		if r.Nil {
			if groups["nil"] = nilName(line); groups["nil"] == "" {
				continue
			}
		}
		derive(groups)
		groups["estimator"] = estimatorHint(line)
		if !r.parses(groups) {
			continue
		}
		return r.sentence(groups), lm[0], r.Instead || r.Stage == Syntax, true
	}
	return "", 0, false, false
}

// find returns the place of the rule's pattern in a line with an error at an offset; below 0 it is not known.
func (r *compiled) find(line string, at int) []int {
	if at < 0 || r.Line == "" || r.Above || strings.HasPrefix(r.Line, "^") {
		return r.line.FindStringSubmatchIndex(line)
	}
	all := r.line.FindAllStringSubmatchIndex(line, -1)
	for _, m := range all {
		if m[0]-1 <= at && at <= m[1] {
			return m
		}
	}
	if r.Stage == Check && len(all) == 1 {
		return all[0]
	}
	return nil
}

// sentence is the rule's sentence about a place with these groups.
func (r *compiled) sentence(groups map[string]string) string {
	say := os.Expand(r.Say, func(name string) string { return groups[name] })
	if r.Guide != "" {
		say += guideSuffix(r.Guide)
	}
	return twice.ReplaceAllString(say, "($1)")
}

// twice matches parentheses inside of parentheses, as of a conversion of what has its own.
var twice = regexp.MustCompile(`\(\(([^()]*)\)\)`)

// guideSuffix names a section of the guide.
func guideSuffix(section string) string {
	return "; see \"" + section + "\" in mllib/from-scikit-learn.md"
}

// named adds the named groups of a match.
func named(groups map[string]string, re *regexp.Regexp, text string, m []int) {
	for i, name := range re.SubexpNames() {
		if name != "" && m[2*i] >= 0 {
			groups[name] = strings.TrimSpace(text[m[2*i]:m[2*i+1]])
		}
	}
}

// derive puts the groups into Go's words and adds those that follow from others: the type of a list's elements.
func derive(groups map[string]string) {
	if text, ok := groups["fstring"]; ok {
		groups["sprintf"] = sprintf(text)
	}
	for name, text := range groups {
		groups[name] = goWords(text, name == "list" || name == "dict")
	}
	if list, ok := groups["list"]; ok {
		groups["elem"] = elementType(list)
	}
	if dict, ok := groups["dict"]; ok {
		key, value, _ := strings.Cut(dict, ":")
		value, _, _ = strings.Cut(value, ",")
		groups["key"], groups["elem"] = elementType(key), elementType(value)
	}
	if n, err := strconv.Atoi(groups["length"]); err == nil {
		groups["last"] = strconv.Itoa(n - 1)
	}
	if keyed, ok := groups["keyed"]; ok {
		groups["keyed"] = keyword.ReplaceAllString(keyed, "$1: ")
	}
	if t, ok := groups["t"]; ok {
		groups["t"] = cmp.Or(goTypes[t], t)
	}
}

// keyword matches the name of an argument and its sign.
var keyword = regexp.MustCompile(`(\w+)\s*=\s*`)

// goTypes are Go's names of types that other languages call differently.
var goTypes = map[string]string{"float": "float64", "double": "float64", "str": "string", "String": "string", "boolean": "bool", "char": "rune", "long": "int", "number": "float64", "integer": "int"}

// field matches a value inside of Python's f"…".
var field = regexp.MustCompile(`\{([^{}:!]+)(?:![rsa])?(?::([^{}]*))?\}`)

// sprintf returns the arguments of fmt.Sprintf for the f"…" whose text, with its quotes, is given.
func sprintf(text string) string {
	args := ""
	format := field.ReplaceAllStringFunc(strings.ReplaceAll(text, "%", "%%"), func(f string) string {
		m := field.FindStringSubmatch(f)
		args += ", " + m[1]
		if strings.HasSuffix(m[2], "f") || strings.HasSuffix(m[2], "d") {
			return "%" + m[2]
		}
		return "%v"
	})
	return format + args
}

// words are operators of Python inside an expression, and Go's. Texts are single characters here, see goWords.
var words = []struct {
	python *regexp.Regexp
	golang string
}{
	{regexp.MustCompile(`([\w.\x{E000}-\x{EFFF}]+)\s+not\s+in\s+([\w.]+)`), "!slices.Contains($2, $1)"},
	{regexp.MustCompile(`([\w.\x{E000}-\x{EFFF}]+)\s+in\s+([\w.]+)`), "slices.Contains($2, $1)"},
	{regexp.MustCompile(`\s+and\s+`), " && "},
	{regexp.MustCompile(`\s+or\s+`), " || "},
	{regexp.MustCompile(`\bis\s+not\b`), "!="},
	{regexp.MustCompile(`\s+is\s+`), " == "},
	{regexp.MustCompile(`\bnot\s+`), "!"},
	{regexp.MustCompile(`\bTrue\b`), "true"},
	{regexp.MustCompile(`\bFalse\b`), "false"},
	{regexp.MustCompile(`\bNone\b`), "nil"},
	{regexp.MustCompile(`([\pL_][\pL\pN_.]*(?:\([^()]*\)|\[[^\[\]]*\])?)\s*\*\*\s*([\pL\pN_.]+)`), "math.Pow($1, $2)"},
	{regexp.MustCompile(`\(([^()]*)\)\s*\*\*\s*([\pL\pN_.]+)`), "math.Pow($1, $2)"},
}

// literal matches a text of Go or of Python.
var literal = regexp.MustCompile("\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|`[^`]*`")

// goWords replaces Python's operators in an expression by Go's, and its quotation marks; what texts say stays. Short says that a text
// of one letter is no rune.
func goWords(text string, short bool) string {
	var literals []string
	text = literal.ReplaceAllStringFunc(text, func(l string) string {
		if l[0] == '\'' && (short || len(l) != 3) && !strings.Contains(l, `"`) {
			l = `"` + l[1:len(l)-1] + `"`
		}
		literals = append(literals, l)
		return string(rune(0xE000 + len(literals) - 1))
	})
	for _, w := range words {
		text = w.python.ReplaceAllString(text, w.golang)
	}
	for i, l := range literals {
		text = strings.ReplaceAll(text, string(rune(0xE000+i)), l)
	}
	return text
}

var (
	whole  = regexp.MustCompile(`^[\s\d,+-]+$`)
	quoted = regexp.MustCompile(`^\s*["'` + "`" + `]`)
	typed  = regexp.MustCompile(`^\s*(&?[\pL_][\w.]*)\{`)
	truth  = regexp.MustCompile(`^\s*(?:[Tt]rue|[Ff]alse)\b`)
)

// elementType guesses the type of a list's elements by how they are written.
func elementType(list string) string {
	switch m := typed.FindStringSubmatch(list); {
	case m != nil:
		return m[1]
	case quoted.MatchString(list):
		return "string"
	case truth.MatchString(list):
		return "bool"
	case whole.MatchString(list):
		return "int"
	}
	return "float64"
}
