/**
 * Where a test server stores its data: in its folder, or, in the project `postgres-s3` of the unit tests, in its own
 * PostgreSQL schema and S3 bucket. Restarting on the same folder finds the same data.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createSchema } from "./postgres.ts";
import { createBucket } from "./s3.ts";

export interface Storage {
  readonly databaseUrl: string;
  readonly blobUrl: string;
  /** S3 itself requires 5 MiB; tests send a few bytes. */
  readonly limits: { readonly minChunkBytes: number };
}

/** URLs of the servers that the project has started, for the processes that run its tests. */
export const serverVariables = { postgres: "WAKELINE_TEST_POSTGRES", s3: "WAKELINE_TEST_S3" } as const;

/** Whether this run is the one on PostgreSQL and S3, which repeats what ran on the embedded database. */
export const isSecondStorage = (): boolean => process.env[serverVariables.postgres] !== undefined;

export async function storageOf(dataFolder: string): Promise<Storage | undefined> {
  const [postgres, s3] = [process.env[serverVariables.postgres], process.env[serverVariables.s3]];
  if (postgres === undefined || s3 === undefined) return undefined;
  const note = join(dataFolder, "test-storage.json");
  if (existsSync(note)) return JSON.parse(await readFile(note, "utf8")) as Storage;
  const storage = {
    databaseUrl: (await createSchema(postgres)).url,
    blobUrl: await createBucket(s3),
    limits: { minChunkBytes: 0 },
  };
  await writeFile(note, JSON.stringify(storage));
  return storage;
}
