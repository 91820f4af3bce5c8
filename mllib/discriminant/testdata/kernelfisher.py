"""Reference numbers for KernelFisher, written as kernelfisher.json beside this script.

    pip install scikit-learn && python3 kernelfisher.py

scikit-learn has no kernel Fisher discriminant. Its KernelRidge on the centred Gram matrix and centred labels has the same direction for alpha = μ, and
its LDA (solver "lsqr", shrinkage towards the identity) the same rule on explicit features; what is stored are projections of the observations around their mean, of length 1, and the
scores of the rule in units of the distance of the projected means.
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.datasets import load_iris
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import laplacian_kernel, polynomial_kernel, rbf_kernel

iris = load_iris()
x, y = iris.data[50:], iris.target[50:]
keep = [i for i in range(100) if i % 3 != 1 or i < 30]  # classes of unequal size
x, y = x[keep], y[keep]
cases = []
for name, gram in [("gaussian", rbf_kernel(x, gamma=0.5)), ("cubic", polynomial_kernel(x, degree=3, gamma=1, coef0=1) / 1e4), ("manhattan", laplacian_kernel(x, gamma=0.25))]:
    for ridge in (0.01, 1.0):
        h = np.eye(len(y)) - 1 / len(y)
        centred = h @ gram @ h
        fit = KernelRidge(kernel="precomputed", alpha=ridge).fit(centred, y - y.mean())
        z = centred @ fit.dual_coef_
        m0, m1 = z[y == 1].mean(), z[y == 2].mean()
        cases.append({"Kernel": name, "Ridge": ridge, "Projections": (z / np.linalg.norm(z)).tolist(), "Scores": ((z - (m0 + m1) / 2) / (m1 - m0)).tolist()})
out = {"Version": "scikit-learn " + sklearn.__version__ + ", numpy " + np.__version__, "X": x.tolist(), "Y": y.tolist(), "Cases": cases}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=None, separators=(",", ":")) + "\n")
