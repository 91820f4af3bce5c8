"""Writes sklearn.json: support vector machines of scikit-learn on small data, for the tests of package svm.

    pip install scikit-learn && python3 reference.py

Large data are compared by ../../bench/run.sh.
"""
import json
import pathlib

import numpy as np
from sklearn.svm import SVC, SVR, NuSVC, NuSVR


def kernel(name, x):
    """What scikit-learn calls the kernels that the test names."""
    return {"linear": {"kernel": "linear"}, "gaussian": {"kernel": "rbf", "gamma": .5}, "polynomial": {"kernel": "poly", "degree": 3, "gamma": .5, "coef0": 1.},
            "sigmoid": {"kernel": "sigmoid", "gamma": 1., "coef0": -1.}}[name]


def numbers(m, x, new):
    """The coefficients in the order of the rows, the dual objective without its linear part, and the scores of the new rows."""
    beta = np.zeros(len(x))
    beta[m.support_] = m.dual_coef_[0]
    return {"beta": beta.tolist(), "b": float(m.intercept_[0]), "scores": (m.decision_function(new) if hasattr(m, "decision_function") else m.predict(new)).tolist()}


def main():
    rng = np.random.default_rng(3)
    x = np.round(rng.normal(size=(150, 3)), 3)
    new = np.round(rng.normal(size=(20, 3)), 3)
    signal = np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + .7 * rng.normal(size=150)
    y = np.where(signal > 0, 1, -1)
    w = np.round(rng.uniform(0, 3, size=150), 2)
    z = np.round(signal, 3)
    exact = {"tol": 1e-7, "max_iter": 3_000_000, "cache_size": 500}
    out = {"x": x.tolist(), "new": new.tolist(), "y": y.tolist(), "w": w.tolist(), "z": z.tolist(), "price": [], "share": [], "tube": [], "tubeshare": []}
    for k in ["linear", "gaussian", "polynomial", "sigmoid"]:
        for c in [.05, 1, 3 if k == "polynomial" else 30]:
            for weighted in [False, True]:
                if k == "linear" and c > 1 or k == "sigmoid" and c != 1:
                    continue
                m = SVC(C=c, **kernel(k, x), **exact, class_weight={1: 2.5, -1: 1} if weighted else None).fit(x, y, w if weighted else None)
                out["price"].append({"kernel": k, "c": c, "weighted": weighted, **numbers(m, x, new)})
                if k != "sigmoid":
                    m = SVR(C=c, epsilon=.2, **kernel(k, x), **exact).fit(x, z, w if weighted else None)
                    out["tube"].append({"kernel": k, "c": c, "weighted": weighted, **numbers(m, x, new)})
    for k in ["linear", "gaussian", "polynomial"]:
        for nu in [.5, .8]:
            if k != "linear":
                m = NuSVC(nu=nu, **kernel(k, x), **exact).fit(x, y)
                out["share"].append({"kernel": k, "c": nu, "weighted": False, **numbers(m, x, new)})
            m = NuSVR(nu=nu, C=1, **kernel(k, x), **exact).fit(x, z)
            out["tubeshare"].append({"kernel": k, "c": nu, "weighted": False, **numbers(m, x, new)})
    here = pathlib.Path(__file__).parent
    (here / "sklearn.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")


main()
