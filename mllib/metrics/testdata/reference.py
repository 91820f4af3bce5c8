"""Reference numbers of scikit-learn and scipy for the metrics, written as sklearn.json beside this script.

    pip install scikit-learn scipy && python3 reference.py
"""
import json
import pathlib

import numpy as np
import sklearn
from scipy import stats
from sklearn import metrics
from sklearn.calibration import calibration_curve

rng = np.random.default_rng(7)
n = 200
truth = rng.integers(0, 3, n)
predicted = np.where(rng.random(n) < 0.7, truth, rng.integers(0, 3, n))
p3 = rng.dirichlet([1, 1, 1], n)
binary = (rng.random(n) < 0.4).astype(int)
scores = np.round(binary + rng.normal(size=n), 1)  # rounded, so that some are equal
prob = 1 / (1 + np.exp(-2 * scores + 1))
fpr, tpr, _ = metrics.roc_curve(binary, scores, drop_intermediate=False)
freq, mean = calibration_curve(binary, prob, n_bins=8)
method = {"wilson": "wilson", "clopper-pearson": "exact"}
intervals = []
for k, m, level in [(0, 10, 0.95), (3, 10, 0.9), (10, 10, 0.95), (57, 400, 0.99), (1, 1, 0.5)]:
    for name, their in method.items():
        ci = stats.binomtest(k, m).proportion_ci(level, their)
        intervals.append({"Errors": k, "N": m, "Level": level, "Method": name, "Lo": ci.low, "Hi": ci.high})
out = {
    "Version": "scikit-learn " + sklearn.__version__,
    "Truth": truth.tolist(), "Predicted": predicted.tolist(),
    "Error": metrics.zero_one_loss(truth, predicted), "Confusion": metrics.confusion_matrix(truth, predicted).tolist(),
    "Recall": metrics.recall_score(truth, predicted, average=None).tolist(),
    "Precision": metrics.precision_score(truth, predicted, average=None).tolist(),
    "F1": metrics.f1_score(truth, predicted, average=None).tolist(),
    "P3": p3.tolist(), "LogLoss3": metrics.log_loss(truth, p3),
    "Binary": binary.tolist(), "Scores": scores.tolist(), "Prob": prob.tolist(),
    "FPR": fpr.tolist(), "TPR": tpr.tolist(), "AUC": metrics.roc_auc_score(binary, scores),
    "LogLoss": metrics.log_loss(binary, prob), "Brier": metrics.brier_score_loss(binary, prob),
    "CalibrationFrequency": freq.tolist(), "CalibrationMean": mean.tolist(), "Intervals": intervals,
}
(pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")
