/** `wakeline validate --fix`: fixes what can be fixed without asking, and shows every changed line. */

import { stripVTControlCharacters } from "node:util";
import type { AnnotationCore } from "#core/types";
import { openCore } from "../base/annotations/core.ts";
import { CliError } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import { io } from "../base/terminal/io.ts";
import { note, warn, writeResult } from "../base/terminal/output.ts";
import { isTerminal, paint } from "../base/terminal/terminal.ts";
import type { CheckJob } from "../offline/check-file.ts";
import type { Checked } from "../offline/checked.ts";
import { fixContent, type FixedContent, isFixable } from "../offline/fixes/fix-content.ts";
import { readFixable, replaceFile } from "../offline/fixes/replace-file.ts";
import { unifiedDiff } from "../offline/fixes/text-diff.ts";

export interface FixOptions {
  readonly fix?: true;
  readonly dryRun?: true;
}

export interface Fixed {
  /** Findings in the file as it is now. */
  readonly checked: Checked;
  readonly changes?: {
    readonly codes: readonly string[];
    readonly diff: string;
    /** `false`: only reports what would be fixed. */
    readonly isWritten: boolean;
  };
}

export class Fixer {
  readonly #isDry: boolean;
  readonly #isShown: boolean;
  readonly #judge: (checked: Checked) => Checked;
  #core: Promise<AnnotationCore> | undefined;
  fileCount = 0;

  /** @param isShown whether diffs are printed to standard output */
  constructor({ dryRun }: FixOptions, isShown: boolean, judge: (checked: Checked) => Checked) {
    [this.#isDry, this.#isShown, this.#judge] = [dryRun === true, isShown, judge];
  }

  /** @param judged findings in the file, after applying the rules */
  async fix(job: CheckJob, judged: Checked): Promise<Fixed> {
    const { path } = job;
    if (!isFixable(judged)) return { checked: judged };
    const before = await readFixable(path);
    if (typeof before === "string") {
      note(`${fileLabel(path)} was not fixed: ${before}.`);
      return { checked: judged };
    }
    const core = await (this.#core ??= openCore());
    const result = await fixContent(before, { core, job, checked: judged, judge: this.#judge });
    const { content, checked, codes } = result;
    if (codes.length === 0) return { checked: judged };
    try {
      if (!this.#isDry) await replaceFile(path, before, content);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      warn(error.message);
      return { checked: judged };
    }
    this.fileCount += 1;
    const diff = diffOf(path, before, result);
    if (this.#isShown) await this.#show(diff);
    note(`${this.#isDry ? "Would fix" : "Fixed"} ${fileLabel(path)}: ${codes.join(", ")}.`);
    return {
      checked: this.#isDry ? judged : checked,
      changes: { codes, diff: diff.toString(), isWritten: !this.#isDry },
    };
  }

  async #show(diff: Buffer): Promise<void> {
    if (!isTerminal(io().out)) return await writeResult(diff);
    const lines = diff.toString().trimEnd().split("\n").map(colored);
    await writeResult(`${lines.join("\n")}\n`);
  }
}

/** Longer lines are unreadable. */
const maxLineLength = 4000;

/** As bytes, since a file may contain some that are not text; UTF-16 as UTF-8. */
function diffOf(path: string, before: Uint8Array, { content, codes }: FixedContent): Buffer {
  const label = Buffer.from(fileLabel(path)).toString("latin1");
  const isWide = codes.includes("text-converted") && (before[0] === 0xff || before[0] === 0xfe);
  const old = isWide ? asUtf8(before) : before;
  const texts = [old, content].map((bytes) => Buffer.from(bytes).toString("latin1")) as [string, string];
  const lines = unifiedDiff(label, ...texts);
  const isLong = lines.some((line) => line.length > maxLineLength);
  if (isLong) note(`${fileLabel(path)} has lines that are too long to show what changed in them.`);
  const head = isWide ? ["# The file was UTF-16, and is UTF-8."] : [];
  return Buffer.from([...head, ...(isLong ? lines.slice(0, 2) : lines), ""].join("\n"), "latin1");
}

function asUtf8(bytes: Uint8Array): Uint8Array {
  return Buffer.from(new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes));
}

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

function colored(line: string): string {
  const text = stripVTControlCharacters(line).replaceAll(controls, "");
  const { out } = io();
  if (/^(---|\+\+\+) /.test(text)) return paint(out, "bold", text);
  if (text.startsWith("@@")) return paint(out, "cyan", text);
  if (text.startsWith("+")) return paint(out, "green", text);
  return text.startsWith("-") ? paint(out, "red", text) : text;
}
