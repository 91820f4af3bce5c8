"""Posteriors of scikit-learn's discriminant analyses, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis

cases = []
for seed, n, d, k in [(1, 40, 2, 2), (2, 60, 3, 3), (3, 90, 4, 4)]:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % k + 1
    x = np.round(rng.normal(size=(n, d)) * (1 + 0.3 * y[:, None]) + 0.8 * y[:, None] * rng.normal(size=d), 4)
    # scikit-learn 1.9 divides the covariances by n and n_k
    lda = LinearDiscriminantAnalysis(solver="svd", tol=0, store_covariance=True).fit(x, y)
    qda = QuadraticDiscriminantAnalysis(tol=0).fit(x, y)
    cases.append({"X": x.tolist(), "Y": y.tolist(), "Cov": lda.covariance_.ravel().tolist(), "Common": lda.predict_proba(x).tolist(), "Separate": qda.predict_proba(x).tolist(),
                  "Predicted": qda.predict(x).tolist()})
out = {"Version": "scikit-learn " + sklearn.__version__, "Cases": cases}
(pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")
