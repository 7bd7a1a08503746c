/** What `--help` prints. */

export const HELP = `epitome: tells whether a summary fits its document, and writes one.

Usage: epitome COMMAND [OPTIONS] [FILE]

Commands
  score       judge the pairs of a JSON Lines file
  summarize   summarize a text
  models      list the models in the package

epitome COMMAND --help teaches a command with an example.
epitome --version prints the version.

Exit status: 0 all went well, 1 something failed, 2 the command line is wrong.
`;

const SCORE = `Usage: epitome score [OPTIONS] [FILE.jsonl]

Judges pairs of a document and a summary. Reads JSON Lines, one object a line,
from FILE or from standard input (no FILE, or -). Writes each row with four more
fields: score (1 to 5), probability (0 to 1), matched, levels (the probability
of each level). Blank lines are skipped. A bad line is reported with its number
on standard error and left out; the exit status is then 1.

Options
  --language TAG          language of the texts: zh, en, fa, de; the best model for it is taken
  --model NAME            a model by name (see: epitome models)
                          Give --language, --model, or both.
  --document-field NAME   field that holds the document (default: document)
  --summary-field NAME    field that holds the summary (default: summary)
  --explain               add a field evidence: which part of the document
                          supports which part of the summary
  --output FILE           write there instead of to standard output

Example
  $ echo '{"document":"The river rose overnight and the bridge was closed.","summary":"The bridge was closed."}' |
      epitome score --language en
`;

const SUMMARIZE = `Usage: epitome summarize [OPTIONS] [FILE]

Summarizes a plain text from FILE or from standard input (no FILE, or -).

Options
  --type TYPE         headline, tldr, teaser or key-points (default: key-points)
  --length LENGTH     short, medium or long (default: short)
  --format FORMAT     plain-text or markdown (default: markdown)
  --language TAG      zh, en, fa or de (default: guessed from the text)

Example
  $ epitome summarize --type tldr --length short --format plain-text article.txt
`;

const MODELS = `Usage: epitome models [--json]

Lists the models in the package: name, task, languages, size and description.
With --json: everything that is known of them, as a JSON array.

Example
  $ epitome models --json
`;

export const COMMAND_HELP: Record<string, string> = {
  score: SCORE,
  summarize: SUMMARIZE,
  models: MODELS,
};
