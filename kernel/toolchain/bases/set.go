package bases

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
)

// Package is a compiled package.
type Package struct {
	Path string
	File string // its archive, whose name is that of its content, as in Go's build cache
}

// Set are the packages that something is linked with.
type Set struct {
	Direct   []string  // import paths that its source has
	Packages []Package // those, and all that they import, sorted by path
}

// byContent matches the names of files in Go's build cache, which are hashes of their content.
var byContent = regexp.MustCompile(`^[0-9a-f]{64}-d$`)

// named returns an error unless each package lies in a file that is named by its content.
func (s Set) named() error {
	for _, p := range s.Packages {
		if !byContent.MatchString(filepath.Base(p.File)) {
			return fmt.Errorf("package %s is not in Go's build cache", p.Path)
		}
	}
	return nil
}

// contents are the packages of a base, to look them up.
type contents struct {
	direct map[string]bool
	files  map[string]string // archives by import path
}

func (s Set) contents() contents {
	c := contents{make(map[string]bool, len(s.Direct)), make(map[string]string, len(s.Packages))}
	for _, path := range s.Direct {
		c.direct[path] = true
	}
	for _, p := range s.Packages {
		c.files[p.Path] = p.File
	}
	return c
}

// lacks returns why something that needs a set cannot be linked with a base of these packages, "" if it can.
func (c contents) lacks(need Set) string {
	for _, path := range need.Direct {
		if !c.direct[path] {
			return "no base has " + path + " yet"
		}
	}
	for _, p := range need.Packages {
		if filepath.Base(c.files[p.Path]) != filepath.Base(p.File) {
			return "no base has " + p.Path + " as it is now"
		}
	}
	return ""
}

// key names what a base of the set is made of.
func (s Set) key(toolchain string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n", len(toolchain), toolchain)
	direct := s.contents().direct
	for _, p := range s.Packages {
		fmt.Fprintf(h, "%s %s %v\n", p.Path, filepath.Base(p.File), direct[p.Path])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
