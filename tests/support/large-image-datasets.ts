/** Large images in contract tests: their datasets, the jobs that make their tiles, and the pixels of a tile. */
import sharp from "sharp";
import { expect } from "vitest";

import { type Job, JobStatus, uploadFile } from "#schemas";

import { untilEnded } from "./ended-job.ts";
import type { TestServer } from "./test-server.ts";

export async function createLargeImageFolder(
  server: TestServer,
  name: string,
  files: Readonly<Record<string, Blob>>,
  type = "large-image",
): Promise<string> {
  const place = { parentType: "user", parentId: server.userId, name, metadata: { fps: -1, type } } as const;
  const { _id: id } = await server.client.call("folder.create", place);
  for (const [file, blob] of Object.entries(files)) {
    await uploadFile(server.client, { parentType: "folder", parentId: id, name: file }, blob);
  }
  return id;
}

export async function processFolder(server: TestServer, id: string): Promise<Job> {
  const { job_ids: jobIds, warnings } = await server.client.call("rpc.postprocess", { id });
  expect([jobIds.length, warnings]).toEqual([1, []]);
  return await untilEnded(server, jobIds[0] ?? "");
}

export async function createLargeImages(
  server: TestServer,
  name: string,
  files: Readonly<Record<string, Blob>>,
  notes: readonly string[] = [],
): Promise<{ id: string; itemId: string }> {
  const id = await createLargeImageFolder(server, name, files);
  const job = await processFolder(server, id);
  expect([job.status, job.log]).toEqual([JobStatus.success, notes.map((note) => expect.stringContaining(note))]);
  const { imageData } = await server.client.call("dataset.media", { id });
  return { id, itemId: imageData[0]?.id ?? "" };
}

export async function pixelsOf(response: Response) {
  expect(response.status).toBe(200);
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  return { ...info, at };
}
