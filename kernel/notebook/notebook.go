package notebook

// Notebook is one .ipynb file in memory. JSON values are held as encoding/json decodes them with UseNumber.
type Notebook struct {
	Cells    []*Cell
	Metadata map[string]any // kernelspec, language_info, title, …
	Minor    int            // nbformat_minor; the major version is always 4
	Rest     map[string]any // top-level fields that nbformat does not define
	Repeated []string       // ids that several cells of the file had, see [Notebook.UniqueIDs]
}

// CellType is the kind of a cell.
type CellType string

// The cell types of nbformat 4.
const (
	Code     CellType = "code"
	Markdown CellType = "markdown"
	Raw      CellType = "raw"
)

// Cell is one cell of a notebook.
type Cell struct {
	Type     CellType
	ID       string // empty before nbformat 4.5
	Source   string
	Metadata map[string]any
	Outputs  []*Output      // code cells only
	Count    int            // execution count of a code cell; 0 when it has not run
	Rest     map[string]any // attachments, and fields that nbformat does not define
}

// OutputType is the kind of an output.
type OutputType string

// The output types of nbformat 4.
const (
	Stream  OutputType = "stream"
	Display OutputType = "display_data"
	Result  OutputType = "execute_result"
	Failure OutputType = "error"
)

// Output is one output of a code cell. Which fields hold depends on Type; an output of another type has all in Rest.
type Output struct {
	Type      OutputType
	Name      string         // stream: stdout or stderr
	Text      string         // stream
	Data      map[string]any // display and result: by MIME type
	Metadata  map[string]any // display and result
	Count     int            // result; 0 when null
	EName     string         // error: its class
	EValue    string         // error: one line
	Traceback []string       // error
	Rest      map[string]any
}

// Tags returns the tags of the cell's metadata.
func (c *Cell) Tags() []string {
	list, _ := c.Metadata["tags"].([]any)
	var tags []string
	for _, t := range list {
		if s, ok := t.(string); ok {
			tags = append(tags, s)
		}
	}
	return tags
}

// HasTag reports whether the cell carries the tag.
func (c *Cell) HasTag(tag string) bool {
	for _, t := range c.Tags() {
		if t == tag {
			return true
		}
	}
	return false
}

// CodeCells returns the code cells in order.
func (nb *Notebook) CodeCells() []*Cell {
	var cells []*Cell
	for _, c := range nb.Cells {
		if c.Type == Code {
			cells = append(cells, c)
		}
	}
	return cells
}

// Language returns the programming language that the metadata name, or "" when they name none.
func (nb *Notebook) Language() string {
	for _, at := range [][2]string{{"kernelspec", "language"}, {"language_info", "name"}} {
		info, _ := nb.Metadata[at[0]].(map[string]any)
		if s, _ := info[at[1]].(string); s != "" {
			return s
		}
	}
	return ""
}

// SetLanguage writes into the metadata what a front end writes when it saves a notebook of this kernel, see LanguageInfo, so
// that opening and saving changes nothing. A kernel that the metadata name stays.
func (nb *Notebook) SetLanguage() {
	if nb.Metadata == nil {
		nb.Metadata = map[string]any{}
	}
	if _, ok := nb.Metadata["kernelspec"]; !ok {
		nb.Metadata["kernelspec"] = map[string]any{"display_name": "Go (Mercer)", "language": "go", "name": "mercer"}
	}
	nb.Metadata["language_info"] = LanguageInfo()
}

// Clone returns a copy whose cells and outputs can be changed without changing nb. Metadata values are shared.
func (nb *Notebook) Clone() *Notebook {
	c := *nb
	c.Metadata = cloneMap(nb.Metadata)
	c.Cells = make([]*Cell, len(nb.Cells))
	for i, cell := range nb.Cells {
		d := *cell
		d.Outputs = make([]*Output, len(cell.Outputs))
		for j, o := range cell.Outputs {
			p := *o
			d.Outputs[j] = &p
		}
		c.Cells[i] = &d
	}
	return &c
}

func cloneMap(m map[string]any) map[string]any {
	c := make(map[string]any, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}
