package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/session/kept"
	"github.com/mercer-go/mercer/kernel/store"
)

// cmdDisk shows the disk that values take, and gives back what is not needed for the values as they are.
func (x *execution) cmdDisk(_ context.Context, c cell.Command) error {
	switch strings.Join(c.Args, " ") {
	case "":
		return x.showDisk()
	case "free":
		return x.freeDisk(x.s.earlierSessions())
	case "free all":
		return x.freeDisk(append(x.s.earlierSessions(), x.s.otherNotebooks()...))
	}
	return fmt.Errorf("takes nothing, free, or free all; got %q", c.Args)
}

func (x *execution) showDisk() error {
	values, history := x.s.diskUsage()
	rows := [][]string{{"what", "on disk"}, {"values of this session", files.SizeText(uint64(values))}, {"earlier values, for %undo", files.SizeText(uint64(history))}}
	for _, other := range []struct {
		what string
		dirs []string
	}{{"earlier sessions of this notebook, for %resume", x.s.earlierSessions()}, {"sessions of other notebooks", x.s.otherNotebooks()}} {
		size, err := kept.Size(other.dirs)
		if err != nil {
			return err
		}
		rows = append(rows, []string{fmt.Sprintf("%s: %d", other.what, len(other.dirs)), files.SizeText(uint64(size))})
	}
	x.out.Table(rows)
	return nil
}

// freeDisk forgets the commits before the current one, and removes sessions that no kernel has open.
func (x *execution) freeDisk(sessions []string) error {
	_, freed := x.s.diskUsage()
	if err := x.s.forget(); err != nil {
		return err
	}
	inUse := 0
	for _, dir := range sessions {
		size, err := kept.Remove(dir)
		switch {
		case errors.Is(err, store.ErrLocked):
			inUse++
		case err != nil:
			return err
		}
		freed += size
	}
	text := fmt.Sprintf("Freed %s. The values are as they were; there is nothing to undo.\n", files.SizeText(uint64(freed)))
	if inUse > 0 {
		text += fmt.Sprintf("%d sessions are in use by other kernels and stay.\n", inUse)
	}
	x.out.Stream("stdout", text)
	return nil
}

func (s *Session) diskUsage() (values, history int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.vault.Store.Usage()
}

func (s *Session) forget() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.vault.Store.Forget()
}

// earlierSessions returns the directories of the notebook's other sessions.
func (s *Session) earlierSessions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.vault.Dir.Earlier()
}

// otherNotebooks returns the directories of the sessions of other notebooks.
func (s *Session) otherNotebooks() []string {
	s.mu.Lock()
	dirs := s.vault.Dir.Renamed()
	s.mu.Unlock()
	return slices.DeleteFunc(dirs, func(dir string) bool {
		info, err := os.Stat(dir)
		return err != nil || !info.IsDir()
	})
}
