import { beforeEach, expect, test, vi } from "vitest";

import { ApiError } from "#schemas/client";
import { runKey, UploadNote } from "#schemas/unfinished-upload";
import { api } from "../../api/client.ts";
import type { PendingUpload, UploadPlace } from "./pending-upload.ts";
import { adjustPlaces, discardPlace } from "./upload-places.ts";

/** A server with one folder; `undefined`: it was deleted. */
let folder: { meta: Readonly<Record<string, unknown>> } | undefined;
beforeEach(() => {
  folder = { meta: { [runKey]: "own" } };
  vi.spyOn(api, "call").mockImplementation(((
    route: string,
    { body, was }: { body: object; was?: { [runKey]: string } },
  ) => {
    if (route === "folder.delete") folder = undefined;
    if (route === "folder.setMetadata") {
      if (folder?.meta[runKey] !== was?.[runKey]) return Promise.reject(new ApiError("folder.setMetadata", 409, ""));
      folder = { meta: { ...folder?.meta, ...body } };
    }
    return Promise.resolve(folder);
  }) as typeof api.call);
});

const discard = (place: Pick<UploadPlace, "goesOn" | "isDataset">): Promise<boolean> =>
  discardPlace({ id: "own" }, { id: "folder", ...place } as UploadPlace);

test("an aborted upload deletes what it began, unless another run continues it, and nothing that others began", async () => {
  expect(await discard({ goesOn: true, isDataset: false })).toBe(false);
  expect(folder).toEqual({ meta: { [runKey]: "own" } });
  folder = { meta: { [runKey]: "other" } };
  expect(await discard({ goesOn: false, isDataset: false })).toBe(false);
  expect(folder).toEqual({ meta: { [runKey]: "other" } });
  folder = { meta: { [runKey]: "own" } };
  expect(await discard({ goesOn: false, isDataset: false })).toBe(true);
  expect(folder).toBeUndefined();
});

test("a folder that is no longer wanted, but stays because it was begun elsewhere, is named", async () => {
  const place = { id: "folder", name: "reef", goesOn: true, isDataset: false } as UploadPlace;
  const folders: PendingUpload["folders"] = new Map([["only", Promise.resolve(place)]]);
  const kept: string[] = [];
  await adjustPlaces({ id: "own", folders } as PendingUpload, [], kept);
  expect([kept, folders.size]).toEqual([["reef"], 0]);
});

test("an upload that starts again deletes no file of a dataset that another run has taken", async () => {
  const files = [new File(["x"], "a.png"), new File(["y"], "b.png")];
  const note = new UploadNote(api, "folder", "own", { fingerprint: "x", uploads: {} }, new AbortController().signal);
  const known = { id: "folder", name: "reef", fps: 1, files, arrived: new Set(files), goesOn: false, isDataset: false };
  const folders: PendingUpload["folders"] = new Map([["only", Promise.resolve({ ...known, note })]]);
  const upload = { id: "own", folders } as PendingUpload;
  folder = { meta: { [runKey]: "other" } };
  await adjustPlaces(upload, [{ key: "only", name: "reef", fps: 1, files: [] }], []);
  expect(vi.mocked(api.call).mock.calls.map(([route]) => route)).not.toContain("item.list");
  expect(folders.size).toBe(0);
});
