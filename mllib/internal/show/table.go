package show

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// table writes a caption and columns: texts to the left, numbers to the right.
func table(caption string, columns []string, rows [][]any) string {
	cells := make([][]string, len(rows))
	width, right := make([]int, len(columns)), make([]bool, len(columns))
	for j, c := range columns {
		width[j] = utf8.RuneCountInString(c)
	}
	for i, row := range rows {
		for j := range columns {
			text := ""
			if j < len(row) {
				text = cell(row[j])
				right[j] = right[j] || isNumber(row[j])
			}
			cells[i] = append(cells[i], text)
			width[j] = max(width[j], utf8.RuneCountInString(text))
		}
	}
	var lines []string
	if caption != "" {
		lines = append(lines, caption)
	}
	for _, row := range append([][]string{columns}, cells...) {
		lines = append(lines, aligned(row, width, right))
	}
	return strings.Join(lines, "\n")
}

func aligned(row []string, width []int, right []bool) string {
	var line strings.Builder
	for j, text := range row {
		blanks := strings.Repeat(" ", width[j]-utf8.RuneCountInString(text))
		if j > 0 {
			line.WriteString("  ")
		}
		if right[j] {
			line.WriteString(blanks + text)
		} else {
			line.WriteString(text + blanks)
		}
	}
	return strings.TrimRight(line.String(), " ")
}

func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'g', 5, 64)
	case fmt.Stringer:
		return v.String()
	}
	return cut(inLine(reflect.ValueOf(v), 1))
}

func isNumber(v any) bool {
	if _, words := v.(fmt.Stringer); words || v == nil {
		return false
	}
	r := reflect.ValueOf(v)
	return r.CanFloat() || r.CanInt() || r.CanUint()
}
