/**
 * `npm run crash -- --rounds 200`: kills a server under a mixed load so many times and prints what was found; `--postgres`
 * keeps the data in PostgreSQL and S3, which stay while the server dies. Exit code 1 when anything was found.
 */
import { parseArgs } from "node:util";

import { createSchema, startPostgres } from "../support/postgres.ts";
import { createBucket, s3Credentials, startS3 } from "../support/s3.ts";
import { runMixedRounds } from "./mixed-rounds.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    postgres: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log("usage: npm run crash -- [--rounds 200] [--seed 1] [--postgres]");
  process.exit();
}

const cleanUps: (() => Promise<void>)[] = [];
async function remoteStorage(): Promise<Record<string, string>> {
  const [postgres, s3] = [await startPostgres(), await startS3()];
  cleanUps.push(
    () => postgres.close(),
    () => s3.close(),
  );
  return {
    DATABASE_URL: (await createSchema(postgres.url)).url,
    BLOB_URL: await createBucket(s3.endpoint),
    WAKELINE_MIN_CHUNK_BYTES: "0",
    ...s3Credentials,
  };
}

try {
  const { rounds, counts, findings } = await runMixedRounds({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    longestMs: 2500,
    ...(values.postgres && { env: await remoteStorage() }),
    onRound: (round, found, sum) =>
      console.log(`round ${round}: ${found.length === 0 ? "ok" : found.join("; ")} ${JSON.stringify(sum)}`),
  });
  console.log(JSON.stringify({ rounds, counts, findings }, undefined, 2));
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  for (const cleanUp of cleanUps) await cleanUp();
}
