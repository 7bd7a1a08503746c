/** What `--help` prints. */

export const HELP = `epitome: tells whether a summary fits its document, and writes one.
Everything is computed on this machine; nothing is sent anywhere.

Usage: epitome COMMAND [OPTIONS] [FILE ...]

Commands
  score       judge pairs in rows (JSON Lines, JSON, CSV, TSV): a score from 1 to 5 for each
  filter      keep the pairs whose summary fits
  evaluate    how well a model tells the labels of a file (AUC, Spearman)
  select      pick the best part of scored pairs, within limits
  summarize   summarize a text, or the documents in rows
  segment     find the blocks, lines and speeches of a laid-out document
  import      make a bundle of a model of the field: a folder or an address
  optimize    make an ONNX model ready to run: it then loads at once
  models      list the models of the installed packages

Start here
  $ echo '{"document":"The river rose overnight and the bridge was closed.","summary":"The bridge was closed."}' > pairs.jsonl
  $ epitome score pairs.jsonl

epitome COMMAND --help teaches a command with examples.
epitome --version prints the version.

Exit status: 0 all went well, 1 something failed or lines were bad, 2 the
command line is wrong, 130 and 143 interrupted by Ctrl-C or SIGTERM.
`;

const FIELDS = `  --document-field NAME   field that holds the document (default: document)
  --summary-field NAME    field that holds the summary (default: summary)`;

const MATCHER = `  -l, --language TAG      language of the texts: zh, en, fa, de, or auto (default:
                          guessed for each text); takes its default model
  --language-field NAME   field that holds the language of each row, instead of
                          --language
  -m, --model NAME        a model by name (see: epitome models), or another
                          model's: the path of its folder, with a slash, or the
                          path or address of its manifest.json
  --size SIZE             in the place of a model: small (default), or large, which
                          reads better (npm install @epitome/judge)
${FIELDS}
  -w, --workers N         judge in N threads, 1 to 64 (default: 1, without a thread)`;

const INPUT = `  --input-format FORMAT   jsonl, json, csv or tsv (default: by the name of FILE, else
                          json if it begins with a bracket, else jsonl)`;

const OUTPUT = `${INPUT}
  -o, --output FILE       write there instead of to standard output; FILE.gz is packed
  --output-format FORMAT  jsonl, csv or tsv (default: by the name of the output, else
                          jsonl); a table has the columns of its first row
  --resume                go on with a run that was interrupted: needs the same
                          input and options, and --output; how far the run came
                          is kept in FILE.resume while it goes on
  -f, --force             begin anew, though FILE holds rows or an interrupted run`;

const DIGITS = `  -d, --digits N          at most N digits after the point, 0 to 15 (default: all)`;

const LINES = `Reads JSON Lines (one object a line), a JSON array, CSV (with commas, semicolons
or tabs) or TSV with a head, packed with gzip or not, in UTF-8 or UTF-16, from
FILEs or from standard input (no FILE, or -), in bounded memory. Blank lines are
skipped. Bad lines are reported with their numbers on standard error, the first
20 of them, counted and left out; the exit status is then 1. Ctrl-C keeps what is
done.`;

const SCORE = `Usage: epitome score [OPTIONS] [FILE ...]

Judges pairs of a document and a summary. Writes each row with more fields: score
(1 does not fit, to 5 fits), probability (that it fits, 0 to 1), matched, levels
(the probability of each level), read (the shares of both texts that were read),
and language and verdict where the matcher tells them.

${LINES}

Options
${MATCHER}
  -e, --explain           add the fields sentences and evidence: how far each
                          sentence is supported, and which part of the document
                          supports, or contradicts, which part of the summary
${DIGITS}
${OUTPUT}

Examples
  $ epitome score --language en --output scored.jsonl pairs.jsonl
  $ epitome score --language en --output scored.jsonl --resume pairs.jsonl
  $ epitome score --language-field lang --digits 4 -o scored.csv part-1.csv part-2.csv.gz
`;

const FILTER = `Usage: epitome filter --keep P [OPTIONS] [FILE ...]

Keeps the rows whose summary fits with a probability of at least P, exactly as
they are, and drops the others. At the end a table on standard error says how
many rows of each level (the most probable of the five) were kept and dropped.

${LINES}

Options
  -k, --keep P            the least probability of what is kept, 0 to 1
  --with-scores           add the fields of epitome score to what is kept
  -d, --digits N          at most N digits after the point in these fields, 0 to 15
                          (default: all)
  --json                  the table as one line of JSON
${MATCHER}
${OUTPUT}

Examples
  $ epitome filter --keep 0.5 --language de pairs.jsonl > good.jsonl
  $ epitome filter --keep 0.8 --language zh --workers 4 --output good.jsonl pairs.jsonl
`;

const EVALUATE = `Usage: epitome evaluate [OPTIONS] [FILE ...]

Judges labelled pairs and says how well the model tells their labels: the area
under the ROC curve with its 95 % interval (bootstrap over the pairs, the same
each time), Spearman's rank correlation of scores and labels, and for each label
how many pairs have it, their mean score, and how many matched.

A label is true or false, 1 or 0, or a level, such as 1 to 5. A summary counts
as fitting from label 4 on, or from 1 on if no label is above 1 (the default of
--positive-from).

${LINES}

Options
  --label-field NAME      field that holds the label (default: label)
  --positive-from N       the least label of a summary that fits
  --resamples N           bootstrap samples, 100 to 100000 (default: 1000)
  --suggest-keep          also the --keep of epitome filter that has the best F1 here
  --json                  the figures as JSON
${INPUT}
${MATCHER}
                          Several --model are compared in one table.

Examples
  $ epitome evaluate --language en --label-field human_score labelled.jsonl
  $ epitome evaluate --language en --suggest-keep labelled.csv
  $ epitome evaluate -l en -m fit-en -m fit-en-large -m rouge labelled.jsonl
`;

const SELECT = `Usage: epitome select [OPTIONS] [FILE ...]

Picks a part of scored pairs within limits: the best ones, and those related to
each other by their words. Reads rows such as epitome score writes, from FILEs
or from standard input (no FILE, or -), and keeps them in memory. Writes the
chosen rows exactly as they are, in their order. At the end tables on standard
error say how many rows of each label (the 50 with most rows, if there are more)
and length there were and were kept. A bad line is reported with its number and
left out; the exit status is then 1.

Limits, at least one
  --items N               at most N rows
  --tokens N              at most N words in documents and summaries together
  --quota N               at most N rows of each label; each row then needs the
                          field of --label-field
  --repeats N             at most N pairs of rows that nearly repeat each other;
                          0 allows none

Options
  --label-field NAME      field that holds the label (default: source)
  --score-field NAME      field that holds the score, at least 0 (default: probability)
${FIELDS}
  --neighbours N          relate each row to its N nearest, 0 to 100 (default: 5)
  --weight W              what the relatedness of equal rows counts, at least 0 (default: 0.5)
  --method METHOD         greedy, dlib or mqmcg (default: mqmcg)
  --seed N                what the random start of dlib is drawn with (default: 0)
  --time-limit SECONDS    take the best choice after that time (default: no limit)
  --json                  the tables as one line of JSON, with all labels
${INPUT}
  -o, --output FILE       write there instead of to standard output; FILE.gz is packed
  --output-format FORMAT  jsonl, csv or tsv (default: by the name of the output, else
                          jsonl); a table has the columns of its first row
  -f, --force             write over FILE, though it holds something

Examples
  $ epitome score --language en pairs.jsonl > scored.jsonl
  $ epitome select --items 1000 scored.jsonl > chosen.jsonl
  $ epitome select --items 1000 --quota 400 --label-field source scored.jsonl > chosen.jsonl
  $ epitome select --tokens 100000 --repeats 0 --output chosen.jsonl scored.jsonl
`;

const SUMMARIZE = `Usage: epitome summarize [OPTIONS] [FILE ...]

Summarizes a text from FILE or from standard input (no FILE, or -), in UTF-8 or
UTF-16; of FILE.html the text that is seen. With --jsonl, or rows by the name of
FILE (jsonl, json, csv, tsv), summarizes the document of each row into a further
field; bad lines are reported with their numbers and left out.

Options
  -t, --type TYPE         headline, tldr, teaser or key-points (default: key-points)
  --length LENGTH         short, medium or long (default: short)
  --format FORMAT         plain-text or markdown (default: markdown of key-points,
                          plain-text of the others)
  -l, --language TAG      zh, en, fa or de (default: auto, guessed from the text)
  --method METHOD         who makes it (default: auto). Sentences of the text are
                          taken by extractive (those most like the rest), subset
                          (those that say the most together), textrank (the most
                          central) and lead (the first). A headline is written by
                          abstractive: the model of the --language, zh, en or fa;
                          or by a model by name (see: epitome models). auto is
                          abstractive for a headline with --language zh or en,
                          and extractive otherwise
  -m, --model FILE        the path of another model's folder, or the path or
                          address of its manifest.json, which writes the headline
  --jsonl                 the input is rows
  --html                  the input, or the document of each row, is HTML
${FIELDS}
  -w, --workers N         summarize rows in N threads, 1 to 64 (default: 1, without a thread)
${OUTPUT}

Options for headlines that a model writes; each makes --method abstractive the
default
  --candidates N          what else the model could have written: the N best
                          headlines, 1 to 32, each after its log-probability and
                          a tab; of JSON Lines, in a field candidates
  --beams N               how many beginnings are kept and continued, 1 to 32: more
                          are slower and seldom better (default: 8, or the number
                          of candidates if that is more)
  --length-penalty A      0 favours short headlines, 1 long ones; up to 5
                          (default: 0.8)

Examples
  $ epitome summarize --type tldr --format plain-text article.txt
  $ epitome summarize --type headline --output headlines.jsonl articles.jsonl
  $ epitome summarize --type headline --method abstractive --language en article.txt
  $ epitome summarize --type headline --method headline-fa --candidates 3 article.txt
`;

const SEGMENT = `Usage: epitome segment [OPTIONS] [FILE.xml]

Reads the XML of pdftohtml -xml from FILE or from standard input (no FILE, or -)
and writes its lines in the order of reading, one JSON object a line: text, page,
left, top, width, height, block, kind (the type of the block), column, order,
probability (that the line starts a speech) and starts.

Options
  --sections              write the speeches instead: heading, text, page,
                          firstLine, lines
  -m, --model NAME        a model by name, or the path of another model's folder,
                          or the path or address of its manifest.json
                          (default: speech-lines-de)
  -o, --output FILE       write there instead of to standard output; FILE.csv and
                          FILE.tsv are tables, FILE.gz is packed
  -f, --force             write over FILE, though it holds something

Examples
  $ pdftohtml -xml -i -stdout protocol.pdf > protocol.xml
  $ epitome segment protocol.xml > lines.jsonl
  $ epitome segment --sections protocol.xml > speeches.jsonl
`;

const OPTIMIZE = `Usage: epitome optimize MODEL --output FOLDER

Writes the optimized form of a model: its ONNX graph simplified, fused and kept
as a plan. It gives the same answers, loads in a fraction of the time, and needs
no @epitome/onnx, the package that reads ONNX here. The folder holds manifest.json and
the files that it lists.

MODEL is the path of a folder, with a slash, or the path or address of a
manifest.json, whose files lie beside it, or the name of a model in the package
(see: epitome models).

Options
  -o, --output FOLDER     where to write
  -f, --force             write into a folder that holds files

Example
  $ epitome optimize my-model/manifest.json --output my-model-optimized
  $ epitome score --model my-model-optimized/manifest.json pairs.jsonl
`;

const IMPORT = `Usage: epitome import REPOSITORY FOLDER [OPTIONS]

Makes a bundle of a model as its repository has it (config.json, tokenizer.json,
onnx/*.onnx): plans in the place of the ONNX files, a packed tokenizer, and a
manifest with the SHA-256 of every file. It runs with @epitome/onnx.

REPOSITORY is a folder, or the address of one. FOLDER is new or empty.

Options
  --dtype TYPE            which graph: q8, int8, uint8, fp32, fp16, q4, q4f16, bnb4
                          (default: 8 bits where there are)
  --task TASK             entailment, support, relevance, tokens or embedding, where
                          config.json does not tell
  --labels A,B,...        the names of the labels in the order of the outputs, where
                          config.json has none
  --check FILE.jsonl      judge these pairs with the bundle and with the float32 file,
                          and say where verdicts turn; exit 1 if more than 1 in 100 do
  -f, --force             write into a folder that holds files

Example
  $ epitome import ./nli-deberta-v3-xsmall ./nli-bundle --check pairs.jsonl
  $ epitome score --model ./nli-bundle/ pairs.jsonl
`;

const MODELS = `Usage: epitome models [--json]

Lists the models of the installed packages: name, task (matching, segmentation or
summarization), languages, size and description.
With --json: everything that is known of them, as a JSON array.

Example
  $ epitome models --json
`;

export const COMMAND_HELP: Record<string, string> = {
  score: SCORE,
  filter: FILTER,
  evaluate: EVALUATE,
  select: SELECT,
  summarize: SUMMARIZE,
  segment: SEGMENT,
  import: IMPORT,
  optimize: OPTIMIZE,
  models: MODELS,
};
