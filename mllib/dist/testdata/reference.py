"""Log densities of scipy.stats, written as scipy.json beside this script.

    pip install scipy && python3 reference.py
"""
import json
import pathlib

import numpy as np
import scipy
from scipy import stats

cases = []
for seed, n, d in [(1, 5, 1), (2, 6, 2), (3, 4, 5), (4, 3, 20)]:
    rng = np.random.default_rng(seed)
    a = rng.normal(size=(d, d))
    cov, mean, x = a @ a.T + 0.5 * np.eye(d), rng.normal(size=d), 2 * rng.normal(size=(n, d))
    cov = (cov + cov.T) / 2
    logp = np.atleast_1d(stats.multivariate_normal(mean, cov).logpdf(x))
    cases.append({"Mean": mean.tolist(), "Cov": cov.ravel().tolist(), "X": x.tolist(), "LogProb": logp.tolist()})

x = [-3.0, -0.5, 0.0, 0.7, 2.5, 30.0]
w, mu, s = [0.2, 0.5, 0.3], [-1.0, 0.5, 2.0], [0.3, 1.0, 2.0]
parts = np.array([np.log(wk) + stats.norm(m, sk).logpdf(x) for wk, m, sk in zip(w, mu, s)])
mixture = {"W": w, "Mu": mu, "Sigma": s, "X": x, "LogProb": scipy.special.logsumexp(parts, axis=0).tolist(),
           "CDF": sum(wk * stats.norm(m, sk).cdf(x) for wk, m, sk in zip(w, mu, s)).tolist()}
dirichlet = []
for seed, alpha in [(5, [1, 1, 1]), (6, [0.3, 2, 5.5]), (7, [40, 2, 1e3, 0.05]), (8, [1e-3, 7]), (9, [2.5])]:
    law, p = stats.dirichlet(alpha), np.random.default_rng(seed).dirichlet(np.ones(len(alpha)), size=4)
    dirichlet.append({"Alpha": alpha, "X": p.tolist(), "LogProb": [float(law.logpdf(row)) for row in p], "Mean": np.atleast_1d(law.mean()).tolist(),
                      "Cov": np.atleast_2d(law.cov()).ravel().tolist()})
out = {"Version": "scipy " + scipy.__version__, "Cases": cases, "Mixture": mixture, "Dirichlet": dirichlet}
(pathlib.Path(__file__).parent / "scipy.json").write_text(json.dumps(out) + "\n")
