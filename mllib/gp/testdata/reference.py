"""Reference numbers of scikit-learn and scipy for the tests of package gp.

    pip install scikit-learn && python3 reference.py > sklearn.json
"""

import json
import warnings

import numpy as np
from scipy.integrate import quad
from scipy.interpolate import make_smoothing_spline
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern, RationalQuadratic, WhiteKernel

warnings.filterwarnings("ignore")


def regression(name, kernel, noise, n, d, seed):
    """A fit with the parameters as they are; noise is a variance for each row."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, size=(n, d))
    y = np.sin(2 * x[:, 0]) + x[:, -1] ** 2 + 0.2 * rng.normal(size=n)
    z = rng.uniform(-3, 3, size=(7, d))
    w = rng.uniform(0.5, 2, size=n) if seed % 2 else np.ones(n)
    m = GaussianProcessRegressor(kernel, alpha=noise / w, optimizer=None).fit(x, y)
    mean, cov = m.predict(z, return_cov=True)
    _, deviation = m.predict(z, return_std=True)
    value, gradient = m.log_marginal_likelihood(m.kernel_.theta, eval_gradient=True)
    return {"Name": name, "Noise": noise, "X": x, "Y": y, "W": w, "Z": z, "Mean": mean, "Cov": cov, "Variance": deviation**2, "LogEvidence": value,
            "Gradient": gradient}


def searched(seed):
    """The parameters of largest evidence, with the noise among them."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, size=(60, 1))
    y = np.sin(3 * x[:, 0]) + 0.3 * rng.normal(size=60)
    m = GaussianProcessRegressor(ConstantKernel(1) * RBF(1) + WhiteKernel(0.1), alpha=0)
    m.optimizer = lambda f, start, bounds: tight(f, start, bounds)
    m.fit(x, y)
    return {"X": x, "Y": y, "Theta": np.exp(m.kernel_.theta), "LogEvidence": m.log_marginal_likelihood_value_}


def classifier(name, kernel, n, d, seed):
    """Laplace's approximation with the parameters as they are."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, size=(n, d))
    y = np.where(np.sin(2 * x[:, 0]) + x[:, -1] + 0.4 * rng.normal(size=n) > 0, 1, -1)
    z = rng.uniform(-3, 3, size=(7, d))
    m = GaussianProcessClassifier(kernel, optimizer=None).fit(x, y)
    value, gradient = m.log_marginal_likelihood(m.kernel_.theta, eval_gradient=True)
    mean, variance = m.latent_mean_and_variance(z)
    return {"Name": name, "X": x, "Y": y, "Z": z, "Mean": mean, "Variance": variance, "Posterior": [average(*v) for v in zip(mean, variance)],
            "Approximate": m.predict_proba(z)[:, 1], "LogEvidence": value,
            "Gradient": gradient}


def average(mean, variance):
    """The integral for which scikit-learn takes a sum of error functions."""
    s = np.sqrt(variance)
    return quad(lambda u: expit(mean + s * u) * np.exp(-u * u / 2) / np.sqrt(2 * np.pi), -12, 12, epsabs=1e-12, epsrel=1e-12, limit=500)[0]


def tight(f, start, bounds):
    r = minimize(f, start, jac=True, bounds=bounds, method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-9})
    return r.x, r.fun


def spline(lam, seed):
    """The natural cubic smoothing spline that minimises the sum of squared residuals plus lam times the integral of f''^2."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 1, size=30))
    y = np.sin(5 * x) + 0.2 * rng.normal(size=30)
    z = np.linspace(0, 1, 21)
    return {"X": x[:, None], "Y": y, "Lambda": lam, "Z": z[:, None], "Mean": natural(make_smoothing_spline(x, y, lam=lam), x, z)}


def natural(s, x, z):
    """The spline, straight outside the observations."""
    inside = np.clip(z, x[0], x[-1])
    return s(inside) + s.derivative()(inside) * (z - inside)


def plain(v):
    if isinstance(v, dict):
        return {k: plain(e) for k, e in v.items()}
    if isinstance(v, (list, tuple)):
        return [plain(e) for e in v]
    return v.tolist() if isinstance(v, (np.ndarray, np.floating, np.integer)) else v


print(json.dumps(plain({
    "Regression": [
        regression("gaussian", ConstantKernel(1.7) * RBF(0.8), 0.05, 40, 1, 1),
        regression("gaussian", ConstantKernel(1.7) * RBF(0.8), 0.05, 60, 3, 2),
        regression("matern", ConstantKernel(0.6) * Matern(1.1, nu=2.5), 0.1, 30, 2, 3),
        regression("sum", ConstantKernel(0.6) * Matern(1.1, nu=1.5) + ConstantKernel(2.0) * RBF(3.0), 0.02, 50, 2, 4),
        regression("rational quadratic", RationalQuadratic(length_scale=1.3, alpha=0.7), 0.3, 25, 2, 6),
        regression("gaussian", ConstantKernel(1.7) * RBF(0.8), 1e-8, 12, 2, 8),
        regression("gaussian", ConstantKernel(1.7) * RBF(0.8), 0.05, 1, 1, 10),
    ],
    "Classifier": [
        classifier("gaussian", ConstantKernel(1.7) * RBF(0.8), 40, 1, 1),
        classifier("gaussian", ConstantKernel(1.7) * RBF(0.8), 60, 3, 2),
        classifier("matern", ConstantKernel(0.6) * Matern(1.1, nu=2.5), 30, 2, 3),
        classifier("sum", ConstantKernel(0.6) * Matern(1.1, nu=1.5) + ConstantKernel(2.0) * RBF(3.0), 50, 2, 4),
        classifier("large", ConstantKernel(400.0) * RBF(1.5), 50, 2, 5),
    ],
    "Splines": [spline(1e-4, 1), spline(1e-2, 2), spline(1, 3)],
    "Searched": [searched(1), searched(2)],
})))
