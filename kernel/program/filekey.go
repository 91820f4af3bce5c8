package program

import (
	"crypto/sha256"
	"encoding/hex"
)

// FileKey returns the name that the text of a cell has in positions, "cell_<8 hex digits>.go": it depends only on the
// text, so it is the same wherever and whenever the cell runs.
func FileKey(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "cell_" + hex.EncodeToString(sum[:4]) + ".go"
}
