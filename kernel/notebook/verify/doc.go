// Package verify executes notebooks again and compares what they put out with what is stored in them.
//
// Outputs are compared by what they mean: text and formulas by tokens, with a tolerance where two tokens are numbers
// (text.go); drawings (SVG) by elements and attributes, which are named where they differ (drawing.go); HTML by its tables, rows and cells (markup.go); JSON by structure (json.go); pictures by their bytes, else by
// their pixels (image.go). A failed cell compares by the name and the text of its error, not by its stack trace.
// [Cells] compares two notebooks, [Run] executes files and compares, [Table] writes the findings for people.
package verify
