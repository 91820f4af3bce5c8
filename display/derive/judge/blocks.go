package judge

import (
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// block is a part of a derivation as it is shown: a paragraph, or the lines of a chain or a conclusion.
type block struct {
	paragraph string // Markdown
	from, to  int    // else the steps, by index
}

// layOut notes in which order paragraphs and lines are shown.
func (v *record) layOut(doc *syntax.Document) {
	steps := 0
	for _, item := range doc.Items {
		switch item := item.(type) {
		case *syntax.Given:
			v.declare("Given ", givenWords(doc.Text, item))
		case *syntax.Let:
			v.declare("Let ", inlineMath(syntax.Latex(doc.Text, item.Left.Where())+" := "+syntax.Latex(doc.Text, item.Right.Where())))
		case *syntax.Prose:
			v.blocks = append(v.blocks, block{paragraph: item.Text})
		case *syntax.Chain:
			v.blocks = append(v.blocks, block{from: steps, to: steps + len(item.Steps)})
			steps += len(item.Steps)
		case *syntax.Conclusion:
			v.blocks = append(v.blocks, block{from: steps, to: steps + 1})
			steps++
		}
	}
}

// declare adds a declaration to the paragraph of those before it: Given …. Let …, ….
func (v *record) declare(verb, what string) {
	if n := len(v.blocks); n > 0 && v.blocks[n-1].declares() {
		last := &v.blocks[n-1]
		body := strings.TrimSuffix(last.paragraph, ".")
		if i := max(strings.LastIndex(body, "Given "), strings.LastIndex(body, "Let ")); strings.HasPrefix(body[i:], verb) {
			last.paragraph = body + ", " + what + "."
			return
		}
		last.paragraph += " " + verb + what + "."
		return
	}
	v.blocks = append(v.blocks, block{paragraph: verb + what + "."})
}

// declares tells whether a paragraph is one of declarations.
func (b block) declares() bool {
	return strings.HasPrefix(b.paragraph, "Given $") || strings.HasPrefix(b.paragraph, "Let $")
}

// givenWords are the clauses of a declaration.
func givenWords(text string, g *syntax.Given) string {
	var parts []string
	for _, c := range g.Clauses {
		parts = append(parts, inlineMath(syntax.Latex(text, c.Span)))
	}
	return strings.Join(parts, ", ")
}

// inlineMath is mathematics within a paragraph. A bar could be read as one of a Markdown table.
func inlineMath(latex string) string { return "$" + barWords.Replace(latex) + "$" }

// barWords spells bars, which would make a table of a paragraph.
var barWords = strings.NewReplacer(`\|`, `\Vert `, "|", `\vert `)

// keepStops moves what a sentence has directly behind a formula, as a comma, into the formula: behind one a line may end.
func keepStops(paragraph string) string {
	parts := strings.Split(paragraph, "$")
	if len(parts)%2 == 0 || strings.Contains(paragraph, "$$") || strings.ContainsAny(paragraph, "`") || strings.Contains(paragraph, `\$`) {
		return paragraph // not all are formulas
	}
	for i := 1; i < len(parts); i += 2 {
		rest := strings.TrimLeft(parts[i+1], ".,;:!?")
		if stops := parts[i+1][:len(parts[i+1])-len(rest)]; stops != "" && (rest == "" || rest[0] == ' ' || rest[0] == '\n') {
			parts[i], parts[i+1] = parts[i]+strings.ReplaceAll(stops, ":", `\text{:}`), rest
		}
	}
	return strings.Join(parts, "$")
}

// whereLines say what the functions in Go are.
func (v *record) whereLines(s *settings) {
	for _, f := range s.funcs {
		v.where = append(v.where, inlineMath(f.Name)+" is "+f.Doc)
	}
}
