package judge

import (
	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/formula/syntax"
)

// This file keeps the notation of a reader, whose part of the text begins at Question.Own, apart from that of the task above it and of its conclusion
// below it: what the task means is not for the answer to say.

// checkOwn refuses a definition of the reader that changes what the task means, or could: of a name that has the letter of one of the task, as x_1 where the
// task has x, or of what is no name.
func checkOwn(q *proof.Question, doc *syntax.Document) error {
	if !q.Spells || q.Own == 0 {
		return nil
	}
	taken := takenNames(q.Own, doc)
	var all syntax.Errors
	for _, item := range doc.Items {
		let, ok := item.(*syntax.Let)
		if !ok || let.From < q.Own {
			continue
		}
		left := let.Left
		if f, ok := left.(*syntax.Apply); ok {
			left = f.Fun
		}
		switch base := syntax.Base(left); {
		case base == nil:
			all = append(all, &syntax.Error{Text: doc.Text, Span: left.Where(), Msg: "notation of your own is a name or a function: what stands here has its meaning"})
		case taken[base.Text]:
			all = append(all, &syntax.Error{Text: doc.Text, Span: left.Where(),
				Msg: syntax.Latex(doc.Text, base.Where()) + " is a letter of the task: choose another one, or an accent, for notation of your own"})
		}
	}
	if all != nil {
		return all
	}
	return nil
}

// takenNames are the letters and words of the task: of its declarations, and of the conclusion at the end.
func takenNames(own int, doc *syntax.Document) map[string]bool {
	taken := map[string]bool{}
	note := func(x syntax.Expr) {
		syntax.Walk(x, func(x syntax.Expr) bool {
			if n, ok := x.(*syntax.Name); ok {
				taken[n.Text] = true
			}
			return true
		})
	}
	for i, item := range doc.Items {
		switch item := item.(type) {
		case *syntax.Given:
			for _, c := range item.Clauses {
				for _, x := range append(c.Subjects, c.Object, c.Cond) {
					note(x)
				}
			}
		case *syntax.Let:
			if item.From < own {
				note(item.Left)
				note(item.Right)
			}
		case *syntax.Conclusion:
			if i == len(doc.Items)-1 {
				note(item.Claim)
			}
		}
	}
	return taken
}
