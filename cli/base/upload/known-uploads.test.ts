/** A fake server: only its answers and the number of listings matter. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError, type ApiClient } from "#schemas/client";
import { finishedKey, runKey, unfinishedKey } from "#schemas/unfinished-upload";
import type { Folder } from "#schemas/wire";
import { KnownUploads } from "./known-uploads.ts";

const now = Date.parse("2027-03-01T12:00:00Z");
const planned = { name: "copy", place: ["dives"], type: "video", files: [], annotations: [], leftOut: [] } as const;

let folders: Folder[];
let listed: string[];
let said: string[];
beforeEach(() => {
  [folders, listed, said] = [[], [], []];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

interface Given {
  readonly parentId?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly level?: 0 | 1 | 2;
  readonly minutesOld?: number;
}

function add(name: string, { parentId = "to", meta = {}, level = 2, minutesOld = 60 }: Given = {}): void {
  const updated = new Date(now - minutesOld * 60_000).toISOString();
  const folder: Partial<Folder> = { _id: name, name, parentId, meta, _accessLevel: level, updated };
  folders.push(folder as Folder);
}

const begunBy = (sender?: "alive" | "gone") => ({
  type: "video",
  [unfinishedKey]: { fingerprint: "x", uploads: {}, sender },
});
const finished = { type: "video", [finishedKey]: { fingerprint: "x" } };

interface Call {
  readonly id?: string;
  readonly parentId?: string;
  readonly body?: object;
  readonly was?: Readonly<Record<string, unknown>>;
}

/** @param failure of the listing of a folder, by its id */
function search(failure: (id: string) => ApiError | undefined = () => undefined): KnownUploads {
  const call = async (route: string, { id, parentId = "", body = {}, was = {} }: Call): Promise<readonly Folder[]> => {
    const folder = folders.find(({ _id }) => _id === id);
    if (route === "folder.get") return await (Promise.resolve(folder) as Promise<never>);
    if (folder !== undefined) {
      const meta = folder.meta as Readonly<Record<string, unknown>>;
      if ((meta[runKey] ?? null) !== was[runKey]) throw new ApiError("folder.setMetadata", 409, "It was changed.");
      folder.meta = { ...folder.meta, ...body };
      return [];
    }
    listed.push(parentId);
    const error = failure(parentId);
    if (error !== undefined) throw error;
    return await Promise.resolve(folders.filter((folder) => folder.parentId === parentId));
  };
  const fetch = async (_: string, { id }: { id: string }): Promise<Response> => {
    const found = folders.find(({ _id }) => _id === id);
    if (found === undefined) throw new ApiError("folder.get", 400, "There is no such folder.");
    return await Promise.resolve(Response.json(found, { headers: { Date: new Date(now).toUTCString() } }));
  };
  return new KnownUploads({ call, fetch } as unknown as ApiClient, "to", [planned]);
}

test("an unfinished dataset is claimed if its run is gone or silent, and neither from a live run nor from a page", async () => {
  add("begun", { meta: begunBy("alive"), minutesOld: 4 });
  expect(await search().claim(planned, "x", "run")).toBeUndefined();
  folders = [];
  add("begun", { meta: begunBy() });
  expect(await search().claim(planned, "x", "run")).toBeUndefined();
  expect(said.join("")).toContain('"copy" was begun as begun too, perhaps by a run or page that still sends it');
  folders = [];
  add("begun", { meta: begunBy("alive"), minutesOld: 6 });
  expect(await search().claim(planned, "x", "run")).toMatchObject({ id: "begun", isFinished: false });
  folders = [];
  add("begun", { meta: begunBy("gone"), minutesOld: 0 });
  expect(await search().claim(planned, "x", "run")).toMatchObject({ id: "begun", isFinished: false });
});

test("a dataset that was finished, deleted or claimed elsewhere since the search is not taken for an unfinished one", async () => {
  for (const id of ["first", "second", "third"]) add(id, { meta: begunBy("gone") });
  const known = search();
  await known.claim(planned, "another", "run");
  folders = [];
  add("first", { meta: finished });
  add("second", { meta: begunBy("alive"), minutesOld: 0 });
  expect(await known.claim(planned, "x", "run")).toMatchObject({ id: "first", isFinished: true });
});

test("an unfinished dataset of others that this user may not move is left alone", async () => {
  add("begun", { meta: begunBy("gone"), level: 1 });
  expect(await search().claim(planned, "x", "run")).toBeUndefined();
  folders = [];
  add("done", { meta: finished, level: 0 });
  expect(await search().claim(planned, "x", "run")).toMatchObject({ id: "done", isFinished: true });
});

test("of two runs that take over a dataset at the same moment, one does, and the other leaves it alone", async () => {
  add("begun", { meta: begunBy("gone") });
  const claims = ["a", "b"].map((run) => search().claim(planned, "x", run));
  const taken = (await Promise.all(claims)).map((known) => known?.id);
  expect(taken.toSorted()).toEqual(["begun", undefined]);
  expect(folders[0]?.meta).toMatchObject({
    [runKey]: taken[0] === "begun" ? "a" : "b",
    [unfinishedKey]: { sender: "alive" },
  });
});

test("a folder that is deleted during the search is passed over, and another failure is not kept", async () => {
  add("dives");
  add("gone", { parentId: "dives" });
  add("begun", { meta: begunBy("gone") });
  const missing = new ApiError("folder.list", 400, "There is no such folder.");
  expect(await search((id) => (id === "gone" ? missing : undefined)).claim(planned, "x", "run")).toMatchObject({
    id: "begun",
  });

  const failures = [new ApiError("folder.list", 503, "The server is being updated.")];
  const known = search((id) => (id === "gone" ? failures.pop() : undefined));
  await expect(known.claim(planned, "x", "run")).rejects.toThrow("updated");
  expect(await known.claim(planned, "x", "run")).toMatchObject({ id: "begun" });
});

test("of a large site, the mirrored tree and the nearest other folders are searched", async () => {
  for (let index = 0; index < 1000; index++) add(`folder-${index}`);
  add("dives");
  for (let index = 0; index < 1000; index++) add(`below-${index}`, { parentId: "folder-0" });
  await search().claim(planned, "x", "run");
  expect(listed.slice(0, 2)).toEqual(["to", "dives"]);
  expect(listed).toHaveLength(202);
});
