package formula_test

import (
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/syntax"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata/golden")

// points is at how many points each drawn statement must hold.
const points = 20

// TestGolden parses, renders and evaluates the formulas drawn from the curriculum: parse, rendering and values are as they were, and
// every statement holds at every point.
func TestGolden(t *testing.T) {
	records := readGolden(t)
	for _, r := range records {
		if r.text == "" {
			continue
		}
		t.Run(r.name(records), func(t *testing.T) {
			got := map[string]string{}
			doc, err := syntax.ParseDocument(r.text)
			if err != nil {
				t.Fatalf("%s\n%v", r.text, err)
			}
			got["parse"], got["latex"] = parseOf(doc), latexOf(doc)
			p, err := eval.Compile(doc, eval.Names{})
			if err != nil {
				t.Fatalf("%s\n%v", r.text, err)
			}
			got["values"] = evaluate(t, r, p)
			compareGolden(t, r, got)
		})
	}
	if *update && !t.Failed() {
		writeGolden(t, records)
	}
}

func compareGolden(t *testing.T, r *record, got map[string]string) {
	t.Helper()
	if *update {
		r.golden = got
		return
	}
	for _, s := range sections {
		if want := r.golden[s]; got[s] != want {
			t.Errorf("%s is\n%s\nwant\n%s\n(-update rewrites it)", s, got[s], want)
		}
	}
}

// parseOf has the parse of the definitions and statements, one a line.
func parseOf(doc *syntax.Document) string {
	var lines []string
	for _, item := range doc.Items {
		switch item := item.(type) {
		case *syntax.Let:
			lines = append(lines, fmt.Sprintf("let %s := %s", syntax.SExpr(item.Left), syntax.SExpr(item.Right)))
		case *syntax.Chain:
			lines = append(lines, syntax.SExpr(item.First))
			for _, s := range item.Steps {
				lines = append(lines, fmt.Sprintf("  %s %s", s.Rel, syntax.SExpr(s.Right)))
			}
		case *syntax.Conclusion:
			lines = append(lines, "therefore "+syntax.SExpr(item.Claim))
		}
	}
	return strings.Join(lines, "\n")
}

// latexOf has the same as it is shown.
func latexOf(doc *syntax.Document) string {
	var lines []string
	show := func(e syntax.Expr) string { return syntax.Latex(doc.Text, e.Where()) }
	for _, item := range doc.Items {
		switch item := item.(type) {
		case *syntax.Given, *syntax.Let:
			lines = append(lines, syntax.Latex(doc.Text, item.Where()))
		case *syntax.Chain:
			line := show(item.First)
			for _, s := range item.Steps {
				line += fmt.Sprintf(" %s %s", s.Rel, show(s.Right))
			}
			lines = append(lines, line)
		case *syntax.Conclusion:
			lines = append(lines, show(item.Claim))
		}
	}
	return strings.Join(lines, "\n")
}

// evaluate checks the statements at all points and tells their values at the first.
func evaluate(t *testing.T, r *record, p *eval.Program) string {
	t.Helper()
	h := fnv.New64a()
	fmt.Fprint(h, r.file, r.item, r.comment)
	m := eval.NewFloat(p)
	draw := newSampler(t, p, m, h.Sum64())
	var first string
	var faults []error
	for n := 0; n < points; {
		if len(faults) > points {
			t.Fatalf("%s\nhas no value at most points: %v", r.text, faults[0])
		}
		draw()
		values, err := at(m, p)
		switch {
		case errors.As(err, new(*eval.Fault)):
			faults = append(faults, err)
			continue
		case err != nil:
			t.Fatalf("%s\nat %s\n%v", r.text, pointOf(m, p), err)
		case n == 0:
			first = pointOf(m, p) + values
		}
		n++
	}
	return strings.TrimSpace(first)
}

// pointOf has the variables and their values, one a line.
func pointOf(m eval.Machine[float64], p *eval.Program) string {
	var b strings.Builder
	for _, v := range p.Vars {
		fmt.Fprintf(&b, "%s: %s\n", p.Text[v.Span.From:v.Span.To], printed(m.Get(v)))
	}
	return b.String()
}

// at evaluates all parts at the present point: their values, a line for each chain, or the first that does not hold.
func at(m eval.Machine[float64], p *eval.Program) (string, error) {
	var lines []string
	for _, part := range p.Parts {
		line, err := "", error(nil)
		switch part := part.(type) {
		case *eval.Chain:
			line, err = chainAt(m, part)
		case *eval.Conclusion:
			line, err = conclusionAt(m, part)
		default:
			continue
		}
		if err != nil {
			return "", err
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

func chainAt(m eval.Machine[float64], c *eval.Chain) (string, error) {
	left, err := m.Eval(c.First)
	if err != nil {
		return "", err
	}
	line, before := printed(left.Value), c.First.Text
	for _, s := range c.Steps {
		right, err := m.Eval(s.Right)
		if err != nil {
			return "", err
		}
		line += fmt.Sprintf(" %s %s", s.Rel, printed(right.Value))
		if err := holds(m, s, left, right); err != nil {
			return "", fmt.Errorf("%s %s %s: %w", before, s.Rel, s.Right.Text, err)
		}
		left, before = right, s.Right.Text
	}
	return line, nil
}

func conclusionAt(m eval.Machine[float64], c *eval.Conclusion) (string, error) {
	r, err := m.Eval(c.Claim)
	if err != nil {
		return "", err
	}
	if !r.Value.Truth && !r.Close {
		return "", fmt.Errorf("%s does not hold", c.Claim.Text)
	}
	return printed(r.Value), nil
}
