/** A save is there in full or not at all, behind whichever of its steps the server dies. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImageDataset } from "../support/dataset.ts";
import { killPointsOf, openCrashWorld, type CrashWorld } from "./crash-rounds.ts";

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

test("a save survives kill -9 behind each kind of its steps in full or not at all", async () => {
  const folderId = await createImageDataset(world.client, "crash");
  await save(folderId, 0);
  const steps = await world.stepsOf(() => save(folderId, 1));
  expect(steps.filter((step) => step.startsWith("insert")).length).toBeGreaterThan(trackCount / 2);

  let current = 1;
  const states = { before: 0, after: 0 };
  for (const [n, point] of killPointsOf(steps, 1).entries()) {
    const round = n + 2;
    const where = `killed behind ${point.nth}: ${point.step}`;
    const before = await world.client.call("annotation.revisions", { folderId, limit: 0 });
    const result = await world.killedAt(point, () => save(folderId, round));
    expect(result, where).toEqual({ acknowledged: false, findings: [] });

    const tracks = await world.client.call("annotation.tracks", { folderId });
    const revisions = await world.client.call("annotation.revisions", { folderId, limit: 0 });
    const saved = revisions.length === before.length + 1;
    const expected = saved ? round : current;
    expect(revisions, where).toHaveLength(before.length + (saved ? 1 : 0));
    expect(
      tracks.map(({ id, confidencePairs, features }) => [id, confidencePairs, features[0]?.bounds]),
      where,
    ).toEqual(
      tracksOf(expected).map(({ id }) => [
        id,
        [[`round-${expected}`, 1]],
        [id, expected, Number(id) + 10, expected + 10],
      ]),
    );
    current = expected;
    states[saved ? "after" : "before"]++;
  }
  // Behind the last step it is there, which nobody was told.
  expect(states).toEqual({ before: expect.any(Number), after: 1 });
  expect(states.before).toBeGreaterThanOrEqual(3);
}, 600_000);
