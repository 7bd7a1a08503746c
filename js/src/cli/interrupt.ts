/** Ctrl-C and SIGTERM: what is done is saved before the process ends. */

/** The exit status of a process that a signal ended, as shells have it. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** What a run does when it is interrupted. */
export interface Interruptible {
  /** Whether half a row is written now. */
  busy(): boolean;
  /** Saves what is done. */
  save(): Promise<void>;
  /** What the user is told. */
  message(): string;
}

/** Handles signals until the returned function is called; a second signal ends the process at once. */
export function onInterrupt(run: Interruptible): () => void {
  let ending = false;
  const handlers = Object.entries(STATUS).map(([name, status]) => {
    const handle = () => {
      if (ending) process.exit(status);
      ending = true;
      void end(run, status);
    };
    process.on(name, handle);
    return { name, handle };
  });
  return () => {
    for (const { name, handle } of handlers) process.off(name, handle);
  };
}

async function end(run: Interruptible, status: number): Promise<void> {
  while (run.busy()) await new Promise((resolve) => setImmediate(resolve));
  try {
    await run.save();
  } finally {
    process.stderr.write(`\nepitome: ${run.message()}\n`, () => process.exit(status));
  }
}
