/** The disk store follows the contract of the port, and accepts only hashes and ids. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import type { BlobStore } from "../../ports/blob-store.ts";
import { describeBlobStore } from "../../ports/contract/blob-store.ts";
import { openDiskBlobStore } from "./blob-store.ts";

const folders: string[] = [];
const open = async (): Promise<BlobStore> => {
  const folder = await mkdtemp(join(tmpdir(), "wakeline-blobs-"));
  folders.push(folder);
  return await openDiskBlobStore(folder);
};
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describe("contract", () => {
  describeBlobStore({ open, reopen: () => openDiskBlobStore(folders.at(-1) ?? "") });
});

test("a name is never a path", async () => {
  const blobs = await open();
  expect(() => blobs.read("../../etc/passwd")).toThrow("not a content hash");
  await expect(blobs.discard("../../etc/passwd")).rejects.toThrow("not an upload id");
});
