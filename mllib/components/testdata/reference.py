"""Reference numbers of scikit-learn's PCA and KernelPCA, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py

The data are rounded to six digits, so that both programs have the same.
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.decomposition import PCA, KernelPCA

cases = []
for seed, (n, d) in enumerate([(30, 4), (6, 15), (50, 2)]):
    r = np.random.default_rng(seed)
    mix = np.diag(2.0 ** -np.arange(d)) if d < 10 else np.diag(1.0 + np.arange(d))
    x = np.round(r.normal(size=(n, d)) @ mix + 3, 6)
    z = np.round(r.normal(size=(5, d)) + 3, 6)
    k = 2
    p = PCA(k, svd_solver="full").fit(x)
    gamma = 0.1 / d
    q = KernelPCA(k, kernel="rbf", gamma=gamma, eigen_solver="dense").fit(x)
    cases.append(dict(
        X=x.tolist(), Z=z.tolist(), Gamma=gamma, Mean=p.mean_.tolist(), Components=p.components_.tolist(), Variances=p.explained_variance_.tolist(),
        Shares=p.explained_variance_ratio_.tolist(), Coordinates=p.transform(z).tolist(), Back=p.inverse_transform(p.transform(z)).tolist(),
        Eigenvalues=q.eigenvalues_.tolist(), KernelCoordinates=q.transform(z).tolist()))
out = pathlib.Path(__file__).with_name("sklearn.json")
out.write_text(json.dumps(dict(Version=sklearn.__version__, Cases=cases)) + "\n")
