/** Exports of Kili: assets with their labels. Positions are fractions; answers about a video are by its frames. */
import type { XY } from "../exchange/shapes.ts";
import { isObject, type JsonObject } from "../../json.ts";
import type { ImageSize } from "../../types.ts";
import { sizeToUse } from "../pictures/size-to-use.ts";
import { PixelPoints, placeOfPoints, TrackNumbers } from "./plain-shapes.ts";
import {
  type Known,
  numberOf,
  objectsOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateKili(
  document: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  const assets = objectsOf(Array.isArray(document) ? document : [document]);
  const names = assets.map(({ externalId, content }) => textOf(externalId) || textOf(content));
  const answers = assets.map((asset) => answerOf(asset, leftOut));
  const isVideo = answers.map((answer) => Object.keys(answer).some((key) => /^\d+$/.test(key)));
  const sizes = sizesOf(names.map((name, at) => (isVideo[at] === true ? "" : name)));
  const reader = new Answers(leftOut);
  const pictures = assets.flatMap(({ resolution }, at): readonly TranslatedPicture[] => {
    const size = sizeToUse(sizeIn(resolution), sizes[at]);
    const answer = answers[at] ?? {};
    if (isVideo[at] !== true) return [{ fileName: names[at] ?? "", ...size, objects: reader.read(answer, size) }];
    return Object.entries(answer).map(([frame, jobs]) => ({
      fileName: "",
      frame: Number(frame),
      video: names[at] ?? "",
      ...size,
      objects: isObject(jobs) ? reader.read(jobs, size, `${at} `) : [],
    }));
  });
  return reader.points.requireSizes(pictures, "Kili");
}

function sizeIn(resolution: unknown): ImageSize | undefined {
  const { width, height } = isObject(resolution) ? resolution : {};
  const [wide, high] = [numberOf(width), numberOf(height)];
  return wide === undefined || high === undefined ? undefined : { width: wide, height: high };
}

/** Of the latest label that is not a prediction. */
function answerOf({ latestLabel, labels }: JsonObject, leftOut: SkipCounter): JsonObject {
  const all = isObject(latestLabel) ? [latestLabel] : objectsOf(labels);
  const [chosen, ...others] = all.toSorted(
    (a, b) =>
      Number(a["labelType"] === "PREDICTION") - Number(b["labelType"] === "PREDICTION") ||
      Number(b["isLatestLabelForUser"] === true) - Number(a["isLatestLabelForUser"] === true) ||
      (textOf(a["createdAt"]) < textOf(b["createdAt"]) ? 1 : -1),
  );
  for (const _ of others) leftOut.add("further label of an asset");
  const answer = chosen?.["jsonResponse"];
  return isObject(answer) ? answer : {};
}

class Answers {
  readonly points: PixelPoints;
  readonly #leftOut: SkipCounter;
  readonly #tracks = new TrackNumbers();

  constructor(leftOut: SkipCounter) {
    this.points = new PixelPoints(leftOut);
    this.#leftOut = leftOut;
  }

  /** @param video begins the ids of tracks; absent: a picture */
  read(jobs: JsonObject, size: ImageSize | undefined, video?: string): readonly TranslatedObject[] {
    return Object.values(jobs).flatMap((job): readonly TranslatedObject[] => {
      if (!isObject(job)) return [];
      if (!Array.isArray(job["annotations"]) && Array.isArray(job["categories"]))
        return this.#leftOut.add("class of a whole picture") ?? [];
      return objectsOf(job["annotations"]).flatMap((one) => {
        const object = this.#objectOf(one, size);
        const track = video === undefined ? undefined : this.#tracks.of(video + textOf(one["mid"]));
        return object === undefined ? [] : [{ ...object, track }];
      });
    });
  }

  #objectOf(annotation: JsonObject, size: ImageSize | undefined): TranslatedObject | undefined {
    const { type: kind, boundingPoly: rings, point, categories, children } = annotation;
    const [outer, ...holes] = Array.isArray(rings) ? objectsOf(rings) : isObject(point) ? [{ vertices: [point] }] : [];
    const given = this.#pixels(outer, size);
    if (given === undefined) return undefined;
    const place = placeOfPoints(kind === "marker" ? "point" : textOf(kind), given);
    if (place === undefined) return this.#leftOut.add(`annotation of the kind "${textOf(kind)}"`);
    if (holes.length > 0) this.#leftOut.add("hole of a polygon");
    const [category] = objectsOf(categories);
    const confidence = numberOf(category?.["confidence"]);
    return {
      type: textOf(category?.["name"]),
      ...place,
      ...(confidence !== undefined && confidence < 100 && { score: confidence / 100 }),
      attributes: answersIn(children),
    };
  }

  /** Older exports may have pixels, too. */
  #pixels(ring: JsonObject | undefined, size: ImageSize | undefined): readonly XY[] | undefined {
    const pairsIn = (list: unknown): readonly XY[] =>
      objectsOf(list).map(({ x, y }) => [numberOf(x) ?? NaN, numberOf(y) ?? NaN]);
    const pixels = pairsIn(ring?.["vertices"]);
    const arePixels = pixels.some(([x, y]) => x > 1 || y > 1);
    if (arePixels && pixels.every((xy) => xy.every(Number.isFinite))) return pixels;
    const fractions = ring?.["normalizedVertices"] === undefined ? pixels : pairsIn(ring["normalizedVertices"]);
    if (fractions.length === 0 || !fractions.every((xy) => xy.every(Number.isFinite)))
      return this.#leftOut.add("annotation without points");
    return this.points.inPixels(fractions, size);
  }
}

/** Answers to questions about an object, by the names of the questions. */
function answersIn(children: unknown): JsonObject {
  const given = Object.entries(isObject(children) ? children : {}).flatMap(([question, answer]) => {
    if (!isObject(answer)) return [];
    const names = objectsOf(answer["categories"]).map(({ name }) => textOf(name));
    const text = names.length > 0 ? names.join(", ") : textOf(answer["text"]);
    return text === "" ? [] : [[question, text]];
  });
  return Object.fromEntries(given) as JsonObject;
}
