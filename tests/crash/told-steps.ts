/**
 * Loaded into a server before its own code (`node --import`): reports each step of its writes, or ends the process with
 * SIGKILL after one of them. A step is a row that SQLite was given, the beginning or end of a transaction, or a content
 * that gets its name on the disk. Nothing is replaced: each step is done as ever, and the kill comes before the next.
 *
 * `WAKELINE_TEST_STEPS` names a folder. Only while it has a file `watch` is anything done: with an empty one, steps go into
 * the file `steps`, a line each, from all threads; otherwise it holds a `KillPoint` as JSON.
 */
import { appendFileSync, readFileSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";

export interface KillPoint {
  /** As reported. */
  readonly step: string;
  /** After which of its kind, from 1. */
  readonly nth: number;
}

const folder = process.env["WAKELINE_TEST_STEPS"];
/** Enough to tell statements apart. */
const toldLength = 60;
const writes = /^\s*(insert|update|delete|replace|with)\b/i;
/** What the server does by the clock: on a busy machine it comes between the steps of a call. */
const byTheClock = /"workers"/;

/** Of the kill point, in this thread: a kind of step belongs to one. */
let done = 0;

function after(text: string): void {
  const step = text.replaceAll(/\s+/g, " ").slice(0, toldLength);
  let watch: string;
  try {
    watch = readFileSync(join(folder ?? "", "watch"), "utf8");
  } catch {
    return;
  }
  if (watch === "") {
    appendFileSync(join(folder ?? "", "steps"), `${step}\n`);
    return;
  }
  const point = JSON.parse(watch) as KillPoint;
  if (step === point.step && ++done === point.nth) process.kill(process.pid, "SIGKILL");
}

/** @param stepOf what the call of a method was, when it was a step; asked when it has succeeded */
function tell<Self extends object>(owner: Self, name: string, stepOf: (self: Self, sql: unknown) => string): void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  const telling = function (this: Self, ...args: unknown[]): unknown {
    const result = original.apply(this, args);
    const end = (value: unknown): unknown => {
      const step = stepOf(this, args[0]);
      if (step !== "") after(step);
      return value;
    };
    return result instanceof Promise ? result.then(end) : end(result);
  };
  Reflect.set(owner, name, telling);
}

if (folder !== undefined) {
  for (const name of ["run", "all"]) {
    tell(StatementSync.prototype, name, ({ sourceSQL }) =>
      writes.test(sourceSQL) && !byTheClock.test(sourceSQL) ? sourceSQL : "",
    );
  }
  tell(DatabaseSync.prototype, "exec", (_, sql) => (/^(begin|commit)/i.test(String(sql)) ? String(sql) : ""));
  for (const name of ["link", "rename"]) tell(fs, name, () => name);
  syncBuiltinESMExports();
}
