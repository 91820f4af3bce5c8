package debug

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
)

// hashSeed is the seed of the hashes by which front ends name texts.
const hashSeed = 0x4d657263

// suffix ends the paths of cells.
const suffix = ".go"

// mostSource is the size in bytes of the largest text that is shown.
const mostSource = 8 << 20

// sources are the texts of cells that may be debugged, by the names that front ends and programs have for them.
type sources struct {
	prefix string // of the paths of cells

	mu    sync.Mutex
	texts map[string]string // by path
	paths map[string]string // by cell.FileKey
}

func newSources(dir string) *sources {
	return &sources{prefix: dir + string(os.PathSeparator), texts: map[string]string{}, paths: map[string]string{}}
}

// path is the path by which front ends know a text.
func (s *sources) path(code string) string {
	return s.prefix + strconv.FormatUint(uint64(murmur2(code, hashSeed)), 10) + suffix
}

// add notes the text of a cell, and returns its path.
func (s *sources) add(code string) string {
	path := s.path(code)
	if len(code) > mostSource {
		return path
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[path], s.paths[cell.FileKey(code)] = code, path
	return path
}

// isCell says whether a path is that of a cell.
func (s *sources) isCell(path string) bool { return strings.HasPrefix(path, s.prefix) }

// text returns the text of a cell, and whether it is known.
func (s *sources) text(path string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.texts[path]
	return text, ok
}

// key is the name that programs have for a cell, "" if it is not known.
func (s *sources) key(path string) string {
	if text, ok := s.text(path); ok {
		return cell.FileKey(text)
	}
	return ""
}

// keyPattern matches the name of a cell in a program.
var keyPattern = regexp.MustCompile(`^` + cell.FilePrefix + `[0-9a-f]{8}\.go$`)

// shown returns the path by which a front end knows a file of a program.
func (s *sources) shown(file string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if path, ok := s.paths[filepath.Base(file)]; ok {
		return path
	}
	return file
}

// dump writes a text to its path, where front ends may look for it.
func (s *sources) dump(code string) (string, error) {
	path := s.add(code)
	if err := files.Write(path, []byte(code)); err != nil {
		return "", fmt.Errorf("the cell cannot be written: %w", err)
	}
	return path, nil
}

// read returns the text at a path: a cell's, or that of a file of a package.
func (s *sources) read(path string) (string, error) {
	if text, ok := s.text(path); ok {
		return text, nil
	}
	if ext := filepath.Ext(path); s.isCell(path) || !filepath.IsAbs(path) || ext != ".go" && ext != ".s" {
		return "", fmt.Errorf("there is no source %s", path)
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostSource {
		return "", fmt.Errorf("there is no source %s", path)
	}
	data, err := os.ReadFile(path)
	return string(data), err
}

// lines are those of a path at which programs can stop; known is false where that cannot be told.
func (s *sources) lines(path string) (l lines, known bool) {
	if text, ok := s.text(path); ok {
		l = cellLines(text)
		return l, l != nil
	}
	if text, err := s.read(path); err == nil {
		l = fileLines([]byte(text))
	}
	return l, l != nil
}
