import { expect, test } from "vitest";
import { pictureError } from "./media-error.ts";

test.each([
  [
    "Decoder error. (Unable to determine size of bitstream buffer.).",
    "Decoder error. (Unable to determine size of bitstream buffer).",
  ],
  ["Decoding failed.", "Decoding failed."],
  ["Decoding failed", "Decoding failed."],
])("a sentence of the browser's within ours ends once: %s", (cause, end) => {
  expect(pictureError("reef.mp4", 7, new Error(cause)).message).toBe(
    `Frame 7 of reef.mp4 could not be decoded: ${end}`,
  );
});
