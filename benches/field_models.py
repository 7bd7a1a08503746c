"""Models of the field at their real sizes, with random weights, for field.mjs to measure.

usage: field_models.py [FOLDER] [NAME ...]

Writes FOLDER/NAME/onnx/*.onnx (target/bench-field if not said), each with its config.json, a
tokenizer.json of invented words and texts.json of known lengths, as optimum's exporter writes them: pair classifiers like MiniLM-L6, DeBERTa-v3-xsmall and ModernBERT
(32 M), and writers like T5-small and DistilBART-6-6 with a merged decoder; and `_quantized` files
as ONNX Runtime's dynamic quantizer makes them. 1.5 GB, some ten minutes.
Python 3.11 with torch 2.6, transformers 4.48, optimum 1.24, onnxruntime 1.22.
"""

import itertools
import json
import logging
import os
import pathlib
import random
import shutil
import sys

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
import transformers as tf
from onnxruntime.quantization import QuantType, quantize_dynamic
from optimum.exporters.onnx import onnx_export_from_model
from tokenizers import Tokenizer, models as kinds, normalizers, pre_tokenizers, processors

CLASSIFY, WRITE = "text-classification", "text2text-generation-with-past"
LABELS = {0: "entailment", 1: "neutral", 2: "contradiction"}
ENCODER = {
    "hidden_size": 384, "intermediate_size": 1536, "max_position_embeddings": 512, "id2label": LABELS,
    "label2id": {name: number for number, name in LABELS.items()},
}  # fmt: skip
# Their float32 files hold close to a gigabyte, which no engine loads in 32 bits of addresses.
ONLY_QUANTIZED = ["distilbart-6-6"]


def models():
    yield "minilm-l6", CLASSIFY, tf.BertForSequenceClassification, tf.BertConfig(
        **ENCODER, num_hidden_layers=6, num_attention_heads=12,
    )  # fmt: skip
    yield "deberta-v3-xsmall", CLASSIFY, tf.DebertaV2ForSequenceClassification, tf.DebertaV2Config(
        **ENCODER, vocab_size=128100, num_hidden_layers=12, num_attention_heads=6, type_vocab_size=0,
        relative_attention=True, position_buckets=256, max_relative_positions=-1,
        norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type="p2c|c2p",
        position_biased_input=False, pooler_hidden_size=384,
    )  # fmt: skip
    yield "modernbert-32m", CLASSIFY, tf.ModernBertForSequenceClassification, tf.ModernBertConfig(
        **{**ENCODER, "intermediate_size": 576, "max_position_embeddings": 7999}, num_hidden_layers=10,
        num_attention_heads=6, local_attention=128, global_attn_every_n_layers=3,
        reference_compile=False,
    )  # fmt: skip
    yield "t5-small", WRITE, tf.T5ForConditionalGeneration, tf.T5Config(
        d_model=512, d_kv=64, d_ff=2048, num_layers=6, num_heads=8, decoder_start_token_id=0,
    )  # fmt: skip
    yield "distilbart-6-6", WRITE, tf.BartForConditionalGeneration, tf.BartConfig(
        vocab_size=50264, encoder_layers=6, decoder_layers=6, d_model=1024,
        encoder_attention_heads=16, decoder_attention_heads=16, encoder_ffn_dim=4096,
        decoder_ffn_dim=4096, max_position_embeddings=1024,
    )  # fmt: skip


SPECIAL = ["<pad>", "</s>", "[CLS]", "[SEP]", "[UNK]"]
# Tokens of a text, special ones included, and words of the sentence beside it.
LENGTHS, SENTENCE = [128, 512], 12
# Tokens that a writer writes.
WRITTEN = 48


def words():
    parts = ["".join(pair) for pair in itertools.product("bdfgklmnprstvz", "aeiou")]
    found = ["".join(pair) for pair in itertools.product(parts, parts)]
    random.Random(7).shuffle(found)
    return found


def texts(folder, task):
    """A tokenizer with a token for each invented word, and texts of so many tokens."""
    vocabulary = {token: number for number, token in enumerate([*SPECIAL, *words()])}
    tokenizer = Tokenizer(kinds.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    single, pair = "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"
    if task == WRITE:
        single, pair = "$A </s>", "$A </s> $B </s>"
    tokenizer.post_processor = processors.TemplateProcessing(
        single=single, pair=pair, special_tokens=[(token, vocabulary[token]) for token in SPECIAL[1:4]],
    )  # fmt: skip
    tokenizer.save(str(folder / "tokenizer.json"))
    draw, rows = random.Random(9), []
    for length in LENGTHS:
        summary = " ".join(draw.sample(words(), SENTENCE))
        count = length - 1 if task == WRITE else length - 3 - SENTENCE
        document = " ".join(draw.choices(words(), k=count))
        encoded = tokenizer.encode(*([document] if task == WRITE else [document, summary]))
        assert len(encoded.ids) == length
        rows.append({"document": document, "summary": summary, "ids": encoded.ids, "types": encoded.type_ids})
    (folder / "texts.json").write_text(json.dumps(rows))
    if task == WRITE:
        path = folder / "generation_config.json"
        generation = json.loads(path.read_text())
        generation |= {"min_length": WRITTEN + 1, "max_length": WRITTEN + 1, "num_beams": 1}
        path.write_text(json.dumps(generation))


def make(folder, name, task, kind, config):
    torch.manual_seed(7)
    config._attn_implementation_autoset = False
    try:
        model = kind._from_config(config, attn_implementation="sdpa").eval()
    except ValueError:
        model = kind._from_config(config, attn_implementation="eager").eval()
    graphs = folder / "onnx"
    graphs.mkdir(parents=True)
    onnx_export_from_model(
        model, graphs, opset=14, task=task, do_validation=False, preprocessors=None, device="cpu",
    )  # fmt: skip
    for path in graphs.glob("*.json"):
        path.rename(folder / path.name)
    merged = graphs / "decoder_model_merged.onnx"
    if merged.exists():
        for other in ("decoder_model", "decoder_with_past_model"):
            for path in graphs.glob(f"{other}.onnx*"):
                path.unlink()
    for path in sorted(graphs.glob("*.onnx")):
        quantize_dynamic(
            path, path.with_name(f"{path.stem}_quantized.onnx"), weight_type=QuantType.QInt8,
            extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
        )  # fmt: skip
        if name in ONLY_QUANTIZED:
            for one in graphs.glob(f"{path.name}*"):
                one.unlink()


def main():
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target/bench-field")
    for name, *parts in models():
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        if (root / name).exists():
            continue
        unfinished = root / f"{name}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        make(unfinished, name, *parts)
        texts(unfinished, parts[0])
        unfinished.rename(root / name)
        print("made", name, flush=True)


if __name__ == "__main__":
    main()
