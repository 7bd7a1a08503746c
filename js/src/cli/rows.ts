/**
 * What the commands over rows share: rows in, one result for each, in the
 * same order and in bounded memory; bad lines reported with their numbers
 * and counted; progress on a terminal; runs that can be resumed.
 */
import { Checkpoint } from "./checkpoint.js";
import { onInterrupt } from "./interrupt.js";
import { EXIT, isRegular, openInput, Output, readsFrom, refuseToOverwrite, UsageError } from "./io.js";
import { isWrong, type Job, type Row, Run } from "./run.js";
import { RowWriter, separatorIn } from "./row_writer.js";
import { checkFormat, checkWritten, columnsOf, FORMATS } from "./sources.js";

export { isWrong, type Job, type Row, type Wrong } from "./run.js";

/** The options of these commands that read. */
export const INPUT_OPTIONS = { "input-format": { type: "string" } } as const;

/** The options of these commands that write rows. */
export const ROW_OPTIONS = {
  ...INPUT_OPTIONS,
  "output-format": { type: "string" },
  output: { type: "string", short: "o" },
  resume: { type: "boolean", default: false },
  force: { type: "boolean", short: "f", default: false },
} as const;

/** Those options, parsed. */
export interface RowValues {
  output?: string | undefined;
  "input-format"?: string | undefined;
  "output-format"?: string | undefined;
  resume?: boolean;
  force?: boolean;
}

/** How a run ended. */
export interface Outcome {
  /** How many rows have a result. */
  good: number;
  /** How many lines were left out. */
  bad: number;
  exit: number;
}

/** Runs `job` over the rows of `files`, one after the other. */
export async function runRows<Item, Result>(
  job: Job<Item, Result>,
  files: readonly string[],
  options: RowValues,
): Promise<Outcome> {
  const target = options.output === "-" ? undefined : options.output;
  if (options.resume && target === undefined) {
    throw new UsageError("--resume needs --output FILE, whose rows it goes on after");
  }
  const format = checkFormat("--input-format", options["input-format"], FORMATS);
  const written = checkWritten(options["output-format"], target);
  const inputs = await Promise.all((files.length === 0 ? ["-"] : files).map(openInput));
  for (const input of inputs) {
    if (target !== undefined && (await readsFrom(input, target))) {
      throw new UsageError(
        `--output: ${target} is the input, which is read while rows are written; name another file`,
      );
    }
  }
  const kept = target !== undefined && (await isRegular(target)); // not by a pipe or a device
  if (options.resume && !kept) {
    throw new UsageError(`--resume: ${target} is no regular file, whose rows it could go on after`);
  }
  const settings = { ...job.settings, ...(written === undefined ? {} : { format: written }) };
  const checkpoint = kept ? new Checkpoint(target, settings) : undefined;
  if (!options.resume && !options.force) {
    await checkpoint?.refuseInterrupted(job.unit);
    await refuseToOverwrite(target, false);
  }
  const before = options.resume ? await checkpoint?.read() : undefined;
  if (before?.input !== undefined && before.input >= inputs.length) {
    throw new UsageError(`--resume: the run was begun with more than ${inputs.length} inputs`);
  }
  if (before !== undefined) job.state?.restore(before.state);
  const run = new Run(job, inputs, format, before);
  const output = await Output.open(target, before?.output ?? 0);
  const separator = separatorIn(written ?? "jsonl");
  const goesOn = target !== undefined && separator !== undefined && output.bytes > 0;
  const columns = goesOn ? await columnsOf(target, separator) : undefined;
  const writer = new RowWriter(output, written ?? "jsonl", target?.endsWith(".gz") ?? false, columns);
  let busy = false;
  const save = async (now: boolean) => {
    if (checkpoint === undefined || !(now || checkpoint.due)) return;
    await writer.flush();
    await checkpoint.save(() => run.progressed(output.bytes));
  };
  const leave = onInterrupt({
    busy: () => busy,
    save: () => (run.moved ? save(true) : Promise.resolve()),
    message: () => {
      const done = `interrupted after ${run.good.toLocaleString("en")} ${job.unit}`;
      return checkpoint === undefined
        ? `${done}; with --output FILE a run can be resumed`
        : `${done}, which are kept: the same command with --resume goes on`;
    },
  });
  try {
    if (before === undefined) await save(true);
    for await (const { row, result } of run.results()) {
      busy = true;
      if (isWrong(result)) {
        run.refuse(row, result.wrong);
      } else {
        await writer.write(job.write(row, result));
        run.finish(row);
      }
      await save(false);
      busy = false;
    }
    await writer.flush();
    await checkpoint?.remove();
  } catch (error) {
    if (checkpoint === undefined || error instanceof UsageError) throw error;
    // Half a row may be written, or no row: then the last checkpoint is the one that holds.
    if (!busy && run.moved) await save(true).catch(() => {});
    if (error instanceof Error) {
      error.message += " (what is done is kept: go on with --resume)";
    }
    throw error;
  } finally {
    leave();
    run.progress.clear();
    await output.close();
  }
  process.stderr.write(writer.leftOut);
  const { good, bad } = run;
  if (bad > 0) {
    process.stderr.write(
      `epitome: ${bad} bad ${bad === 1 ? "line" : "lines"} left out, ${good} ${job.unit} done (${run.reasons})\n`,
    );
  }
  return { good, bad, exit: bad > 0 ? EXIT.failed : EXIT.ok };
}

/**
 * The line of `row` with the fields of `added`: its own text and they, so that
 * numbers stay as they are written; composed anew only if it has one of them.
 */
export function extended({ text, fields }: Row<unknown>, added: Record<string, unknown>): string {
  if (Object.keys(added).some((name) => Object.hasOwn(fields, name))) {
    return `${JSON.stringify({ ...fields, ...added })}\n`;
  }
  // A good row has a field: a comma follows it.
  const own = text.slice(0, text.lastIndexOf("}")).trimEnd();
  return `${own},${JSON.stringify(added).slice(1)}\n`;
}
