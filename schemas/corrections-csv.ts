/** Corrections after runs of pipelines as CSV, the same from the page and the command line. */
import { toCsv } from "./csv.ts";
import type { RunCorrections } from "./wire.ts";

const titles = [
  ...["dataset", "set", "revision", "run", "started by", "time", "type"],
  ...["tracks", "boxes", "kept", "moved", "IoU of moved", "retyped tracks", "split", "deleted", "missed"],
];

/** A row without a type is about all types. */
export function correctionsCsv(rows: RunCorrections["rows"]): string {
  const cells = rows.map(({ datasetName, set = "", revision, run, login, created, type = "", movedIou, ...counts }) => [
    ...[datasetName, set, revision, run, login, created, type, counts.tracks, counts.boxes, counts.kept, counts.moved],
    ...[movedIou === null ? "" : movedIou.toFixed(4), counts.retyped, counts.split, counts.deleted, counts.missed],
  ]);
  return `${toCsv([titles, ...cells])}\r\n`;
}
