/** A real S3-compatible server for tests, with a separate bucket for each caller. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { Server as HttpServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CreateBucketCommand, DeleteBucketCorsCommand, PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3";

export interface S3Server {
  /** `http://127.0.0.1:port` */
  readonly endpoint: string;
  /** It stops responding; `start` brings it back with its content. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The packages have no types of their own. */
interface KoaContext {
  readonly query: Readonly<Record<string, string | undefined>>;
  status: number;
  set(name: string, value: string): void;
}
interface S3rver {
  readonly httpServer: HttpServer;
  readonly middleware: ((context: KoaContext, next: () => Promise<void>) => Promise<void>)[];
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type S3rverClass = new (options: Readonly<Record<string, unknown>>) => S3rver;
interface S3rverStore {
  getResourcePath(bucket: string, key: string, resource: string): string;
  deleteObject(bucket: string, key: string): Promise<void>;
}

/** The credentials of the server, as environment variables for its clients. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" } as const;

/** Sets the credentials in this process's environment. */
export async function startS3(): Promise<S3Server> {
  Object.assign(process.env, s3Credentials);
  keepEmptyFolders();
  const folder = await mkdtemp(join(tmpdir(), "wakeline-s3-"));
  const Server = createRequire(import.meta.url)("@20minutes/s3rver") as S3rverClass;
  const open = async (port: number): Promise<{ server: S3rver; port: number }> => {
    const server = new Server({
      address: "127.0.0.1",
      port,
      directory: folder,
      silent: true,
      vhostBuckets: false,
      // It computes the signature of `/bucket/` as if it were `/bucket`.
      allowMismatchedSignatures: true,
    });
    server.middleware.unshift(refuseExpired);
    return { server, port: (await server.run()).port };
  };
  let { server, port } = await open(0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
    },
    start: async () => void ({ server, port } = await open(port)),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** This server does not look whether a signed address has expired; S3 does. */
const refuseExpired: S3rver["middleware"][number] = async (context, next) => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(context.query["X-Amz-Date"] ?? "") ?? [];
  const [year = 0, month = 1, ...rest] = parts.map(Number);
  const endMs = Date.UTC(year, month - 1, ...rest) + 1000 * Number(context.query["X-Amz-Expires"]);
  if (parts.length === 0 || Date.now() < endMs) return await next();
  context.set("Access-Control-Allow-Origin", "*");
  context.status = 403;
};

/**
 * S3 has no folders; this server removes the one left by its last object, with everything that another call has put
 * there meanwhile. Lists do not show empty ones.
 */
function keepEmptyFolders(): void {
  const { prototype } = createRequire(import.meta.url)("@20minutes/s3rver/lib/stores/filesystem.js") as {
    prototype: S3rverStore;
  };
  prototype.deleteObject = async function (bucket, key) {
    for (const part of ["object", "object.md5", "metadata.json"]) {
      await rm(this.getResourcePath(bucket, key, part), { force: true });
    }
  };
}

/** An empty bucket, as the URL of a blob store. */
export async function createBucket(endpoint: string): Promise<string> {
  const name = `test-${randomBytes(6).toString("hex")}`;
  const client = new S3Client({ endpoint, forcePathStyle: true, region: "us-east-1" });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  return `s3://${name}/wakeline?endpoint=${encodeURIComponent(endpoint)}`;
}

/** Lets the pages of other servers read from a bucket, as the manual says, or no longer. */
export async function setBucketCors(location: string, isAllowed: boolean): Promise<void> {
  const { host: Bucket, searchParams } = new URL(location);
  const endpoint = searchParams.get("endpoint") ?? "";
  const client = new S3Client({ endpoint, forcePathStyle: true, region: "us-east-1" });
  const rule = {
    AllowedOrigins: ["*"],
    AllowedMethods: ["GET"],
    AllowedHeaders: ["Range"],
    ExposeHeaders: ["ETag", "Content-Range", "Accept-Ranges"],
  };
  if (isAllowed) await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
  else await client.send(new DeleteBucketCorsCommand({ Bucket }));
  client.destroy();
}
