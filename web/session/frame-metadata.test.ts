/** What the file beside a dataset says of a frame. */
import { expect, test } from "vitest";
import { parseFrameMetadata } from "./frame-metadata.ts";

test.each([
  ["CSV with frame numbers", "Frame,depth\n0,12\n5,13\n", "13"],
  ["CSV with file names", "filename, depth\nother/a.png,12\nC.tif,13\n", "13"],
  ["text with semicolons, in the order of the frames", "depth;t\n1;4\n2;4\n3;4\n4;4\n5;4\n13;4", "13"],
  [
    "a JSON list",
    JSON.stringify([
      { frame: 5, depth: 13 },
      { frame: 0, depth: 1 },
    ]),
    13,
  ],
  ["JSON by frame", JSON.stringify({ frames: { 5: { depth: 13 } } }), 13],
  ["JSON by file", JSON.stringify({ "c.png": { depth: 13 } }), 13],
])("%s", (_, text, depth) => {
  const metadata = parseFrameMetadata(text);
  expect(metadata.at(5, "c.png")?.["depth"]).toBe(depth);
  expect(metadata.at(77, "unknown.png")).toBeUndefined();
});

test("what is neither is refused", () => {
  expect(() => parseFrameMetadata("[1, 2")).toThrow(SyntaxError);
});
