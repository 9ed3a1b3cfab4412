/** Files put into a dataset that an import does not read: whatever their name and content, the answer names each. */
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";
import { mediaLedgerOf } from "#schemas/media-ledger";

import { buildZip } from "./bad-inputs/build-archive.ts";
import { trackIdsOf } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { randomOf } from "../support/random.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

const contents = {
  mot: "1,1,10,20,30,40,1,-1,-1,-1\n2,1,11,20,30,40,1,-1,-1,-1\n",
  csv: "1,a.png,0,10,20,30,40,0.9,-1,fish,0.9\n",
  coco: '{"images":[],"annotations":[],"categories":[]}',
  dive: '{"version":2,"tracks":{},"groups":{}}',
  configuration: '{"version":1,"customTypeStyling":{}}',
  prose: "Read me first.\n",
  empty: "",
  zip: buildZip([{ name: "a.json", content: Buffer.from("{}") }]),
} as const;
const names = ["gt.txt", "a.TXT", "run.tsv", "all.xml", "x.jsonl", "y.ndjson", "z.manifest", "b.dat", "notes", "c.csv"];
const others = ["d.json", "e.zip", "f.yml", "é.txt", "g.csv.gz", "h.geojson"];

async function put(id: string, name: string, content: string | Buffer): Promise<void> {
  const target = { parentType: "folder", parentId: id, name } as const;
  await uploadFile(owner.client, target, new Blob([typeof content === "string" ? content : new Uint8Array(content)]));
}

test("a file put into a dataset is read, refused or named with the reason", async () => {
  const random = randomOf(11);
  const id = await createImageDataset(owner.client, "Unread");
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const silent: string[] = [];
  for (const name of [...names, ...others]) {
    for (let again = 0; again < 2; again++) {
      const what = pick(Object.keys(contents) as (keyof typeof contents)[]);
      const fresh = `${again}${name}`;
      await put(id, fresh, contents[what]);
      const before = (await owner.client.call("annotation.revisions", { folderId: id }))[0]?.revision ?? 0;
      const answer = await owner.client
        .call("rpc.postprocess", { id, skipJobs: true })
        .then(({ warnings }) => warnings.join(" "), String);
      const after = (await owner.client.call("annotation.revisions", { folderId: id }))[0]?.revision ?? 0;
      const isConfiguration = what === "configuration" && name === "d.json";
      if (after === before && !isConfiguration && !answer.includes(fresh)) silent.push(`${fresh} (${what}): ${answer}`);
    }
  }
  expect(silent).toEqual([]);
});

test("a file that is not read stays, is named once, and keeps the annotations", async () => {
  const id = await createImageDataset(owner.client, "Once");
  await put(id, "a.csv", contents.csv);
  await owner.client.call("rpc.postprocess", { id, skipJobs: true });
  await put(id, "gt.txt", contents.mot);
  const { warnings } = await owner.client.call("rpc.postprocess", { id, skipJobs: true });
  expect(warnings).toEqual([
    "gt.txt was not read: an import over the api reads files ending in .csv, .json, .yml or .yaml. It is in the format MOT Challenge. " +
      "Import it in the page or with `wakeline import`, which read it.",
  ]);
  expect(await trackIdsOf(owner.client, id)).toEqual([1]);
  expect((await owner.client.call("item.list", { folderId: id, text: "gt" })).map(({ name }) => name)).toEqual([
    "gt.txt",
  ]);
  const { meta } = await owner.client.call("folder.get", { id });
  expect(mediaLedgerOf(meta)).toContainEqual(expect.objectContaining({ what: "left-out", where: "gt.txt" }));
  expect((await owner.client.call("rpc.postprocess", { id, skipJobs: true })).warnings).toEqual([]);
  const [former] = await owner.client.call("item.list", { folderId: id, text: "gt" });
  await owner.client.call("item.delete", { id: former?._id ?? "" });
  await put(id, "gt.txt", contents.mot);
  expect((await owner.client.call("rpc.postprocess", { id, skipJobs: true })).warnings).toEqual(warnings);
});

test("a file that is not read is named by the next import, if the one that found it failed", async () => {
  const id = await createImageDataset(owner.client, "Failed");
  await put(id, "a.xml", contents.prose);
  await put(id, "b.json", "{");
  await expect(owner.client.call("rpc.postprocess", { id, skipJobs: true })).rejects.toThrow("b.json");
  const { warnings } = await owner.client.call("rpc.postprocess", { id, skipJobs: true });
  expect(warnings).toEqual([expect.stringContaining("a.xml was not read")]);
});

test("a file that was named when the dataset was made is not named again by an import", async () => {
  const metadata = { fps: 1, type: "image-sequence" };
  const parent = { parentType: "user", parentId: owner.id } as const;
  const { _id: id } = await owner.client.call("folder.create", { ...parent, name: "Later", metadata });
  await put(id, "a.png", Buffer.from(encode({ width: 8, height: 8, data: new Uint8Array(192), channels: 3 })));
  for (const name of ["notes.txt", "b.txt", "c.txt", "d.txt", "e.txt", "f.txt", "g.txt"])
    await put(id, name, contents.prose);
  expect((await owner.client.call("rpc.postprocess", { id })).warnings.join(" ")).toContain("notes.txt");
  await put(id, "a.csv", contents.csv);
  const { warnings } = await owner.client.call("rpc.postprocess", { id, skipJobs: true });
  expect(warnings.filter((text) => text.includes(".txt"))).toEqual([]);
});
