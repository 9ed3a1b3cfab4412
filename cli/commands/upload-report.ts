/** Reports the results of an upload, for users and for programs. */

import { type MediaEntry, mediaEntryText, needsLook, withoutEntries } from "#schemas/media-ledger";
import { printLosses } from "../offline/ledger.ts";
import { newWarnings } from "../base/annotations/annotation-check.ts";
import type { CheckedFile } from "../base/annotations/annotation-check.ts";
import { ExitCode } from "../base/process/errors.ts";
import { fail, note, warn, writeJsonLine, writeResult } from "../base/terminal/output.ts";
import type { SentAnnotations } from "../base/annotations/sent-annotations.ts";
import { printable } from "../base/terminal/terminal.ts";
import type { SkippedFile, PlannedDataset } from "../base/upload/planned-dataset.ts";
import type { WorstExitCode } from "../base/process/worst-exit-code.ts";

interface Named {
  readonly id: string;
  readonly name: string;
  readonly type: PlannedDataset["type"] | "multi";
  readonly url: string;
  readonly leftOut: readonly SkippedFile[];
}

export interface Made extends Named {
  readonly ready: boolean;
  readonly warnings: readonly string[];
  readonly jobs: readonly string[];
  readonly entries: readonly MediaEntry[];
}

/** Reports each dataset as soon as its result is known: addresses, or with `--json` one line each. */
export class UploadReport {
  readonly #isJson: boolean;
  readonly #worst: WorstExitCode;
  #hasFailure = false;

  constructor(isJson: boolean, worst: WorstExitCode) {
    this.#isJson = isJson;
    this.#worst = worst;
  }

  /** Whether a dataset was not made. */
  get hasFailure(): boolean {
    return this.#hasFailure;
  }

  found(): void {
    this.#worst.recordExitCode(ExitCode.findings);
  }

  leftOut(files: readonly SkippedFile[]): void {
    if (this.#isJson) return;
    warnLeftOut(files);
  }

  /** Reports the contents of named annotation files. */
  inspected(files: readonly Pick<SentAnnotations, "path" | "inspected">[]): void {
    if (files.some(({ inspected }) => inspected.checked.skippedCount > 0)) this.found();
    if (this.#isJson) return;
    printLosses(
      files.map(({ path, inspected: { losses } }) => ({ path, losses })),
      "the server",
    );
  }

  /** @param pictures which pictures of a video can be annotated */
  async made(
    dataset: Made,
    checked: readonly Pick<CheckedFile, "findings">[],
    waited: boolean,
    pictures?: string,
  ): Promise<void> {
    const { name, url, ready, warnings, entries } = dataset;
    if (entries.some(({ what }) => what === "broken")) this.found();
    if (this.#isJson) return writeJsonLine(dataset);
    for (const warning of newWarnings(withoutEntries(warnings, entries), checked)) warn(warning);
    for (const entry of entries) {
      const isNew = newWarnings([entry.why], checked).length > 0;
      if (isNew) (needsLook(entry) ? warn : note)(printable(mediaEntryText(entry)));
    }
    note(
      printable(ready ? `Made ${name}.` : `Stored ${name}, which is not ready to be annotated${waited ? "" : " yet"}.`),
    );
    if (pictures !== undefined) note(printable(`${name}: ${pictures}.`));
    await writeResult(`${url}\n`);
  }

  /** @param warnings that an earlier run may not have printed */
  async skipped(
    dataset: Named & { readonly foundAt?: string | undefined },
    warnings: readonly string[] = [],
  ): Promise<void> {
    if (this.#isJson) return writeJsonLine({ ...dataset, skipped: true, ...(warnings.length > 0 && { warnings }) });
    for (const warning of warnings) warn(warning);
    const { name, foundAt } = dataset;
    note(printable(`Skipped ${name}: it is there already${foundAt === undefined ? "" : ` as ${foundAt}`}.`));
    await writeResult(`${dataset.url}\n`);
  }

  /** @param error of the dataset itself, not of a command that was stopped */
  async failed(name: string, error: unknown): Promise<void> {
    const { message, exitCode } = this.#worst.recordFailure(error);
    this.#hasFailure = true;
    fail(message);
    if (this.#isJson) await writeJsonLine({ name, error: message, exitCode });
  }

  /** For people in one line, however many there are. */
  async notBegun(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const quoted = names.map((name) => `"${name}"`);
    fail(`${shortened(quoted)} ${names.length === 1 ? "was" : "were"} not begun.`);
    if (!this.#isJson) return;
    for (const name of names)
      await writeJsonLine({ name, error: `"${name}" was not begun.`, exitCode: this.#worst.exitCode });
  }
}

/** Reports files with the same reason once. */
export function warnLeftOut(files: readonly SkippedFile[]): void {
  for (const [reason, same] of Map.groupBy(files, (one) => one.reason)) {
    const names = shortened(same.map(({ file }) => file));
    warn(`${names} ${same.length > 1 ? "are" : "is"} left out: ${reason.replace(/\.$/, "")}.`);
  }
}

/** `a, b, c, and 9,997 more` */
function shortened(names: readonly string[]): string {
  const shown = names.slice(0, maxShown);
  const more = names.length - shown.length;
  return new Intl.ListFormat("en").format(more > 0 ? [...shown, `${more.toLocaleString("en-US")} more`] : shown);
}

const maxShown = 3;
