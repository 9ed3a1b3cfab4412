/** YOLO label files as written by programs that train, detect, track and export. */
import { expect, test } from "vitest";
import { createCores, utf8 } from "../../testing/cores.ts";
import { readAnnotationFile } from "../annotation-formats.ts";
import { sourceOfFiles } from "../sources/source.ts";
import type { ReadOptions } from "../../types.ts";

const cores = await createCores(1);
const size = { width: 100, height: 80 };

interface Feature {
  readonly frame: number;
  readonly bounds: readonly number[];
  readonly geometry?: { readonly features: readonly { properties: object; geometry: { coordinates: unknown } }[] };
}
interface Track {
  readonly id: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly features: readonly Feature[];
}

async function read(files: Readonly<Record<string, string | Uint8Array>>, options: ReadOptions = { imageSize: size }) {
  const core = cores();
  const list = Object.entries(files).map(([name, content]) => ({
    name,
    bytes: typeof content === "string" ? utf8(content) : content,
  }));
  const report = await readAnnotationFile(core, sourceOfFiles(list), options);
  const rows = [...core.writer.trackRows({ bounds: "exact" })];
  return { report, tracks: rows.map(({ json }) => JSON.parse(json) as Track), problems: report.problems };
}

const shortly = (tracks: readonly Track[]) =>
  tracks.map(({ id, confidencePairs: [[type, confidence] = ["", NaN]], features }) => [
    id,
    type,
    confidence,
    features.map(({ frame }) => frame),
    features[0]?.geometry?.features.length ?? 0,
  ]);
const names = "names: [fish, crab]\n";
const box = "0 0.5 0.5 0.2 0.25";
const triangle = "1 0.1 0.1 0.3 0.1 0.3 0.5";

test.each([
  ["a box", [box], [[0, "fish", 1, [0], 0]]],
  ["a box with a confidence", [`${box} 0.9`], [[0, "fish", 0.9, [0], 0]]],
  ["a box with a confidence and an id", [`${box} 0.9 7`, `${box} 0.8 7`], [[7, "fish", 0.9, [0, 1], 0]]],
  [
    "a box with an id alone",
    [`${box} 12`, `${box} 1`],
    [
      [1, "fish", 1, [1], 0],
      [12, "fish", 1, [0], 0],
    ],
  ],
  ["a polygon", [triangle], [[0, "crab", 1, [0], 1]]],
  ["a polygon with a confidence", [`${triangle} 0.87`], [[0, "crab", 0.87, [0], 1]]],
  [
    "a polygon with a confidence and an id",
    [`${triangle} 0.87 4`, `${triangle} 0.5 1`],
    [
      [1, "crab", 0.5, [1], 1],
      [4, "crab", 0.87, [0], 1],
    ],
  ],
  ["a polygon with an id alone", [`${triangle} 4`], [[4, "crab", 1, [0], 1]]],
  ["a box of four corners", ["0 0.1 0.1 0.3 0.1 0.3 0.5 0.1 0.5"], [[0, "fish", 1, [0], 1]]],
])("%s", async (title, rows, expected) => {
  const files = rows.map((row, index) => [`labels/f_${index}.txt`, `${row}\n`] as const);
  const { tracks, problems } = await read({ "data.yaml": names, ...Object.fromEntries(files) });
  const guess = /(confidence and an id|id alone|polygon with a confidence)$/.exec(title)?.[0];
  expect(problems.map(({ message }) => message)).toEqual(
    guess === undefined ? [] : [expect.stringMatching(/\d rows? (was|were) read as ending with a/)],
  );
  expect(shortly(tracks)).toEqual(expected);
  expect(tracks.every(({ features: [first] }) => (first?.bounds[2] ?? 0) <= 60)).toBe(true);
});

test.each([
  ["[007, 1e3, 2.50, 0x1F, null, no, '01', \"a: b\"]", ["007", "1e3", "2.50", "0x1F", "null", "no", "01", "a: b"]],
  ["{0: 007, 1: ~, '2': no}", ["007", "~", "no"]],
  ["\n- 1_000 # a comment\n- true\n-\n- 2024-01-01", ["1_000", "true", "2", "2024-01-01"]],
])("names of classes are kept as they are written: %s", async (list, expected) => {
  const rows = expected.map((_, n) => `${n} 0.5 0.5 0.2 0.${n + 1}`).join("\n");
  const { tracks } = await read({ "data.yaml": `names: ${list}\n`, "labels/1.txt": rows });
  expect(tracks.map(({ confidencePairs: [[type] = [""]] }) => type)).toEqual(expected);
});

test("a class, an id and a box, as JDE and FairMOT train on, are tracks", async () => {
  const { tracks, problems } = await read({
    "labels_with_ids/train/000001.txt": `0 7 0.5 0.5 0.2 0.25\n0 -1 0.1 0.1 0.2 0.2\n`,
    "labels_with_ids/train/000002.txt": `0 7 0.6 0.5 0.2 0.25\n`,
  });
  expect(tracks.map(({ id, features }) => [id, features.map(({ frame, bounds }) => [frame, bounds])])).toEqual([
    [0, [[1, [0, 0, 20, 16]]]],
    [
      7,
      [
        [1, [40, 30, 60, 50]],
        [2, [50, 30, 70, 50]],
      ],
    ],
  ]);
  expect(problems.map(({ code }) => code)).toContain("yolo-numbers-guessed");
});

test.each([
  ["points of two numbers", 2, "0.1 0.2 0.3 0.4", ""],
  ["points of three numbers", 3, "0.1 0.2 2 0.3 0.4 1", ""],
  ["points with a confidence and an id", 2, "0.1 0.2 0.3 0.4", " 0.9 3"],
])("poses: %s", async (_, dimensions, points, more) => {
  const yaml = `${names}kpt_shape: [2, ${dimensions}]\nkpt_names: {0: [head, tail]}\n`;
  const { tracks, problems } = await read({ "data.yaml": yaml, "labels/1.txt": `${box} ${points}${more}\n` });
  expect(problems).toEqual([]);
  const [{ id, features: [feature] = [] } = { id: -1, features: [] }] = tracks;
  expect(id).toBe(more === "" ? 0 : 3);
  expect(feature?.bounds).toEqual([40, 30, 60, 50]);
  const marks = feature?.geometry?.features.map(({ properties, geometry }) => [properties, geometry.coordinates]);
  const hidden = dimensions === 3 ? { visibility: 1 } : {};
  expect(marks).toEqual([
    [{ key: "head" }, [10, 16]],
    [{ key: "tail", ...hidden }, [30, 32]],
    [
      { key: "HeadTails" },
      [
        [10, 16],
        [30, 32],
      ],
    ],
  ]);
});

test("a point that is not there is left out, and a pose of the wrong length is named", async () => {
  const yaml = `${names}kpt_shape: [2, 3]\n`;
  const { tracks, problems } = await read({
    "data.yaml": yaml,
    "labels/1.txt": `${box} 0 0 0 0.3 0.4 2\n${box} 0.1 0.2\n`,
  });
  expect(tracks[0]?.features[0]?.geometry?.features.map(({ properties }) => properties)).toEqual([{ key: "2" }]);
  expect(problems.map(({ line, message }) => [line, message])).toEqual([[2, expect.stringContaining("kpt_shape")]]);
});

test("pictures of the same name in two folders are two frames", async () => {
  const files = { "data.yaml": names, "train/labels/1.txt": box, "valid/labels/1.txt": triangle };
  expect(shortly((await read(files)).tracks)).toEqual([
    [0, "fish", 1, [0], 0],
    [1, "crab", 1, [1], 1],
  ]);
  const imageNames = ["valid/1.jpg", "train/1.jpg"];
  const known = await read(files, { imageSize: size, imageNames });
  expect(known.tracks.map(({ features }) => features[0]?.frame)).toEqual([1, 0]);
  const flat = await read(files, { imageSize: size, imageNames: ["1.jpg"] });
  expect(flat.tracks).toEqual([]);
  expect(flat.problems.map(({ code }) => code)).toEqual(["picture-ambiguous", "picture-ambiguous"]);
});

/** Enough of a PNG to contain its size. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

test("every picture has its own size, from the set or from the dataset", async () => {
  const labels = { "data.yaml": names, "labels/a.txt": box, "labels/b.txt": box };
  const inSet = await read({ ...labels, "images/a.png": png(10, 10), "images/b.png": png(1000, 100) }, {});
  expect(inSet.tracks.map(({ features }) => features[0]?.bounds)).toEqual([
    [4, 3.75, 6, 6.25],
    [400, 37.5, 600, 62.5],
  ]);
  expect([inSet.report.imageSize, inSet.report.imageNames]).toEqual([undefined, ["a.png", "b.png"]]);
  const imageNames = ["a.jpg", "b.jpg"];
  const sized = await read(labels, { imageNames, imageSizes: [size, undefined] });
  expect(sized.tracks.map(({ features }) => features[0]?.bounds)).toEqual([[40, 30, 60, 50]]);
  expect(sized.problems.map(({ code }) => code)).toEqual(["yolo-size-unknown-of"]);
});

test("a label file alone is read, its classes called by their numbers", async () => {
  const { report, tracks, problems } = await read({ "frame_000007.txt": `${box}\n` });
  expect([report.format, shortly(tracks)]).toEqual(["yolo", [[0, "0", 1, [7], 0]]]);
  expect(problems.map(({ code }) => code)).toEqual(["yolo-class-unknown"]);
});

test("texts that are not UTF-8 are read in what fits their letters, which is said with the name of the file", async () => {
  const latin = Uint8Array.from("names: [gr\u00f6\u00dfer]\n", (character) => character.charCodeAt(0));
  const { tracks, problems } = await read({ "data.yaml": latin, "labels/1.txt": "0 0.5 0.5 0.2 0.2\n" });
  expect(tracks[0]?.confidencePairs).toEqual([["größer", 1]]);
  expect(problems).toMatchObject([
    { code: "text-encoding-guessed", message: expect.stringMatching(/^data\.yaml: .*Windows-1252/) as string },
  ]);
});
