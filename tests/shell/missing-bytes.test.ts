/** Truncated videos are detected before they are sent, with real files. */
import { openAsBlob } from "node:fs";
import { expect, test } from "vitest";
import { sharedData } from "../support/shared-data.ts";
import { missingBytes } from "../../web/media/missing-bytes.ts";

const paths = ["bad/test_invalid_moov_atom.mp4", "video/motion.mp4", "video/unordered.mov", "video/video.avi"];
const found = paths.map(sharedData);

test.skipIf(found.includes(undefined))("what a file lacks of what it announces, at any place of the cut", async () => {
  const whole = await Promise.all(found.map((path) => openAsBlob(path ?? "")));
  for (const file of whole) {
    expect(await missingBytes(file)).toBe(0);
    for (const share of [0.3, 0.9]) {
      const cut = Math.floor(file.size * share);
      expect(await missingBytes(file.slice(0, cut))).toBeGreaterThan(0);
    }
  }
});

test("other files say nothing of their length", async () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(64), new TextEncoder().encode("RIFF....WAVE and more")])
    expect(await missingBytes(new Blob([bytes]))).toBe(0);
  const ftyp = new Uint8Array([0, 0, 0, 8, 0x66, 0x74, 0x79, 0x70]);
  expect(await missingBytes(new Blob([ftyp, new Uint8Array(40)]))).toBe(0);
});
