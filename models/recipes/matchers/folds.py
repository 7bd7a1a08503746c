"""Training and scoring of paper A's systems, one step per training, so that a run resumes.

`Experiment` holds the pairs, words and embeddings of one language; `scores` trains a system
on some of the training pairs and scores other pairs with it. The settings are the same for
every neural system. The paper's are 50 tokens of each text, 50 dimensions and word2vec on raw
texts. Not the paper's, to train in seconds: Adam at a rate of 3e-3, batches of 128 and 3
epochs instead of Adadelta, 16 and 5; and weights averaged over the steps.
"""

import contextlib
import hashlib
import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from .. import corpora, training
from . import counting, embeddings, data as matching_data, segmentation
from ..coverage import coverage
from .. import pairs as pairing
from .encoders import ENCODERS, LENGTH, Frame, shares
from ..evaluate import POSITIVE, probability
from ..pairs import Pair
from ..text import Vocabulary, characters
from ..work import Work

SEED = 1
VOCABULARY = 5000
DIMENSIONS = 50
TRAINING = training.Settings(
    epochs=3, batch=128, rate=3e-3, embedding_rate=1e-3, weight_decay=1e-5, dropout=0.2, smoothing=0.0, seed=SEED, both_lengths=True
)
EMBEDDINGS = {"window": 5, "epochs": 3, "skip_gram": False, "seed": SEED}
RAW_CHARACTERS = 300
"""Of every document of the raw corpus that embeddings are trained on."""
COUNTING = ("lsi", "svm")
NEURAL = tuple(ENCODERS)
SYSTEMS = ("rouge", *COUNTING, *NEURAL)


@dataclass(frozen=True)
class Trial:
    """One training: a system, its head, its sizes."""

    system: str
    head: str = "two"
    dimensions: int = DIMENSIONS
    pretrained: bool = True
    seed: int = SEED


class Ids:
    """Pairs as token ids, ready for `training`."""

    def __init__(self, vocabulary: Vocabulary, chinese: bool, words: segmentation.Words):
        self._vocabulary, self._chinese, self._words = vocabulary, chinese, words

    def encode(self, text: str) -> list[int]:
        ids = self._vocabulary.encode(text, LENGTH) if self._chinese else self._words.ids(text)[:LENGTH]
        return ids or [1]

    def of(self, rows: list[Pair]) -> training.Encoded:
        return training.Encoded(
            [self.encode(p.document) for p in rows], [self.encode(p.summary) for p in rows], matching_data.levels(rows)
        )


def chosen(data: training.Encoded, rows) -> training.Encoded:
    return training.Encoded([data.documents[i] for i in rows], [data.summaries[i] for i in rows], data.levels[rows])


class Experiment:
    """One language's pairs and what the systems need of them."""

    def __init__(self, data: Path, code: str, work: Work, lcsts: Path | None = None):
        self.data, self.code, self.work, self.lcsts = data, code, work, lcsts
        self.chinese = code == "zh"
        self.key = {"language": code, "data": str(lcsts) if lcsts else "titles", "seed": SEED, "levels": matching_data.LEVELS}
        self._cache: dict = {}

    def _kept(self, name: str, make):
        if name not in self._cache:
            self._cache[name] = make()
        return self._cache[name]

    def _paired(self) -> Path:
        def make(folder: Path) -> None:
            for split in ("train", "dev"):
                if self.lcsts and split == "train":
                    found = matching_data.from_lcsts(self.lcsts / "PART_II.txt")
                else:
                    found = matching_data.built(self.data, self.code, split)
                pairing.write(folder / f"{split}.jsonl.gz", found)

        most = matching_data.MOST_ARTICLES
        return self.work.step(f"pairs-{self.code}", self.key | {"kinds": matching_data.KINDS, "most": most}, make)

    def pairs(self, split: str) -> list[Pair]:
        """`train`, `dev`, or a set with human labels."""
        if split in ("train", "dev"):
            return self._kept(split, lambda: pairing.read(self._paired() / f"{split}.jsonl.gz"))
        return self.tests()[split]

    def tests(self) -> dict[str, list[Pair]]:
        """The sets with human labels."""
        if self.lcsts:
            return self._kept("tests", lambda: {"lcsts_part3": matching_data.from_lcsts(self.lcsts / "PART_III.txt")})
        return self._kept("tests", lambda: matching_data.human(self.data, self.code))

    def raw(self) -> list[str]:
        """The corpus without labels: the titles and the heads of their documents."""
        sources = matching_data.LANGUAGES[self.code].sources
        articles = (a for s in sources for a in corpora.titles(self.data, s, "train"))
        return [text for a in articles for text in (a.title, a.document[:RAW_CHARACTERS])]

    def words_folder(self) -> Path:
        def make(folder: Path) -> None:
            texts = (text for p in self.pairs("train") for text in (p.document, p.summary))
            segmentation.build(folder, texts, VOCABULARY, self.chinese)

        return self.work.step(f"words-{self.code}", {"size": VOCABULARY, "pairs": self._paired().name}, make)

    def words(self) -> segmentation.Words:
        return self._kept("words", lambda: segmentation.load(self.words_folder()))

    def vocabulary_folder(self) -> Path:
        """The tokens of the neural systems: characters for Chinese, words else."""
        if not self.chinese:
            return self.words_folder()

        def make(folder: Path) -> None:
            Vocabulary.most_frequent(map(characters, self.raw()), VOCABULARY).write(folder / "vocabulary.txt")

        return self.work.step(f"characters-{self.code}", self.key | {"size": VOCABULARY, "raw": RAW_CHARACTERS}, make)

    def vocabulary(self) -> Vocabulary:
        return self._kept("vocabulary", lambda: Vocabulary.read(self.vocabulary_folder() / "vocabulary.txt"))

    def embedded(self, dimensions: int) -> Path:
        def make(folder: Path) -> None:
            cut = characters if self.chinese else segmentation.rouge_tokens
            table = embeddings.train(self.raw(), self.vocabulary(), size=dimensions, cut=cut, **EMBEDDINGS)
            np.save(folder / "embeddings.npy", table)

        settings = {**EMBEDDINGS, "size": dimensions, "raw": RAW_CHARACTERS, "vocabulary": self.vocabulary_folder().name}
        return self.work.step(f"embeddings-{self.code}-{dimensions}", settings, make)

    def table(self, trial: Trial) -> np.ndarray:
        """First embeddings: word2vec's, or Gaussian ones as long."""
        if trial.pretrained:
            return np.load(self.embedded(trial.dimensions) / "embeddings.npy")
        rng = np.random.default_rng(trial.seed)
        table = rng.normal(0, 0.1, (len(self.vocabulary()), trial.dimensions)).astype(np.float32)
        table[0] = 0
        return table

    def ids(self, split: str) -> training.Encoded:
        encoder = Ids(self.vocabulary(), self.chinese, self.words())
        return self._kept(f"ids {split}", lambda: encoder.of(self.pairs(split)))

    def counted(self, split: str) -> counting.Counted:
        return self._kept(f"counted {split}", lambda: counting.Counted.of(self.pairs(split), self.words()))

    def features(self, split: str):
        weights = self._kept("idf", lambda: counting.idf(self.counted("train")))
        return self._kept(f"features {split}", lambda: counting.features(self.counted(split), weights))

    def kernel(self, split: str) -> np.ndarray:
        """The RBF kernel of a split's pairs with all training pairs; words are weighed over all of these."""
        gamma = self._kept("gamma", lambda: counting.gamma_of(self.features("train")))
        return self._kept(f"kernel {split}", lambda: counting.rbf(self.features(split), self.features("train"), gamma))

    def network(self, trial: Trial, levels: np.ndarray) -> Frame:
        torch.manual_seed(trial.seed)
        table = torch.from_numpy(self.table(trial))
        return Frame(trial.system, trial.head, table, trial.dimensions, TRAINING.dropout, shares(levels))

    def fitted(self, trial: Trial, rows: np.ndarray) -> Frame:
        """A neural system trained on rows of the training pairs."""
        data = chosen(self.ids("train"), rows)
        settings = training.Settings(**asdict(TRAINING) | {"seed": trial.seed})
        with contextlib.redirect_stdout(io.StringIO()):
            return training.train(self.network(trial, data.levels), data, settings, lambda *_: None)

    def trial_settings(self, trial: Trial) -> dict:
        """What a step that trains depends on."""
        settings = self.key | asdict(trial) | {"pairs": self._paired().name, "size": VOCABULARY}
        if trial.system in NEURAL:
            settings |= {"training": asdict(TRAINING), "embeddings": EMBEDDINGS, "raw": RAW_CHARACTERS}
        return settings

    def scores(self, name: str, trial: Trial, rows: np.ndarray, sets: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Trains on rows of the training pairs; P(levels 4 and 5), or a score that rises with it, of rows of sets."""

        def make(folder: Path) -> None:
            found = self._scores(trial, rows, sets)
            np.savez(folder / "scores.npz", **found)

        settings = self.trial_settings(trial) | {"rows": _digest(rows), "sets": {n: _digest(r) for n, r in sets.items()}}
        folder = self.work.step(f"{name}-{self.code}-{trial.system}-{trial.head}", settings, make)
        with np.load(folder / "scores.npz") as found:
            return dict(found)

    def _scores(self, trial: Trial, rows: np.ndarray, sets: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        if trial.system == "rouge":
            return {n: np.array([coverage(self.pairs(n)[i].summary, self.pairs(n)[i].document) for i in r]) for n, r in sets.items()}
        if trial.system == "lsi":
            model = counting.Lsi(self.counted("train")[rows], seed=trial.seed)
            return {n: model.scores(self.counted(n)[r]) for n, r in sets.items()}
        if trial.system == "svm":
            positive = matching_data.levels(self.pairs("train"))[rows] >= POSITIVE
            machine = counting.support(self.kernel("train")[np.ix_(rows, rows)], positive)
            return {n: machine.decision_function(self.kernel(n)[np.ix_(r, rows)]) for n, r in sets.items()}
        model = self.fitted(trial, rows)
        return {n: probability(training.logits(model, chosen(self.ids(n), r))) for n, r in sets.items()}


def _digest(rows: np.ndarray) -> str:
    return hashlib.sha256(np.asarray(rows, dtype=np.int64).tobytes()).hexdigest()[:12]


def read_json(path: Path):
    return json.loads(path.read_text(encoding="utf-8"))
