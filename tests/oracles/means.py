"""Percentile bootstraps of means, by NumPy quantiles."""

import random

import numpy as np

import invented
from roc import SplitMix64


def main():
    draw = random.Random(5)
    cases = []
    for number in range(40):
        values = [round(draw.gauss(0.3, draw.choice([0.01, 0.2, 5])), 4) for _ in range(draw.choice([1, 2, 9, 60]))]
        stream = SplitMix64(number)
        replicates = draw.choice([40, 100, 333])
        means = [
            sum(values[stream.below(len(values))] for _ in values) / len(values)
            for _ in range(replicates)
        ]
        cases.append({
            "values": values,
            "replicates": replicates,
            "seed": number,
            "mean": float(np.mean(values)),
            "interval": [float(q) for q in np.quantile(means, [0.025, 0.975])],
        })
    invented.write("means", cases)


if __name__ == "__main__":
    main()
