/** The rows of a table and their judgements: what is shown of them, sorted and filtered. */

/**
 * The verdicts by which rows are filtered; `left` are rows without a pair, `waiting` those not
 * judged yet.
 */
export const VERDICTS = ["supported", "unclear", "contradicted", "left", "waiting"];
/** The bars of the histogram, over the probability. */
export const BINS = 20;

const LEFT = VERDICTS.indexOf("left");
const WAITING = VERDICTS.indexOf("waiting");
const WORD = /[\p{Alphabetic}\p{N}]/u;

export class Store {
  constructor(columns) {
    this.columns = columns;
    this.rows = [];
    this.said = []; // what is said of a row: { sentences, found, objection, language }
    this.order = new Uint32Array(0);
  }

  add(row) {
    this.rows.push(row);
  }

  /** Says which columns hold the pairs; all judgements begin anew. */
  map({ document, summary, language }) {
    this.at = {
      document: this.columns.indexOf(document),
      summary: this.columns.indexOf(summary),
      language: this.columns.indexOf(language),
    };
    const { length } = this.rows;
    this.said = new Array(length);
    this.probability = new Float64Array(length).fill(-1);
    this.verdict = new Uint8Array(length).fill(WAITING);
    for (let index = 0; index < length; index += 1) {
      const { document: text, summary: short } = this.pair(index);
      if (!isText(text) || !isText(short)) this.verdict[index] = LEFT;
    }
  }

  pair(index) {
    const row = this.rows[index];
    return {
      document: row?.[this.at.document],
      summary: row?.[this.at.summary],
      language: row?.[this.at.language],
    };
  }

  isWaiting(index) {
    return this.verdict[index] === WAITING;
  }

  /** Takes a judgement; `read` is what verdict.js makes of it. */
  judge(index, result, read) {
    this.probability[index] = result.probability;
    this.verdict[index] = VERDICTS.indexOf(read.wrong > 0 ? "contradicted" : result.verdict);
    const [objection] = read.objections;
    this.said[index] = {
      score: result.score,
      language: result.language,
      read: result.read,
      found: read.found,
      total: read.total,
      objections: read.objections.map(({ kind, text, instead }) => ({ kind, text, instead })),
      ...(objection && {
        objection: { kind: objection.kind, text: objection.text, instead: objection.instead },
      }),
    };
  }

  /** How many rows there are of each verdict, and of each verdict in each bar. */
  counts() {
    const verdicts = Object.fromEntries(VERDICTS.map((name) => [name, 0]));
    const bins = new Uint32Array(BINS);
    for (let index = 0; index < this.rows.length; index += 1) {
      verdicts[VERDICTS[this.verdict[index]]] += 1;
      if (this.probability[index] >= 0) bins[binOf(this.probability[index])] += 1;
    }
    return { verdicts, bins };
  }

  /** Chooses and sorts the rows that are shown; gives their number. */
  view({ verdict, bin, words = "", sort = "row", descending = false }) {
    const wanted = VERDICTS.indexOf(verdict);
    const sought = words.trim().toLowerCase();
    const chosen = [];
    for (let index = 0; index < this.rows.length; index += 1) {
      if (wanted >= 0 && this.verdict[index] !== wanted) continue;
      if (
        bin !== undefined &&
        (this.probability[index] < 0 || binOf(this.probability[index]) !== bin)
      )
        continue;
      if (sought !== "") {
        const { document, summary } = this.pair(index);
        if (!`${summary}\n${document}`.toLowerCase().includes(sought)) continue;
      }
      chosen.push(index);
    }
    const key = {
      row: (index) => index,
      probability: (index) => this.probability[index],
      verdict: (index) => this.verdict[index],
    }[sort];
    const sign = descending ? -1 : 1;
    chosen.sort((a, b) => sign * (key(a) - key(b)) || a - b);
    this.order = Uint32Array.from(chosen);
    return this.order.length;
  }

  /** What the table shows of the rows from `from` to `to` of the view. */
  shown(from, to, most = 300) {
    return Array.from(this.order.subarray(from, to), (index) => {
      const { document, summary } = this.pair(index);
      return {
        index,
        verdict: VERDICTS[this.verdict[index]],
        probability: this.probability[index],
        said: this.said[index],
        document: clip(document, most),
        summary: clip(summary, most),
      };
    });
  }
}

const isText = (value) => typeof value === "string" && WORD.test(value);
const clip = (value, most) =>
  (typeof value === "string"
    ? value
    : value === undefined || value === null
      ? ""
      : JSON.stringify(value)
  ).slice(0, most);
export const binOf = (probability) => Math.min(BINS - 1, Math.floor(probability * BINS));
