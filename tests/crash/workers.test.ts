/**
 * Workers and a server are killed while there is work, on PostgreSQL and S3; `npm run crash -- --workers` does the same
 * for longer.
 */
import { expect, test } from "vitest";

import { createSchema, startPostgres } from "../support/postgres.ts";
import { createBucket, s3Credentials, startS3 } from "../support/s3.ts";
import { runWorkerRounds } from "./worker-rounds.ts";

test("workers and servers die at any moment, and every job ends once in effect", { timeout: 300_000 }, async () => {
  const [postgres, s3] = [await startPostgres(), await startS3()];
  try {
    let begunAgain = 0;
    // If only idle processes died, the rounds are repeated with another seed.
    for (let seed = 1; seed <= 3 && begunAgain === 0; seed++) {
      const env = {
        DATABASE_URL: (await createSchema(postgres.url)).url,
        BLOB_URL: await createBucket(s3.endpoint),
        WAKELINE_MIN_CHUNK_BYTES: "0",
        ...s3Credentials,
      };
      const { findings, counts } = await runWorkerRounds({ rounds: 3, jobs: 4, seed, servers: 2, workers: 4, env });
      expect(findings).toEqual([]);
      expect(counts).toMatchObject({ serversKilled: 1, workersKilled: 2 });
      ({ begunAgain } = counts);
    }
    expect(begunAgain).toBeGreaterThan(0);
  } finally {
    await postgres.close();
    await s3.close();
  }
});
