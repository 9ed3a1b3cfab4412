/** Matches rows of VIAME CSV with the pictures of a dataset, and reports differences in their order (api/v1 21.2). */
import type { CoreInstance } from "../../instance.ts";
import { hostProblem } from "../problems/host-problems.ts";
import { matchPictures, unmatchedText } from "../pictures/match-pictures.ts";
import { pythonRepr } from "../text/python-text.ts";
import type { Problem } from "../../types.ts";

const mismatchBytes = 16;
/** The number that the core keeps. */
const maxMismatches = 100;
/** Values of the core that are not frames (assembly/formats/import/images.ts). */
const noImage = 0xffffffff;
const ambiguousImage = 0xfffffffe;

/** Whether the core collects the names in rows for `matchImageNames`, or uses their frame numbers. */
export function expectImageNames(core: CoreInstance, isExpected: boolean): void {
  if (isExpected) core.exports.image_open();
  else core.exports.image_close();
}

/** Tells the core which pictures the rows of the file refer to, before the file ends. */
export function matchImageNames(core: CoreInstance, pictures: readonly string[]): readonly Problem[] {
  const { exports } = core;
  const names = Array.from({ length: exports.image_name_count() }, (_, index) =>
    core.sliceText(exports.image_name(index)),
  );
  const problems: Problem[] = [];
  let isAnyFound = false;
  for (const [index, match] of matchPictures(names, pictures).entries()) {
    isAnyFound ||= match.frame !== undefined;
    const isAmbiguous = match.frame === undefined && match.others.length > 0;
    exports.image_set_frame(index, match.frame ?? (isAmbiguous ? ambiguousImage : noImage));
    if (isAmbiguous && problems.length < maxMismatches)
      problems.push(hostProblem("csv-image-unclear", unmatchedText(names[index] ?? "", match)));
  }
  if (isAnyFound || problems.length === 0) return problems;
  return [...problems, hostProblem("csv-images-by-frame")];
}

/**
 * The warnings of the api/v1 server, word for word, about pictures in a different order or at a different distance in
 * the file.
 */
export function imageOrderProblems(core: CoreInstance, names: readonly string[]): readonly Problem[] {
  const count = Math.min(core.exports.image_mismatch_count.value, maxMismatches);
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

function stemOf(name: string): string {
  const start = Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1;
  const dot = name.lastIndexOf(".");
  return name.slice(start, dot > start ? dot : undefined);
}
