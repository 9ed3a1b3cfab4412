/** Files whose stored content is missing from the disk or the bucket: responses report it instead of breaking off. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openS3BlobStore } from "../../server/adapters/s3/blob-store.ts";
import { parseS3Url } from "../../server/adapters/s3/location.ts";
import { uploadFile } from "../../schemas/index.ts";
import { storageOf } from "../support/storage.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
});

async function lose(bytes: Uint8Array): Promise<void> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const storage = await storageOf(server.dataFolder);
  if (storage === undefined) return await rm(join(server.dataFolder, "blobs", hash.slice(0, 2), hash));
  const blobs = await openS3BlobStore(parseS3Url(storage.blobUrl));
  await blobs.remove(hash);
  blobs.close();
}

test("a download of a file whose content is gone names the file and says what to do; ranges and the item say the same", async () => {
  const { client, userId } = server;
  const folder = await client.call("folder.create", { parentType: "user", parentId: userId, name: "lost" });
  const bytes = Buffer.from("The content of a file that gets lost.");
  const target = { parentType: "folder", parentId: folder._id, name: "notes.txt" } as const;
  const file = await uploadFile(client, target, new Blob([bytes]));
  const ways: readonly (readonly [path: string, headers?: Record<string, string>])[] = [
    [`/api/v1/file/${file._id}/download`],
    [`/api/v1/file/${file._id}/download`, { range: "bytes=4-9" }],
    [`/api/v1/item/${file.itemId}/download`],
  ];
  for (const [path, headers = {}] of ways) expect((await server.fetch(path, { headers })).ok).toBe(true);
  await lose(bytes);
  for (const [path, headers = {}] of ways) {
    const answer = await server.fetch(path, { headers });
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      500,
      "The content of notes.txt is missing on the server. Upload the file again, or ask an administrator to restore it from a backup.",
    ]);
    expect(answer.headers.get("content-disposition")).toBeNull();
  }
});
