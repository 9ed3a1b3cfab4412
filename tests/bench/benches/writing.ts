/** Columns to bytes. */
import type { TrackId } from "#core";
import type { Bench } from "../context.ts";
import { frameCount, imageName, toCsv, toJson, type BenchTrack } from "../generate.ts";
import { parseJson, writeCsv, writeJson, type JsDocument } from "../peers/javascript.ts";
import { pieceTaker } from "../piece-taker.ts";

/** Without interpolation, so that every format can represent everything. */
function flat(tracks: readonly BenchTrack[]): BenchTrack[] {
  return tracks.map((track) => ({
    ...track,
    features: track.features.map((feature) => ({ ...feature, interpolate: false as never })),
  }));
}

const csv: Bench = {
  name: "write VIAME CSV",
  async run(context) {
    const { core, spike } = context;
    const tracks = flat(context.plain());
    const document = parseJson(toJson(tracks));
    core.reader.readDiveJson(toJson(tracks));
    spike?.readCsv(toCsv(tracks), false);
    const take = pieceTaker();
    // The names that the prototype has read.
    const imageNames = Array.from({ length: frameCount }, (_, frame) => imageName(frame));
    const options = { mediaType: "image-sequence", imageNames } as const;
    const plain = { ...options, dialect: "plain" } as const;
    const dive = { ...options, dialect: "dive" } as const;
    const bytes = take(core.writer.writeViameCsvPieces(plain));
    return [
      ...(await context.compare({
        name: csv.name,
        core: () => take(core.writer.writeViameCsvPieces(plain)),
        unit: "MB/s",
        amount: bytes,
        peers: {
          prototype: spike && { run: () => take(spike.write("csv")) },
          JavaScript: { run: () => writeCsv(document), rounds: 3, goal: 20 },
        },
      })),
      ...(await context.compare({
        name: `${csv.name}, as the reference server does`,
        core: () => take(core.writer.writeViameCsvPieces(dive)),
        unit: "MB/s",
        amount: take(core.writer.writeViameCsvPieces(dive)),
      })),
      ...(await context.compare({
        name: `${csv.name} into one array`,
        core: () => core.writer.writeViameCsv(plain),
        unit: "MB/s",
        amount: bytes,
      })),
    ];
  },
};

const json: Bench = {
  name: "write DIVE JSON",
  async run(context) {
    const { core, spike } = context;
    const source = context.json("plain");
    core.reader.readDiveJson(source);
    spike?.readJson(source);
    const document = parseJson(source);
    const take = pieceTaker();
    const write = (style: "compact" | "python"): number => take(core.writer.writeDiveJsonPieces({ style }));
    const bytes = write("compact");
    return [
      ...(await context.compare({
        name: json.name,
        core: () => write("compact"),
        unit: "MB/s",
        amount: bytes,
        peers: {
          prototype: spike && { run: () => take(spike.write("json")) },
          "JSON.stringify": { run: () => writeJson(document), rounds: 3, goal: 20 },
        },
      })),
      ...(await context.compare({
        name: `${json.name}, as Python does`,
        core: () => write("python"),
        unit: "MB/s",
        amount: write("python"),
      })),
      ...(await context.compare({
        name: `${json.name} into one array`,
        core: () => core.writer.writeDiveJson({ style: "compact" }),
        unit: "MB/s",
        amount: bytes,
      })),
    ];
  },
};

/** A save: a few tracks out of many. */
const save: Bench = {
  name: "write 20 tracks to save",
  async run(context) {
    const { core } = context;
    const source = context.json("plain");
    core.reader.readDiveJson(source);
    const document: JsDocument = parseJson(source);
    const step = Math.max(1, Math.floor(core.trackCount / 20));
    const ids = Array.from({ length: 20 }, (_, index) => (index * step) as TrackId);
    const saveCount = 200;
    return context.compare({
      name: save.name,
      core: () => repeat(saveCount, () => core.writer.writeTrackList(ids)),
      unit: "us",
      amount: saveCount,
      peers: {
        "JSON.stringify": {
          run: () =>
            repeat(saveCount, () =>
              new TextEncoder().encode(JSON.stringify(ids.map((id) => document.tracks[String(id)]))),
            ),
        },
      },
    });
  },
};

function repeat(times: number, run: () => unknown): void {
  for (let i = 0; i < times; i++) run();
}

export const writingBenches: readonly Bench[] = [csv, json, save];
