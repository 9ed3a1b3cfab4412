/** Tools that write one file per picture, named like it: Supervisely, DOTA and ICDAR. */
import { isObject, type JsonObject } from "../../json.ts";
import { cornersOf } from "../exchange/shapes.ts";
import {
  attributesOf,
  type Bitmaps,
  type Known,
  type SkipCounter,
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
  leftOut: SkipCounter,
  { fileName, bitmaps }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["objects"])) return undefined;
  const { height, width } = isObject(document["size"]) ? document["size"] : {};
  const objects = objectsOf(document["objects"]).flatMap((figure) => figureOf(figure, bitmaps, leftOut) ?? []);
  return [
    {
      fileName: fileName.replace(/\.json$/i, ""),
      width: numberOf(width),
      height: numberOf(height),
      objects,
    },
  ];
}

/** A figure of a picture, or of a frame of a video. */
function figureOf(
  { classTitle, geometryType: kind, points, tags, bitmap, nodes, angle }: JsonObject,
  bitmaps: Bitmaps,
  leftOut: SkipCounter,
): TranslatedObject | undefined {
  const path = isObject(points) ? flatPath(points["exterior"]) : [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = path;
  const said = objectsOf(tags).map(({ name, value }) => [textOf(name), value ?? true]);
  const common = { type: textOf(classTitle), attributes: attributesOf(Object.fromEntries(said)) };
  if (kind === "rectangle" && path.length === 4) {
    return { ...common, box: [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)] };
  }
  if (kind === "oriented_bbox" && path.length === 4) {
    const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;
    return { ...common, segmentation: [cornersOf(box, numberOf(angle) ?? 0).flat()] };
  }
  const mask = isObject(bitmap) ? bitmaps.get(bitmap) : undefined;
  if (mask !== undefined) return { ...common, segmentation: mask };
  const named = kind === "graph" && isObject(nodes) ? nodesOf(nodes) : [];
  if (named.length > 0) return { ...common, points: named };
  if (kind === "point" && path.length === 2) return { ...common, ...numberedPoints([[x1, y1]]) };
  if (kind !== "polygon" || path.length < 6) return leftOut.add(`figure of the kind "${textOf(kind)}"`);
  const interior = isObject(points) && Array.isArray(points["interior"]) ? points["interior"] : [];
  const holes = interior.map(flatPath).filter((hole) => hole.length >= 6);
  const segmentation = holes.length === 0 ? [path] : [{ exterior: pairsOf(path), interiors: holes.map(pairsOf) }];
  return { ...common, segmentation };
}

/** Points of a skeleton by their ids, without those that are hidden by choice. */
function nodesOf(nodes: JsonObject): NonNullable<TranslatedObject["points"]> {
  return Object.entries(nodes).flatMap(([name, node]) => {
    const [x, y] = isObject(node) && node["disabled"] !== true ? (numbersOf(node["loc"]) ?? []) : [];
    return x === undefined || y === undefined ? [] : [{ name, xy: [x, y] as const }];
  });
}

/** Objects, which are tracks, and their figures on each frame. */
export function translateSuperviselyVideo(
  document: unknown,
  leftOut: SkipCounter,
  { bitmaps }: Known,
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
      const geometry = isObject(figure["geometry"]) ? figure["geometry"] : {};
      const given = { ...geometry, classTitle, tags, geometryType: figure["geometryType"] };
      const object = figureOf(given, bitmaps, leftOut);
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
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const objects = linesOf(text)
    .filter((line) => !/^(imagesource|gsd):/i.test(line))
    .flatMap((line): readonly TranslatedObject[] => {
      const cells = line.split(/[\s,]+/);
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

/** Writing systems of the ninth column in the multilingual sets of 2017 and 2019. */
const scripts = /^(arabic|latin|chinese|japanese|korean|bangla|hindi|symbols|mixed|none)$/i;

/**
 * `x1,y1,x2,y2,x3,y3,x4,y4,text`, possibly with the writing system before the text, or without it; or, as in 2013,
 * `left, top, right, bottom, "text"`, also with blanks. In a file called `gt_` and the picture; `###` is a text that
 * cannot be read.
 */
export function translateIcdar(
  text: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const lines = linesOf(text);
  const hasScripts = lines.every(
    (line) => scripts.test(line.split(",")[8]?.trim() ?? "") && line.split(",").length > 9,
  );
  const objects = lines.flatMap((line): readonly TranslatedObject[] => {
    const box = /^([\d.]+)[,\s]\s*([\d.]+)[,\s]\s*([\d.]+)[,\s]\s*([\d.]+)[,\s]\s*"(.*)"$/.exec(line);
    if (box !== null) {
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = box.slice(1, 5).map(Number);
      if (![x1, y1, x2, y2].every(Number.isFinite)) return leftOut.add("line without a box") ?? [];
      return [{ type: "text", box: [x1, y1, x2 - x1, y2 - y1], attributes: wordsOf(box[5] ?? "") }];
    }
    const cells = line.split(",");
    const corners = cells.slice(0, 8).map(Number);
    if (corners.length < 8 || !corners.every(Number.isFinite)) return leftOut.add("line without four corners") ?? [];
    const words = cells.slice(hasScripts ? 9 : 8).join(",");
    const script = hasScripts ? { script: cells[8]?.trim() ?? "" } : {};
    return [{ type: "text", segmentation: [corners], attributes: { ...script, ...wordsOf(words) } }];
  });
  return [{ fileName: fileName.replace(/^(gt|res)_/i, "").replace(/\.txt$/i, ""), objects }];
}

function wordsOf(given: string): JsonObject {
  const words = given.trim();
  if (words === "") return {};
  return words === "###" ? { illegible: true } : { text: words };
}

const linesOf = (text: string): readonly string[] =>
  text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
