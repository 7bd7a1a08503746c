"""Tiny tokenizers of the families that `transformers` has, by its own classes and converters.

Writes `tokenizer.json` files into the folder that is its argument. Vocabularies are trained on
invented lines by `tokenizers` and `sentencepiece`; rewriting tables are SentencePiece's own.
"""

import collections
import io
import json
import pathlib
import sys
import tempfile
import unicodedata

import sentencepiece
import tokenizers
import transformers
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors, trainers
from tokenizers.normalizers import BertNormalizer

from tokenizer_lines import lines

LINES = [line.replace("\x00", "") for line in lines(4000, seed=1)]
COUNTS = collections.Counter(c for line in LINES for c in unicodedata.normalize("NFKC", line))
COMMON = {c for c, _ in COUNTS.most_common(420)}
# What SentencePiece learns from: it wants a piece for nearly every character.
COMMON_LINES = ["".join(c for c in line if c in COMMON) for line in LINES]
SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def word_pieces(lowercase, strip_accents=None):
    tokenizer = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=lowercase, strip_accents=strip_accents)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=900, limit_alphabet=400, special_tokens=SPECIALS, show_progress=False)
    tokenizer.train_from_iterator(LINES, trainer)
    vocabulary = tokenizer.get_vocab()
    return "".join(f"{token}\n" for token in sorted(vocabulary, key=vocabulary.get))


def byte_pairs(specials, size=800):
    tokenizer = tokenizers.ByteLevelBPETokenizer()
    tokenizer.train_from_iterator(LINES, vocab_size=size, special_tokens=specials, show_progress=False)
    return tokenizer


def sentence_pieces(folder, name, size=900, **options):
    file = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(COMMON_LINES), model_writer=file, vocab_size=size, character_coverage=0.995,
        max_sentence_length=100000, hard_vocab_limit=False, minloglevel=2, num_threads=1, **options,
    )
    path = pathlib.Path(folder) / f"{name}.model"
    path.write_bytes(file.getvalue())
    return str(path)


def written(folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def pair_files(folder, tokenizer):
    vocabulary, merges = tokenizer.save_model(folder)
    return {"vocab_file": vocabulary, "merges_file": merges}


def families(folder):
    """Name → tokenizer of `transformers`."""
    cased = written(folder, "cased.txt", word_pieces(False))
    uncased = written(folder, "uncased.txt", word_pieces(True))
    yield "bert-uncased", transformers.BertTokenizerFast(vocab_file=uncased, do_lower_case=True)
    yield "bert-cased", transformers.BertTokenizerFast(vocab_file=cased, do_lower_case=False)
    yield "bert-lower-with-accents", transformers.BertTokenizerFast(
        vocab_file=uncased, do_lower_case=True, strip_accents=False, tokenize_chinese_chars=False)
    yield "mpnet", transformers.MPNetTokenizerFast(
        vocab_file=written(folder, "mpnet.txt", "<s>\n<pad>\n</s>\n<unk>\n<mask>\n" + word_pieces(True)))
    roberta = pair_files(folder, byte_pairs(["<s>", "<pad>", "</s>", "<unk>", "<mask>"]))
    yield "roberta", transformers.RobertaTokenizerFast(**roberta)
    yield "roberta-prefix-space", transformers.RobertaTokenizerFast(**roberta, add_prefix_space=True)
    yield "bart", transformers.BartTokenizerFast(**roberta)
    yield "gpt2", transformers.GPT2TokenizerFast(**pair_files(folder, byte_pairs(["<|endoftext|>"])))
    yield "deberta", transformers.DebertaTokenizerFast(**pair_files(folder, byte_pairs(SPECIALS)))

    bare = {"unk_id": 2, "bos_id": 0, "eos_id": 1, "pad_id": -1}
    fairseq = sentence_pieces(folder, "fairseq", unk_id=0, bos_id=1, eos_id=2, pad_id=-1)
    yield "xlm-roberta", transformers.XLMRobertaTokenizerFast(vocab_file=fairseq)
    yield "camembert", transformers.CamembertTokenizerFast(vocab_file=fairseq)
    yield "mbart", transformers.MBartTokenizerFast(vocab_file=fairseq, src_lang="en_XX")
    yield "mbart50", transformers.MBart50TokenizerFast(vocab_file=fairseq, src_lang="de_DE", tgt_lang="en_XX")
    albert = sentence_pieces(
        folder, "albert", pad_id=0, unk_id=1, bos_id=-1, eos_id=-1, control_symbols=["[CLS]", "[SEP]", "[MASK]"],
        normalization_rule_name="nmt_nfkc_cf")
    yield "albert", transformers.AlbertTokenizerFast(vocab_file=albert)
    deberta = sentence_pieces(
        folder, "deberta", pad_id=0, unk_id=3, bos_id=1, eos_id=2, pad_piece="[PAD]", unk_piece="[UNK]",
        bos_piece="[CLS]", eos_piece="[SEP]", byte_fallback=True)
    yield "deberta-v3", transformers.DebertaV2TokenizerFast(vocab_file=deberta)
    t5 = sentence_pieces(folder, "t5", pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    yield "t5", transformers.T5TokenizerFast(vocab_file=t5, extra_ids=10)
    yield "t5-not-legacy", transformers.T5TokenizerFast(vocab_file=t5, extra_ids=0, legacy=False)
    mt5 = sentence_pieces(folder, "mt5", pad_id=0, eos_id=1, unk_id=2, bos_id=-1, byte_fallback=True)
    yield "mt5", transformers.MT5TokenizerFast(vocab_file=mt5, extra_ids=0)
    pegasus = sentence_pieces(folder, "pegasus", pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    yield "pegasus", transformers.PegasusTokenizerFast(vocab_file=pegasus)
    yield "bigbird", transformers.BigBirdTokenizerFast(vocab_file=sentence_pieces(folder, "bigbird", **bare))
    yield "xlnet", transformers.XLNetTokenizerFast(vocab_file=fairseq)
    yield "clip", transformers.CLIPTokenizerFast(**clip_files(folder))


def clip_files(folder):
    tokenizer = tokenizers.Tokenizer(models.BPE(end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(tokenizers.Regex(r"\s+"), "removed"), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.train_from_iterator(LINES, trainers.BpeTrainer(
        vocab_size=900, special_tokens=["<|startoftext|>", "<|endoftext|>"], end_of_word_suffix="</w>",
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    vocabulary, merges = tokenizer.model.save(folder, "clip")
    text = pathlib.Path(merges).read_text(encoding="utf-8")
    return {"vocab_file": vocabulary, "merges_file": written(folder, "clip-merges-all.txt", text)}


def modernbert():
    """BPE over bytes in normal form C, with runs of spaces as added tokens, as OLMo's and ModernBERT's files say."""
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=True, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=700, special_tokens=["|||IP_ADDRESS|||", "<|padding|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(LINES, trainer)
    runs = [tokenizers.AddedToken(" " * n, normalized=True, special=False) for n in range(24, 1, -1)]
    tokenizer.add_tokens(runs)
    tokenizer.add_special_tokens(["[UNK]", "[CLS]", "[SEP]", "[PAD]", tokenizers.AddedToken("[MASK]", lstrip=True)])
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", cls), ("[SEP]", sep)])
    return tokenizer


def llama():
    """BPE with bytes for what is unknown, as Llama's files say."""
    tokenizer = tokenizers.Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")])
    specials = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    trainer = trainers.BpeTrainer(
        vocab_size=900, special_tokens=specials, limit_alphabet=300, max_token_length=12, show_progress=False)
    tokenizer.train_from_iterator([line[:200] for line in LINES], trainer)
    tokenizer.decoder = decoders.Sequence([
        decoders.Replace("\u2581", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)])
    return tokenizer


def llama3():
    """BPE over bytes with words by a later expression, as Llama 3's files say."""
    expression = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+")
    tokenizer = tokenizers.Tokenizer(models.BPE(ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(tokenizers.Regex(expression), "isolated", invert=False),
        pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=True, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=700, special_tokens=["<|endoftext|>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False)
    tokenizer.train_from_iterator(LINES, trainer)
    tokenizer.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=True),
        processors.TemplateProcessing(
            single="<|endoftext|> $A", pair="<|endoftext|> $A <|endoftext|>:1 $B:1",
            special_tokens=[("<|endoftext|>", 0)])])
    return tokenizer


def bert_processing(model):
    """Two steps of parts that few files have."""
    model.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return model


def others():
    """Parts that no family above has, each with a model of its own."""
    steps = {
        "words": ([normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()], [pre_tokenizers.Whitespace()]),
        "punctuation": (
            [normalizers.Nmt(), normalizers.NFKC(), normalizers.Strip(left=True, right=False)],
            [pre_tokenizers.Punctuation("merged_with_next"), pre_tokenizers.Digits(individual_digits=False)]),
        "digits": (
            [normalizers.NFD()],
            [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Digits(individual_digits=True),
             pre_tokenizers.Punctuation("contiguous")]),
        "delimiter": (
            [normalizers.Replace(tokenizers.Regex(r"\p{P}{2,}"), "…"), normalizers.Prepend("^")],
            [pre_tokenizers.CharDelimiterSplit(" "), pre_tokenizers.Split("e", "merged_with_previous")]),
        "first": (
            [normalizers.Replace(tokenizers.Regex(" {2,}"), " ")],
            [pre_tokenizers.Split(tokenizers.Regex(r"\d+"), "isolated"),
             pre_tokenizers.Metaspace(prepend_scheme="first", split=False)]),
    }
    for name, (normalizer, pre_tokenizer) in steps.items():
        tokenizer = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.Sequence(normalizer)
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(pre_tokenizer)
        trainer = trainers.WordPieceTrainer(vocab_size=900, limit_alphabet=400, special_tokens=SPECIALS, show_progress=False)
        tokenizer.train_from_iterator(LINES, trainer)
        tokenizer.decoder = decoders.WordPiece()
        tokenizer.add_tokens([tokenizers.AddedToken("Tram", single_word=True, normalized=True),
                              tokenizers.AddedToken("old", single_word=True, normalized=False),
                              tokenizers.AddedToken("...", rstrip=True, lstrip=True, normalized=True)])
        yield name, bert_processing(tokenizer)
    level = tokenizers.Tokenizer(models.WordLevel(unk_token="[UNK]"))
    level.pre_tokenizer = pre_tokenizers.Whitespace()
    level.train_from_iterator(LINES, trainers.WordLevelTrainer(vocab_size=400, special_tokens=SPECIALS, show_progress=False))
    yield "word-level", level
    yield "modernbert", modernbert()
    yield "llama", llama()
    yield "llama3", llama3()


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, tokenizer in families(folder):
            (out / f"{name}.json").write_text(tokenizer.backend_tokenizer.to_str(pretty=False), encoding="utf-8")
    for name, tokenizer in others():
        (out / f"{name}.json").write_text(tokenizer.to_str(pretty=False), encoding="utf-8")
    for path in sorted(out.glob("*.json")):
        parts = json.loads(path.read_text(encoding="utf-8"))
        print(path.name, path.stat().st_size, parts["model"]["type"], len(parts["model"]["vocab"]))


if __name__ == "__main__":
    main()
