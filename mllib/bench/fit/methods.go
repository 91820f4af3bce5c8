package main

import (
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/svm"
	"github.com/mercer-go/mercer/mllib/tree"

	"github.com/mercer-go/mercer/mllib/boosting"
	"github.com/mercer-go/mercer/mllib/cluster"
	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/forest"
	"github.com/mercer-go/mercer/mllib/gp"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/likelihood"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/mixture"
	"github.com/mercer-go/mercer/mllib/naivebayes"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/network"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/spline"
	"gonum.org/v1/gonum/mat"
)

// numbers computes the numbers that are compared, after the time was taken.
type numbers func() []float64

var methods = map[string]func(*dataset) (numbers, error){
	"lda": func(d *dataset) (numbers, error) {
		m, err := discriminant.LDA{Divisor: discriminant.Likelihood}.Fit(d.x, d.labels)
		if err != nil {
			return nil, err
		}
		return posteriors(m, d.x)
	},
	"qda": func(d *dataset) (numbers, error) {
		m, err := discriminant.QDA{Divisor: discriminant.Likelihood}.Fit(d.x, d.labels)
		if err != nil {
			return nil, err
		}
		return posteriors(m, d.x)
	},
	"least squares": func(d *dataset) (numbers, error) {
		return coefficients(regression.LeastSquares{}.Fit(d.x, d.targets))
	},
	"ridge": func(d *dataset) (numbers, error) {
		return coefficients(regression.Ridge{Lambda: 1}.Fit(d.x, d.targets))
	},
	"lasso": func(d *dataset) (numbers, error) {
		m, err := regression.Lasso{Alpha: .1}.Fit(d.x, d.targets)
		if err != nil {
			return nil, err
		}
		return func() []float64 { return append(slices.Clone(m.W), m.B) }, nil
	},
	"logistic":         func(d *dataset) (numbers, error) { return fitLogistic(d, logistic.Automatic) },
	"logistic newton":  func(d *dataset) (numbers, error) { return fitLogistic(d, logistic.Newton) },
	"logistic lbfgs":   func(d *dataset) (numbers, error) { return fitLogistic(d, logistic.LBFGS) },
	"softmax":          fitSoftmax,
	"kmeans":           fitKMeans,
	"neighbours":       fitNeighbours,
	"network":          fitNetwork,
	"neighbours index": fitIndex,

	"mixture":          fitMixture(mixture.Full),
	"mixture diagonal": fitMixture(mixture.Diagonal),
	"gamma":            fitLaw(likelihood.Gamma),
	"weibull":          fitLaw(likelihood.Weibull),
	"bumps": func(d *dataset) (numbers, error) {
		m, err := density.KDE{Bandwidth: .25}.Fit(d.x)
		if err != nil {
			return nil, err
		}
		f, err := m.LogProbs(d.x)
		return func() []float64 { return f }, err
	},
	"naive bayes": func(d *dataset) (numbers, error) {
		m, err := naivebayes.Gaussian{}.Fit(d.x, d.labels)
		if err != nil {
			return nil, err
		}
		return posteriors(m, d.x)
	},
	"kernel ridge": func(d *dataset) (numbers, error) {
		m, err := regression.KernelRidge{Kernel: kernels.GaussianGamma(.05), Lambda: 1}.Fit(d.x, d.targets)
		if err != nil {
			return nil, err
		}
		return func() []float64 { return m.Alpha }, nil
	},
	"smoothing spline": func(d *dataset) (numbers, error) {
		m, err := spline.Smoothing{Choose: spline.Given, Lambda: 100}.Fit(d.x, d.targets)
		if err != nil {
			return nil, err
		}
		f, err := m.Predict(d.x)
		return func() []float64 { return f }, err
	},
	"gp": func(d *dataset) (numbers, error) { return fitProcess(d, gp.Regression{Kernel: gaussian, Noise: .01}) },
	"gp search": func(d *dataset) (numbers, error) {
		return fitProcess(d, gp.Regression{Kernel: gaussian, Noise: .01, Search: &gp.Search{}})
	},
	"gp classifier": func(d *dataset) (numbers, error) {
		m, err := gp.Classifier{Kernel: gaussian}.Fit(d.x, d.labels)
		if err != nil {
			return nil, err
		}
		return func() []float64 { return append(slices.Clone(m.Fitted), m.LogEvidence) }, nil
	},
	"isomap":        fitIsomap,
	"mds":           fitScaling,
	"diffusion map": fitDiffusion,
	"perceptron": func(d *dataset) (numbers, error) {
		m, err := perceptron.Rosenblatt{MaxEpochs: 10}.Fit(d.x, d.labels)
		if err != nil {
			return nil, err
		}
		return func() []float64 { return append(slices.Clone(m.W), m.B) }, nil
	},
	"tree":              fitTree,
	"forest":            fitForest,
	"adaboost":          func(d *dataset) (numbers, error) { return fitStumps(d, boosting.LeastError) },
	"adaboost gini":     func(d *dataset) (numbers, error) { return fitStumps(d, boosting.LeastGini) },
	"gradient boosting": fitGradient,
	"svc":               fitClassifier,
	"svr":               fitRegressor,
	"svc linear":        func(d *dataset) (numbers, error) { return fitPlane(d, svm.Classifier{C: 1}) },
	"svc squares":       func(d *dataset) (numbers, error) { return fitPlane(d, svm.Classifier{Form: svm.Squares, C: 2}) }, // it pays C/2 for a squared slack
	"svr linear": func(d *dataset) (numbers, error) {
		m, err := svm.Regressor{C: 1, Epsilon: .1}.Fit(d.x, d.targets)
		if err != nil {
			return nil, err
		}
		return func() []float64 { return append(slices.Clone(m.W), m.B) }, nil
	},
}

// fitPlane is a linear machine; its numbers are w, then b.
func fitPlane(d *dataset, p svm.Classifier) (numbers, error) {
	m, err := p.Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return append(slices.Clone(m.W), m.B) }, nil
}

// fitTree is a classification tree that is grown to the end; its numbers are the posteriors of all rows.
func fitTree(d *dataset) (numbers, error) {
	n, width := d.x.Dims()
	m, err := tree.Classifier{}.Fit(d.x.Slice(asked, n, 0, width), d.labels[asked:])
	if err != nil {
		return nil, err
	}
	return second(m.Posteriors(d.x))
}

// asked is how many rows a tree or a forest does not learn from, and is asked about.
const asked = 2000

// fitForest is a random forest of 100 trees; its numbers are the shares of votes for the second class. Trees vote with the shares of their leaves, as scikit-learn's do.
func fitForest(d *dataset) (numbers, error) {
	n, width := d.x.Dims()
	m, err := forest.Classifier{Growth: forest.Growth{Src: rand.NewPCG(1, 1)}, Vote: forest.Shares}.Fit(d.x.Slice(asked, n, 0, width), d.labels[asked:])
	if err != nil {
		return nil, err
	}
	return second(m.Posteriors(d.x.Slice(0, asked, 0, width)))
}

// fitGradient is gradient boosting with 100 trees of depth 3.
func fitGradient(d *dataset) (numbers, error) {
	m, err := boosting.GradientClassifier{}.Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	return second(m.Posteriors(d.x))
}

// second are the posteriors of the second class.
func second(p *mat.Dense, err error) (numbers, error) {
	return func() []float64 { return mat.Col(nil, 1, p) }, err
}

// fitStumps is AdaBoost with 200 stumps; its numbers are their α.
func fitStumps(d *dataset, c boosting.Criterion) (numbers, error) {
	m, err := boosting.Boost(boosting.Stump{Criterion: c}, 200).Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return m.Alpha }, nil
}

// gaussian is the kernel of the Gaussian processes.
var gaussian = kernels.Scaled(1, kernels.Gaussian(.5))

// fitProcess is regression with a Gaussian process; its numbers are the evidence.
func fitProcess(d *dataset, p gp.Regression) (numbers, error) {
	m, err := p.Fit(d.x, d.targets)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return []float64{m.LogEvidence} }, nil
}

// posteriors returns the posterior probabilities of all rows, n×K.
func posteriors(m interface {
	Posteriors(mat.Matrix) (*mat.Dense, error)
}, x mat.Matrix) (numbers, error) {
	p, err := m.Posteriors(x)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return p.RawMatrix().Data }, nil
}

// coefficients are those of a linear regression: w, then b.
func coefficients(m *regression.Model, err error) (numbers, error) {
	if err != nil {
		return nil, err
	}
	return func() []float64 { return append(slices.Clone(m.W), m.B) }, nil
}

// fitLogistic is logistic regression with ridge penalty 1, scikit-learn's C = 1; its numbers are w, then b.
func fitLogistic(d *dataset, solver logistic.Solver) (numbers, error) {
	m, err := logistic.Binary{Ridge: 1, Solver: solver}.Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return append(slices.Clone(m.W), m.B) }, nil
}

// fitSoftmax is the same for more classes, with scikit-learn's coding; its numbers are all w, then all b.
func fitSoftmax(d *dataset) (numbers, error) {
	m, err := logistic.Softmax{Ridge: 1, Coding: logistic.Symmetric}.Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return append(slices.Concat(m.W...), m.B...) }, nil
}

// fitNeighbours predicts the first thousand rows by five neighbours.
func fitNeighbours(d *dataset) (numbers, error) {
	m, err := neighbours.KNN{K: 5}.Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	_, width := d.x.Dims()
	labels, err := m.Predict(d.x.Slice(0, min(1000, d.Rows), 0, width))
	if err != nil {
		return nil, err
	}
	return func() []float64 {
		out := make([]float64, len(labels))
		for i, label := range labels {
			out[i] = float64(label)
		}
		return out
	}, nil
}

// fitIndex finds the five nearest of the later rows for the first sixth of them; its numbers are the distances.
func fitIndex(d *dataset) (numbers, error) {
	n, width := d.x.Dims()
	index, err := neighbours.Search{}.Index(d.x.Slice(n/6, n, 0, width))
	if err != nil {
		return nil, err
	}
	lists, err := index.Nearest(d.x.Slice(0, n/6, 0, width), 5)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return slices.Concat(lists.Distance...) }, nil
}

// fitClassifier is a support vector machine with C = 1 and exp(−‖x−z‖²/d); its numbers are α_i y_i, then b.
func fitClassifier(d *dataset) (numbers, error) {
	_, width := d.x.Dims()
	m, err := svm.Classifier{C: 1, Kernel: kernels.GaussianGamma(1 / float64(width)), Options: svm.Options{Tolerance: 1e-3}}.Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	return func() []float64 {
		out := slices.Clone(m.Alpha)
		for i, y := range m.Y {
			out[i] *= float64(y)
		}
		return append(out, m.B)
	}, nil
}

// fitRegressor is support vector regression with C = 10, the same kernel and a tube of ±0.1; its numbers are β, then b. The tolerance of mllib is in halves of the range of
// the targets.
func fitRegressor(d *dataset) (numbers, error) {
	_, width := d.x.Dims()
	half := slices.Max(d.targets)/2 - slices.Min(d.targets)/2
	m, err := svm.Regressor{C: 10, Epsilon: .1, Kernel: kernels.GaussianGamma(1 / float64(width)), Options: svm.Options{Tolerance: 1e-3 / half}}.Fit(d.x, d.targets)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return append(slices.Clone(m.Beta), m.B) }, nil
}

// fitKMeans starts from the given centres; its numbers are the centres, then the inertia.
// fitNetwork has the hidden layer, the penalty and the batches that are scikit-learn's defaults.
func fitNetwork(d *dataset) (numbers, error) {
	m, err := network.Classifier{Hidden: []network.Layer{{Units: 100}},
		Training: network.Training{Epochs: 20, Patience: 20, Decay: 1e-4 / 200, Src: rand.NewPCG(1, 1)}}.Fit(d.x, d.labels)
	if err != nil {
		return nil, err
	}
	return posteriors(m, d.x)
}

func fitKMeans(d *dataset) (numbers, error) {
	m, err := cluster.KMeans{Start: d.start}.Fit(d.x)
	if err != nil {
		return nil, err
	}
	return func() []float64 { return append(slices.Concat(m.Centers...), m.Inertia) }, nil
}
