/**
 * Written files are read back unchanged; whatever else a file contains, it is read or refused, and never fails
 * otherwise.
 */
import { expect, test } from "vitest";
import { builds, utf8 } from "../../testing/cores.ts";
import { CoreError } from "../../types.ts";
import { annotationFormats, writeAnnotationFile } from "../annotation-formats.ts";
import { recognizeFile } from "../recognize/recognize.ts";

const size = { width: 1920, height: 1080 };
const { read } = annotationFormats["label-studio"];

const track = (id: number, features: readonly object[], type = "fish") => {
  const frames = features.map((feature) => (feature as { frame: number }).frame);
  const [begin, end] = [frames[0], frames.at(-1)];
  return { id, begin, end, confidencePairs: [[type, id % 2 === 0 ? 1 : 0.25]], attributes: {}, features };
};
const ring = [
  [192, 108],
  [384, 216],
  [96, 540],
  [192, 108],
];
const polygon = {
  type: "FeatureCollection",
  features: [{ type: "Feature", properties: { key: "" }, geometry: { type: "Polygon", coordinates: [ring] } }],
};

async function backOf(tracks: readonly object[], facts: object): Promise<unknown> {
  const [core, reread] = [await builds[0].create(), await builds[0].create()];
  core.reader.readDiveJson(
    utf8(JSON.stringify({ version: 2, groups: {}, tracks: Object.fromEntries(tracks.entries()) })),
  );
  const { bytes, losses } = writeAnnotationFile(core, "label-studio", {
    imageNames: [],
    imageSize: size,
    ...facts,
  } as never);
  expect(losses.filter(({ kind }) => kind !== "frame-by-name")).toEqual([]);
  expect(recognizeFile(bytes, "export.json").kind).toBe("label-studio");
  await read(reread, bytes, { imageNames: (facts as { imageNames?: string[] }).imageNames ?? [] });
  return (JSON.parse(new TextDecoder().decode(reread.writer.writeDiveJson().bytes)) as { tracks: object }).tracks;
}

test("boxes and polygons of pictures", async () => {
  const tracks = [
    track(0, [{ frame: 0, bounds: [96, 54, 192, 108], keyframe: true }]),
    track(1, [{ frame: 1, bounds: [96, 108, 384, 540], keyframe: true, geometry: polygon }], "crab"),
  ];
  const facts = { type: "image-sequence", imageNames: ["a.jpg", "b.jpg"] };
  expect(await backOf(tracks, facts)).toMatchObject(Object.fromEntries(tracks.entries()));
});

test("tracks of a video, with gaps and ends", async () => {
  const box = { bounds: [96, 54, 192, 108], keyframe: true };
  const tracks = [
    track(0, [
      { frame: 0, ...box, interpolate: true },
      { frame: 10, ...box },
      { frame: 20, ...box, interpolate: true },
      { frame: 30, ...box },
    ]),
    track(1, [{ frame: 7, ...box }]),
  ];
  const back = await backOf(tracks, { type: "video", fps: 30, name: "dive.mp4" });
  expect(back).toMatchObject(Object.fromEntries(tracks.entries()));
});

test("a file of which any part is something else is read, or refused with a reason", async () => {
  const value = { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ["fish"] };
  const sequence = [{ frame: 1, enabled: true, x: 1, y: 2, width: 3, height: 4 }];
  const document = [
    {
      data: { image: "a.jpg" },
      annotations: [
        { id: 1, result: [{ id: "a", type: "rectanglelabels", original_width: 9, original_height: 9, value }] },
      ],
    },
    {
      data: { video: "a.mp4" },
      predictions: [{ score: 1, result: [{ id: "b", type: "videorectangle", value: { sequence, labels: ["x"] } }] }],
    },
  ];
  const others = [null, 0, -1, 1e308, "", "x", "1e999", [], {}, [[]], true, { x: 1 }];
  let count = 0;
  const core = await builds[0].create();
  const attempt = async (changed: unknown): Promise<void> => {
    count += 1;
    try {
      const report = await read(core, utf8(JSON.stringify(changed)), { imageSize: size });
      expect(report.format).toBe("label-studio");
    } catch (error) {
      expect(error).toBeInstanceOf(CoreError);
    }
  };
  const visit = async (node: unknown, replace: (value: unknown) => unknown): Promise<void> => {
    for (const other of others) await attempt(replace(other));
    if (typeof node !== "object" || node === null) return;
    for (const [key, inner] of Object.entries(node)) {
      const copy = (changed: unknown): unknown =>
        Array.isArray(node) ? node.with(Number(key), changed) : { ...node, [key]: changed };
      await visit(inner, (changed) => replace(copy(changed)));
    }
  };
  await visit(document, (changed) => changed);
  expect(count).toBeGreaterThan(300);
});

test.each([",", "\t"])(
  "a table is read as JSON-MIN, and a problem has the line of its task; separator %j",
  async (separator) => {
    const shape = { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ["fish"] };
    const rows = [
      ["image", "id", "label", "annotator", "annotation_id", "lead_time"],
      ["a.jpg", "1", JSON.stringify([{ ...shape, original_width: 200, original_height: 100 }]), "1", "1", "3.2"],
      ["b.jpg", "2", JSON.stringify([shape]), "1", "2", "3.2"],
      ["c.jpg", "3", "", "1", "3", "3.2"],
    ];
    const cell = (text: string): string => (/["\t,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const bytes = utf8(rows.map((cells) => `${cells.map(cell).join(separator)}\n`).join(""));
    expect(recognizeFile(bytes, "export.csv").kind).toBe("label-studio");
    const core = await builds[0].create();
    const { problems } = await read(core, bytes, { imageNames: ["c.jpg", "a.jpg"] });
    expect([...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json) as object)).toMatchObject(
      [{ confidencePairs: [["fish", 1]], features: [{ frame: 1, bounds: [20, 20, 80, 60] }] }],
    );
    expect(problems).toMatchObject([{ code: "label-studio-picture-unknown", line: 3 }]);
    const sized = await read(await builds[0].create(), bytes, {});
    expect(sized.problems).toMatchObject([{ code: "label-studio-size-unknown", line: 3 }]);
  },
);
