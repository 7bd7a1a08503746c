"""The forms beside float32 that the field's repositories hold, of every model of models.py.

usage: forms.py FOLDER [NAME ...]

Of FOLDER/NAME/f32-o14 it makes: slim (onnxslim, as transformers.js does), int8 and uint8 as
ONNX Runtime's dynamic quantizer writes them (per tensor, per channel, in a reduced range), fp16
(onnxconverter-common), q4 and bnb4 (numbers of 4 bits), q4f16, and O1 and O2 (ONNX Runtime's own
optimizer, as sentence-transformers ships them).
Python 3.11 with onnxruntime 1.22, onnxconverter-common 1.16, onnxslim 0.1.98.
"""

import glob
import logging
import os
import sys

import onnx
import onnxslim
from onnxconverter_common import float16
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_bnb4_quantizer import MatMulBnb4Quantizer
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from onnxruntime.transformers import optimizer
from onnxruntime.transformers.fusion_options import FusionOptions

logging.disable(logging.WARNING)


def dynamic(weight, per_channel, reduce_range):
    def make(source, target):
        quantize_dynamic(
            source, target, weight_type=weight, per_channel=per_channel, reduce_range=reduce_range,
            extra_options=dict(EnableSubgraph=True, MatMulConstBOnly=True),
        )
    return make


def graphs(graph):
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                yield from graphs(attribute.g)


def casts_to(node, number):
    return node.op_type == "Cast" and any(a.name == "to" and a.i == number for a in node.attribute)


def half(source, target):
    """The converter's own casts of inputs and outputs stay; those of the graph to float32 become
    casts to float16, as transformers.js corrects them."""
    model = onnx.load(source)
    own = {n.output[0] for g in graphs(model.graph) for n in g.node if casts_to(n, 1)}
    # An Identity parts an output from the nodes that take it: the converter changes its type.
    for graph in graphs(model.graph):
        taken = {name for node in graph.node for name in node.input}
        for output in graph.output:
            if output.name not in taken:
                continue
            inner = output.name + "/inner"
            for node in graph.node:
                node.input[:] = [inner if name == output.name else name for name in node.input]
                node.output[:] = [inner if name == output.name else name for name in node.output]
                if output.name in own and inner in node.output:
                    own.add(inner)
            if any(inner in node.output for node in graph.node):
                graph.node.append(onnx.helper.make_node("Identity", [inner], [output.name]))
    final = {output.name for output in model.graph.output}
    model = float16.convert_float_to_float16(model, keep_io_types=True, disable_shape_infer=True)
    for graph in graphs(model.graph):
        blocked = {name for n in graph.node if casts_to(n, 10) for name in n.input}
        for node in graph.node:
            if node.op_type == "Cast" and node.output[0] in own - final - blocked:
                for attribute in node.attribute:
                    if attribute.name == "to":
                        attribute.i = 10
    onnx.save(model, target)


def four_bits(source, target):
    quantizer = MatMulNBitsQuantizer(onnx.load(source), block_size=32, is_symmetric=True)
    quantizer.process()
    quantizer.model.save_model_to_file(target, False)


def four_bits_half(source, target):
    four_bits(source, target)
    half(target, target)


def normal_float(source, target):
    quantizer = MatMulBnb4Quantizer(onnx.load(source), quant_type=1, block_size=64)
    quantizer.process()
    quantizer.model.save_model_to_file(target, False)


def slim(source, target):
    onnx.save(onnxslim.slim(onnx.load(source)), target)


def optimized(level):
    def make(source, target):
        kind = "bert"
        if any(part in source for part in ("/bart/", "/mbart/")):
            kind = "bart"
        elif "t5/" in source:
            kind = "t5"
        model = onnx.load(source)
        hidden = next(t.dims[-1] for t in model.graph.initializer if "layer_norm" in t.name.lower()
                      or "layernorm" in t.name.lower() or "norm" in t.name.lower())
        heads = 4 if hidden == 64 else 2
        made = optimizer.optimize_model(
            source, model_type=kind, num_heads=heads, hidden_size=hidden,
            opt_level=1 if level == 1 else 0, optimization_options=FusionOptions(kind),
            only_onnxruntime=level == 1,
        )
        made.save_model_to_file(target)
    return make


FORMS = {
    "slim": slim,
    "int8-tensor": dynamic(QuantType.QInt8, False, False),
    "int8-channel": dynamic(QuantType.QInt8, True, False),
    "int8-channel-rr": dynamic(QuantType.QInt8, True, True),
    "uint8-tensor": dynamic(QuantType.QUInt8, False, False),
    "uint8-channel-rr": dynamic(QuantType.QUInt8, True, True),
    "fp16": half,
    "q4": four_bits,
    "q4f16": four_bits_half,
    "bnb4": normal_float,
    "O1": optimized(1),
    "O2": optimized(2),
}


def main():
    folder, only = sys.argv[1], sys.argv[2:]
    for source in sorted(glob.glob(f"{folder}/*/f32-o14/*.onnx")):
        name, file = source.split("/")[-3], os.path.basename(source)
        if only and name not in only:
            continue
        for form, make in FORMS.items():
            # The optimizer does not look into branches.
            if form in ("O1", "O2") and "merged" in file:
                continue
            target = f"{folder}/{name}/{form}/{file}"
            if os.path.exists(target):
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            try:
                make(source, target)
                print("made", name, form, file, flush=True)
            except Exception as error:
                print("not made", name, form, file, str(error).splitlines()[0][:200], flush=True)
                if os.path.exists(target):
                    os.remove(target)


if __name__ == "__main__":
    main()
