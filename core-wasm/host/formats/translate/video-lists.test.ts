import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

const youTubeVis = (others: object) => ({
  videos: [
    { id: 1, width: 50, height: 40, file_names: ["a/0.jpg", "a/1.jpg"] },
    { id: 2, width: 50, height: 40, file_names: ["b/0.jpg", "b/1.jpg", "b/2.jpg"] },
  ],
  categories: [{ id: 7, name: "seal" }],
  annotations: [{ id: 1, video_id: 2, category_id: 7, bboxes: [[1, 2, 3, 4], null, [2, 2, 3, 4]], ...others }],
});

test("YouTube-VIS: tracks of the video whose pictures the dataset has, or of the first one with tracks", async () => {
  const mask = { size: [40, 50], counts: [44, 4, 1952] };
  const { lines, trackCount, said } = await read(youTubeVis({ segmentations: [mask, null, null] }));
  expect(lines).toEqual([expect.stringMatching(/^0 seal 1 \[1,2,4,6\] \[\[/), "2 seal 1 [2,2,5,6]"]);
  expect(trackCount).toBe(1);
  expect(leftOut(said)).toEqual([]);
  const other = await read(youTubeVis({}), ["a/0.jpg", "a/1.jpg"]);
  expect(other.lines).toEqual([]);
  expect(other.said).toContainEqual(expect.stringMatching(/^No annotation of this file of YouTube-VIS/));
  expect(leftOut(other.said)).toEqual([expect.stringContaining("1 × track of a video other than that of a/0.jpg")]);
});

test("BURST: masks of tracks at the frames of annotated pictures", async () => {
  const { lines, trackCount } = await read({
    categories: [{ id: 7, name: "seal" }],
    sequences: [
      { annotated_image_paths: ["0.jpg"], segmentations: [{}] },
      {
        width: 50,
        height: 40,
        all_image_paths: ["0.jpg", "1.jpg", "2.jpg"],
        annotated_image_paths: ["0.jpg", "2.jpg"],
        track_category_ids: { "3": 7 },
        segmentations: [{ "3": { rle: "\\14Pm1" } }, { "3": { rle: "\\14Pm1" }, "4": {} }],
      },
    ],
  });
  expect(lines.map((line) => line.slice(0, 8))).toEqual(["0 seal 1", "2 seal 1"]);
  expect(trackCount).toBe(1);
});
