// Package export turns a notebook into one HTML file that needs nothing else: no network, no server, no other file.
//
// [Render] goes through the cells, for the page of [HTML] or for those of a site (package book): Markdown is rendered with
// goldmark around its mathematics (math.go, markdown.go), code is highlighted with chroma (code.go) and, where its author folded
// it away in JupyterLab (metadata jupyter.source_hidden), folded under a line that opens it; each output is shown by its richest
// representation (output.go, ansi.go). Mathematics is set in the browser by KaTeX, which is included
// only where there is any. The same notebook gives the same bytes. What could run or load something in Markdown and in
// HTML outputs is left out and named (sanitize.go), unless the notebook is trusted.
//
// On paper (style.css, @media print) prompts are left out, long sources go on overleaf, lines wrap, and code that its author folded away stays
// folded, with a line that says how much of it there is: whoever wants it opens it before printing. [PDF] prints a page by Chromium.
package export
