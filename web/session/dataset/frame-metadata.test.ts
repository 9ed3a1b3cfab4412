/** Per-frame values from the file stored with a dataset. */
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
  const metadata = parseFrameMetadata(new TextEncoder().encode(text));
  expect(metadata.at(5, "c.png")?.["depth"]).toBe(depth);
  expect(metadata.at(77, "unknown.png")).toBeUndefined();
});

test("what is neither is refused", () => {
  expect(() => parseFrameMetadata(new TextEncoder().encode("[1, 2"))).toThrow(SyntaxError);
  expect(() => parseFrameMetadata(new Uint8Array(20))).toThrow("binary");
});

test("text of spreadsheets that is not UTF-8 is read as it was meant", () => {
  const text = "frame,t\u00e9moin\n0,18 \u00b0C\n";
  const encodings = {
    "Windows-1252": Buffer.from(text, "latin1"),
    "UTF-16": Buffer.from(`\ufeff${text}`, "utf16le"),
    "UTF-8 with a mark": Buffer.from(`\ufeff${text}`, "utf8"),
  };
  for (const [name, bytes] of Object.entries(encodings)) {
    expect(parseFrameMetadata(new Uint8Array(bytes)).at(0, undefined), name).toEqual({
      frame: "0",
      "t\u00e9moin": "18 \u00b0C",
    });
  }
});
