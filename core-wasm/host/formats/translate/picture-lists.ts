/** Tools whose files are lists of pictures or boxes: CreateML, BDD100K (Scalabel), V7 Darwin, COCO results. */
import { isObject, type JsonObject } from "../../json.ts";
import type { XY } from "../cvat/cvat-shapes.ts";
import {
  attributesOf,
  ellipse,
  type LeftOut,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  pathOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { BoxesBetween, type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";

/** Boxes are given by their center. */
export function translateCreateMl(document: unknown, leftOut: LeftOut): readonly TranslatedPicture[] | undefined {
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
      return [{ type: textOf(label) || "unknown", box, attributes: attributesOf(others) }];
    }),
  }));
}

/** A list of frames of one video, or of pictures; in a video, ids of labels are those of tracks. */
export function translateBdd(document: unknown, leftOut: LeftOut): readonly TranslatedPicture[] | undefined {
  const frames = Array.isArray(document) ? document : isObject(document) ? document["frames"] : undefined;
  if (!Array.isArray(frames)) return undefined;
  const tracks = new Map<string, number>();
  const videos = new Set<string>();
  const pictures = objectsOf(frames).map(({ name, videoName, size, labels }) => {
    const { width, height } = isObject(size) ? size : {};
    const video = textOf(videoName);
    if (video !== "") videos.add(video);
    return {
      fileName: textOf(name),
      ...{ width: numberOf(width), height: numberOf(height) },
      objects: objectsOf(labels).flatMap((label) => bddObject(label, video, tracks, leftOut)),
    };
  });
  if (videos.size > 1) leftOut.add("name of a video: frames of several are read as one sequence");
  return pictures;
}

function bddObject(
  { id, category, box2d, poly2d, rle, score, attributes }: JsonObject,
  video: string,
  tracks: Map<string, number>,
  leftOut: LeftOut,
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
      ...{ type: textOf(category) || "unknown", track, score: numberOf(score), attributes: attributesOf(attributes) },
      ...(hasBox && { box: [x1, y1, x2 - x1, y2 - y1] as const }),
      ...(polygons.length > 0 ? { segmentation: polygons } : isObject(rle) ? { segmentation: rle } : {}),
    },
  ];
}

/** One picture per file. */
export function translateDarwin(document: unknown, leftOut: LeftOut): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["annotations"])) return undefined;
  const { item, image, annotations } = document;
  const slots = isObject(item) ? objectsOf(item["slots"]) : [];
  const { width, height } = slots[0] ?? (isObject(image) ? image : {});
  const fileName = isObject(item) ? textOf(item["name"]) : isObject(image) ? textOf(image["filename"]) : "";
  const videos = objectsOf(annotations).filter((annotation) => isObject(annotation["frames"]));
  if (videos.length > 0) {
    const still = objectsOf(annotations).length - videos.length;
    for (let count = 0; count < still; count++) leftOut.add("annotation of the whole video");
    const between = new BoxesBetween();
    return picturesOfFrames(videos.flatMap((annotation, track) => darwinTrack(annotation, track, leftOut, between)));
  }
  return [
    {
      fileName,
      ...{ width: numberOf(width), height: numberOf(height) },
      objects: objectsOf(annotations).flatMap((annotation) => darwinObject(annotation, leftOut)),
    },
  ];
}

/**
 * Keyframes, and the ranges in which an object is there, whose ends are not part of them. Shapes that are not
 * interpolated stay until the next one.
 */
function darwinTrack(
  annotation: JsonObject,
  track: number,
  leftOut: LeftOut,
  between: BoxesBetween,
): readonly FrameRow[] {
  const { name, frames, ranges, interpolated } = annotation;
  const keyframes = Object.entries(isObject(frames) ? frames : {})
    .map(([frame, content]) => ({ frame: Number(frame), content }))
    .filter(({ frame }) => isFrame(frame))
    .toSorted((a, b) => a.frame - b.frame);
  const rows = keyframes.flatMap(({ frame, content }): readonly FrameRow[] => {
    const objects = isObject(content) ? darwinObject({ name, ...content }, leftOut) : [];
    return objects.map((object) => ({ frame, object: { ...object, track } }));
  });
  const spans = (Array.isArray(ranges) ? (ranges as readonly unknown[]) : []).flatMap((range) => {
    const [from = 0, to = 0] = numbersOf(range) ?? [];
    return to > from && isFrame(to) ? [{ from, to }] : [];
  });
  if (spans.length === 0) return interpolated === true ? between.addTo(rows) : rows;
  return spans.flatMap(({ from, to }) => {
    const within = rows.filter(({ frame }) => frame >= from && frame < to);
    const last = within.at(-1);
    // The last shape stays until the range ends.
    const all = last === undefined || last.frame === to - 1 ? within : [...within, { ...last, frame: to - 1 }];
    return between.addTo(all, interpolated === false);
  });
}

/** Center and radii of an ellipse, and a point, as `{x, y}`. */
function darwinPlace({ ellipse: oval, keypoint, skeleton }: JsonObject): Partial<TranslatedObject> | undefined {
  const pairIn = (value: unknown): XY | undefined => {
    const [x, y] = isObject(value) ? [numberOf(value["x"]), numberOf(value["y"])] : [];
    return x === undefined || y === undefined ? undefined : [x, y];
  };
  const [middle, radii] = isObject(oval) ? [pairIn(oval["center"]), pairIn(oval["radius"])] : [];
  if (isObject(oval) && middle && radii) return ellipse(middle, radii, numberOf(oval["angle"]) ?? 0);
  const point = pairIn(keypoint);
  if (point !== undefined) return numberedPoints([point]);
  const nodes = isObject(skeleton) ? objectsOf(skeleton["nodes"]) : [];
  const points = nodes.flatMap((node) => {
    const xy = pairIn(node);
    return xy === undefined ? [] : [{ name: textOf(node["name"]), xy }];
  });
  return points.length > 0 ? { points } : undefined;
}

function darwinObject(annotation: JsonObject, leftOut: LeftOut): readonly TranslatedObject[] {
  const { name, bounding_box: bounds, polygon } = annotation;
  const [x, y, w, h] = isObject(bounds) ? ["x", "y", "w", "h"].map((key) => numberOf(bounds[key])) : [];
  const paths = isObject(polygon)
    ? (Array.isArray(polygon["paths"]) ? polygon["paths"] : [polygon["path"]])
        .map(pathOf)
        .filter((path) => path !== undefined)
    : [];
  const hasBox = x !== undefined && y !== undefined && w !== undefined && h !== undefined;
  const place = darwinPlace(annotation);
  if (!hasBox && paths.length === 0 && place === undefined) {
    const kind = Object.keys(annotation).find((key) => isObject(annotation[key])) ?? "annotation";
    leftOut.add(`annotation of the kind "${kind}"`);
    return [];
  }
  return [
    {
      type: textOf(name) || "unknown",
      ...place,
      ...(hasBox && { box: [x, y, w, h] as const }),
      ...(paths.length > 0 && { segmentation: paths }),
    },
  ];
}

/** Output of detectors: pictures and types are ids in a COCO file that is not available. */
export function translateCocoResults(document: unknown, leftOut: LeftOut): readonly TranslatedPicture[] | undefined {
  if (!Array.isArray(document)) return undefined;
  const results = objectsOf(document);
  // As trainers write next to the id.
  const names = new Map(results.map(({ image_id: id, file_name: name }) => [textOf(id), textOf(name)]));
  const isNamed = results.some(({ image_id: id }) => typeof id === "string" && !/^\d+$/.test(id));
  const byPicture = Map.groupBy(results, ({ image_id: id }) => textOf(id));
  const ids = [...byPicture.keys()];
  if (!isNamed) ids.sort((a, b) => Number(a) - Number(b));
  return ids.map((id) => ({
    // Without an extension it is matched by its stem.
    fileName: (names.get(id) ?? "") || (isNamed ? id : ""),
    objects: (byPicture.get(id) ?? []).flatMap(({ category_id: category, bbox, segmentation, score }) => {
      const [x, y, width, height] = numbersOf(bbox) ?? [];
      const hasBox = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
      if (!hasBox && !isObject(segmentation)) return leftOut.add("result without a box or mask") ?? [];
      return [
        {
          type: textOf(category) || "unknown",
          score: numberOf(score),
          ...(hasBox && { box: [x, y, width, height] as const }),
          ...(isObject(segmentation) && { segmentation }),
        },
      ];
    }),
  }));
}
