// Package figure describes figures as plain data.
//
// A [Figure] is one set of axes with layers of marks; a [Grid] is a page of figures; [Frames] is a sequence of pages
// behind a slider. They are built by methods that return their receiver, so that a figure reads as one sentence:
//
//	figure.New("Training error").
//		Line("perceptron", t, perceptron).
//		Line("AdaBoost", t, boosted, figure.Dashed).
//		Axes("round t", "error").LogX()
//
// Titles, names and labels may have formulas between dollar signs, as in "$\alpha_i^2$".
//
// Functions are sampled when they are given, so a figure holds numbers and texts only: it can be kept between cells,
// encoded ([Figure.MarshalBinary]) and drawn elsewhere. Package render draws it as SVG or PNG. The figure itself only
// knows how to tell in words what it shows (String).
//
// # Bad input
//
// No method panics. A layer that cannot be drawn (columns of different lengths, nothing finite to draw, a function
// that is not finite anywhere) is left out, and the figure shows why in its place; Err returns the same problems.
// Single points that are NaN or infinite are left out, lines are broken there.
//
// # From call to picture
//
//	figure.go, axes.go   the figure and its axes          options.go  colour, marker, dash …
//	series.go            lines, scatter, bars             plane.go    functions of the plane, regions, contours
//	lines.go             rules, straight lines, arrows    stats.go    histogram, density, ROC, quantiles, residuals
//	boxplot.go           box plots and violins            ranges.go   the ends of the axes
//	tree.go, graph.go    trees; nodes and edges           ternary.go  shares of three in a triangle
//	dendrogram.go        trees of clusters
//	places.go            their values, from methods of models too      classes.go  points, regions and names of classes
//	kinds.go             what is known of each kind of layer
//	codec.go             the binary form                  words.go    the text alternative
package figure
