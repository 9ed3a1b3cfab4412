/** Panoptic COCO, where an annotation is a picture with all its segments: each segment becomes an annotation. */
import { encodeText } from "../../instance.ts";
import { isObject, parsePythonJson } from "../../json.ts";

const mark = encodeText('"segments_info"');

interface PlainPanoptic {
  /** The document in the plain form. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether segments have masks, which come from other files. */
  readonly hasMasks: boolean;
}

/** `undefined` if it is not panoptic. */
export function readPanoptic(bytes: Uint8Array): PlainPanoptic | undefined {
  if (!isPanoptic(bytes)) return undefined;
  const document = parsed(bytes);
  const annotations = isObject(document) ? document["annotations"] : undefined;
  if (!isObject(document) || !Array.isArray(annotations)) return undefined;
  const segments = (annotations as readonly unknown[]).flatMap((one) => segmentsOf(one) ?? [one]);
  const hasMasks = segments.every((one) => isObject(one) && isObject(one["segmentation"]));
  return { bytes: encodeText(JSON.stringify({ ...document, annotations: segments })), hasMasks };
}

export const isPanoptic = (bytes: Uint8Array): boolean => has(bytes, mark);

/** `undefined`: the COCO reader reports where it is broken. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return parsePythonJson(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
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
