/** ViPER, with objects whose boxes hold for spans of frames, which count from 1. */
import { CoreError } from "../../types.ts";
import { ellipse, numberedPoints, numberOf, type SkipCounter, type TranslatedPicture } from "./translation.ts";
import type { XY } from "../exchange/shapes.ts";
import { type Place, TrackNumbers } from "./plain-shapes.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";
import { type XmlTag, xmlTags } from "./xml-tags.ts";

/** A short file can name spans that fill the memory. */
const maxRows = 2_000_000;

export function translateViper(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const reader = new ViperReader(leftOut);
  for (const tag of xmlTags(text.replace(/<config[\s>][^]*?<\/config>/, ""))) reader.take(tag);
  return picturesOfFrames(reader.rows());
}

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
  #object: ViperObject | undefined;
  #files = 0;
  #attribute = "";
  /** Of the polygon that its points belong to. */
  #polygon: (Span & { readonly points: XY[] }) | undefined;

  constructor(leftOut: SkipCounter) {
    this.#leftOut = leftOut;
  }

  take({ name, values }: XmlTag): void {
    if (name !== "point" && name !== "vertex") this.#endPolygon();
    if (name === "sourcefile") this.#files++;
    if (name === "object" || name === "content" || name === "file" || name === "sourcefile") this.#object = undefined;
    if (name === "content") this.#leftOut.add("description of the content of a span");
    if (name === "object") this.#begin(values);
    if (this.#object === undefined) return;
    if (name === "attribute") this.#attribute = values["name"] ?? "";
    else if (name in valueKinds) this.#takeValue(name, values);
    else if (name !== "object") this.#takeShape(name, values);
  }

  #begin({ name = "", id = "" }: XmlTag["values"]): void {
    if (this.#files > 1) return this.#leftOut.add("object of another video");
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
    for (const span of spansIn(values["framespan"] ?? "")) {
      if (kind === "polygon") this.#polygon = { ...span, points: [] };
      else this.#addShape(span, placeOf(kind, values, this.#leftOut), kind);
    }
  }

  #endPolygon(): void {
    const polygon = this.#polygon;
    this.#polygon = undefined;
    if (polygon === undefined) return;
    const { points, ...span } = polygon;
    const isRing = points.length >= 3 && points.every((xy) => xy.every(Number.isFinite));
    this.#addShape(span, isRing ? { segmentation: [points.flat()] } : undefined, "polygon");
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
      if (shapes.length === 0) this.#leftOut.add("object without a shape");
      for (const { first, last, place } of shapes) {
        if (!isFrame(first - 1) || !isFrame(last - 1)) {
          this.#leftOut.add("shape without frames");
          continue;
        }
        if (rows.length + last - first > maxRows)
          throw new CoreError(
            "too-many-rows",
            "This file has too many boxes. Divide it by objects, and import the parts.",
          );
        for (let frame = first; frame <= last; frame++) {
          const own = values.filter((one) => one.first <= frame && frame <= one.last);
          const attributes = Object.fromEntries(own.map(({ name, value }) => [name, value]));
          rows.push({ frame: frame - 1, object: { type, track, ...place, attributes } });
        }
      }
    }
    return rows;
  }
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
