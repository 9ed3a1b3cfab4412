/**
 * The entry of a release for an annotation file: hashes of its meaning, by column and by track, so that another format
 * or order of rows counts as equal and differences can be named.
 */
import { createHash, type Hash } from "node:crypto";

import { splitGroup, splitTrack, isDefault, type Fields } from "#core/diff/fields";
import { isObject } from "#core/json";
import type { AnnotationCore, ReadReport } from "#core/types";
import type { ColumnHashes, ReleasedAnnotations } from "#schemas";

const shortDigits = 12;

/** @param file hashes of its bytes */
export function describeAnnotations(
  core: AnnotationCore,
  report: ReadReport,
  file: Pick<ReleasedAnnotations, "bytes" | "sha256">,
): Omit<ReleasedAnnotations, "path"> {
  const columns = new Columns();
  const [tracks, groups]: [Record<string, ColumnHashes>, Record<string, ColumnHashes>] = [{}, {}];
  for (const { id, json } of core.writer.trackRows({ bounds: "exact" })) {
    const { fields, detections } = splitTrack(json);
    columns.begin(`track ${id}`);
    columns.add("track", "", fields);
    for (const [frame, ofFrame] of [...detections].toSorted(([a], [b]) => a - b)) {
      columns.add("detection", `${frame}`, new Map([...ofFrame.fields, ["frame", frame]]));
    }
    tracks[id] = columns.end();
  }
  for (const { id, json } of core.writer.groupRows()) {
    columns.begin(`group ${id}`);
    columns.add("group", "", splitGroup(json).fields);
    groups[id] = columns.end();
  }
  const { trackCount, detectionCount, groupCount, format } = report;
  return {
    ...file,
    format,
    counts: { tracks: trackCount, detections: detectionCount, groups: groupCount },
    columns: columns.all(),
    schema: schemaOf(core, report),
    ledger: ledgerOf(report),
    tracks,
    groups,
  };
}

function schemaOf(core: AnnotationCore, { attributes }: ReadReport): ReleasedAnnotations["schema"] {
  const kinds = Object.values(attributes).map(({ key, datatype }) => [key, datatype] as const);
  return {
    types: core.types().toSorted(),
    attributes: Object.fromEntries(kinds.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function ledgerOf({ skippedCount, problems }: ReadReport): ReleasedAnnotations["ledger"] {
  const counts = [...Map.groupBy(problems, ({ code }) => code)].map(([code, all]) => [code, all.length] as const);
  return { skipped: skippedCount, problems: Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Hashes of columns over everything, and of the track or group being added. */
class Columns {
  readonly #all = new Map<string, Hash>();
  #own = new Map<string, Hash>();
  #label = "";

  begin(label: string): void {
    this.#label = label;
    this.#own = new Map();
  }

  add(of: "track" | "detection" | "group", place: string, fields: Fields): void {
    for (const [path, value] of [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (isDefault(path, value)) continue;
      const [name = ""] = path.split("/");
      const column = `${of}.${name}`;
      const said = `${place}\t${path}\t${canonicalJson(value)}\n`;
      hashOf(this.#own, column).update(said);
      hashOf(this.#all, column).update(`${this.#label}\t${said}`);
    }
  }

  end(): ColumnHashes {
    const hashes = [...this.#own].map(([column, hash]) => [column, hash.digest("hex").slice(0, shortDigits)] as const);
    return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  all(): Record<string, string> {
    const hashes = [...this.#all].map(([column, hash]) => [column, hash.digest("hex")] as const);
    return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function hashOf(hashes: Map<string, Hash>, column: string): Hash {
  const known = hashes.get(column);
  if (known !== undefined) return known;
  const hash = createHash("sha256");
  hashes.set(column, hash);
  return hash;
}

/** The same text for values that are equal as JSON. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) && !("rawJSON" in part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
