/** LabelMe: one JSON file per picture, with a list of shapes. Each shape becomes a track of one detection. */
import { parsePythonJson } from "../../json.ts";
import { encodeText } from "../../instance.ts";
import { documentOf, readAsDocument, trackMember, type FoundProblems } from "../exchange/read-as-document.ts";
import { factsOf, placeFiles, type PlacedFile } from "../pictures/file-per-picture.ts";
import { unmatchedText } from "../pictures/match-pictures.ts";
import { readerProblem, readerRefusal } from "../problems/reader-problems.ts";
import { isHidden } from "../recognize/recognize-names.ts";
import type { AnnotationSource } from "../sources/source.ts";
import { isLabelme, readMasks, readPage, type LabelmeObject, type LabelmePage } from "./labelme-page.ts";
import type { AnnotationCore, ReadOptions, ReadReport } from "../../types.ts";
import { CoreError } from "../../types.ts";

export async function readLabelme(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  return await readAsDocument(core, "labelme", options, async (problems) => {
    const pages = await readPages(core, source, options, problems);
    const placed = placeFiles(pages, options.imageNames ?? []);
    const tracks = tracksOf(placed, problems);
    return { text: documentOf(tracks), facts: factsOf(placed) };
  });
}

async function readPages(
  core: AnnotationCore,
  source: AnnotationSource,
  { mode = "replace" }: ReadOptions,
  problems: FoundProblems,
): Promise<readonly LabelmePage[]> {
  const all = [...source.files()];
  const isOnly = all.length === 1;
  const pages: LabelmePage[] = [];
  for (const { name, read } of all) {
    if (!isOnly && (!/\.json$/i.test(name) || isHidden(name))) continue;
    const text = problems.decode(await read(), name);
    const document = parse(text);
    if (isLabelme(document)) pages.push(readPage(name, text, document, await readMasks(document)));
    else if (document === undefined) {
      const broken = syntaxError(core, text, mode);
      if (isOnly) throw broken;
      const { severity: _, code: __, message: ___, ...place } = broken.problem ?? {};
      problems.skip(
        readerProblem("labelme-file-broken", [name, broken.message.replace(/\.$/, "")], { ...place, member: name }),
      );
    } else if (isOnly) throw readerRefusal("labelme-not-labelme");
    else problems.report(readerProblem("labelme-file-ignored", [name], { member: name }));
  }
  if (pages.length === 0 && problems.skippedCount === 0) throw readerRefusal("labelme-no-annotations");
  return pages;
}

/** `undefined`: it is broken. */
function parse(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    // The reader of DIVE JSON reports the place, with a message that does not depend on the browser.
    return undefined;
  }
}

/** The core's message about broken JSON. */
function syntaxError(core: AnnotationCore, text: string, mode: NonNullable<ReadOptions["mode"]>): CoreError {
  try {
    core.reader.readDiveJson(encodeText(text), { mode });
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  }
  return readerRefusal("labelme-not-labelme");
}

/** The shapes of each file as tracks on the frame of its picture, each the text of a member. */
function tracksOf(placed: readonly PlacedFile<LabelmePage>[], problems: FoundProblems): readonly string[] {
  const tracks: string[] = [];
  for (const { page, name, match } of placed) {
    const { frame } = match;
    if (frame === undefined) {
      const code = match.others.length === 0 ? "labelme-picture-unknown" : "picture-ambiguous";
      problems.skip(readerProblem(code, [...unmatchedText(name, match)]));
      continue;
    }
    for (const { problem, once } of page.findings) {
      if (problem.severity === "error") problems.skip(problem);
      else if (once === undefined) problems.report(problem);
      else problems.reportOnce(problem, once);
    }
    for (const object of page.objects) tracks.push(trackText(object, frame, tracks.length));
  }
  return tracks;
}

function trackText({ type, confidence, feature }: LabelmeObject, frame: number, id: number): string {
  const features = [{ frame, ...feature }];
  return trackMember({ id, begin: frame, end: frame, confidencePairs: [[type, confidence]], attributes: {}, features });
}
