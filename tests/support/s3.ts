/** A real S3-compatible server for tests, with a separate bucket for each caller. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import type { Server as HttpServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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
interface S3rverObject {
  readonly bucket: string;
  readonly key: string;
  readonly content: unknown;
  readonly metadata: unknown;
}
interface S3rverStore {
  getBucketPath(bucket: string): string;
  getResourcePath(bucket: string, key: string, resource: string): string;
  getObject(bucket: string, key: string, options: unknown): Promise<unknown>;
  putObject(object: S3rverObject): Promise<unknown>;
  deleteObject(bucket: string, key: string): Promise<void>;
}

/** The credentials of the server, as environment variables for its clients. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" } as const;

/** Sets the credentials in this process's environment. */
export async function startS3(): Promise<S3Server> {
  Object.assign(process.env, s3Credentials);
  correctStore();
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

const objectParts = ["object", "object.md5", "metadata.json"] as const;
let isCorrected = false;

/** What S3 guarantees and this server does not. */
function correctStore(): void {
  if (isCorrected) return;
  isCorrected = true;
  const { prototype } = createRequire(import.meta.url)("@20minutes/s3rver/lib/stores/filesystem.js") as {
    prototype: S3rverStore;
  };
  keepEmptyFolders(prototype);
  replaceAtomically(prototype);
}

/**
 * S3 has no folders; this server removes the one left by its last object, with everything that another call has put
 * there meanwhile. Lists do not show empty ones.
 */
function keepEmptyFolders(store: S3rverStore): void {
  store.deleteObject = async function (bucket, key) {
    for (const part of objectParts) await rm(this.getResourcePath(bucket, key, part), { force: true });
  };
}

/** An object is its old self or its new one; here it would have its new bytes under its old ETag for a while. */
function replaceAtomically(store: S3rverStore): void {
  const { putObject, getObject } = store;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(act: () => Promise<T>): Promise<T> => {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return await result;
  };
  store.putObject = async function (object) {
    const { bucket, key } = object;
    const incoming = `incoming-${randomBytes(6).toString("hex")}`;
    const written = await putObject.call(this, { ...object, bucket: incoming });
    await inTurn(async () => {
      await mkdir(dirname(this.getResourcePath(bucket, key, "object")), { recursive: true });
      for (const part of objectParts) {
        await rename(this.getResourcePath(incoming, key, part), this.getResourcePath(bucket, key, part));
      }
    });
    await rm(this.getBucketPath(incoming), { recursive: true, force: true });
    return written;
  };
  store.getObject = async function (...asked) {
    return await inTurn(async () => await getObject.call(this, ...asked));
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
