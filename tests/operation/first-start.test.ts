/** Servers that start together on an empty site: one creates its administrator, and the others wait. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "../../server/config.ts";
import { startServer } from "../../server/main.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";

let postgres: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = [await startPostgres(), await startS3()];
});
afterAll(async () => {
  await s3.close();
  await postgres.close();
});

test("of three servers that start together on an empty site, one tells its link; an ordinary start follows", async () => {
  const { url } = await createSchema(postgres.url);
  const env = { DATABASE_URL: url, BLOB_URL: await createBucket(s3.endpoint), WAKELINE_SAMPLE_DATA: "false" };
  const start = () => startServer(readConfig({}, { ...env, WAKELINE_LOG_LEVEL: "silent", WAKELINE_PORT: "0" }));
  const together = await Promise.all([start(), start(), start()]);
  expect(together.filter(({ firstStart }) => firstStart !== undefined)).toHaveLength(1);
  const later = await start();
  expect(later.firstStart).toBeUndefined();
  for (const server of [...together, later]) await server.close();
});
