/** SuperAnnotate: one file per picture, with shapes as `instances`. */
import { isObject, type JsonObject } from "../../json.ts";
import {
  ellipse,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  pairsOf,
  type Known,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateSuperAnnotate(
  document: unknown,
  leftOut: SkipCounter,
  known: Known,
): readonly TranslatedPicture[] | undefined {
  // The first version has the instances of a whole project by the names of pictures.
  if (isObject(document) && document["instances"] === undefined && document["metadata"] === undefined) {
    const pictures = Object.entries(document).filter(([name, own]) => !name.startsWith("___") && Array.isArray(own));
    return pictures.flatMap(([name, own]) => translateSuperAnnotate(own, leftOut, { ...known, fileName: name }) ?? []);
  }
  // Older files are a list of instances, in a file called `name.jpg___objects.json`.
  const { metadata, instances } = isObject(document) ? document : { metadata: undefined, instances: document };
  if (!Array.isArray(instances)) return undefined;
  const { name, width, height } = isObject(metadata) ? metadata : {};
  const objects = objectsOf(instances).filter(({ type }) => type !== "meta" && type !== "comment");
  return [
    {
      fileName: textOf(name) || known.fileName.replace(/(___\w+)?\.json$/i, ""),
      width: numberOf(width),
      height: numberOf(height),
      objects: objects.flatMap((instance) => objectOf(instance, leftOut) ?? []),
    },
  ];
}

function objectOf(instance: JsonObject, leftOut: SkipCounter): TranslatedObject | undefined {
  const { className, probability, attributes } = instance;
  const place = placeOf(instance);
  if (place === undefined) return leftOut.add(`instance of the kind "${textOf(instance["type"])}"`);
  const percent = numberOf(probability);
  return {
    type: textOf(className),
    score: percent !== undefined && percent >= 0 && percent <= 100 ? percent / 100 : undefined,
    attributes: Object.fromEntries(
      objectsOf(attributes).flatMap(({ groupName, name: value }) =>
        textOf(groupName) === "" ? [] : [[textOf(groupName), textOf(value)]],
      ),
    ),
    ...place,
  };
}

type Place = Pick<TranslatedObject, "box" | "segmentation" | "points">;

function placeOf({ type, points, exclude, ...instance }: JsonObject): Place | undefined {
  const [x, y, cx, cy, rx, ry, angle] = ["x", "y", "cx", "cy", "rx", "ry", "angle"].map((name) =>
    numberOf(instance[name]),
  );
  switch (type) {
    case "bbox": {
      const [x1, y1, x2, y2] = cornersOf(points, 2);
      if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
      return { box: [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)] };
    }
    case "rbbox": {
      const corners = cornersOf(points, 4);
      return corners.length === 8 ? { segmentation: [corners] } : undefined;
    }
    case "polygon":
      return polygonOf(numbersOf(points) ?? [], exclude);
    case "ellipse":
      if (cx === undefined || cy === undefined || rx === undefined || ry === undefined) return undefined;
      return ellipse([cx, cy], [rx, ry], ((angle ?? 0) * Math.PI) / 180);
    case "point":
      return x === undefined || y === undefined ? undefined : numberedPoints([[x, y]]);
    case "template":
      return templateOf(points);
    default:
      return undefined;
  }
}

/** Of `{x1, y1, x2, …}`. */
function cornersOf(points: unknown, count: number): readonly number[] {
  if (!isObject(points)) return [];
  const names = Array.from({ length: count }, (_, at) => [`x${at + 1}`, `y${at + 1}`]).flat();
  return numbersOf(names.map((name) => points[name])) ?? [];
}

function polygonOf(path: readonly number[], exclude: unknown): Place | undefined {
  if (path.length < 6 || path.length % 2 !== 0) return undefined;
  const lists = Array.isArray(exclude) ? (exclude as readonly unknown[]) : [];
  const holes = lists.map((hole) => numbersOf(hole) ?? []).filter(({ length }) => length >= 6 && length % 2 === 0);
  if (holes.length === 0) return { segmentation: [path] };
  return { segmentation: [{ exterior: pairsOf(path), interiors: holes.map(pairsOf) }] };
}

function templateOf(points: unknown): Place | undefined {
  const named = objectsOf(points).flatMap(({ id, x, y }, at) => {
    const [left, top] = [numberOf(x), numberOf(y)];
    return left === undefined || top === undefined
      ? []
      : [{ name: textOf(id) || String(at + 1), xy: [left, top] as const }];
  });
  return named.length === 0 ? undefined : { points: named };
}
