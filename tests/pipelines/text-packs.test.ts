/** Text packs: burned-in text read by real models, formats, and refusals (docs/pipelines/packs.md). */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as onnx from "onnxruntime-web";
import { beforeAll, describe, expect, test } from "vitest";

import type { ModelPack } from "#schemas";
import { maxPackBytes, readPack } from "#packs/pack";
import { formatOf } from "#packs/text-format";
import { joined, openText, type TextReader } from "#packs/text-reader";
import { tryPack } from "#packs/try-pack";
import { filesOfZip } from "#packs/zip-pack";

import { Parameters } from "../../server/adapters/builtin/pipelines/builtin-pipeline.ts";
import { textPack as textPipeline } from "../../server/adapters/builtin/packs/text-pack.ts";
import { burnedAt, type Burned, placesOfText, textClipPictures } from "../support/text-clip.ts";
import {
  colorTextFiles,
  colorTextManifest,
  realTextFiles,
  realTextManifest,
  textPack,
  type TextOptions,
} from "../support/text-pack.ts";

const packIn = async (archive: Uint8Array) => await readPack(await filesOfZip(archive));
const kinds = ["clock", "depth", "position"] as const satisfies readonly (keyof Burned)[];
const frames = 8;

describe("real models on a noisy clip", () => {
  const files = realTextFiles();
  const pictures = textClipPictures(frames);
  let reader: TextReader;
  beforeAll(async () => {
    reader = await openText(await packIn(textPack(realTextManifest(files), files)), onnx);
    return async () => await reader.close();
  });

  test("find every line of a picture, and what it says", async () => {
    const { clock, position } = burnedAt(0);
    const lines = await reader.read(pictures[0]!);
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining([clock, position]));
    const [first] = lines;
    expect(first?.text).toBe(clock);
    expect(first!.x1).toBeGreaterThan(placesOfText.clock.x1 - 10);
    expect(first!.x2).toBeLessThan(placesOfText.clock.x2);
  });

  test("read clock, depth and position exactly on every frame, of the kind of an example", async () => {
    for (const [n, picture] of pictures.entries()) {
      const read = await Promise.all(
        kinds.map(
          async (kind) => (await reader.readAs(picture, placesOfText[kind], formatOf(burnedAt(0)[kind])))?.text,
        ),
      );
      const { clock, depth, position } = burnedAt(n);
      expect(read, `frame ${n}`).toEqual([clock, depth, position]);
    }
  });

  test("a place without text is not certain", async () => {
    const empty = { x1: 200, y1: 150, x2: 360, y2: 190 };
    expect((await reader.readAs(pictures[0]!, empty, formatOf("09:59:50")))?.confidence ?? 0).toBeLessThan(0.3);
    expect(joined(await reader.read(pictures[0]!, empty))).toBeUndefined();
  });

  const runPipeline = async (region: string, lines: string[] = []) => {
    const folder = mkdtempSync(join(tmpdir(), "text-pack-"));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, "pack.json"), JSON.stringify(realTextManifest(files)));
    return await textPipeline(folder).run({
      parameters: new Parameters({ region, example: "", every: 2 }),
      fps: 25,
      annotations: { tracks: {}, groups: {}, version: 2 },
      pictures: () => ({
        frameCount: frames,
        read: async (look, wanted = () => true) => {
          for (const [frame, picture] of pictures.entries()) {
            if (wanted(frame)) await look({ ...picture, frame, scaleX: 1, scaleY: 1 });
          }
        },
      }),
      progress: () => undefined,
      log: (line) => lines.push(line),
    });
  };

  test("the pipeline refuses a region outside of the picture", async () => {
    await expect(runPipeline("50000, 10, 50100, 50")).rejects.toThrow("outside of the picture");
  });

  test("the pipeline writes what each frame says into an attribute, and how many are doubtful into the log", async () => {
    const { x1, y1, x2, y2 } = placesOfText.clock;
    const lines: string[] = [];
    const { tracks } = await runPipeline([x1, y1, x2, y2].join(", "), lines);
    const [track, ...others] = Object.values(tracks);
    expect(others).toEqual([]);
    expect(track?.confidencePairs[0]?.[0]).toBe("text");
    expect(track?.features.map(({ frame, attributes }) => [frame, attributes])).toEqual(
      [0, 2, 4, 6].map((frame) => [frame, { text: burnedAt(frame).clock }]),
    );
    expect(lines).toEqual([
      'Frame 0 says "09:59:50": the frames after it are read as texts of this kind.',
      "Read text on 4 of 4 frames; 0 are doubtful, 0 have none.",
    ]);
  });
});

describe("what is refused, with a sentence", () => {
  const refusalOf = async (
    changes: Partial<ModelPack> = {},
    { characters, ...options }: TextOptions & { readonly characters?: string } = {},
  ): Promise<string> => {
    const files = colorTextFiles(options, characters);
    return await packIn(textPack(colorTextManifest(files, changes), files))
      .then((pack) => tryPack(pack, onnx))
      .then(
        () => "",
        (error: unknown) => (error as Error).message,
      );
  };
  const { reader, files: listed } = colorTextManifest();

  test("a pack that is whole is not", async () => {
    expect(await refusalOf()).toBe("");
  });

  test("a manifest without lines or reader, or with files that are missing", async () => {
    expect(await refusalOf({ lines: undefined as never })).toBe(
      "pack.json lacks lines: how the first model says where text is.",
    );
    expect(await refusalOf({ reader: undefined as never })).toBe(
      "pack.json lacks reader: the model that reads characters.",
    );
    expect(await refusalOf({ reader: { ...reader!, characters: "other.txt" } })).toBe(
      "pack.json names other.txt, which is not among its files.",
    );
  });

  test("wrong checksums, and claims of gigabytes", async () => {
    const with_ = (changes: object) => ({ files: listed.map((file) => ({ ...file, ...changes })) });
    expect(await refusalOf(with_({ sha256: "0".repeat(64) }))).toMatch(
      /^lines\.onnx has the checksum [0-9a-f]{64}, and/,
    );
    expect(await refusalOf(with_({ bytes: 3 * 1024 ** 3 }))).toBe(
      `The files of the pack claim 3221225472 bytes, and a pack may have ${maxPackBytes}: choose a smaller model.`,
    );
  });

  test("other shapes, other numbers of characters, and answers that are not numbers", async () => {
    expect(await refusalOf({}, { hasTwoMaps: true })).toBe(
      'lines.onnx answers 1 × 2 × 320 × 320 numbers, and pack.json describes 1 × 1 × 320 × 320 (a map of its input): correct "lines" and "input" there.',
    );
    expect(await refusalOf({}, { characters: "1\n2\n3" })).toBe(
      'reader.onnx answers 1 × 8 × 3 numbers, and pack.json describes 1 × 8 × 4 (4 characters with blank and space): correct "reader" there.',
    );
    expect(await refusalOf({ reader: { ...reader!, input: { width: 64, height: 48 } } })).toBe(
      'reader.onnx takes 1 × 3 × 16 × any numbers, and pack.json describes 1 × 3 × 48 × 64: correct "input" there.',
    );
    expect(await refusalOf({}, { isBroken: true })).toMatch(/^lines\.onnx answers with values that are not numbers/);
  });
});

describe("the format of an example", () => {
  const written = (example: string): string =>
    formatOf(example)
      .map(({ characters, isRepeated, absent }) => {
        const one = characters.length === 10 ? "d" : characters.length > 1 ? `[${characters.join("")}]` : characters[0];
        return `${one}${isRepeated ? "+" : ""}${absent === undefined ? "" : "?"}`;
      })
      .join("");

  test("keeps the length of numbers that start with zero, and lets others grow", () => {
    expect(written("09:59:50")).toBe("-?dd:dd:dd");
    expect(written("9.5 m")).toBe("-?d+.d+ ?m");
  });

  test("lets signs and sides of the globe change", () => {
    expect(written("-41.52N 070.67W")).toBe("[+-]?d+.d+[NS] ?-?ddd.d+[EW]");
    expect(written("10:00 AM")).toBe("-?d+:dd ?[AP]M");
    expect(written("DIVE 12")).toBe("DIVE ?-?d+");
  });
});
