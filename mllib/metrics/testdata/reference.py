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


def labels(seed, n, names, shares, right):
    """True labels with these shares, and predictions that are right with this probability."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(len(names), p=shares, size=n)
    predicted = np.where(rng.random(n) < right, truth, rng.integers(0, len(names), n))
    if len(names) > 3:
        predicted[predicted == len(names) - 1] = 0  # one class is never predicted
    p = rng.dirichlet(np.ones(len(names)) / 3, n)
    truth_names, predicted_names = np.array(names)[truth], np.array(names)[predicted]
    keep = {"zero_division": np.nan}
    return {
        "Truth": truth_names.tolist(), "Predicted": predicted_names.tolist(), "Class": truth.tolist(),
        "Error": metrics.zero_one_loss(truth, predicted), "Confusion": metrics.confusion_matrix(truth_names, predicted_names).tolist(),
        "Recall": metrics.recall_score(truth_names, predicted_names, average=None, **keep).tolist(),
        "Precision": [None if np.isnan(v) else v for v in metrics.precision_score(truth_names, predicted_names, average=None, **keep)],
        "F1": metrics.f1_score(truth_names, predicted_names, average=None).tolist(),
        "P": p.tolist(), "LogLoss": metrics.log_loss(truth, p, labels=range(len(names))),
        "Brier": float(((p - np.eye(len(names))[truth]) ** 2).sum(1).mean()),
        "Rand": metrics.rand_score(truth, predicted), "AdjustedRand": metrics.adjusted_rand_score(truth, predicted),
    }


def scores(seed, n, share, digits, bins):
    """Two classes, and scores rounded to some digits, so that some are equal."""
    rng = np.random.default_rng(seed)
    binary = (rng.random(n) < share).astype(int)
    value = np.round(binary + rng.normal(size=n), digits)
    prob = 1 / (1 + np.exp(-2 * value + 1))
    fpr, tpr, threshold = metrics.roc_curve(binary, value, drop_intermediate=False)
    freq, mean = calibration_curve(binary, prob, n_bins=bins)
    return {
        "Binary": binary.tolist(), "Scores": value.tolist(), "Prob": prob.tolist(), "FPR": fpr.tolist(), "TPR": tpr.tolist(),
        "Threshold": threshold[1:].tolist(), "AUC": metrics.roc_auc_score(binary, value), "LogLoss": metrics.log_loss(binary, prob),
        "Brier": metrics.brier_score_loss(binary, prob), "Bins": bins, "CalibrationFrequency": freq.tolist(), "CalibrationMean": mean.tolist(),
    }


method = {"wilson": "wilson", "clopper-pearson": "exact"}
intervals = []
for k, m, level in [(0, 10, 0.95), (3, 10, 0.9), (10, 10, 0.95), (57, 400, 0.99), (1, 1, 0.5), (2, 100000, 0.95), (1, 7, 0.999)]:
    for name, their in method.items():
        ci = stats.binomtest(k, m).proportion_ci(level, their)
        intervals.append({"Errors": k, "N": m, "Level": level, "Method": name, "Lo": ci.low, "Hi": ci.high})
out = {
    "Version": "scikit-learn " + sklearn.__version__,
    "Labels": [labels(7, 200, [0, 1, 2], [1 / 3, 1 / 3, 1 / 3], 0.7), labels(8, 300, [-1, 1], [0.93, 0.07], 0.8),
               labels(9, 150, [2, 5, 7, 11], [0.6, 0.25, 0.1, 0.05], 0.5)],
    "Scores": [scores(7, 200, 0.4, 1, 8), scores(8, 400, 0.03, 2, 10), scores(9, 60, 0.9, 0, 5)],
    "Intervals": intervals,
}
(pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")
