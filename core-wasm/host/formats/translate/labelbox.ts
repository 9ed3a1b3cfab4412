/**
 * Labelbox: exports with a picture or a video a line, and older ones as a list of pictures. Objects of a video are tracks,
 * with a keyframe on each frame that is listed.
 */
import { isObject, type JsonObject } from "../../json.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import {
  entriesOf,
  type Known,
  numberedPoints,
  numberOf,
  objectsOf,
  pathOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";

export function translateLabelbox(
  text: unknown,
  leftOut: SkipCounter,
  known: Known,
): readonly TranslatedPicture[] | undefined {
  const entries = rowsOf(text, leftOut);
  if (entries === undefined) return undefined;
  if (entries.some((entry) => "Labeled Data" in entry || "Label" in entry)) {
    return entries.map((entry) => olderPicture(entry, leftOut));
  }
  const rows = entries.filter(({ data_row: row }) => isObject(row));
  const labels = rows.map((row) => labelOf(row, leftOut));
  if (labels.some((label) => isObject(label?.["frames"]))) {
    const labeled = rows.flatMap(({ data_row: row }, at) => {
      const label = labels[at];
      return label === undefined ? [] : [{ label, name: isObject(row) ? nameOf(row) : "" }];
    });
    return framesOf(labeled, leftOut, known);
  }
  return rows.map(({ data_row: row, media_attributes: media }, at) => ({
    fileName: isObject(row) ? nameOf(row) : "",
    ...(isObject(media) && { width: numberOf(media["width"]), height: numberOf(media["height"]) }),
    objects: objectsOf(labels[at]?.["objects"]).flatMap((object) => objectOf(object, leftOut) ?? []),
  }));
}

/** A row a line, or a list of them. */
function rowsOf(text: unknown, leftOut: SkipCounter): readonly JsonObject[] | undefined {
  if (typeof text !== "string" || !/^[\s\ufeff]*\[/.test(text)) return entriesOf(text, leftOut);
  try {
    return objectsOf(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}

/** Exports until 2023: objects of a picture in a list, or in the first version polygons by the names of their types. */
function olderPicture(
  { Label: label, "External ID": external, "Labeled Data": address }: JsonObject,
  leftOut: SkipCounter,
): TranslatedPicture {
  const fileName = nameOf({ external_id: external, row_data: address });
  if (!isObject(label)) return { fileName, objects: [] };
  const { objects: listed, classifications, ...byType } = label;
  countPictureAnswers(classifications, leftOut);
  if (Array.isArray(listed)) {
    return { fileName, objects: objectsOf(listed).flatMap((one) => olderObject(one, leftOut) ?? []) };
  }
  const objects = Object.entries(byType).flatMap(([type, outlines]) =>
    (Array.isArray(outlines) ? (outlines as readonly unknown[]) : []).flatMap(
      (outline): readonly TranslatedObject[] => {
        const path = pathOf(isObject(outline) ? outline["geometry"] : outline);
        return path === undefined ? (leftOut.add("object without an outline") ?? []) : [{ type, segmentation: [path] }];
      },
    ),
  );
  return { fileName, objects };
}

function olderObject(object: JsonObject, leftOut: SkipCounter): TranslatedObject | undefined {
  const { title, value, bbox, line, instanceURI } = object;
  const place = placeOf({ ...object, bounding_box: bbox });
  const kind = line !== undefined ? "line" : instanceURI !== undefined ? "mask" : "object";
  if (place === undefined) return leftOut.add(`object of the kind "${kind}"`);
  const answers = objectsOf(object["classifications"]).flatMap(({ title: question, answer, answers: several }) => {
    const all = Array.isArray(several) ? objectsOf(several) : [isObject(answer) ? answer : { title: answer }];
    const given = all.map((one) => textOf(one["title"])).filter((one) => one !== "");
    return given.length === 0 || textOf(question) === "" ? [] : [[textOf(question), given.join(", ")] as const];
  });
  return { type: textOf(title) || textOf(value), attributes: Object.fromEntries(answers), ...place };
}

/** The name that was given at the upload, else the end of the address. */
function nameOf({ external_id: external, global_key: key, row_data: address }: JsonObject): string {
  const ofAddress = textOf(address)
    .replace(/[?#].*$/s, "")
    .replace(/^.*\//, "");
  const names = [textOf(external), textOf(key), ofAddress];
  return names.find((name) => /\.\w+$/.test(name)) ?? names.find((name) => name !== "") ?? "";
}

/** The annotations of the newest label; Labelbox writes it first. */
function labelOf({ projects }: JsonObject, leftOut: SkipCounter): JsonObject | undefined {
  const labels = Object.values(isObject(projects) ? projects : {}).flatMap((project) =>
    isObject(project) ? objectsOf(project["labels"]) : [],
  );
  for (let further = 1; further < labels.length; further++) leftOut.add("further label of a picture");
  const annotations = labels[0]?.["annotations"];
  if (!isObject(annotations)) return undefined;
  countPictureAnswers(annotations["classifications"], leftOut);
  return annotations;
}

function countPictureAnswers(classifications: unknown, leftOut: SkipCounter): void {
  for (const _ of objectsOf(classifications)) leftOut.add("answer about a whole picture");
}

/** Frames count from 1. */
function framesOf(
  labeled: readonly { readonly label: JsonObject; readonly name: string }[],
  leftOut: SkipCounter,
  { videoNames, askedVideo }: Known,
): readonly TranslatedPicture[] {
  const videos = labeled.filter(({ label }) => isObject(label["frames"]));
  const chosen = chooseVideo(
    videos.map(({ name }) => name),
    videoNames,
  );
  const { label: video = {} } = videos.find(({ name }) => name === chosen?.name) ?? {};
  const others = labeled.filter(({ label }) => label !== video);
  for (const _ of others) leftOut.add("label of another video");
  const names = others.map(({ name }) => name);
  if (chosen !== undefined) leftOut.problems.push(...videoProblems(chosen, names, askedVideo));
  const tracks = new Map<string, number>();
  const frames = isObject(video["frames"]) ? video["frames"] : {};
  const rows = Object.entries(frames).flatMap(([number, content]): readonly FrameRow[] => {
    const frame = Number(number) - 1;
    const objects = isObject(content) && isObject(content["objects"]) ? content["objects"] : {};
    return Object.entries(objects).flatMap(([id, one]): readonly FrameRow[] => {
      const object = isObject(one) && isFrame(frame) ? objectOf(one, leftOut) : leftOut.add("object without a frame");
      if (object === undefined) return [];
      const track = tracks.get(id) ?? tracks.size;
      tracks.set(id, track);
      return [{ frame, object: { ...object, track } }];
    });
  });
  return picturesOfFrames(rows);
}

function objectOf(object: JsonObject, leftOut: SkipCounter): TranslatedObject | undefined {
  const { name, value, annotation_kind: kind, classifications } = object;
  const place = placeOf(object);
  if (place === undefined) return leftOut.add(`object of the kind "${textOf(kind)}"`);
  return { type: textOf(name) || textOf(value), attributes: answersOf(classifications), ...place };
}

function placeOf({
  bounding_box: box,
  polygon,
  point,
}: JsonObject): Pick<TranslatedObject, "box" | "segmentation" | "points"> | undefined {
  if (isObject(box)) {
    const [left, top, width, height] = ["left", "top", "width", "height"].map((name) => numberOf(box[name]));
    if (left === undefined || top === undefined || width === undefined || height === undefined) return undefined;
    return { box: [left, top, width, height] };
  }
  if (isObject(point)) {
    const [x, y] = [numberOf(point["x"]), numberOf(point["y"])];
    return x === undefined || y === undefined ? undefined : numberedPoints([[x, y]]);
  }
  const path = pathOf(polygon);
  return path && { segmentation: [path] };
}

/** Answers by the names of their questions; several are joined. */
function answersOf(classifications: unknown): JsonObject {
  return Object.fromEntries(
    objectsOf(classifications).flatMap(
      ({ name, radio_answer: radio, checklist_answers: checked, text_answer: written }) => {
        const texts = [
          ...(isObject(radio) ? [textOf(radio["name"])] : []),
          ...objectsOf(checked).map((one) => textOf(one["name"])),
          ...(isObject(written) ? [textOf(written["content"])] : []),
        ].filter((answer) => answer !== "");
        return texts.length === 0 || textOf(name) === "" ? [] : [[textOf(name), texts.join(", ")] as const];
      },
    ),
  );
}
