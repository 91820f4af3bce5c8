// Package axes draws what surrounds the data of a figure: the title and two axes. It finds the
// area that they leave for the data, and gives the areas of several figures one size.
//
//	axis.go   an axis, its parts at an edge of the canvas, and the part of it that is used
//	frame.go  title and axes on a canvas
//	align.go  several frames in rows and columns
//
// # Geometry
//
// Lengths are in points, and y grows upwards. A canvas is cut from outside to inside. The title is
// centred at the upper edge; its height and its gap are cut off there. The horizontal axis takes
// the lower edge, the vertical one the left edge. From the edge inwards an axis has these parts:
//
//	         below                     at the left
//	label    its height                its height and the descent of its font
//	gap      that of the label         that of the label
//	texts    the highest of a tick     the widest of a tick, and a space in their font
//	ticks    their length              their length
//	line     half its width            half its width
//
// A missing label has no room and no gap. Without ticks there are no texts either, and the line lies
// at the inner end of its room below, at the outer end at the left. The room at the left reserves
// a space in the font of the label, which is wider than one in the font of the texts: the line lies
// off the data by the difference. A tick without text is a minor one, the inner half of a tick.
//
// Texts stand by their baseline. Below, the label lies a descent above the edge, and the texts hang
// a descent above the ticks' outer end. At the left, the label is turned by 90 degrees, its
// baseline a descent inside of its height; the texts are right-aligned, a descent above their ticks.
//
// Labels and texts are centred at their places along the axis. One that would leave the canvas, at
// the right or at the top, shortens the axis. Of several, the one that reaches farthest decides: it
// stands at the fraction t of the axis and reaches r beyond, so an axis from lo ends at
//
//	lo + (edge − r − lo)/t.
//
// A label counts there at the middle of the range of values, which on a logarithmic axis lies
// beyond the middle of the axis.
package axes
