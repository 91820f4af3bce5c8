// Package layout sets aligned formulas with marks and reasons on a page: a column for the marks and what was found, which is always in
// sight, then the formulas, then the reasons. What is too wide for a page is broken: reasons into lines of words, beside the formulas or
// else below them. How wide LaTeX is set is estimated (width.go).
package layout
