package kernels

import (
	"reflect"

	"github.com/mercer-go/mercer/mllib/enum"
)

// Kernel is a kernel function K(x, y) as plain data. The functions of make.go make one; its zero value is Linear(). Which fields are parameters
// depends on the kind, the others are 0.
type Kernel struct {
	Kind    Kind
	Degree  int         `json:",omitzero"` // of Polynomial, at least 1
	Scale   float64     `json:",omitzero"` // factor of ⟨x, y⟩ in Polynomial and Sigmoid, of the whole kernel in Scaled
	Offset  float64     `json:",omitzero"` // added to it in Polynomial and Sigmoid
	Width   float64     `json:",omitzero"` // the length by which distances are divided, positive
	Shape   float64     `json:",omitzero"` // ν of Matern, α of RationalQuadratic, positive
	Parts   []Kernel    `json:",omitzero"` // what Sum, Product, Scaled, Exp, Normalised and the changes of coordinates are made of
	Matrix  [][]float64 `json:",omitzero"` // rows of A in Mapped
	Factors []float64   `json:",omitzero"` // of the coordinates, in Stretched
	Columns []int       `json:",omitzero"` // the coordinates that On leaves
}

// Kind is what a kernel is. The zero value is the inner product.
type Kind = enum.Of[kinds]

// The kinds of kernels; the functions of the same or nearly the same names make them.
const (
	KindLinear Kind = iota
	KindConstant
	KindPolynomial
	KindSigmoid
	KindGaussian
	KindLaplacian
	KindManhattan
	KindMatern
	KindRationalQuadratic
	KindMin
	KindBrownianBridge
	KindIntegratedBrownian
	KindSum
	KindProduct
	KindScaled
	KindExp
	KindNormalised
	KindMapped
	KindStretched
	KindOn
)

type kinds struct{}

func (kinds) Names() (string, []string) {
	names := make([]string, KindOn+1)
	for k := range names {
		names[k] = record(Kind(k)).name
	}
	return "kernels.Kind", names
}

// base is what a kernel is a function of.
type base int8

const (
	ofProduct   base = iota // of the inner product ⟨x, y⟩
	ofDistance              // of ‖x−y‖²
	ofManhattan             // of Σ|x_j − y_j|
	ofLine                  // of two points of the line
	ofParts                 // of other kernels
	ofMoved                 // of points in other coordinates, in another kernel
	ofNothing               // the same for all points
)

// facts are what the package knows about a kind, in one place; formulas are templates, for which see formula.go.
type facts struct {
	name        string
	base        base
	uses        []string // fields that are parameters
	many        bool     // it has any number of parts, not one
	indefinite  bool     // it need not be positive definite, even if its parts are
	top         float64  // the domain of a kernel on the line is [0, top]
	text, latex string
}

// record returns the facts of a kind that has a name.
func record(k Kind) facts {
	switch k {
	case KindLinear:
		return facts{name: "linear", base: ofProduct, text: "⟨{x}, {y}⟩", latex: `\langle {x},{y}\rangle`}
	case KindConstant:
		return facts{name: "constant", base: ofNothing, uses: []string{"Scale"}, text: "{scale}", latex: "{scale}"}
	case KindPolynomial:
		return facts{name: "polynomial", base: ofProduct, uses: []string{"Degree", "Scale", "Offset"},
			text: "({factor}⟨{x}, {y}⟩{offset})^{degree}", latex: `\left({factor}\langle {x},{y}\rangle{offset}\right)^{{degree}}`}
	case KindSigmoid:
		return facts{name: "sigmoid", base: ofProduct, uses: []string{"Scale", "Offset"}, indefinite: true,
			text: "tanh({factor}⟨{x}, {y}⟩{offset})", latex: `\tanh\left({factor}\langle {x},{y}\rangle{offset}\right)`}
	case KindGaussian:
		return facts{name: "gaussian", base: ofDistance, uses: []string{"Width"},
			text: "exp(−‖{x}−{y}‖²/(2·{width}²))", latex: `\exp\left(-\frac{\|{x}-{y}\|^2}{2\cdot {width}^2}\right)`}
	case KindLaplacian:
		return facts{name: "laplacian", base: ofDistance, uses: []string{"Width"},
			text: "exp(−‖{x}−{y}‖/{width})", latex: `\exp\left(-\frac{\|{x}-{y}\|}{{width}}\right)`}
	case KindManhattan:
		return facts{name: "manhattan", base: ofManhattan, uses: []string{"Width"},
			text: "exp(−‖{x}−{y}‖₁/{width})", latex: `\exp\left(-\frac{\|{x}-{y}\|_1}{{width}}\right)`}
	case KindMatern:
		return facts{name: "matern", base: ofDistance, uses: []string{"Width", "Shape"},
			text: "Matérn[{shape}](‖{x}−{y}‖/{width})", latex: `M_{{shape}}\left(\frac{\|{x}-{y}\|}{{width}}\right)`}
	case KindRationalQuadratic:
		return facts{name: "rational quadratic", base: ofDistance, uses: []string{"Width", "Shape"},
			text: "(1 + ‖{x}−{y}‖²/(2·{shape}·{width}²))^(−{shape})", latex: `\left(1+\frac{\|{x}-{y}\|^2}{2\cdot {shape}\cdot {width}^2}\right)^{-{shape}}`}
	case KindMin:
		return facts{name: "min", base: ofLine, top: inf, text: "min({x}, {y})", latex: `\min({x},{y})`}
	case KindBrownianBridge:
		return facts{name: "brownian bridge", base: ofLine, top: 1, text: "min({x}, {y}) − {x}·{y}", latex: `\min({x},{y})-{x}\,{y}`}
	case KindIntegratedBrownian:
		return facts{name: "integrated brownian", base: ofLine, top: inf,
			text: "min({x}, {y})²·(3·max({x}, {y}) − min({x}, {y}))/6", latex: `\tfrac16\min({x},{y})^2\left(3\max({x},{y})-\min({x},{y})\right)`}
	case KindSum:
		return facts{name: "sum", base: ofParts, many: true}
	case KindProduct:
		return facts{name: "product", base: ofParts, many: true}
	case KindScaled:
		return facts{name: "scaled", base: ofParts, uses: []string{"Scale"}}
	case KindExp:
		return facts{name: "exp", base: ofParts}
	case KindNormalised:
		return facts{name: "normalised", base: ofParts}
	case KindMapped:
		return facts{name: "mapped", base: ofMoved, uses: []string{"Matrix"}}
	case KindStretched:
		return facts{name: "stretched", base: ofMoved, uses: []string{"Factors"}}
	default:
		return facts{name: "on", base: ofMoved, uses: []string{"Columns"}}
	}
}

// Equal reports whether two kernels are of one kind with the same parameters and parts. Kernels that are not Equal may be the same function:
// Laplacian(2) and Matern(.5, 2) are.
func (k Kernel) Equal(other Kernel) bool { return reflect.DeepEqual(k.plain(), other.plain()) }

// plain is k with nil in the place of lists without entries, as JSON brings them back.
func (k Kernel) plain() Kernel {
	parts := k.Parts
	k.Parts = nil
	for _, p := range parts {
		k.Parts = append(k.Parts, p.plain())
	}
	if len(k.Matrix) == 0 {
		k.Matrix = nil
	}
	if len(k.Factors) == 0 {
		k.Factors = nil
	}
	if len(k.Columns) == 0 {
		k.Columns = nil
	}
	return k
}

// Positive reports whether k is positive definite by what it is made of: every Gram matrix is positive semidefinite, but for rounding. False says
// that some are not, or that it is not known.
func (k Kernel) Positive() bool { return k.Check() == nil && k.positive() }

func (k Kernel) positive() bool {
	if record(k.Kind).indefinite || k.Kind == KindScaled && k.Scale < 0 {
		return false
	}
	for _, p := range k.Parts {
		if !p.positive() {
			return false
		}
	}
	return true
}
