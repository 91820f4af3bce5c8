package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// What is handed out can be started, also while another process trims the cache all the time.
func TestHandedOutWhileAnotherTrims(t *testing.T) {
	c := newCache(t, 0)
	stop, done := make(chan struct{}), sync.WaitGroup{}
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				Trim(filepath.Join(c.cfg.Dir, "programs"), 0)
			}
		}
	})
	defer done.Wait()
	defer close(stop)
	started := func(how, exe string) {
		if _, err := os.Stat(exe); err != nil {
			t.Errorf("%s: %v", how, err)
		}
	}
	file := filepath.Join(t.TempDir(), "cell")
	for i := range 500 {
		if err := os.WriteFile(file, []byte(strings.Repeat("program ", i)), 0o700); err != nil {
			t.Fatal(err)
		}
		hash := fmt.Sprintf("%06x", i)
		exe, err := c.Put(hash, file)
		if err != nil {
			t.Fatal(err)
		}
		started("put", exe)
		exe, notice := c.Find(hash)
		if notice != "" {
			t.Errorf("found %q, notice %q", exe, notice)
		}
		if exe != "" {
			started("found", exe)
		}
	}
}

// A program that is asked for again is the last one whose link goes.
func TestLinksOfWhatWasUsedLast(t *testing.T) {
	c := newCache(t, 0)
	name := func(i int) string { return fmt.Sprintf("%06x", i*70001) }
	first := put(t, c, name(0), "first")
	for i := 1; i < maxLinks; i++ {
		put(t, c, name(i), fmt.Sprint("program ", i))
	}
	again, _ := c.Find(name(0))
	for i := range maxLinks - 1 {
		put(t, c, name(maxLinks+i), fmt.Sprint("later ", i))
	}
	if _, err := os.Stat(again); err != nil || again != first {
		t.Errorf("found %s, put %s: %v", again, first, err)
	}
	put(t, c, name(5000), "one too many")
	if _, err := os.Stat(again); !os.IsNotExist(err) {
		t.Errorf("%d links, and it is still there: %v", maxLinks, err)
	}
}
