package cell

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// FileKey returns the name that the text of a cell has in positions, "cell_<8 hex digits>.go": it depends only on the
// text, so it is the same wherever and whenever the cell runs.
func FileKey(source string) string {
	sum := sha256.Sum256([]byte(source))
	return FilePrefix + hex.EncodeToString(sum[:4]) + ".go"
}

// What the names of files in composed programs begin with.
const (
	FilePrefix   = "cell_"   // in positions: the text of a cell
	OursPrefix   = "mercer_" // in positions: what Mercer wrote
	SourcePrefix = "src_"    // a file that holds what a cell declares, whose positions bear other names
)

// composed says whether a name is that of a file in a composed program.
func composed(file string) bool {
	return strings.HasPrefix(file, FilePrefix) || strings.HasPrefix(file, OursPrefix) || strings.HasPrefix(file, SourcePrefix)
}
