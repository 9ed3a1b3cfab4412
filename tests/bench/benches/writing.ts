/** Columns to bytes. */
import type { TrackId } from "#core";
import { PROTOTYPE_GOAL, type Bench } from "../context.ts";
import { toCsv, toJson, type BenchTrack } from "../generate.ts";
import { parseJson, writeCsv, writeJson, type JsDocument } from "../peers/javascript.ts";

/** Nothing is interpolated, so that every format holds all of it. */
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
    core.readDiveJson(toJson(tracks));
    spike?.readCsv(toCsv(tracks), false);
    const options = { mediaType: "large-image" } as const;
    const plain = (): Uint8Array => core.writeViameCsv({ ...options, dialect: "plain" }).bytes;
    const dive = (): Uint8Array => core.writeViameCsv({ ...options, dialect: "dive" }).bytes;
    return [
      ...(await context.compare({
        name: csv.name,
        core: plain,
        unit: "MB/s",
        amount: plain().length,
        goal: { least: 650 },
        peers: {
          prototype: spike && { run: () => spike.write("csv"), goal: PROTOTYPE_GOAL },
          JavaScript: { run: () => writeCsv(document), rounds: 3 },
        },
      })),
      ...(await context.compare({
        name: `${csv.name}, as the reference server does`,
        core: dive,
        unit: "MB/s",
        amount: dive().length,
      })),
    ];
  },
};

const json: Bench = {
  name: "write DIVE JSON",
  async run(context) {
    const { core, spike } = context;
    const source = context.json("plain");
    core.readDiveJson(source);
    spike?.readJson(source);
    const document = parseJson(source);
    const write = (style: "compact" | "python"): Uint8Array => core.writeDiveJson({ style }).bytes;
    return [
      ...(await context.compare({
        name: json.name,
        core: () => write("compact"),
        unit: "MB/s",
        amount: write("compact").length,
        goal: { least: 800 },
        peers: {
          prototype: spike && { run: () => spike.write("json"), goal: PROTOTYPE_GOAL },
          "JSON.stringify": { run: () => writeJson(document), rounds: 3 },
        },
      })),
      ...(await context.compare({
        name: `${json.name}, as Python does`,
        core: () => write("python"),
        unit: "MB/s",
        amount: write("python").length,
      })),
    ];
  },
};

/** What a save sends: a few tracks out of many. */
const save: Bench = {
  name: "write 20 tracks to save",
  async run(context) {
    const { core } = context;
    const source = context.json("plain");
    core.readDiveJson(source);
    const document: JsDocument = parseJson(source);
    const step = Math.max(1, Math.floor(core.trackCount / 20));
    const ids = Array.from({ length: 20 }, (_, index) => (index * step) as TrackId);
    const SAVES = 200;
    return context.compare({
      name: save.name,
      core: () => repeat(SAVES, () => core.writeTrackList(ids)),
      unit: "us",
      amount: SAVES,
      peers: {
        "JSON.stringify": {
          run: () =>
            repeat(SAVES, () => new TextEncoder().encode(JSON.stringify(ids.map((id) => document.tracks[String(id)])))),
        },
      },
    });
  },
};

function repeat(times: number, run: () => unknown): void {
  for (let i = 0; i < times; i++) run();
}

export const writingBenches: readonly Bench[] = [csv, json, save];
