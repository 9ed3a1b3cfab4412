/**
 * Sizes of the pictures of a dataset as shown: upright. They are stored with the content, or with the file of a media
 * source, so that each is measured once; pictures uploaded before sizes were stored are measured on request.
 */
import type { ImageSize } from "#core";

import { withoutTiles } from "../../domain/tile-files.ts";
import type { PictureFacts } from "../../ports/blob.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, ItemRecord } from "../../ports/records.ts";
import { hasBytes, keyOf, openToRead, sourceOf } from "../content/open-content.ts";

/** Bytes read from a picture: nearly all formats state the size within them. */
const headBytes = 128 * 1024;
const maxParallelPictures = 8;
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
  const [inPlace, stored] = bySource([...measured], ([file]) => file);
  if (stored.length > 0) {
    await database.blobs.setPictureFacts(new Map(stored.map(([file, facts]) => [keyOf(file), facts])));
  }
  if (inPlace.length > 0) {
    await database.files.setPictureFacts(new Map(inPlace.map(([file, facts]) => [file.id, facts])));
  }
}

/** @returns by `keyOf` the file */
async function storedFacts(
  { database }: Ports,
  files: readonly FileRecord[],
): Promise<Map<string, PictureFacts | undefined>> {
  const [inPlace, stored] = bySource(files, (file) => file);
  const known = await database.blobs.pictureFacts([...new Set(stored.map(keyOf))]);
  const keys = new Map(inPlace.map((file) => [file.id, keyOf(file)]));
  for (const [id, facts] of await database.files.pictureFacts([...keys.keys()])) known.set(keys.get(id) ?? "", facts);
  return known;
}

/** @returns those in media sources, and those that the site stores */
function bySource<T>(all: readonly T[], fileOf: (one: T) => FileRecord): readonly [T[], T[]] {
  const { inPlace = [], stored = [] } = Object.groupBy(all, (one) =>
    sourceOf(fileOf(one)) === undefined ? "stored" : "inPlace",
  );
  return [inPlace, stored];
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
  const known = await storedFacts(ports, files.filter(hasBytes));
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
  await Promise.all(Array.from({ length: maxParallelPictures }, work));
  await storeFacts(ports, measured);
  return measured;
}
