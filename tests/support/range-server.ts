/** A plain HTTP server for browser tests: files from memory and from disk, with byte ranges, on its own port. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import type { AddressInfo } from "node:net";

/** Bytes, or the path of a file. */
export type Served = Uint8Array | string;

export interface RangeServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly port: number;
  /** Number of requests for a path so far. */
  requestCount(path: string): number;
  /** Serves these bytes or this file at `path` (starting with a slash) from now on. */
  serve(path: string, served: Served): void;
  close(): Promise<void>;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mov": "video/quicktime",
  ".jpg": "image/jpeg",
  ".png": "image/png",
};

/** @param port 0: any free one */
export async function startRangeServer(port = 0): Promise<RangeServer> {
  const files = new Map<string, Served>();
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const served = files.get(path);
    if (served === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
    else answer(served, extname(path), request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requestCount: (path) => counts.get(path) ?? 0,
    serve: (path, served) => void files.set(path, served),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(served: Served, extension: string, request: IncomingMessage, response: ServerResponse): void {
  const size = typeof served === "string" ? statSync(served).size : served.byteLength;
  const headers = {
    "content-type": contentTypes[extension] ?? "application/octet-stream",
    "accept-ranges": "bytes",
    "cache-control": "no-store",
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  const start = range === null ? 0 : Number(range[1]);
  const end = range === null || range[2] === "" ? size - 1 : Math.min(Number(range[2]), size - 1);
  if (range !== null && (start >= size || end < start)) {
    response.writeHead(416, { ...headers, "content-range": `bytes */${size}` }).end();
    return;
  }
  const partial = range === null ? {} : { "content-range": `bytes ${start}-${end}/${size}` };
  response.writeHead(range === null ? 200 : 206, { ...headers, ...partial, "content-length": end - start + 1 });
  if (request.method === "HEAD") response.end();
  else if (typeof served !== "string") response.end(served.subarray(start, end + 1));
  else if (size === 0) response.end();
  else
    createReadStream(served, { start, end })
      .on("error", () => response.destroy())
      .pipe(response);
}
