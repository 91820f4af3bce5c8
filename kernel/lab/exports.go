package lab

// exporters are what JupyterLab's menu File › Save and Export Notebook As… offers by way of nbconvert, but fails at without the
// programs that they need, or always: the packages for two ways to PDF are not in the environment, and a script of a notebook in
// Go has neither a package clause nor the declarations where Go wants them.
var exporters = []struct {
	class string
	needs []string // programs; nil: it is not offered
}{
	{"ScriptExporter", nil}, {"WebPDFExporter", nil}, {"QtPDFExporter", nil}, {"QtPNGExporter", nil},
	{"ASCIIDocExporter", []string{"pandoc"}},
	{"RSTExporter", []string{"pandoc"}},
	{"LatexExporter", []string{"pandoc", "inkscape"}}, // which makes PDF of figures
	{"PDFExporter", []string{"pandoc", "inkscape", "xelatex"}},
}

// disabled are options that take out of the menu what would fail. look finds a program.
func disabled(look func(string) (string, error)) (options []string) {
	for _, e := range exporters {
		works := e.needs != nil
		for _, program := range e.needs {
			_, err := look(program)
			works = works && err == nil
		}
		if !works {
			options = append(options, "--"+e.class+".enabled=False")
		}
	}
	return options
}
