/**
 * Loaded into a server before its own code (`node --import`): reports each step of its writes, or kills the process
 * with SIGKILL after one of them. A step is a row passed to SQLite, the beginning or end of a transaction, or a content
 * that gets its name on the disk. Nothing is replaced: each step runs as usual, and the kill comes before the next.
 *
 * `WAKELINE_TEST_STEPS` names a folder. It is only active while the folder has a file `watch`: if that is empty, steps
 * of all threads are appended to the file `steps`, one per line; otherwise it contains a `KillPoint` as JSON.
 */
import { appendFileSync, readFileSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";

export interface KillPoint {
  /** The reported step. */
  readonly step: string;
  /** The n-th of its kind, from 1. */
  readonly nth: number;
  /** Count only those after a step that begins like this. */
  readonly after?: string;
}

const folder = process.env["WAKELINE_TEST_STEPS"];
/** Enough to distinguish statements. */
const toldLength = 60;
const writes = /^\s*(insert|update|delete|replace|with)\b/i;
/** The server's periodic work: on a busy machine it comes between the steps of a call. */
const byTheClock = /"workers"/;

/** Matches of the kill point in this thread: a kind of step belongs to one thread. */
let done = 0;
let isCounting = false;

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
  isCounting ||= point.after === undefined || step.startsWith(point.after);
  if (isCounting && step === point.step && ++done === point.nth) process.kill(process.pid, "SIGKILL");
}

/** @param stepOf the step that a method call represents, if any; called when it has succeeded */
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
