package cluster_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib"
	"github.com/mercer-go/mercer/mllib/cluster"
	"gonum.org/v1/gonum/mat"
)

// Six places on a road, in two groups.
func ExampleAgglomerative() {
	x := mat.NewDense(6, 1, []float64{0, 1, 3, 20, 22, 27})
	h := mllib.Must(cluster.Agglomerative{Linkage: cluster.Average}.Fit(x))
	for k, m := range h.Merges {
		fmt.Printf("node %d: %d and %d at %.2f, %d places\n", 6+k, m.A, m.B, m.Height, m.Size)
	}
	fmt.Println(mllib.Must(h.Cut(2)), mllib.Must(h.CutAt(4)), mllib.Must(h.Leaves()))
	// Output:
	// node 6: 0 and 1 at 1.00, 2 places
	// node 7: 3 and 4 at 2.00, 2 places
	// node 8: 2 and 6 at 2.50, 3 places
	// node 9: 5 and 7 at 6.00, 3 places
	// node 10: 8 and 9 at 21.67, 6 places
	// [0 0 0 1 1 1] [0 0 0 1 1 2] [2 0 1 5 3 4]
}

// Distances may come from anywhere: here the number of letters by which words of one length differ.
func ExampleAgglomerative_FitDistances() {
	words := []string{"gauss", "gauze", "grass", "brass"}
	d := mat.NewSymDense(4, nil)
	for i, a := range words {
		for j, b := range words[:i] {
			differ := 0.0
			for k := range a {
				if a[k] != b[k] {
					differ++
				}
			}
			d.SetSym(i, j, differ)
		}
	}
	h := mllib.Must(cluster.Agglomerative{Linkage: cluster.Complete}.FitDistances(d))
	fmt.Println(mllib.Must(h.Cut(2)), h.Merges[0])
	// Output: [0 0 1 1] cluster.Merge: A 2, B 3, Height 1, Size 2
}
