/** Reads whole files of annotations into the core, and contains what all ways of reading share. */
import { deriveAttributes } from "./attributes.ts";
import { suspectBoxes } from "./suspect-boxes.ts";
import { Membership } from "../../edits/group-members.ts";
import { freeGroupId } from "../../groups.ts";
import { encodeText, type CoreInstance } from "../../instance.ts";
import type { CoreExports } from "../../wasm-exports.ts";
import { refusalOf } from "../problems/problems.ts";
import { hostProblem } from "../problems/host-problems.ts";
import { lineProblemsSince, problemsSince } from "../problems/read-problems.ts";
import { decodeMarked, decodeOther, type DecodedText } from "../text/text-encoding.ts";
import type { AnnotationFormat, Problem, ReadOptions, ReadReport } from "../../types.ts";
import { CoreError } from "../../types.ts";

/** Results of a read other than tracks. */
export interface CocoFacts {
  readonly problems: readonly Problem[];
  readonly report: Partial<ReadReport> & { readonly format: AnnotationFormat };
}

/** The report, with problems found before the core saw the text. */
export function withProblems(before: readonly Problem[], report: ReadReport): ReadReport {
  if (before.length === 0) return report;
  const problems = [...before, ...report.problems];
  return { ...report, problems, problemCount: report.problemCount + before.length };
}

export interface FileKind {
  readonly format: AnnotationFormat;
  readonly kind: Source["kind"];
  /** Passes information to the core that the reader needs; called when the core is ready for it. */
  readonly prepare?: () => void;
  /** Replaces the default way to read the source; returns `undefined` when it was refused, which has been reported. */
  readonly read?: (source: Source) => CocoFacts | undefined;
}

/** Reads a whole file that is one text. */
export function readFile(
  core: CoreInstance,
  bytes: Uint8Array,
  { format, kind, prepare, read }: FileKind,
  options: ReadOptions,
): ReadReport {
  const text = decodeMarked(bytes);
  prepareMode(core, options);
  prepare?.();
  const { source, problems } = openText(core, kind, text);
  return readSources(core, { format, sources: [source], problems, strict: options.strict ?? false, read });
}

/** How each kind of source is read, and how its problems give their place. */
const readers = {
  mot: { syntax: "lines", read: (exports, start, length) => exports.mot_read(start, length) },
  /** Read elsewhere, see `FileKind`. */
  coco: { syntax: "json", read: () => {} },
} as const satisfies Record<string, SourceReader>;

interface SourceReader {
  readonly syntax: "lines" | "json";
  read(exports: CoreExports, start: number, length: number): void;
}

/** Bytes in the core's memory. */
export interface Source {
  readonly kind: keyof typeof readers;
  readonly start: number;
  readonly length: number;
  /** The host's copy of the bytes: the core changes its own while reading. */
  readonly bytes: Uint8Array;
}

function openSource(core: CoreInstance, kind: Source["kind"], bytes: Uint8Array): Source {
  return { kind, start: core.openSource(bytes), length: bytes.length, bytes };
}

/** A source that is UTF-8, converted if needed. */
function openText(
  core: CoreInstance,
  kind: Source["kind"],
  { bytes, problems }: DecodedText,
): { readonly source: Source; readonly problems: readonly Problem[] } {
  const source = openSource(core, kind, bytes);
  if (core.exports.text_is_utf8(source.start, source.length) !== 0) return { source, problems };
  core.exports.source_close(source.start, source.length);
  const converted = decodeOther(bytes);
  return { source: openSource(core, kind, converted.bytes), problems: [...problems, ...converted.problems] };
}

/** Empties the core, or prepares it for additional content. */
export function prepareMode(core: CoreInstance, options: ReadOptions): void {
  const { exports } = core;
  const isAdditive = options.mode === "additive";
  if (!isAdditive) {
    exports.core_clear();
    core.coco = undefined;
    core.pictures = undefined;
  }
  const prefix = isAdditive && options.typePrefix ? encodeText(`${options.typePrefix}_`) : new Uint8Array();
  exports.read_set_type_prefix(core.transfer(prefix), prefix.length);
  exports.read_set_id_offset(isAdditive ? Number(exports.track_largest_id()) + 1 : 0);
  exports.read_set_group_id_offset(isAdditive ? freeGroupId(core) : 0);
}

interface Reading {
  readonly format: AnnotationFormat;
  readonly sources: readonly Source[];
  /** Found before the core saw the text. */
  readonly problems: readonly Problem[];
  readonly strict: boolean;
  readonly read?: FileKind["read"] | undefined;
}

function readSources(core: CoreInstance, { format, sources, problems: before, strict, read }: Reading): ReadReport {
  const { exports } = core;
  const countsBefore = countsOf(core);
  for (const { kind, start, length } of sources) {
    if (readers[kind].syntax === "json") exports.json_prepare(start, length);
  }
  exports.read_begin();
  const problems = [...before];
  let facts: CocoFacts | undefined;
  for (const source of sources) {
    const first = exports.problem_count.value;
    const reader = readers[source.kind];
    if (read === undefined) reader.read(exports, source.start, source.length);
    else facts = readOrRollBack(core, () => read(source));
    const isLines = reader.syntax === "lines";
    problems.push(...(isLines ? lineProblemsSince(core, first) : problemsSince(core, first, source)));
    refuseBroken(core, problems, strict);
  }
  const others = facts?.problems ?? [];
  return finishRead(core, {
    format,
    problems: [...problems, ...others],
    otherCount: before.length + others.length,
    countsBefore,
    facts: facts?.report,
    close: () => {
      for (const { start, length } of sources) exports.source_close(start, length);
    },
  });
}

interface FinishedRead {
  readonly format: AnnotationFormat;
  /** In reporting order. */
  readonly problems: readonly Problem[];
  /** How many of them the core does not count. */
  readonly otherCount: number;
  readonly countsBefore: Counts;
  readonly facts?: Partial<ReadReport> | undefined;
  /** Frees the memory of the text. */
  readonly close: () => void;
}

/** Builds the indexes and returns the report. */
export function finishRead(core: CoreInstance, read: FinishedRead): ReadReport {
  const { exports } = core;
  const attributes = deriveAttributes(core);
  read.close();
  exports.read_finish();
  const unknown = unknownMembers(core);
  const after = countsOf(core);
  const issues = read.countsBefore.detections === 0 ? suspectBoxes(core, read.facts?.format ?? read.format) : [];
  return {
    format: read.format,
    trackCount: after.tracks - read.countsBefore.tracks,
    detectionCount: after.detections - read.countsBefore.detections,
    groupCount: after.groups - read.countsBefore.groups,
    skippedCount: exports.read_skipped.value,
    problems: [...read.problems, ...unknown, ...issues],
    problemCount: exports.problem_count.value + read.otherCount + unknown.length + issues.length,
    ...lastFrameOf(core),
    ...readFps(core),
    ...read.facts,
    attributes,
  };
}

/** Runs a read; if it throws, everything it added is removed. */
export function readOrRollBack<T>(core: CoreInstance, read: () => T): T {
  try {
    return read();
  } catch (error) {
    core.exports.read_roll_back();
    throw error;
  }
}

/** Throws, after removing everything that this read added, if it was refused or must be. */
export function refuseBroken(core: CoreInstance, problems: readonly Problem[], strict: boolean): void {
  const isRefused = core.exports.read_is_refused.value !== 0;
  const reason = isRefused ? problems.at(-1) : problems.find(({ severity }) => strict && severity === "error");
  if (reason === undefined) return;
  core.exports.read_roll_back();
  const refusal = refusalOf(reason, problems);
  throw new CoreError(refusal.code, refusal.message, refusal);
}

function unknownMembers(core: CoreInstance): readonly Problem[] {
  return new Membership(core)
    .unknownMembers()
    .map(({ group, member }) => hostProblem("group-member-unknown", [String(group), String(member)]));
}

export function lastFrameOf({ exports }: CoreInstance): Pick<ReadReport, "lastFrame"> {
  const lastFrame = exports.track_last_frame();
  return lastFrame < 0 ? {} : { lastFrame };
}

/** The frame rate given in the document. */
function readFps(core: CoreInstance): Pick<ReadReport, "fps"> {
  const fps = core.exports.read_fps.value;
  return Number.isFinite(fps) && fps > 0 ? { fps } : {};
}

export interface Counts {
  readonly tracks: number;
  readonly detections: number;
  readonly groups: number;
}

export function countsOf({ exports }: CoreInstance): Counts {
  return {
    tracks: exports.track_count.value,
    detections: exports.detection_count.value,
    groups: exports.group_count.value,
  };
}
