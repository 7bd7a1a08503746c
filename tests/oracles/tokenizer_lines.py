"""Lines in twenty scripts that tokenizers find hard. They are drawn with a fixed seed."""

import random
import unicodedata

# First and last letters of the blocks that words are drawn from.
SCRIPTS = {
    "latin": (0x61, 0x7A),
    "latin-1": (0xC0, 0xFF),
    "latin-extended": (0x100, 0x24F),
    "vietnamese": (0x1EA0, 0x1EF9),
    "greek": (0x391, 0x3CE),
    "cyrillic": (0x410, 0x45F),
    "armenian": (0x561, 0x587),
    "hebrew": (0x5D0, 0x5EA),
    "arabic": (0x621, 0x64A),
    "persian": (0x679, 0x6D3),
    "devanagari": (0x905, 0x94D),
    "bengali": (0x985, 0x9CD),
    "tamil": (0xB85, 0xBCD),
    "thai": (0xE01, 0xE4E),
    "georgian": (0x10D0, 0x10F0),
    "ethiopic": (0x1200, 0x1248),
    "jamo": (0x1100, 0x11C2),
    "hangul": (0xAC00, 0xB000),
    "kana": (0x3041, 0x30FA),
    "han": (0x4E00, 0x5200),
    "han-later": (0x20000, 0x20040),
    "wide": (0xFF01, 0xFF9D),
    "mathematical": (0x1D400, 0x1D4FF),
    "adlam": (0x1E900, 0x1E94A),
}

ENGLISH = (
    "the council has approved a plan for new tram line from harbour to old town and people say it is good "
    "don't can't I'll we've they're it's o'clock U.S. e.g. 3.14 2024 1,000 99.5% naïve café Straße "
    "unaffable internationalization mother-in-law http://example.org/a_b?c=d#e user@example.org"
).split()

MARKS = ["\u0301", "\u0308", "\u0323", "\u0345", "\u064b", "\u0651", "\u093c", "\u0e49", "\u20e3", "\u3099"]
PUNCTUATION = list(".,;:!?\"'()[]{}-_/\\@#$%^&*+=<>|~`") + list("“”‘’«»…–—¿¡。、！？「」・؟،؛।॥၊·‧")
SYMBOLS = list("€£¥₿©®™°±×÷½¼²³№ℓ⅓Ⅷⅷ①㈱㍿ﬁﬃﷺﷲ…‥㌔℃Å℡Ǆǆſßİıŉ") + ["\u2581", "\u2581\u2581"]
EMOJI = ["😀", "👩\u200d🚀", "❤\ufe0f", "🇩🇪", "🇮🇷🇨🇳", "👍🏽", "👨\u200d👩\u200d👧", "1\ufe0f\u20e3", "🏴\U000e0067\U000e007f"]
INVISIBLE = ["\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u00ad", "\ufeff", "\u2060", "\ufffd", "\x00", "\x01"]
INVISIBLE += ["\x07", "\x1b", "\x1e", "\x7f", "\x85", "\x8f", "\x9f", "\ue000", "\u0378", "\U000e0001"]
SPACES = ["\u00a0", "\u2003", "\u3000", "\u1680", "\u2028", "\u2029", "\u202f", "\t", "\n", "\r", "\r\n", "\x0b", "\x0c"]
SPECIAL = ["[MASK]", "[SEP]", "[CLS]", "[UNK]", "<s>", "</s>", "<pad>", "<mask>", "<unk>", "<extra_id_0>", "<n>"]
SPECIAL += ["<mask_1>", "|||IP_ADDRESS|||", "<|endoftext|>", "<0x41>", "en_XX", "[mask]", "<MASK>", "x<mask>y"]


def word(draw):
    """A word of one script, sometimes with marks."""
    kind = draw.random()
    if kind < 0.35:
        made = draw.choice(ENGLISH)
        return draw.choice([made, made, made.capitalize(), made.upper()])
    if kind < 0.40:
        return str(draw.randint(0, 10 ** draw.randint(1, 12)))
    first, last = SCRIPTS[draw.choice(list(SCRIPTS))]
    narrow = draw.randint(first, last)
    letters = []
    while len(letters) < draw.randint(1, 9):
        c = chr(min(last, max(first, narrow + draw.randint(-8, 8))))
        if unicodedata.category(c)[0] in "LMN" or draw.random() < 0.2:
            letters.append(c)
        narrow = draw.randint(first, last)
        if draw.random() < 0.06:
            letters.append(draw.choice(MARKS))
    return "".join(letters)


def line(draw):
    """Words with what stands between them."""
    parts = []
    for _ in range(draw.randint(0, 14)):
        kind = draw.random()
        if kind < 0.68:
            parts.append(word(draw))
        elif kind < 0.82:
            parts.append("".join(draw.choices(PUNCTUATION, k=draw.randint(1, 3))))
        elif kind < 0.88:
            parts.append(draw.choice(SYMBOLS))
        elif kind < 0.92:
            parts.append(draw.choice(EMOJI))
        elif kind < 0.95:
            parts.append(draw.choice(INVISIBLE))
        elif kind < 0.97:
            parts.append(draw.choice(SPECIAL))
        elif kind < 0.975:
            parts.append(word(draw) * draw.randint(20, 60))
        else:
            parts.append("".join(draw.choices(MARKS, k=draw.randint(1, 4))))
        if draw.random() < 0.75:
            parts.append(" " * draw.choice([1, 1, 1, 1, 1, 1, 2, 3, 8]))
        elif draw.random() < 0.2:
            parts.append(draw.choice(SPACES))
    return "".join(parts)


def lines(count, seed):
    """So many lines."""
    draw = random.Random(seed)
    return [line(draw) for _ in range(count)]
