/** OpenLABEL, and VCD before it: objects whose shapes are listed by frame, or once for all. Shapes in space are not read. */
import type { XY } from "../exchange/shapes.ts";
import { isObject, type JsonObject } from "../../json.ts";
import { type Place, TrackNumbers } from "./plain-shapes.ts";
import {
  attributesOf,
  numberedPoints,
  numbersOf,
  objectsOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { isFrame } from "./video-frames.ts";

export function translateOpenLabel(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  const root = isObject(document) ? (document["openlabel"] ?? document["vcd"]) : undefined;
  if (!isObject(root)) return undefined;
  const objects = isObject(root["objects"]) ? root["objects"] : {};
  const frames = Object.entries(isObject(root["frames"]) ? root["frames"] : {});
  const reader = new Shapes(objects, leftOut);
  const pictures = frames.flatMap(([number, frame]): readonly TranslatedPicture[] => {
    if (!isObject(frame) || !isFrame(Number(number))) return leftOut.add("frame without a number") ?? [];
    const { objects: own, frame_properties: facts } = frame;
    return [{ fileName: fileIn(facts), frame: Number(number), objects: reader.read(isObject(own) ? own : {}) }];
  });
  const lasting = reader.read(objects, pictures.length > 0);
  if (pictures.length === 0) return [{ fileName: "", frame: 0, objects: lasting }];
  const areNamed = pictures.every(({ fileName }) => fileName !== "");
  return pictures.map(({ frame, ...picture }) => (areNamed ? picture : { ...picture, fileName: "", frame }));
}

/** The picture of the only camera, if the frame names it. */
function fileIn(facts: unknown): string {
  const { streams } = isObject(facts) ? facts : {};
  const addresses = objectsOf(Object.values(isObject(streams) ? streams : {})).map(({ uri }) => textOf(uri));
  return addresses.length === 1 ? (addresses[0] ?? "") : "";
}

class Shapes {
  readonly #objects: JsonObject;
  readonly #leftOut: SkipCounter;
  readonly #tracks = new TrackNumbers();
  /** The first camera with a shape; those of others are left out. */
  #camera: string | undefined;

  constructor(objects: JsonObject, leftOut: SkipCounter) {
    this.#objects = objects;
    this.#leftOut = leftOut;
  }

  /** @param areCounted shapes that hold for all frames, next to those of frames, are only counted */
  read(objects: JsonObject, areCounted = false): readonly TranslatedObject[] {
    return Object.entries(objects).flatMap(([id, object]) => {
      const data = isObject(object) ? object["object_data"] : undefined;
      const named = this.#objects[id];
      const { type, name } = isObject(named) ? named : {};
      const shapes = isObject(data) ? this.#shapesIn(data) : [];
      if (areCounted) {
        for (const _ of shapes) this.#leftOut.add("shape that belongs to no frame");
        return [];
      }
      return shapes.map(({ place, attributes }, at) => ({
        type: textOf(type).replace(/^#/, "") || textOf(name),
        track: this.#tracks.of(at === 0 ? id : `${id} ${at}`),
        ...place,
        attributes: { ...valuesIn(data), ...attributes },
      }));
    });
  }

  #shapesIn(data: JsonObject): readonly { readonly place: Place; readonly attributes: JsonObject }[] {
    return Object.entries(data).flatMap(([kind, list]) => {
      if (plainKinds.includes(kind)) return [];
      return objectsOf(list).flatMap((shape) => {
        const place = placeOf(kind, shape);
        if (place === undefined) return this.#leftOut.add(`shape of the kind "${kind}"`) ?? [];
        const attributes = valuesIn(shape["attributes"]);
        const camera = [shape["coordinate_system"], attributes["stream"], attributes["coordinate_system"]]
          .map(textOf)
          .find((text) => text !== "");
        this.#camera ??= camera;
        if (camera !== undefined && camera !== this.#camera) return this.#leftOut.add("shape of another camera") ?? [];
        return [{ place, attributes }];
      });
    });
  }
}

const plainKinds = ["text", "num", "boolean", "vec"];

/** `{boolean: [{name, val}], num: […], text: […]}`. */
function valuesIn(value: unknown): JsonObject {
  const lists = isObject(value) ? plainKinds.flatMap((kind) => objectsOf(value[kind])) : [];
  return attributesOf(Object.fromEntries(lists.map(({ name, val }) => [textOf(name) || "value", val])));
}

/** A box is its middle and its size; an angle is in radians. */
function placeOf(kind: string, { val, mode, closed }: JsonObject): Place | undefined {
  const numbers = numbersOf(val) ?? [];
  const [x = NaN, y = NaN, width = NaN, height = NaN, angle = 0] = numbers;
  if (kind === "bbox" && numbers.length === 4) return { box: [x - width / 2, y - height / 2, width, height] };
  if (kind === "rbbox" && numbers.length === 5) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const corners: readonly XY[] = [
      [-width / 2, -height / 2],
      [width / 2, -height / 2],
      [width / 2, height / 2],
      [-width / 2, height / 2],
    ];
    return { segmentation: [corners.flatMap(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos])] };
  }
  if (kind === "point2d" && numbers.length === 2) return numberedPoints([[x, y]]);
  const isPlain = mode === undefined || /ABSOLUTE$/.test(textOf(mode));
  const isRing = kind === "poly2d" && isPlain && closed !== false && numbers.length >= 6 && numbers.length % 2 === 0;
  return isRing ? { segmentation: [numbers] } : undefined;
}
