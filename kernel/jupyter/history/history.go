// Package history keeps what users typed into kernels in one file, for history_request.
//
// The file holds a JSON object a line: one for each session (a run of a kernel) when it begins, one for each execution. It is
// only appended to, under a lock file beside it, so several kernels can share it; a line that cannot be read, as a crash or a
// full disk leaves behind, is passed over. A file beyond its size limit is replaced by its newer half.
//
//	log, err := history.Open(path)
//	log.Append(history.Entry{Line: 1, Input: "x := 1"})
//	entries, err := log.Find(history.Query{Access: history.Tail, N: 10})
package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/files"
)

// Limits of a history file.
const (
	DefaultLimit = 16 << 20  // bytes
	maxText      = 256 << 10 // bytes of an input or an output; longer ones are cut
)

// Entry is one execution.
type Entry struct {
	Session int    `json:"s"` // number of the kernel's run, from 1; set by Append
	Line    int    `json:"l"` // execution count; 0 for the beginning of a session
	Input   string `json:"i,omitempty"`
	Output  string `json:"o,omitempty"` // text of the result, or empty
}

// Log is the history as one session writes it. Its methods may be called from several goroutines.
type Log struct {
	path    string
	session int

	mu    sync.Mutex
	limit int64
}

// DefaultPath is where the history of the user is kept: $MERCER_HISTORY, or a file in the state directory of the user
// ($XDG_STATE_HOME/mercer, ~/.local/state/mercer, on macOS ~/Library/Application Support/mercer).
func DefaultPath() (string, error) {
	if p := os.Getenv("MERCER_HISTORY"); p != "" {
		return p, nil
	}
	dir := os.Getenv("XDG_STATE_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("history: %w: set HOME, XDG_STATE_HOME or MERCER_HISTORY", err)
		}
		dir = filepath.Join(home, ".local", "state")
		if runtime.GOOS == "darwin" {
			dir = filepath.Join(home, "Library", "Application Support")
		}
	}
	if !filepath.IsAbs(dir) { // it would be another one in each working directory
		return "", fmt.Errorf("history: %s is a relative path: set HOME, XDG_STATE_HOME or MERCER_HISTORY", dir)
	}
	return filepath.Join(dir, "mercer", "history.jsonl"), nil
}

// Open begins a session in the file, which it makes, with its directory, where there is none.
func Open(path string) (*Log, error) { return open(path, DefaultLimit) }

func open(path string, limit int64) (*Log, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	l := &Log{path: path, limit: limit}
	err := l.locked(func() error {
		entries, err := l.read()
		if err != nil {
			return err
		}
		for _, e := range entries {
			l.session = max(l.session, e.Session)
		}
		l.session++
		return l.append(Entry{Session: l.session})
	})
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	return l, nil
}

// Session is the number of the present session.
func (l *Log) Session() int { return l.session }

// Append adds an entry of the present session.
func (l *Log) Append(e Entry) error {
	e.Session, e.Line = l.session, max(e.Line, 1)
	e.Input, e.Output = cut(e.Input), cut(e.Output)
	if err := l.locked(func() error { return l.append(e) }); err != nil {
		return fmt.Errorf("history: %w", err)
	}
	return nil
}

func cut(s string) string {
	if len(s) > maxText {
		s = s[:maxText]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// locked calls f while no other kernel touches the file.
func (l *Log) locked(f func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lock, err := files.LockWait(l.path+".lock", os.O_CREATE)
	if err != nil {
		return err
	}
	defer lock.Close() // releases the lock
	return f()
}

// append writes an entry at the end of the file. The lock is held.
func (l *Log) append(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(l.path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if size := info.Size(); size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return err
		}
		if last[0] != '\n' { // a write was cut short
			line = append([]byte("\n"), line...)
		}
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		return err
	}
	if info.Size()+int64(len(line)) > l.limit {
		return l.trim()
	}
	return f.Close()
}

// trim replaces the file by its newer half. The lock is held.
func (l *Log) trim() error {
	data, err := files.Read(l.path)
	if err != nil {
		return err
	}
	data = data[max(0, int64(len(data))-l.limit/2):]
	if i := bytes.IndexByte(data, '\n'); i >= 0 && i+1 < len(data) {
		data = data[i+1:]
	}
	return files.Way{}.Replace(l.path, data)
}

// read returns all entries of the file.
func (l *Log) read() ([]Entry, error) {
	data, err := files.Read(l.path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return parse(data), err
}

// parse decodes the lines of a file; what is no entry is passed over.
func parse(data []byte) []Entry {
	var entries []Entry
	for line := range bytes.Lines(data) {
		var e Entry
		if json.Unmarshal(line, &e) == nil && e.Session > 0 && e.Line >= 0 && e.Session < 1<<40 {
			entries = append(entries, e)
		}
	}
	return entries
}
