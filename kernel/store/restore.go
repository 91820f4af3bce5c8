package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/files"
)

// This file is about commit files that go missing: those of a running kernel, which has them in memory, and those of an
// ended one.

// headName is a file with the number of the newest commit, so that the loss of that commit's file is noticed.
const headName = "head"

// writeHead notes which commit is the newest. It need not be durable: a lower number than that of the newest commit says
// nothing. The number has always the same length and is written over the old one, for a file that is cut off and written again
// is put on the disk at once by some file systems, which takes a millisecond. A pipe in its place keeps nobody waiting.
func (s *Store) writeHead(seq uint64) {
	f, err := os.OpenFile(filepath.Join(s.dir, headName), os.O_WRONLY|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return
	}
	_, _ = fmt.Fprintf(f, "%020d", seq)
	_ = f.Close()
}

// missingHead says whether commits are gone that once were the newest.
func (s *Store) missingHead() []string {
	data, err := files.Read(filepath.Join(s.dir, headName))
	if err != nil {
		return nil
	}
	head, err := strconv.ParseUint(strings.TrimSpace(string(data)), 10, 48)
	if c := s.current(); err != nil || c != nil && c.seq >= head {
		return nil
	}
	return []string{commitName(head) + ", the newest commit, is gone"}
}

// restore makes the directory, its lock and the current commit file again, if somebody has deleted or changed them.
func (s *Store) restore() (findings []string, err error) {
	if _, err := os.Stat(filepath.Join(s.dir, LockName)); err != nil {
		if err := os.MkdirAll(s.dir, 0o700); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		lock, err := acquire(filepath.Join(s.dir, LockName))
		if err != nil {
			return nil, err
		}
		s.lock.Close()
		s.lock = lock
	}
	c := s.current()
	if c == nil {
		return nil, nil
	}
	if findings, err = s.restoreTexts(c); err != nil {
		return nil, err
	}
	name := commitName(c.seq)
	id, err := identify(filepath.Join(s.dir, name))
	if err == nil && id == s.verified[name] {
		return findings, nil
	}
	want, err := c.encode()
	if err != nil {
		return nil, err
	}
	if data, err := files.Read(filepath.Join(s.dir, name)); err == nil && bytes.Equal(data, want) {
		s.verified[name] = id
		return findings, nil
	}
	if err := s.write(c); err != nil {
		return nil, err
	}
	return append(findings, name+writtenAgain), nil
}

const writtenAgain = " was missing or damaged and is written again"

// restoreTexts writes the texts of a commit again that somebody has deleted or changed, as far as they are in memory.
func (s *Store) restoreTexts(c *commit) (findings []string, err error) {
	for key, known := range s.texts {
		name := known.name
		path := filepath.Join(s.dir, name)
		id, err := identify(path)
		if err == nil && id == s.verified[name] || !slices.Contains(c.texts, name) && !slices.Contains(c.baseNames(), name) {
			continue
		}
		if _, err := s.readText(name); err == nil {
			s.verified[name] = id // only touched
			continue
		}
		text := unsafe.String(key.data, key.len)
		if err := durably.Replace(path, []byte(text)); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		s.remember(text, name)
		findings = append(findings, name+writtenAgain)
	}
	return findings, nil
}

// Used says whether a directory holds commits, damaged ones too, without verifying them. It returns ErrLocked while
// another process has the store open.
func Used(dir string) (bool, error) {
	if _, err := os.Stat(dir); err != nil {
		return false, fmt.Errorf("store: %w", err)
	}
	lock, err := acquire(filepath.Join(dir, LockName))
	if err != nil {
		return false, err
	}
	defer lock.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, errors.Join(errors.New("store"), err)
	}
	for _, e := range entries {
		if _, ok := commitSeq(strings.TrimPrefix(e.Name(), damagedPrefix)); ok {
			return true, nil
		}
	}
	return false, nil
}
