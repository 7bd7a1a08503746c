"""What `generate` of transformers 4.48 writes with tiny random encoder-decoder models.

Exports each model as optimum 1.24 does and writes ../data/seq2seq.json.gz: the graphs in hexadecimal digits, `config.json`,
`generation_config.json`, and for documents of random tokens and several ways to generate, the tokens of the best
outputs with their scores.
"""

import gzip
import json
import os
import pathlib
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
import transformers
from optimum.exporters.onnx import onnx_export_from_model

import invented

torch.set_num_threads(1)

SIZE = 60
T5 = dict(vocab_size=SIZE, d_model=16, d_kv=4, d_ff=24, num_layers=1, num_heads=4, decoder_start_token_id=0,
          initializer_factor=3.0)
BART = dict(vocab_size=SIZE, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=4,
            decoder_attention_heads=4, encoder_ffn_dim=24, decoder_ffn_dim=24, max_position_embeddings=64, init_std=0.6)

MODELS = {
    "t5": (transformers.T5Config(**T5), transformers.T5ForConditionalGeneration),
    "mt5": (transformers.MT5Config(**T5, feed_forward_proj="gated-gelu", tie_word_embeddings=False),
            transformers.MT5ForConditionalGeneration),
    "bart": (transformers.BartConfig(**BART, forced_bos_token_id=0, forced_eos_token_id=2),
             transformers.BartForConditionalGeneration),
    "mbart": (transformers.MBartConfig(**BART, forced_bos_token_id=7, decoder_start_token_id=2),
              transformers.MBartForConditionalGeneration),
    "pegasus": (transformers.PegasusConfig(**BART), transformers.PegasusForConditionalGeneration),
    "marian": (transformers.MarianConfig(**{**BART, "max_position_embeddings": 40}, pad_token_id=0, eos_token_id=1,
                                         decoder_start_token_id=0, decoder_vocab_size=SIZE, bad_words_ids=[[0]]),
               transformers.MarianMTModel),
}

# Those whose merged decoder is kept, too.
MERGED = ["t5", "bart"]

WAYS = [
    {},
    {"num_beams": 4},
    {"max_length": 30, "no_repeat_ngram_size": 2},
    {"num_beams": 4, "max_length": 30, "no_repeat_ngram_size": 3, "length_penalty": 2.0, "early_stopping": True},
    {"num_beams": 4, "max_length": 24, "min_length": 10, "length_penalty": 0.5, "early_stopping": "never"},
    {"num_beams": 3, "max_new_tokens": 12, "min_new_tokens": 4, "length_penalty": -1.0, "repetition_penalty": 1.7},
    {"max_new_tokens": 25, "repetition_penalty": 2.5, "suppress_tokens": [5, 6], "begin_suppress_tokens": [9, 10]},
    {"num_beams": 2, "max_length": 16, "encoder_no_repeat_ngram_size": 2, "bad_words_ids": [[11], [12, 13], [14, 15]],
     "early_stopping": "never", "length_penalty": -0.5},
    {"num_beams": 4, "max_length": 40, "forced_eos_token_id": 3},
]


def built(config, kind):
    """A model whose next tokens vary, with an end that is likely now and then."""
    torch.manual_seed(11)
    model = kind._from_config(config, attn_implementation="eager").eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim == 1:
                parameter.add_(torch.randn_like(parameter) * 0.2)
        if hasattr(model, "final_logits_bias"):
            model.final_logits_bias.add_(torch.randn_like(model.final_logits_bias))
            model.final_logits_bias[:, config.eos_token_id] += 1.5
    return model


def main():
    cases = []
    for name, (config, kind) in MODELS.items():
        model = built(config, kind)
        with tempfile.TemporaryDirectory() as folder:
            onnx_export_from_model(
                model, folder, opset=14, task="text2text-generation-with-past", do_validation=False, device="cpu")
            graphs = {path.stem: path.read_bytes().hex() for path in sorted(pathlib.Path(folder).glob("*.onnx"))
                      if name in MERGED or "merged" not in path.stem}
            configs = {stem: json.loads((pathlib.Path(folder) / f"{stem}.json").read_text())
                       for stem in ("config", "generation_config")
                       if (pathlib.Path(folder) / f"{stem}.json").exists()}
        draw = torch.Generator().manual_seed(5)
        outputs = []
        for way in WAYS:
            for length in (3, 17):
                document = torch.randint(3, SIZE, (1, length), generator=draw)
                beams = way.get("num_beams", 1)
                with torch.no_grad():
                    written = model.generate(
                        document, attention_mask=torch.ones_like(document), num_return_sequences=beams,
                        return_dict_in_generate=True, output_scores=True, do_sample=False, **way)
                scores = written.sequences_scores.tolist() if beams > 1 else [0.0]
                outputs.append({"document": document[0].tolist(), "way": way,
                                "sequences": written.sequences.tolist(), "scores": scores})
        cases.append({"name": name, "pad": model.generation_config.pad_token_id, "graphs": graphs, **configs,
                      "outputs": outputs})
        print(name, {stem: len(graph) for stem, graph in graphs.items()},
              sorted(len(o["sequences"][0]) for o in outputs), len({t for o in outputs for t in o["sequences"][0]}))
    packed = json.dumps(cases, separators=(",", ":")).encode()
    path = invented.DATA / "seq2seq.json.gz"
    path.write_bytes(gzip.compress(packed, mtime=0))
    print(path.stat().st_size)


if __name__ == "__main__":
    main()
