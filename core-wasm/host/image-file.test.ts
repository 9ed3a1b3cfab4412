/** An image saved to a file and loaded gives the same core, byte for byte; an invalid file is refused. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { annotationFormats } from "./formats/annotation-formats.ts";
import { isAnnotationFormat } from "./formats/format-table.ts";
import { allTracks, builds, frame, id, text, utf8 } from "./testing/cores.ts";
import type { AnnotationCore, CoreImage, ReadOptions } from "./types.ts";
import { CoreError } from "./types.ts";

const corpus = fileURLToPath(new URL("../../tests/corpus", import.meta.url));

function fileOf(core: AnnotationCore, note = ""): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(core.writer.writeImage(note)));
}

/** Reads in pieces of this many bytes. */
function take(core: AnnotationCore, file: Uint8Array, pieceBytes = 50_000): string | undefined {
  const reading = core.reader.readImage();
  for (let at = 0; at < file.length; at += pieceBytes) reading.push(file.subarray(at, at + pieceBytes));
  reading.end();
  return reading.note;
}

/** @param there the image before any query of the core, since queries leave traces */
function expectSame(shown: AnnotationCore, loaded: AnnotationCore, there: CoreImage): void {
  const here = shown.writer.takeImage();
  shown.assertIntegrity();
  expect(here.values).toEqual(there.values);
  expect(Buffer.compare(here.memory, there.memory)).toBe(0);
  const [ours, theirs] = [shown, loaded].map((core) => text(core.writer.writeDiveJson({ style: "compact" }).bytes));
  expect(ours).toBe(theirs);
}

/** Like the server's pages of a large set: tracks that take up several runs of memory. */
async function loadMany(create: () => Promise<AnnotationCore>, trackCount = 600): Promise<AnnotationCore> {
  const core = await create();
  const tracks = Array.from({ length: trackCount }, (_, n) => ({
    id: n * 3,
    begin: n % 50,
    end: (n % 50) + 9,
    confidencePairs: [[`type ${n % 7}`, 0.25 + (n % 3) / 4]],
    attributes: n % 5 === 0 ? { note: `track ${n}` } : {},
    features: Array.from({ length: 10 }, (__, at) => ({
      frame: (n % 50) + at,
      bounds: [n / 3, at, n / 3 + 10, at + 20.5],
      keyframe: true,
      interpolate: at % 2 === 0,
      ...(n % 11 === 0 && { attributes: { depth: at / 3 } }),
    })),
  }));
  const pages = [tracks.slice(0, trackCount / 2), tracks.slice(trackCount / 2)].map((page) =>
    utf8(JSON.stringify(page)),
  );
  core.reader.beginLoad(pages[0]!.length * 2);
  for (const page of pages) core.reader.loadTrackPage(page);
  core.reader.loadGroupPage(utf8(JSON.stringify([{ id: 1, begin: 0, end: 5, members: { 3: { ranges: [[0, 5]] } } }])));
  core.reader.endLoad();
  return core;
}

test("every document of the corpus", async () => {
  let count = 0;
  for (const format of readdirSync(corpus).filter(isAnnotationFormat)) {
    for (const name of readdirSync(join(corpus, format))) {
      const folder = join(corpus, format, name);
      const input = readdirSync(folder).find((file) => file.startsWith("input."))!;
      const { read = {} } = JSON.parse(readFileSync(join(folder, "case.json"), "utf8")) as { read?: ReadOptions };
      const loaded = await builds[0].create();
      try {
        await annotationFormats[format].read(loaded, readFileSync(join(folder, input)), read);
      } catch (error) {
        if (error instanceof CoreError) continue;
        throw error;
      }
      const image = loaded.writer.takeImage();
      const shown = await builds[0].create();
      take(shown, fileOf(loaded));
      expectSame(shown, loaded, image);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(50);
});

describe.each(builds)("$name build", ({ create }) => {
  test("a large set, in pieces of any size, into a core that held something else; it is edited on its own", async () => {
    const loaded = await loadMany(create);
    const image = loaded.writer.takeImage();
    const file = fileOf(loaded, "of this one: ü");
    for (const pieceBytes of [61, 4096, 65_521, file.length]) {
      const shown = await loadMany(create, 900);
      expect(take(shown, file, pieceBytes)).toBe("of this one: ü");
      expectSame(shown, loaded, image);
      expect(shown.canUndo).toBe(false);
      const before = allTracks(shown);
      shown.transact("delete", frame(0), (tx) => tx.tracks.delete(id(9)));
      expect([shown.hasTrack(id(9)), loaded.hasTrack(id(9))]).toEqual([false, true]);
      shown.assertIntegrity();
      shown.undo();
      expect(allTracks(shown)).toEqual(before);
    }
  });

  test("truncated, oversized or damaged archives are refused, never read as complete", async () => {
    const file = fileOf(await loadMany(create));
    const refused = async (bytes: Uint8Array): Promise<void> => {
      const core = await create();
      expect(() => take(core, bytes)).toThrow(expect.objectContaining({ code: "image-refused" }));
    };
    for (const length of [0, 1, 43, 44, 500, 5000, file.length >> 1, file.length - 1])
      await refused(file.slice(0, length));
    await refused(new Uint8Array([...file, 0]));
    const changed = (at: number, value: number): Uint8Array => {
      const copy = file.slice();
      new DataView(copy.buffer).setUint32(at, value, true);
      return copy;
    };
    const runsAt = 44 + new DataView(file.buffer).getUint32(32, true) * 8;
    for (const [at, value] of [
      [0, 0x4b4b4b4b],
      [8, 0x30303030],
      [24, 0],
      [24, 0xffffffff],
      [28, 0xffffffff],
      [32, 3],
      [36, 0xffffffff],
      [40, 0xffffffff],
      [runsAt, 0xfffffff0],
      [runsAt + 4, 0xfffffff0],
      [runsAt + 4, 0],
      [runsAt + 8, 0],
    ] as const)
      await refused(changed(at, value));
  });
});

test("a core of another version refuses it", async () => {
  const file = fileOf(await loadMany(builds[0].create, 100));
  const other = await builds[1].create();
  expect(() => take(other, file)).toThrow("The image of the annotations is of another version.");
});
