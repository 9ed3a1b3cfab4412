/** Annotation files as objects. */

import { readAnnotationFile } from "#core/formats/annotation-formats";
import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import { locateInText } from "#core/formats/text/locate-in-text";
import { createCore } from "#core";
import { writeAnnotationFile } from "#core/formats/annotation-formats";
import type { AnnotationCore, AnnotationFormat, ImageSize, Problem, ReadReport } from "#core/types";
import { type Content, nameOf, openContent, type Opened } from "./content.ts";
import type { Group, Track } from "./types.ts";

export interface ReadOptions {
  /** The file's name, used when its content is not conclusive. */
  readonly name?: string;
  /** The format of the file, instead of detecting it. */
  readonly format?: AnnotationFormat;
  /** Meaning of a table's columns; the file then has no format of its own. */
  readonly columns?: ColumnMapping;
  /** Refuse the file at its first error instead of skipping broken parts. Default false. */
  readonly strict?: boolean;
  /** Picture names in frame order: rows are matched to frames by name. */
  readonly imageNames?: readonly string[];
  /** Size of the pictures in pixels, needed for YOLO. */
  readonly imageSize?: ImageSize;
  /** Size of each picture in frame order: takes precedence over `imageSize`. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
  /** Frames a second of the dataset, for tables that say times instead of frames. */
  readonly fps?: number;
  /** Names that the video may have: of a file about several videos, the one with such a name is read. */
  readonly videoNames?: readonly string[];
  /** MOT: names of the classes from 1 on. */
  readonly labels?: readonly string[];
  /** MOT: the coordinate of the first pixel. Default 1. */
  readonly pixelOrigin?: 0 | 1;
}

export interface Annotations {
  readonly format: AnnotationFormat;
  readonly tracks: readonly Track[];
  readonly groups: readonly Group[];
  readonly detectionCount: number;
  /** Rows, tracks or shapes skipped because they are broken. */
  readonly skippedCount: number;
  /** The first 1000; `problemCount` counts all. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** Frames per second, if given in the file. */
  readonly fps?: number;
  readonly imageNames?: readonly string[];
  readonly imageSize?: ImageSize;
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/**
 * Reads annotations of any format.
 * @throws CoreError when the file is refused: its `code` is that of a rule, or `not-annotations`
 */
export async function readAnnotations(content: Content, options: ReadOptions = {}): Promise<Annotations> {
  const { core, report, problems } = await readInto(content, options);
  const { bytes } = writeAnnotationFile(core, "dive-json", {
    type: "video",
    fps: undefined,
    imageNames: [],
    datasetInfo: undefined,
  });
  const document = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly tracks: Readonly<Record<string, Track>>;
    readonly groups: Readonly<Record<string, Group>>;
  };
  const { format, detectionCount, skippedCount, problemCount, fps, imageNames, imageSize, imageSizes } = report;
  return {
    format,
    detectionCount,
    skippedCount,
    problems,
    problemCount,
    tracks: Object.values(document.tracks),
    groups: Object.values(document.groups),
    ...(fps !== undefined && { fps }),
    ...(imageNames !== undefined && { imageNames }),
    ...(imageSize !== undefined && { imageSize }),
    ...(imageSizes !== undefined && { imageSizes }),
  };
}

interface Read extends Opened {
  readonly core: AnnotationCore;
  readonly report: ReadReport;
  /** With line and column, if the file is a text. */
  readonly problems: readonly Problem[];
}

/** Reads into a new core. */
export async function readInto(given: Content, options: ReadOptions): Promise<Read> {
  const opened = await openContent(given);
  const core = await createCore();
  const report = await readAnnotationFile(core, opened.content, named(given, options));
  return { ...opened, core, report, problems: locateInText(report.problems, opened.bytes) };
}

function named(content: Content, options: ReadOptions): ReadOptions {
  const name = options.name ?? nameOf(content);
  return name === undefined ? options : { ...options, name };
}
