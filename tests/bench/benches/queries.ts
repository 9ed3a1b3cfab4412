/** Queries that a viewer runs for every picture, and the indexes they need. */
import { createCore, type FrameNumber, type TrackId } from "#core";
import type { Bench } from "../context.ts";
import { makeTracks, toJson } from "../generate.ts";
import { IntervalStore } from "../peers/interval-store.ts";
import { parseJson } from "../peers/javascript.ts";

/** Tracks of 491 frames that all begin on frame 0 or 1: all are visible. */
const frames = 492;

const frameQuery = (visible: number, min: number): Bench => ({
  name: `frame query, ${visible} visible`,
  async run(context) {
    const { core, spike } = context;
    const json = toJson(makeTracks(visible * 50, { frames: frames }));
    core.shown.apply({ thresholds: {} });
    core.reader.readDiveJson(json);
    spike?.readJson(json);
    const prototype = spike?.prepareQueries();
    const store = new IntervalStore(Object.values(parseJson(json).tracks));
    const queries = Math.max(10, Math.round(200_000 / visible));
    const each = (query: (frame: number) => unknown) => () => {
      for (let i = 0; i < queries; i++) query(100 + ((i * 37) % 300));
    };
    return context.compare({
      name: `frame query, ${visible} visible`,
      core: each((frame) => core.shown.frameQuery(frame as FrameNumber)),
      unit: "us",
      amount: queries,
      rounds: 15,
      peers: {
        prototype: prototype && { run: each(prototype) },
        "objects in an interval tree": { run: each((frame) => store.queryFrame(frame)), rounds: 5, goal: min },
      },
    });
  },
});

/**
 * The work of the cores for one frame step: each camera has its own, and they share nothing. So this is four times one
 * camera, give or take processor caches; whether a step of four costs four times as much is judged where it is drawn
 * (`cameras, frame step`).
 */
const cameraStep: Bench = {
  name: "frame step on 4 cameras",
  async run(context) {
    const visible = 1000;
    const json = toJson(makeTracks(visible * 50, { frames: frames }));
    const cores = await Promise.all(Array.from({ length: 4 }, () => createCore()));
    for (const core of cores) {
      core.shown.apply({ thresholds: {} });
      core.reader.readDiveJson(json);
    }
    const steps = 200;
    const frameAt = (step: number) => (100 + ((step * 37) % 300)) as FrameNumber;
    return context.compare({
      name: `frame step on 4 cameras, ${visible} visible on each`,
      core() {
        for (let step = 0; step < steps; step++) for (const core of cores) core.shown.frameQuery(frameAt(step));
      },
      unit: "us",
      amount: steps,
      rounds: 25,
      peers: {
        // A single core that is queried repeatedly has everything in the processor's cache, which is not so between two
        // pictures: so "one camera" alternates between cores.
        "one camera": {
          run() {
            for (let step = 0; step < steps; step++) cores[step % 4]?.shown.frameQuery(frameAt(step));
          },
        },
        "one camera, nothing in between": {
          run() {
            for (let step = 0; step < steps; step++) cores[0]?.shown.frameQuery(frameAt(step));
          },
        },
      },
    });
  },
};

const filter: Bench = {
  name: "filter of all tracks",
  async run(context) {
    const { core } = context;
    core.reader.readDiveJson(context.json("plain"));
    const store = new IntervalStore(Object.values(parseJson(context.json("plain")).tracks));
    let threshold = 0;
    return context.compare({
      name: `filter of ${core.trackCount} tracks by threshold`,
      core: () => core.shown.apply({ thresholds: { default: (threshold = 0.9 - threshold) } }),
      unit: "ms",
      amount: 1,
      rounds: 25,
      peers: { "objects in an interval tree": { run: () => store.filter(0.9 - threshold), goal: 7 } },
    });
  },
};

const index: Bench = {
  name: "index rebuild",
  async run(context) {
    const { core, spike } = context;
    core.reader.readDiveJson(context.json("plain"));
    core.shown.apply({ thresholds: {} });
    spike?.readJson(context.json("plain"));
    // After all tracks, so the query itself finds nothing.
    const empty = 1e6 as FrameNumber;
    const id = 1e6 as TrackId;
    const bounds = [0, 0, 10, 10] as const;
    const edit = (): void => {
      core.transact("add", 0 as FrameNumber, (tx) =>
        tx.tracks.add({ type: "fish", frame: 0 as FrameNumber, bounds, id }),
      );
      core.undo();
    };
    return context.compare({
      name: `index rebuild, ${core.detectionCount} detections`,
      core: () => core.shown.frameQuery(empty),
      before: edit,
      unit: "ms",
      amount: 1,
      goal: { max: 12 },
      rounds: 15,
      peers: { prototype: spike && { run: () => spike.buildIndex() } },
    });
  },
};

export const queryBenches: readonly Bench[] = [
  frameQuery(100, 90),
  frameQuery(1000, 150),
  frameQuery(10_000, 70),
  cameraStep,
  filter,
  index,
];
