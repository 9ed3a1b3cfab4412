/** Questions on the terminal, and secrets from standard input. Questions go to stderr, so that stdout stays clean. */

import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { io } from "./io.ts";

/** Asks for one line. `hidden`: the input is not shown. */
export async function ask(question: string, { hidden = false } = {}): Promise<string> {
  io().err.write(question);
  const echo = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : io().err;
  const lines = createInterface({ input: io().input, output: echo, terminal: true, historySize: 0 });
  // readline handles Ctrl-C as a key: forward it as a signal.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  // Ctrl-D: there will be no answer.
  const ended = new Promise<never>((_, reject) => {
    lines.on("close", () => reject(usageError("nothing was entered.")));
  });
  try {
    // The question is repeated so that readline knows the cursor position when it redraws the line.
    return await Promise.race([lines.question(hidden ? "" : `\r${question}`, { signal: interrupted }), ended]);
  } catch (error) {
    throw interrupted.aborted ? interrupted.reason : error;
  } finally {
    lines.close();
    if (hidden) io().err.write("\n");
  }
}

export function canAsk(): boolean {
  return io().input.isTTY === true && io().err.isTTY === true;
}

/** The whole of standard input as one secret, without a single trailing line break. */
export async function readSecret(what: string): Promise<string> {
  const secret = (await text(io().input)).replace(/\r?\n$/, "");
  if (secret === "") throw usageError(`no ${what} arrived on standard input.`);
  return secret;
}
