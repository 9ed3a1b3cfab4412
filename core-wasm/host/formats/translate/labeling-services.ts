/** Exports of Hasty, Scale and Dataloop: pictures with boxes, polygons and points in pixels. */
import { isObject, type JsonObject } from "../../json.ts";
import {
  attributesOf,
  ellipse,
  type Known,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  pathOf,
  pathOfPairs,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

type Place = Pick<TranslatedObject, "box" | "segmentation" | "points">;

/** Boxes are two corners; masks without a polygon are not read. */
export function translateHasty(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["images"])) return undefined;
  const images = objectsOf(document["images"]);
  for (const _ of images.flatMap(({ tags }) => (Array.isArray(tags) ? tags : []))) leftOut.add("tag of a picture");
  return images.map(({ image_name: name, width, height, labels }) => ({
    fileName: textOf(name),
    width: numberOf(width),
    height: numberOf(height),
    objects: objectsOf(labels).flatMap(({ class_name: type, bbox, polygon, mask, attributes }) => {
      const [x1, y1, x2, y2] = numbersOf(bbox) ?? [];
      const path = pathOfPairs(polygon);
      const hasBox = x1 !== undefined && y1 !== undefined && x2 !== undefined && y2 !== undefined;
      if (!hasBox && path.length < 6) return leftOut.add("label without a box or polygon") ?? [];
      if (path.length < 6 && mask !== null && mask !== undefined) leftOut.add("mask, whose box was read");
      return [
        {
          type: textOf(type),
          ...(hasBox && { box: [x1, y1, x2 - x1, y2 - y1] as const }),
          ...(path.length >= 6 && { segmentation: [path] }),
          attributes: attributesOf(attributes),
        },
      ];
    }),
  }));
}

/** Tasks, each about one picture, with the answer as its response. */
export function translateScale(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!Array.isArray(document)) return undefined;
  return objectsOf(document).map(({ params, response }) => {
    const { attachment } = isObject(params) ? params : {};
    const { annotations } = isObject(response) ? response : {};
    if (isObject(annotations)) leftOut.add("answer that is in another file");
    return {
      fileName: endOfAddress(textOf(attachment)),
      objects: objectsOf(annotations).flatMap((annotation) => {
        const place = placeInScale(annotation);
        const kind = textOf(annotation["type"]) || "unknown";
        if (place === undefined) return leftOut.add(`annotation of the kind "${kind}"`) ?? [];
        const { label, attributes } = annotation;
        return [{ type: textOf(label), ...place, attributes: attributesOf(attributes) }];
      }),
    };
  });
}

function placeInScale({ type, left, top, width, height, vertices, x, y }: JsonObject): Place | undefined {
  const [boxLeft, boxTop, boxWidth, boxHeight] = [left, top, width, height].map(numberOf);
  if (boxLeft !== undefined && boxTop !== undefined && boxWidth !== undefined && boxHeight !== undefined) {
    return { box: [boxLeft, boxTop, boxWidth, boxHeight] };
  }
  const [pointX, pointY] = [numberOf(x), numberOf(y)];
  if (pointX !== undefined && pointY !== undefined) return numberedPoints([[pointX, pointY]]);
  const path = pathOf(vertices);
  if (type === "ellipse" && path?.length === 8) {
    const [topX = 0, topY = 0, rightX = 0, rightY = 0, bottomX = 0, bottomY = 0, leftX = 0, leftY = 0] = path;
    const radii = [
      Math.hypot(rightX - leftX, rightY - leftY) / 2,
      Math.hypot(topX - bottomX, topY - bottomY) / 2,
    ] as const;
    return ellipse([(rightX + leftX) / 2, (rightY + leftY) / 2], radii, Math.atan2(rightY - leftY, rightX - leftX));
  }
  // Lines and cuboids have vertices, too.
  return type === "polygon" && path !== undefined ? { segmentation: [path] } : undefined;
}

/** One picture per file. */
export function translateDataloop(
  document: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["annotations"])) return undefined;
  const { filename, annotations, metadata } = document;
  const { width, height } = isObject(metadata) && isObject(metadata["system"]) ? metadata["system"] : {};
  return [
    {
      fileName: textOf(filename).replace(/^\/+/, "") || fileName.replace(/\.json$/i, ""),
      width: numberOf(width),
      height: numberOf(height),
      objects: objectsOf(annotations).flatMap(({ label, type, coordinates, attributes: words, metadata: about }) => {
        const place = placeInDataloop(textOf(type), coordinates);
        if (place === undefined) return leftOut.add(`annotation of the kind "${textOf(type)}"`) ?? [];
        const { confidence } =
          isObject(about) && isObject(about["user"]) && isObject(about["user"]["model"]) ? about["user"]["model"] : {};
        const { attributes } = isObject(about) && isObject(about["system"]) ? about["system"] : {};
        const flags = Array.isArray(words) ? words.map(textOf).filter((word) => word !== "") : [];
        return [
          {
            type: textOf(label),
            ...place,
            score: numberOf(confidence),
            attributes: {
              ...Object.fromEntries(flags.map((word) => [word, true])),
              ...attributesOf(words),
              ...attributesOf(attributes),
            },
          },
        ];
      }),
    },
  ];
}

function placeInDataloop(type: string, coordinates: unknown): Place | undefined {
  const corners = cornersIn(coordinates);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
  if (type === "box" && corners.length === 4) {
    return { box: [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)] };
  }
  if (type === "box" && corners.length === 8) return { segmentation: [corners] };
  if (type === "segment" && Array.isArray(coordinates)) {
    const rings = (coordinates as readonly unknown[]).map(pathOf).filter((ring) => ring !== undefined);
    return rings.length > 0 ? { segmentation: rings } : undefined;
  }
  if (!isObject(coordinates)) return undefined;
  const [x, y, rx, ry] = ["x", "y", "rx", "ry"].map((name) => numberOf(coordinates[name]));
  if (type === "point" && x !== undefined && y !== undefined) return numberedPoints([[x, y]]);
  const [cx, cy] = cornersIn([coordinates["center"]]);
  if (type !== "ellipse" || cx === undefined || cy === undefined || rx === undefined || ry === undefined)
    return undefined;
  return ellipse([cx, cy], [rx, ry], ((numberOf(coordinates["angle"]) ?? 0) * Math.PI) / 180);
}

const cornersIn = (points: unknown): readonly number[] =>
  objectsOf(points).flatMap(({ x, y }) => [numberOf(x) ?? Number.NaN, numberOf(y) ?? Number.NaN]);

function endOfAddress(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^.*\//s, "");
}
