#!/usr/bin/env node
/** The command line: finds the command, runs it, and turns its end into an exit status. */
import { manifestVersion } from "./cli/version.js";
import { COMMAND_HELP, HELP } from "./cli/help.js";
import { evaluate } from "./cli/evaluate.js";
import { filter } from "./cli/filter.js";
import { importModel } from "./cli/import.js";
import { EXIT, messageOf, tolerateClosedPipes, UsageError } from "./cli/io.js";
import { models } from "./cli/models.js";
import { optimize } from "./cli/optimize.js";
import { score } from "./cli/score.js";
import { segment } from "./cli/segment.js";
import { select } from "./cli/select.js";
import { summarize } from "./cli/summarize.js";
import { EpitomeError } from "./errors.js";
import { nearest } from "./nearest_name.js";

const COMMANDS: Record<string, (args: string[]) => Promise<number>> = {
  score,
  filter,
  evaluate,
  select,
  summarize,
  segment,
  import: importModel,
  optimize,
  models,
};

async function main(args: string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === undefined || command === "--help" || command === "-h" || command === "help") {
    const topic = command === "help" ? rest[0] : undefined;
    if (topic !== undefined && !Object.hasOwn(COMMANDS, topic)) throw unknownCommand(topic);
    process.stdout.write(topic !== undefined && Object.hasOwn(COMMAND_HELP, topic) ? COMMAND_HELP[topic] : HELP);
    return command === undefined ? EXIT.usage : EXIT.ok;
  }
  if (command === "--version" || command === "-V") {
    process.stdout.write(`${await manifestVersion()}\n`);
    return EXIT.ok;
  }
  if (!Object.hasOwn(COMMANDS, command)) {
    throw unknownCommand(command);
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(COMMAND_HELP[command] ?? HELP);
    return EXIT.ok;
  }
  return (await COMMANDS[command]?.(rest)) ?? EXIT.usage;
}

function unknownCommand(command: string): UsageError {
  const names = Object.keys(COMMANDS);
  const near = nearest(command, names);
  const meant = near === undefined ? "" : `; did you mean ${near}?`;
  return new UsageError(`unknown command "${command}"${meant}; there are: ${names.join(", ")}`);
}

/** The command whose help a wrong command line needs. */
function helpFor(command: string | undefined): string {
  return command !== undefined && Object.hasOwn(COMMANDS, command) ? `${command} ` : "";
}

tolerateClosedPipes();
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const usage = error instanceof UsageError;
    process.stderr.write(`epitome: ${messageOf(error)}\n`);
    if (usage) process.stderr.write(`Try: epitome ${helpFor(process.argv[2])}--help\n`);
    else if (!(error instanceof EpitomeError) && error instanceof Error && process.env["DEBUG"]) {
      process.stderr.write(`${error.stack}\n`);
    }
    process.exitCode = usage ? EXIT.usage : EXIT.failed;
  },
);
