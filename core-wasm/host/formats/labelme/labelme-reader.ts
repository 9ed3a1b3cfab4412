/** LabelMe: one JSON file per picture, with a list of shapes. Each shape becomes a track of one detection. */
import { encodeText } from "../../instance.ts";
import { emptyCore } from "../exchange/document-members.ts";
import { factsOf, placeFiles, type PlacedFile } from "../pictures/file-per-picture.ts";
import { unmatchedText } from "../pictures/match-pictures.ts";
import { hostProblem, hostRefusal } from "../problems/host-problems.ts";
import { isHidden } from "../recognise/recognise-names.ts";
import type { AnnotationSource } from "../sources/source.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import { isLabelme, readPage, type LabelmeObject, type LabelmePage } from "./labelme-page.ts";
import type { AnnotationCore, Problem, ReadOptions, ReadReport } from "../../types.ts";
import { CoreError } from "../../types.ts";

/** The number that a report lists. */
const mostProblems = 1000;

export async function readLabelme(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  const reader = new LabelmeReader(options.strict === true);
  let placed: readonly PlacedFile<LabelmePage>[];
  try {
    const pages = await readPages(core, source, options, reader);
    placed = placeFiles(pages, options.imageNames ?? []);
    for (const one of placed) reader.place(one);
  } catch (error) {
    if (options.mode !== "additive") emptyCore(core);
    throw error;
  }
  const { imageNames: _, ...others } = options;
  const report = core.readDiveJson(encodeText(reader.document()), others);
  return {
    ...report,
    format: "labelme",
    problems: [...reader.problems, ...report.problems].slice(0, mostProblems),
    problemCount: reader.problemCount + report.problemCount,
    skippedCount: reader.skippedCount + report.skippedCount,
    ...factsOf(placed),
  };
}

async function readPages(
  core: AnnotationCore,
  source: AnnotationSource,
  { mode = "replace" }: ReadOptions,
  reader: LabelmeReader,
): Promise<readonly LabelmePage[]> {
  const all = [...source.files()];
  const isOnly = all.length === 1;
  const pages: LabelmePage[] = [];
  for (const { name, read } of all) {
    if (!isOnly && (!/\.json$/i.test(name) || isHidden(name))) continue;
    const { text, problems } = decodeWhole(await read());
    for (const problem of problems) reader.report({ ...problem, member: name });
    const document = parse(text);
    if (isLabelme(document)) pages.push(readPage(name, text, document));
    else if (document === undefined) {
      const broken = syntaxError(core, text, mode);
      if (isOnly) throw broken;
      const { severity: _, code: __, message: ___, ...place } = broken.problem ?? {};
      reader.fail(
        hostProblem("labelme-file-broken", [name, broken.message.replace(/\.$/, "")], { ...place, member: name }),
      );
    } else if (isOnly) throw hostRefusal("labelme-not-labelme");
    else reader.report(hostProblem("labelme-file-ignored", [name], { member: name }));
  }
  if (pages.length === 0 && reader.skippedCount === 0) throw hostRefusal("labelme-no-annotations");
  return pages;
}

/** `undefined`: it is broken. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The reader of DIVE JSON reports the place, with a message that does not depend on the browser.
    return undefined;
  }
}

/** The core's message about broken JSON. */
function syntaxError(core: AnnotationCore, text: string, mode: NonNullable<ReadOptions["mode"]>): CoreError {
  try {
    core.readDiveJson(encodeText(text), { mode });
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  }
  return hostRefusal("labelme-not-labelme");
}

class LabelmeReader {
  readonly problems: Problem[] = [];
  problemCount = 0;
  skippedCount = 0;
  readonly #isStrict: boolean;
  readonly #tracks: string[] = [];
  readonly #told = new Set<string>();

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  /** Adds tracks for the shapes of a file, on the frame of its picture. */
  place({ page, name, match }: PlacedFile<LabelmePage>): void {
    if (match.frame === undefined) {
      const code = match.others.length === 0 ? "labelme-picture-unknown" : "picture-ambiguous";
      this.fail(hostProblem(code, [...unmatchedText(name, match)]));
      return;
    }
    for (const { problem, once } of page.findings) {
      if (problem.severity === "error") this.fail(problem);
      else if (once === undefined || !this.#told.has(once)) this.report(problem);
      if (once !== undefined) this.#told.add(once);
    }
    for (const object of page.objects) this.#put(object, match.frame);
  }

  #put({ type, confidence, feature }: LabelmeObject, frame: number): void {
    const id = this.#tracks.length;
    const pairs = [[type, confidence]];
    const features = [{ frame, ...feature }];
    const track = { id, begin: frame, end: frame, confidencePairs: pairs, attributes: {}, features };
    this.#tracks.push(`"${id}":${JSON.stringify(track)}`);
  }

  document(): string {
    return `{"tracks":{${this.#tracks.join(",")}},"groups":{},"version":2}`;
  }

  fail(problem: Problem): void {
    this.skippedCount++;
    this.report(problem);
    if (this.#isStrict) throw new CoreError(problem.code, problem.message, problem);
  }

  report(problem: Problem): void {
    this.problemCount++;
    if (this.problems.length < mostProblems) this.problems.push(problem);
  }
}
