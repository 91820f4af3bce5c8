package judge

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/derive/reasons"
	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/syntax"
)

// This file makes claims of the lines of a text, and checks their form: reasons, and inequalities that run one way.

// addStep adds the claim of a step, and those of its variants.
func (j *judge) addStep(left *eval.Formula, s *eval.Step) {
	text := j.p.Text
	step := proof.Step{
		Number: len(j.v.Steps) + 1, Line: lineOf(text, s.Source.RelSpan.From), Left: syntax.Latex(text, left.Expr.Where()),
		Relation: relationTex(s.Rel), Right: syntax.Latex(text, s.Right.Expr.Where()), Reason: inLatex(s.Source.Reason), Label: s.Source.Label,
		Spelling: j.v.spells.step(left.Expr, s.Rel, s.Right.Expr),
	}
	c := claim{sides: []*eval.Formula{left, s.Right}, rels: []string{s.Rel}, tol: j.tolerance(s.Source.Notes), stated: s.Source.Tol != ""}
	if s.Rel == `\approx` && s.Source.Tol == "" {
		c.half = max(halfUnit(s.Right.Expr), halfUnit(left.Expr))
		if c.half == 0 {
			step.Flaws = append(step.Flaws, `\approx wants a number with its digits on one side, or \tol{…}`)
		}
	}
	j.claims = append(j.claims, &checked{claim: c, index: len(j.v.Steps), ratio: math.Inf(-1), done: len(step.Flaws) > 0})
	for k, r := range s.Refutes {
		variant := claim{sides: []*eval.Formula{left, r.Right}, rels: []string{r.Rel}, tol: c.tol, half: c.half, stated: c.stated}
		j.addVariant(&step, variant, r, s.Source.Refutes[k].Rel)
	}
	j.v.Steps = append(j.v.Steps, step)
}

// addConclusion adds the claim of a conclusion.
func (j *judge) addConclusion(s *eval.Conclusion) {
	text := j.p.Text
	step := proof.Step{Number: len(j.v.Steps) + 1, Line: lineOf(text, s.Where().From), Conclusion: true, Right: syntax.Latex(text, s.Claim.Expr.Where()),
		Reason: inLatex(s.Source.Reason), Label: s.Source.Label, Spelling: j.v.spells.conclusion(s.Claim.Expr)}
	tol := j.tolerance(s.Source.Notes)
	statement := statementClaim(s.Claim, tol)
	statement.stated = s.Source.Tol != ""
	j.claims = append(j.claims, &checked{claim: statement, index: len(j.v.Steps), ratio: math.Inf(-1)})
	for _, r := range s.Refutes {
		j.addVariant(&step, statementClaim(r.Right, tol), r, "")
	}
	j.v.Steps = append(j.v.Steps, step)
}

// statementClaim is a claim that a statement is true, by its sides where it compares.
func statementClaim(f *eval.Formula, tol float64) claim {
	if sides, rels := f.Sides(); sides != nil {
		return claim{sides: sides, rels: rels, tol: tol}
	}
	return claim{sides: []*eval.Formula{f}, tol: tol}
}

func (j *judge) addVariant(step *proof.Step, c claim, r eval.Refute, rel string) {
	if rel == "" && !step.Conclusion {
		rel = r.Rel
	}
	step.Variants = append(step.Variants, proof.Variant{Relation: relationTex(rel), Right: syntax.Latex(j.p.Text, r.Right.Expr.Where())})
	j.claims = append(j.claims, &checked{claim: c, index: len(j.v.Steps), variantIndex: len(step.Variants), ratio: math.Inf(-1)})
}

// link points the claims to their steps, which no longer move.
func (j *judge) link() {
	for _, c := range j.claims {
		c.step = &j.v.Steps[c.index]
		if c.variantIndex > 0 {
			c.variant = &c.step.Variants[c.variantIndex-1]
		}
	}
}

// tolerance is that of a line.
func (j *judge) tolerance(n syntax.Notes) float64 {
	if tol, err := strconv.ParseFloat(n.Tol, 64); err == nil {
		return tol
	}
	return j.s.tol
}

// relationTex is a relation as it is shown.
func relationTex(rel string) string {
	if rel == `\iff` || rel == `\implies` {
		return map[string]string{`\iff`: `\Leftrightarrow`, `\implies`: `\Rightarrow`}[rel]
	}
	return rel
}

func lineOf(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }

// halfUnit is half a unit of the last digit of a literal such as 3.14, -2 or 6.7\cdot10^{-3}; 0 where x is none.
func halfUnit(x syntax.Expr) float64 {
	switch x := x.(type) {
	case *syntax.Number:
		decimals := 0
		if _, fraction, ok := strings.Cut(x.Text, "."); ok {
			decimals = len(fraction)
		}
		return 0.5 * math.Pow(10, -float64(decimals))
	case *syntax.Unary:
		return halfUnit(x.X)
	case *syntax.Paren:
		if len(x.Items) == 1 {
			return halfUnit(x.Items[0])
		}
	case *syntax.Binary:
		if p, ok := x.Y.(*syntax.Power); ok && (x.Op == `\cdot` || x.Op == `\times`) && syntax.Canon(p.X) == "10" {
			if k, err := strconv.Atoi(strings.ReplaceAll(syntax.Canon(p.Exp), " ", "")); err == nil {
				return halfUnit(x.X) * math.Pow(10, float64(k))
			}
		}
	}
	return 0
}

// checkForm checks the reasons of all lines and the direction of all chains.
func (j *judge) checkForm() error {
	k, chains := 0, 0
	for _, part := range j.p.Parts {
		switch part := part.(type) {
		case *eval.Chain:
			steps := j.v.Steps[k : k+len(part.Steps)]
			checkReasons(steps)
			if err := j.oneWay(part); err != nil {
				return err
			}
			k += len(part.Steps)
			chains++
		case *eval.Conclusion:
			if s := &j.v.Steps[k]; s.Reason != "" || chains == 0 {
				checkReason(s)
			}
			k++
		}
	}
	return nil
}

// inLatex is prose whose mathematics between dollar signs has commands that notebooks render.
func inLatex(prose string) string {
	parts := strings.Split(prose, "$")
	for i := 1; i < len(parts)-1; i += 2 {
		parts[i] = syntax.Latex(parts[i], syntax.Span{To: len(parts[i])})
	}
	return strings.Join(parts, "$")
}

// checkReasons checks the reasons of a chain.
func checkReasons(steps []proof.Step) {
	seen := map[string]int{}
	for i := range steps {
		s := &steps[i]
		checkReason(s)
		key := strings.ToLower(strings.Join(strings.Fields(s.Reason), " "))
		if before := seen[key]; key != "" && before > 0 {
			s.Flags = append(s.Flags, fmt.Sprintf("the reason is that of line %d", before))
		}
		seen[key] = s.Number
	}
}

// checkReason notes a reason that is missing or names no rule.
func checkReason(s *proof.Step) {
	if flaw := reasonFlaw(s); flaw != "" {
		s.Flaws = append(s.Flaws, flaw)
	}
}

// reasonFlaw is what is wrong with the reason of a line, or "".
func reasonFlaw(s *proof.Step) string {
	const counts = ": write a few words that name the rule (whether it is the right rule is not checked); %help reasons lists what counts"
	switch {
	case s.Reason == "":
		return `it has no reason yet; \because{…} names the rule that is used`
	case reasons.NamesNoRule(s.Reason):
		return fmt.Sprintf("its reason %q names no rule%s", s.Reason, counts)
	case repeatsLine(s):
		return "its reason is the line itself" + counts
	}
	return ""
}

// onlyReason tells whether nothing is wrong with a line but its reason.
func onlyReason(s *proof.Step) bool { return len(s.Flaws) == 1 && s.Flaws[0] == reasonFlaw(s) }

// repeatsLine tells whether a reason is a formula, and that of the line.
func repeatsLine(s *proof.Step) bool {
	bare := func(tex string) string {
		return strings.Join(strings.Fields(strings.NewReplacer("$", " ", ".", " ").Replace(tex)), "")
	}
	reason := bare(s.Reason)
	return reason == bare(s.Relation+s.Right) || reason == bare(s.Left+s.Relation+s.Right) || strings.Contains(s.Reason, "$") && reason == bare(s.Right)
}

// oneWay refuses chains in which inequalities run both ways.
func (j *judge) oneWay(c *eval.Chain) error {
	var first *eval.Step
	for _, s := range c.Steps {
		d := direction[s.Rel]
		switch {
		case d == 0:
		case first == nil:
			first = s
		case d != direction[first.Rel]:
			return &syntax.Error{Text: j.p.Text, Span: s.Source.RelSpan, Msg: fmt.Sprintf("the inequalities of a chain run one way, and %s above runs the other", first.Rel)}
		}
	}
	return nil
}

var direction = map[string]int{"<": 1, `\le`: 1, `\prec`: 1, `\preceq`: 1, `\subset`: 1, `\subseteq`: 1, `\in`: 1,
	">": -1, `\ge`: -1, `\succ`: -1, `\succeq`: -1, `\supset`: -1, `\supseteq`: -1}

// placed is an error about the sides of a claim with the place of the last one.
func (j *judge) placed(c *checked, err error) error {
	var sides *sidesError
	if !errors.As(err, &sides) {
		return err
	}
	return &syntax.Error{Text: j.p.Text, Span: c.sides[len(c.sides)-1].Expr.Where(), Msg: err.Error()}
}
