/** Prints the findings and losses of files. */

import type { Loss } from "#core/types";
import { formatFinding } from "../base/annotations/findings.ts";
import type { Finding } from "../base/annotations/findings.ts";
import { counted, note } from "../base/terminal/output.ts";
import { formatTable } from "../base/terminal/table.ts";
import { io } from "../base/terminal/io.ts";

/** Further ones are only counted; `validate` lists them all. */
const shownFindings = 50;

interface FileFindings {
  readonly remarks?: readonly string[];
  readonly findings: readonly Finding[];
  readonly findingCount: number;
}

export class FindingsPrinter {
  #shown = 0;
  #unlisted = 0;

  print({ remarks, findings, findingCount }: FileFindings): void {
    for (const remark of remarks ?? []) note(remark);
    const listed = findings.slice(0, shownFindings - this.#shown);
    for (const finding of listed) note(formatFinding(io().err, finding));
    this.#shown += listed.length;
    this.#unlisted += findingCount - listed.length;
  }

  /** Prints how many were not listed. */
  end(): void {
    if (this.#unlisted > 0) note(`${counted(this.#unlisted, "more finding")}: \`wakeline validate\` lists them.`);
  }
}

export interface FileLosses {
  readonly path: string;
  readonly losses: readonly Loss[];
}

/** One line per kind of loss, over all files. */
export function printLosses(files: readonly FileLosses[], format: string): void {
  const isSingle = files.length === 1;
  const kinds = new Map<string, { count: number; files: number; first: string }>();
  for (const { path, losses } of files) {
    for (const { kind, count, example } of losses) {
      const known = kinds.get(kind) ?? { count: 0, files: 0, first: exampleText(example, isSingle ? "" : path) };
      kinds.set(kind, { ...known, count: known.count + count, files: known.files + 1 });
    }
  }
  if (kinds.size === 0) return;
  note(`What ${format} cannot hold was left out:`);
  const columns = [
    { title: "what" },
    { title: "times", align: "right" },
    ...(isSingle ? [] : [{ title: "files", align: "right" } as const]),
    { title: "first", flexible: true },
  ] as const;
  const rows = [...kinds].map(([kind, { count, files: inFiles, first }]) =>
    isSingle ? [kind, count, first] : [kind, count, inFiles, first],
  );
  io().err.write(formatTable(io().err, columns, rows, true));
}

function exampleText({ trackId, frame, text }: Loss["example"], path: string): string {
  const place = [path, trackId === undefined ? "" : `track ${trackId}`, frame === undefined ? "" : `frame ${frame}`];
  return [place.filter((part) => part !== "").join(", "), text].filter((part) => part !== "").join(": ");
}
