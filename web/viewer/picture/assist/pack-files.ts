/**
 * The site's model packs and their files: downloaded once, then cached by the browser under their checksums. Browsers
 * have no cache for pages without https; these download a model once per page.
 */

import type { ModelPack } from "#schemas";
import { api } from "../../../api/client.ts";

const cacheName = "wakeline-model-packs";

type Bytes = Uint8Array<ArrayBuffer>;

/** A cache key; never requested. */
const keyOf = (sha256: string): string => `/model-packs/${sha256}`;

const openCache = async (): Promise<Cache | undefined> =>
  "caches" in globalThis ? await caches.open(cacheName).catch(() => undefined) : undefined;

export async function listPacks(wanted: ModelPack["kind"], signal: AbortSignal): Promise<readonly ModelPack[]> {
  const packs = await api.call("configuration.packs", {}, { signal });
  return packs.filter(({ kind }) => kind === wanted);
}

/** Bytes still to be downloaded. */
export async function missingBytes({ files }: ModelPack): Promise<number> {
  const cache = await openCache();
  const missing = await Promise.all(
    files.map(async ({ sha256, bytes }) => ((await cache?.match(keyOf(sha256))) === undefined ? bytes : 0)),
  );
  return missing.reduce((sum, bytes) => sum + bytes, 0);
}

/** @param onProgress 0..1 of all bytes */
export async function fetchPack(
  { files }: ModelPack,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Bytes>> {
  const cache = await openCache();
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const contents = new Map<string, Bytes>();
  let done = 0;
  for (const { path, sha256, bytes } of files) {
    const kept = await cache?.match(keyOf(sha256));
    const onBytes = (count: number): void => onProgress((done + count) / all);
    const content = kept === undefined ? await fetchFile(sha256, bytes, onBytes, signal) : await bytesOf(kept);
    // With a full disk nothing is cached, but this run still works.
    if (kept === undefined) await cache?.put(keyOf(sha256), new Response(content)).catch(() => undefined);
    contents.set(path, content);
    done += bytes;
    onProgress(done / all);
  }
  return contents;
}

/** The cached copy is damaged: the next use downloads it again. */
export async function forgetPack({ files }: ModelPack): Promise<void> {
  const cache = await openCache();
  for (const { sha256 } of files) await cache?.delete(keyOf(sha256));
}

const bytesOf = async (response: Response): Promise<Bytes> => new Uint8Array(await response.arrayBuffer());

async function fetchFile(
  hash: string,
  size: number,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Bytes> {
  const { body } = await api.fetch("configuration.packFile", { hash }, { signal });
  const content = new Uint8Array(size);
  let at = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    // Extra bytes are cut off, and the checksum then fails.
    content.set(read.value.subarray(0, size - at), at);
    at = Math.min(size, at + read.value.length);
    onProgress(at);
  }
  return content.subarray(0, at);
}
