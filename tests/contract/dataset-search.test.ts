/** Datasets are found by their properties and content, and only by users who may read them. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { track } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(() => server.close());

const found = async (who: TestUser, q: string, more: { types?: string[]; limit?: number } = {}) =>
  (await who.client.call("dataset.search", { q, ...more })).map(({ folder, by, text }) => [folder.name, by, text]);

test("by the beginning of a label, by what the metadata say, by type; each dataset once, by what says most", async () => {
  const reef = await createImageDataset(ada.client, "reef");
  const wreck = await createImageDataset(ada.client, "wreck");
  const labeled = (id: number, label: string) => ({ ...track(id), confidencePairs: [[label, 1]] });
  await ada.client.call("annotation.save", {
    folderId: reef,
    body: { tracks: { upsert: [labeled(1, "Scallop"), labeled(2, "Scallop"), labeled(3, "scad")] } } as never,
  });
  const datasetInfo = { region: "North Sea", annotator: '50% "and" more', depth: 120 };
  await ada.client.call("folder.setMetadata", { id: wreck, body: { datasetInfo } });

  expect(await found(ada, "sca")).toEqual([["reef", "label", "Scallop"]]);
  expect(await found(ada, "SCAD")).toEqual([["reef", "label", "scad"]]);
  expect(await found(ada, "callop")).toEqual([]);
  expect(await found(ada, "sca%")).toEqual([]);
  expect(await found(ada, "north s")).toEqual([["wreck", "metadata", "region: North Sea"]]);
  expect(await found(ada, '50% "and"')).toEqual([["wreck", "metadata", 'annotator: 50% "and" more']]);
  expect(await found(ada, "120")).toEqual([["wreck", "metadata", "depth: 120"]]);
  // Field names that every dataset has do not count as metadata.
  for (const own of ["annotate", "fps", "type", "datasetInfo", "originalFps", "confidenceFilters", "default"])
    expect([own, await found(ada, own)]).toEqual([own, []]);
  expect((await found(ada, "image-sequence")).toSorted()).toEqual([
    ["reef", "type", "image-sequence"],
    ["wreck", "type", "image-sequence"],
  ]);
  // In another language.
  expect(await found(ada, "bilder", { types: ["image-sequence", "nonsense"], limit: 1 })).toHaveLength(1);
  expect(await found(ada, "  ")).toEqual([]);
  // Deleted annotations are not found.
  await ada.client.call("annotation.save", { folderId: reef, body: { tracks: { upsert: [], delete: [3] } } as never });
  expect(await found(ada, "scad")).toEqual([]);

  for (const q of ["sca", "north", "image-sequence"]) expect(await found(bob, q)).toEqual([]);
  const users = [{ id: bob.id, level: 0 }];
  await ada.client.call("folder.setAccess", { id: reef, access: JSON.stringify({ users, groups: [] }) });
  expect(await found(bob, "sca")).toEqual([["reef", "label", "Scallop"]]);
});

test("texts that people have written are found, however many datasets have members of that name", async () => {
  const carol = await server.createUser("carol1");
  const datasetInfo = { vessel: "Type 45", note: "fps of the camera is off", calm: true };
  const old = await createImageDataset(carol.client, "old");
  await carol.client.call("folder.setMetadata", {
    id: old,
    body: { datasetInfo, cruise: "HB1103", "camera name": "Fishy" },
  });
  // Newer ones, all of which contain these words in their stored form.
  const metadata = {
    annotate: true,
    type: "video",
    fps: 5,
    originalFps: 5,
    datasetInfo: { nested: { vessel: "none" } },
  };
  const place = { parentType: "user", parentId: carol.id, metadata } as const;
  for (let n = 0; n < 60; n++) await carol.client.call("folder.create", { ...place, name: `newer ${n}` });
  const odd = { ...metadata, datasetInfo: "no object", strange: "half \ud800 zero \u0000 end", list: ["vessel"] };
  await carol.client.call("folder.create", { ...place, name: "odd", metadata: odd });

  expect(await found(carol, "type")).toEqual([["old", "metadata", "vessel: Type 45"]]);
  expect(await found(carol, "fps")).toEqual([["old", "metadata", "note: fps of the camera is off"]]);
  expect(await found(carol, "vessel")).toEqual([["old", "metadata", "vessel: Type 45"]]);
  expect(await found(carol, "name")).toEqual([["old", "metadata", "camera name: Fishy"]]);
  expect(await found(carol, "cruise hb")).toEqual([["old", "metadata", "cruise: HB1103"]]);
  expect(await found(carol, "true")).toEqual([["old", "metadata", "calm: true"]]);
  expect(await found(carol, "half")).toEqual([["odd", "metadata", "strange: half \ud800 zero \u0000 end"]]);
  expect(await found(carol, "video", { limit: 3 })).toHaveLength(3);
});
