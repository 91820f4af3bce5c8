package proof

import (
	"errors"
	"strings"
)

// Verdict is what was found about a derivation in the language of formulas, as data: for graders, and for what is shown.
type Verdict struct {
	Title    string
	Problems []Problem // why the text cannot be read or evaluated; then no line is marked
	Steps    []Step    // the lines that claim something, in order

	Points   int     // at which it was evaluated, corner cases apart
	Corners  int     // corner cases
	Rejected int     // drawn points that violated an assumption
	Seed     uint64  // of the points
	Drawn    bool    // whether points were drawn at all
	Tol      float64 // of lines without one of their own
	Work     int     // what was done, as Question.Work counts it

	Rendering Rendering // made by the judge from the above
}

// Rendering is how a verdict is shown.
type Rendering struct {
	Markdown string // with displayed, aligned LaTeX
	Text     string
	Failure  string // the first thing that is wrong, on one line, or ""
}

// Problem is something wrong with the text: a sentence and, where the place is known, the line of the text with carets below it.
type Problem struct {
	Message string // with line and column, where they are known
	Caret   string // two lines, or ""
}

// Mark says how a line was found.
type Mark string

// The marks of a line.
const (
	Holds    Mark = "holds"     // at all points, within the tolerance
	Exact    Mark = "exact"     // and in rational arithmetic, without any
	Fails    Mark = "fails"     // at a point
	Flawed   Mark = "flawed"    // as stated it is no step: it was never tested, a sign wants its digits
	NoReason Mark = "no reason" // it holds, but has no reason that names a rule
)

// Step is a line that claims something: a step of a chain, or a conclusion.
type Step struct {
	Number     int    // from 1
	Line       int    // of the text, from 1
	Left       string // LaTeX; "" of a conclusion
	Relation   string // LaTeX; "" of a conclusion
	Right      string // LaTeX; of a conclusion the whole statement
	Conclusion bool
	Spelling   *Spelling // where the question asks for it
	Label      string    // of \tag
	Reason     string    // Markdown
	Mark       Mark
	Flaws      []string // why it is Flawed or NoReason, sentences
	Flags      []string // what a reader should know, sentences: the same reason twice, points that were left out

	Equality  bool    // an equality: Deviation holds
	Deviation float64 // the largest, in units of the tolerance
	Order     bool    // an inequality: Ratio holds
	Ratio     float64 // the nearest that both sides came: 1 is equality. -Inf where both were always 0
	Tightest  string  // the point where they came so near, in words
	Tested    int     // points at which it was decided
	NoValue   int     // points that were left out, since a side could not be computed there
	True      int     // of \iff and \implies: points at which the left side was true

	ExactPoints int      // rational points at which it was evaluated exactly
	Degree      int      // bounds the degree of the polynomial that vanishes where an identity holds; 0 where there is none
	Chance      int      // k: a false identity of this degree would have survived with probability below 2^-k
	Counter     *Counter // the point that refutes it, of Fails
	Variants    []Variant
}

// Spelling recognises a step in another dress: formulas that are alike at sight have one spelling (syntax.Speller).
type Spelling struct {
	From, To Side // of a step, not of a conclusion
	Whole    Side // the line as a statement
	OneRule  bool // multiplying out makes its sides the same and nothing cancels, or they differ in one factor
	Dressed  bool // there is nothing in it but whole sides of the conclusion, numbers and operations
	Detour   bool // nothing is left of its sides' difference when like terms are collected and factors cancel
}

// Side is an expression or a statement. Of a statement that relates two sides it has both.
type Side struct {
	Spelled               string
	Ordered               string   // the same where factors keep their order, as matrices do; "" of Spelling.Whole
	Difference            string   // of the sides that are related
	Collected             string   // the same up to a factor, with like terms collected
	Simplified            string   // the same with like terms collected in brackets, too
	Left, Relation, Right string   // LaTeX
	Terms                 []string // of an expression, LaTeX, a bracket as one
}

// Variant is what \refute states.
type Variant struct {
	Relation, Right string   // LaTeX
	Refuted         bool     // the machine tells it from the truth
	Counter         *Counter // where
	Why             string   // why it could not be tried, a sentence without its end, or ""
}

// Counter is a point that refutes a line.
type Counter struct {
	Point  string   // x = 1, Σ = [2 1; 1 3]
	Values []string // of the sides there
	Why    string   // where a side has no value: the sentence
	Origin string   // "point 17", "a corner case", "found by the hunt", "an exact point"
}

// Holds tells whether the derivation holds: it could be read, every line is marked Holds or Exact, every variant is refuted.
func (v *Verdict) Holds() bool { return v.Err() == nil }

// Err is the first thing that is wrong, on one line, or nil.
func (v *Verdict) Err() error {
	if v.Rendering.Failure != "" {
		return errors.New(v.Rendering.Failure)
	}
	return nil
}

// Markdown is the derivation with what was found, as Markdown with displayed, aligned LaTeX.
func (v *Verdict) Markdown() string { return v.Rendering.Markdown }

// Text is the derivation with what was found, as plain text.
func (v *Verdict) Text() string { return v.Rendering.Text }

// String is the point and what is found there.
func (c *Counter) String() string {
	s := c.Point
	if s != "" {
		s = "at " + s + " "
	}
	switch {
	case c.Why != "":
		s += c.Why
	case len(c.Values) == 1:
		s += "it is " + c.Values[0]
	case len(c.Values) > 1:
		s += "the sides are " + strings.Join(c.Values, " and ")
	}
	return strings.TrimSpace(s) + " (" + c.Origin + ")"
}

// Refused is the verdict about a derivation that could not be judged, with the reason.
func Refused(title, why string) *Verdict {
	v := &Verdict{Title: title, Problems: []Problem{{Message: why}}}
	v.Rendering = Rendering{
		Markdown: "**" + title + "**\n\n" + CodeBlock(why) + "\n",
		Text:     title + "\n" + why + "\n",
		Failure:  title + ": " + why,
	}
	return v
}

// CodeBlock is a text as Markdown that shows it as it is.
func CodeBlock(text string) string {
	return "```\n" + strings.ReplaceAll(strings.TrimRight(text, "\n"), "```", "'''") + "\n```\n"
}
