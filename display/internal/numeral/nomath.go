package numeral

import "strings"

// NoMath returns HTML that no front end searches for formulas: in JupyterLab everything between two dollar signs, or between \( and \),
// would be one, as in "$31 or $135". MathJax 3 (JupyterLab 4) leaves out elements of the class mathjax_ignore, MathJax 2 (nbconvert,
// older notebooks) those of tex2jax_ignore; where neither runs, as on GitHub, the element around changes nothing. HTML without such signs
// stays as it is.
func NoMath(html string) string {
	if !strings.ContainsAny(html, `$\`) {
		return html
	}
	return `<div class="mathjax_ignore tex2jax_ignore">` + html + "</div>\n"
}
