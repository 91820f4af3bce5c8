package syntax

// Document is a whole text: declarations, definitions, chains, conclusions and prose, in order.
type Document struct {
	Text  string
	Items []Item
}

// Item is *Given, *Let, *Chain, *Conclusion or *Prose.
type Item interface{ Where() Span }

// Given declares variables and states what is assumed of them: \given x, y \in \mathbb{R}^3, \quad \Sigma \succ 0, \quad a < b.
type Given struct {
	Span
	Clauses []Clause
}

// Clause is one declaration or assumption. A clause with Subjects has one relation: x_1, \dots, x_n \in \mathbb{R}^d;
// f : \mathbb{R} \to \mathbb{R} has the relation ":" and a Binary of operator \to as its object; X \sim p. Everything else (0 < a \le 1,
// A \iff B, g(x) \ge 0) is a Cond. A clause a < b has the subject a. Which clauses declare names is for package eval to say.
type Clause struct {
	Span
	Subjects []Expr
	Rel      string
	Object   Expr
	Cond     Expr
}

// Let defines a name: \let f_i(x) = …, \let r_i^2 = …, \let \hat w = ….
type Let struct {
	Span
	Left, Right Expr
}

// Chain is an expression and the steps that follow from it.
type Chain struct {
	Span
	First Expr
	Steps []Step
}

// Step relates the expression before to Right. Rel is one of the relations of Compare, or \implies or \iff; then the
// expressions are statements.
type Step struct {
	Span
	Rel     string
	RelSpan Span
	Right   Expr
	Notes
}

// Notes are what may follow a step or a conclusion.
type Notes struct {
	Reason  string // of \because{…}: Markdown with mathematics between dollar signs; "" where there is none
	Refutes []Refute
	Tol     string // of \tol{1e-6}; "" where there is none
	Label   string // of \tag{18}
}

// Refute is a variant that must be false: \refute{b} or \refute{\le b}. Rel is "" where the step's own relation is meant.
type Refute struct {
	Span
	Rel   string
	Right Expr
}

// Conclusion is \therefore and a statement, which must hold at every point.
type Conclusion struct {
	Span
	Claim Expr
	Notes
}

// Prose is \text{…} on a line of its own: shown without a mark.
type Prose struct {
	Span
	Text string
}
