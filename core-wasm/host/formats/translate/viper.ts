/** ViPER, with objects whose boxes hold for spans of frames, which count from 1. */
import { CoreError } from "../../types.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import {
  ellipse,
  type Known,
  numberedPoints,
  numberOf,
  type SkipCounter,
  type TranslatedPicture,
} from "./translation.ts";
import type { XY } from "../exchange/shapes.ts";
import { type Place, TrackNumbers } from "./plain-shapes.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";
import { withoutParts, type XmlTag, xmlTags } from "./xml-tags.ts";

/** A short file can name spans that fill the memory: of boxes, and of values of attributes. */
const maxRows = 2_000_000;
const maxValues = 20_000_000;

export function translateViper(
  text: unknown,
  leftOut: SkipCounter,
  { videoNames, askedVideo }: Pick<Known, "videoNames" | "askedVideo">,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const data = withoutParts(text, "<config", "</config>");
  const files = [...xmlTags(data)].flatMap(({ name, values }) => (name === "sourcefile" ? fileOf(values) : []));
  const video = chooseVideo(files, videoNames) ?? { name: "" };
  const reader = new ViperReader(leftOut, video.name);
  for (const tag of xmlTags(data)) reader.take(tag);
  leftOut.problems.push(...videoProblems(video, reader.others, askedVideo));
  return picturesOfFrames(reader.rows());
}

const fileOf = ({ filename = "" }: XmlTag["values"]): string => filename;

interface Span {
  readonly first: number;
  readonly last: number;
}

interface Shape extends Span {
  readonly place: Place;
}

interface Value extends Span {
  readonly name: string;
  readonly value: string | number | boolean;
}

interface ViperObject {
  readonly type: string;
  readonly track: number;
  readonly shapes: Shape[];
  readonly values: Value[];
  /** The attribute that its shapes are from; those of others are left out. */
  shapeName?: string;
}

class ViperReader {
  readonly #leftOut: SkipCounter;
  readonly #tracks = new TrackNumbers();
  readonly #objects: ViperObject[] = [];
  /** Videos that have objects, too. */
  readonly others = new Set<string>();
  readonly #video: string;
  /** The video that is being read. */
  #file: string;
  #object: ViperObject | undefined;
  #attribute = "";
  /** Of the polygon that its points belong to. */
  #polygon: { readonly spans: readonly Span[]; readonly points: XY[] } | undefined;
  #valueCount = 0;

  constructor(leftOut: SkipCounter, video: string) {
    this.#leftOut = leftOut;
    this.#video = video;
    this.#file = video;
  }

  take({ name, values }: XmlTag): void {
    if (name !== "point" && name !== "vertex") this.#endPolygon();
    if (name === "sourcefile") this.#file = fileOf(values);
    if (name === "object" || name === "content" || name === "file" || name === "sourcefile") this.#object = undefined;
    if (name === "content") this.#leftOut.add("description of the content of a span");
    if (name === "object") this.#begin(values);
    if (this.#object === undefined) return;
    if (name === "attribute") this.#attribute = values["name"] ?? "";
    else if (name in valueKinds) this.#takeValue(name, values);
    else if (name !== "object") this.#takeShape(name, values);
  }

  #begin({ name = "", id = "" }: XmlTag["values"]): void {
    if (this.#file !== this.#video) {
      this.others.add(this.#file);
      return this.#leftOut.add("object of another video");
    }
    this.#object = { type: name, track: this.#tracks.of(`${name} ${id}`), shapes: [], values: [] };
    this.#objects.push(this.#object);
  }

  #takeValue(kind: string, { value = "", framespan }: XmlTag["values"]): void {
    const read = valueKinds[kind as keyof typeof valueKinds];
    for (const span of spansIn(framespan ?? "0:1000000000"))
      this.#object?.values.push({ ...span, name: this.#attribute, value: read(value) });
  }

  #takeShape(kind: string, values: XmlTag["values"]): void {
    if ((kind === "point" || kind === "vertex") && this.#polygon !== undefined) {
      this.#polygon.points.push([numberOf(values["x"]) ?? NaN, numberOf(values["y"]) ?? NaN]);
      return;
    }
    const spans = spansIn(values["framespan"] ?? "");
    if (kind === "polygon") this.#polygon = { spans, points: [] };
    else for (const span of spans) this.#addShape(span, placeOf(kind, values, this.#leftOut), kind);
  }

  #endPolygon(): void {
    const polygon = this.#polygon;
    this.#polygon = undefined;
    if (polygon === undefined) return;
    const { points, spans } = polygon;
    const isRing = points.length >= 3 && points.every((xy) => xy.every(Number.isFinite));
    const place = isRing ? { segmentation: [points.flat()] } : undefined;
    for (const span of spans) this.#addShape(span, place, "polygon");
  }

  #addShape(span: Span, place: Place | undefined, kind: string): void {
    const object = this.#object;
    if (object === undefined) return;
    if (place === undefined) return this.#leftOut.add(`shape of the kind "${kind}"`);
    object.shapeName ??= this.#attribute;
    if (object.shapeName !== this.#attribute) return this.#leftOut.add(`shape \`${this.#attribute}\` of an object`);
    object.shapes.push({ ...span, place });
  }

  rows(): readonly FrameRow[] {
    this.#endPolygon();
    const rows: FrameRow[] = [];
    for (const { type, track, shapes, values } of this.#objects) {
      const own: FrameRow[] = [];
      if (shapes.length === 0) this.#leftOut.add("object without a shape");
      for (const { first, last, place } of shapes) {
        if (!isFrame(first - 1) || !isFrame(last - 1)) {
          this.#leftOut.add("shape without frames");
          continue;
        }
        if (rows.length + own.length + last - first > maxRows) throw tooMany("boxes");
        for (let frame = first; frame <= last; frame++)
          own.push({ frame: frame - 1, object: { type, track, ...place } });
      }
      own.sort((a, b) => a.frame - b.frame);
      const attributes = this.#attributesOf(own, values);
      for (const [at, { frame, object }] of own.entries())
        rows.push({ frame, object: { ...object, attributes: Object.fromEntries(attributes[at] ?? []) } });
    }
    return rows;
  }

  /** The values that hold on each row; of those with one name, the last. @param rows by frame */
  #attributesOf(rows: readonly FrameRow[], values: readonly Value[]): readonly ReadonlyMap<string, Value["value"]>[] {
    const found = rows.map(() => new Map<string, Value["value"]>());
    for (const { first, last, name, value } of values) {
      for (let at = placeOfFrame(rows, first - 1); (rows[at]?.frame ?? Infinity) < last; at++) {
        if (++this.#valueCount > maxValues) throw tooMany("values of attributes");
        found[at]?.set(name, value);
      }
    }
    return found;
  }
}

const tooMany = (what: string): CoreError =>
  new CoreError("too-many-rows", `This file has too many ${what}. Divide it by objects, and import the parts.`);

/** The place of the first row that is not before a frame. */
function placeOfFrame(rows: readonly FrameRow[], frame: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.frame ?? Infinity) < frame) from = middle + 1;
    else to = middle;
  }
  return from;
}

const valueKinds = {
  bvalue: (text: string) => text === "true",
  dvalue: (text: string) => numberOf(text) ?? text,
  fvalue: (text: string) => numberOf(text) ?? text,
  lvalue: (text: string) => text,
  svalue: (text: string) => text,
};

/** `1:8 12:20`. */
function spansIn(text: string): readonly Span[] {
  return [...text.matchAll(/(\d+)(?::(\d+))?/g)].map(([, first = "", last = first]) => ({
    first: Number(first),
    last: Number(last),
  }));
}

function placeOf(kind: string, values: XmlTag["values"], leftOut: SkipCounter): Place | undefined {
  const numbers = ["x", "y", "width", "height", "radius"].map((key) => numberOf(values[key]));
  const [x = NaN, y = NaN, width = NaN, height = NaN, radius = NaN] = numbers;
  if (kind === "bbox" || kind === "obox") {
    if (kind === "obox" && (numberOf(values["rotation"]) ?? 0) !== 0) leftOut.add("turn of a box, whose size is read");
    return [x, y, width, height].every(Number.isFinite) ? { box: [x, y, width, height] } : undefined;
  }
  if (kind === "point" && Number.isFinite(x + y)) return numberedPoints([[x, y]]);
  return kind === "circle" && Number.isFinite(x + y + radius) ? ellipse([x, y], [radius, radius]) : undefined;
}
