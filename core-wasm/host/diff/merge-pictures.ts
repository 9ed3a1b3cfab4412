/** Merges the pictures of documents, frame by frame: picture names from files, and images of COCO. */
import { parseLenientJson } from "../formats/coco/write-coco.ts";
import type { CocoDocument, Loss } from "../types.ts";

type Names = readonly string[] | undefined;

export interface MergedNames {
  readonly names: Names;
  /** Names of B for frames that have a different name in A. */
  readonly losses: readonly Loss[];
}

/** Takes a name that one side has set or changed; if both did, that of A. An empty name counts as none. */
export function mergePictureNames([base, a, b]: readonly Names[]): MergedNames {
  const length = Math.max(base?.length ?? 0, a?.length ?? 0, b?.length ?? 0);
  if (length === 0) return { names: undefined, losses: [] };
  const lost: number[] = [];
  const names = Array.from({ length }, (_, frame) => {
    const [inBase, inA, inB] = [base, a, b].map((list) => list?.[frame] ?? "");
    const isNewInA = inA !== "" && inA !== inBase;
    const isNewInB = inB !== "" && inB !== inBase;
    if (isNewInA && isNewInB && inA !== inB) lost.push(frame);
    return (isNewInA ? inA : isNewInB ? inB : inA || inB || inBase) ?? "";
  });
  const [frame = -1] = lost;
  const text = `A and B name another picture; the name of B is not written: ${JSON.stringify(b?.[frame])}.`;
  return {
    names,
    losses: lost.length === 0 ? [] : [{ kind: "picture-name", count: lost.length, example: { frame, text } }],
  };
}

type Images = Pick<CocoDocument, "images" | "places" | "frames">;
type Image = Readonly<Record<string, unknown>>;

/** The images of A, then those of B on frames without an image in A, with new ids. */
export function mergeImages(base: Images, a: Images, b: Images): Images {
  if (isSame(a, base)) return b;
  if (isSame(b, base)) return a;
  const [inA, inB] = [a, b].map(({ images }) => parseLenientJson(new TextDecoder().decode(images)) as readonly Image[]);
  const list = [...(inA ?? [])];
  const places = [...a.places];
  const frames = [...a.frames];
  const known = new Set(frames);
  const ids = new Set(list.map(({ id }) => id));
  let nextId = list.reduce((max, { id }) => Math.max(max, Number(id) || 0), 0) + 1;
  for (const [position, frame] of b.frames.entries()) {
    const image = inB?.[b.places[position] ?? -1];
    if (image === undefined || known.has(frame)) continue;
    known.add(frame);
    const id = ids.has(image["id"]) ? nextId++ : image["id"];
    ids.add(id);
    if (typeof id === "number") nextId = Math.max(nextId, id + 1);
    places.push(list.length);
    frames.push(frame);
    list.push({ ...image, id });
  }
  const images = new TextEncoder().encode(JSON.stringify(list));
  return { images, places: Uint32Array.from(places), frames: Uint32Array.from(frames) };
}

function isSame({ images: a }: Images, { images: b }: Images): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
