/**
 * Shared by readers that turn a file into a DIVE document, which the core reads. Their problems come before those of
 * the core; a refused read leaves the core empty, unless the file was to be added to what it holds.
 */
import { encodeText } from "../../instance.ts";
import { maxListedProblems } from "../problems/read-problems.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import type { AnnotationCore, AnnotationFormat, Problem, ReadOptions, ReadReport } from "../../types.ts";
import { CoreError } from "../../types.ts";
import { emptyCore } from "./document-members.ts";

export interface FoundDocument {
  /** A DIVE document, version 2. */
  readonly text: string;
  /** For the report. */
  readonly facts: Partial<Pick<ReadReport, "imageNames" | "imageSize" | "imageSizes" | "attributes">>;
}

/** @param find reads the file; it throws to refuse it */
export async function readAsDocument(
  core: AnnotationCore,
  format: AnnotationFormat,
  options: ReadOptions,
  find: (problems: FoundProblems) => FoundDocument | Promise<FoundDocument>,
): Promise<ReadReport> {
  const problems = new FoundProblems(options.strict === true);
  let found: FoundDocument;
  try {
    found = await find(problems);
  } catch (error) {
    if (options.mode !== "additive") emptyCore(core);
    throw error;
  }
  // The document already has frames instead of names, and pixels instead of fractions.
  const { imageNames: _names, imageSizes: _sizes, ...others } = options;
  const report = core.reader.readDiveJson(encodeText(found.text), others);
  return {
    ...report,
    format,
    problems: [...problems.list, ...report.problems].slice(0, maxListedProblems),
    problemCount: problems.count + report.problemCount,
    skippedCount: problems.skippedCount + report.skippedCount,
    ...found.facts,
  };
}

/** A document with these tracks, each the text of a member. */
export const documentOf = (tracks: readonly string[], groups: readonly string[] = []): string =>
  `{"tracks":{${tracks.join(",")}},"groups":{${groups.join(",")}},"version":2}`;

/** A track as the text of a member of a document. */
export const trackMember = <T extends { readonly id: number }>(track: T): string =>
  `"${track.id}":${JSON.stringify(track)}`;

/** Problems that a reader finds in a file. */
export class FoundProblems {
  /** The first of them. */
  list: Problem[] = [];
  count = 0;
  skippedCount = 0;
  readonly #isStrict: boolean;
  readonly #reported = new Set<string>();

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  /** Something of the file is left out. @throws CoreError in a strict read */
  skip(problem: Problem): void {
    this.skippedCount++;
    this.report(problem);
    if (this.#isStrict) throw new CoreError(problem.code, problem.message, problem);
  }

  report(problem: Problem): void {
    this.count++;
    if (this.list.length < maxListedProblems) this.list.push(problem);
  }

  /** The first problem with this key. */
  reportOnce(problem: Problem, key: string = problem.message): void {
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.report(problem);
  }

  /** The text of a file in any encoding. @param member its name in the set, if it is one of several */
  decode(bytes: Uint8Array, member?: string): string {
    const { text, problems } = decodeWhole(bytes);
    for (const problem of problems) this.report(member === undefined ? problem : { ...problem, member });
    return text;
  }
}
