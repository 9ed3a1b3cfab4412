/** Before the tests that run against PostgreSQL and S3: one server of each for all of them. */
import { startPostgres } from "./postgres.ts";
import { startS3 } from "./s3.ts";
import { serverVariables } from "./storage.ts";

export async function setup(): Promise<() => Promise<void>> {
  const [postgres, s3] = [await startPostgres(), await startS3()];
  process.env[serverVariables.postgres] = postgres.url;
  process.env[serverVariables.s3] = s3.endpoint;
  return async () => {
    await s3.close();
    await postgres.close();
  };
}
