/**
 * A save is stored completely or not at all, whichever step the server dies after, and a repeated save is stored once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImageDataset } from "../support/dataset.ts";
import { killPointsOf, openCrashWorld, type CrashWorld } from "./crash-rounds.ts";

const trackCount = 2000;

let world: CrashWorld;
beforeAll(async () => {
  world = await openCrashWorld();
});
afterAll(() => world.close());

/** The tracks of one round: all contain its number, and each round another tenth of them is missing. */
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

/** Saves as a viewer does, which repeats unanswered saves with the same id. */
function save(folderId: string, round: number): Promise<unknown> {
  const upsert = [...tracksOf(round)];
  const remove = Array.from({ length: trackCount }, (_, id) => id).filter((id) => id % 10 === round % 10);
  const body = { saveId: `round-${round}`, tracks: { upsert, delete: remove } };
  return world.client.call("annotation.save", { folderId, body });
}

/** The visible state of the dataset: number of revisions, and type and box of each track. */
async function stateOf(folderId: string): Promise<{ revisions: number; tracks: readonly unknown[] }> {
  const revisions = await world.client.call("annotation.revisions", { folderId, limit: 0 });
  const tracks = await world.client.call("annotation.tracks", { folderId });
  return {
    revisions: revisions.length,
    tracks: tracks.map(({ id, confidencePairs, features }) => [id, confidencePairs, features[0]?.bounds]),
  };
}

/** Revision 1 has round 0. */
const stateAfter = (round: number): Awaited<ReturnType<typeof stateOf>> => ({
  revisions: round + 1,
  tracks: tracksOf(round).map(({ id }) => [id, [[`round-${round}`, 1]], [id, round, Number(id) + 10, round + 10]]),
});

test("a save survives kill -9 after each kind of its steps in full or not at all, and its retry completes it once", async () => {
  const folderId = await createImageDataset(world.client, "crash");
  await save(folderId, 0);
  const steps = await world.stepsOf(() => save(folderId, 1));
  expect(steps.filter((step) => /^insert/i.test(step)).length).toBeGreaterThan(trackCount / 2);

  const states = { before: 0, after: 0 };
  for (const [n, point] of killPointsOf(steps, 1).entries()) {
    const round = n + 2;
    const where = `killed after ${point.nth}: ${point.step}`;
    const result = await world.killedAt(point, () => save(folderId, round));
    expect(result, where).toEqual({ acknowledged: false, findings: [] });

    const state = await stateOf(folderId);
    const isSaved = state.revisions === round + 1;
    expect(state, where).toEqual(stateAfter(isSaved ? round : round - 1));
    states[isSaved ? "after" : "before"]++;

    await save(folderId, round);
    expect(await stateOf(folderId), where).toEqual(stateAfter(round));
  }
  // After the last step it is stored, although no response was sent.
  expect(states).toEqual({ before: expect.any(Number), after: 1 });
  expect(states.before).toBeGreaterThanOrEqual(3);
}, 600_000);
