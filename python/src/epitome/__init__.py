"""Epitome tells whether a summary says what its document says, and writes one.

Small models run in WebAssembly, on this machine, in English, Chinese, German and Persian.

>>> from epitome import Matcher
>>> document = "The bridge at Holm was closed on Monday after the river rose by 12 metres."
>>> Matcher().match(document, "The river rose by 15 metres.").verdict
'contradicted'
"""

from ._cache import clear as clear_cache
from ._models import ModelInfo, models
from .corpus import (
    CorpusRow,
    PreparedCorpus,
    RuleCount,
    Selection,
    prepare_corpus,
    select_subset,
    select_texts,
)
from .errors import DataError, EpitomeError, NotSupportedError, OperationError
from .evaluation import Evaluation, Keep, evaluate
from .language import DetectedLanguage, detect_language
from .matcher import Matcher
from .metrics import (
    CheckedEntity,
    EntityFactuality,
    ExtractiveFragments,
    Fragment,
    PrecisionRecallF1,
    RougeScores,
    bert_score,
    entity_factuality,
    extractive_fragments,
    roc_auc,
    rouge,
    rouge_batch,
)
from .results import Evidence, JudgedSentence, MatchResult, Span
from .structure import (
    ClassifiedLine,
    DocumentBlocks,
    DocumentStructure,
    LayoutBlock,
    LayoutLine,
    LineClassifier,
    PageLayout,
    Section,
)
from .summarizer import Candidate, Summarizer

__version__ = "0.1.0"

__all__ = [
    "Candidate",
    "CheckedEntity",
    "ClassifiedLine",
    "CorpusRow",
    "DataError",
    "DetectedLanguage",
    "DocumentBlocks",
    "DocumentStructure",
    "EntityFactuality",
    "EpitomeError",
    "Evaluation",
    "Evidence",
    "ExtractiveFragments",
    "Fragment",
    "JudgedSentence",
    "Keep",
    "LayoutBlock",
    "LayoutLine",
    "LineClassifier",
    "MatchResult",
    "Matcher",
    "ModelInfo",
    "NotSupportedError",
    "OperationError",
    "PageLayout",
    "PrecisionRecallF1",
    "PreparedCorpus",
    "RougeScores",
    "RuleCount",
    "Section",
    "Selection",
    "Span",
    "Summarizer",
    "bert_score",
    "clear_cache",
    "detect_language",
    "entity_factuality",
    "evaluate",
    "extractive_fragments",
    "models",
    "prepare_corpus",
    "roc_auc",
    "rouge",
    "rouge_batch",
    "select_subset",
    "select_texts",
]
