/** Checks one file: annotations, or the configuration of a dataset. */

import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import { hostProblem } from "#core/formats/problems/host-problems";
import { issueFactsOf } from "#core/queries/issue-facts";
import { locateInText } from "#core/formats/text/locate-in-text";
import { locateDetections } from "#core/formats/recognize/locate-detection";
import type { AnnotationCore, ImageSize, Problem } from "#core/types";
import { readAnnotations } from "../base/annotations/annotations.ts";
import type { OnBytes } from "../base/annotations/annotations.ts";
import { CliError } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import type { ListedPictures } from "../base/annotations/image-names.ts";
import type { NamedKind } from "../base/files/open-input.ts";
import type { Checked } from "./checked.ts";
import { anySize, statedSizes } from "../library/sizes.ts";
import { skipReason, tryOpenInput, unreadable } from "./input-file.ts";

export interface CheckJob {
  readonly path: string;
  readonly isFound: boolean;
  /** Replaces the file's content with a changed version. */
  readonly content?: Uint8Array;
  readonly from?: NamedKind | undefined;
  /** Meaning of a table's columns. */
  readonly columns?: ColumnMapping | undefined;
  /** Frames a second, for times. */
  readonly fps?: number | undefined;
  /** Of files about several videos, the one to read. */
  readonly videoNames?: readonly string[] | undefined;
  readonly askedVideo?: string | undefined;
  /** The pictures that the annotations belong to. */
  readonly media?: ListedPictures | undefined;
  /** Which issues to report in addition to the usual ones. */
  readonly issues?: Parameters<AnnotationCore["findIssues"]>[0];
}

export async function checkFile(
  { path, isFound, content, from, columns, fps, videoNames, askedVideo, media, issues: asked }: CheckJob,
  core: AnnotationCore,
  onBytes?: OnBytes,
): Promise<Checked> {
  const input = await tryOpenInput(path, from, content);
  if (input instanceof CliError) return unreadable(path, input);
  const file = await readAnnotations(path, input, {
    core,
    onBytes,
    columns,
    imageSize: anySize,
    ...(fps !== undefined && { fps }),
    ...(videoNames !== undefined && { videoNames, askedVideo }),
    ...media,
  });
  const { kind, loaded, judgment, remarks } = file;
  // Reported below, with the place in the file.
  const findings = file.findings.filter(({ code }) => code !== "picture-size-stated");
  const findingCount = file.findingCount - (file.findings.length - findings.length);
  const facts = { path, kind, remarks, ...(judgment !== undefined && { judgment }) };
  if (kind === "dive-config") {
    // Loaded on demand: the schemas are large.
    const { readConfiguration } = await import("../base/annotations/configuration-file.ts");
    const found = readConfiguration(fileLabel(path), input.bytes).findings;
    return { path, kind, findings: found, findingCount: found.length };
  }
  const skipped = isFound ? skipReason(file) : undefined;
  if (skipped !== undefined) return { ...facts, skipped, findings: [], findingCount: 0 };
  if (loaded === undefined) return { ...facts, findings, findingCount };
  const { trackCount, detectionCount, groupCount, skippedCount } = loaded.report;
  const stated = statedSizes(loaded.core, loaded.report);
  const dataset = issueFactsOf({ sizes: media?.imageSizes ?? stated, frameCount: media?.imageNames.length });
  const found = [
    ...loaded.core.findIssues({ ...dataset, ...asked }),
    ...(media ? checkSizes(media, stated, input.bytes) : []),
  ];
  const issues = found.map((problem) => ({ file: fileLabel(path), ...problem }));
  const all = locateDetections([...findings, ...issues], kind, input.bytes);
  return {
    ...facts,
    findings: all,
    findingCount: findingCount + found.length,
    counts: { trackCount, detectionCount, groupCount, skippedCount },
  };
}

/** Reports pictures whose size differs from the file's, or is unknown. */
function checkSizes(
  { imageNames, imageSizes = [] }: ListedPictures,
  stated: readonly (ImageSize | undefined)[],
  bytes: Uint8Array,
): readonly Problem[] {
  const text = ({ width, height }: ImageSize): string => `${width}x${height}`;
  const other = imageNames.flatMap((name, frame) => {
    const [own, statedSize] = [imageSizes[frame], stated[frame]];
    if (own === undefined || statedSize === undefined || text(own) === text(statedSize)) return [];
    return [{ name, words: `${name}, which is ${text(own)} and not ${text(statedSize)}` }];
  });
  const unread = imageNames.filter((_, frame) => imageSizes.length > 0 && imageSizes[frame] === undefined);
  return [
    ...other.slice(0, 1).flatMap(({ name, words }) => {
      const offset = Math.max(0, Buffer.from(bytes).indexOf(name));
      return locateInText([hostProblem("picture-size-differs", [String(other.length), words], { offset })], bytes);
    }),
    ...(unread.length > 0
      ? [hostProblem("picture-size-unreadable", [String(unread.length), unread.slice(0, 3).join(", ")])]
      : []),
  ];
}
