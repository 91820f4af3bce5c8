package display

import (
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// Tuple writes numbers as a point is written in mathematics: (4, −6), with minus signs and as many digits as tell each number from its
// neighbours; () without numbers.
func Tuple(v ...float64) string {
	texts := make([]string, len(v))
	for i, x := range v {
		texts[i] = numeral.Minus(strconv.FormatFloat(x+0, 'g', -1, 64)) // x+0 has no negative zero
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
