package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/toolchain"
)

// programConfig says where programs are built and cached, as the environment asks: $MERCER_CACHE_LIMIT is the size to
// which the cache of programs is trimmed, $MERCER_SHARED_CACHE a list of caches of others. That which was installed with this program comes last.
func programConfig() (toolchain.Config, error) {
	cfg := toolchain.Config{Shared: filepath.SplitList(os.Getenv("MERCER_SHARED_CACHE"))}
	if exe, err := os.Executable(); err == nil {
		if exe, err = filepath.EvalSymlinks(exe); err == nil {
			if dir := cacheBeside(exe); isDir(dir) {
				cfg.Shared = append(cfg.Shared, dir)
			}
		}
	}
	if limit := os.Getenv("MERCER_CACHE_LIMIT"); limit != "" {
		size, err := parseSize(limit)
		if err != nil {
			return cfg, fmt.Errorf("MERCER_CACHE_LIMIT: %w", err)
		}
		cfg.MaxCache = size
	}
	return cfg, nil
}

// cacheBeside is where a shared cache lies that is installed with the program: PREFIX/share/mercer/cache beside PREFIX/bin/mercer.
func cacheBeside(exe string) string {
	return filepath.Join(filepath.Dir(filepath.Dir(exe)), "share", "mercer", "cache")
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// units are what a size can be counted in.
var units = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1}, {"", 1},
}

// parseSize reads a positive number of bytes, such as "500MB", "1.5 GiB" or "1000000".
func parseSize(text string) (int64, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(strings.TrimSpace(text), u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err == nil && n*u.bytes >= 1 && n*u.bytes < math.MaxInt64 {
			return int64(n * u.bytes), nil
		}
		break
	}
	return 0, fmt.Errorf("%q is no size such as 500MB or 2GiB", text)
}
