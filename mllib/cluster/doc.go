// Package cluster groups observations without labels: the K-means algorithm in its plain form and with Hamerly's bounds, the
// starts of k-means++ (greedy, or plain), hierarchical clustering from below with its tree, point scatters and their decompositions, and the exhaustive search that tells on small sets how far from
// the best partition an algorithm ended.
//
// # Vocabulary
//
// An encoder C puts observation i into cluster C(i); here it is a slice of labels. Two criteria measure it, and the sources
// of the course mix them up:
//
//   - the within-cluster point scatter W(C) = ½ Σ_k Σ_{i,i' in k} ‖x_i - x_i'‖² = Σ_k N_k Σ_{i in k} ‖x_i - x̄_k‖²,
//   - the within-cluster sum of squares, or inertia, R(C) = Σ_k Σ_{i in k} ‖x_i - x̄_k‖², without the sizes N_k.
//
// K-means lowers R. Its step "to the nearest mean" can raise W, and the two criteria can have different best partitions.
// Scatter computes both, Exhaustive minimises both.
//
// A first example:
//
//	s := data.KM10()
//	m, err := cluster.KMeans{K: 4, Src: rand.NewPCG(1, 2)}.Fit(s.X)
//	fmt.Println(m.Sizes, m.Inertia, m.Report)
//	h, err := cluster.Agglomerative{Linkage: cluster.Average}.Fit(s.X)
//	labels, err := h.Cut(4)
//
// # Files
//
// kmeans.go (parameters and Fit), options.go (enumerations), model.go (what Fit returns), start.go (starting centres), run.go (one
// run), nearest.go (the nearest centre), hamerly.go (bounds that save distances), products.go (many dimensions), empty.go (empty clusters), distance.go, parallel.go;
// agglomerative.go (parameters of hierarchical clustering and Fit), linkage.go (distances of clusters), table.go (distances of points), chain.go (chains of nearest
// neighbours), spanning.go (single linkage), hierarchy.go (the tree); scatter.go, silhouette.go, exhaustive.go, partitions.go (Stirling numbers and partitions of a set).
package cluster
