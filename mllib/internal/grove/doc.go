// Package grove grows many trees from the same observations: those of forests and of gradient boosting.
//
// Package tree keeps all columns sorted on the way down, which pays where every column is looked at in every node. Trees of ensembles look at a few columns, of a part of the rows.
// So the columns are turned into ranks once (columns.go), and a node sorts the ranks of its own rows by the columns that it looks at (sort.go), or takes
// them from the order of the whole column where it holds a large part of it. Cuts are those of package tree: halfway between two neighbouring values of the rows in the node,
// the first of equal ones, or where columns are drawn that of the column drawn first.
package grove
