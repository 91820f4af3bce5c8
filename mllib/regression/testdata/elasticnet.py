"""Writes elasticnet.json: scikit-learn's ElasticNet and enet_path on fixed data. Run: python elasticnet.py."""
import json
import numpy as np
from sklearn.linear_model import ElasticNet, enet_path

rng = np.random.default_rng(12)
cases = []
for n, d in [(40, 5), (25, 40)]:
    x = np.round(rng.standard_normal((n, d)) + 3, 6)
    y = np.round(2 + x[:, 0] - 2 * x[:, 1] + .5 * rng.standard_normal(n), 6)
    w = np.round(rng.uniform(.2, 3, n), 6)
    for ratio in [1.0, .5]:
        for alpha in [.03, .3]:
            f = lambda **k: ElasticNet(alpha=alpha, l1_ratio=ratio, tol=1e-14, max_iter=10**6, **k)
            a, b, c = f().fit(x, y), f().fit(x, y, sample_weight=w), f(fit_intercept=False).fit(x, y)
            cases.append({"x": x.tolist(), "y": y.tolist(), "w": w.tolist(), "alpha": alpha, "ratio": ratio,
                "plain": [*a.coef_, a.intercept_], "weighted": [*b.coef_, b.intercept_], "origin": [*c.coef_, 0.0]})
    if d == 5:
        path = enet_path(x - x.mean(0), y - y.mean(), l1_ratio=1.0, alphas=[1, .5, .1, .01], tol=1e-14, max_iter=10**6)
        cases[0]["alphas"], cases[0]["path"] = path[0].tolist(), path[1].T.tolist()
with open("elasticnet.json", "w") as f:
    json.dump(cases, f)
