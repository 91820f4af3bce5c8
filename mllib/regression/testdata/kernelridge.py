"""Writes kernelridge.json: scikit-learn's KernelRidge on fixed data. Run: python kernelridge.py (scikit-learn 1.9.1)."""
import json
import numpy as np
from sklearn.kernel_ridge import KernelRidge

rng = np.random.default_rng(3)
cases = []
for n, d, kernel, args in [
    (40, 3, "rbf", dict(gamma=.4)), (40, 3, "laplacian", dict(gamma=.4)), (30, 2, "polynomial", dict(degree=3, gamma=.5, coef0=1)), (25, 5, "linear", {}),
]:
    x, y, w, new = rng.standard_normal((n, d)), rng.standard_normal(n), rng.uniform(.2, 2, n), rng.standard_normal((6, d))
    for alpha in [1e-3, 1, 50]:
        plain = KernelRidge(alpha=alpha, kernel=kernel, **args).fit(x, y)
        weighted = KernelRidge(alpha=alpha, kernel=kernel, **args).fit(x, y, sample_weight=w)
        cases.append({
            "kernel": kernel, "lambda": alpha, "x": x.tolist(), "y": y.tolist(), "w": w.tolist(), "new": new.tolist(),
            "dual": plain.dual_coef_.tolist(), "predicted": plain.predict(new).tolist(), "weighted": weighted.predict(new).tolist(),
        })
with open("kernelridge.json", "w") as f:
    json.dump(cases, f)
