/**
 * Sizes of the pictures of a dataset as shown: upright. They are stored with the content, so that each is measured
 * once; pictures uploaded before sizes were stored are measured on request.
 */
import type { ImageSize } from "#core";

import { withoutTiles } from "../../domain/tile-files.ts";
import type { PictureFacts } from "../../ports/blob.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, ItemRecord } from "../../ports/records.ts";
import { keyOf, hasBytes, openToRead } from "../content/open-content.ts";

/** Bytes read from a picture: nearly all formats state the size within them. */
const headBytes = 128 * 1024;
const measuredAtOnce = 8;
/** How many sizes are stored at a time. */
const batch = 400;

/** Sizes found while pictures were read anyway, by the file of each. */
export type MeasuredPictures = Map<FileRecord, PictureFacts | undefined>;

/** Stores the sizes that are known, and measures the other pictures. */
export async function measureOthers(
  ports: Ports,
  items: readonly ItemRecord[],
  measured: MeasuredPictures,
  { within }: { readonly within: number },
): Promise<void> {
  await storeFacts(ports, measured);
  const done = new Set([...measured.keys()].map(({ itemId }) => itemId));
  const others = items.filter(({ id }) => !done.has(id));
  if (others.length > 0) await pictureSizes(ports, others, { within });
}

async function storeFacts({ database }: Ports, measured: MeasuredPictures): Promise<void> {
  await database.blobs.setPictureFacts(new Map([...measured].map(([file, facts]) => [keyOf(file), facts])));
}

/** @param within milliseconds for measuring; pictures not reached by then are unknown */
export async function pictureSizes(
  ports: Ports,
  items: readonly ItemRecord[],
  { within }: { readonly within: number },
): Promise<(ImageSize | undefined)[]> {
  const files = withoutTiles(await ports.database.files.listInItems(items.map(({ id }) => id)));
  const keys = new Map(files.map((file) => [file.itemId, keyOf(file)]));
  const wanted = new Map(files.filter(hasBytes).map((file) => [keyOf(file), file]));
  const known = await ports.database.blobs.pictureFacts([...wanted.keys()]);
  const untilMs = performance.now() + within;
  const missing = [...wanted.values()].filter((file) => !known.has(keyOf(file)));
  for (let start = 0; start < missing.length && performance.now() < untilMs; start += batch) {
    for (const [file, facts] of await measure(ports, missing.slice(start, start + batch), untilMs))
      known.set(keyOf(file), facts);
  }
  return items.map(({ id }) => {
    const facts = known.get(keys.get(id) ?? "");
    return facts && uprightSize(facts);
  });
}

export function uprightSize({ width, height, orientation }: PictureFacts): ImageSize {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

async function measure(ports: Ports, files: readonly FileRecord[], untilMs: number): Promise<MeasuredPictures> {
  const { imageDecoder } = ports;
  const measured: MeasuredPictures = new Map();
  const next = files.values();
  const work = async (): Promise<void> => {
    for (const file of next) {
      if (performance.now() > untilMs) return;
      const { read, withLocalFile } = await openToRead(ports, file);
      const parts: Uint8Array[] = [];
      for await (const part of read({ start: 0, end: headBytes })) parts.push(part as Uint8Array);
      const head = Buffer.concat(parts);
      const facts = await imageDecoder.measure(head);
      const isWhole = head.length < headBytes;
      const again = facts ?? (isWhole ? undefined : await withLocalFile((path) => imageDecoder.measure(path)));
      measured.set(file, again);
    }
  };
  await Promise.all(Array.from({ length: measuredAtOnce }, work));
  await storeFacts(ports, measured);
  return measured;
}
