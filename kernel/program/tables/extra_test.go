package tables

import "testing"

func TestParseExtraType(t *testing.T) {
	for in, want := range map[string]string{
		"main.T":                             "T",
		"*github.com/x/y.T":                  `*"github.com/x/y".T`,
		"map[string]time.Time":               `map[string]"time".Time`,
		"[]gopkg.in/yaml.v3.Node":            `[]"gopkg.in/yaml.v3".Node`,
		"main.G[main.K,math/big.Int]":        `G[K,"math/big".Int]`,
		"struct { A main.T; B net/url.URL }": `struct { A T; B "net/url".URL }`,
		"unique.Handle[struct { main.a int; main.b main.K; C string; main.D }]": `"unique".Handle[struct { a int; b K; C string; D }]`,
		"int": "int",
	} {
		if got := ParseExtra(in).Text; got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
