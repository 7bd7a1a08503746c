"""A `fit` network from the graph of a model folder, so that a training goes on from what is packaged."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from .fit_net import Fit


def restored(graph: Path, code: str) -> Fit:
    """The network of one language; weights in 8 bits become float32. What the graph lacks is new, and counts nothing at first."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(graph).graph.initializer}
    values: dict[str, np.ndarray] = {}
    for name, tensor in stored.items():
        base = name.removesuffix(".int8")
        if base != name:
            values[base] = tensor.astype(np.float32) * stored[f"{base}.scale"].reshape(-1, 1)
        elif tensor.dtype == np.float32 and not name.endswith(".scale"):
            values[name] = tensor.copy()
    values[f"tables.{code}"] = values.pop("embeddings")
    values["tau"] = np.concatenate([values.pop(f"tau{at}") for at in range(3)])
    torch.manual_seed(1)
    model = Fit({code: torch.from_numpy(values[f"tables.{code}"])})
    wanted = model.state_dict()
    if values["d1.weight"].shape[1] < wanted["d1.weight"].shape[1]:
        values["d1.weight"] = np.pad(values["d1.weight"], ((0, 0), (0, 1)))
    taken = {name: torch.from_numpy(values[name]) for name in wanted if name in values}
    model.load_state_dict(wanted | taken)
    return model.eval()
