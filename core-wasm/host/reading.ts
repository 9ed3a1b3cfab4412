/** Getting annotations into the core: whole files, and the pages of api/v1. */
import { encodeText, type CoreInstance } from "./instance.ts";
import { problemsSince } from "./read-problems.ts";
import { decodeSource } from "./text-encoding.ts";
import type { AnnotationFormat, Problem, ReadOptions, ReadReport } from "./types.ts";
import { CoreError } from "./types.ts";

/** A source that lies in the core's memory. */
interface Source {
  readonly kind: "document" | "tracks" | "groups";
  readonly start: number;
  readonly length: number;
}

/** Collects the pages of one load; the core reads them all at once, since then it knows how much room to make. */
export class PageLoad {
  readonly #core: CoreInstance;
  readonly #pages: Source[] = [];

  constructor(core: CoreInstance) {
    this.#core = core;
    core.exports.core_clear();
  }

  add(kind: "tracks" | "groups", bytes: Uint8Array): void {
    this.#pages.push({ kind, start: this.#core.openSource(bytes), length: bytes.length });
  }

  finish(): ReadReport {
    return readJsonSources(this.#core, this.#pages, { strict: false, before: [] });
  }
}

export function readDiveJson(core: CoreInstance, bytes: Uint8Array, options: ReadOptions): ReadReport {
  const source = decodeSource(bytes);
  prepareMode(core, options);
  const document = { kind: "document", start: core.openSource(source.bytes), length: source.bytes.length } as const;
  return readJsonSources(core, [document], { strict: options.strict ?? false, before: source.problems });
}

/** Empties the core or sets it up to add to what it holds. */
function prepareMode(core: CoreInstance, options: ReadOptions): void {
  const { exports } = core;
  const isAdditive = options.mode === "additive";
  if (!isAdditive) exports.core_clear();
  const prefix = isAdditive && options.typePrefix ? encodeText(`${options.typePrefix}_`) : new Uint8Array();
  exports.read_set_type_prefix(core.transfer(prefix), prefix.length);
  exports.read_set_id_offset(isAdditive ? Number(exports.track_largest_id()) + 1 : 0);
}

interface JsonReading {
  readonly strict: boolean;
  /** Problems found before the core saw the text. */
  readonly before: readonly Problem[];
}

function readJsonSources(core: CoreInstance, sources: readonly Source[], { strict, before }: JsonReading): ReadReport {
  const { exports } = core;
  const counts = countsOf(core);
  for (const { start, length } of sources) exports.json_prepare(start, length);
  exports.read_begin();
  const problems = [...before];
  for (const { kind, start, length } of sources) {
    const first = exports.problem_count.value;
    if (kind === "document") exports.json_read_document(start, length);
    else if (kind === "tracks") exports.json_read_tracks(start, length);
    else exports.json_read_groups(start, length);
    problems.push(...problemsSince(core, first, "json", core.bytes().subarray(start, start + length)));
    refuse(core, problems, strict);
  }
  for (const { start, length } of sources) exports.source_close(start, length);
  exports.read_finish();
  return reportOf(core, "dive-json", counts, problems, before.length);
}

/** Throws, with the core emptied, when the read was refused or must be. */
function refuse(core: CoreInstance, problems: readonly Problem[], strict: boolean): void {
  const isRefused = core.exports.read_is_refused.value !== 0;
  const reason = isRefused
    ? problems.at(-1)
    : strict
      ? problems.find(({ severity }) => severity === "error")
      : undefined;
  if (reason === undefined) return;
  core.exports.core_clear();
  throw new CoreError(reason.code, reason.message, reason);
}

interface Counts {
  readonly tracks: number;
  readonly detections: number;
  readonly groups: number;
}

function countsOf({ exports }: CoreInstance): Counts {
  return {
    tracks: exports.track_count.value,
    detections: exports.detection_count.value,
    groups: exports.group_count.value,
  };
}

function reportOf(
  core: CoreInstance,
  format: AnnotationFormat,
  before: Counts,
  problems: readonly Problem[],
  hostProblems: number,
): ReadReport {
  const { exports } = core;
  const after = countsOf(core);
  const fps = exports.document_fps.value;
  return {
    format,
    trackCount: after.tracks - before.tracks,
    detectionCount: after.detections - before.detections,
    groupCount: after.groups - before.groups,
    skippedCount: exports.read_skipped.value,
    problems,
    problemCount: exports.problem_count.value + hostProblems,
    ...(Number.isFinite(fps) && fps > 0 ? { fps } : {}),
    attributes: {},
  };
}
