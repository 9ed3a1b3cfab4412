/**
 * The reading half of S3 over objects that are made when they are read, so that a bucket can have 20,000 objects, or one
 * of gigabytes, without a disk. It counts what it sends. Signatures are not checked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SmallObject {
  readonly size: number;
  readonly etag: string;
  /** The bytes from `start` up to `end`. */
  bytes(start: number, end: number): Uint8Array;
}

export interface SmallS3 {
  /** `s3://bucket/prefix?endpoint=...`, for `WAKELINE_MEDIA_ROOTS`. */
  readonly location: string;
  readonly bucket: string;
  readonly endpoint: string;
  /** Since the last `reset`: bytes of objects, and requests by kind. */
  readonly sent: { bytes: number; get: number; head: number; list: number };
  reset(): void;
  close(): Promise<void>;
}

const maxKeys = 1000;
/** Bytes per write. */
const pieceBytes = 256 * 1024;

/** @param objects by key; may change while the server runs */
export async function startSmallS3(objects: ReadonlyMap<string, SmallObject>): Promise<SmallS3> {
  const bucket = "media";
  const sent = { bytes: 0, get: 0, head: 0, list: 0 };
  let sorted: string[] = [];
  const keys = (): string[] => {
    if (sorted.length !== objects.size) {
      sorted = [...objects.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }
    return sorted;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://s3");
    const key = decodeURIComponent(url.pathname).slice(bucket.length + 2);
    if (key === "" && request.method === "HEAD") return void response.end();
    if (key === "") {
      sent.list++;
      return void response.setHeader("Content-Type", "application/xml").end(listing(url.searchParams));
    }
    const object = objects.get(key);
    if (object === undefined) return void response.writeHead(404).end();
    response.setHeader("ETag", `"${object.etag}"`).setHeader("Accept-Ranges", "bytes");
    const wanted = request.headers["if-match"];
    if (wanted !== undefined && wanted !== `"${object.etag}"`) return void response.writeHead(412).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)?$/.exec(request.headers.range ?? "") ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(object.size, to === undefined ? object.size : Number(to) + 1);
    response.setHeader("Content-Length", end - start);
    if (from !== undefined) response.setHeader("Content-Range", `bytes ${start}-${end - 1}/${object.size}`);
    response.writeHead(from === undefined ? 200 : 206);
    if (request.method === "HEAD") {
      sent.head++;
      return void response.end();
    }
    sent.get++;
    for (let at = start; at < end && !response.destroyed; at += pieceBytes) {
      const piece = object.bytes(at, Math.min(end, at + pieceBytes));
      sent.bytes += piece.length;
      if (!response.write(piece)) {
        await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
      }
    }
    response.end();
  };
  const listing = (query: URLSearchParams): string => {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("continuation-token") ?? query.get("start-after") ?? "";
    const all = keys();
    const from = after === "" ? 0 : all.findIndex((key) => key > after);
    const page: string[] = [];
    let at = from < 0 ? all.length : from;
    for (; at < all.length && page.length < maxKeys; at++) if (all[at]!.startsWith(prefix)) page.push(all[at]!);
    const isMore = at < all.length;
    const contents = page.map((key) => {
      const { size, etag } = objects.get(key)!;
      return `<Contents><Key>${key}</Key><Size>${size}</Size><ETag>&quot;${etag}&quot;</ETag></Contents>`;
    });
    const next = isMore ? `<NextContinuationToken>${page.at(-1) ?? ""}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isMore}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}${contents.join("")}</ListBucketResult>`;
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    location: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}`,
    bucket,
    endpoint,
    sent,
    reset: () => void Object.assign(sent, { bytes: 0, get: 0, head: 0, list: 0 }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
