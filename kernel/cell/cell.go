package cell

// Cell is the text of a cell taken apart. The zero value is an empty cell.
type Cell struct {
	Source   string    // the whole text, as given
	Commands []Command // in the order of their lines
	// Go is the Go part: Source with the lines of commands blanked, so that lines and columns are those of the cell.
	// It is empty when Script is set.
	Go string
	// MainLine is the line (1-based) of the "%%" or "%main" command, after which everything is inside main; 0 without.
	MainLine int
	Script   *Script // what a %%writefile, %%script, %%bash, %%sh or %%derive cell holds, else nil
}

// Command is one line of a cell that is not Go.
type Command struct {
	Line   int    // of its first character in the cell, 1-based
	Lines  int    // how many lines it takes; more than 1 when lines end in "\"
	Prefix string // "%", "!" or "!*"
	// Name is the first word after "%"; for "%%" it is "%". It is empty for shell commands.
	Name string
	Args []string // the words after Name, quotes resolved; nil for shell commands
	Text string   // everything after the prefix (and, for "%" commands, after Name), continuation lines joined by spaces
}

// Script is a cell whose first line says what to do with the rest, which is no Go.
type Script struct {
	Name string   // "writefile", "script", "bash", "sh" or "derive"
	Args []string // the words after the name, quotes resolved
	Body string   // the lines after the first
}
