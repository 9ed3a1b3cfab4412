/** Merging annotation sets through the API: the job, the new set, what stays as it is, and taking it back. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Job, JobStatus } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(async () => await server.close());

const track = (id: number, type: string, x: number, begin: number, end: number, more: object = {}) => ({
  id,
  begin,
  end,
  confidencePairs: [[type, 1]],
  attributes: {},
  features: [begin, end].map((frame) => ({
    frame,
    bounds: [x, 0, x + 40, 40],
    keyframe: true,
    interpolate: frame !== end,
    attributes: {},
  })),
  ...more,
});

async function save(folderId: string, set: string, upsert: readonly object[]): Promise<void> {
  const body = { set, tracks: { upsert, delete: [] } } as never;
  await ada.client.call("annotation.save", { folderId, body });
}

/** Three people; the third saw something else, and not all of it. */
async function threeSets(name: string): Promise<string> {
  const id = await createImageDataset(ada.client, name, 10);
  await save(id, "", [track(0, "cod", 10, 0, 9, { attributes: { sex: "f" } })]);
  await save(id, "bea", [track(4, "cod", 14, 0, 9, { attributes: { sex: "f" } })]);
  await save(id, "cem", [track(2, "eel", 12, 0, 5), track(3, "crab", 300, 0, 3)]);
  return id;
}

async function merged(id: string, body: { sets: string[]; into: string; leastPeople?: number }): Promise<Job> {
  const job = await ada.client.call("task.consensus", { id, body });
  return await untilEnded(ada, job._id);
}

const textOf = async (id: string, set: string): Promise<string> =>
  await (await server.fetch(`/api/v1/dive_annotation/track?folderId=${id}&set=${set}`, { token: ada.token })).text();

test("three sets become a fourth one, they stay as they are byte by byte, and removing the fourth takes it back", async () => {
  const id = await threeSets("merged");
  const sets = ["", "bea", "cem"];
  const before = await Promise.all(sets.map((set) => textOf(id, set)));
  const job = await merged(id, { sets, into: "consensus" });
  expect([job.title, job.type, job.status, (job.log ?? []).join("")]).toEqual([
    ...["Consensus of merged", "consensus", JobStatus.success],
    "Merged 3 sets: 1 track with 10 detections.\nLeft out because too few sets have them: 4 detections.\nNothing is left of 1 track.\n",
  ]);
  const tracks = await ada.client.call("annotation.tracks", { folderId: id, set: "consensus" });
  expect(tracks).toMatchObject([
    {
      id: 0,
      begin: 0,
      end: 9,
      attributes: { sex: "f" },
      confidencePairs: [
        ["cod", 0.667],
        ["eel", 0.333],
      ],
      features: [
        { frame: 0, bounds: [12, 0, 52, 40], interpolate: true },
        { frame: 9, bounds: [12, 0, 52, 40], interpolate: false },
      ],
    },
  ]);
  expect(await ada.client.call("annotation.sets", { folderId: id })).toEqual([null, "bea", "cem", "consensus"]);
  const [revision] = await ada.client.call("annotation.revisions", { folderId: id, sortdir: -1, limit: 1 });
  expect(revision).toMatchObject({ set: "consensus", description: "Consensus of the default set, bea, cem" });
  expect(await Promise.all(sets.map((set) => textOf(id, set)))).toEqual(before);

  const again = ada.client.call("task.consensus", { id, body: { sets, into: "consensus" } });
  await expect(again).rejects.toMatchObject({ status: 400, code: "set-exists" });
  await ada.client.call("annotation.removeSet", { folderId: id, set: "consensus" });
  expect(await ada.client.call("annotation.sets", { folderId: id })).toEqual([null, "bea", "cem"]);
  expect((await ada.client.call("dataset.scoringSources", { id })).sets.map(({ name }) => name)).toEqual([
    "bea",
    "cem",
  ]);
  expect(await Promise.all(sets.map((set) => textOf(id, set)))).toEqual(before);
  expect(await ada.client.call("annotation.tracks", { folderId: id, set: "consensus" })).toEqual([]);

  // A rollback brings the removed set back, as it was.
  await ada.client.call("annotation.rollback", { folderId: id, revision: 4 });
  expect(await ada.client.call("annotation.sets", { folderId: id })).toEqual([null, "bea", "cem", "consensus"]);
  expect(await ada.client.call("annotation.tracks", { folderId: id, set: "consensus" })).toEqual(tracks);
  // Its name is free again once it is removed.
  await ada.client.call("annotation.removeSet", { folderId: id, set: "consensus" });
  const all = await merged(id, { sets, into: "consensus", leastPeople: 1 });
  expect((all.meta["result"] as { tracks: number }).tracks).toBe(2);
});

test("where a task asked only one person to look, that one is enough", async () => {
  const id = await threeSets("asked");
  await server.createUser("bob1");
  const access = {
    users: [
      { id: ada.id, level: 2 },
      { id: await userOf("bob1"), level: 1 },
    ],
    groups: [],
  };
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify(access) });
  for (const set of ["bea", "cem"]) {
    const body = { datasetIds: [id], assignees: ["bob1"], instructions: "", set, ranges: [[5, 9]] };
    await ada.client.call("task.create", { body });
  }
  await save(id, "", [track(1, "ling", 500, 0, 9)]);
  await merged(id, { sets: ["", "bea", "cem"], into: "all" });
  const tracks = await ada.client.call("annotation.tracks", { folderId: id, set: "all" });
  // On frame 4 the others drew, so they looked there as well.
  expect(tracks.map(({ confidencePairs: [pair], begin, end }) => [pair?.[0], begin, end])).toEqual([["cod", 0, 9]]);
});

const userOf = async (login: string): Promise<string> =>
  (await server.client.call("user.list", { text: login })).find((user) => user.login === login)?._id ?? "";

test("impossible merges are refused, with advice", async () => {
  const id = await threeSets("refused");
  const refusal = async (body: object): Promise<string> => {
    try {
      await ada.client.call("task.consensus", { id, body } as never);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error("it was not refused");
  };
  expect(await refusal({ sets: ["bea", "bea"], into: "new" })).toContain("Choose at least two annotation sets.");
  expect(await refusal({ sets: ["bea", "dan"], into: "new" })).toContain("refused has no annotation set dan.");
  expect(await refusal({ sets: ["bea", "cem"], into: " " })).toContain("The new set needs a name");
  expect(await refusal({ sets: ["bea", "cem"], into: "bea" })).toContain("A set bea already exists.");
  expect(await refusal({ sets: ["bea", "cem"], into: "new", leastPeople: 0 })).toContain("leastPeople");
  const apart = await merged(id, { sets: ["bea", "cem"], into: "new", leastPeople: 2 });
  expect(apart.status).toBe(JobStatus.success);
  await save(id, "far", [track(0, "cod", 700, 0, 9)]);
  const none = await merged(id, { sets: ["bea", "far"], into: "none", leastPeople: 2 });
  expect([none.status, none.log?.at(-1)]).toEqual([
    JobStatus.error,
    expect.stringContaining("No object is in enough of these sets"),
  ]);
  const remove = (set: string) => ada.client.call("annotation.removeSet", { folderId: id, set });
  await expect(remove("")).rejects.toMatchObject({ status: 400 });
  await expect(remove("none")).rejects.toMatchObject({ status: 400, message: "refused has no annotation set none." });
});
