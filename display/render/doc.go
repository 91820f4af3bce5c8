// Package render draws figures with the canvases and fonts of gonum/plot.
//
// It is what turns the plain data of package figure into pictures: the kernel calls [Bundle] for what cells send, and
// programs without the kernel call it themselves, so both give the same bytes. The same figure is drawn the same every
// time: nothing depends on maps, clocks or the number of processors.
//
// # From figure to picture
//
//	render.go   Bundle: decode, choose SVG or PNG, the text alternative
//	page.go     a page: sizes, rows and columns, titles, shared legend
//	panel.go    one figure of a page: ranges, ticks, aspect
//	axes        its title and axes, and the area that they leave for the data
//	kinds.go    a record for each kind of layer      layers.go    their drawing functions
//	mathtext.go formulas in titles, names and labels
//	legend.go   where a legend covers the least      colorbar.go  the scale beside a heat map
//	svg.go      the SVG canvas                       frames.go    the slider
//
// # A new kind of layer
//
// Add the constant with its columns in figure.Kind and a record in the table of kinds.go there, a method that checks its data
// and adds it, a record in the table of kinds.go here, and a golden file in gallery_test.go.
package render
