import { describe, expect, test } from "vitest";
import { builds, utf8 } from "../../testing/cores.ts";
import { readAnnotationFile, writeAnnotationFile } from "../annotation-formats.ts";
import { sourceOfFiles, type NamedBytes } from "../sources/source.ts";

interface Row {
  readonly begin: number;
  readonly confidencePairs: readonly [readonly [type: string, confidence: number]];
}

const shape = (label: string, more: object = {}): object => ({
  label,
  points: [
    [1, 2],
    [3, 4],
  ],
  shape_type: "rectangle",
  ...more,
});
const file = (name: string, imagePath: unknown, shapes: readonly unknown[]): NamedBytes => ({
  name,
  bytes: utf8(JSON.stringify({ version: "5.5.0", flags: {}, shapes, imagePath })),
});

describe.each(builds)("$name build", ({ create }) => {
  const read = async (files: readonly NamedBytes[], imageNames: readonly string[], more: object = {}) => {
    const core = await create();
    const report = await readAnnotationFile(core, sourceOfFiles(files), { imageNames, ...more });
    const rows = [...core.writer.trackRows()].map(({ json }) => JSON.parse(json) as Row);
    const places = rows.map(({ begin, confidencePairs: [[type]] }) => `${type} ${begin}`);
    return { report, places, core };
  };

  test("a set is read as one, by the pictures that its files name", async () => {
    const files = [
      file("x/1.json", "..\\south\\a.png", [shape("south")]),
      file("north/2.json", "a.png", [shape("north"), shape("north too")]),
      file("x/c.json", null, [shape("by its own name")]),
    ];
    const { report, places } = await read(files, ["north/a.png", "south/a.png", "south/c.png"]);
    expect(report).toMatchObject({ format: "labelme", problems: [], skippedCount: 0 });
    expect(places).toEqual(["north 0", "north too 0", "south 1", "by its own name 2"]);
  });

  test("a broken file, one of another tool and one of no picture are named, and the others are read", async () => {
    const files = [
      file("a.json", "a.png", [shape("fish")]),
      { name: "b.json", bytes: utf8('{"version": "5.5.0", "flags": {}, "shapes": [{"label": "cut') },
      { name: "notes.json", bytes: utf8('{"checked": true}') },
      file("z.json", "z.png", [shape("crab")]),
    ];
    const { report, places } = await read(files, ["a.png", "b.png"]);
    expect(places).toEqual(["fish 0"]);
    expect(report.skippedCount).toBe(2);
    expect(report.problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "labelme-file-broken: b.json cannot be read: The file ends early, at byte 59, in the middle of its JSON: it was cut off; it was left out.",
      "labelme-file-ignored: notes.json is not a LabelMe file; it was not read.",
      'labelme-picture-unknown: The picture "z.png" is not in the dataset; annotations on it were left out.',
    ]);
    await expect(read(files, ["a.png", "b.png"], { strict: true })).rejects.toMatchObject({
      code: "labelme-file-broken",
    });
  });

  test("adding a broken file keeps the existing annotations", async () => {
    const { core } = await read([file("a.json", "a.png", [shape("fish")])], ["a.png"]);
    const broken = sourceOfFiles([{ name: "b.json", bytes: utf8('{"shapes": [') }]);
    const added = readAnnotationFile(core, broken, { format: "labelme", mode: "additive" });
    await expect(added).rejects.toMatchObject({ code: "json-ends-early" });
    expect(core.trackCount).toBe(1);
  });

  test("a shape type read as a box is reported once, with the first place", async () => {
    const mask = shape("sponge", { shape_type: "mask" });
    const { report } = await read([file("a.json", "a.png", [mask, mask]), file("b.json", "b.png", [mask])], []);
    expect(report.problems).toMatchObject([
      { code: "labelme-shape-as-box", severity: "warning", pointer: "/shapes/0/shape_type", line: 1 },
    ]);
  });

  test("labels are written next to their picture, and read back from there", async () => {
    const { core } = await read([file("a.json", "north/a.png", [shape("fish")])], ["north/a.png", "south/a.png"]);
    const imageNames = ["north/a.png", "south/a.png"];
    const facts = { type: "image-sequence", fps: undefined, imageNames, datasetInfo: undefined } as const;
    const { bytes } = writeAnnotationFile(core, "labelme", facts, {});
    const reread = await create();
    const report = await readAnnotationFile(reread, bytes, { imageNames: imageNames.toReversed() });
    expect(report).toMatchObject({ format: "labelme", trackCount: 1, problems: [], lastFrame: 1 });
  });
});
