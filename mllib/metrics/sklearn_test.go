package metrics

import (
	"math"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// reference is what testdata/reference.py writes.
type reference struct {
	Labels []struct {
		Truth, Predicted, Class []int
		Error                   float64
		Confusion               [][]int
		Recall, F1              []float64
		Precision               []*float64 // nil for a label that was never predicted
		P                       [][]float64
		LogLoss, Brier          float64
		Rand, AdjustedRand      float64
	}
	Scores []struct {
		Binary                                []int
		Scores, Prob, FPR, TPR, Threshold     []float64
		AUC, LogLoss, Brier                   float64
		Bins                                  int
		CalibrationFrequency, CalibrationMean []float64
	}
	Intervals []struct {
		Errors, N     int
		Level, Lo, Hi float64
		Method        Method
	}
}

func load(t *testing.T) *reference {
	t.Helper()
	r := new(reference)
	testkit.Reference(t, "testdata/sklearn.json", r)
	if len(r.Labels) < 3 || len(r.Scores) < 3 || len(r.Intervals) < 10 {
		t.Fatal("cases are missing")
	}
	return r
}

func near(t *testing.T, what string, got, want float64, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	testkit.Near(t, what, []float64{got}, []float64{want}, 1e-12)
}

func TestLabelsAgainstScikitLearn(t *testing.T) {
	for _, r := range load(t).Labels {
		rate, err := ErrorRate(r.Predicted, r.Truth)
		near(t, "error rate", rate, r.Error, err)
		c, err := NewConfusion(r.Predicted, r.Truth)
		if err != nil || !reflect.DeepEqual(c.Counts, r.Confusion) {
			t.Fatalf("confusion %v, %v, want %v", c, err, r.Confusion)
		}
		testkit.Near(t, "recall", c.Recall(), r.Recall, 1e-14)
		testkit.Near(t, "F1", c.F1(), r.F1, 1e-14)
		for k, p := range c.Precision() {
			if want := r.Precision[k]; want == nil != math.IsNaN(p) || want != nil && math.Abs(p-*want) > 1e-14 {
				t.Errorf("precision of label %d: %v, want %v", c.Classes[k], p, want)
			}
		}
		table, err := NewContingency(r.Truth, r.Predicted)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Rand index", table.RandIndex(), r.Rand, nil)
		near(t, "adjusted Rand index", table.AdjustedRand(), r.AdjustedRand, nil)
	}
}

func TestScoresAgainstScikitLearn(t *testing.T) {
	for _, r := range load(t).Scores {
		c, err := NewROC(r.Scores, r.Binary, 1)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, "false positive rates", c.FPR, r.FPR, 1e-15)
		testkit.Near(t, "true positive rates", c.TPR, r.TPR, 1e-15)
		testkit.Near(t, "thresholds", c.Threshold[1:], r.Threshold, 0)
		area, err := AUC(r.Scores, r.Binary, 1)
		near(t, "AUC", area, r.AUC, err)
	}
}

func TestProbabilitiesAgainstScikitLearn(t *testing.T) {
	for _, r := range load(t).Labels {
		P := testkit.Matrix(t, r.P)
		loss, err := LogLoss(P, r.Class)
		near(t, "log loss", loss, r.LogLoss, err)
		brier, err := Brier(P, r.Class)
		near(t, "Brier", brier, r.Brier, err)
	}
	for _, r := range load(t).Scores {
		P := mat.NewDense(len(r.Prob), 2, nil)
		for i, p := range r.Prob {
			P.SetRow(i, []float64{1 - p, p})
		}
		loss, err := LogLoss(P, r.Binary)
		near(t, "log loss of two classes", loss, r.LogLoss, err)
		brier, err := Brier(P, r.Binary)
		near(t, "Brier of two classes", brier/2, r.Brier, err)
		bins, err := Calibration(r.Prob, r.Binary, 1, r.Bins)
		if err != nil {
			t.Fatal(err)
		}
		var mean, freq []float64
		for _, b := range bins {
			if b.N > 0 {
				mean, freq = append(mean, b.Mean), append(freq, b.Frequency)
			}
		}
		testkit.Near(t, "mean probabilities", mean, r.CalibrationMean, 1e-14)
		testkit.Near(t, "frequencies", freq, r.CalibrationFrequency, 1e-14)
	}
}

func TestIntervalsAgainstScipy(t *testing.T) {
	for _, c := range load(t).Intervals {
		i, err := NewInterval(c.Errors, c.N, c.Level, c.Method)
		if err != nil || math.Abs(i.Lo-c.Lo) > 1e-8 || math.Abs(i.Hi-c.Hi) > 1e-8 {
			t.Errorf("%d of %d, %v, level %v: %+v, %v, want [%v, %v]", c.Errors, c.N, c.Method, c.Level, i, err, c.Lo, c.Hi)
		}
	}
}

func TestJSON(t *testing.T) {
	r := load(t)
	c, err := NewConfusion(r.Labels[0].Predicted, r.Labels[0].Truth)
	if err != nil {
		t.Fatal(err)
	}
	if back := testkit.RoundTrip(t, c); !testkit.Bits(back.F1(), c.F1()) {
		t.Error("other F1 from JSON")
	}
	roc, err := NewROC(r.Scores[0].Scores, r.Scores[0].Binary, 1)
	if err != nil {
		t.Fatal(err)
	}
	if back := testkit.RoundTrip(t, roc); back.AUC() != roc.AUC() {
		t.Error("another area from JSON")
	}
	testkit.RoundTrip(t, &Interval{Rate: .1, Lo: 0, Hi: 1})
	method := ClopperPearson
	testkit.RoundTrip(t, &method)
}
