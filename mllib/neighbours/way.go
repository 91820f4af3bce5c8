package neighbours

import (
	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
)

// Way is how neighbours are found. It changes the time that this takes, and nothing else. The zero value, Automatic, takes the one that is likely to be fast for n observations in
// d dimensions and the number of points that are asked about.
type Way = enum.Of[ways]

const (
	Automatic Way = iota
	Brute         // all distances, but for those that products of matrices rule out
	KDTree        // boxes within boxes, each halved where its observations are spread most
	BallTree      // the same halves, each with the ball around its mean that holds it: for many columns that depend on few
)

type ways struct{}

func (ways) Names() (string, []string) {
	return "neighbours.Way", []string{Automatic: "automatic", Brute: "brute", KDTree: "k-d tree", BallTree: "ball tree"}
}

const (
	mostAcross  = 9   // in more dimensions than this, boxes seldom rule out enough
	fewInSpace  = 500 // among fewer observations than this trees are not faster,
	foldASide   = 24  // and each dimension doubles that, from here on
	shareOfRows = 50  // a tree pays when so many points are asked as this part of the observations
)

// choose replaces Automatic, for so many points.
func (s *space) choose(w Way, points int) Way {
	n, d := len(s.x), len(s.x[0])
	switch {
	case w != Automatic:
		return w
	case euclidean(s.kernel) && d <= mostAcross && n >= fewInSpace+foldASide<<d && points >= n/shareOfRows:
		return KDTree
	}
	return Brute
}

// checkWay refuses ways that do not exist, and trees of features.
func (s *space) checkWay(w Way) error {
	if err := w.Check("Way"); err != nil {
		return err
	}
	return input.Param(w == Automatic || w == Brute || euclidean(s.kernel), "Way", w, "brute with a kernel: trees are of the points themselves")
}
