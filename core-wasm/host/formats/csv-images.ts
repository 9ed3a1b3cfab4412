/**
 * The pictures of a dataset, which rows of VIAME CSV name: telling the core, and what to say about their order (api/v1
 * 21.2).
 */
import { encodeText, type CoreInstance } from "../instance.ts";
import { hostProblem } from "./host-problems.ts";
import { pythonRepr } from "./python-text.ts";
import type { Problem } from "../types.ts";

const mismatchBytes = 16;
/** As many as the core keeps. */
const mostMismatches = 100;

/** Rows are matched by name without folder and extension. */
export function nameImages(core: CoreInstance, names: readonly string[] | undefined): void {
  if (names === undefined) return core.exports.image_close();
  core.exports.image_open();
  // No file has a zero in its name, so one ends each.
  const stems = encodeText(names.map((name) => `${stemOf(name).replaceAll("\0", "\ufffd")}\0`).join(""));
  core.exports.image_add_all(core.transfer(stems), stems.length);
}

function stemOf(name: string): string {
  const start = Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1;
  const dot = name.lastIndexOf(".");
  return name.slice(start, dot > start ? dot : undefined);
}

/** The warnings of the server of api/v1, word for word, about pictures that the file has in another order or distance. */
export function imageOrderProblems(core: CoreInstance, names: readonly string[]): readonly Problem[] {
  const count = Math.min(core.exports.image_mismatch_count.value, mostMismatches);
  if (count === 0) return [];
  const start = core.exports.image_mismatches.value >>> 0;
  const view = core.view();
  const isSubsampled = core.exports.image_unknown_count.value > 0;
  return Array.from({ length: count }, (_, index) => {
    const place = start + index * mismatchBytes;
    const [item, found] = [itemAt(view, place, names), itemAt(view, place + 8, names)];
    const difference = found.csvFrame - item.csvFrame;
    const words = [pythonRepr(found), pythonRepr(item), String(difference)];
    return hostProblem(isSubsampled ? "csv-images-subsampled" : "csv-images-unordered", words);
  });
}

function itemAt(view: DataView, place: number, names: readonly string[]) {
  const frame = view.getUint32(place, true);
  return { image: stemOf(names[frame] ?? ""), frame, csvFrame: view.getUint32(place + 4, true) };
}
