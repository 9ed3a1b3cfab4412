/** Picture names from a VIAME CSV: the parts that are kept, and those that a writer loses. */
import type { CoreInstance, PictureNames } from "../../instance.ts";
import type { Loss } from "../../types.ts";

/** Found by the last read of a CSV; `undefined` when it named no picture. */
export function readPictureNames(core: CoreInstance): PictureNames | undefined {
  const { exports } = core;
  const otherCount = exports.csv_other_names.value >>> 0;
  const end = exports.csv_named_frame_end.value >>> 0;
  if (end === 0 && otherCount === 0) return undefined;
  const namesEnd = exports.csv_put_names() >>> 0;
  const start = exports.transfer_start.value >>> 0;
  const byFrame = core
    .text(start, namesEnd - start)
    .split("\0")
    .slice(0, end);
  return { byFrame, otherCount, otherFrame: exports.csv_other_name_frame.value >>> 0 };
}

/**
 * As a list of a dataset's pictures, long enough for all detections; `undefined` when that would be far longer than the
 * number of names.
 */
export function listOfPictures({ exports }: CoreInstance, { byFrame }: PictureNames): readonly string[] | undefined {
  let end = byFrame.length;
  for (let position = 0; position < exports.track_count.value; position++) {
    end = Math.max(end, (exports.track_end(exports.track_at(position)) >>> 0) + 1);
  }
  if (byFrame.length === 0 || end > byFrame.length * 2 + 1_000_000) return undefined;
  return [...byFrame, ...new Array<string>(end - byFrame.length).fill("")];
}

/** Counts the names that are not among those the file is written with. */
export function pictureLoss({ pictures }: CoreInstance, written: readonly string[] = []): readonly Loss[] {
  if (pictures === undefined) return [];
  const { byFrame, otherCount, otherFrame } = pictures;
  const lost = byFrame.flatMap((name, frame) => (name !== "" && written[frame] !== name ? [frame] : []));
  const count = lost.length + otherCount;
  if (count === 0) return [];
  const [frame = otherFrame] = lost;
  const text = `The name of the picture is not written: ${JSON.stringify(byFrame[frame] ?? "")}.`;
  const other = "A row names another picture than the first row of its frame; its name is not written.";
  return [{ kind: "picture-name", count, example: { frame, text: lost.length === 0 ? other : text } }];
}
