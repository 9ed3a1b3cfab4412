/** Checks an annotation file: the findings of `wakeline validate`. */

import { findMisnamedMembers } from "#core/formats/recognize/member-names";
import { locateDetections } from "#core/formats/recognize/locate-detection";
import { recognizeContent } from "#core/formats/recognize/recognize-source";
import { issueFactsOf } from "#core/queries/issue-facts";
import { locateInText } from "#core/formats/text/locate-in-text";
import type { SourceContent } from "#core/formats/sources/source";
import type { FileKind, RecognizedFile } from "#core/formats/recognize/recognized";
import { CoreError, type Problem, type ReadReport } from "#core/types";
import { type Content, nameOf, openContent } from "./content.ts";
import { readInto, type ReadOptions } from "./read.ts";
import { refusalCode } from "./refusals.ts";
import { anySize, statedSizes } from "./sizes.ts";

export interface ValidateOptions extends ReadOptions {
  /**
   * Also report findings that are often intended: gaps, jumps, tracks on one frame, overlapping boxes. Default false.
   */
  readonly all?: boolean;
  /** With `all`: the allowed types. */
  readonly types?: readonly string[];
}

export interface Validation {
  /** Whether no finding is an error. */
  readonly ok: boolean;
  /** Absent when the file could not be read. */
  readonly format?: ReadReport["format"];
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  readonly skippedCount: number;
  /** With line and column, or the pointer of the member, if there is a place: the first 1000. */
  readonly findings: readonly Problem[];
  readonly findingCount: number;
}

/** Checks annotations of any format. An unreadable file is a finding, not an error. */
export async function validate(content: Content, options: ValidateOptions = {}): Promise<Validation> {
  const { all, types, ...read } = options;
  const { content: source, bytes } = await openContent(content);
  try {
    const sized = { ...read, imageSize: read.imageSize ?? anySize };
    const { core, report, problems } = await readInto(content, sized);
    const kind: FileKind = report.format;
    const misnamed = locateInText(findMisnamedMembers(bytes, kind, report.renamedMembers), bytes);
    const issues = core.findIssues({
      ...issueFactsOf({ sizes: read.imageSizes ?? statedSizes(core, report), frameCount: read.imageNames?.length }),
      ...(all === true && { all: true, ...(types && { types }) }),
    });
    const findings = locateDetections([...problems, ...misnamed, ...issues], kind, bytes);
    const { format, trackCount, detectionCount, groupCount, skippedCount, problemCount } = report;
    return {
      ok:
        !findings.some(({ severity }) => severity === "error") && !(problemCount > problems.length && skippedCount > 0),
      format,
      trackCount,
      detectionCount,
      groupCount,
      skippedCount,
      findings,
      findingCount: problemCount + misnamed.length + issues.length,
    };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const recognized = await recognize(source, read.name ?? nameOf(content));
    return refused(error, bytes, recognized);
  }
}

type Recognized = Pick<RecognizedFile, "kind" | "place">;

async function recognize(source: SourceContent, name: string | undefined): Promise<Recognized> {
  return await recognizeContent(source, name).catch(() => ({ kind: "unknown" }) as const);
}

function refused({ code, message, problem }: CoreError, bytes: Uint8Array, { kind, place }: Recognized): Validation {
  const isNone = code === "not-annotations";
  const reason: Problem = {
    code: isNone ? refusalCode(kind) : code,
    message,
    ...(isNone && place),
    ...problem,
    severity: "error",
  };
  const findings = locateInText([reason, ...findMisnamedMembers(bytes, kind)], bytes);
  const none = { trackCount: 0, detectionCount: 0, groupCount: 0, skippedCount: 0 };
  return { ok: false, ...none, findings, findingCount: findings.length };
}
