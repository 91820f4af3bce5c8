package metrics

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// reference is what testdata/reference.py writes.
type reference struct {
	Truth, Predicted      []int
	Error                 float64
	Confusion             [][]int
	Recall, Precision, F1 []float64
	P3                    [][]float64
	LogLoss3              float64
	Binary                []int
	Scores, Prob          []float64
	FPR, TPR              []float64
	AUC, LogLoss, Brier   float64
	CalibrationFrequency  []float64
	CalibrationMean       []float64
	Intervals             []struct {
		Errors, N     int
		Level, Lo, Hi float64
		Method        Method
	}
}

func load(t *testing.T) *reference {
	t.Helper()
	text, err := os.ReadFile("testdata/sklearn.json")
	if err != nil {
		t.Fatal(err)
	}
	r := new(reference)
	if err := json.Unmarshal(text, r); err != nil {
		t.Fatal(err)
	}
	return r
}

func near(t *testing.T, what string, got, want float64, err error) {
	t.Helper()
	if err != nil || !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) {
		t.Errorf("%s: %v, %v, want %v", what, got, err, want)
	}
}

func TestLabelsAgainstScikitLearn(t *testing.T) {
	r := load(t)
	rate, err := ErrorRate(r.Predicted, r.Truth)
	near(t, "error rate", rate, r.Error, err)
	c, err := NewConfusion(r.Predicted, r.Truth)
	if err != nil || !reflect.DeepEqual(c.Counts, r.Confusion) {
		t.Fatalf("confusion %v, %v, want %v", c, err, r.Confusion)
	}
	for what, pair := range map[string][2][]float64{"recall": {c.Recall(), r.Recall}, "precision": {c.Precision(), r.Precision}, "F1": {c.F1(), r.F1}} {
		if !floats.EqualApprox(pair[0], pair[1], 1e-14) {
			t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
		}
	}
}

func TestScoresAgainstScikitLearn(t *testing.T) {
	r := load(t)
	c, err := NewROC(r.Scores, r.Binary, 1)
	if err != nil || !floats.EqualApprox(c.FPR, r.FPR, 1e-15) || !floats.EqualApprox(c.TPR, r.TPR, 1e-15) {
		t.Errorf("ROC %+v, %v", c, err)
	}
	area, err := AUC(r.Scores, r.Binary, 1)
	near(t, "AUC", area, r.AUC, err)
}

func TestProbabilitiesAgainstScikitLearn(t *testing.T) {
	r := load(t)
	P := mat.NewDense(len(r.Prob), 2, nil)
	for i, p := range r.Prob {
		P.SetRow(i, []float64{1 - p, p})
	}
	loss, err := LogLoss(P, r.Binary)
	near(t, "log loss", loss, r.LogLoss, err)
	loss, err = LogLoss(mat.NewDense(len(r.P3), 3, slices.Concat(r.P3...)), r.Truth)
	near(t, "log loss of three classes", loss, r.LogLoss3, err)
	brier, err := Brier(P, r.Binary)
	near(t, "Brier", brier/2, r.Brier, err)
	bins, err := Calibration(r.Prob, r.Binary, 1, 8)
	if err != nil {
		t.Fatal(err)
	}
	var mean, freq []float64
	for _, b := range bins {
		if b.N > 0 {
			mean, freq = append(mean, b.Mean), append(freq, b.Frequency)
		}
	}
	if !floats.EqualApprox(mean, r.CalibrationMean, 1e-14) || !floats.EqualApprox(freq, r.CalibrationFrequency, 1e-14) {
		t.Errorf("calibration %v", bins)
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
