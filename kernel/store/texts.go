package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/files"
)

// A text is a long part of the session's data, such as the text of a cell. Commits that share one refer to one file, whose
// name is the hash of what it holds: so what a commit costs follows from what has changed.

const (
	textPrefix = "text-"
	// LongText is the length in bytes from which a text should be put into a file of its own.
	LongText = 4 << 10
)

// Meta is the session's own data of a commit.
type Meta struct {
	Data  []byte
	Texts []string // names, as PutText gave them, of the texts that Data refers to
	Count int      // what is told later of the values that the commit changes, see Value.SetBy
}

// textKey tells a string by where it lies, so that it need not be read to be found again.
type textKey struct {
	data *byte
	len  int
}

func keyOf(text string) textKey { return textKey{unsafe.StringData(text), len(text)} }

// knownText is a text in memory that has a file.
type knownText struct {
	name  string
	asked int // Store.adopted when it was last asked for
}

// PutText makes a text durable and returns its name. It is called for each text of a commit, also those that have not
// changed, which costs nothing; texts that no commit refers to are removed after a later one.
func (s *Store) PutText(text string) (string, error) {
	if known := s.texts[keyOf(text)]; known != nil {
		known.asked = s.adopted
		return known.name, nil
	}
	sum := sha256.Sum256([]byte(text))
	name := fmt.Sprintf("%s%x", textPrefix, sum[:16])
	path := filepath.Join(s.dir, name)
	if _, err := os.Stat(path); err != nil {
		if err := durably.Replace(path, []byte(text)); err != nil {
			return "", fmt.Errorf("store: a long text cannot be stored: %w", err)
		}
	}
	s.remember(text, name)
	return name, nil
}

// remember notes that a text has a file. The key keeps the text's memory, so that no other text can come to lie there.
func (s *Store) remember(text, name string) {
	if s.texts == nil {
		s.texts = map[textKey]*knownText{}
	}
	s.texts[keyOf(text)] = &knownText{name, s.adopted}
	if id, err := identify(filepath.Join(s.dir, name)); err == nil {
		s.verified[name] = id
	}
}

// Text reads a text.
func (s *Store) Text(name string) (string, error) {
	for key, known := range s.texts {
		if known.name == name {
			return unsafe.String(key.data, key.len), nil
		}
	}
	text, err := s.readText(name)
	if err != nil {
		return "", fmt.Errorf("store: %s: %w", name, err)
	}
	s.remember(text, name)
	return text, nil
}

var errNoText = errors.New("not the name of a text")

func (s *Store) readText(name string) (string, error) {
	if !isText(name) {
		return "", errNoText
	}
	data, err := files.Read(filepath.Join(s.dir, name))
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(data); fmt.Sprintf("%s%x", textPrefix, sum[:16]) != name {
		return "", errChecksum
	}
	return string(data), nil
}

func isText(name string) bool {
	hex, ok := strings.CutPrefix(name, textPrefix)
	return ok && len(hex) == 32 && strings.Trim(hex, "0123456789abcdef") == ""
}

// checkTexts says what is wrong with the texts of a commit.
func (s *Store) checkTexts(names []string) (damage []string) {
	for _, name := range names {
		id, err := identify(filepath.Join(s.dir, name))
		if err == nil && s.verified[name] == id {
			continue
		}
		if _, err = s.readText(name); err != nil {
			damage = append(damage, name+" is damaged ("+err.Error()+"): it holds a part of the definitions")
			continue
		}
		s.verified[name] = id
	}
	return damage
}

// forgetTexts forgets the memory of texts that the last commits did not ask for: the same text may lie in memory many times.
func (s *Store) forgetTexts() {
	s.adopted++
	for key, known := range s.texts {
		if known.asked < s.adopted-1 || s.refs[known.name] == 0 {
			delete(s.texts, key)
		}
	}
}

// forgetText forgets a text whose file is removed, so that it is written when it is put again.
func (s *Store) forgetText(name string) {
	if !isText(name) {
		return
	}
	for key, known := range s.texts {
		if known.name == name {
			delete(s.texts, key)
		}
	}
}
