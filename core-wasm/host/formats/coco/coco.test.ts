/** COCO and KWCOCO in addition to the golden files: real files, round trips, and how the cost grows. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sharedData } from "../../../../tests/support/shared-data.ts";
import { allTracks, builds, frame, id as trackId, text, utf8 } from "../../testing/cores.ts";
import type { AnnotationCore, CocoOptions } from "../../types.ts";

/** Annotations, images and warnings as counted in the notes on the files. */
const realFiles = [
  { file: "instances_train.json", annotations: 1, images: 1, types: ["b"], warnings: [] },
  { file: "instances_val.json", annotations: 2, images: 1, types: ["a", "b"], warnings: ["coco-masks-outlined"] },
  { file: "person_keypoints_train.json", annotations: 1, images: 1, types: ["b"], warnings: [] },
  {
    file: "person_keypoints_val.json",
    annotations: 2,
    images: 1,
    types: ["a", "b"],
    warnings: ["coco-masks-outlined"],
  },
] as const;

describe.each(builds)("$name build", ({ create }) => {
  const folder = sharedData("annotations/coco");

  test("images on new frames get ids that no other image has", async () => {
    const core = await create();
    const annotation = { id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] };
    const images = [{ id: 1, file_name: "b.jpg", frame_index: 7 }];
    core.reader.readCoco(
      utf8(JSON.stringify({ images, annotations: [annotation], categories: [{ id: 1, name: "fish" }] })),
    );
    core.transact("draw", frame(0), (tx) => {
      for (const at of [1, 0]) tx.tracks.add({ type: "fish", frame: frame(at), bounds: [1, 2, 3, 4] });
    });
    const written = JSON.parse(text(core.writer.writeCoco({ format: "coco", mediaType: "large-image" }).bytes)) as {
      readonly images: readonly { readonly id: number }[];
    };
    expect(new Set(written.images.map(({ id }) => id)).size).toBe(3);
  });

  test("only a number is a rate of annotation: the first that is one counts", async () => {
    const annotation = { id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] };
    const rest = {
      images: [{ id: 1, file_name: "a.jpg" }],
      annotations: [annotation],
      categories: [{ id: 1, name: "fish" }],
    };
    const read = async (...rates: readonly unknown[]) => {
      const core = await create();
      const videos = rates.map((rate, id) => ({ id, name: `${id}`, annotation_fps: rate }));
      const { fps } = core.reader.readCoco(utf8(JSON.stringify({ ...rest, videos })));
      return fps;
    };
    for (const rate of ["5", true, [5], { rate: 5 }, null, 0, -1])
      expect([rate, await read(rate)]).toEqual([rate, undefined]);
    expect(await read("5", 12.5, 30)).toBe(12.5);
  });

  test("NaN leaves out an attribute or a member; in a box or an id, the annotation", async () => {
    const core = await create();
    const rest = '"image_id": 1, "category_id": 1';
    const attributes = '{"depth": NaN, "sex": "f", "sizes": [1, -Infinity], "age": 3}';
    const annotations = [
      `{"id": 1, ${rest}, "bbox": [1, 2, 3, 4], "attributes": ${attributes}, "area": NaN}`,
      `{"id": 2, ${rest}, "bbox": [NaN, 2, 3, 4], "segmentation": [[1, 1, 5, 1, 5, 5]], "area": 5}`,
      `{"id": NaN, ${rest}, "bbox": [1, 2, 3, 4], "iscrowd": 0}`,
    ].join();
    const others = '"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "fish"}]';
    const { problems } = core.reader.readCoco(utf8(`{${others}, "annotations": [${annotations}]}`));
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["coco-member-ignored", "/annotations/0/attributes/depth"],
      ["coco-member-ignored", "/annotations/0/attributes/sizes/1"],
      ["coco-member-ignored", "/annotations/0/area"],
      ["json-number-not-finite", "/annotations/1/bbox/0"],
      ["json-number-not-finite", "/annotations/2/id"],
    ]);
    expect(core.trackCount).toBe(1);
    expect(core.detectionAttributes(trackId(1), frame(0))).toEqual({ sex: "f", age: 3 });
  });

  test("earlier writes do not affect reads", async () => {
    const inputs = ["coco", "kwcoco"].flatMap((format) => {
      const folder = fileURLToPath(new URL(`../../../../tests/corpus/${format}/`, import.meta.url));
      const cases = readdirSync(folder).map((name) => join(folder, name, "input.json"));
      return cases.filter((path) => existsSync(path)).map((path) => ({ path, bytes: readFileSync(path) }));
    });
    expect(inputs.length).toBeGreaterThan(40);
    const used = await create();
    for (const { path, bytes } of inputs) {
      const summarize = (core: AnnotationCore): string => {
        try {
          core.reader.readCoco(new Uint8Array(bytes));
          return text(core.writer.writeDiveJson({ style: "compact" }).bytes);
        } catch (error) {
          return String(error);
        }
      };
      const fresh = summarize(await create());
      for (const format of ["coco", "kwcoco"] as const) {
        used.writer.writeCoco({ format, mediaType: "video" });
        expect(summarize(used), `${path} after ${format}`).toBe(fresh);
        used.writer.writeDiveJson({ style: "python" });
        expect(summarize(used), `${path} after Python's JSON`).toBe(fresh);
        used.writer.writeViameCsv({ mediaType: "video" });
        expect(summarize(used), `${path} after a CSV`).toBe(fresh);
      }
    }
  });

  test("a number at the end of what a detection keeps stays what it is, whatever the heap holds after it", async () => {
    const core = await create();
    const detection = { frame: 0, bounds: [1, 2, 3, 4], notes: [], attributes: {} };
    // The attribute's name is stored after the members of the first detection.
    const features = [
      { ...detection, fishLength: 1, reviewed: -5e-324 },
      { ...detection, frame: 1, attributes: { "10": true } },
    ];
    const track = { id: 1, begin: 0, end: 1, confidencePairs: [["fish", 1]], attributes: {}, features };
    core.reader.readDiveJson(utf8(JSON.stringify({ tracks: { "1": track }, groups: {}, version: 2 })));
    const written = text(core.writer.writeCoco({ format: "kwcoco", mediaType: "large-image" }).bytes);
    expect(written).toContain('"reviewed": -5e-324}');
  });

  /** The text written for a detection with these members and shapes, and the ledger's entries. */
  async function writeDetection(
    members: object,
    shapes: readonly (readonly [type: string, coordinates: unknown])[] = [],
  ) {
    const core = await create();
    const features = shapes.map(([type, coordinates], index) => ({
      type: "Feature",
      properties: { key: type === "Point" ? `p${index}` : "" },
      geometry: { type, coordinates },
    }));
    const geometry = features.length === 0 ? {} : { geometry: { type: "FeatureCollection", features } };
    const detection = { frame: 0, bounds: [1, 2, 4, 7], ...geometry, ...members };
    const track = { id: 1, begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {}, features: [detection] };
    core.reader.readDiveJson(utf8(JSON.stringify({ tracks: { "1": track }, groups: {}, version: 2 })));
    const { bytes, losses } = core.writer.writeCoco({ format: "coco", mediaType: "large-image" });
    const [annotation] = (JSON.parse(text(bytes)) as { annotations: readonly object[] }).annotations;
    return { annotation, losses: losses.map(({ kind, count }) => [kind, count]) };
  }

  test("shapes that a file cannot hold are left out and counted", async () => {
    const square = [0, 5].flatMap((x) => [
      [x, 0],
      [x, 5],
    ]);
    const broken: readonly (readonly [string, unknown])[] = [
      ["Polygon", [square.slice(0, 2)]],
      ["Polygon", [square.map((position) => [...position, 7])]],
      ["Polygon", [[...square, [1]]]],
      ["Polygon", [[...square, null]]],
      ["Polygon", []],
      ["Polygon", [[]]],
      ["Point", [1, 2, 3]],
      ["Point", [1]],
      ["Point", ["1", "2"]],
    ];
    for (const shape of broken) {
      const { annotation, losses } = await writeDetection({}, [shape]);
      expect(losses, JSON.stringify(shape)).toEqual([["malformed-geometry", 1]]);
      expect(Object.keys(annotation ?? {})).not.toContain("segmentation");
      expect(Object.keys(annotation ?? {})).not.toContain("keypoints");
    }
    const { annotation, losses } = await writeDetection({}, [["Polygon", [square]], ...broken, ["Point", [3, 4]]]);
    expect(losses).toEqual([["malformed-geometry", broken.length]]);
    expect(annotation).toMatchObject({ segmentation: [[0, 0, 0, 5, 5, 0, 5, 5]] });
    expect(annotation).toMatchObject({ num_keypoints: 1 });
  });

  test("members that say what a reader takes for granted are counted, since they do not come back", async () => {
    expect((await writeDetection({ iscrowd: 0 })).losses).toEqual([["detection-member", 1]]);
    expect((await writeDetection({ area: 15 })).losses).toEqual([["detection-member", 1]]);
    expect((await writeDetection({ iscrowd: 0.0, area: 15.0 })).losses).toEqual([["detection-member", 2]]);
    expect((await writeDetection({ iscrowd: 1, area: 14.5 })).losses).toEqual([]);
    // When read back, the members are as the ledger says.
    for (const [members, kept] of [
      [{ iscrowd: 0, area: 15 }, {}],
      [
        { iscrowd: 1, area: 14.5 },
        { iscrowd: 1, area: 14.5 },
      ],
    ] as const) {
      const { annotation } = await writeDetection(members);
      const core = await create();
      const images = [{ id: 1, file_name: "a.png" }];
      core.reader.readCoco(
        utf8(JSON.stringify({ images, categories: [{ id: 1, name: "fish" }], annotations: [annotation] })),
      );
      const [track] = allTracks(core) as { features: readonly object[] }[];
      expect(track?.features).toEqual([{ frame: 0, bounds: [1, 2, 4, 7], keyframe: true, ...kept }]);
    }
  });

  test.skipIf(folder === undefined)("real files are read with their counts and without a false warning", async () => {
    expect(readdirSync(folder ?? "").toSorted()).toEqual(realFiles.map(({ file }) => file));
    for (const { file, annotations, images, types, warnings } of realFiles) {
      const bytes = readFileSync(join(folder ?? "", file));
      const core = await create();
      const report = core.reader.readCoco(bytes);
      core.assertIntegrity();
      expect(report, file).toMatchObject({ format: "coco", detectionCount: annotations, skippedCount: 0 });
      expect(report.problems.map(({ code }) => code)).toEqual(warnings);
      expect(report.imageNames).toHaveLength(images);
      expect(
        core.shown
          .typeCounts()
          .filter(({ trackCount }) => trackCount > 0)
          .map(({ type }) => type)
          .toSorted(),
      ).toEqual(types);
      // Everything in the file is written again, at most with an added score and frame and with numbers in another
      // notation; masks become polygons.
      const written = core.writer.writeCoco({ format: "coco", mediaType: "image-sequence", style: "compact" });
      expect(written.losses).toEqual([]);
      const source = JSON.parse(text(bytes), (key, value: unknown) =>
        key === "segmentation" && !Array.isArray(value) ? undefined : value,
      ) as { annotations: { segmentation?: unknown }[] };
      expect(JSON.parse(text(written.bytes))).toMatchObject(withoutEmpty(source));
    }
  });

  test.each(["kwcoco", "coco"] as const)(
    "%s that was written is read as the same tracks and written the same",
    async (format) => {
      const options: CocoOptions = { format, mediaType: "video", fps: 12.5, name: "dive 7", style: "compact" };
      const core = await create();
      core.reader.readDiveJson(utf8(JSON.stringify(randomDocument(format === "coco"))));
      const { bytes, losses, trackCount } = core.writer.writeCoco(options);
      expect(losses).toEqual([]);
      const reread = await create();
      const report = reread.reader.readCoco(bytes);
      reread.assertIntegrity();
      expect(report).toMatchObject({ format, trackCount, problemCount: 0, ...(format === "kwcoco" && { fps: 12.5 }) });
      expect(allTracks(reread)).toEqual(allTracks(core));
      expect(text(reread.writer.writeCoco(options).bytes)).toBe(text(bytes));
    },
  );

  test("sizes of boxes come back digit by digit", async () => {
    const core = await create();
    const boxes = Array.from({ length: 2000 }, (_, i) => {
      const digits = i % 4;
      const value = (n: number): number => Number((((i + 1) * n * 7919.777) % 1900).toFixed(digits));
      return [value(1), value(2), value(3), value(5)];
    });
    const annotations = boxes.map((bbox, i) => ({ id: i + 1, image_id: 1, category_id: 1, bbox }));
    const images = [{ id: 1, file_name: "a.jpg" }];
    core.reader.readCoco(utf8(JSON.stringify({ images, categories: [{ id: 1, name: "x" }], annotations })));
    const { bytes, losses } = core.writer.writeCoco({ format: "coco", mediaType: "image-sequence" });
    const written = JSON.parse(text(bytes)) as { annotations: { bbox: number[] }[] };
    expect(written.annotations.map(({ bbox }) => bbox)).toEqual(boxes);
    expect(losses).toEqual([]);
  });

  test("an additive read keeps what was there, prefixes types and gives new ids", async () => {
    const core = await create();
    const document = (name: string): Uint8Array<ArrayBuffer> =>
      utf8(
        JSON.stringify({
          images: [{ id: 1, file_name: "a.jpg" }],
          categories: [{ id: 1, name }],
          annotations: [{ id: 4, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }],
        }),
      );
    core.reader.readCoco(document("fish"));
    core.reader.readCoco(document("fish"), { mode: "additive", typePrefix: "run2" });
    expect(core.types()).toEqual(["fish", "run2_fish"]);
    expect([...core.shown.trackIds()]).toEqual([4, 9]);
    expect(() => core.reader.readCoco(utf8("{}"), { mode: "additive" })).toThrow(/no list of images/);
    core.assertIntegrity();
    expect([...core.shown.trackIds()]).toEqual([4, 9]);
  });

  test("cut and changed files are refused or read, and never break the core", async () => {
    const corpus = new URL("../../../../tests/corpus/", import.meta.url);
    const core = await create();
    let tried = 0;
    for (const format of ["coco", "kwcoco"]) {
      for (const name of readdirSync(new URL(format, corpus))) {
        const bytes = readFileSync(new URL(`${format}/${name}/input.json`, corpus));
        for (let cut = 1; cut < bytes.length; cut += 37) {
          const changed = Uint8Array.from(bytes);
          changed[cut] = '{}[],:"0-e.\\ n'[cut % 14]?.charCodeAt(0) ?? 0;
          for (const input of [bytes.subarray(0, cut), changed]) {
            tried++;
            try {
              core.reader.readCoco(input);
            } catch (error) {
              expect(error).toHaveProperty("name", "CoreError");
              continue;
            }
            core.assertIntegrity();
            core.writer.writeCoco({ mediaType: "video", fps: 5 });
            JSON.parse(text(core.writer.writeCoco({ format: "coco", mediaType: "video" }).bytes));
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(1000);
  });
});

/** Removes the empty lists and texts with which COCO expresses "none", and which are not written again. */
function withoutEmpty(document: { annotations: { segmentation?: unknown }[] }): object {
  for (const annotation of document.annotations) {
    if (Array.isArray(annotation.segmentation) && annotation.segmentation.length === 0) delete annotation.segmentation;
  }
  return document;
}

/** A document that COCO can hold: for plain COCO, tracks of one detection and one type. */
function randomDocument(isPlain: boolean): unknown {
  let seed = 7;
  const next = (max: number): number => (seed = (seed * 48271) % 2147483647) % max;
  const tracks: Record<string, unknown> = {};
  for (let id = 1; id <= 60; id++) {
    const frames = isPlain ? [next(40)] : [...new Set([next(40), next(40), next(40)])].toSorted((a, b) => a - b);
    const features = frames.map((frame) => {
      const [x, y] = [next(1000) / 4, next(1000) / 8];
      const ring = [0, 1, 2].map((i) => [x + i, y + ((i * i) % 3)]);
      const polygon = { type: "Polygon", coordinates: [ring] };
      const point = (key: string): unknown => ({
        type: "Feature",
        properties: { key },
        geometry: { type: "Point", coordinates: [x, y] },
      });
      const list = [
        ...(next(3) === 0 ? [point("tail")] : []),
        ...(next(2) === 0 ? [{ type: "Feature", properties: { key: "" }, geometry: polygon }] : []),
      ];
      return {
        frame,
        bounds: [x, y, x + next(90), y + next(90)],
        keyframe: true,
        ...(next(2) === 0 && { attributes: { depth: next(100), name: `n${next(9)}` } }),
        ...(list.length > 0 && { geometry: { type: "FeatureCollection", features: list } }),
        ...(!isPlain && next(4) === 0 && { notes: [`note ${next(9)}`, 'quote " and \u00e4'] }),
        ...(next(5) === 0 && { mine: [next(9), null] }),
      };
    });
    const pairs = [
      [`type ${next(5)}`, 0.5 + next(50) / 100],
      ...(isPlain || next(2) === 0 ? [] : [["rare", next(50) / 100]]),
    ];
    tracks[id] = {
      id,
      begin: frames[0],
      end: frames.at(-1),
      confidencePairs: pairs,
      attributes: isPlain || next(2) === 0 ? {} : { sex: "f", list: [1, { a: null }] },
      features,
    };
  }
  return { tracks, groups: {}, version: 2 };
}
