/** The masks of panoptic COCO: a PNG file for each picture, where the color of a pixel is the id of its segment. */
import { encodeText } from "../../instance.ts";
import { isObject, type JsonObject } from "../../json.ts";
import { type ColorNumbers, colorNumbersOfPng, maxPixelsOfFile } from "../pictures/png-mask.ts";
import type { SourceFile } from "../sources/source.ts";
import { isPanoptic, parsed } from "./coco-panoptic.ts";

/**
 * Puts masks into a panoptic document whose pictures of segments are with it.
 * @param files one of them JSON, the others PNG
 * @returns `undefined`: it is not panoptic, or broken
 */
export async function withPanopticMasks(files: readonly SourceFile[]): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [json, ...others] = files.filter(({ name }) => /\.json$/i.test(name));
  const bytes = others.length > 0 ? undefined : await json?.read();
  if (bytes === undefined || !isPanoptic(bytes)) return undefined;
  const document = parsed(bytes);
  const annotations = isObject(document) ? document["annotations"] : undefined;
  if (!isObject(document) || !Array.isArray(annotations)) return undefined;
  // Photographs of the same names may be in the set as well.
  const isOfMasks = (name: string): number => Number(/panoptic|mask|segm/i.test(name));
  const pictures = files
    .filter(({ name }) => /\.png$/i.test(name))
    .toSorted((a, b) => isOfMasks(b.name) - isOfMasks(a.name));
  let left = maxPixelsOfFile;
  const masked: unknown[] = [];
  for (const annotation of annotations as readonly unknown[]) {
    const { file_name: name, segments_info: segments } = isObject(annotation) ? annotation : {};
    const own = pictures.find((one) => typeof name === "string" && `/${one.name}`.endsWith(`/${name}`));
    const png = Array.isArray(segments) ? await own?.read() : undefined;
    const colors = png && (await colorNumbersOfPng(new Uint8Array(png), left));
    if (colors === undefined || !isObject(annotation)) masked.push(annotation);
    else {
      left -= colors.numbers.length;
      const runs = runsByColor(colors);
      const size = [colors.height, colors.width];
      const withMask = (segment: unknown): unknown => {
        const counts = isObject(segment) ? runs.get(Number(segment["id"])) : undefined;
        return counts === undefined ? segment : { ...(segment as JsonObject), segmentation: { size, counts } };
      };
      masked.push({ ...annotation, segments_info: (segments as readonly unknown[]).map(withMask) });
    }
  }
  return encodeText(JSON.stringify({ ...document, annotations: masked }));
}

/** By the number of the color: COCO's runs outside and inside, column by column. */
function runsByColor({ width, height, numbers }: ColorNumbers): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, { readonly counts: number[]; end: number }>();
  const total = width * height;
  const colorAt = (place: number): number => numbers[(place % height) * width + Math.floor(place / height)] ?? 0;
  for (let start = 0, end = 0; start < total; start = end) {
    const color = colorAt(start);
    end = start + 1;
    while (end < total && colorAt(end) === color) end++;
    const one = found.get(color) ?? { counts: [], end: 0 };
    found.set(color, one);
    one.counts.push(start - one.end, end - start);
    one.end = end;
  }
  for (const { counts, end } of found.values()) if (end < total) counts.push(total - end);
  return new Map([...found].map(([color, { counts }]) => [color, counts]));
}
