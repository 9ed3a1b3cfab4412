/** MOT Challenge rows: the names of its classes, reading and writing. The core handles the rows. */
import { plainTable } from "../text/table-text.ts";
import { readFile, withProblems } from "../exchange/reading.ts";
import type { CoreInstance } from "../../instance.ts";
import { applyExportFilter } from "../exchange/export-filter.ts";
import { lossesWithGroups } from "../problems/losses.ts";
import { pictureLoss } from "../pictures/picture-names.ts";
import type { MotOptions, ReadOptions, ReadReport, WritingPieces } from "../../types.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { textTable } from "../../join-bytes.ts";

/** Classes from 1 on, as numbered by the benchmarks of 2016 and later. */
const motChallengeLabels: readonly string[] = [
  "pedestrian",
  "person on vehicle",
  "car",
  "bicycle",
  "motorbike",
  "non motorized vehicle",
  "static person",
  "distractor",
  "occluder",
  "occluder on the ground",
  "occluder full",
  "reflection",
  "crowd",
];

/** Passes the names of the classes to the core; returns a function that frees the memory. */
function openMotOptions(
  core: CoreInstance,
  { labels = motChallengeLabels, pixelOrigin = 1 }: Pick<MotOptions, "labels" | "pixelOrigin">,
): () => void {
  const table = textTable(labels);
  const start = core.openSource(table);
  core.exports.mot_set_options(start, labels.length, pixelOrigin);
  return () => core.exports.source_close(start, table.length);
}

export function readMot(core: CoreInstance, bytes: Uint8Array, options: ReadOptions): ReadReport {
  let release = (): void => {};
  const prepare = (): void => {
    core.exports.image_close();
    release = openMotOptions(core, options);
  };
  const plain = plainTable(bytes, true);
  const report = readFile(core, plain?.bytes ?? bytes, { format: "mot", kind: "mot", prepare }, options);
  release();
  return withProblems(plain?.problems ?? [], report);
}

export function* writeMot(core: CoreInstance, types: readonly string[], options: MotOptions): WritingPieces {
  const { exports } = core;
  const { labels = motChallengeLabels, pixelOrigin = 1, form = "ground-truth", filter } = options;
  applyExportFilter(core, types, filter);
  exports.losses_clear();
  exports.mot_set_options(0, 0, pixelOrigin);
  refuseTooManyRows(exports.csv_count_rows());
  const classes = exports.mot_write_begin(Number(form === "ground-truth")) >>> 0;
  const view = core.view();
  for (const [type, name] of types.entries()) view.setInt32(classes + type * 4, classOf(name, labels), true);
  while (exports.mot_write_next.value < exports.track_count.value) {
    const end = exports.mot_write_piece();
    yield core.between(exports.transfer_start.value, end);
  }
  return {
    trackCount: exports.mot_written.value,
    losses: [...lossesWithGroups(core, undefined), ...pictureLoss(core)],
  };
}

/** The class number of a type, -1 if none exists. A type that is a number stands for a class without a name. */
function classOf(type: string, labels: readonly string[]): number {
  const found = labels.indexOf(type) + 1;
  if (found > 0) return found;
  const number = /^[1-9]\d{0,8}$/.test(type) ? Number(type) : -1;
  return number > labels.length ? number : -1;
}
