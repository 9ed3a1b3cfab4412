/**
 * How large the pictures of a dataset are, as they are shown: upright. The facts belong to the content, so that each is
 * measured once; pictures uploaded before such facts existed are measured on request.
 */
import type { ImageSize } from "#core";

import { withoutTiles } from "../domain/tile-files.ts";
import type { PictureFacts } from "../ports/blob.repository.ts";
import type { Ports } from "../ports/index.ts";
import type { ItemRecord } from "../ports/records.ts";

/** Of a picture's bytes: nearly all say their size there. */
const headBytes = 128 * 1024;
const measuredAtOnce = 8;
/** Stored together. */
const batch = 400;

/** @param within milliseconds for measuring; what is not reached then is unknown */
export async function pictureSizes(
  ports: Ports,
  items: readonly ItemRecord[],
  { within }: { readonly within: number },
): Promise<(ImageSize | undefined)[]> {
  const files = withoutTiles(await ports.database.files.listInItems(items.map(({ id }) => id)));
  const hashes = new Map(files.map(({ itemId, blobHash }) => [itemId, blobHash]));
  const wanted = [...new Set(files.flatMap(({ blobHash }) => blobHash ?? []))];
  const known = await ports.database.blobs.pictureFacts(wanted);
  const untilMs = performance.now() + within;
  const missing = wanted.filter((hash) => !known.has(hash));
  for (let start = 0; start < missing.length && performance.now() < untilMs; start += batch) {
    for (const [hash, facts] of await measure(ports, missing.slice(start, start + batch), untilMs))
      known.set(hash, facts);
  }
  return items.map(({ id }) => {
    const facts = known.get(hashes.get(id) ?? "");
    return facts && uprightSize(facts);
  });
}

export function uprightSize({ width, height, orientation }: PictureFacts): ImageSize {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

async function measure(
  { blobs, database, imageDecoder }: Ports,
  hashes: readonly string[],
  untilMs: number,
): Promise<Map<string, PictureFacts | undefined>> {
  const measured = new Map<string, PictureFacts | undefined>();
  const next = hashes.values();
  const work = async (): Promise<void> => {
    for (const hash of next) {
      if (performance.now() > untilMs) return;
      const parts: Uint8Array[] = [];
      for await (const part of blobs.read(hash, { start: 0, end: headBytes })) parts.push(part as Uint8Array);
      const head = Buffer.concat(parts);
      const facts = await imageDecoder.measure(head);
      const isWhole = head.length < headBytes;
      const again =
        facts ?? (isWhole ? undefined : await blobs.withLocalFile(hash, (path) => imageDecoder.measure(path)));
      measured.set(hash, again);
    }
  };
  await Promise.all(Array.from({ length: measuredAtOnce }, work));
  await database.blobs.setPictureFacts(measured);
  return measured;
}
