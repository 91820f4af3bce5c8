"""Reference numbers of scikit-learn's Perceptron in data order, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py

The data are integers divided by 8, so that both sides compute exactly and the weights must agree to the last bit.
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.linear_model import Perceptron

cases = []
# seed, shape, passes, learning rate, intercept, noise of the labels, shift of the threshold (classes of unequal size), ratio of the
# units of two neighbouring columns (a power of two)
for seed, n, d, epochs, eta, intercept, noise, shift, units in [
        (1, 40, 2, 1, 1.0, True, 0.4, 0.3, 1), (2, 60, 3, 5, 1.0, True, 0.4, 0.3, 1), (3, 100, 5, 10, 0.5, True, 0.4, 0.3, 1),
        (4, 50, 4, 7, 2.0, False, 0.4, 0.3, 1), (5, 80, 2, 20, 0.25, True, 0.4, 0.3, 1), (6, 60, 3, 200, 1.0, True, 0, 0.3, 1),
        (7, 120, 4, 12, 1.0, True, 0.6, 2.5, 1), (8, 50, 20, 30, 0.125, True, 0.4, 0, 1), (9, 70, 3, 15, 1.0, True, 0.4, 0.2, 1024),
        (10, 30, 1, 9, 4.0, True, 0.5, 0, 1), (11, 40, 6, 50, 1.0, False, 0, 0, 64)]:
    rng = np.random.default_rng(seed)
    x = rng.integers(-16, 17, size=(n, d)) / 8
    w = rng.normal(size=d)
    y = np.where(x @ w + shift + noise * rng.normal(size=n) >= 0, 1, -1)
    x = x * float(units) ** np.arange(d)
    model = Perceptron(shuffle=False, max_iter=epochs, tol=None, eta0=eta, fit_intercept=intercept, penalty=None)
    model.fit(x, y)
    cases.append({"X": x.tolist(), "Y": y.tolist(), "Epochs": epochs, "Eta": eta, "Intercept": intercept,
                  "W": model.coef_[0].tolist(), "B": float(model.intercept_[0]), "Predicted": model.predict(x).tolist()})

out = {"Version": "scikit-learn " + sklearn.__version__, "Cases": cases}
(pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")
