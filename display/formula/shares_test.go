package formula_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestShares holds the language to what it must be able to say: at least 300 formulas of all 24 chapters have parse, rendering and
// value, and of those that state or define something under a tenth cannot be written. With -v it prints the table.
func TestShares(t *testing.T) {
	records := readGolden(t)
	total := map[string]int{}
	chapters := map[string]map[string]int{}
	for _, r := range records {
		chapter := strings.TrimSuffix(filepath.Base(r.file), ".txt")
		if chapters[chapter] == nil {
			chapters[chapter] = map[string]int{}
			t.Logf("%s", chapter)
		}
		chapters[chapter][r.class]++
		total[r.class]++
		if r.class == cannot {
			t.Logf("  %s cannot be written: %s", r.item, strings.Join(r.comment, " "))
		}
		if r.text != "" && len(r.golden) != len(sections) {
			t.Errorf("%s has no golden %s; -update writes it", r.name(records), strings.Join(sections, ", "))
		}
	}
	for chapter, n := range chapters {
		if n[statement]+n[definition]+n[instance] == 0 {
			t.Errorf("%s has no formula with a value", chapter)
		}
	}
	said := total[statement] + total[definition] + total[instance]
	share := func(class string) float64 { return 100 * float64(total[class]) / float64(said+total[cannot]) }
	t.Logf("%d drawn: %d statements and %d definitions have parse, rendering and value; %d state nothing at points; of the others %.1f %% (%d) are said for an instance or in part, and %.1f %% (%d) cannot be said",
		len(records), total[statement], total[definition], total[none], share(instance), total[instance], share(cannot), total[cannot])
	if said < 300 || 10*total[cannot] >= said+total[cannot] || len(chapters) != 24 {
		t.Errorf("%d formulas of %d chapters, %d that cannot be written: at least 300 of 24, and under a tenth", said, len(chapters), total[cannot])
	}
}
