package execute

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of the parts into which many notebooks are cut, so that several machines run them: the K-th of Of, from 1. The zero value is all.
type Shard struct{ K, Of int }

// ParseShard reads "K/N", such as "3/8".
func ParseShard(text string) (Shard, error) {
	first, second, ok := strings.Cut(text, "/")
	k, kerr := strconv.Atoi(first)
	n, nerr := strconv.Atoi(second)
	if !ok || kerr != nil || nerr != nil || k < 1 || k > n {
		return Shard{}, fmt.Errorf("%q is not a part K/N, such as 3/8, with K from 1 to N", text)
	}
	return Shard{k, n}, nil
}

// Has reports whether the i-th of many, from 0, belongs to the part.
func (s Shard) Has(i int) bool { return s.Of == 0 || i%s.Of == s.K-1 }

// Count returns how many of n belong to the part.
func (s Shard) Count(n int) int {
	if s.Of == 0 {
		return n
	}
	return (n - s.K + s.Of) / s.Of
}

// Take returns the paths of the part: every N-th, so that long notebooks that are neighbours go to different machines.
func (s Shard) Take(paths []string) []string {
	if s.Of == 0 {
		return paths
	}
	var part []string
	for i, path := range paths {
		if s.Has(i) {
			part = append(part, path)
		}
	}
	return part
}
