/** A separate server with one large dataset, and the pages that display it: the viewer, and the reference page. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Page } from "@playwright/test";
import type { ApiClient } from "#schemas";
import { signIn } from "../../crash/crash-rounds.ts";
import { createImageDataset } from "../../support/dataset.ts";
import { bundlePage } from "../../support/page-bundle.ts";
import { startServerProcess } from "../../support/server-process.ts";
import { clientOf } from "../../support/test-server.ts";

export const typeNames = ["fish", "shark", "eelgrass", "crab"] as const;
export const detectionsPerTrack = 10;
/** Boxes visible on each frame, of a million detections. */
export const boxesPerFrame = 5000;
/** Chosen so that all pictures of a walk stay in the viewer's cache, which holds seconds. */
const fps = 30;

export interface BrowserWorld {
  readonly url: string;
  readonly client: ApiClient;
  readonly token: string;
  close(): Promise<void>;
}

export async function openBrowserWorld(): Promise<BrowserWorld> {
  const dataFolder = mkdtempSync(join(tmpdir(), "wakeline-bench-browser-"));
  const server = await startServerProcess({ dataFolder });
  const token = await signIn(server);
  return {
    url: server.url,
    token,
    client: clientOf(server.url, token),
    async close() {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export interface LargeDataset {
  readonly id: string;
  readonly frameCount: number;
}

/** Tracks of ten detections each, equally many on every frame. */
export async function createLargeDataset({ client }: BrowserWorld, detections: number): Promise<LargeDataset> {
  const trackCount = Math.max(1000, Math.round(detections / detectionsPerTrack));
  const frameCount = Math.max(detectionsPerTrack, Math.round((trackCount * detectionsPerTrack) / boxesPerFrame));
  const id = await createImageDataset(client, "large", frameCount, { size: { width: 640, height: 480 }, fps });
  for (let first = 0; first < trackCount; first += 2000) {
    const count = Math.min(2000, trackCount - first);
    const upsert = Array.from({ length: count }, (_, n) => trackOf(first + n, frameCount));
    await client.call("annotation.save", { folderId: id, body: { tracks: { upsert, delete: [] } } as never });
  }
  return { id, frameCount };
}

function trackOf(id: number, frameCount: number): Record<string, unknown> {
  const begin = (id * 37) % (frameCount - detectionsPerTrack + 1);
  const features = Array.from({ length: detectionsPerTrack }, (_, n) => {
    const [x, y] = [(id * 7 + n) % 600, (id * 13 + n * 3) % 440];
    return { frame: begin + n, bounds: [x + 0.25, y + 0.5, x + 20.75, y + 15.125], keyframe: true, interpolate: true };
  });
  const type = typeNames[id % typeNames.length]!;
  const end = begin + detectionsPerTrack - 1;
  return { id, begin, end, confidencePairs: [[type, 0.875]], attributes: {}, features };
}

/** Signs in: stores the token where the application looks for it, and the cookie for pictures. */
export async function enter(page: Page, { url, token }: BrowserWorld): Promise<void> {
  await page.context().addCookies([{ name: "girderToken", value: token, url, httpOnly: true }]);
  await page.addInitScript((value) => localStorage.setItem("girderToken", value), token);
}

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};
let referenceFiles: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/** Forms of the reference page: with everything the viewer has around its picture, or with shapes only. */
export const references = {
  svg: { shapes: "svg", parts: "all" },
  canvas: { shapes: "canvas", parts: "all" },
  "svg alone": { shapes: "svg", parts: "shapes" },
  "canvas alone": { shapes: "canvas", parts: "shapes" },
} as const;
export type Reference = keyof typeof references;

/** Who draws. */
export type Contestant = "viewer" | Reference;

export interface ReferenceFile {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Paths of the reference page's files on the server's origin, so that it may send requests to the server. The bundle
 * refers to its parts from the root.
 */
export const referencePatterns = ["**/reference/**", "**/assets/**"] as const;

export async function readReferenceFile(address: string): Promise<ReferenceFile> {
  referenceFiles ??= bundlePage(new URL("./reference-page/", import.meta.url).pathname);
  const path = new URL(address).pathname.replace(/^\/(reference\/)?/, "");
  const content = (await referenceFiles).get(path);
  const contentType = contentTypes[extname(path)] ?? "application/octet-stream";
  return { status: content === undefined ? 404 : 200, contentType, body: Buffer.from(content ?? []) };
}

export function referenceAddress(
  { url, token }: Pick<BrowserWorld, "url" | "token">,
  { id }: LargeDataset,
  reference: Reference,
): string {
  return `${url}/reference/index.html?${new URLSearchParams({ dataset: id, token, ...references[reference] })}`;
}

export async function serveReferencePage(page: Page): Promise<void> {
  for (const pattern of referencePatterns) {
    await page.route(pattern, async (route) => route.fulfill(await readReferenceFile(route.request().url())));
  }
}
