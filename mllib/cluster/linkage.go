package cluster

import "github.com/mercer-go/mercer/mllib/enum"

// Linkage says how far two clusters are from each other. The zero value is Ward's.
type Linkage = enum.Of[linkages]

const (
	// Ward measures by how much the sum of squares about the means rises when the two become one: the distance is √(2·rise), which is
	// √(2·|A|·|B|/(|A| + |B|))·‖mean of A - mean of B‖, and for single points their distance.
	Ward     Linkage = iota
	Single           // the least distance of a point of one to a point of the other
	Complete         // the largest such distance
	Average          // the mean of all of them
)

type linkages struct{}

func (linkages) Names() (string, []string) {
	return "cluster.Linkage", []string{Ward: "ward", Single: "single", Complete: "complete", Average: "average"}
}

// bySquares says that a linkage works with squared distances: Ward's needs them, and the least and the largest of them are at the same places.
func bySquares(l Linkage) bool { return l != Average }

// The distances of a cluster made of those in the rows x and y from each of the others, by the formulas of Lance and Williams, written over y. Of no
// two clusters is the result less than the lesser of the distances of the two, also when it is rounded: on this the search by chains rests. The conversions keep
// the compiler from fusing multiplication and addition.

func joinComplete(x, y []float64, others []int) {
	for _, i := range others {
		if x[i] > y[i] {
			y[i] = x[i]
		}
	}
}

func joinAverage(x, y []float64, others []int, nx, ny float64) {
	total := nx + ny
	for _, i := range others {
		a, b := x[i], y[i]
		y[i] = max((float64(nx*a)+float64(ny*b))/total, min(a, b))
	}
}

func joinWard(x, y []float64, others []int, sizes []float64, nx, ny, between float64) {
	for _, i := range others {
		a, b, n := x[i], y[i], sizes[i]
		v := (float64((n+nx)*a) + float64((n+ny)*b) - float64(n*between)) / (n + nx + ny)
		y[i] = max(v, min(a, b))
	}
}
