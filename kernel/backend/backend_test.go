package backend

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// A front end writes the kernel's language_info into what it saves: it must be what notebooks have already.
func TestLanguageInfo(t *testing.T) {
	data, err := json.Marshal(New(nil, "test").Info().LanguageInfo)
	if err != nil {
		t.Fatal(err)
	}
	var told map[string]any
	if err := json.Unmarshal(data, &told); err != nil {
		t.Fatal(err)
	}
	if want := notebook.LanguageInfo(); !reflect.DeepEqual(told, want) {
		t.Errorf("the kernel tells %v, notebooks have %v", told, want)
	}
}
