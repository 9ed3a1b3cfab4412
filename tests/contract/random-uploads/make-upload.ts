/**
 * A realistic upload, from a seed: pictures with odd names, broken and empty ones, annotations in the layouts of
 * several tools, and files that are neither. Each picture has a unique color, and a box that identifies it.
 */
import { gzipSync } from "node:zlib";

import sharp from "sharp";

import { buildZip } from "../bad-inputs/build-archive.ts";
import { randomOf } from "../../support/random.ts";

export interface SentFile {
  /** With folders, as in an archive. */
  readonly path: string;
  readonly content: Buffer;
}

export interface SentPicture extends SentFile {
  readonly index: number;
  readonly isWhole: boolean;
}

export interface RandomUpload {
  readonly layout: Layout;
  readonly pictures: readonly SentPicture[];
  readonly others: readonly SentFile[];
}

export const layouts = ["plain", "coco", "yolo", "voc", "cvat", "mot", "mixed"] as const;
export type Layout = (typeof layouts)[number];

export const [width, height] = [30, 20];
const stems = [
  "a",
  "A",
  "1",
  "10",
  "2",
  "img 1",
  "é",
  "e\u0301",
  "Fa\u0308nge",
  "図",
  "x.y",
  "frame_000001",
  "IMG_0001",
];
const endings: readonly (readonly [ending: string, format: "png" | "jpeg" | "gif" | "webp" | "tiff"])[] = [
  [".png", "png"],
  [".PNG", "png"],
  [".jpg", "jpeg"],
  [".JPG.jpg", "jpeg"],
  [".jfif", "jpeg"],
  [".jpe", "jpeg"],
  [".gif", "gif"],
  [".webp", "webp"],
];
const odd: readonly (readonly [name: string, content: string | Buffer])[] = [
  ["README.txt", "hello"],
  ["notes.docx", "PK"],
  ["Thumbs.db", "x"],
  ["empty.json", ""],
  ["supervisely.json", '{"objects":[],"size":{"height":1,"width":1}}'],
  ["list.json", "[1]"],
  ["train.tfrecord", "\0\0"],
  ["broken.csv", "this is not a table"],
  ["inner.zip", buildZip([{ name: "a.json", content: Buffer.from("{}") }])],
  ["rows.csv.gz", gzipSync("1,2,3")],
  ["inner.tar", ""],
  ["list.jsonl", '{"a":1}\n{"a":2}\n'],
  ["rows.tsv", "a\tb\n"],
  ["view.xml", "<view/>"],
  ["out.manifest", '{"x":1}\n'],
  ["where.geojson", '{"type":"FeatureCollection","features":[]}'],
  ["no-suffix", "text"],
  ["classes.names", "fish\n"],
  ["model.onnx", "\0"],
];

/** Encoded in its box and its color. */
export const boxOf = (index: number): [number, number, number, number] => {
  const [x, y] = [index % 10, Math.floor(index / 10)];
  return [x, y, x + 15, y + 12];
};
export const colorOf = (index: number): { r: number; g: number; b: number } => ({
  r: 20 + (index % 5) * 50,
  g: 20 + (Math.floor(index / 5) % 5) * 50,
  b: 128,
});

export async function makeUpload(seed: number, layout: Layout): Promise<RandomUpload> {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const folders = layout === "plain" ? [""] : pick([[""], ["images/"], ["images/train/", "images/val/"]]);
  const pictures: SentPicture[] = [];
  const taken = new Set<string>();
  for (let index = 0; index < 3 + random(8); index++) {
    const [ending, format] = layout === "mot" ? endings[0]! : pick(endings);
    const stem = layout === "mot" ? String(index + 1).padStart(6, "0") : pick(stems);
    const path = `${layout === "mot" ? folders[0] : pick(folders)}${stem}${ending}`;
    if (taken.has(path)) continue;
    taken.add(path);
    const color = colorOf(index);
    const whole = await sharp({ create: { width, height, channels: 3, background: color } })
      .toFormat(format, format === "jpeg" ? { quality: 95 } : {})
      .toBuffer();
    const fate = layout === "mot" ? 9 : random(12);
    const content = fate === 0 ? Buffer.alloc(0) : fate === 1 ? whole.subarray(0, 20) : whole;
    pictures.push({ path, content, index, isWhole: fate > 1 });
  }
  const others: SentFile[] = odd
    .filter(() => random(5) === 0)
    // Next to pictures, an archive makes the server refuse all of them.
    .filter(([name]) => layout !== "plain" || !name.endsWith(".zip"))
    .map(([name, content]) => ({ path: `${pick(folders)}${name}`, content: Buffer.from(content) }));
  // macOS programs write accents in the other Unicode form.
  const asWritten = pick<(name: string) => string>([
    (name) => name,
    (name) => name.normalize("NFC"),
    (name) => name.normalize("NFD"),
  ]);
  const written = layout === "mixed" ? [pick(["coco", "voc"] as const), pick(["yolo", "cvat"] as const)] : [layout];
  for (const one of written) others.push(...annotationsOf(one, pictures, asWritten));
  return { layout, pictures, others };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "");
const inFolder = (path: string): string => path.replace(/^images\//, "");

function annotationsOf(
  layout: Layout,
  pictures: readonly SentPicture[],
  asWritten: (name: string) => string,
): SentFile[] {
  const text = (path: string, content: string): SentFile => ({ path, content: Buffer.from(content) });
  if (layout === "coco") {
    const images = pictures.map(({ path, index }) => {
      return { id: index + 1, file_name: asWritten(inFolder(path)), width, height };
    });
    const annotations = pictures.map(({ index }) => {
      const [x, y, right, bottom] = boxOf(index);
      return { id: index + 1, image_id: index + 1, category_id: 1, bbox: [x, y, right - x, bottom - y] };
    });
    const document = { images, annotations, categories: [{ id: 1, name: "fish" }] };
    return [text("annotations/instances_default.json", JSON.stringify(document))];
  }
  if (layout === "yolo") {
    const labels = new Map(
      pictures.map(({ path, index }) => {
        const [x, y, right, bottom] = boxOf(index);
        const row = [(x + right) / 2 / width, (y + bottom) / 2 / height, (right - x) / width, (bottom - y) / height];
        return [`labels/${stemOf(inFolder(path))}.txt`, `0 ${row.join(" ")}\n`];
      }),
    );
    return [text("data.yaml", "names: [fish]\n"), ...[...labels].map(([path, rows]) => text(path, rows))];
  }
  if (layout === "voc") {
    return pictures.map(({ path, index }) => {
      const [x, y, right, bottom] = boxOf(index);
      const box = `<bndbox><xmin>${x}</xmin><ymin>${y}</ymin><xmax>${right}</xmax><ymax>${bottom}</ymax></bndbox>`;
      const size = `<size><width>${width}</width><height>${height}</height><depth>3</depth></size>`;
      const name = `<filename>${asWritten(lastPart(path))}</filename>`;
      const content = `<annotation>${name}${size}<object><name>fish</name>${box}</object></annotation>`;
      return text(`Annotations/${inFolder(path)}.xml`, content);
    });
  }
  if (layout === "cvat") {
    const images = pictures.map(({ path, index }) => {
      const [x, y, right, bottom] = boxOf(index);
      const box = `<box label="fish" xtl="${x}" ytl="${y}" xbr="${right}" ybr="${bottom}"/>`;
      return `<image id="${index}" name="${asWritten(inFolder(path))}" width="${width}" height="${height}">${box}</image>`;
    });
    return [text("annotations.xml", `<annotations><version>1.1</version>${images.join("")}</annotations>`)];
  }
  if (layout === "mot") {
    const rows = pictures.map(({ index }, frame) => {
      const [x, y, right, bottom] = boxOf(index);
      return `${frame + 1},${index + 1},${x + 1},${y + 1},${right - x},${bottom - y},1,1,1`;
    });
    return [text("gt/gt.txt", `${rows.join("\n")}\n`), text("gt/labels.txt", "fish\n")];
  }
  return [];
}
