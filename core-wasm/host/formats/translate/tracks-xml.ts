/**
 * Tracks as XML with boxes by frame and target: UA-DETRAC, and CVML, which PETS and CAVIAR have. Their elements are few
 * and never nested in themselves, so they are taken one after another, without a parser.
 */
import { numberOf, type SkipCounter, textOf, type TranslatedObject, type TranslatedPicture } from "./translation.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";
import { type XmlTag, xmlTags } from "./xml-tags.ts";

const boxless = "target without a frame and a box";

/** The objects by frame, each with the elements from its own one up to the next. */
function rowsOf(
  text: string,
  objectName: string,
  firstFrame: number,
  objectOf: (parts: readonly XmlTag[]) => TranslatedObject | undefined,
  leftOut: SkipCounter,
): readonly FrameRow[] {
  const rows: FrameRow[] = [];
  let frame = NaN;
  let parts: XmlTag[] = [];
  const close = (): void => {
    if (parts.length === 0) return;
    const object = isFrame(frame) ? objectOf(parts) : undefined;
    if (object === undefined) leftOut.add(boxless);
    else rows.push({ frame, object });
    parts = [];
  };
  for (const element of xmlTags(text)) {
    const { name, values } = element;
    if (name === "frame" || name === "group" || name === objectName) close();
    if (name === "frame") frame = Number(values["num"] ?? values["number"] ?? NaN) - firstFrame;
    else if (name === objectName || parts.length > 0) parts.push(element);
  }
  close();
  return rows;
}

const valuesOf = (parts: readonly XmlTag[], name: string): XmlTag["values"] =>
  parts.find((part) => part.name === name)?.values ?? {};

/** Frames count from 1. */
export function translateUaDetrac(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  for (const [, region = ""] of text.matchAll(/<ignored_region\s*>([^]*?)<\/ignored_region>/g))
    for (const _ of region.match(/<box\b/g) ?? []) leftOut.add("region that is to be ignored");
  for (const _ of text.match(/<region_overlap\b/g) ?? []) leftOut.add("hidden part of a target");
  const objectOf = (parts: readonly XmlTag[]): TranslatedObject | undefined => {
    const { left, top, width, height } = valuesOf(parts, "box");
    const [x, y, w, h] = [left, top, width, height].map(numberOf);
    if (x === undefined || y === undefined || w === undefined || h === undefined) return undefined;
    const { vehicle_type: type, ...others } = valuesOf(parts, "attribute");
    const numbers = Object.entries(others).map(([name, value]) => [name, numberOf(value) ?? value]);
    return {
      type: textOf(type),
      box: [x, y, w, h],
      track: numberOf(valuesOf(parts, "target")["id"]),
      attributes: Object.fromEntries(numbers),
    };
  };
  return picturesOfFrames(rowsOf(text, "target", 1, objectOf, leftOut));
}

/** Boxes are given by their center, frames count from 0. */
export function translateCvml(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const objectOf = (parts: readonly XmlTag[]): TranslatedObject | undefined => {
    const { xc, yc, w: wide, h: high } = valuesOf(parts, "box");
    const [x, y, w, h] = [xc, yc, wide, high].map(numberOf);
    if (x === undefined || y === undefined || w === undefined || h === undefined) return undefined;
    return { type: "", box: [x - w / 2, y - h / 2, w, h], track: numberOf(valuesOf(parts, "object")["id"]) };
  };
  for (const _ of text.match(/<group[\s>]/g) ?? []) leftOut.add("group of objects");
  for (const [, kind = ""] of text.matchAll(/<(movement|role|context|situation)[\s>]/g))
    leftOut.add(`${kind} of an object`);
  return picturesOfFrames(rowsOf(text, "object", 0, objectOf, leftOut));
}
