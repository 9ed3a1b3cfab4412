/** Imports of annotations while others save, and twice at once: the order of transactions is the database's. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { uploadFile } from "#schemas";

import { AnnotationWork } from "../../server/services/annotations/annotation-work/annotation-work.ts";
import { track, trackIdsOf } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

async function save(folderId: string, body: object): Promise<void> {
  await owner.client.call("annotation.save", { folderId, body });
}

const idsOf = (folderId: string): Promise<number[]> => trackIdsOf(owner.client, folderId);

/** Uploads a table of boxes into a dataset and imports it. */
async function importFile(folderId: string, name: string, content: string, options: object = {}): Promise<string[]> {
  await uploadFile(owner.client, { parentType: "folder", parentId: folderId, name }, new Blob([content]));
  const reply = await owner.client.call("rpc.postprocess", { id: folderId, skipJobs: true, ...options });
  return reply.warnings;
}

/** Calls `during` once, when the next file is read and before it is stored. */
function whileNextIsRead(during: () => Promise<void>): void {
  const open = AnnotationWork.prototype.openCore;
  vi.spyOn(AnnotationWork.prototype, "openCore").mockImplementationOnce(async function (this: AnnotationWork) {
    const session = await open.call(this);
    await during();
    return session;
  });
}

test("saves by others during an import stay, and the answer says so", async () => {
  const id = await createImageDataset(owner.client, "busy import");
  await save(id, { tracks: { upsert: [track(1), track(2)] } });
  whileNextIsRead(() => save(id, { tracks: { upsert: [track(1, "seal"), track(9)], delete: [] } }));
  // Track 1 of the file is the one that was there before, track 9 another than the one that was drawn.
  const csv = "1,image-0.png,0,1,2,30,40,0.75,-1,fish,0.75\n9,image-1.png,1,5,5,9,9,1,-1,ray,1\n";
  const warnings = await importFile(id, "late.csv", csv);
  expect(warnings).toEqual([
    "late.csv was imported next to 2 tracks of the dataset that others saved while it was read; those are kept. Check whether you want both.",
  ]);
  const tracks = await owner.client.call("annotation.tracks", { folderId: id });
  expect(tracks.map((one) => [one.id, one.confidencePairs[0]?.[0]])).toEqual([
    [1, "seal"],
    [9, "fish"],
    [10, "ray"],
  ]);
  // Without saves in between, an import replaces the set as ever.
  expect(await importFile(id, "again.csv", "5,image-0.png,0,1,2,3,4,1,-1,ray,1\n")).toEqual([]);
  expect(await idsOf(id)).toEqual([5]);
});

test("saves during an additive import stay, and so does the file's content", async () => {
  const id = await createImageDataset(owner.client, "added meanwhile");
  const rows = Array.from({ length: 3000 }, (_, at) => `${at},image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n`);
  const importing = importFile(id, "many.csv", rows.join(""), { additive: true });
  const saved = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
  for (const each of saved) {
    await save(id, { tracks: { upsert: [track(each, "seal")] } });
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await importing;
  const types = (await owner.client.call("annotation.tracks", { folderId: id })).map(
    ({ confidencePairs }) => confidencePairs[0]?.[0],
  );
  expect(types.filter((type) => type === "seal")).toHaveLength(saved.length);
  expect(types.filter((type) => type === "ray")).toHaveLength(rows.length);
});

test("asking twice at the same time imports once", async () => {
  const id = await createImageDataset(owner.client, "twice");
  const place = { parentType: "folder", parentId: id, name: "a.csv" } as const;
  await uploadFile(owner.client, place, new Blob(["0,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n"]));
  const asked = [1, 2, 3].map(() => owner.client.call("rpc.postprocess", { id, skipJobs: true }));
  await Promise.all(asked);
  expect(await owner.client.call("annotation.revisions", { folderId: id })).toHaveLength(1);
  expect(await idsOf(id)).toEqual([0]);
});
