package bases

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// fakeBase makes what looks like a base of a size, used so long ago.
func fakeBase(t *testing.T, in, name string, size int64, ago time.Duration, done bool) {
	t.Helper()
	dir := filepath.Join(in, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, baseName), nil, 0o500); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, baseName), size); err != nil {
		t.Fatal(err)
	}
	used := time.Now().Add(-ago)
	if done {
		if err := os.WriteFile(filepath.Join(dir, triedName), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(dir, triedName), used, used); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(dir, used, used); err != nil {
		t.Fatal(err)
	}
}

// numbered are the names of n bases.
func numbered(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("b-%02d", i))
	}
	return names
}

// There are few bases, and those that were used for longest stay; what a dead kernel has left goes.
func TestTrim(t *testing.T) {
	names := func(in string) (list []string) {
		for _, p := range places(in) {
			list = append(list, filepath.Base(p.path))
		}
		slices.Sort(list)
		return list
	}
	for _, c := range []struct {
		what string
		make func(in string)
		want []string
		full bool
	}{
		{"few", func(in string) {
			fakeBase(t, in, "a-1", 1, time.Hour, true)
			fakeBase(t, in, "b-1", 1, 2*time.Hour, true)
		}, []string{"a-1", "b-1"}, false},
		{"many", func(in string) {
			for n := range 9 {
				fakeBase(t, in, fmt.Sprint("b-", n), 1, time.Duration(n+1)*time.Hour, true)
			}
		}, []string{"b-0", "b-1", "b-2", "b-3", "b-4"}, false},
		{"large", func(in string) {
			for n := range 4 {
				fakeBase(t, in, fmt.Sprint("b-", n), 150<<20, time.Duration(n+1)*time.Hour, true)
			}
		}, []string{"b-0", "b-1"}, false},
		{"in use", func(in string) {
			for n := range maxYoung {
				fakeBase(t, in, fmt.Sprintf("b-%02d", n), 1, time.Second, true)
			}
		}, numbered(maxYoung), true},
		{"one after the other", func(in string) {
			for n := range maxYoung {
				fakeBase(t, in, fmt.Sprintf("b-%02d", n), 1, time.Duration(n)*20*time.Second, true)
			}
		}, numbered(maxYoung - 1), false},
		{"from the future", func(in string) {
			for n := range 9 {
				fakeBase(t, in, fmt.Sprint("a-", n), 1, -1000*time.Hour, true)
			}
			fakeBase(t, in, "b-1", 1, time.Hour, true)
			fakeBase(t, in, "b-2", 1, -time.Minute, true)
			fakeBase(t, in, "c-1", 1, -1000*time.Hour, false)
		}, []string{"a-7", "a-8", "b-1", "b-2"}, false}, // one that was not finished counts
		{"left by a dead kernel", func(in string) {
			fakeBase(t, in, "a-1", 1, 2*time.Hour, false)
			fakeBase(t, in, "b-1", 1, time.Minute, false)
		}, []string{"b-1"}, false},
	} {
		in := t.TempDir()
		c.make(in)
		l := New(Config{Dir: in, Temp: t.TempDir()})
		if err := l.trim(); (err != nil) != c.full {
			t.Errorf("%s: %v", c.what, err)
		}
		if got := names(in); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v stay, want %v", c.what, got, c.want)
		}
	}
}

// A base is for a program if it has all that the program imports, and every package just as the program was compiled against it.
func TestLacks(t *testing.T) {
	base := Set{Direct: []string{"fmt", "os"}, Packages: []Package{{"fmt", "/a/1-d"}, {"io", "/a/2-d"}, {"os", "/a/3-d"}}}
	for _, c := range []struct {
		need Set
		want string
	}{
		{Set{}, ""},
		{Set{[]string{"fmt"}, []Package{{"fmt", "/elsewhere/1-d"}, {"io", "/a/2-d"}}}, ""},
		{Set{[]string{"io"}, []Package{{"io", "/a/2-d"}}}, "no base has io yet"},
		{Set{[]string{"fmt"}, []Package{{"fmt", "/a/1-d"}, {"io", "/a/4-d"}}}, "no base has io as it is now"},
		{Set{[]string{"fmt"}, []Package{{"fmt", "/a/1-d"}, {"net", "/a/5-d"}}}, "no base has net as it is now"},
	} {
		if got := base.contents().lacks(c.need); got != c.want {
			t.Errorf("%v: %q, want %q", c.need, got, c.want)
		}
	}
	other := Set{Direct: []string{"fmt"}, Packages: base.Packages}
	if base.key("go") == other.key("go") || base.key("go") == base.key("go2") {
		t.Error("keys do not tell bases apart")
	}
	if base.named() == nil {
		t.Error("packages with names of their own choice make a base")
	}
}
