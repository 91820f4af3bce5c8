// Package graph holds undirected graphs with lengths at their edges: neighbourhood graphs of points, their parts, shortest paths, and lattices on which the
// length of a path is weighed by a function of the place.
//
//	g, err := graph.KNN(X, 10)              // an edge where one of two points is among the 10 nearest of the other
//	g, err = graph.Epsilon(X, 0.5)          // an edge up to this distance
//	part, count, err := g.Parts()           // which connected part each node is in, and how many there are
//	path, length, err := g.Path(0, 17)      // the shortest path, its nodes in order
//	D, err := g.Distances(nil)              // from all nodes to all, n×n
//	hops, err := g.Unit().Distances(nil)    // the same in numbers of edges
//
// A graph is plain data: rows of neighbours one behind the other, each edge in both of its rows. Nodes that no path joins have the distance +Inf.
//
// # Files
//
// graph.go (the type and what it is made from), near.go (neighbourhood graphs), parts.go, paths.go (Dijkstra's algorithm), heap.go (its queue), lattice.go.
//
// # Sources
//
// E. Dijkstra, A note on two problems in connexion with graphs (1959). Curriculum: B4.2.1d, B4.2.2b.
package graph
