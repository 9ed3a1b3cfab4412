/** Attribute filters and the rules of the problems panel, over as many tracks as a large dataset has. */
import { createCore } from "#core";
import { issueRules } from "#core/types";
import type { Bench } from "../context.ts";

const trackCount = 100_000;
const detectionsOfTrack = 5;

interface PlainTrack {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly features: readonly {
    readonly frame: number;
    readonly bounds: readonly number[];
    readonly keyframe: boolean;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

function makeTracks(): Readonly<Record<number, PlainTrack>> {
  const tracks: Record<number, PlainTrack> = {};
  for (let id = 0; id < trackCount; id++) {
    const features = Array.from({ length: detectionsOfTrack }, (_, at) => {
      const left = (id * 7 + at) % 1800;
      const attributes = { length: (id * 31 + at) % 1000 };
      return { frame: (id % 500) + at, bounds: [left, 10, left + 40, 60], keyframe: true, attributes };
    });
    const confidencePairs = [[id % 3 === 0 ? "crab" : "fish", 0.9]] as const;
    tracks[id] = {
      id,
      begin: id % 500,
      end: (id % 500) + detectionsOfTrack - 1,
      confidencePairs,
      attributes: {},
      features,
    };
  }
  return tracks;
}

const bytesOf = (tracks: Readonly<Record<number, PlainTrack>>): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ version: 2, tracks, groups: {} }));

const attributeFilter: Bench = {
  name: "filter by an attribute",
  async run(context) {
    const tracks = makeTracks();
    const core = await createCore();
    core.reader.readDiveJson(bytesOf(tracks));
    const objects = Object.values(tracks);
    let min = 0;
    let step = 0;
    const next = (): number => (step = (step + 97) % 800);
    const filter = (from: number) =>
      core.shown.apply({
        thresholds: { default: 0.1 },
        attributes: [
          {
            attribute: "length",
            belongs: "detection",
            match: "some",
            test: { op: "range", min: from, max: from + 100 },
          },
        ],
      });
    filter(0);
    return context.compare({
      name: `changing a filter of ${trackCount} tracks by an attribute`,
      core: () => {
        filter(next());
        return core.shown.trackIds().length;
      },
      unit: "ms",
      amount: 1,
      rounds: 15,
      peers: {
        "filtering objects": {
          run() {
            min = (min + 97) % 800;
            return objects.filter(
              ({ confidencePairs, features }) =>
                confidencePairs.some(([, confidence]) => confidence >= 0.1) &&
                features.some(({ attributes }) => {
                  const value = attributes["length"];
                  return typeof value === "number" && value >= min && value <= min + 100;
                }),
            ).length;
          },
          goal: 10,
        },
      },
    });
  },
};

const problems: Bench = {
  name: "problems",
  async run(context) {
    const core = await createCore();
    core.reader.readDiveJson(bytesOf(makeTracks()));
    const facts = { frameCount: 600, pictureSize: { width: 1920, height: 1080 }, types: ["fish"], attributes: [] };
    return context.compare({
      name: `all rules of the problems panel over ${trackCount} tracks`,
      core: () => issueRules.map((rule) => core.listIssues(rule, facts).count),
      unit: "ms",
      amount: 1,
      rounds: 3,
    });
  },
};

export const filterBenches: readonly Bench[] = [attributeFilter, problems];
