/** Before the tests that run on PostgreSQL and S3: starts one server of each for all of them. */
import type { TestProject } from "vitest/node";

import { startPostgres } from "./postgres.ts";
import { startS3 } from "./s3.ts";

declare module "vitest" {
  interface ProvidedContext {
    storage: { postgres: string; s3: string };
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const [postgres, s3] = [await startPostgres(), await startS3()];
  provide("storage", { postgres: postgres.url, s3: s3.endpoint });
  return async () => {
    await s3.close();
    await postgres.close();
  };
}
