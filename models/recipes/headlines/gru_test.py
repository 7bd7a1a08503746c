"""Tests of the GRU layers: states and gradients are those of PyTorch's, in 64 bits.

PYTHONPATH=models python -m unittest recipes.headlines.gru_test
"""

import unittest

import torch
from torch import nn

from .gru import Gru

_INPUTS, _HIDDEN, _BATCH, _STEPS, _LAYERS = 5, 4, 3, 6, 2


def _onnx_order(gates: torch.Tensor) -> torch.Tensor:
    """PyTorch's reset, update, new to update, reset, new."""
    reset, update, new = gates.chunk(3)
    return torch.cat([update, reset, new])


class GruTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.layers = [nn.GRU(_INPUTS, _HIDDEN).double() for _ in range(_LAYERS)]
        self.own = Gru(_INPUTS, _HIDDEN, _LAYERS).double()
        with torch.no_grad():
            for at, layer in enumerate(self.layers):
                self.own.input_weight[at] = _onnx_order(layer.weight_ih_l0).T
                self.own.weight[at] = _onnx_order(layer.weight_hh_l0).T
                of_state = _onnx_order(layer.bias_hh_l0)
                self.own.bias[at] = _onnx_order(layer.bias_ih_l0)
                self.own.bias[at, 0, : 2 * _HIDDEN] += of_state[: 2 * _HIDDEN]
                self.own.added[at] = of_state[2 * _HIDDEN :]

    def close(self, found: torch.Tensor, wanted: torch.Tensor) -> None:
        torch.testing.assert_close(found, wanted, rtol=0, atol=1e-12)

    def test_states_and_gradients(self):
        texts = torch.randn(_LAYERS, _STEPS, _BATCH, _INPUTS).double().requires_grad_()
        start = torch.randn(_LAYERS, _BATCH, _HIDDEN).double().requires_grad_()
        weighing = torch.randn(_LAYERS, _STEPS, _BATCH, _HIDDEN).double()
        found = self.own(texts, start)
        wanted = torch.stack([layer(texts[at], start[at : at + 1])[0] for at, layer in enumerate(self.layers)])
        self.close(found, wanted)
        for one, other in zip(
            torch.autograd.grad((found * weighing).sum(), [texts, start]),
            torch.autograd.grad((wanted * weighing).sum(), [texts, start], retain_graph=True),
        ):
            self.close(one, other)
        (self.own(texts, start) * weighing).sum().backward()
        (wanted * weighing).sum().backward()
        for at, layer in enumerate(self.layers):
            self.close(self.own.input_weight.grad[at], _onnx_order(layer.weight_ih_l0.grad).T)
            self.close(self.own.weight.grad[at], _onnx_order(layer.weight_hh_l0.grad).T)
            self.close(self.own.bias.grad[at, 0], _onnx_order(layer.bias_ih_l0.grad))
            self.close(self.own.added.grad[at, 0], _onnx_order(layer.bias_hh_l0.grad)[2 * _HIDDEN :])

    def test_the_state_before_the_first_step_is_0_unless_given(self):
        texts = torch.randn(_LAYERS, _STEPS, _BATCH, _INPUTS).double()
        self.close(self.own(texts), self.own(texts, torch.zeros(_LAYERS, _BATCH, _HIDDEN).double()))


if __name__ == "__main__":
    unittest.main()
