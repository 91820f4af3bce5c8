package grade

import (
	"testing"

	"github.com/mercer-go/mercer/display/grade/door"
)

func TestStudent(t *testing.T) {
	for _, c := range []struct{ handedIn, typed, want string }{{"", "ada", "ada"}, {"ada", " Ada ", " Ada "}, {"ada", "bob", "ada"}, {"ada", "nobody", "ada"},
		{"mary  jane", "Mary Jane", "Mary Jane"}, {"JOSÉ", "José", "José"}, {"jose", "José", "jose"}} {
		t.Setenv(door.EnvStudent, c.handedIn)
		if got := Student(c.typed); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
