/** Tracker packs: an object followed over a moving clip, its loss, and refusals, with a model written here. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as onnx from "onnxruntime-web";
import { describe, expect, test } from "vitest";

import type { ModelPack } from "#schemas";
import { maxPackBytes, readPack } from "#packs/pack";
import { openTracker } from "#packs/tracker";
import { tryPack } from "#packs/try-pack";
import { filesOfZip } from "#packs/zip-pack";

import { trackerPack } from "../../server/adapters/builtin/packs/tracker-pack.ts";
import { Parameters, trackOf } from "../../server/adapters/builtin/pipelines/builtin-pipeline.ts";
import { pictureOf } from "../support/square-pack.ts";
import { templateManifest, templateModel, type TemplateOptions, templatePack } from "../support/template-pack.ts";

const packIn = async (archive: Uint8Array) => await readPack(await filesOfZip(archive));
const side = 24;
const frames = 40;
/** It disappears after this frame. */
const lastSeen = 30;
const placeOn = (frame: number) => ({ x: 40 + 5 * frame, y: 60 + 2 * frame });
const pictureOn = (frame: number) => ({
  width: 320,
  height: 240,
  rgb: pictureOf(320, 240, frame > lastSeen ? [] : [{ ...placeOn(frame), side }]),
});
const boxOn = (frame: number) => {
  const { x, y } = placeOn(frame);
  return { x1: x, y1: y, x2: x + side, y2: y + side };
};

describe("a tracker", () => {
  test("follows an object as it moves, and is not certain once it is gone", async () => {
    const tracker = await openTracker(await packIn(templatePack()), onnx);
    const target = tracker.start(pictureOn(0), boxOn(0));
    for (let frame = 1; frame <= lastSeen; frame++) {
      const { bounds, confidence } = await target.next(pictureOn(frame));
      expect(Math.abs(bounds.x1 - boxOn(frame).x1), `frame ${frame}`).toBeLessThan(5);
      expect(Math.abs(bounds.y2 - boxOn(frame).y2), `frame ${frame}`).toBeLessThan(5);
      expect(confidence).toBeGreaterThan(tracker.minConfidence);
    }
    expect((await target.next(pictureOn(lastSeen + 1))).confidence).toBeLessThan(tracker.minConfidence);
    await tracker.close();
  });

  test("as a pipeline follows the last box of a track until it is lost", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tracker-pack-"));
    writeFileSync(join(folder, "model.onnx"), templateModel());
    writeFileSync(join(folder, "pack.json"), JSON.stringify(templateManifest()));
    const lines: string[] = [];
    const { tracks } = await trackerPack(folder).run({
      parameters: new Parameters({ mostFrames: 1000, confidence: 0.25 }),
      fps: 25,
      annotations: { tracks: { 7: trackOf(7, "square", 1, [{ frame: 3, bounds: boxOn(3) }]) }, groups: {}, version: 2 },
      pictures: () => ({
        frameCount: frames,
        read: async (look, wanted = () => true) => {
          for (let frame = 0; frame < frames; frame++) {
            if (wanted(frame)) await look({ ...pictureOn(frame), frame, scaleX: 1, scaleY: 1 });
          }
        },
      }),
      progress: () => undefined,
      log: (line) => lines.push(line),
    });
    const track = tracks["7"];
    expect([track?.begin, track?.end, track?.features.length]).toEqual([3, lastSeen, lastSeen - 2]);
    expect(Math.abs((track?.features.at(-1)?.bounds?.[0] ?? 0) - boxOn(lastSeen).x1)).toBeLessThan(5);
    expect(lines).toEqual(["1 of 1 tracks were followed further."]);
  });
});

describe("what is refused, with a sentence", () => {
  const refusalOf = async (changes: Partial<ModelPack> = {}, options: TemplateOptions = {}): Promise<string> =>
    await packIn(templatePack(templateModel(options), changes))
      .then((pack) => tryPack(pack, onnx))
      .then(
        () => "",
        (error: unknown) => (error as Error).message,
      );
  const { input, search, files } = templateManifest();

  test("a pack that is whole is not", async () => {
    expect(await refusalOf()).toBe("");
  });

  test("inputs without names, or with others than the model has", async () => {
    expect(await refusalOf({ input: { width: 32, height: 32 } })).toBe(
      "pack.json lacks input.name and search.input.name: the two inputs of the model.",
    );
    expect(await refusalOf({ input: { ...input, name: "z" } })).toBe(
      "model.onnx has the inputs template, search, and pack.json describes z, search.",
    );
    expect(await refusalOf({ input: { ...input, width: 64 } })).toBe(
      'model.onnx takes 1 × 3 × 32 × 32 numbers, and pack.json describes 1 × 3 × 32 × 64: correct "input" there.',
    );
  });

  test("other shapes, answers that are not numbers, wrong checksums, and claims of gigabytes", async () => {
    expect(await refusalOf({}, { hasOneSize: true })).toBe(
      'model.onnx answers 1 × 1 × 16 × 16 numbers, and pack.json describes 1 × 2 × 16 × 16 (widths and heights): correct "search" there.',
    );
    expect(await refusalOf({ search: { ...search!, scores: "other" } })).toBe(
      "model.onnx has the outputs scores, sizes, offsets, and pack.json describes an output other.",
    );
    expect(await refusalOf({}, { isBroken: true })).toMatch(/^model\.onnx answers with values that are not numbers/);
    const filesWith = (changes: object) => ({ files: files.map((file) => ({ ...file, ...changes })) });
    expect(await refusalOf(filesWith({ sha256: "0".repeat(64) }))).toMatch(
      /^model\.onnx has the checksum [0-9a-f]{64}/,
    );
    expect(await refusalOf(filesWith({ bytes: 3 * 1024 ** 3 }))).toBe(
      `The files of the pack claim 3221225472 bytes, and a pack may have ${maxPackBytes}: choose a smaller model.`,
    );
  });
});
