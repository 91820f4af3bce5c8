"""Writes reference.json: AdaBoost and gradient boosting of scikit-learn, on data whose stumps and trees have no ties."""

import json
import pathlib

import numpy as np
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.tree import DecisionTreeClassifier

rng = np.random.default_rng(18)
n, d = 120, 3
x = np.round(rng.normal(size=(n, d)), 6)
y = np.where(x[:, 0] + np.sin(3 * x[:, 1]) + 0.5 * rng.normal(size=n) > 0, 1, -1)
three = np.digitize(x[:, 0] + x[:, 1] ** 2 + 0.3 * rng.normal(size=n), [0.2, 1.2]) + 1
z = np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.2 * rng.normal(size=n)
w = rng.integers(1, 4, size=n).astype(float)


def adaboost(labels, rounds, weights=None):
    m = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=rounds, random_state=0).fit(x, labels, weights)
    return {
        "column": [int(e.tree_.feature[0]) for e in m.estimators_],
        "threshold": [float(e.tree_.threshold[0]) for e in m.estimators_],
        "alpha": m.estimator_weights_.tolist(),
        "error": m.estimator_errors_.tolist(),
        "staged": [s for s in (1 - np.array(list(m.staged_score(x, labels)))).tolist()],
    }


def regression(**options):
    m = GradientBoostingRegressor(n_estimators=30, random_state=0, **options).fit(x, z)
    return [v.tolist() for v in m.staged_predict(x)]


def classes(labels, **options):
    m = GradientBoostingClassifier(n_estimators=15, random_state=0, **options).fit(x, labels)
    return [v.tolist() for v in m.staged_predict_proba(x)]


out = {
    "x": x.tolist(), "y": y.tolist(), "three": three.tolist(), "z": z.tolist(), "w": w.tolist(),
    "two": adaboost(y, 40), "weighted": adaboost(y, 25, w), "samme": adaboost(three, 25),
    "regression": regression(), "deep": regression(max_depth=5, min_samples_leaf=4, learning_rate=0.3),
    "logistic": classes(y), "exponential": classes(y, loss="exponential", max_depth=2), "softmax": classes(three, max_depth=2),
}
pathlib.Path(__file__).with_name("reference.json").write_text(json.dumps(out))
