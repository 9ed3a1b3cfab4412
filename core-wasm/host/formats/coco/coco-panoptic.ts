/** Panoptic COCO, where an annotation is a picture with all its segments: each segment becomes an annotation. */
import { encodeText } from "../../instance.ts";
import { isObject } from "../../json.ts";

const mark = encodeText('"segments_info"');

/** The document in the plain form; `undefined` if it is not panoptic. */
export function readPanoptic(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (!has(bytes, mark)) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // The COCO reader reports where it is broken.
    return undefined;
  }
  const annotations = isObject(document) ? document["annotations"] : undefined;
  if (!isObject(document) || !Array.isArray(annotations)) return undefined;
  const segments = (annotations as readonly unknown[]).flatMap((one) => segmentsOf(one) ?? [one]);
  return encodeText(JSON.stringify({ ...document, annotations: segments }));
}

/** Drops the ids of segments, which are colors in a picture and mean nothing elsewhere. */
function segmentsOf(annotation: unknown): readonly object[] | undefined {
  const segments = isObject(annotation) ? annotation["segments_info"] : undefined;
  if (!isObject(annotation) || !Array.isArray(segments)) return undefined;
  return (segments as readonly unknown[]).filter(isObject).map(({ id: _, ...segment }) => ({
    ...segment,
    image_id: annotation["image_id"],
  }));
}

/** Searches for the underscore, and compares the rest only there. */
function has(bytes: Uint8Array, text: Uint8Array): boolean {
  const offset = text.indexOf(underscore);
  const next = text[offset + 2];
  for (let at = bytes.indexOf(underscore); at !== -1; at = bytes.indexOf(underscore, at + 1)) {
    if (bytes[at + 2] === next && text.every((byte, place) => bytes[at - offset + place] === byte)) return true;
  }
  return false;
}

const underscore = 0x5f;
