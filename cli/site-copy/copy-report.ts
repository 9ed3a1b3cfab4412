/** Reports a copy: progress, one line for each dataset, what could not be copied, and the sum at the end. */
import { writeFile } from "node:fs/promises";
import { type Connection, viewerUrl } from "../base/connection/connection.ts";
import { ExitCode, fileError } from "../base/process/errors.ts";
import { WorstExitCode } from "../base/process/worst-exit-code.ts";
import { io } from "../base/terminal/io.ts";
import { byteText, counted, fail, note, warn, writeJsonLine, writeResult } from "../base/terminal/output.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { printable } from "../base/terminal/terminal.ts";
import type { CopyEvents } from "./copy-site.ts";
import { lossText } from "./sites.ts";
import type { SourceFolder } from "./source-tree.ts";
import type { CopyState, Loss } from "./state.ts";

/** Maximum number of places that are named for one reason. */
const maxShown = 3;

export class CopyReport implements CopyEvents {
  readonly #target: Connection;
  readonly #isJson: boolean;
  readonly #worst = new WorstExitCode();
  readonly #progress = createProgress({ unit: "bytes" });
  readonly #startedMs = performance.now();
  #doneCount = 0;
  #total = 0;
  #sentBytes = 0;
  #totalBytes = 0;
  #failedCount = 0;

  constructor(target: Connection, isJson: boolean) {
    this.#target = target;
    this.#isJson = isJson;
  }

  begin(folders: readonly SourceFolder[], state: CopyState): void {
    const left = folders.filter(({ id }) => !state.isDone(id));
    this.#total = folders.filter(({ isDataset }) => isDataset).length;
    this.#doneCount = this.#total - left.filter(({ isDataset }) => isDataset).length;
    this.#totalBytes = bytesOf(left);
    if (this.#doneCount > 0) note(`${this.#doneText()} were copied before.`);
  }

  sent(bytes: number): void {
    this.#sentBytes += bytes;
    const text = `${this.#doneCount} of ${counted(this.#total, "dataset")}`;
    this.#progress.update(text, this.#sentBytes, this.#totalBytes);
  }

  clearProgress(): void {
    this.#progress.clear();
  }

  async done(folder: SourceFolder, id: string, losses: readonly Loss[], isNew: boolean): Promise<void> {
    const { isDataset, path, type, bytes, id: from } = folder;
    if (!isDataset) return;
    this.#doneCount += 1;
    this.#progress.clear();
    const url = viewerUrl(this.#target, id);
    if (this.#isJson) {
      return await writeJsonLine({ id, from, path, type, url, isNew, losses: losses.map(({ what }) => what) });
    }
    const count = `${this.#doneCount} of ${this.#total}`;
    note(printable(`${isNew ? "Copied" : "Found"} ${path} (${count}, ${byteText(bytes)}).`));
    await writeResult(`${url}\n`);
  }

  async failed({ path, isDataset }: SourceFolder, error: unknown): Promise<void> {
    this.#progress.clear();
    const { message, exitCode } = this.#worst.record(error);
    this.#failedCount += 1;
    fail(`${path}: ${message}`);
    if (this.#isJson && isDataset) await writeJsonLine({ path, error: message, exitCode });
  }

  /** Sets the exit code. */
  end(hasLosses: boolean, neverCopied: string): void {
    if (hasLosses) this.#worst.recordExitCode(ExitCode.findings);
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const speed = `${byteText(Math.round(this.#sentBytes / seconds))}/s`;
    const rate = this.#sentBytes > 0 ? `, ${byteText(this.#sentBytes)} in ${seconds.toFixed(0)} s (${speed})` : "";
    note(`${this.#doneText()} ${this.#doneCount === 1 ? "is" : "are"} in ${this.#target.url}${rate}.`);
    note(neverCopied);
    if (this.#failedCount > 0)
      note(`${counted(this.#failedCount, "folder")} failed: run the same command again when the cause is fixed.`);
    io().exitCode = this.#worst.exitCode;
  }

  #doneText(): string {
    return `${this.#doneCount.toLocaleString("en-US")} of ${counted(this.#total, "dataset")}`;
  }
}

/** Reports losses in many places with the same reason once. */
export function warnOfLosses(losses: readonly Loss[]): void {
  for (const [what, same] of Map.groupBy(losses, (one) => one.what)) {
    const [first, ...others] = same;
    if (first === undefined) continue;
    if (others.length < maxShown) for (const one of same) warn(lossText(one));
    else warn(`${first.where} and ${others.length} more: not taken: ${what}.`);
  }
}

export async function writeLosses(path: string, losses: readonly Loss[]): Promise<void> {
  try {
    await writeFile(path, losses.map((one) => `${lossText(one)}\n`).join(""));
  } catch (error) {
    throw fileError("write", path, error);
  }
}

export const bytesOf = (folders: readonly SourceFolder[]): number =>
  folders.reduce((total, { bytes }) => total + bytes, 0);
