/** The VGG Image Annotator: projects and exports of version 2. Version 3 is in `via3.ts`. */
import { isObject, type JsonObject } from "../../json.ts";
import { dialectOf, rowsOf } from "../text/table-text.ts";
import {
  attributesOf,
  ellipse,
  type SkipCounter,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

/** Attributes that give the type of an object, by their most common names. */
const typeNames = ["type", "class", "label", "name", "category", "species"];

export function translateVia2(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!isObject(document)) return undefined;
  const { _via_img_metadata: metadata = document } = document;
  if (!isObject(metadata)) return undefined;
  return Object.values(metadata)
    .filter(isObject)
    .filter((entry) => Object.hasOwn(entry, "filename"))
    .map(({ filename, regions }) => ({
      fileName: textOf(filename),
      // In version 1 they are numbered.
      objects: objectsOf(isObject(regions) ? Object.values(regions) : regions).flatMap(
        (region) => objectOf(region, leftOut) ?? [],
      ),
    }));
}

function objectOf(
  { shape_attributes: shape, region_attributes: said }: JsonObject,
  leftOut: SkipCounter,
): TranslatedObject | undefined {
  if (!isObject(shape)) return leftOut.add("region without a shape");
  const attributes = flatAttributes(said);
  const place = placeOf(shape);
  if (place === undefined) return leftOut.add(`shape "${textOf(shape["name"])}"`);
  return { ...typed(attributes), ...place };
}

/** One row per region, with its shape and attributes as JSON in cells. */
export function translateViaCsv(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const [header, ...rows] = rowsOf(text, dialectOf(text.replace(/^\ufeff?#/, "")));
  // Version 1 has `#` before the names.
  const names = header?.cells.map((cell) => cell.trim().toLowerCase().replace(/^#/, "")) ?? [];
  const at = (name: string): number => names.indexOf(name);
  const [name, shape, attributes] = [at("filename"), at("region_shape_attributes"), at("region_attributes")];
  if (name < 0 || shape < 0 || attributes < 0) return undefined;
  const regions = new Map<string, TranslatedObject[]>();
  for (const { cells } of rows) {
    const fileName = cells[name] ?? "";
    if (fileName === "") continue;
    const list = regions.get(fileName) ?? [];
    regions.set(fileName, list);
    const [shapeOf, said] = [parseCell(cells[shape]), parseCell(cells[attributes])];
    // A picture without regions also has a row.
    if (isObject(shapeOf) && Object.keys(shapeOf).length === 0) continue;
    const object = objectOf({ shape_attributes: shapeOf, region_attributes: said }, leftOut);
    if (object !== undefined) list.push(object);
  }
  return [...regions].map(([fileName, objects]) => ({ fileName, objects }));
}

export function parseCell(cell: string | undefined): unknown {
  try {
    return JSON.parse(cell ?? "");
  } catch {
    return undefined;
  }
}

/** Check boxes are objects of the selected choices. */
export function flatAttributes(said: unknown): JsonObject {
  if (!isObject(said)) return {};
  const ticked = Object.entries(said).map(([name, value]) => [
    name,
    isObject(value)
      ? Object.keys(value)
          .filter((key) => value[key] === true)
          .join(", ")
      : value,
  ]);
  return attributesOf(Object.fromEntries(ticked));
}

export function typed(attributes: JsonObject): Pick<TranslatedObject, "type" | "attributes"> {
  const names = Object.keys(attributes);
  const name =
    names.find((one) => typeNames.includes(one.toLowerCase())) ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return { type: "", attributes };
  const { [name]: type, ...others } = attributes;
  return { type: textOf(type), attributes: others };
}

export type Place = Pick<TranslatedObject, "box" | "segmentation" | "points">;

function placeOf(shape: JsonObject): Place | undefined {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => numberOf(shape[name]));
  if (shape["name"] === "rect" && x !== undefined && y !== undefined && width !== undefined && height !== undefined) {
    return { box: [x, y, width, height] };
  }
  const [cx, cy, r, rx = r, ry = r, theta = 0] = ["cx", "cy", "r", "rx", "ry", "theta"].map((name) =>
    numberOf(shape[name]),
  );
  if (cx !== undefined && cy !== undefined) {
    if (shape["name"] === "point") return numberedPoints([[cx, cy]]);
    if (rx !== undefined && ry !== undefined && rx > 0 && ry > 0) return ellipse([cx, cy], [rx, ry], theta);
  }
  const [xs, ys] = [numbersOf(shape["all_points_x"]), numbersOf(shape["all_points_y"])];
  const isArea = shape["name"] === "polygon";
  if (!isArea || xs === undefined || ys === undefined || xs.length < 3 || xs.length !== ys.length) return undefined;
  return { segmentation: [xs.flatMap((at, index) => [at, ys[index] ?? 0])] };
}
