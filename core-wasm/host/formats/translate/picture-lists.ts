/** Tools whose files are lists of pictures or boxes: CreateML, BDD100K (Scalabel), FathomNet, COCO results. */
import { isObject, type JsonObject } from "../../json.ts";
import { chooseVideo, notFoundProblems, videoProblems } from "../pictures/choose-video.ts";
import {
  attributesOf,
  type Known,
  type SkipCounter,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

/** Boxes are given by their center. */
export function translateCreateMl(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!Array.isArray(document)) return undefined;
  return objectsOf(document).map(({ image, imagefilename, annotations, annotation }) => ({
    fileName: textOf(image) || textOf(imagefilename),
    objects: objectsOf(annotations ?? annotation).flatMap(({ label, coordinates, ...others }) => {
      const numbers = isObject(coordinates)
        ? ["x", "y", "width", "height"].map((name) => numberOf(coordinates[name]))
        : [];
      const [x, y, width, height] = numbers;
      if (x === undefined || y === undefined || width === undefined || height === undefined) {
        return leftOut.add("annotation without coordinates") ?? [];
      }
      const box = [x - width / 2, y - height / 2, width, height] as const;
      return [{ type: textOf(label), box, attributes: attributesOf(others) }];
    }),
  }));
}

/** A picture with its masks, which have no types. */
export function translateSam(document: unknown): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !isObject(document["image"])) return undefined;
  const { file_name: fileName, width, height } = document["image"];
  const objects = objectsOf(document["annotations"]).map(({ bbox, segmentation, predicted_iou, stability_score }) => {
    const [x, y, w, h] = numbersOf(bbox) ?? [];
    const hasBox = x !== undefined && y !== undefined && w !== undefined && h !== undefined;
    return {
      type: "",
      attributes: attributesOf({ predicted_iou, stability_score }),
      ...(hasBox && { box: [x, y, w, h] as const }),
      ...(isObject(segmentation) && { segmentation }),
    };
  });
  return [{ fileName: textOf(fileName), width: numberOf(width), height: numberOf(height), objects }];
}

/** Pictures by their addresses; facts of the dive are not read. */
export function translateFathomNet(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!Array.isArray(document)) return undefined;
  return objectsOf(document).map(({ url, width, height, boundingBoxes }) => ({
    fileName: textOf(url)
      .replace(/[?#].*$/s, "")
      .replace(/^.*\//s, ""),
    width: numberOf(width),
    height: numberOf(height),
    objects: objectsOf(boundingBoxes).flatMap(({ concept, x, y, width: w, height: h, ...others }) => {
      const [left, top, wide, high] = [x, y, w, h].map(numberOf);
      if (left === undefined || top === undefined || wide === undefined || high === undefined) {
        return leftOut.add("annotation without a box") ?? [];
      }
      const attributes = attributesOf(others, [
        "id",
        "uuid",
        "userDefinedKey",
        "createdTimestamp",
        "lastUpdatedTimestamp",
      ]);
      return [{ type: textOf(concept), box: [left, top, wide, high] as const, attributes }];
    }),
  }));
}

/** A list of frames of one video, or of pictures; in a video, ids of labels are those of tracks. */
export function translateBdd(
  document: unknown,
  leftOut: SkipCounter,
  { videoNames, askedVideo }: Known,
): readonly TranslatedPicture[] | undefined {
  const listed = Array.isArray(document) ? document : isObject(document) ? document["frames"] : undefined;
  if (!Array.isArray(listed)) return undefined;
  const names = objectsOf(listed)
    .map(videoOf)
    .filter((name) => name !== "");
  const chosen = chooseVideo(names, videoNames);
  const isOne = chosen?.wanted !== undefined;
  const frames = objectsOf(listed).filter((frame) => !isOne || videoOf(frame) === chosen.name);
  if (isOne) leftOut.problems.push(...videoProblems(chosen, names));
  else leftOut.problems.push(...notFoundProblems(askedVideo, names));
  const tracks = new Map<string, number>();
  const whole = isObject(document) ? textOf(document["name"]) : "";
  const pictures = frames.map((frame) => {
    const { name: own, size, labels: given, objects } = frame;
    // The first version of BDD100K has one frame per file, with the name of the file and `objects`.
    const [name, labels] = [textOf(own) || (frames.length === 1 ? whole : ""), given ?? objects];
    const { width, height } = isObject(size) ? size : {};
    return {
      fileName: textOf(name),
      width: numberOf(width),
      height: numberOf(height),
      objects: objectsOf(labels).flatMap((label) => bddObject(label, videoOf(frame), tracks, leftOut)),
    };
  });
  if (!isOne && new Set(names).size > 1) leftOut.add("name of a video: frames of several are read as one sequence");
  return pictures;
}

const videoOf = ({ videoName, video_name: former }: JsonObject): string => textOf(videoName) || textOf(former);

function bddObject(
  { id, category, box2d, poly2d, rle, score, attributes }: JsonObject,
  video: string,
  tracks: Map<string, number>,
  leftOut: SkipCounter,
): readonly TranslatedObject[] {
  const key = `${video} ${textOf(id)}`;
  const track = video === "" || textOf(id) === "" ? undefined : (tracks.get(key) ?? tracks.size + 1);
  if (track !== undefined) tracks.set(key, track);
  const [x1, y1, x2, y2] = isObject(box2d) ? ["x1", "y1", "x2", "y2"].map((name) => numberOf(box2d[name])) : [];
  const hasBox = x1 !== undefined && y1 !== undefined && x2 !== undefined && y2 !== undefined;
  const polygons = objectsOf(poly2d)
    .filter(({ closed }) => closed !== false)
    .map(({ vertices }) =>
      Array.isArray(vertices) ? vertices.flatMap((point) => numbersOf(point)?.slice(0, 2) ?? []) : [],
    )
    .filter((path) => path.length >= 6);
  if (!hasBox && polygons.length === 0 && !isObject(rle)) {
    leftOut.add("label without a box, polygon or mask");
    return [];
  }
  return [
    {
      type: textOf(category),
      track,
      score: numberOf(score),
      attributes: attributesOf(attributes),
      ...(hasBox && { box: [x1, y1, x2 - x1, y2 - y1] as const }),
      ...(polygons.length > 0 ? { segmentation: polygons } : isObject(rle) ? { segmentation: rle } : {}),
    },
  ];
}

/** Output of detectors: pictures and types are ids in a COCO file that is not available. */
export function translateCocoResults(
  document: unknown,
  leftOut: SkipCounter,
  { pictures }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!Array.isArray(document)) return undefined;
  const results = objectsOf(document);
  // As trainers write next to the id.
  const names = new Map(results.map(({ image_id: id, file_name: name }) => [textOf(id), textOf(name)]));
  const isNamed = results.some(({ image_id: id }) => typeof id === "string" && !/^\d+$/.test(id));
  const byPicture = Map.groupBy(results, ({ image_id: id }) => textOf(id));
  const ids = [...byPicture.keys()];
  // COCO's own pictures are called by their ids. Numbers after other words are those of frames, which count from 0.
  const idIn = (name: string): number => Number(/(?:^|[/\\])(?:COCO_\w+_)?(\d+)\.\w+$/i.exec(name)?.[1] ?? NaN);
  const numbered = new Map(pictures.map((name) => [idIn(name), name]));
  const areNumbers = ids.length > 0 && numbered.size === pictures.length && ids.every((id) => numbered.has(Number(id)));
  if (!isNamed) ids.sort((a, b) => Number(a) - Number(b));
  return ids.map((id) => ({
    // Without an extension it is matched by its stem.
    fileName: (names.get(id) ?? "") || (isNamed ? id : areNumbers ? (numbered.get(Number(id)) ?? "") : ""),
    objects: (byPicture.get(id) ?? []).flatMap(({ category_id: category, bbox, segmentation, score, keypoints }) => {
      const [x, y, width, height] = numbersOf(bbox) ?? [];
      const hasBox = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
      const points = keypointsOf(keypoints);
      if (!hasBox && !isObject(segmentation) && points.length === 0) {
        return leftOut.add("result without a box, mask or key points") ?? [];
      }
      return [
        {
          type: textOf(category),
          score: numberOf(score),
          ...(hasBox && { box: [x, y, width, height] as const }),
          ...(isObject(segmentation) && { segmentation }),
          ...(points.length > 0 && numberedPoints(points)),
        },
      ];
    }),
  }));
}

/** `x, y, visibility` again and again, without those that are not there. */
function keypointsOf(value: unknown): readonly (readonly [number, number])[] {
  const numbers = numbersOf(value) ?? [];
  return Array.from({ length: Math.floor(numbers.length / 3) }, (_, at) => numbers.slice(3 * at, 3 * at + 3)).flatMap(
    ([x = 0, y = 0, visibility = 0]) => (visibility > 0 ? [[x, y] as const] : []),
  );
}
