"""English sentences as people retell them: nearly a copy, and as true as the sentence.

| change | example |
|---|---|
| `named` | *Ana Roe* is *Roe* and back, where the document says both, with no title before the full name; *Mr Roe* is *Roe* |
| `attributed` | *police said two died*: *two died, police said*; *police: two died*; *two died* |
| `clause` | one of two clauses that a semicolon or a conjunction joins stands alone |
| `dropped` | an adverb, a day, a parenthesis, an apposition or a relative clause between commas is left out |
| `moved` | a day goes to the other end |
| `headline` | without articles and forms of *be*, *will* is *to*, no full stop |
| `spelled` | British for American spelling and back, contractions, *per cent*, *US* |
| `worded` | a word is another that means the same |

Each takes a sentence and its document and returns the sentence changed, or nothing where there is nothing to change.
"""

import random
import re

from .wordings import SHORTENED, SPELLED, WORDED, upper

_ADVERBS = "also already now however meanwhile still again later quickly recently officially formally finally previously currently subsequently immediately publicly successfully directly yesterday today"
_DAY = (
    r"(?:(?:on|last|next|this) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|year|morning|afternoon|evening)|yesterday|today|"
    r"(?:in|on|since|by) (?:\d{1,2} )?(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{1,2})?(?:,? (?:19|20)\d\d)?|"
    r"(?:in|since) (?:19|20)\d\d)"
)
_SAID = r"(?:said|says|added|told reporters|announced|reported|stated)"
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|will|would|could|can|may|did|does|said|says|\w{3,}ed|made|took|won|lost|went|came|rose|fell|gave|got)\b")
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Sir|Lord|President|Chancellor|Mayor|Senator|Professor|Judge|Captain)\.? (?=[A-Z])")
_FULL = re.compile(r"\b([A-Z][a-z]+(?: [A-Z]\.)?) ((?:Mc|Mac|O['’])?[A-Z][a-z]{2,})\b")
_DOES = r"(?:said|says|told|added|also|was|is|has|had|will|would|who)"
_NO_NAMES = frozenset("Both The This That These Those A An In On At For From But And New North South East West San Los Great United Saudi Hong Wall White Prime Mr Mrs Ms Dr Sir Lord President".split())


def _lower(text: str) -> str:
    """A sentence as it continues another: its first word in lower case where that is no name."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first in _NO_NAMES or first in ("It", "He", "She", "They", "There", "Its", "His", "Her", "Two", "Three", "More") else text


def _ended(text: str) -> str:
    return text.rstrip(" ,;:–—-.") + "."


def named(sentence: str, document: str, rng: random.Random) -> str | None:
    made = []
    for match in _FULL.finditer(document):
        first, last = match.groups()
        full = match.group()
        if first in _NO_NAMES or last in _NO_NAMES or not re.search(rf"(?:^|[.,!?;\"”] |\b(?:and|but|that|as|while) |\bM(?:r|rs|s)\.? ){last} {_DOES}\b", document):
            continue
        if re.search(rf"\b{full}\b", sentence):
            titled = _TITLE.sub("", sentence[: sentence.index(full)] + "X")[:-1]
            made += [sentence.replace(full, last), titled + sentence[sentence.index(full) :].replace(full, last), titled + sentence[sentence.index(full) :]]
        elif re.search(rf"\b{last}\b", sentence):
            made.append(re.sub(rf"(?:(?:Mr|Mrs|Ms|Dr)\.? )?\b{last}\b", full, sentence, count=1))
    without = _TITLE.sub("", sentence, count=1)
    made = [each for each in [*made, without] if each != sentence]
    return rng.choice(made) if made else None


_PRONOUNS = frozenset("i we you he she they it this that which who".split())
_AFTER = re.compile(rf"^(?P<what>.{{15,}}?),[\"”’']? (?P<who>[A-Z\w][^,\"“”]{{2,60}}?) (?P<verb>{_SAID})(?: {_DAY})?\.?$", re.IGNORECASE)
_BEFORE = re.compile(rf"^(?P<who>[A-Z][^,\"“”]{{1,50}}?) (?P<verb>{_SAID})(?: {_DAY})?,?(?: that)? (?P<what>[^:]{{15,}}?)\.?$")
_ACCORDING = re.compile(r"^According to (?P<who>[^,]{2,60}), (?P<what>.{15,}?)\.?$")


def attributed(sentence: str, _document: str, rng: random.Random) -> str | None:
    match = _AFTER.match(sentence) or _BEFORE.match(sentence) or _ACCORDING.match(sentence)
    if not match:
        return None
    who, what = _lower(match["who"].strip()), match["what"].strip(" ,.")
    quoted = what[:1] in "\"“"
    bare = what.strip("\"“”")
    if len(who.split()) > 7 or who.lower() in _PRONOUNS or _VERB.search(who) or any(mark in bare for mark in "\"“”") or not quoted and not _VERB.search(bare):
        return None
    verb = match.groupdict().get("verb") or "said"
    if quoted:
        made = [f"{upper(who)}: {what}", f"{upper(who)}: {bare}", f"{upper(who)} {verb}: {what}.", f"“{upper(bare)},” {who} {verb}.", f"{upper(who)} {verb} “{bare}.”"]
    else:
        made = [
            f"{upper(what)}, {who} {verb}.", f"{upper(who)} {verb} {_lower(what)}.", f"{upper(who)} {verb} that {_lower(what)}.", f"{upper(who)}: {what}",
            f"According to {who}, {_lower(what)}.", f"{upper(what)}, according to {who}.", f"{upper(what)}.", f"{upper(what)}.",
        ]  # fmt: skip
    made = [each for each in made if each != sentence]
    return rng.choice(made)


_JOINT = re.compile(r"(?:;|, (?:and|but|while|as)) (?=(?:the|a|an|its|his|her|their|it|he|she|they|there|[A-Z]\w+|\d+|two|three|four|most|many|some|all) )")


def clause(sentence: str, _document: str, rng: random.Random) -> str | None:
    made = []
    for joint in _JOINT.finditer(sentence):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        for part in (left, right):
            if len(part.split()) >= 4 and _VERB.search(" ".join(part.split()[:9])) and part.count('"') % 2 == 0 and part.count("“") == part.count("”") and part.count("(") == part.count(")"):
                made.append(_ended(upper(part)))
    return rng.choice(made) if made else None


_PARTS = (
    re.compile(rf",? ?\b(?:{'|'.join(_ADVERBS.split())})\b,?(?= )", re.IGNORECASE),
    re.compile(rf",? {_DAY}\b(?=[ ,.])", re.IGNORECASE),
    re.compile(rf"^{_DAY},? ", re.IGNORECASE),
    re.compile(r" ?\([^()]{1,80}\)"),
    re.compile(r", (?:which|who|whose|where) [^,;:]{5,100},(?= (?:is|are|was|were|has|have|had|will|would|could|can|\w+ed|\w+s)\b)"),
    re.compile(r"(?<=[a-z]), (?:a|an|the|its|his|her|one of) [^,;:]{5,80},(?= (?:is|are|was|were|has|have|had|will|would|could|can|said|says)\b)"),
    re.compile(r", (?:which|who|where|adding that|including|such as) [^,;:]{5,120}(?=\.?$)"),
    re.compile(r" (?:very|highly|newly|widely|heavily|strongly|sharply|slightly|completely|entirely|easily|simply|greatly|significantly)(?= )"),
)


def dropped(sentence: str, _document: str, rng: random.Random) -> str | None:
    places = [match.span() for part in _PARTS for match in part.finditer(sentence) if not re.search(r"\b(?:not|no|if|unless|only)\b", match.group())]
    if not places:
        return None
    start, end = rng.choice(places)
    left = sentence[:start] + (" " if start and sentence[start:end].endswith(",") and not sentence[end:].startswith(" ") else "") + sentence[end:]
    left = upper(re.sub(r" +", " ", left).strip())
    return left if len(left.split()) >= 4 else None


_LAST_DAY = re.compile(rf"^(?P<what>.{{15,}}?)(?<!later)(?<!earlier)(?<! due)(?<! and),? (?P<day>{_DAY})\.?$", re.IGNORECASE)
_FIRST_DAY = re.compile(rf"^(?P<day>{_DAY}),? (?P<what>.{{15,}}?)\.?$", re.IGNORECASE)


def moved(sentence: str, _document: str, _rng: random.Random) -> str | None:
    if match := _FIRST_DAY.match(sentence):
        day = match["day"]
        return f"{upper(match['what'])} {day[:1].lower() + day[1:]}."
    if (match := _LAST_DAY.match(sentence)) and not re.search(r"[,;:]", match["what"]):
        return f"{upper(match['day'])}, {_lower(match['what'])}."
    return None


def headline(sentence: str, _document: str, rng: random.Random) -> str | None:
    text = re.sub(r"\b(?:the|an?) ", "", sentence, flags=re.IGNORECASE)
    if rng.random() < 0.7:
        text = re.sub(r"\b(?:is|are|was|were|has been|have been) (?=\w+(?:ed|en)\b)", "", text)
        text = re.sub(r"\b(?:will|would) (?!not|have)", "to ", text)
    text = upper(text.strip().rstrip("."))
    return text if text != sentence.rstrip(".") and len(text.split()) >= 3 else None


def spelled(sentence: str, _document: str, rng: random.Random) -> str | None:
    made = [table.replaced(sentence, rng) for table in (SPELLED, SHORTENED)]
    made = [each for each in made if each and each != sentence]
    return rng.choice(made) if made else None


def worded(sentence: str, _document: str, rng: random.Random) -> str | None:
    return WORDED.replaced(sentence, rng)


CHANGES = {named: 2.0, attributed: 3.0, clause: 3.0, dropped: 1.5, moved: 1.0, headline: 1.0, spelled: 1.5, worded: 1.5}
"""The changes, and how readily each is made."""

HEADLINES = 0.35
"""Share of the sentences that come to be asked for a headline and become one: nearly any could."""


def retold(sentence: str, document: str, rng: random.Random) -> str | None:
    """A sentence after one to three changes, or nothing where none can be made."""
    order = sorted(CHANGES, key=lambda change: rng.random() ** (1 / CHANGES[change]), reverse=True)
    wanted, made = rng.choice((1, 1, 2, 2, 3)), 0
    for change in order:
        if change is headline and rng.random() > HEADLINES:
            continue
        if found := change(sentence, document, rng):
            sentence, made = found, made + 1
        if made == wanted:
            break
    return sentence if made else None
