/** Sets of research that have one JSON file of polygons per picture: Cityscapes and CityPersons, ADE20K, ISAT. */
import { isObject } from "../../json.ts";
import {
  type Known,
  numberOf,
  numbersOf,
  objectsOf,
  pathOfPairs,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

/** `aachen_000000_000019_gtFine_polygons.json` is about `aachen_000000_000019_leftImg8bit.png`. */
export function translateCityscapes(
  document: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["objects"])) return undefined;
  return [
    {
      fileName: fileName.replace(/_gt[A-Za-z]+(_polygons)?\.json$/, "_leftImg8bit.png").replace(/\.json$/i, ""),
      width: numberOf(document["imgWidth"]),
      height: numberOf(document["imgHeight"]),
      objects: objectsOf(document["objects"]).flatMap((object) => {
        const { label, polygon, bbox, bboxVis: visible, instanceId: id, deleted } = object;
        if (deleted === 1 || deleted === true) return leftOut.add("deleted object") ?? [];
        const place = placeOf(pathOfPairs(polygon), bbox);
        if (place === undefined) return leftOut.add("object without a polygon or box") ?? [];
        const seen = numbersOf(visible);
        const attributes = {
          ...(numberOf(id) !== undefined && { instance: numberOf(id) }),
          ...(seen !== undefined && { visible_box: seen.join(", ") }),
        };
        return [{ type: textOf(label), ...place, attributes }];
      }),
    },
  ];
}

/** The polygons of objects and of their parts; masks are in other files. */
export function translateAde20k(
  document: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  const annotation = isObject(document) ? document["annotation"] : undefined;
  if (!isObject(annotation)) return undefined;
  const [height, width] = numbersOf(annotation["imsize"]) ?? [];
  // MATLAB writes a list of one as that one.
  const objects = isObject(annotation["object"]) ? [annotation["object"]] : objectsOf(annotation["object"]);
  return [
    {
      fileName: textOf(annotation["filename"]) || fileName.replace(/\.json$/i, ""),
      width,
      height,
      objects: objects.flatMap(({ name, raw_name: raw, polygon, occluded }) => {
        const { x, y } = isObject(polygon) ? polygon : {};
        const [across, down] = [numbersOf(x) ?? [], numbersOf(y) ?? []];
        const path = across.flatMap((left, at) => [left, down[at] ?? Number.NaN]);
        if (path.length < 6 || path.some(Number.isNaN)) return leftOut.add("object without a polygon") ?? [];
        const attributes = textOf(occluded) === "" ? {} : { occluded: textOf(occluded) !== "no" };
        return [{ type: textOf(raw) || textOf(name), segmentation: [path], attributes }];
      }),
    },
  ];
}

/** Polygons of one group are one object. */
export function translateIsat(
  document: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !isObject(document["info"])) return undefined;
  const { name, width, height } = document["info"];
  const parts = objectsOf(document["objects"]).map((part, at) => ({ part, at }));
  const byObject = Map.groupBy(parts, ({ part: { category, group }, at }) =>
    numberOf(group) === undefined ? `${at}` : `${textOf(category)} ${numberOf(group)}`,
  );
  return [
    {
      fileName: textOf(name) || fileName.replace(/\.json$/i, ""),
      width: numberOf(width),
      height: numberOf(height),
      objects: [...byObject.values()].flatMap((own) => {
        const { category, note, iscrowd } = own[0]?.part ?? {};
        const paths = own.map(({ part }) => pathOfPairs(part["segmentation"])).filter((path) => path.length >= 6);
        if (paths.length === 0) return leftOut.add("object without a polygon") ?? [];
        const attributes = {
          ...(textOf(note) !== "" && { note: textOf(note) }),
          ...((iscrowd === true || iscrowd === 1) && { iscrowd: true }),
        };
        return [{ type: textOf(category), segmentation: paths, attributes }];
      }),
    },
  ];
}

function placeOf(path: readonly number[], box: unknown): Pick<TranslatedObject, "box" | "segmentation"> | undefined {
  const [left, top, width, height] = numbersOf(box) ?? [];
  const hasBox = left !== undefined && top !== undefined && width !== undefined && height !== undefined;
  if (!hasBox && path.length < 6) return undefined;
  return {
    ...(hasBox && { box: [left, top, width, height] as const }),
    ...(path.length >= 6 && { segmentation: [path] }),
  };
}
