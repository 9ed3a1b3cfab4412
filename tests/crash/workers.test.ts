/** Workers are killed while they convert, on PostgreSQL and S3; `npm run crash -- --workers` does the same for longer. */
import { expect, test } from "vitest";

import { createSchema, startPostgres } from "../support/postgres.ts";
import { createBucket, s3Credentials, startS3 } from "../support/s3.ts";
import { runWorkerRounds } from "./worker-rounds.ts";

test("workers die at any moment, and every job ends once in effect", { timeout: 300_000 }, async () => {
  const [postgres, s3] = [await startPostgres(), await startS3()];
  try {
    const env = {
      DATABASE_URL: (await createSchema(postgres.url)).url,
      BLOB_URL: await createBucket(s3.endpoint),
      WAKELINE_MIN_CHUNK_BYTES: "0",
      ...s3Credentials,
    };
    const { findings, begunAgain } = await runWorkerRounds({ rounds: 3, seed: 1, workers: 2, env });
    expect(findings).toEqual([]);
    // Otherwise the dead had nothing to do.
    expect(begunAgain).toBeGreaterThan(0);
  } finally {
    await postgres.close();
    await s3.close();
  }
});
