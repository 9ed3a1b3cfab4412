/** How much the chips of some tracks differ from one of them in their looks, as far as their pictures can be loaded. */
import type { ReviewEntry } from "#schemas/wire";
import { chipAddress } from "./chip-place.ts";
import { keyOf } from "./edits.ts";

/** The first tracks in the order of the page: each takes a picture from the server. */
export const maxCompared = 500;
/** Pictures loaded in parallel. */
const maxParallelPictures = 4;

export interface Likeness {
  readonly to: ReviewEntry;
  /** Chips compared until now. */
  readonly compared: number;
  /** Chips to compare. */
  readonly of: number;
  readonly isRunning: boolean;
}

interface Rgb {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
}

/** @returns `undefined` if the track has no box, or its picture cannot be shown */
export type LoadPicture = (entry: ReviewEntry, signal: AbortSignal) => Promise<Rgb | undefined>;

interface Measuring {
  readonly signal: AbortSignal;
  onProgress(compared: number): void;
  readonly load?: LoadPicture;
}

/** The differences by `keyOf`; when it is stopped, those known by then. */
export async function differencesFrom(
  one: ReviewEntry,
  entries: readonly ReviewEntry[],
  { signal, onProgress, load = loadChip }: Measuring,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const { differenceOf, lookOf, looksOf } = await import("#vision/learning/likeness");
  const picture = await load(one, signal);
  if (picture === undefined) return found;
  const looks = looksOf(picture);
  const left = entries.values();
  let compared = 0;
  const work = async (): Promise<void> => {
    for (const entry of left) {
      const other = await load(entry, signal);
      if (signal.aborted) return;
      if (other !== undefined) found.set(keyOf(entry), differenceOf(looks, lookOf(other)));
      onProgress((compared += 1));
    }
  };
  await Promise.all(Array.from({ length: maxParallelPictures }, work));
  return found;
}

/** Most alike first, then those that were not compared, in the order in which they were. */
export function mostAlikeFirst(
  entries: readonly ReviewEntry[],
  to: ReviewEntry,
  differences: ReadonlyMap<string, number>,
): ReviewEntry[] {
  const differenceOf = (entry: ReviewEntry): number =>
    keyOf(entry) === keyOf(to) ? -1 : (differences.get(keyOf(entry)) ?? Number.MAX_VALUE);
  return entries.toSorted((a, b) => differenceOf(a) - differenceOf(b));
}

/** The picture that the page shows first, so that it comes from the browser's cache, or is there for later pages. */
async function loadChip({ datasetId, boxes: [box] }: ReviewEntry, signal: AbortSignal): Promise<Rgb | undefined> {
  if (box === undefined) return undefined;
  try {
    const answer = await fetch(chipAddress(datasetId, box), { signal });
    if (!answer.ok) return undefined;
    const picture = await createImageBitmap(await answer.blob());
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context?.drawImage(picture, 0, 0);
    picture.close();
    const rgba = context?.getImageData(0, 0, width, height).data;
    if (rgba === undefined) return undefined;
    return { width, height, rgb: rgba.filter((_, at) => at % 4 < 3) };
  } catch {
    // The chip itself reports that it has no picture.
    return undefined;
  }
}
