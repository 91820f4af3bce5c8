package program

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
)

// debugDirective is a comment by which the main package of a Go program changes GODEBUG, for the go command, which does not build cells.
const debugDirective = "//go:debug"

// ignored tells of directives in a cell's text that have no effect, one sentence each.
func ignored(text string) (notices []string) {
	if !strings.Contains(text, debugDirective) {
		return nil
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), nil, scanner.ScanComments)
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			return notices
		}
		rest, found := strings.CutPrefix(lit, debugDirective)
		if setting := strings.TrimSpace(rest); tok == token.COMMENT && found && (setting == "" || setting != rest) {
			notices = append(notices, fmt.Sprintf("%s has no effect in a cell: write %%env GODEBUG=%s, in this cell or in one before.",
				strings.TrimSpace(lit), setting))
		}
	}
}
