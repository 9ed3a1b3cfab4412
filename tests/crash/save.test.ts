/** A save is there in full or not at all, whenever the server dies. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImageDataset } from "../support/dataset.ts";
import { Aim, openCrashWorld, type CrashWorld } from "./crash-rounds.ts";

/** `npm run crash` takes many more, saves among them. */
/** At least so many, and more while no kill has come before the change, or none after it. */
const fewestRounds = 6;
const mostRounds = 14;
const trackCount = 2000;

let world: CrashWorld;
beforeAll(async () => {
  world = await openCrashWorld();
});
afterAll(() => world.close());

/** The tracks of one round: all say so, and round by round another tenth of them is missing. */
function tracksOf(round: number): readonly Record<string, unknown>[] {
  const kept = Array.from({ length: trackCount }, (_, id) => id).filter((id) => id % 10 !== round % 10);
  return kept.map((id) => ({
    id,
    begin: 0,
    end: 0,
    confidencePairs: [[`round-${round}`, 1]],
    attributes: { note: "x".repeat(200) },
    features: [{ frame: 0, bounds: [id, round, id + 10, round + 10], keyframe: true }],
  }));
}

function save(folderId: string, round: number): Promise<unknown> {
  const upsert = [...tracksOf(round)];
  const remove = Array.from({ length: trackCount }, (_, id) => id).filter((id) => id % 10 === round % 10);
  return world.client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: remove } } });
}

test("a save survives kill -9 in full or not at all", async () => {
  const folderId = await createImageDataset(world.client, "crash");
  const started = performance.now();
  await save(folderId, 0);
  const typicalMs = performance.now() - started;

  let current = 0;
  const aim = new Aim(1, typicalMs);
  const states = { before: 0, after: 0 };
  const isOnBothSides = () => Math.min(states.before, states.after) > 0;
  for (let round = 1; round <= fewestRounds || (!isOnBothSides() && round <= mostRounds); round++) {
    const before = await world.client.call("annotation.revisions", { folderId, limit: 0 });
    const result = await world.interrupted(save(folderId, round), aim.next());

    const tracks = await world.client.call("annotation.tracks", { folderId });
    const revisions = await world.client.call("annotation.revisions", { folderId, limit: 0 });
    const saved = revisions.length === before.length + 1;
    const expected = saved ? round : current;
    expect(revisions).toHaveLength(before.length + (saved ? 1 : 0));
    expect({ acknowledged: result.acknowledged, saved }).not.toEqual({ acknowledged: true, saved: false });
    expect(tracks.map(({ id, confidencePairs, features }) => [id, confidencePairs, features[0]?.bounds])).toEqual(
      tracksOf(expected).map(({ id }) => [
        id,
        [[`round-${expected}`, 1]],
        [id, expected, Number(id) + 10, expected + 10],
      ]),
    );
    current = expected;
    const state = saved ? "after" : "before";
    states[state]++;
    aim.saw(state);
  }
  // Otherwise the server always died too late, or too early, for this test to mean anything.
  expect(isOnBothSides(), JSON.stringify(states)).toBe(true);
}, 600_000);
