"""Writes linear.json: linear machines of scikit-learn on 1,200 rows, for the tests of package svm.

    pip install scikit-learn && python3 linear.py

LinearSVC and LinearSVR penalise the offset, SVC and SVR do not.
"""
import json
import pathlib

import numpy as np
from sklearn.svm import SVC, SVR, LinearSVC, LinearSVR


def main():
    rng = np.random.default_rng(5)
    n, d = 1200, 4
    x = np.round(rng.normal(size=(n, d)) * [1, 1, 2, .5] + [0, 1, 0, 0], 2)
    signal = x @ [1, -1, .5, 0] + 1 + 1.5 * rng.normal(size=n)
    y, z = np.where(signal > 0, 1, -1), np.round(signal, 2)
    w = np.round(rng.uniform(0, 2, size=n), 1)
    out = {"x": x.tolist(), "y": y.tolist(), "z": z.tolist(), "w": w.tolist(), "fits": []}

    def keep(model, kind, squares, c, scaling, weighted):
        target = y if kind == "class" else z
        m = model.fit(x, target, sample_weight=w if weighted else None)
        out["fits"].append({"kind": kind, "squares": squares, "c": c, "scaling": scaling, "weighted": weighted, "w": np.ravel(m.coef_).tolist(), "b": float(np.ravel(m.intercept_)[0])})

    exact = {"tol": 1e-10, "max_iter": 200_000, "random_state": 1}
    for c in [.01, 1]:
        for scaling in [0, 1, 3]:
            free = {"fit_intercept": scaling > 0, "intercept_scaling": max(scaling, 1)}
            keep(LinearSVC(C=c, loss="squared_hinge", dual=False, **free, **exact), "class", True, c, scaling, c == 1)
            keep(LinearSVC(C=c, loss="hinge", **free, **exact), "class", False, c, scaling, c == 1)
            keep(LinearSVR(C=c, epsilon=.3, loss="squared_epsilon_insensitive", dual=False, **free, **exact), "number", True, c, scaling, c == 1)
            keep(LinearSVR(C=c, epsilon=.3, loss="epsilon_insensitive", dual=True, **free, **exact), "number", False, c, scaling, c == 1)
        for weighted in [False, True]:
            keep(SVC(C=c, kernel="linear", tol=1e-8), "class", False, c, -1, weighted)
            keep(SVR(C=c, kernel="linear", epsilon=.3, tol=1e-8), "number", False, c, -1, weighted)
    (pathlib.Path(__file__).parent / "linear.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")


main()
