/**
 * Fixes the content of one file, in memory. Every fix is tried first: it is discarded if the annotations read
 * differently although only their form was to change, or if anything would be lost.
 */

import { writeAnnotationFile } from "#core/formats/annotation-formats";
import type { FileKind } from "#core/formats/recognize/recognized";
import type { AnnotationCore } from "#core/types";
import { readAnnotations } from "../../base/annotations/annotations.ts";
import { recognizeInput } from "../../base/files/open-input.ts";
import { anySize } from "../../library/sizes.ts";
import { checkFile, type CheckJob } from "../check-file.ts";
import type { Checked } from "../checked.ts";
import { type Fix, fixes } from "./fixes.ts";

export interface ContentOptions {
  readonly core: AnnotationCore;
  /** How the file is checked. */
  readonly job: CheckJob;
  /** Findings in the file, after applying the rules. */
  readonly checked: Checked;
  /** Applies the rules: only reported problems are fixed. */
  readonly judge: (checked: Checked) => Checked;
}

export interface FixedContent {
  readonly content: Uint8Array;
  /** Findings in it. */
  readonly checked: Checked;
  /** Codes of the fixed problems, in the order of the fixes. */
  readonly codes: readonly string[];
}

/** A fix may reveal another fixable problem, such as detections in a misspelt member. */
const maxRounds = 4;

/** Whether any finding can be fixed. */
export function isFixable({ kind, findings }: Checked): boolean {
  return fixesOf(kind, new Set(findings.map(({ code }) => code))).length > 0;
}

/** @param content the complete content of the file */
export async function fixContent(content: Uint8Array, options: ContentOptions): Promise<FixedContent> {
  const { core, job, judge } = options;
  const { kind } = options.checked;
  const fixedCodes = new Set<string>();
  let { checked } = options;
  let text = Buffer.from(content).toString("latin1");
  for (let round = 0; round < maxRounds; round++) {
    const found = new Set(checked.findings.map(({ code }) => code));
    const before = text;
    for (const fix of fixesOf(kind, found)) {
      const next = fix.apply(text, kind ?? "unknown");
      if (next === text || !(await isSafe(fix, { before: text, after: next }, options))) continue;
      text = next;
      for (const code of fix.codes) if (found.has(code)) fixedCodes.add(code);
    }
    if (text === before) break;
    checked = judge(await checkFile({ ...job, content: Buffer.from(text, "latin1") }, core));
  }
  return { content: Buffer.from(text, "latin1"), checked, codes: [...fixedCodes] };
}

function fixesOf(kind: FileKind | undefined, found: ReadonlySet<string>): readonly Fix[] {
  return fixes.filter(({ kinds, codes }) => kinds.some((one) => one === kind) && codes.some((code) => found.has(code)));
}

interface Change {
  readonly before: string;
  readonly after: string;
}

async function isSafe({ isSameReading }: Fix, { before, after }: Change, options: ContentOptions): Promise<boolean> {
  const [old, now] = [await readText(before, options), await readText(after, options)];
  if (now === undefined) return false;
  if (isSameReading) return old !== undefined && old.document === now.document;
  return (
    old === undefined ||
    (now.trackCount >= old.trackCount &&
      now.detectionCount >= old.detectionCount &&
      now.groupCount >= old.groupCount &&
      now.skippedCount <= old.skippedCount)
  );
}

interface Reading {
  /** Everything that was read, as one text. */
  readonly document: string;
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  readonly skippedCount: number;
}

async function readText(text: string, { core, job, checked }: ContentOptions): Promise<Reading | undefined> {
  const { path, from, media } = job;
  const input = await recognizeInput(path, Buffer.from(text, "latin1"), from);
  if (input.kind !== checked.kind) return undefined;
  const { loaded } = await readAnnotations(path, input, { core, imageSize: anySize, ...media });
  if (loaded === undefined) return undefined;
  const { fps, imageNames, imageSizes, datasetInfo, ...report } = loaded.report;
  const facts = { type: "image-sequence", imageNames: [] } as const;
  const { bytes } = writeAnnotationFile(core, "dive-json", { ...facts, fps: undefined, datasetInfo: undefined }, {});
  const { trackCount, detectionCount, groupCount, skippedCount } = report;
  return {
    document: `${JSON.stringify([fps, imageNames, imageSizes, datasetInfo])}${Buffer.from(bytes).toString("latin1")}`,
    trackCount,
    detectionCount,
    groupCount,
    skippedCount,
  };
}
