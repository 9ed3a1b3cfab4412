/** Every format in pieces: joined they are the file, and none is much larger than the others. */
import { describe, expect, test } from "vitest";
import { annotationFormats, writeAnnotationFile, writeAnnotationPieces } from "../annotation-formats.ts";
import { builds, utf8 } from "../../testing/cores.ts";
import type { AnnotationFormat } from "../../types.ts";

const imageSize = { width: 1920, height: 1080 };
const facts = { type: "video", fps: 5, imageNames: [], datasetInfo: undefined, imageSize } as const;
/** Twice the target size of a piece, plus a track. */
const maxBytes = 1 << 19;

/** Formats that write so much for each detection or frame that fewer tracks fill several pieces. */
const verbose = /^(cvat-xml|voc|labelme|yolo.*)$/;

/** Thousands of tracks of interpolated detections, and one that is longer than a piece. */
function document(format: AnnotationFormat): Uint8Array {
  const [trackCount, longest] = verbose.test(format) ? [1500, 2500] : [6000, 9000];
  const track = (id: number, length: number): object => ({
    id,
    begin: id,
    end: id + length,
    confidencePairs: [["fish", 0.5]],
    attributes: { reviewed: true },
    features: [id, id + length].map((frame) => ({
      frame,
      bounds: [1, 2, 30.5, 40],
      keyframe: true,
      interpolate: true,
    })),
  });
  const tracks = Array.from({ length: trackCount }, (_, id) => track(id, id === 17 ? longest : 4));
  const groups = { "1": { id: 1, begin: 0, end: 9, confidencePairs: [["school", 1]], attributes: {}, members: {} } };
  return utf8(JSON.stringify({ tracks: Object.fromEntries(tracks.entries()), groups, version: 2 }));
}

describe.each(builds)("$name build", ({ create }) => {
  test.each(Object.keys(annotationFormats) as AnnotationFormat[])("%s", async (format) => {
    const core = await create();
    core.reader.readDiveJson(document(format));
    const options = { exportedTime: "" };
    const { bytes, ...report } = writeAnnotationFile(core, format, facts, options);
    const pieces: Uint8Array[] = [];
    const writing = writeAnnotationPieces(core, format, facts, options);
    let step = writing.next();
    for (; step.done !== true; step = writing.next()) pieces.push(step.value.slice());
    expect(step.value).toEqual(report);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(pieces.length).toBeGreaterThan(3);
    // A single track is never cut, except by KPF.
    const longest = Math.max(...pieces.map((piece) => piece.length));
    expect(longest).toBeLessThan(maxBytes + 9000 * 80);
  });
});
