package cluster

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
)

// Algorithm says how the nearest centres are found. All give the same labels, centres and reports, to the last bit.
type Algorithm int8

const (
	Hamerly Algorithm = iota // bounds on distances skip most observations
	Plain                    // every distance of every pass, as the sources state it
)

var algorithmNames = []string{Hamerly: "hamerly", Plain: "plain"}

// Init says how the starting centres are drawn.
type Init int8

const (
	PlusPlus     Init = iota // k-means++: each next centre with probability proportional to its squared distance from the others
	RandomPoints             // K different observations, all choices equally likely
)

var initNames = []string{PlusPlus: "plus-plus", RandomPoints: "random-points"}

// Empty says what happens to a cluster that loses all its observations.
type Empty int8

const (
	// Farthest moves the observation that is farthest from its centre into the empty cluster, which lowers the inertia. When
	// all observations lie on centres, the cluster stays empty.
	Farthest Empty = iota
	Keep           // the centre stays where it is
	Fail           // Fit returns ErrEmptyCluster
)

var emptyNames = []string{Farthest: "farthest", Keep: "keep", Fail: "fail"}

// Stop is the reason why a run ended.
type Stop int8

const (
	Converged      Stop = iota // no observation changed its cluster
	IterationLimit             // MaxIter passes were made
)

var stopNames = []string{Converged: "converged", IterationLimit: "iteration limit"}

// String returns the name of the algorithm.
func (v Algorithm) String() string { return name("Algorithm", algorithmNames, int(v)) }

// String returns the name of the rule.
func (v Init) String() string { return name("Init", initNames, int(v)) }

// String returns the name of the rule.
func (v Empty) String() string { return name("Empty", emptyNames, int(v)) }

// String returns the reason in words.
func (v Stop) String() string { return name("Stop", stopNames, int(v)) }

// MarshalText writes the name; it fails for a value that has none.
func (v Algorithm) MarshalText() ([]byte, error) {
	return label.MarshalName("cluster.Algorithm", algorithmNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Algorithm) UnmarshalText(text []byte) error {
	return label.UnmarshalName("cluster.Algorithm", algorithmNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Init) MarshalText() ([]byte, error) {
	return label.MarshalName("cluster.Init", initNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Init) UnmarshalText(text []byte) error {
	return label.UnmarshalName("cluster.Init", initNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Empty) MarshalText() ([]byte, error) {
	return label.MarshalName("cluster.Empty", emptyNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Empty) UnmarshalText(text []byte) error {
	return label.UnmarshalName("cluster.Empty", emptyNames, text, v)
}

// MarshalText writes the name; it fails for a value that has none.
func (v Stop) MarshalText() ([]byte, error) {
	return label.MarshalName("cluster.Stop", stopNames, int(v))
}

// UnmarshalText reads what MarshalText wrote.
func (v *Stop) UnmarshalText(text []byte) error {
	return label.UnmarshalName("cluster.Stop", stopNames, text, v)
}

func name(what string, names []string, v int) string {
	if v < 0 || v >= len(names) {
		return fmt.Sprintf("%s(%d)", what, v)
	}
	return names[v]
}

func checkEnum(names []string, argument string, v int) error {
	return input.Param(v >= 0 && v < len(names), argument, v, fmt.Sprintf("one of the %d named constants", len(names)))
}
