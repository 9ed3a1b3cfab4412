/** A server under a mixed load is killed repeatedly; `npm run crash` does the same for longer. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { createSchema, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { createBucket, s3Credentials, startS3, type S3Server } from "../support/s3.ts";
import { runMixedRounds } from "./mixed-rounds.ts";

const rounds = Number(process.env["WAKELINE_CRASH_ROUNDS"] ?? 1);

let postgres: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = [await startPostgres(), await startS3()];
});
afterAll(async () => {
  await postgres.close();
  await s3.close();
});

test("what was acknowledged survives kill -9 and nothing is half-done: embedded database and disk", async () => {
  const { counts, findings } = await runMixedRounds({ rounds, seed: 1, maxMs: 1200 });
  expect(findings).toEqual([]);
  // Otherwise the server always died before anything happened.
  expect(counts["saves"]).toBeGreaterThan(rounds / 4);
}, 600_000);

test("what was acknowledged survives kill -9 and nothing is half-done: PostgreSQL and S3", async () => {
  const env = {
    DATABASE_URL: (await createSchema(postgres.url)).url,
    BLOB_URL: await createBucket(s3.endpoint),
    WAKELINE_MIN_CHUNK_BYTES: "0",
    ...s3Credentials,
  };
  const fewer = Math.ceil(rounds / 2);
  const { counts, findings } = await runMixedRounds({ rounds: fewer, seed: 2, maxMs: 1500, env });
  expect(findings).toEqual([]);
  expect(counts["saves"]).toBeGreaterThan(0);
}, 600_000);
