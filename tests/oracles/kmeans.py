"""Optima of scikit-learn's k-means from given centres: writes tests/data/kmeans.json.

    python tests/oracles/kmeans.py
"""

import json
from pathlib import Path

import numpy as np
from sklearn.cluster import KMeans

rng = np.random.default_rng(5)
cases = []
for groups, count, k, spread in [(3, 30, 3, 0.2), (5, 60, 4, 1.0), (2, 40, 6, 0.5), (8, 80, 8, 2.0),
                                 (4, 25, 2, 1.5), (6, 90, 10, 1.0), (1, 20, 3, 1.0), (10, 100, 5, 0.4)]:  # fmt: skip
    middles = rng.normal(0, 4, (groups, 5))
    points = np.round(middles[rng.integers(0, groups, count)] + rng.normal(0, spread, (count, 5)), 3)
    start = points[rng.choice(count, k, replace=False)]
    found = KMeans(k, init=start, n_init=1, max_iter=300, tol=0, algorithm="lloyd").fit(points)
    cases.append({
        "points": points.tolist(), "start": start.tolist(), "centres": found.cluster_centers_.tolist(),
        "labels": found.labels_.tolist(), "inertia": float(found.inertia_),
    })  # fmt: skip
path = Path(__file__).parents[1] / "data" / "kmeans.json"
path.write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
