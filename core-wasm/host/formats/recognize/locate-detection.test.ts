/** Problems found in annotations are located in their text: the row, element or member of a track on a frame. */
import { expect, test } from "vitest";
import { utf8 } from "../../testing/cores.ts";
import { locateDetections } from "./locate-detection.ts";
import type { FileKind } from "./recognized.ts";
import type { Problem } from "../../types.ts";

function placeOf(kind: FileKind, text: string, about: Partial<Problem>): unknown {
  const problem = { severity: "warning", code: "box-empty", message: "", ...about } as const;
  const [{ line, column, pointer } = problem as Problem] = locateDetections([problem], kind, utf8(text));
  return pointer ?? (line === undefined ? undefined : `${line}:${column}`);
}

const csv = '# head\n1,a,0,0,0,1,1,1,-1\n11,a,1,0,0,1,1,1,-1\n1;a;1;0\n "1",b,1,0,0\n';
const cvat =
  '<annotations>\n<track id="11">\n<box frame="1"/>\n</track>\n<track id="1">\n<box frame="11"/>\n <box frame="1"/>\n<box frame="1"/></track>\n<image id="3" name="x">\n</image></annotations>';
const kpf = "- {geom: {id1: 1, ts0: 0}}\n- {geom: {id1: 1, ts0: 1}}\n- {geom: {id1: 1, ts0: 1}}\n- {types: {id1: 1}}\n";
const dive = '{"tracks":{"x":{"id":1,"features":[{"frame":0},{"frame":1},{"frame":1}]}}}';
const coco = JSON.stringify({
  images: [
    { id: 7, file_name: "a" },
    { id: 8, file_name: "b" },
  ],
  annotations: [
    { id: 1, image_id: 7 },
    { id: 2, track_id: 5, image_id: 7, score: 0.5 },
    { id: 3, track_id: 5, image_id: 8, score: 3 },
    { id: 4, track_id: 5, image_id: 7 },
  ],
});

test.each<[FileKind, string, Partial<Problem>, string | undefined]>([
  ["viame-csv", csv, { trackId: 1, frame: 0 }, "2:1"],
  ["viame-csv", csv, { trackId: 1, frame: 1 }, "4:1"],
  ["viame-csv", csv, { trackId: 11, frame: 9 }, "3:1"],
  ["viame-csv", csv, { trackId: 2, frame: 0 }, undefined],
  ["viame-csv", csv, { trackId: 1, code: "duplicate-detection", line: 2, column: 1 }, "5:1"],
  ["viame-csv", csv, { frame: 1, code: "csv-different-images-one-frame" }, "5:1"],
  ["mot", "1,1,5\n2,1,6\n2,11,6\n2,1,7\n", { trackId: 1, frame: 1 }, "2:1"],
  ["mot", "1,1,5\n2,1,6\n2,11,6\n2,1,7\n", { trackId: 1, code: "duplicate-detection" }, "4:1"],
  ["mot", "0 1 5\n1 1 6\n", { trackId: 1, frame: 1 }, "2:1"],
  ["cvat-xml", cvat, { trackId: 1, frame: 1 }, "7:2"],
  ["cvat-xml", cvat, { trackId: 1, code: "duplicate-detection", line: 5, column: 1 }, "8:1"],
  ["cvat-xml", cvat, { trackId: 9, frame: 3 }, "9:1"],
  [
    "labelme",
    '{"shapes": [\n{"points": []},\n{"points": [[1, 2], [3, 4]], "shape_type": "rectangle"}]}',
    { trackId: 0, frame: 0 },
    "/shapes/1",
  ],
  ["voc", "<a>\n<object></object>\n<object>", { trackId: 1, frame: 0 }, "3:1"],
  ["kpf", kpf, { trackId: 1, frame: 1 }, "2:11"],
  ["kpf", kpf, { trackId: 1, code: "duplicate-detection" }, "3:11"],
  ["kpf", kpf, { trackId: 1, frame: 0, code: "confidence-out-of-range" }, "4:4"],
  ["dive-json", dive, { trackId: 1, frame: 1 }, "/tracks/x/features/1"],
  ["dive-json", dive, { trackId: 1, code: "duplicate-detection", line: 1 }, "/tracks/x/features/2"],
  ["coco", coco, { trackId: 5, frame: 1 }, "/annotations/2"],
  ["coco", coco, { trackId: 1, frame: 0 }, "/annotations/0"],
  ["coco", coco, { trackId: 5, frame: 0, code: "confidence-out-of-range" }, "/annotations/2"],
  ["coco", coco, { trackId: 5, code: "duplicate-detection", line: 1 }, "/annotations/3"],
  ["yolo", "0 1 1 1 1", { trackId: 0, frame: 0 }, undefined],
  ["coco", "{", { trackId: 0, frame: 0 }, undefined],
])("%s: %s, %o", (kind, text, about, place) => {
  expect(placeOf(kind, text, about)).toBe(place);
});

test("problems that have a place keep it", () => {
  expect(placeOf("viame-csv", csv, { trackId: 1, frame: 1, line: 9, column: 9 })).toBe("9:9");
});
