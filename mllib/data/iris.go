package data

import _ "embed"

//go:embed iris.csv
var irisCSV string

// Iris is the data of R. A. Fisher: sepal length, sepal width, petal length and petal width, in centimetres, of 50 flowers of each
// of three species. Class 1 is Iris setosa, 2 Iris versicolor, 3 Iris virginica. Each call returns a new copy.
//
// The numbers are those of Fisher's table (the copy of the UCI repository differs from it in two flowers).
//
// Source: R. A. Fisher, The use of multiple measurements in taxonomic problems, Annals of Eugenics 7 (1936), 179-188, measured by
// E. Anderson; UCI Machine Learning Repository, data set 53, doi:10.24432/C56C76. Licence: Creative Commons Attribution 4.0.
func Iris() *Set { return embedded("iris", irisCSV) }
