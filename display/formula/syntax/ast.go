package syntax

// Span is a piece of the text, the bytes [From, To).
type Span struct{ From, To int }

// Where returns the span itself; every node embeds one.
func (s Span) Where() Span { return s }

// Expr is a node of a formula: what is written, not yet what it means. Whether f(x) is an application or a product and
// |A| an absolute value, a determinant or a cardinality depends on the types of the names, which package eval knows.
type Expr interface{ Where() Span }

// Atoms and names.
type (
	// Number is a literal without sign: 3, 0.25.
	Number struct {
		Span
		Text string
	}

	// Name is a letter, a command that stands for a letter, or an accented or styled name, in canonical spelling: x, \Sigma,
	// \hat{w}, \mathcal{H}, \mathrm{opt} (also of \operatorname{opt}), \mathbf{w} (also of \boldsymbol w), \mathbf{1} (also of \mathbb 1),
	// \infty. Function words have their command: \log, \tr, \diag, \rank, \sgn, \det, \max (also of \operatorname{tr} …). A name that
	// stands alone in a script may be +, ++, *, \cdot, \max, >0, \ge0, \top. Scripts and primes are nodes of their own; Canon spells
	// a whole definiendum, IsName tells whether one is a name with scripts.
	Name struct {
		Span
		Text string
	}

	// Dots is \dots or \ldots in a list.
	Dots struct{ Span }
)

// Scripts.
type (
	// Index is x_i, m_{ij}, A_{i,j}, z_+, \|x\|_1. An index {ij} of adjacent letters, or {i1}, is two entries of Sub; {11} is one Number
	// and {2i} one product, to be split where X is a matrix. Index, Prime and a Power that names (*, (i)) nest in the order of the text.
	Index struct {
		Span
		X   Expr
		Sub []Expr
	}

	// Power is x^2, A^{-1}, A^\top (Exp is the Name \top), w^* (Exp is the Name *), x^{(i)} (Exp is a Paren). A^{-\top} is the
	// transpose of A^{-1}, w^{*2} the square of w^*, \sin^2 x the square of \sin x.
	Power struct {
		Span
		X, Exp Expr
	}

	// Prime is f', f''.
	Prime struct {
		Span
		X Expr
		N int
	}
)

// Operations.
type (
	// Unary is -x, +x, \neg A.
	Unary struct {
		Span
		Op string // - + \neg
		X  Expr
	}

	// Factorial is n!.
	Factorial struct {
		Span
		X Expr
	}

	// Binary is a sum, difference, product, quotient, operation of sets. Op is "+", "-", "/", "\cdot", "\times", "\odot",
	// "\otimes", "\circ", "\cup", "\cap", "\setminus", or "" for two factors side by side.
	Binary struct {
		Span
		Op   string
		X, Y Expr
	}

	// Frac is \frac{X}{Y} and its variants \tfrac, \dfrac.
	Frac struct {
		Span
		X, Y Expr
	}

	// Binom is \binom{X}{Y}.
	Binom struct {
		Span
		X, Y Expr
	}

	// Sqrt is \sqrt{X}, \sqrt[N]{X}; N is nil for the square root.
	Sqrt struct {
		Span
		N, X Expr
	}

	// Apply is a name (perhaps with scripts) followed at once by a bracket: f(x), f_1(x, y), \log(x), \max\{a, b\}. Where Fun
	// turns out to be no function and there is one argument, it is a product, and a Power, Index, Prime or Factorial around the
	// Apply belongs to the bracket. \log x without bracket has one argument, too, and Bracket "". f(y \mid x) has two arguments.
	// \frac{\partial f}{\partial x}(a) has the Diff as Fun, \nabla(f+g)(x) the Nabla.
	Apply struct {
		Span
		Fun     Expr
		Args    []Expr
		Bracket string // "(", "[", "\{" or ""
	}
)

// Brackets.
type (
	// Paren is (X), [X], or a tuple (X, Y, …) with two or more entries.
	Paren struct {
		Span
		Items []Expr
	}

	// Abs is |X|, Norm is \|X\|, Inner is \langle X, Y\rangle, Floor and Ceil round.
	Abs struct {
		Span
		X Expr
	}
	Norm struct {
		Span
		X Expr
	}
	Inner struct {
		Span
		X, Y Expr
	}
	Floor struct {
		Span
		X Expr
	}
	Ceil struct {
		Span
		X Expr
	}

	// Interval is (a, b], [a, b), ]a, b[ …, where the brackets cannot be a tuple; [a, b] is an Interval, (a, b) a Paren.
	Interval struct {
		Span
		Lo, Hi           Expr
		OpenLo, OpenHigh bool
	}

	// Set is \{a, b, c\}, with Dots where the text has them; \emptyset is a Set without items.
	Set struct {
		Span
		Items []Expr
	}

	// Builder is \{x \in A : cond\} or \{f(x) : x \in A\}; Item is x or f(x), Cond may be nil.
	Builder struct {
		Span
		Item Expr
		Bind Binder
	}

	// Matrix is a pmatrix, bmatrix or the like; entries may be blocks. Det says that it was a vmatrix.
	Matrix struct {
		Span
		Rows [][]Expr
		Det  bool
	}

	// Cases is a cases environment. The condition of the last may be nil (otherwise).
	Cases struct {
		Span
		Cases []Case
	}

	// Case is one line of Cases.
	Case struct{ Value, Cond Expr }
)

// Binders.
type (
	// Binder is what stands below and above a big operator: i=1 … n, i \in S, i < j, i \ne k, i.
	//
	// Where a condition stands alone (i \ne j, 1 \le i < j \le n) Names is empty: the names in Cond that are not declared
	// outside are bound. So are those of a further j \in B in Cond. 1 \le i \le n is read as a range.
	Binder struct {
		Span
		Names  []Expr // bound names in order: Name, Index of names as in x_1, Paren for a tuple as in (x, y) \in A, or Dots between two
		Lo, Hi Expr   // of i = Lo … Hi
		In     Expr   // of i \in In
		Cond   Expr   // further condition, or nil
	}

	// Big is an operator with a binder: \sum, \prod, \max, \min, \sup, \inf, \argmax, \argmin, \bigcup, \bigcap, \forall,
	// \exists. A \max without index is an Apply; a \sum or \prod without one has an empty binder. \arg\max and \operatorname{argmax} and \operatorname*{arg\,max} are \argmax.
	Big struct {
		Span
		Op   string
		Bind Binder
		Body Expr
	}

	// Integral is \int_a^b f\,dx, \int f(x)\,dx (Lo, Hi, Over nil: the line), \int_{\mathbb{R}^2} f\,dx (Over), \iint f\,dx\,dy.
	Integral struct {
		Span
		Lo, Hi, Over Expr
		Body         Expr
		Vars         []Expr
	}

	// Diff is \frac{\partial^2 f}{\partial x\,\partial y}, \frac{d}{dx} f, \partial_x f: Of differentiated by By, one entry for each
	// derivative (∂x² gives x twice). Of is a Paren where the text has one.
	Diff struct {
		Span
		Of Expr
		By []Expr
	}

	// Nabla is \nabla f, \nabla_w L, \nabla^2 f. By is nil where the text has no index; Order is 1 or 2.
	Nabla struct {
		Span
		Order int
		By    Expr
		Of    Expr
	}
)

// Statements.
type (
	// Compare is a chain of relations: a < b \le c. Ops are in canonical spelling: = \ne < \le > \ge \approx \in \notin
	// \subseteq \subset \supseteq \supset \preceq \prec \succeq \succ \propto \sim \perp.
	Compare struct {
		Span
		X    Expr
		Rest []Link
	}

	// Link is a relation and its right side.
	Link struct {
		Span
		Op string
		Y  Expr
	}

	// Logic is A \land B, A \lor B, A \implies B, A \iff B; \text{ and } and \text{ or } are read as \land and \lor.
	Logic struct {
		Span
		Op   string
		X, Y Expr
	}

	// Indicator is \mathbf{1}\{A\}, \mathbf{1}_{A}, \mathbb{1}…, where A is a statement.
	Indicator struct {
		Span
		Cond Expr
	}

	// Prob is P(A), P(A \mid B), E[X], E[X \mid Y = y], \operatorname{Var}(X), \operatorname{Cov}(X, Y), and the same with an index
	// as in E_p[X], P_\theta(A), E_{X \sim p}[X] (Law is a Compare). Op is P, E, Var or Cov. Conditions with commas are joined by \land.
	Prob struct {
		Span
		Op    string
		Law   Expr
		Args  []Expr
		Given Expr
	}
)
