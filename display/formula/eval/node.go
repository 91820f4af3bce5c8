package eval

import (
	"math/big"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
)

// node is a resolved formula: names are slots or definitions, and every operator has its binder. It is the same for every
// field in which it is evaluated.
type node interface{ where() syntax.Span }

// at is the place in the text that a node was read from.
type at struct{ span syntax.Span }

func (a at) where() syntax.Span { return a.span }

// Atoms.
type (
	// literal is a number as it is printed.
	literal struct {
		at
		exact *big.Rat
		text  string
		index int // of its value in the machine's table; 0 for what the text does not have
	}

	// named is a number with a name: \pi, e.
	named struct {
		at
		c number.Constant
	}

	// infinity is \infty, which stands as a bound only.
	infinity struct{ at }

	// unsized is I or the vector of ones; n is nil where the size comes from what it meets.
	unsized struct {
		at
		ones bool
		n    node
	}

	// slot is the value of a variable, of a parameter or of a bound name.
	slot struct {
		at
		index int
		name  string
	}

	// random is a random variable, which has a value inside of P and E only.
	random struct {
		at
		index int
		name  string
	}

	// use is a definition without parameters.
	use struct {
		at
		def *definition
	}

	// closure is a function as a value: f, f_1, ‖·‖² with some arguments already given.
	closure struct {
		at
		def    *definition
		prefix []node
	}

	// foreign is a function of the notebook.
	foreign struct {
		at
		fn *Func
	}

	// pick is m_i where m_0 and m_1 were declared one by one.
	pick struct {
		at
		name    string
		members map[int]node
		index   node
	}
)

// Operations.
type (
	unary struct {
		at
		op string
		x  node
	}

	binary struct {
		at
		op   string
		x, y node
	}

	power struct {
		at
		x, exp node
	}

	transpose struct {
		at
		x node
	}

	factorial struct {
		at
		x node
	}

	binom struct {
		at
		n, k node
	}

	root struct {
		at
		n, x node // n is nil for the square root
	}

	absolute struct {
		at
		x node
	}

	// norm is ‖x‖ with p nil, ‖x‖_p; frobenius is ‖A‖_F, infinite ‖x‖_∞.
	norm struct {
		at
		x, p                node
		frobenius, infinite bool
	}

	inner struct {
		at
		x, y node
	}

	round struct {
		at
		x  node
		up bool
	}

	// index is x_i, A_{ij}; a nil entry of subs is a dot: A_{i·} is row i.
	index struct {
		at
		x    node
		subs []node
	}

	// call is a definition applied to all its arguments.
	call struct {
		at
		def  *definition
		args []node
	}

	// apply is a value applied to arguments: a function, a law, a permutation; of a number or matrix it is a product. exp, if
	// not nil, is an exponent that belongs to the result of an application, but to the bracket of a product.
	apply struct {
		at
		fn   node
		args []node
		exp  node
	}

	// builtin is a function that the language knows.
	builtin struct {
		at
		fn   *function
		args []node
	}
)

// Lists, matrices, sets, cases.
type (
	tuple struct {
		at
		items []node
	}

	// blocks is a matrix of numbers or blocks.
	blocks struct {
		at
		rows [][]node
	}

	// table is (k(x_i, x_j))_{ij}: a vector or a matrix from its entries.
	table struct {
		at
		bind binder // of one or two names
		body node
	}

	// setOf lists a finite set; an item that is nil stands for dots between its neighbours.
	setOf struct {
		at
		items []node
	}

	// builder is {item : bind}.
	builder struct {
		at
		bind binder
		item node
	}

	// interval is a real interval, used with ∈ only.
	interval struct {
		at
		lo, hi         node
		openLo, openHi bool
	}

	cases struct {
		at
		values, conds []node // a nil condition is "otherwise"
	}
)

// Binders.
type (
	// binder runs the slots over their ranges, the first slowest, and keeps what satisfies cond.
	binder struct {
		at
		slots  []int
		names  []string
		ranges []node // of each slot: a node whose value is a set, or a span
		cond   node   // or nil
		parts  []int  // where the one range has tuples: the slots of their entries
	}

	// span is the set of the integers from lo to hi.
	span struct {
		at
		lo, hi node
	}

	// extent is the set of the indices of x at position k: the range of i in \sum_i x_i.
	extent struct {
		at
		x node
		k int
	}

	big_ struct {
		at
		op   string
		bind binder
		body node
	}

	// integral is over the slots in the order in which they are written; the bounds lie in los and his, nil for infinite.
	integral struct {
		at
		slots    []int
		los, his []node
		plane    int // of ∫_{ℝ^d}: d, then there is one slot, a vector
		body     node
	}

	// derivative differentiates body by the slots, one for each order; entry, if not nil, is the index of the component.
	derivative struct {
		at
		body node
		by   []variable
	}

	// variable is a slot, or a component of it, by which is differentiated.
	variable struct {
		slot  int
		entry []node
	}

	// gradient is the vector (order 1) or matrix (order 2) of the derivatives of body by the slot.
	gradient struct {
		at
		body  node
		slot  int
		order int
	}
)

// Statements.
type (
	compare struct {
		at
		x   node
		ops []string
		ys  []node
	}

	logic struct {
		at
		op   string
		x, y node
	}

	indicator struct {
		at
		cond node
	}

	// prob is P, E, Var or Cov over the random variables of groups. held are the random variables that the condition names
	// without a value, as X in E[Y | X].
	prob struct {
		at
		op     string
		args   []node
		cond   node
		held   []node
		groups []*group
	}
)

// at_ evaluates body with a slot set to a value.
type at_ struct {
	at
	slot  int
	value node
	body  node
}
