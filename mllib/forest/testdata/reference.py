"""Writes reference.json: what forests of scikit-learn do on data of the law below, as means and deviations over seeds."""

import json
import pathlib

import numpy as np
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

rng = np.random.default_rng(17)
n, d = 300, 8


def draw(n):
    x = np.round(rng.normal(size=(n, d)), 5)
    f = x[:, 0] + x[:, 1] * x[:, 2] + 0.5 * x[:, 3] ** 2
    return x, np.digitize(f + 0.5 * rng.normal(size=n), [0.0, 1.0]), f + 0.5 * rng.normal(size=n)


x, y, z = draw(n)
test_x, test_y, test_z = draw(700)
SEEDS = range(12)


def classifier(**options):
    rows = []
    for seed in SEEDS:
        m = RandomForestClassifier(n_estimators=60, oob_score=True, random_state=seed, **options).fit(x, y)
        rows.append([1 - m.score(test_x, test_y), 1 - m.oob_score_, *m.feature_importances_])
    return {"mean": np.mean(rows, axis=0).tolist(), "deviation": np.std(rows, axis=0, ddof=1).tolist()}


def regressor(**options):
    rows = []
    for seed in SEEDS:
        m = RandomForestRegressor(n_estimators=60, oob_score=True, random_state=seed, **options).fit(x, z)
        rows.append([np.mean((m.predict(test_x) - test_z) ** 2), np.mean((m.oob_prediction_ - z) ** 2), *m.feature_importances_])
    return {"mean": np.mean(rows, axis=0).tolist(), "deviation": np.std(rows, axis=0, ddof=1).tolist()}


out = {
    "x": x.tolist(), "y": y.tolist(), "z": z.tolist(), "test_x": test_x.tolist(), "test_y": test_y.tolist(), "test_z": test_z.tolist(),
    "classifier": classifier(), "one": classifier(max_features=1), "most": classifier(max_features=6), "leaf": classifier(min_samples_leaf=5, criterion="entropy"),
    "regressor": regressor(max_features=2), "deep": regressor(max_features=6, max_depth=6),
}
pathlib.Path(__file__).with_name("reference.json").write_text(json.dumps(out))
