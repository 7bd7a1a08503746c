"""Models of the field's architectures with random weights, as the field's own exporter writes them.

usage: models.py FOLDER [small|tiny] [NAME ...]

Writes FOLDER/NAME/FORM/*.onnx: the classifiers and the encoders, decoders and merged decoders of
optimum (TorchScript exporter) at operator sets 11, 13, 14 and 17, and the classifiers as
`torch.onnx.export(dynamo=True)` writes them at 18. `tiny` is for the fixtures of the tests.
Python 3.11 with torch 2.6, transformers 4.48, optimum 1.24, onnxscript 0.2.
"""

import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import torch
import transformers as tf
from optimum.exporters.onnx import onnx_export_from_model

torch.set_num_threads(1)

SIZES = {
    # vocabulary, hidden, layers, heads, feed-forward, places
    "small": (200, 64, 2, 4, 128, 80),
    "tiny": (60, 16, 2, 2, 32, 80),
}
FORMS = [("f32-o14", 14, "sdpa"), ("f32-o11", 11, "eager"), ("f32-o17", 17, "sdpa")]
DYNAMO_FIXTURES = ("bert", "deberta-v3", "modernbert")
SEQ2SEQ_FORMS = [*FORMS, ("f32-o13", 13, "eager")]


def classifiers(size):
    v, h, layers, heads, f, p = SIZES[size]
    common = dict(
        vocab_size=v, hidden_size=h, num_hidden_layers=layers, num_attention_heads=heads,
        intermediate_size=f, max_position_embeddings=p, num_labels=3, initializer_range=0.1,
    )
    one_segment = {**common, "type_vocab_size": 1}
    yield "bert", tf.BertConfig(**common), tf.BertForSequenceClassification
    yield "minilm", tf.BertConfig(**{**common, "num_labels": 1}), tf.BertForSequenceClassification
    yield "distilbert", tf.DistilBertConfig(
        vocab_size=v, dim=h, n_layers=layers, n_heads=heads, hidden_dim=f,
        max_position_embeddings=p, num_labels=3, initializer_range=0.1,
    ), tf.DistilBertForSequenceClassification
    yield "roberta", tf.RobertaConfig(**one_segment), tf.RobertaForSequenceClassification
    yield "xlm-roberta", tf.XLMRobertaConfig(**one_segment), tf.XLMRobertaForSequenceClassification
    yield "camembert", tf.CamembertConfig(**one_segment), tf.CamembertForSequenceClassification
    yield "electra", tf.ElectraConfig(**common, embedding_size=h // 2), tf.ElectraForSequenceClassification
    yield "albert", tf.AlbertConfig(**common, embedding_size=h // 2), tf.AlbertForSequenceClassification
    yield "mpnet", tf.MPNetConfig(**common), tf.MPNetForSequenceClassification
    yield "deberta-v3", tf.DebertaV2Config(
        **common, type_vocab_size=0, relative_attention=True, position_buckets=16,
        max_relative_positions=-1, norm_rel_ebd="layer_norm", share_att_key=True,
        pos_att_type="p2c|c2p", position_biased_input=False, pooler_hidden_size=h,
    ), tf.DebertaV2ForSequenceClassification
    yield "modernbert", tf.ModernBertConfig(
        **common, pad_token_id=0, bos_token_id=1, eos_token_id=2, cls_token_id=1, sep_token_id=2,
        local_attention=16, global_attn_every_n_layers=2, reference_compile=False,
    ), tf.ModernBertForSequenceClassification


def seq2seq(size):
    v, h, layers, heads, f, p = SIZES[size]
    t5 = dict(vocab_size=v, d_model=h, d_kv=h // heads, d_ff=f, num_layers=layers,
              num_heads=heads, decoder_start_token_id=0)
    yield "t5", tf.T5Config(**t5), tf.T5ForConditionalGeneration
    yield "flan-t5", tf.T5Config(**t5, feed_forward_proj="gated-gelu", tie_word_embeddings=False), \
        tf.T5ForConditionalGeneration
    yield "mt5", tf.MT5Config(**t5), tf.MT5ForConditionalGeneration
    bart = dict(vocab_size=v, d_model=h, encoder_layers=layers, decoder_layers=layers,
                encoder_attention_heads=heads, decoder_attention_heads=heads, encoder_ffn_dim=f,
                decoder_ffn_dim=f, max_position_embeddings=p, init_std=0.1)
    yield "bart", tf.BartConfig(**bart, forced_eos_token_id=2), tf.BartForConditionalGeneration
    yield "mbart", tf.MBartConfig(**bart), tf.MBartForConditionalGeneration
    yield "pegasus", tf.PegasusConfig(**bart), tf.PegasusForConditionalGeneration
    yield "marian", tf.MarianConfig(
        **bart, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, decoder_vocab_size=v,
    ), tf.MarianMTModel


def build(cls, config, attention):
    torch.manual_seed(7)
    config._attn_implementation_autoset = False
    try:
        model = cls._from_config(config, attn_implementation=attention)
    except (ValueError, ImportError):
        model = cls._from_config(config, attn_implementation="eager")
    # Biases and norms that are not 0 and 1, so that a lost one shows.
    with torch.no_grad():
        for _, parameter in model.named_parameters():
            if parameter.ndim == 1:
                parameter.add_(torch.randn_like(parameter) * 0.1)
    return model.eval()


def export(folder, name, config, cls, task, form, opset, attention):
    out = f"{folder}/{name}/{form}"
    if os.path.exists(out):
        return
    os.makedirs(out)
    try:
        onnx_export_from_model(
            build(cls, config, attention), out, opset=opset, task=task, do_validation=False,
            preprocessors=None, no_post_process=False, device="cpu",
        )
        print("made", name, form, flush=True)
    except Exception as error:  # An operator that the exporter lacks at this operator set.
        print("not made", name, form, str(error).splitlines()[0][:200], flush=True)


def whole_attributes():
    """Has onnxscript write truth values as whole numbers, which newer protobuf asks for."""
    from onnxscript.ir import serde

    fill = serde._fill_in_value_for_attribute

    def filled(proto, kind, value):
        fill(proto, kind, int(value) if isinstance(value, bool) else value)

    serde._fill_in_value_for_attribute = filled


def export_dynamo(folder, name, config, cls):
    out = f"{folder}/{name}/dynamo"
    if os.path.exists(out):
        return
    os.makedirs(out)
    model = build(cls, config, "sdpa")
    model.config.return_dict = False
    names = ["input_ids", "attention_mask"]
    if name in ("bert", "minilm", "electra", "albert"):
        names.append("token_type_ids")

    class Logits(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, *inputs):
            return self.model(**dict(zip(names, inputs)))[0]

    tokens = {"input_ids": torch.randint(3, 59, (2, 12)),
              "attention_mask": torch.ones(2, 12, dtype=torch.int64),
              "token_type_ids": torch.zeros(2, 12, dtype=torch.int64)}
    batch = torch.export.Dim("batch_size", min=1, max=64)
    length = torch.export.Dim("sequence_length", min=2, max=64)
    try:
        torch.onnx.export(
            Logits().eval(), tuple(tokens[n] for n in names), f"{out}/model.onnx",
            input_names=names, output_names=["logits"],
            dynamic_shapes=(tuple({0: batch, 1: length} for _ in names),),
            dynamo=True, external_data=False,
        )
        print("made", name, "dynamo", flush=True)
    except Exception as error:
        print("not made", name, "dynamo", str(error).splitlines()[0][:200], flush=True)


def main():
    whole_attributes()
    folder, size, only = sys.argv[1], (sys.argv[2:] + ["small"])[0], sys.argv[3:]
    for name, config, cls in classifiers(size):
        if not only or name in only:
            for form in FORMS:
                export(folder, name, config, cls, "text-classification", *form)
            if size != "tiny" or name in DYNAMO_FIXTURES:
                export_dynamo(folder, name, config, cls)
    for name, config, cls in seq2seq(size):
        if not only or name in only:
            for form in SEQ2SEQ_FORMS:
                export(folder, name, config, cls, "text2text-generation-with-past", *form)


if __name__ == "__main__":
    main()
