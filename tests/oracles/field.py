"""Tiny repositories of the field's layout, and what transformers and ONNX Runtime say with them.

usage: python tests/oracles/field.py tests/data/field

Needs torch 2.6, transformers 4.48, optimum 1.24, onnxruntime 1.22, tokenizers. Weights are random and
vocabularies small; graphs, configurations and tokenizers are those that the field's tools write.
"""
import json
import os
import shutil
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
import numpy as np
import onnx
import onnxruntime
import torch
import transformers as tf
from optimum.exporters.onnx import onnx_export_from_model
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

torch.set_num_threads(1)
TEXTS = [
    "The harbour line opens in May. It links the harbour and the town. The council paid nine million for it.",
    "Trams run every ten minutes from six in the morning. A museum opens beside the last stop in autumn.",
    "The mayor said that the old bridge was closed on Monday after the river rose by twelve metres.",
    "Kestrel Foods tries steel containers in 24 shops; customers pay a deposit of two pounds on each.",
]
PAIRS = [
    {"document": TEXTS[0], "summary": "The harbour line opens in May."},
    {"document": TEXTS[0], "summary": "The council paid ten million for the line. It opens in June."},
    {"document": TEXTS[2], "summary": "A bridge was closed after the river rose."},
    {"document": TEXTS[3], "summary": "Kestrel tries containers of steel in 24 shops, with a deposit of 2 pounds."},
]


def word_pieces():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(TEXTS, trainers.WordPieceTrainer(vocab_size=180, special_tokens=special))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return tf.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]",
        mask_token="[MASK]", model_max_length=128)


def byte_pairs():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        TEXTS, trainers.BpeTrainer(vocab_size=340, special_tokens=special, initial_alphabet=alphabet))
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return tf.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="<unk>", pad_token="<pad>", bos_token="<s>", eos_token="</s>",
        cls_token="<s>", sep_token="</s>", model_max_length=128)


SMALL = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=48,
             max_position_embeddings=160, initializer_range=0.4)


def made():
    pieces, pairs = word_pieces(), byte_pairs()
    named = ["contradiction", "entailment", "neutral"]
    yield "entailment", pieces, tf.BertForSequenceClassification, tf.BertConfig(
        vocab_size=len(pieces), id2label=dict(enumerate(named)), label2id={n: i for i, n in enumerate(named)}, **SMALL)
    # As exporters leave a graph whose inputs are always filled up to one length.
    yield "one-length", pieces, tf.BertForSequenceClassification, tf.BertConfig(
        vocab_size=len(pieces), id2label=dict(enumerate(named)), label2id={n: i for i, n in enumerate(named)}, **SMALL)
    yield "relevance", pairs, tf.RobertaForSequenceClassification, tf.RobertaConfig(
        vocab_size=len(pairs), num_labels=1, type_vocab_size=1, pad_token_id=1, **SMALL)
    yield "tokens", pairs, tf.ModernBertForTokenClassification, tf.ModernBertConfig(
        vocab_size=len(pairs), pad_token_id=1, bos_token_id=0, eos_token_id=2, cls_token_id=0, sep_token_id=2,
        local_attention=16, global_attn_every_n_layers=2, reference_compile=False, num_labels=2, **SMALL)
    yield "embedding", pieces, tf.BertModel, tf.BertConfig(vocab_size=len(pieces), **SMALL)


LENGTH = 100


def of_one_length(path):
    model = onnx.load(path)
    for given in model.graph.input:
        given.type.tensor_type.shape.dim[1].dim_value = LENGTH
    onnx.save(model, path)


def split(text):
    """The sentences of these texts, which end with a full stop and a blank."""
    found, start = [], 0
    while start < len(text):
        end = text.find(". ", start)
        end = len(text) if end < 0 else end + 1
        found.append(text[start:end])
        start = end + 1
    return found


def main(out):
    for name, tokenizer, model_class, config in made():
        torch.manual_seed(7)
        model = model_class._from_config(config, attn_implementation="eager").eval()
        folder = os.path.join(out, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.join(folder, "onnx"))
        tasks = {"entailment": "text-classification", "one-length": "text-classification", "relevance": "text-classification",
                 "tokens": "token-classification", "embedding": "feature-extraction"}
        with tempfile.TemporaryDirectory() as work:
            model.config.save_pretrained(work)
            onnx_export_from_model(model, work, task=tasks[name], opset=14, do_validation=False)
            shutil.copy(os.path.join(work, "model.onnx"), os.path.join(folder, "onnx", "model.onnx"))
        if name == "one-length":
            of_one_length(os.path.join(folder, "onnx", "model.onnx"))
        model.config.architectures = [model_class.__name__]
        model.config.save_pretrained(folder)
        with tempfile.TemporaryDirectory() as work:
            tokenizer.save_pretrained(work)
            for file in ("tokenizer.json", "tokenizer_config.json"):
                shutil.copy(os.path.join(work, file), folder)
        session = onnxruntime.InferenceSession(os.path.join(folder, "onnx", "model.onnx"))
        inputs = {given.name for given in session.get_inputs()}

        def run(first, second=None):
            filled = {"padding": "max_length", "max_length": LENGTH} if name == "one-length" else {}
            encoded = tokenizer(first, second, return_offsets_mapping=True, **filled)
            feed = {key: np.array([encoded[key]], dtype=np.int64) for key in inputs if key in encoded}
            if "token_type_ids" in inputs and "token_type_ids" not in feed:
                feed["token_type_ids"] = np.zeros_like(feed["input_ids"])
            return encoded, session.run(None, feed)[0][0].astype(np.float64)

        expected = []
        for pair in PAIRS:
            row = []
            if name == "tokens":
                # Sentences are read together, since the document fits beside them.
                encoded, logits = run(pair["document"], pair["summary"])
                ends = [pair["summary"].index(sentence) + len(sentence) for sentence in split(pair["summary"])]
                odds = [[] for _ in ends]
                for at, (which, (start, _)) in enumerate(zip(encoded.sequence_ids(), encoded["offset_mapping"])):
                    if which == 1:
                        odds[sum(start >= end for end in ends)].append(logits[at, 0] - logits[at, 1])
                expected.append([float(1 / (1 + np.exp(-min(each)))) for each in odds])
                continue
            for sentence in split(pair["summary"]):
                if name == "embedding":
                    vectors = []
                    for text in [sentence, pair["document"]]:
                        _, states = run(text)
                        mean = states.mean(axis=0)
                        vectors.append(mean / np.linalg.norm(mean))
                    row.append(float(np.clip(vectors[0] @ vectors[1], 0, 1)))
                    continue
                encoded, logits = run(pair["document"], sentence)
                if name in ("entailment", "one-length"):
                    row.append(float(np.exp(logits[1]) / np.exp(logits).sum()))
                else:
                    row.append(float(1 / (1 + np.exp(-logits[0]))))
            expected.append(row)
        with open(os.path.join(folder, "expected.json"), "w") as file:
            json.dump({"pairs": PAIRS, "supported": expected}, file, indent=1)
            file.write("\n")


main(sys.argv[1])
