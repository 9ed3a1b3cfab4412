/** Saves that send changes of a long track instead of the whole track. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as fc from "fast-check";

import { ApiError, uploadFile } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

interface WireFeature {
  readonly frame: number;
  readonly [member: string]: unknown;
}

const feature = (frame: number, x = frame, more: object = {}): WireFeature => ({
  frame,
  bounds: [x, 2, x + 30, 40],
  keyframe: true,
  ...more,
});

const trackOf = (features: readonly WireFeature[], type = "fish"): Record<string, unknown> => ({
  id: 7,
  begin: features[0]?.frame,
  end: features.at(-1)?.frame,
  confidencePairs: [[type, 0.75]],
  features,
});

/** The same track as a change of the stored one. */
const changeOf = (
  features: readonly WireFeature[],
  change: { upsert?: readonly WireFeature[]; delete?: readonly number[] },
  type = "fish",
): Record<string, unknown> => ({
  ...trackOf(features, type),
  features: { ...change, count: features.length },
});

let datasets = 0;
const dataset = (name: string): Promise<string> => createImageDataset(owner.client, `${name} ${++datasets}`);

async function save(folderId: string, track: object, more: object = {}): Promise<number> {
  const body = { tracks: { upsert: [track] }, ...more };
  return (await owner.client.call("annotation.save", { folderId, body })).revision;
}

async function textOf(folderId: string, query = ""): Promise<string> {
  const answer = await server.fetch(`/api/v1/dive_annotation/track?folderId=${folderId}${query}`, {
    token: owner.token,
  });
  return await answer.text();
}

const refusalOf = async (saving: Promise<unknown>): Promise<[number, string]> => {
  const error = await saving.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error("it was saved");
  return [error.status, error.message];
};

test("a changed, a new and a removed keyframe and another type, of what is stored", async () => {
  const id = await dataset("changes");
  const other = await dataset("whole");
  const awkward = feature(4, 4, { attributes: { 'a "frame":1,\\': '}]"features":[', n: 1, ü: "\u2028🐟" } });
  const before = [feature(1), feature(2), feature(3), awkward, feature(9)];
  for (const each of [id, other]) await save(each, trackOf(before));
  const after = [feature(0), feature(2), feature(3, 50), awkward, feature(5), feature(9)];
  const change = { upsert: [feature(0), feature(3, 50), feature(5)], delete: [1] };
  expect(await save(id, changeOf(after, change, "cod"), { baseRevision: 1 })).toBe(2);
  await save(other, trackOf(after, "cod"));
  expect(await textOf(id)).toBe(await textOf(other));
  expect(await textOf(id, "&revision=1")).toBe(await textOf(other, "&revision=1"));
  expect(await textOf(id)).toContain('"cod"');
});

describe("a change that does not fit what is stored is refused with a sentence, and nothing is saved:", () => {
  const before = [feature(1), feature(2), feature(3)];
  const after = [feature(1), feature(2, 9), feature(3)];
  const upsert = [feature(2, 9)];
  test.each([
    ["another count", { ...changeOf(after, { upsert }), features: { upsert, count: 4 } }, "3 features"],
    ["a frame that has none", changeOf(after, { upsert, delete: [8] }), "a frame that is to go has no feature"],
    ["another first frame", { ...changeOf(after, { upsert }), begin: 2 }, "begin=2 does not match features[0]=1"],
    ["another last frame", { ...changeOf(after, { upsert }), end: 2 }, "end=2 does not match features[-1]=3"],
    ["a frame named twice", changeOf(after, { upsert, delete: [2] }), "each frame can be named once only"],
    ["a track that is not there", { ...changeOf(after, { upsert }), id: 8 }, "it is not stored"],
    ["a feature that is wrong", changeOf(after, { upsert: [{ frame: 2 }] }), "field required"],
    ["a member that nothing knows", { ...changeOf(after, {}), features: { count: 3, moved: [] } }, "extra fields"],
  ])("%s", async (_, track, words) => {
    const id = await dataset("refused");
    await save(id, trackOf(before));
    const stored = await textOf(id);
    const [status, message] = await refusalOf(save(id, track, { baseRevision: 1 }));
    expect([status, message]).toEqual([400, expect.stringContaining(words) as string]);
    expect(await textOf(id)).toBe(stored);
  });

  test("no base", async () => {
    const id = await dataset("no base");
    await save(id, trackOf(before));
    expect((await refusalOf(save(id, changeOf(after, { upsert }))))[1]).toContain("baseRevision");
  });

  test("features out of order", async () => {
    const id = await dataset("no order");
    await save(id, trackOf([feature(1), feature(3), feature(2), feature(4)]));
    const track = changeOf([feature(1), feature(2), feature(3), feature(4)], {});
    expect((await refusalOf(save(id, track, { baseRevision: 1 })))[1]).toContain("its features are in no order");
  });
});

test("two clients at once: the second one's change is a conflict, as a whole track is", async () => {
  const id = await dataset("two");
  const before = [feature(1), feature(2), feature(3)];
  await save(id, trackOf(before));
  const upsert = [feature(2, 9)];
  const after = [feature(1), feature(2, 9), feature(3)];
  const outcomes = await Promise.allSettled([
    save(id, changeOf(after, { upsert }), { baseRevision: 1 }),
    save(id, changeOf(after, { upsert }), { baseRevision: 1 }),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect((refused.reason as ApiError).status).toBe(409);
  // Repeating the save returns its revision and changes nothing.
  const body = { baseRevision: 2, saveId: "again" };
  const third = [feature(1), feature(3)];
  expect(await save(id, changeOf(third, { delete: [2] }), body)).toBe(3);
  expect(await save(id, changeOf(third, { delete: [2] }), body)).toBe(3);
});

/** Characters written by a revision. */
function storedLength(datasetId: string, revision: number): number {
  const db = new DatabaseSync(join(server.dataFolder, "wakeline.db"), { readOnly: true });
  const lengthOf = (table: string): number => {
    const query = `SELECT coalesce(sum(length(payload)), 0) AS n FROM ${table} WHERE dataset_id = ? AND rev_created = ?`;
    return Number(db.prepare(query).get(datasetId, revision)?.["n"]);
  };
  const length = lengthOf("annotations") + lengthOf("feature_chunks");
  db.close();
  return length;
}

test.skipIf(isSecondStorage())(
  "a changed keyframe of 50,000 stores less than 64 KB, after a save and after a clone",
  async () => {
    const id = await dataset("stored");
    const features = Array.from({ length: 50_000 }, (_, frame) => feature(frame));
    await save(id, trackOf(features));
    expect(storedLength(id, 1)).toBeGreaterThan(3e6);
    const after = features.with(25_000, feature(25_000, 9));
    await save(id, changeOf(after, { upsert: [feature(25_000, 9)] }), { baseRevision: 1 });
    expect(storedLength(id, 2)).toBeLessThan(64 * 1024);
    const place = await owner.client.call("folder.create", { parentType: "user", parentId: owner.id, name: "clones" });
    const clone = await owner.client.call("dataset.clone", { cloneId: id, parentFolderId: place._id, name: "c" });
    expect(await textOf(clone._id)).toBe(await textOf(id));
    const again = after.with(0, feature(0, 9)).slice(0, -1);
    const change = changeOf(again, { upsert: [feature(0, 9)], delete: [49_999] });
    await save(clone._id, change, { baseRevision: 1 });
    expect(storedLength(clone._id, 2)).toBeLessThan(64 * 1024);
    expect(JSON.parse(await textOf(clone._id))).toMatchObject([{ begin: 0, end: 49_998 }]);
    expect((await server.fetch(`/api/v1/dive_annotation/export?folderId=${id}&format=dive_json`)).status).toBe(200);
    // A whole track after changes of it, and back.
    await save(id, trackOf(features.slice(0, 3)));
    await owner.client.call("annotation.rollback", { folderId: id, revision: 2 });
    expect(await textOf(id)).toBe(await textOf(id, "&revision=2"));
  },
);

test("an imported long track is changed, imported over and restored, like any other", async () => {
  const id = await dataset("imported");
  const features = Array.from({ length: 3000 }, (_, frame) => feature(frame, frame, { attributes: { note: "é🐟" } }));
  const importTrack = async (name: string, track: object): Promise<void> => {
    const target = { parentType: "folder", parentId: id, name } as const;
    await uploadFile(
      owner.client,
      target,
      new Blob([JSON.stringify({ version: 2, tracks: { 7: track }, groups: {} })]),
    );
    await owner.client.call("rpc.postprocess", { id, skipJobs: true });
  };
  const stored = async (query = ""): Promise<unknown> => (JSON.parse(await textOf(id, query)) as unknown[])[0];
  await importTrack("first.json", { ...trackOf(features), attributes: {} });
  expect(await stored()).toMatchObject({ features });
  const after = features.with(1500, feature(1500, 9, { attributes: {} }));
  await save(id, changeOf(after, { upsert: [after[1500]!] }), { baseRevision: 1 });
  await importTrack("second.json", { ...trackOf(features.slice(5, 2000)), attributes: {} });
  await owner.client.call("annotation.rollback", { folderId: id, revision: 2 });
  expect(await stored("&revision=1")).toMatchObject({ features });
  expect(await stored("&revision=3")).toMatchObject({ features: features.slice(5, 2000) });
  for (const query of ["&revision=2", ""]) expect(await stored(query)).toMatchObject({ features: after });
  const last = after.slice(0, -1);
  await save(id, changeOf(last, { delete: [2999] }), { baseRevision: 4 });
  expect(await stored()).toMatchObject({ features: last, end: 2998 });
});

const changeRuns = Number(process.env["WAKELINE_CHANGE_RUNS"] ?? (isSecondStorage() ? 2 : 4));

test("random changes are what whole tracks would be, at every revision", async () => {
  const edit = fc.record({
    put: fc.array(fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 500 }), fc.constantFrom("", "é", '"}]')), {
      maxLength: 12,
    }),
    remove: fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 }),
    runs: fc.array(fc.nat({ max: 3000 }), { maxLength: 2 }),
    how: fc.constantFrom("change", "change", "change", "whole", "rollback"),
    type: fc.constantFrom("fish", "cod"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 8 }), async (edits) => {
      const [id, other] = [await dataset("a"), await dataset("b")];
      let features = Array.from({ length: 1500 }, (_, index) => feature(index * 2 + 5));
      const states = [features];
      for (const each of [id, other]) await save(each, trackOf(features));
      for (const { put, remove, runs, how, type } of edits) {
        if (how === "rollback") {
          const target = 1 + (remove.length % states.length);
          for (const each of [id, other]) {
            await owner.client.call("annotation.rollback", { folderId: each, revision: target });
          }
          if (target < states.length) states.push(states[target - 1]!);
          features = states.at(-1)!;
          continue;
        }
        const changed = new Map<number, WireFeature>();
        for (const [frame, x, note] of put) changed.set(frame, feature(frame, x, note === "" ? {} : { notes: [note] }));
        // Whole chunks are added and removed.
        for (const start of runs) for (let n = 0; n < 400; n += 1) changed.set(start + n, feature(start + n, start));
        const gone = [...new Set(remove.map((n) => features[n % features.length]!.frame))].filter(
          (f) => !changed.has(f),
        );
        const byFrame = new Map(features.map((each) => [each.frame, each]));
        for (const each of changed.values()) byFrame.set(each.frame, each);
        for (const frame of gone) byFrame.delete(frame);
        features = [...byFrame.values()].toSorted((a, b) => a.frame - b.frame);
        const change = changeOf(features, { upsert: [...changed.values()], delete: gone }, type);
        const track = how === "change" ? change : trackOf(features, type);
        await save(id, track, { baseRevision: states.length });
        await save(other, trackOf(features, type));
        states.push(features);
      }
      for (let revision = 1; revision <= states.length; revision += 1) {
        expect(await textOf(id, `&revision=${revision}`)).toBe(await textOf(other, `&revision=${revision}`));
      }
      expect(JSON.parse(await textOf(id))).toMatchObject([{ features }]);
    }),
    { numRuns: changeRuns, seed: 5 },
  );
});
