package cluster

import "github.com/mercer-go/mercer/mllib/enum"

// Algorithm says how the nearest centres are found. All give the same labels, centres and reports, to the last bit.
type Algorithm = enum.Of[algorithms]

const (
	Hamerly Algorithm = iota // bounds on distances skip most observations
	Plain                    // every distance of every pass, as the sources state it
)

type algorithms struct{}

func (algorithms) Names() (string, []string) {
	return "cluster.Algorithm", []string{Hamerly: "hamerly", Plain: "plain"}
}

// Init says how the starting centres are drawn.
type Init = enum.Of[inits]

const (
	PlusPlus     Init = iota // k-means++: each next centre the best of some, drawn with probabilities proportional to their squared distances from the others
	RandomPoints             // K different observations, all choices equally likely
)

type inits struct{}

func (inits) Names() (string, []string) {
	return "cluster.Init", []string{PlusPlus: "plus-plus", RandomPoints: "random-points"}
}

// Empty says what happens to a cluster that loses all its observations.
type Empty = enum.Of[empties]

const (
	// Farthest moves the observation that is farthest from its centre into the empty cluster, which lowers the inertia. When
	// all observations lie on centres, the cluster stays empty.
	Farthest Empty = iota
	Keep           // the centre stays where it is
	Fail           // Fit returns ErrEmptyCluster
)

type empties struct{}

func (empties) Names() (string, []string) {
	return "cluster.Empty", []string{Farthest: "farthest", Keep: "keep", Fail: "fail"}
}

// Stop is the reason why a run ended.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // no observation changed its cluster
	IterationLimit             // MaxIter passes were made
	FewPoints                  // the observations have fewer than K different values, so that some clusters are empty
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "cluster.Stop", []string{Converged: "converged", IterationLimit: "iteration limit",
		FewPoints: "fewer different observations than clusters"}
}
