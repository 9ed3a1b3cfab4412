/** Tools that write one file per picture, named like it: Supervisely, DOTA and ICDAR. */
import { isObject, type JsonObject } from "../../json.ts";
import {
  attributesOf,
  type LeftOut,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  pairsOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";

/** `reef.jpg.json`, or `reef.json` in older versions. */
export function translateSupervisely(
  document: unknown,
  leftOut: LeftOut,
  fileName: string,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["objects"])) return undefined;
  const { height, width } = isObject(document["size"]) ? document["size"] : {};
  const objects = objectsOf(document["objects"]).flatMap((figure) => figureOf(figure, leftOut) ?? []);
  return [
    {
      fileName: fileName.replace(/\.json$/i, ""),
      ...{ width: numberOf(width), height: numberOf(height) },
      objects,
    },
  ];
}

/** A figure of a picture, or of a frame of a video. */
function figureOf(
  { classTitle, geometryType: kind, points, tags }: JsonObject,
  leftOut: LeftOut,
): TranslatedObject | undefined {
  const path = isObject(points) ? flatPath(points["exterior"]) : [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = path;
  const said = objectsOf(tags).map(({ name, value }) => [textOf(name), value ?? true]);
  const common = { type: textOf(classTitle) || "unknown", attributes: attributesOf(Object.fromEntries(said)) };
  if (kind === "rectangle" && path.length === 4) {
    return { ...common, box: [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)] };
  }
  if (kind === "point" && path.length === 2) return { ...common, ...numberedPoints([[x1, y1]]) };
  if (kind !== "polygon" || path.length < 6) return leftOut.add(`figure of the kind "${textOf(kind)}"`);
  const interior = isObject(points) && Array.isArray(points["interior"]) ? points["interior"] : [];
  const holes = interior.map(flatPath).filter((hole) => hole.length >= 6);
  const segmentation = holes.length === 0 ? [path] : [{ exterior: pairsOf(path), interiors: holes.map(pairsOf) }];
  return { ...common, segmentation };
}

/** Objects, which are tracks, and their figures on each frame. */
export function translateSuperviselyVideo(
  document: unknown,
  leftOut: LeftOut,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["frames"])) return undefined;
  const keyOf = ({ key, id }: JsonObject): string => textOf(key) || textOf(id);
  const tracks = new Map(objectsOf(document["objects"]).map((one, track) => [keyOf(one), { one, track }]));
  const rows = objectsOf(document["frames"]).flatMap(({ index, figures }) =>
    objectsOf(figures).flatMap((figure): readonly FrameRow[] => {
      const frame = numberOf(index) ?? -1;
      const found = tracks.get(textOf(figure["objectKey"]) || textOf(figure["objectId"]));
      if (!isFrame(frame) || found === undefined) return leftOut.add("figure without an object or a frame") ?? [];
      const { classTitle, tags } = found.one;
      const points = isObject(figure["geometry"]) ? figure["geometry"]["points"] : undefined;
      const object = figureOf({ classTitle, tags, geometryType: figure["geometryType"], points }, leftOut);
      return object === undefined ? [] : [{ frame, object: { ...object, track: found.track } }];
    }),
  );
  const events = objectsOf(document["tags"]).length;
  for (let count = 0; count < events; count++) leftOut.add("tag of the whole video");
  return picturesOfFrames(rows);
}

function flatPath(points: unknown): readonly number[] {
  if (!Array.isArray(points)) return [];
  return (points as readonly unknown[]).flatMap((point) => numbersOf(point)?.slice(0, 2) ?? []);
}

/** `x1 y1 x2 y2 x3 y3 x4 y4 type difficult`: corners of a box that may be rotated, after lines about the picture. */
export function translateDota(
  text: unknown,
  leftOut: LeftOut,
  fileName: string,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const objects = linesOf(text)
    .filter((line) => !/^(imagesource|gsd):/i.test(line))
    .flatMap((line): readonly TranslatedObject[] => {
      const cells = line.split(/\s+/);
      const corners = cells.slice(0, 8).map(Number);
      const [type = "", difficult] = cells.slice(8);
      if (!corners.every(Number.isFinite) || type === "") {
        leftOut.add("line without four corners and a type");
        return [];
      }
      const attributes = difficult === undefined ? {} : { difficult: difficult === "1" };
      return [{ type, segmentation: [corners], attributes }];
    });
  return [{ fileName: fileName.replace(/\.txt$/i, ""), objects }];
}

/** `x1,y1,x2,y2,x3,y3,x4,y4,text`, in a file called `gt_` and the picture; `###` is a text that cannot be read. */
export function translateIcdar(
  text: unknown,
  leftOut: LeftOut,
  fileName: string,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const objects = linesOf(text).flatMap((line): readonly TranslatedObject[] => {
    const cells = line.split(",");
    const corners = cells.slice(0, 8).map(Number);
    const words = cells.slice(8).join(",").trim();
    if (corners.length < 8 || !corners.every(Number.isFinite)) return leftOut.add("line without four corners") ?? [];
    return [
      { type: "text", segmentation: [corners], attributes: words === "###" ? { illegible: true } : { text: words } },
    ];
  });
  return [{ fileName: fileName.replace(/^(gt|res)_/i, "").replace(/\.txt$/i, ""), objects }];
}

const linesOf = (text: string): readonly string[] =>
  text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
