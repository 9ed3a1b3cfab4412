/** Label rows of Encord: pictures, groups of pictures and videos. Positions are fractions; an object's hash is its track. */
import type { XY } from "../exchange/shapes.ts";
import { isObject, type JsonObject } from "../../json.ts";
import type { ImageSize } from "../../types.ts";
import { sizeToUse } from "../pictures/size-to-use.ts";
import { PixelPoints, type Place, placeOfPoints, TrackNumbers } from "./plain-shapes.ts";
import {
  attributesOf,
  type Known,
  numberOf,
  objectsOf,
  pairsOf,
  numbersOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateEncord(
  document: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  const rows = objectsOf(Array.isArray(document) ? document : [document]);
  const units = rows.flatMap((row) => unitsOf(row));
  if (units.length === 0) return undefined;
  const isVideo = units.map(({ labels }) => isObject(labels) && Object.keys(labels).some((key) => /^\d+$/.test(key)));
  const names = units.map(({ data_title: title }) => textOf(title));
  const sizes = sizesOf(names.map((name, at) => (isVideo[at] === true ? "" : name)));
  const reader = new Objects(leftOut, hashesOftenUsed(units));
  const pictures = units.flatMap(({ labels, width, height }, at): readonly TranslatedPicture[] => {
    const [wide, high] = [numberOf(width), numberOf(height)];
    const stated = wide === undefined || high === undefined ? undefined : { width: wide, height: high };
    const size = sizeToUse(stated, sizes[at]);
    const fileName = names[at] ?? "";
    if (!isObject(labels)) return [{ fileName, ...size, objects: [] }];
    if (isVideo[at] !== true) return [{ fileName, ...size, objects: reader.read(labels, size) }];
    return Object.entries(labels).flatMap(([frame, one]) =>
      isObject(one)
        ? [{ fileName: "", frame: Number(frame), video: fileName, ...size, objects: reader.read(one, size) }]
        : [],
    );
  });
  return reader.points.requireSizes(pictures, "Encord");
}

/** In the order of the group. In the first version a row is a video itself. */
function unitsOf(row: JsonObject): readonly JsonObject[] {
  const { data_units: units, labels } = row;
  if (!isObject(units)) return isObject(labels) ? [row] : [];
  const order = (unit: JsonObject): number => numberOf(unit["data_sequence"]) ?? 0;
  return objectsOf(Object.values(units)).toSorted((a, b) => order(a) - order(b));
}

/** Hashes of objects that are on several pictures or frames. */
function hashesOftenUsed(units: readonly JsonObject[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { labels } of units) {
    const own = isObject(labels) ? [labels, ...objectsOf(Object.values(labels))] : [];
    for (const { objectHash } of own.flatMap(({ objects }) => objectsOf(objects)))
      counts.set(textOf(objectHash), (counts.get(textOf(objectHash)) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([hash, count]) => (count > 1 && hash !== "" ? [hash] : [])));
}

class Objects {
  readonly points: PixelPoints;
  readonly #leftOut: SkipCounter;
  readonly #shared: ReadonlySet<string>;
  readonly #tracks = new TrackNumbers();

  constructor(leftOut: SkipCounter, shared: ReadonlySet<string>) {
    this.points = new PixelPoints(leftOut);
    this.#leftOut = leftOut;
    this.#shared = shared;
  }

  read({ objects, classifications }: JsonObject, size: ImageSize | undefined): readonly TranslatedObject[] {
    for (const _ of objectsOf(classifications)) this.#leftOut.add("class of a whole picture");
    return objectsOf(objects).flatMap((object) => this.#objectOf(object, size) ?? []);
  }

  #objectOf(object: JsonObject, size: ImageSize | undefined): TranslatedObject | undefined {
    const { name, value, shape, objectHash, confidence } = object;
    const place = this.#placeOf(object, size);
    if (place === "unsized") return undefined;
    if (place === undefined) return this.#leftOut.add(`object of the kind "${textOf(shape)}"`);
    const hash = textOf(objectHash);
    const score = numberOf(confidence);
    return {
      type: textOf(name) || textOf(value),
      ...place,
      ...(this.#shared.has(hash) && { track: this.#tracks.of(hash) }),
      ...(score !== undefined && score < 1 && { score }),
      attributes: attributesOf(object["metadata"]),
    };
  }

  #placeOf(object: JsonObject, size: ImageSize | undefined): Place | "unsized" | undefined {
    const box = object["boundingBox"] ?? object["bounding_box"] ?? object["rotatableBoundingBox"];
    if (isObject(box)) {
      const [x, y, w, h] = ["x", "y", "w", "h"].map((key) => numberOf(box[key]));
      if (x === undefined || y === undefined || w === undefined || h === undefined) return undefined;
      const corners = this.points.inPixels(cornersOf(x, y, w, h), size);
      if (corners === undefined) return "unsized";
      return placeOfPoints("rectangle", turned(corners, numberOf(box["theta"]) ?? 0));
    }
    const kind = textOf(object["shape"]);
    const points = pointsIn(object["polygon"] ?? object["point"]);
    if (points.length === 0) return undefined;
    const pixels = this.points.inPixels(points, size);
    return pixels === undefined ? "unsized" : placeOfPoints(kind, pixels);
  }
}

const cornersOf = (x: number, y: number, w: number, h: number): readonly XY[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

/** By degrees clockwise around the middle. */
function turned(corners: readonly XY[], degrees: number): readonly XY[] {
  if (degrees === 0) return corners;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [first = [0, 0], , third = [0, 0]] = corners;
  const [cx, cy] = [(first[0] + third[0]) / 2, (first[1] + third[1]) / 2];
  return corners.map(([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]);
}

/** `{0: {x, y}, 1: …}`, a list of those, or numbers. */
function pointsIn(value: unknown): readonly XY[] {
  if (Array.isArray(value) && value.length >= 2 && value.every((one) => typeof one === "number"))
    return pairsOf(numbersOf(value) ?? []);
  const list = Array.isArray(value) ? objectsOf(value) : isObject(value) ? objectsOf(Object.values(value)) : [];
  return list.map(({ x, y }) => [numberOf(x) ?? NaN, numberOf(y) ?? NaN] as const);
}
