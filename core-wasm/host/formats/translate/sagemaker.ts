/** Manifests of SageMaker Ground Truth: a picture a line, with boxes under the name of the labeling job. */
import { isObject, type JsonObject } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import {
  attributesOf,
  entriesOf,
  numberOf,
  objectsOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateSageMaker(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  return entriesOf(text, leftOut)?.map((entry) => pictureOf(entry, leftOut));
}

/** Of several jobs, the first with boxes counts. */
function pictureOf(entry: JsonObject, leftOut: SkipCounter): TranslatedPicture {
  const fileName = textOf(entry["source-ref"]).replace(/^.*\//, "");
  const jobs = Object.entries(entry).filter(([, value]) => isObject(value) && Array.isArray(value["annotations"]));
  for (let further = 1; further < jobs.length; further++) leftOut.add("further labeling job of a picture");
  const [job, value] = jobs[0] ?? [];
  if (job === undefined || !isObject(value)) {
    if (Object.entries(entry).some(([name, one]) => name !== "source-ref" && /-ref$/.test(name) && one !== null)) {
      leftOut.add("sequence or mask whose labels are in another file: import that (`SeqLabel.json`) instead");
    }
    return { fileName, objects: [] };
  }
  const metadata = entry[`${job}-metadata`];
  const { "class-map": names, objects: facts } = isObject(metadata) ? metadata : {};
  const [size] = objectsOf(value["image_size"]);
  const scores = objectsOf(facts).map(({ confidence }) => numberOf(confidence));
  return {
    fileName,
    width: numberOf(size?.["width"]),
    height: numberOf(size?.["height"]),
    objects: objectsOf(value["annotations"]).flatMap(
      ({ class_id: id, left, top, width, height }, at): readonly TranslatedObject[] => {
        const [x, y, wide, high] = [left, top, width, height].map(numberOf);
        if (x === undefined || y === undefined || wide === undefined || high === undefined) {
          return leftOut.add("annotation without a box") ?? [];
        }
        const type = (isObject(names) && textOf(names[textOf(id)])) || textOf(id);
        return [{ type, score: scores[at], box: [x, y, wide, high] }];
      },
    ),
  };
}

/** `SeqLabel.json` of a job for videos: frames with boxes, whose objects have ids. */
export function translateSageMakerTracks(
  document: unknown,
  leftOut: SkipCounter,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document)) return undefined;
  const frames = objectsOf(document["tracking-annotations"] ?? document["detection-annotations"]);
  const tracks = new Map<string, number>();
  const unnamed = new Set<string>();
  const pictures = frames.map(({ frame, annotations }) => ({
    fileName: textOf(frame).replace(/^.*\//, ""),
    objects: objectsOf(annotations).flatMap((one): readonly TranslatedObject[] => {
      const [x, y, wide, high] = ["left", "top", "width", "height"].map((name) => numberOf(one[name]));
      if (x === undefined || y === undefined || wide === undefined || high === undefined) {
        return leftOut.add("annotation without a box") ?? [];
      }
      const id = textOf(one["object-id"]);
      const track = id === "" ? undefined : (tracks.get(id) ?? tracks.size);
      if (track !== undefined) tracks.set(id, track);
      // Called `fish:1`; the number of the class has its name in another file.
      const name = textOf(one["object-name"]).replace(/:\d+$/, "");
      const type = name || textOf(one["class-id"]);
      if (name === "") unnamed.add(type);
      const attributes = attributesOf(one["label-category-attributes"]);
      return [{ type, track, box: [x, y, wide, high], attributes }];
    }),
  }));
  if (unnamed.size > 0) leftOut.problems.push(readerProblem("translated-classes-numbered", [[...unnamed].join(", ")]));
  return pictures;
}
