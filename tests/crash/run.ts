/**
 * `npm run crash -- --rounds 200`: kills a server under a mixed load this many times, then uploads of the command line
 * in a quarter as many rounds, and prints the findings; `--postgres` stores the data of the mixed load in PostgreSQL
 * and S3, which keep running while the server dies; `--uploads` runs only the uploads, `--workers` kills two servers
 * and four workers while they work, `--pages` kills pages and browsers during edits. Exit code 1 if anything was found.
 */
import { parseArgs } from "node:util";

import { createSchema, startPostgres } from "../support/postgres.ts";
import { createBucket, s3Credentials, startS3 } from "../support/s3.ts";
import { runCliUploadRounds } from "./cli-upload-rounds.ts";
import { createUser, startApp } from "../e2e/support/app.ts";
import { buildStale } from "../tools/build.ts";
import { runWorkerRounds } from "./worker-rounds.ts";
import { runMixedRounds } from "./mixed-rounds.ts";
import { runPageRounds } from "./page-rounds.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    uploads: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
    workers: { type: "boolean", default: false },
    pages: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log("usage: npm run crash -- [--rounds 200] [--seed 1] [--postgres | --uploads | --workers | --pages]");
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
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  const onRound = (round: number, found: readonly string[], sum: object): void =>
    console.log(`round ${round}: ${found.length === 0 ? "ok" : found.join("; ")} ${JSON.stringify(sum)}`);
  const findings: string[] = [];
  if (values.workers) {
    const killed = await runWorkerRounds({
      rounds,
      jobs: 2 * rounds,
      seed,
      servers: 2,
      workers: 4,
      env: await remoteStorage(),
      onRound,
    });
    console.log(JSON.stringify(killed, undefined, 2));
    findings.push(...killed.findings);
  }
  if (values.pages) {
    buildStale();
    const server = await startApp();
    cleanUps.push(() => server.close());
    const killed = await runPageRounds({ rounds, seed, server, user: await createUser(server), onRound });
    console.log(JSON.stringify(killed, undefined, 2));
    findings.push(...killed.findings);
  }
  const isOfServer = !values.workers && !values.pages;
  if (!values.uploads && isOfServer) {
    const env = values.postgres ? { env: await remoteStorage() } : {};
    const mixed = await runMixedRounds({ rounds, seed, maxMs: 2500, ...env, onRound });
    console.log(JSON.stringify(mixed, undefined, 2));
    findings.push(...mixed.findings);
  }
  if (!values.postgres && isOfServer) {
    const uploads = await runCliUploadRounds({
      rounds: values.uploads ? rounds : Math.ceil(rounds / 4),
      seed,
      onRound,
    });
    console.log(JSON.stringify(uploads, undefined, 2));
    findings.push(...uploads.findings);
  }
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  for (const cleanUp of cleanUps) await cleanUp();
}
