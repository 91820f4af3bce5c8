package toolchain

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// troubles are what has gone otherwise than it should though nobody has asked for it and cells run all the same: what is slower than it
// could be, or not used. That a program is built another way by design, as with C, is no trouble.
type troubles struct {
	mu   sync.Mutex
	told map[string]bool // by kind and reason
	next []string
}

// numbers are what differs between two sentences of one kind and reason: names of temporary files, addresses.
var numbers = regexp.MustCompile(`(0x)?[0-9a-f]*[0-9][0-9a-f]*`)

// add adds a sentence, unless one of its kind and reason was there.
func (t *troubles) add(sentence string) (first bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := numbers.ReplaceAllString(sentence, "0")
	if t.told[key] {
		return false
	}
	if t.told == nil {
		t.told = map[string]bool{}
	}
	t.told[key] = true
	t.next = append(t.next, sentence)
	return true
}

// take returns what was added since it was last called.
func (t *troubles) take() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := t.next
	t.next = nil
	return taken
}

// sentence makes one of what an error says.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimRight(text[size:], ".") + "."
}

// trouble has a sentence told to the user, once for each kind and reason.
func (env *Env) trouble(sentence string) {
	sentence = strings.Join(strings.Fields(sentence), " ")
	if env.troubles.add(sentence) {
		env.cfg.Log.Warn(sentence)
	}
}

// Troubles returns what has gone otherwise than it should since it was last called, though cells run all the same, for the user: whole
// sentences, each kind and reason once in the life of the Env.
func (env *Env) Troubles() []string { return env.troubles.take() }
