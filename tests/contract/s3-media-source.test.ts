/** A bucket as a media source follows the contract of the port: with a real server that speaks S3. */
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { mediaSources } from "../../server/adapters/media-sources.ts";
import type { MediaSource } from "../../server/ports/media-source.ts";
import { describeMediaSource } from "../../server/ports/contract/media-source.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";

let server: S3Server;
let place = new URL("s3://none");
const sources: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startS3();
});
afterAll(async () => {
  for (const one of sources) await one.close();
  await server.close();
});

const putObject = async (key: string, bytes: Uint8Array): Promise<void> => {
  const client = new S3Client({ endpoint: server.endpoint, region: "us-east-1", forcePathStyle: true });
  await client.send(new PutObjectCommand({ Bucket: place.host, Key: key, Body: bytes }));
  client.destroy();
};
const put = (key: string, bytes: Uint8Array): Promise<void> => putObject(`cruise/${key}`, bytes);
const open = async (files: Readonly<Record<string, Uint8Array>>): Promise<MediaSource> => {
  place = new URL(await createBucket(server.endpoint));
  place.pathname = "/cruise";
  for (const [key, bytes] of Object.entries(files)) await put(key, bytes);
  await putObject("secret.mp4", Buffer.from("secret"));
  const opened = mediaSources([place.href]);
  sources.push(opened);
  return await opened.open(place.href);
};

describe("contract", () => {
  describeMediaSource({ open, put, outside: "secret.mp4" });
});

test("only buckets that the operator allows are opened", async () => {
  await open({});
  const opened = mediaSources([place.href]);
  sources.push(opened);
  const elsewhere = [`s3://other/cruise${place.search}`, `s3://${place.host}/${place.search}`];
  for (const one of [...elsewhere, `s3://${place.host}/cruise`]) {
    await expect(opened.open(one)).rejects.toThrow("WAKELINE_MEDIA_ROOTS");
  }
  const gone = new URL(place.href.replace("test-", "gone-"));
  const missing = mediaSources([gone.href]);
  await expect(missing.open(gone.href)).rejects.toThrow("there is no such bucket");
});
