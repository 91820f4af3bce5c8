package main

import (
	"strings"
	"testing"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"500MB": 5e8, "2GiB": 2 << 30, "1.5 GiB": 3 << 29, "1000000": 1e6, "10kB": 1e4, " 7 B": 7, "1TiB": 1 << 40,
		"": 0, "MB": 0, "-1GB": 0, "0": 0, "much": 0, "1e300TB": 0, "2 GiB more": 0, "NaN": 0,
	} {
		got, err := parseSize(text)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestProgramConfig(t *testing.T) {
	t.Setenv("MERCER_CACHE_LIMIT", "2GiB")
	t.Setenv("MERCER_SHARED_CACHE", "/opt/a:/opt/b")
	if cfg, err := programConfig(); err != nil || cfg.MaxCache != 2<<30 || strings.Join(cfg.Shared, " ") != "/opt/a /opt/b" {
		t.Errorf("%+v, %v", cfg, err)
	}
	t.Setenv("MERCER_CACHE_LIMIT", "large")
	if _, err := programConfig(); err == nil || !strings.Contains(err.Error(), `MERCER_CACHE_LIMIT: "large" is no size`) {
		t.Errorf("error %v", err)
	}
}
