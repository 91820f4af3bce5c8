package input

// Every package of mllib checks its arguments here. So a program that links any of them, and with it whatever it computes by gonum/mat, has one
// algebra, that of package dense: results do not depend on which packages are linked beside.
import _ "github.com/mercer-go/mercer/mllib/internal/dense"
