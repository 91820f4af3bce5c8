"""Reference numbers of statsmodels' least squares and of scikit-learn's ridge regression, written as reference.json beside this script.

    pip install statsmodels scikit-learn && python3 reference.py

The data are rounded to six digits, so that all programs have the same.
"""
import json
import pathlib

import numpy as np
import sklearn
import statsmodels
import statsmodels.api as sm
from sklearn.linear_model import Ridge


def draw(seed, n, d, far=0.0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d)) * 10.0 ** np.arange(-1, d - 1) + far
    x[:, -1] += 0.9 * x[:, 0]
    y = 3 + (x - far) @ (rng.normal(size=d) / 10.0 ** np.arange(-1, d - 1)) + rng.normal(size=n)
    return np.round(x, 6), np.round(y, 6), np.round(rng.uniform(0.2, 3, size=n), 6)


def least_squares(x, y, w, new, intercept):
    add = (lambda a: sm.add_constant(a, prepend=False, has_constant="add")) if intercept else np.asarray
    fit = (sm.OLS(y, add(x)) if np.all(w == 1) else sm.WLS(y, add(x), weights=w)).fit(method="qr")
    p = fit.get_prediction(add(new)).summary_frame(alpha=0.1)
    influence = fit.get_influence() if np.all(w == 1) else None
    out = {
        "params": fit.params, "stdErr": fit.bse, "t": fit.tvalues, "p": fit.pvalues, "rss": fit.ssr, "rSquared": fit.rsquared, "adjusted": fit.rsquared_adj,
        "sigma": np.sqrt(fit.scale), "f": fit.fvalue, "fP": fit.f_pvalue, "mean": p["mean"], "meanSE": p["mean_se"],
        "confLow": p["mean_ci_lower"], "confHigh": p["mean_ci_upper"], "predLow": p["obs_ci_lower"], "predHigh": p["obs_ci_upper"],
    }
    if influence is not None:
        out |= {"leverages": influence.hat_matrix_diag, "leaveOneOut": influence.resid_press, "standardised": influence.resid_studentized_internal,
                "cook": influence.cooks_distance[0]}
    return {k: np.asarray(v).tolist() for k, v in out.items()}


def ridge(x, y, w, intercept):
    out = []
    for alpha in [1e-3, 1.0, 50.0]:
        r = Ridge(alpha=alpha, fit_intercept=intercept, solver="svd" if w is None else "cholesky").fit(x, y, sample_weight=w)
        out.append({"lambda": alpha, "w": r.coef_.tolist(), "b": float(r.intercept_)})
    return out


def case(seed, n, d, far=0.0):
    x, y, w = draw(seed, n, d, far)
    new, ones = np.round(x[:3] + 0.5, 6), np.ones(n)
    return {
        "x": x.tolist(), "y": y.tolist(), "w": w.tolist(), "new": new.tolist(),
        "plain": least_squares(x, y, ones, new, True), "weighted": least_squares(x, y, w, new, True), "origin": least_squares(x, y, ones, new, False),
        "ridge": ridge(x, y, None, True), "ridgeWeighted": ridge(x, y, w, True), "ridgeOrigin": ridge(x, y, None, False),
    }


if __name__ == "__main__":
    rng = np.random.default_rng(9)
    wide = {"x": np.round(rng.normal(size=(6, 15)), 6).tolist(), "y": np.round(rng.normal(size=6), 6).tolist()}
    wide["ridge"] = ridge(np.array(wide["x"]), np.array(wide["y"]), None, True)
    out = {"statsmodels": statsmodels.__version__, "sklearn": sklearn.__version__, "cases": [case(1, 12, 2), case(2, 40, 5), case(3, 30, 3, far=1000.0)], "wide": wide}
    pathlib.Path(__file__).with_name("reference.json").write_text(json.dumps(out) + "\n")
