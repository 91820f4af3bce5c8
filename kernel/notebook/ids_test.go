package notebook

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Cells with the id of an earlier one get another, the same each time, and no two have one.
func TestUniqueIDs(t *testing.T) {
	long := strings.Repeat("x", maxID)
	for _, c := range []struct{ ids, want, repeated string }{
		{"a b c", "a b c", ""},
		{"a a a", "a a-2 a-3", "a"},
		{"a a-2 a", "a a-2 a-3", "a"},
		{"a a a-2 a-2", "a a-3 a-2 a-2-2", "a a-2"},
		{" ", " ", ""}, // before nbformat 4.5
		{long + " " + long, long + " " + long[:maxID-2] + "-2", long},
		{long + "a " + long + "b " + long + "a " + long + "b", // they are the same where they are cut
			long + "a " + long + "b " + long[:maxID-2] + "-2 " + long[:maxID-2] + "-3", long + "a " + long + "b"},
	} {
		var cells []string
		for id := range strings.SplitSeq(c.ids, " ") {
			cells = append(cells, fmt.Sprintf(`{"cell_type": "code", "id": %q, "metadata": {}, "outputs": [], "execution_count": null, "source": ""}`, id))
		}
		nb, err := Parse([]byte(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [` + strings.Join(cells, ",") + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, cell := range nb.Cells {
			got = append(got, cell.ID)
		}
		if !slices.Equal(got, strings.Split(c.want, " ")) || strings.Join(nb.Repeated, " ") != c.repeated {
			t.Errorf("%q: ids %q, of which %q were repeated", c.ids, got, nb.Repeated)
		}
	}
}
