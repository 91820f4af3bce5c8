package network

import "github.com/mercer-go/mercer/mllib/enum"

// Kind says what the units of a layer see. The zero value is Dense.
type Kind = enum.Of[kinds]

const (
	Dense  Kind = iota // all units below
	Local              // a patch of the picture below, each unit with weights of its own
	Shared             // a patch, all units of a map with the same weights: a convolution
)

type kinds struct{}

func (kinds) Names() (string, []string) {
	return "network.Kind", []string{Dense: "dense", Local: "local", Shared: "shared"}
}

// Pad says what patches do at the border of a picture. The zero value is Inside.
type Pad = enum.Of[pads]

const (
	Inside Pad = iota // patches lie within the picture: ⌊(side − Patch)/Stride⌋ + 1 of them along a side
	Same              // zeros around the picture, as many as ⌈side/Stride⌉ patches along a side need, the larger half of them behind
)

type pads struct{}

func (pads) Names() (string, []string) {
	return "network.Pad", []string{Inside: "inside", Same: "same"}
}

// Activation is the function σ of a hidden unit. The zero value is ReLU.
type Activation = enum.Of[activations]

const (
	ReLU      Activation = iota // max(0, v), with slope 0 at 0
	Logistic                    // 1/(1+e^(-v)), in (0, 1): the source's σ*
	Tanh                        // tanh v
	Sigmoid                     // (1-e^(-v))/(1+e^(-v)) = tanh(v/2), in (-1, 1): the standard sigmoid of the source
	Arctan                      // (2/π) arctan v
	Gauss                       // 2Φ(v) - 1
	Threshold                   // -1 for v <= 0, else 1; it has no slope to learn by, so Fit refuses it
	Linear                      // v
)

type activations struct{}

func (activations) Names() (string, []string) {
	return "network.Activation", []string{ReLU: "ReLU", Logistic: "logistic", Tanh: "tanh", Sigmoid: "sigmoid", Arctan: "arctan", Gauss: "gauss", Threshold: "threshold", Linear: "linear"}
}

// Output is what becomes of the scores t of the last layer. The zero value is Identity.
type Output = enum.Of[outputs]

const (
	Identity  Output = iota // ψ = t
	Softmax                 // ψ_k = e^(t_k)/Σ e^(t_l)
	Bernoulli               // ψ_k = 1/(1+e^(-t_k)), each a probability of its own
)

type outputs struct{}

func (outputs) Names() (string, []string) {
	return "network.Output", []string{Identity: "identity", Softmax: "softmax", Bernoulli: "bernoulli"}
}

// Loss is the loss of a row with targets y_k. The zero value is CrossEntropy.
type Loss = enum.Of[losses]

const (
	CrossEntropy Loss = iota // -Σ y_k log ψ_k of a softmax; of Bernoulli outputs also -(1-y_k) log(1-ψ_k)
	SquaredError             // Σ (y_k - ψ_k)², without the factor ½ of some texts
)

type losses struct{}

func (losses) Names() (string, []string) {
	return "network.Loss", []string{CrossEntropy: "cross-entropy", SquaredError: "squared error"}
}

// Method is a way to minimise. The zero value is Adam.
type Method = enum.Of[methods]

const (
	Adam  Method = iota // steps in units of the size of recent gradients, entry by entry (Kingma and Ba, 2015)
	SGD                 // gradient steps, with Momentum
	LBFGS               // descent.LBFGS on all rows at once: for small networks
)

type methods struct{}

func (methods) Names() (string, []string) {
	return "network.Method", []string{Adam: "adam", SGD: "sgd", LBFGS: "l-bfgs"}
}

// Init is the law of the random start: uniform between -b and b, where a unit sees in units and is seen by out. Biases begin at 0. The zero value is Usual.
type Init = enum.Of[inits]

const (
	Usual  Init = iota // He for layers of ReLU, Glorot for others
	Glorot             // b = √(6/(in+out))
	He                 // b = √(6/in)
)

type inits struct{}

func (inits) Names() (string, []string) {
	return "network.Init", []string{Usual: "usual", Glorot: "glorot", He: "he"}
}

// Stop is the reason why a fit stopped.
type Stop = enum.Of[stops]

const (
	EpochLimit    Stop = iota // Epochs epochs, or steps of L-BFGS, are done
	NoProgress                // the loss has not fallen by Tol for Patience epochs
	Validated                 // the loss of the rows held out has not fallen by Tol for Patience epochs; the best weights are taken
	SmallGradient             // L-BFGS: the norm of the gradient is at most Tol
	NoDescent                 // L-BFGS: no step lowers the objective, the limit of rounding
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "network.Stop", []string{EpochLimit: "epoch limit", NoProgress: "no progress", Validated: "validated", SmallGradient: "small gradient", NoDescent: "no descent"}
}
