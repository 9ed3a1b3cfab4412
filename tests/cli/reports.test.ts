/**
 * Inputs with which users found defects (`shared/data/reports`), each given to the command line in the same way: the
 * output must have the right values, and the messages must be right. The first table needs no server; the second uses a
 * shared one.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sharedData } from "../support/shared-data.ts";
import { type TestServer, startTestServer } from "../support/test-server.ts";
import { runInProcess } from "./in-process.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const reports = sharedData("reports") ?? "";

interface Offline {
  /** Options of `wakeline convert`. */
  readonly options?: readonly string[];
  /** Place and code of every finding. */
  readonly said?: readonly string[];
  /** Pattern of the refusal. */
  readonly refused?: RegExp;
  /** One line per track. */
  readonly tracks?: readonly string[];
}

/** The report whose name begins with this. */
function withPrefix(prefix: string): string {
  return (reports === "" ? [] : readdirSync(reports)).find((name) => name.startsWith(prefix)) ?? prefix;
}

const list = (folder: string): readonly string[] => ["--images", join(reports, folder, "list.txt")];

const offline: Readonly<Record<string, Offline>> = {
  "002-zip-coco-dataset/coco.zip": { tracks: ["1 fish 1: 1 [1,2,31,42]"] },
  "004-zip-yolo-dataset/yolo.zip": { tracks: ["0 fish 1: 0 [30,20,90,60]"] },
  "005-coco-duplicate-annotation-ids/in.json": {
    said: ["1:249 coco-id-repeated"],
    tracks: ["1 fish 1: 0 [10,10,30,30]", "2 crab 1: 0 [50,10,70,30]", "3 fish 1: 1 [30,30,40,40]"],
  },
  "007-coco-nfd-names/in.json": { options: list("007-coco-nfd-names"), tracks: ["1 fish 1: 0 [10,10,30,30]"] },
  "008-coco-same-stem-different-extension/in.json": {
    options: list("008-coco-same-stem-different-extension"),
    tracks: ["1 fish 1: 0 [10,10,30,30]", "2 crab 1: 1 [1,1,6,6]"],
  },
  "010-csv-pairs-first-row-only/in.csv": {
    tracks: ["0 cod 0.9 ling 0.1: 0 [10,10,20,20] 1 [11,10,21,20] 2 [12,10,22,20]"],
  },
  "011-csv-pairs-middle-row/in.csv": { tracks: ["0 cod 0.9: 0 [10,10,20,20] 1 [11,10,21,20]"] },
  "022-coco-cvat-track-attributes/in.json": { tracks: ["7 fish 1: 0 [10,10,30,30] 1 [12,10,32,30]"] },
  "023-coco-lvis-neg-categories/in.json": {
    options: list("023-coco-lvis-neg-categories"),
    tracks: ["1 fish 1: 0 [1,1,6,6]", "2 crab 1: 1 [2,2,7,7]"],
  },
  "025-coco-rle-uncompressed-only/in.json": {
    said: ["coco-masks-outlined"],
    tracks: ["1 fish 1: 0 [30,20,60,40] Polygon 30,20 60,20 60,40 30,40 30,20"],
  },
  "026-coco-same-name-two-folders-names-known/in.json": {
    options: list("026-coco-same-name-two-folders-names-known"),
    tracks: ["1 fish 1: 0 [10,10,30,30]", "2 crab 1: 1 [1,1,6,6]"],
  },
  "028-csv-semicolon-decimal-comma/in.csv": {
    said: ["table-dialect"],
    tracks: ["0 cod 0.9: 0 [10,10,20,20]", "1 cod 0.8: 1 [11,10,20,20]"],
  },
  "031-mot-frame-zero/gt.txt": {
    said: ["1:1 mot-frames-from-zero"],
    tracks: ["1 unknown 1: 0 [9,9,29,29] 1 [10,9,30,29]"],
  },
  "032-biigle-csv/bi.csv": {
    said: ["table-columns-taken", "table-columns-left-out"],
    tracks: ["0 fish 1: 0 [1,2,3,4]"],
  },
  "034-kitti-tracking/0000.txt": {
    said: ["translated", "translated-left-out"],
    tracks: ["0 Car 1: 0 [297,162,455,292]"],
  },
  "035-openimages-csv/oi.csv": { refused: /OpenImages.*fractions of the picture.*--image-size/ },
  "041-yolo-folder-instead-of-zip/set": {
    options: ["--image-size", "100x80"],
    tracks: ["0 fish 1: 0 [40,30,60,50]", "1 fish 1: 1 [40,30,60,50]"],
  },
  "043-yolo-same-stem-in-splits/in.zip": {
    options: ["--image-size", "100x80"],
    tracks: ["0 fish 1: 0 [40,30,60,50]", "1 crab 1: 1 [40,30,60,50]"],
  },
  "044-yolo-seg-track/in.zip": {
    options: ["--image-size", "100x80", ...list("044-yolo-seg-track")],
    said: ["1:1 yolo-numbers-guessed"],
    tracks: ["4 crab 0.87: 0 [10,8,30,40] Polygon 10,8 30,8 30,40 10,8"],
  },
  "046-csv-excel-padding/in.csv": { tracks: ["0 cod 0.9: 0 [10,10,20,20]", "1 cod 0.9: 1 [10,10,20,20]"] },
  "047-csv-single-quotation-metadata/in.csv": { tracks: ["0 cod 0.9: 0 [10,10,20,20]", "fps 20"] },
  "049-cvat-polygon-track-between/annotations.xml": {
    said: ["4:136 cvat-computed-shapes"],
    tracks: [
      `0 fish 1: ${Array.from({ length: 11 }, (_, frame) => {
        const [left, right] = [frame * 10, frame * 10 + 20];
        return `${frame} [${left},0,${right},20] Polygon ${left},0 ${right},0 ${right},20 ${left},20 ${left},0`;
      }).join(" ")}`,
    ],
  },
  "050-cvat-trailing-semicolon/annotations.xml": {
    tracks: ["0 fish 1: 0 [1,1,9,7] Polygon 1,1 9,1 9,7 1,1"],
  },
  "053-coco-panoptic/in.json": {
    said: ["coco-panoptic", "1:195 coco-id-replaced", "1:222 json-member-missing"],
    tracks: ["0 fish 1: 0 [10,10,30,30]", "1 crab 1: 0 [1,1,6,6]"],
  },
  "055-datumaro-json/default.json": { tracks: ["1 fish 1: 0 [1,2,4,6]"] },
  "056-deeplabcut-csv/dlc.csv": { refused: /DeepLabCut/ },
  "059-yolo-single-txt/frame_000000.txt": {
    options: ["--image-size", "100x80"],
    said: ["1:1 yolo-class-unknown", "2:1 yolo-class-unknown"],
    tracks: ["0 0 1: 0 [40,30,60,50]", "1 1 1: 0 [10,30,30,50]"],
  },
  [`${withPrefix("g-mot-labels")}/gt/gt.txt`]: { tracks: ["0 label_2 1: 0 [-1,3,3,11]"] },
  ...Object.fromEntries(
    ["input.zip", "in"].map((input) => [
      `g-yolo-pose-read-as-polygon/${input}`,
      {
        options: ["--image-size", "10x15"],
        tracks: ["0 skeleton_label 1: 1 [0,3,3,6] Point 1,3 Point 3,6 Point 5,9"],
      },
    ]),
  ),
};

/** An upload: the expected dataset and messages. */
interface Uploaded {
  readonly options?: readonly string[];
  /** Type, frames per second, number of frames. */
  readonly is: string;
  readonly said?: readonly string[];
}

const uploads: Readonly<Record<string, Uploaded>> = {
  "001-image-converted-names-collide/s": {
    is: "image-sequence 1 a.bmp.png a.png b.gif.png b.webp.png",
    said: ["renamed a.bmp", "renamed b.gif", "renamed b.webp"],
  },
  "002-zip-coco-dataset/coco.zip": {
    is: "image-sequence 1 a.png b.png; 1 fish 1: 1 [1,2,31,42]",
    said: ["attached annotations/instances_default.json"],
  },
  "004-zip-yolo-dataset/yolo.zip": {
    is: "image-sequence 1 a.png b.png; 0 fish 1: 0 [30,20,90,60]",
    said: ["attached labels/train (2 files)", "attached data.yaml"],
  },
  "016-video-false-alarm-cut/cut-copy.mp4": { is: "video 10 cut-copy.mp4" },
  "017-video-gap-average-below-1/gap.mkv": {
    options: ["--fps", "10"],
    is: "video 10 gap.mkv",
    said: ["gap.mkv has long gaps"],
  },
  "019-zip-gbk-names/gbk.zip": { is: "image-sequence 1 图1.png 图2.png", said: ["guessed gbk.zip"] },
  "020-zip-readme-at-root/readme.zip": { is: "image-sequence 1 a.png b.png", said: ["left-out README.txt"] },
  "037-video-below-1-fps/half-fps.mp4": { is: "video 0.5 half-fps.mp4" },
  "038-video-false-alarm-negative/neg.mkv": { is: "video 10 neg.mkv" },
  "040-video-mts/h264.mts": { is: "video 25 h264.transcoded.mp4" },
  "052-image-jp2-tga-ppm-psd-exr/a.jp2": { is: "image-sequence 1 a.png", said: ["converted a.jp2"] },
  "052-image-jp2-tga-ppm-psd-exr/a.ppm": { is: "image-sequence 1 a.png", said: ["converted a.ppm"] },
  "052-image-jp2-tga-ppm-psd-exr/a.tga": { is: "image-sequence 1 a.png", said: ["converted a.tga"] },
  "058-video-other-suffixes/GL010001.LRV": { is: "video 10 GL010001.LRV" },
  "058-video-other-suffixes/clip.3gp": { is: "video 10 clip.3gp" },
  "058-video-other-suffixes/mxf.mxf": { is: "video 25 mxf.transcoded.mp4" },
  "058-video-other-suffixes/raw.h264": { is: "video 25 raw.transcoded.mp4" },
  "058-video-other-suffixes/vob.vob": { is: "video 25 vob.transcoded.mp4" },
  "g-short-clip-frame-rate/r24n1.mp4": { is: "video 24 r24n1.mp4" },
  "g-short-clip-frame-rate/r60n2.mp4": { is: "video 60 r60n2.mp4" },
};

/** Reports tested in other files. */
const elsewhere: Readonly<Record<string, string>> = {
  "g-tiff-multiband-minisblack": "tests/contract/tiff-table.test.ts has every count of bands, depth and photometric",
  "g-tiff-planar-separate": "tests/contract/tiff-table.test.ts has planes apart, tiled and not",
};

interface Feature {
  readonly frame: number;
  readonly bounds: readonly number[];
  readonly geometry?: {
    readonly features: readonly { readonly geometry: { readonly type: string; readonly coordinates: unknown } }[];
  };
}

interface Track {
  readonly id: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly features: readonly Feature[];
}

/** `4 crab 0.87: 0 [10,8,30,40] Polygon 10,8 30,8 30,40 10,8` */
function lineOf({ id, confidencePairs, features }: Track): string {
  const shapes = ({ geometry }: Feature): string[] =>
    (geometry?.features ?? []).map(({ geometry: { type, coordinates } }) => {
      const points = type === "Point" ? [coordinates] : (coordinates as readonly unknown[]).flat();
      return [type, ...points.map(String)].join(" ");
    });
  const detections = features.map((feature) =>
    [feature.frame, `[${feature.bounds.join(",")}]`, ...shapes(feature)].join(" "),
  );
  return `${[id, ...confidencePairs.flat()].join(" ")}: ${detections.join(" ")}`;
}

describe.skipIf(reports === "")("inputs of reports [needs shared/data]", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "wakeline-reports-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("every one is tried", () => {
    const tried = [...Object.keys(offline), ...Object.keys(uploads), ...Object.keys(elsewhere)];
    const inOrder = ["013-coco-export-video-size", "014-coco-export-without-size", "029-cvat-rotated-box-every-frame"];
    const folders = new Set([...tried.map((path) => path.split("/")[0]), ...inOrder]);
    expect(readdirSync(reports).filter((name) => !folders.has(name))).toEqual([]);
  });

  test.each(Object.entries(offline))("%s", async (input, { options = [], said = [], refused, tracks = [] }) => {
    const output = join(folder, `${input.replaceAll("/", "-")}.json`);
    const args = ["convert", join(reports, input), "--to", "dive-json", "-o", output, "--json", ...options];
    const { stdout, stderr, exitCode } = await runInProcess(args);
    const findings = findingsIn(stdout);
    if (refused !== undefined) {
      expect(exitCode).toBe(1);
      expect(findings.map(({ message }) => message).join("\n")).toMatch(refused);
      return;
    }
    expect(exitCode, stderr).toBe(0);
    expect(findings.map(({ line, column, code }) => (line === undefined ? code : `${line}:${column} ${code}`))).toEqual(
      said,
    );
    const document = JSON.parse(readFileSync(output, "utf8")) as { tracks: Record<string, Track>; fps?: number };
    const rate = document.fps === undefined ? [] : [`fps ${document.fps}`];
    expect([...Object.values(document.tracks).map(lineOf), ...rate]).toEqual(tracks);
  });

  test("029-cvat-rotated-box-every-frame: there and back, the middle stays turned by half", async () => {
    const output = join(folder, "turned.xml");
    const input = join(reports, "029-cvat-rotated-box-every-frame/annotations.xml");
    const { exitCode, stderr } = await runInProcess(["convert", input, "--to", "cvat-xml", "-o", output]);
    expect(exitCode, stderr).toBe(0);
    const [, frames = ""] = /<track[^>]*>([\s\S]*?)<\/track>/.exec(readFileSync(output, "utf8")) ?? [];
    const turns = [...frames.matchAll(/frame="(\d+)"[^>]*outside="0"[^>]*/g)].map(([box, frame]) => [
      Number(frame),
      Number(/rotation="([^"]*)"/.exec(box)?.[1] ?? 0),
    ]);
    expect(turns).toEqual(Array.from({ length: 11 }, (_, frame) => [frame, frame * 9]));
  });

  describe("on a server", () => {
    let server: TestServer;
    let env: Readonly<Record<string, string>>;
    beforeAll(async () => {
      server = await startTestServer();
      env = { WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token, HOME: folder };
    });
    afterAll(async () => {
      await server.close();
    });

    async function upload(path: string, name: string, options: readonly string[]) {
      const { stdout, stderr } = await runInProcess(["upload", path, "--name", name, "--json", ...options], { env });
      expect(stdout, stderr).not.toBe("");
      return JSON.parse(stdout) as { id: string; warnings: string[]; entries: { what: string; where: string }[] };
    }

    test("uploads become the right datasets", async () => {
      const waiting = Object.entries(uploads);
      const found: Record<string, Uploaded> = {};
      // In parallel, because conversions take time.
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [path, { options = [] }] = next;
          const { id, warnings, entries } = await upload(join(reports, path), path.replaceAll("/", " "), options);
          const { type, fps } = await server.client.call("dataset.get", { id });
          const { imageData, video } = await server.client.call("dataset.media", { id });
          const reply = await server.fetch(`/api/v1/dive_annotation/track?folderId=${id}`);
          const tracks = ((await reply.json()) as Track[]).map(lineOf);
          const names = video === undefined ? imageData.map((image) => image.filename) : [video.filename];
          const said = [...warnings, ...entries.map(({ what, where }) => `${what} ${where}`)];
          found[path] = {
            ...(options.length > 0 && { options }),
            is: [[type, fps, ...names].join(" "), ...tracks].join("; "),
            ...(said.length > 0 && { said: said.map((one) => one.replace(/: .*/, "")) }),
          };
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      expect(found).toEqual(uploads);
    });

    test.each([
      ["013-coco-export-video-size", "016-video-false-alarm-cut/cut-copy.mp4", 320, 256],
      ["014-coco-export-without-size", "001-image-converted-names-collide/s", 64, 48],
    ])("%s", async (name, media, width, height) => {
      const rows = join(reports, "013-coco-export-video-size/t.csv");
      const copy = join(folder, name, media.split("/").at(-1) ?? "");
      cpSync(join(reports, media), copy, { recursive: true });
      const { id } = await upload(copy, name, ["--annotations", rows]);
      const { stdout } = await runInProcess(["export", id, "--format", "coco", "-o", "-"], { env });
      const { images } = JSON.parse(stdout) as { images: { width: number; height: number }[] };
      expect(images.map((image) => [image.width, image.height])).toEqual([
        [width, height],
        [width, height],
      ]);
    });
  });
});

interface Finding {
  readonly line?: number;
  readonly column?: number;
  readonly code: string;
  readonly message: string;
}

function findingsIn(report: string): readonly Finding[] {
  return (JSON.parse(report) as { files: { findings: Finding[] }[] }).files.flatMap(({ findings }) => findings);
}
