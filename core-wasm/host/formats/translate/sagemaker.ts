/** Manifests of SageMaker Ground Truth: a picture a line, with boxes under the name of the labeling job. */
import { isObject, type JsonObject } from "../../json.ts";
import {
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
  if (job === undefined || !isObject(value)) return { fileName, objects: [] };
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
