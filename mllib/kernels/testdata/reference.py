"""Reference numbers of scikit-learn's kernels, their gradients by log parameters and its centring, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py

The data are rounded to six digits, so that both programs have the same. Points 0 and 1 of each set are equal, and point 2 is near to them.
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, Matern, RationalQuadratic
from sklearn.metrics import pairwise
from sklearn.preprocessing import KernelCenterer


def points(seed, n, d):
    x = np.round(np.random.default_rng(seed).normal(size=(n, d)) * 1.5, 6)
    x[1] = x[0]
    x[2] = x[0] + 1e-3
    return x


def pairs(x, z):
    """Names are read by the test."""
    m = lambda nu, length: Matern(length, nu=nu)
    return {
        "linear": pairwise.linear_kernel(x, z),
        "polynomial": pairwise.polynomial_kernel(x, z, degree=3, gamma=0.5, coef0=1.5),
        "gaussian gamma": pairwise.rbf_kernel(x, z, gamma=0.3),
        "gaussian": RBF(1.7)(x, z),
        "manhattan": pairwise.laplacian_kernel(x, z, gamma=0.4),
        "sigmoid": pairwise.sigmoid_kernel(x, z, gamma=0.2, coef0=-0.5),
        "laplacian": m(0.5, 2.5)(x, z),
        "matern 1/2": m(0.5, 1.3)(x, z),
        "matern 3/2": m(1.5, 1.3)(x, z),
        "matern 5/2": m(2.5, 1.3)(x, z),
        "matern 7/2": m(3.5, 1.3)(x, z),
        "matern 13/2": m(6.5, 1.3)(x, z),
        "rational quadratic": RationalQuadratic(1.3, alpha=0.7)(x, z),
        "composed": (2.0 * RBF(1.7) + ConstantKernel(0.3) * m(2.5, 1.3) * DotProduct(1.2))(x, z),
    }


def gradients(x):
    """By the logarithms of the parameters, in scikit-learn's (alphabetical) order."""
    kernels = {
        "gaussian": RBF(1.7),
        "matern 1/2": Matern(1.3, nu=0.5),
        "matern 3/2": Matern(1.3, nu=1.5),
        "matern 5/2": Matern(1.3, nu=2.5),
        "rational quadratic": RationalQuadratic(1.3, alpha=0.7),
        "composed": 2.0 * RBF(1.7) + 0.3 * Matern(1.3, nu=2.5),
    }
    return {name: np.moveaxis(k(x, eval_gradient=True)[1], 2, 0).tolist() for name, k in kernels.items()}


def case(seed, n, m, d):
    x, z = points(seed, n, d), points(seed + 1, m, d)
    z[3] = x[0]
    gram, cross = pairwise.rbf_kernel(x, gamma=0.3), pairwise.rbf_kernel(z, x, gamma=0.3)
    centre = KernelCenterer().fit(gram)
    return {
        "x": x.tolist(), "z": z.tolist(), "gradients": gradients(x),
        "cross": {name: k.tolist() for name, k in pairs(x, z).items()},
        "centred": centre.transform(gram).tolist(), "centredCross": centre.transform(cross).tolist(),
    }


if __name__ == "__main__":
    out = {"version": sklearn.__version__, "cases": [case(1, 7, 5, 1), case(3, 6, 5, 3), case(5, 6, 5, 40)]}
    pathlib.Path(__file__).with_name("sklearn.json").write_text(json.dumps(out) + "\n")
