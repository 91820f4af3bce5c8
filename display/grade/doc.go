// Package grade grades proofs.
//
// A student writes a derivation in the language of formulas, as the text of a string or in a cell %%derive -task … -as …; the cell that grades it states
// the task in full, with the seed of hidden points and the cases in which the same derivation must hold:
//
//	import "github.com/mercer-go/mercer/display/check"
//	import "github.com/mercer-go/mercer/display/grade"
//
//	check.Points(6, "1. Push-through", answer, grade.Proof{
//		Task: derive.Task{
//			Given: `n, d \in \{1,2,3\}, \ X \in \mathbb{R}^{n\times d}, \ y \in \mathbb{R}^n, \ \lambda > 0`,
//			Show:  `(X^\top X+\lambda I)^{-1}X^\top y = X^\top(XX^\top+\lambda I)^{-1}y`,
//			Steps: 2,
//		},
//		Seed: 40163,
//	}.Rule())
//
// The cell imports the packages itself, since a variable of a student's may have their names, and states the task itself, since a variable may be set again.
// Its result is the points, as nbgrader reads them; above them stand the steps with what each is worth, and of each that does not hold the sentence that
// says why, with the point that refutes it. Nothing that a student writes fails the cell: it costs its own points and says so. The cell fails where the
// task itself has a slip.
//
// # What is asked of a proof
//
//   - Each line holds at all points, with a reason that names a rule (see derive.Prove).
//   - Its steps lead from one side of what is to be shown to the other, in at least Task.Steps steps between terms that are not alike at sight
//     (see derive.Task). What is to be shown is no step, in whatever dress, nor is a way out and back.
//   - Both hold in each of the cases: in other dimensions, with other numbers of classes, at other parameters.
//   - The points are not those that the student sees: Proof.Seed draws others.
//   - What the letters mean is said by the task alone: an answer has no \given, no \tol, and no \let of a letter that the task uses.
//   - A step that has no value at a tenth of the points at which the task has one is none: it would hold only where it was looked.
//   - The text is short (MaxBytes, MaxSteps), and evaluating it takes bounded work (MaxWork), which is counted, not timed: the same text has the same
//     points on every machine.
//
// # Points
//
// A proof has all points; its steps share them. Any other answer has less than half of them: that half, times the share of its steps that hold and lead
// on from a side of what is to be shown, which counts for at most Steps − 1 of Task.Steps (in quarters of a point, rounded down). The rest of what a proof that is not whole deserves, and whether reasons are the right
// ones, is for a teacher to say, in a cell that is graded by hand; the report lists the reasons for that.
//
// # What it is fooled by
//
// A mark is evidence at points (see display/formula/README.md). Who wants points for what is no proof gets them by
//
//   - a step that holds and is as hard as the task: x + log exp z − z for x, and then the claim. Steps are counted, their size is not measured. Terms and
//     factors that merely cancel do not help; where they do so within brackets, a teacher is told (Report.Doubt);
//   - true steps that are of no help: one that multiplies by cos² + sin² counts as one that takes an idea;
//   - a reason that is wrong: words that name some rule are enough, also "by the theorem that is to be shown";
//   - a line that is false on a thin set to which nothing in it points: at one place of a sphere, on a premise that special matrices meet only;
//   - a line that is false by less than its tolerance, where it has logarithms, roots or integrals: 1e-9, relative and absolute;
//   - a line with an integral, or the like, that has no value where the line is false, if that is at less than a tenth of the points;
//   - steps that are true and end nowhere, for less than half of the points (a quarter where two steps are wanted): padding.
//
// Each of these has a test in fooled_test.go, which says what it gets. The first three are what the teacher's cell is for; cases, and a Show that is written so that it
// needs an idea, are the means against the others.
//
// Wrong is found what is right, too: a proof by contradiction, by induction, by cases in prose, or of what the language cannot say.
//
// Files: proof.go what is graded, report.go how it is shown.
package grade
