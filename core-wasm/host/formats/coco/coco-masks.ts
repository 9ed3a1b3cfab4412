/**
 * Masks of COCO as polygons. A mask is alternating runs of pixels outside and inside, column by column, as numbers or
 * packed into a text; its outline is found on the transposed mask.
 */
import { encodeText, sliceLength, sliceStart, type CoreInstance } from "../../instance.ts";
import { isObject, parsePythonJson } from "../../json.ts";
import { polygonsOfMask } from "../pictures/mask-polygons.ts";

export interface OutlinedMasks {
  /** Readable masks; the others stay masks. */
  readonly count: number;
  /** Width and height of every mask, as `640x480`. */
  readonly sizes: ReadonlySet<string>;
}

/** Passes the polygons of all readable masks to the core. */
export function outlineMasks(core: CoreInstance): OutlinedMasks {
  const sizes = new Set<string>();
  const { exports } = core;
  exports.coco_find_masks();
  const count = exports.coco_mask_count.value;
  const texts: (Uint8Array | undefined)[] = [];
  for (let index = 0; index < count; index++) {
    const slice = exports.coco_mask(index);
    const outline = outlineOf(core.text(sliceStart(slice), sliceLength(slice)), sizes);
    texts.push(outline === undefined ? undefined : encodeText(outline));
  }
  const outlines = texts.filter((text) => text !== undefined);
  if (outlines.length === 0) return { count: 0, sizes };
  const joined = new Uint8Array(outlines.reduce((sum, { length }) => sum + length + 1, 0));
  const start = core.openSource(joined);
  let at = 0;
  for (const [index, text] of texts.entries()) {
    if (text === undefined) continue;
    core.bytes().set(text, start + at);
    exports.coco_set_outline(index, start + at);
    at += text.length + 1;
  }
  return { count: outlines.length, sizes };
}

/** In KWCOCO's form; `undefined`: a mask is broken or empty. */
function outlineOf(text: string, sizes: Set<string>): string | undefined {
  const value = parsePythonJson(text);
  const polygons: object[] = [];
  for (const mask of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const [counts, size] = isObject(mask) ? [mask["counts"], mask["size"]] : [undefined, undefined];
    if (!Array.isArray(size) || size.length !== 2) return undefined;
    const [height, width] = (size as readonly unknown[]).map(Number) as [number, number];
    sizes.add(`${width}x${height}`);
    const runs =
      typeof counts === "string" ? unpackRuns(counts) : Array.isArray(counts) ? counts.map(Number) : undefined;
    if (runs === undefined || runs.some((run) => run < 0)) return undefined;
    // Columns of a mask are rows of its transpose.
    const found = polygonsOfMask({ runs, width: height, height: width });
    if (typeof found === "string") return undefined;
    for (const [exterior = [], ...interiors] of found) {
      polygons.push({ exterior: upright(exterior), interiors: interiors.map(upright) });
    }
  }
  return polygons.length === 0 ? undefined : JSON.stringify(polygons);
}

type Ring = readonly (readonly [number, number])[];

/** Transposes the ring, keeping its first point and its orientation. */
function upright([first, ...others]: Ring): Ring {
  const turned = first === undefined ? [] : [first, ...others.toReversed(), first];
  return turned.map(([x, y]) => [y, x]);
}

/** Numbers of 5 bits per character, low bits first; from the fourth on the difference to the one two places before. */
function unpackRuns(text: string): number[] | undefined {
  const runs: number[] = [];
  for (let at = 0; at < text.length;) {
    let [run, shift, bits] = [0, 0, 0];
    do {
      bits = text.charCodeAt(at++) - 48;
      if (!(bits >= 0 && bits <= 63) || shift > 45) return undefined;
      run += (bits & 31) * 2 ** shift;
      shift += 5;
    } while ((bits & 32) !== 0);
    if ((bits & 16) !== 0) run -= 2 ** shift;
    runs.push(runs.length > 2 ? run + (runs.at(-2) ?? 0) : run);
  }
  return runs;
}
