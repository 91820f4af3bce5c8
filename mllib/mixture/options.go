package mixture

import "github.com/mercer-go/mercer/mllib/enum"

// Covariance is the form of the covariances.
type Covariance = enum.Of[covariances]

const (
	Full      Covariance = iota // one for each component, any
	Tied                        // one for all
	Diagonal                    // one for each, with entries on the diagonal only: independent columns within a component
	Spherical                   // one for each, a multiple of the identity
)

type covariances struct{}

func (covariances) Names() (string, []string) {
	return "mixture.Covariance", []string{Full: "full", Tied: "tied", Diagonal: "diagonal", Spherical: "spherical"}
}

// Init says from which groups of the observations the parameters of a start are made.
type Init = enum.Of[inits]

const (
	KMeans   Init = iota // those of a run of K-means from a start of k-means++
	PlusPlus             // the nearest of K centres of k-means++
)

type inits struct{}

func (inits) Names() (string, []string) {
	return "mixture.Init", []string{KMeans: "k-means", PlusPlus: "plus-plus"}
}

// Stop is the reason why a run ended.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // a step gained no more than Tol for each observation
	IterationLimit             // MaxIter steps were made
	Collapsed                  // a component shrank to fewer dimensions, or lost all observations
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "mixture.Stop", []string{Converged: "converged", IterationLimit: "iteration limit", Collapsed: "collapsed"}
}
