/**
 * The catalog of problems with an input. The core reports a number, the position here; this file turns it into a
 * stable code and a message. `npm run generate` copies the numbers to the core's code.
 */
import type { Problem } from "../../types.ts";
import { times } from "./problem-kind.ts";

/** The message for a value: a track id, a frame, a version; NaN if none exists. */
type Sentence = (value: number) => string;

interface ProblemKind {
  readonly code: string;
  readonly severity: Problem["severity"];
  /** The read ends here: nothing of the file is kept. */
  readonly isFatal?: true;
  readonly sentence: Sentence;
}

const fatal = (code: string, sentence: Sentence | string): ProblemKind => ({
  ...error(code, sentence),
  isFatal: true,
});
const error = (code: string, sentence: Sentence | string): ProblemKind => kind("error", code, sentence);
const warning = (code: string, sentence: Sentence | string): ProblemKind => kind("warning", code, sentence);

function kind(severity: Problem["severity"], code: string, sentence: Sentence | string): ProblemKind {
  return { code, severity, sentence: typeof sentence === "string" ? () => sentence : sentence };
}

/** ` 7`, or empty. */
const spaced = (value: number): string => (Number.isNaN(value) ? "" : ` ${value}`);
const track = (value: number): string => (Number.isNaN(value) ? "A track" : `Track ${value}`);

/**
 * For one annotation, or for all.
 * @param count more than ids, if not all of those are known
 */
export function withoutBounds(ids: readonly string[], count = ids.length): string {
  const more = count > maxIdsNamed ? ` (and ${count - maxIdsNamed} more)` : "";
  return `${count} COCO annotation(s) cannot be imported because they have no bbox and no usable polygon segmentation (ids: ${ids.slice(0, maxIdsNamed).join(", ")}${more}). Provide bbox [x, y, width, height] or polygon segmentation as [[x1, y1, ...]]. Annotations with only RLE segmentation masks still require a bbox.`;
}

const maxIdsNamed = 10;

/**
 * The message when the file is refused because of one of these problems: annotations without bounds are listed
 * together, as api/v1 does.
 */
export function refusalOf(reason: Problem, problems: readonly Problem[]): Problem {
  if (reason.code !== "coco-no-bounds") return reason;
  const all = problems.filter(({ code }) => code === reason.code);
  return {
    ...reason,
    message: withoutBounds(all.map(({ annotationId }) => String(annotationId ?? "?"))),
  };
}

/** First those that end the read, then those that skip something, then warnings. */
export const problemKinds: readonly ProblemKind[] = [
  fatal("json-syntax", "This is not valid JSON."),
  fatal(
    "json-ends-early",
    (value) => `The file ends early, at byte ${value}, in the middle of its JSON: it was cut off.`,
  ),
  fatal("json-too-deep", "Values are nested more than 4096 levels deep; nothing was read."),
  fatal("json-not-a-list", "A list of tracks or groups was expected."),
  fatal("json-not-an-object", "No array-type json objects are supported: a DIVE annotation document is an object."),
  fatal("json-version-unknown", (value) => `Version unknown: ${value}. Versions 1 and 2 can be read.`),
  fatal("json-no-tracks", "This JSON has no tracks: it is not a DIVE annotation document."),
  fatal("json-text-after-end", "There is text after the end of the JSON value."),

  error("json-track-not-an-object", "A track must be an object; this one was left out."),
  error("json-track-without-id", "A track has no id; it was left out."),
  error(
    "track-id-out-of-range",
    (value) => `Track id${spaced(value)} is not an integer from 0 to 4294967294; left out.`,
  ),
  error("duplicate-track-id", (value) => `${track(value)} occurs a second time; the first one was kept.`),
  error("json-frame-missing", "A detection has no frame; its track was left out."),
  error("frame-out-of-range", (value) => `Frame${spaced(value)} is not an integer from 0 to 2147483647; left out.`),
  error("json-bounds-missing", "A detection has no bounds; its track was left out."),
  error("json-bounds-malformed", "Bounds must be four finite numbers; the track was left out."),
  error("json-pairs-malformed", "confidencePairs must be a list of [type, number]; the track was left out."),
  error("json-features-malformed", "features must be a list of objects; the track was left out."),
  error(
    "json-number-not-finite",
    (value) => `${track(value)} has a number that is not finite, which JSON cannot hold; left out.`,
  ),
  error("json-attributes-malformed", "attributes must be an object; the track was left out."),
  error(
    "json-group-malformed",
    "A group must be an object with integer id, begin and end, in this order of time; it was left out.",
  ),
  error("duplicate-group-id", (value) => `Group${spaced(value)} occurs a second time; the first one was kept.`),
  error("csv-too-few-cells", (value) => `A row needs at least 9 cells, this one has ${value}; it was left out.`),
  error("csv-id-malformed", "Cell 1 must be a track id, an integer from 0; the row was left out."),
  error("csv-frame-malformed", "Cell 3 must be a frame number, an integer from 0; the row was left out."),
  error("csv-bounds-not-a-number", "Cells 4 to 7 must be numbers; the row was left out."),
  error("csv-confidence-not-a-number", "A confidence must be a number; the row was left out."),
  error("csv-quote-open", "A quote is never closed; the row was left out."),
  error(
    "csv-image-unknown",
    (value) => `The dataset has no image of this name; the detection on frame ${value} was left out.`,
  ),
  error(
    "csv-image-ambiguous",
    (value) =>
      `It is not clear which image of the dataset this name means; the detection on frame ${value} was left out.`,
  ),
  error("mot-cell-not-a-number", (value) => `Cell ${value} must be a number; the row was left out.`),
  error("mot-too-few-cells", (value) => `A row needs at least 6 cells, this one has ${value}; it was left out.`),
  error(
    "mot-frame-malformed",
    (value) => `Cell 1 must be a frame number, an integer from 1, and is ${value}; the row was left out.`,
  ),
  error("mot-size-negative", "Cells 5 and 6, width and height, must not be negative; the row was left out."),
  error("coco-annotation-malformed", "An annotation must be an object; this one was left out."),
  error("coco-image-malformed", "An image must be an object with its own id; this one was left out."),
  error("coco-image-unknown", "The annotation's image_id names no image of the file; it was left out."),
  error("coco-image-not-in-dataset", "The annotation's image is not in the dataset; it was left out."),
  error("coco-track-id-malformed", "track_id must be an integer from 0 to 4294967294; the annotation was left out."),
  error("coco-no-bounds", (value) => withoutBounds([Number.isNaN(value) ? "?" : String(value)])),
  error("coco-keypoints-ambiguous", "Multiple head/tail keypoints per annotation not supported"),

  warning("json-key-is-not-id", (value) => `The key of track ${value} differs from its id; the id counts.`),
  warning(
    "json-range-corrected",
    (value) => `Begin and end of track ${value} differ from its first and last detection, which count.`,
  ),
  warning(
    "detections-unsorted",
    (value) => `The detections of track ${value} were not in frame order; they were sorted.`,
  ),
  warning(
    "duplicate-detection",
    (value) =>
      `${track(value)} has several detections on one frame; the last one was kept (of COCO, the one with the greatest id).`,
  ),
  warning(
    "track-without-keyframe",
    (value) => `${track(value)} has detections, but none of them is a keyframe; nothing is computed between them.`,
  ),
  warning("json-flag-not-boolean", "keyframe and interpolate must be true or false; the value was ignored."),
  warning("json-length-ignored", "fishLength must be a finite number; the value was ignored."),
  warning("csv-length-not-a-number", "Cell 9, the target length, must be a number; it was ignored."),
  warning(
    "csv-confidence-ignored",
    "Cell 8, the confidence, must be a number; it was ignored, and 1 was taken for a row without types.",
  ),
  warning("csv-pair-incomplete", "A type without confidence was ignored."),
  warning("csv-token-unknown", "An unknown token was ignored."),
  warning("csv-point-malformed", "(kp) needs a name and two numbers; the token was ignored."),
  warning(
    "csv-polygon-malformed",
    "A polygon needs at least three points with two numbers each; the token was ignored.",
  ),
  warning("csv-hole-without-polygon", "(hole) must follow a (poly); the token was ignored."),
  warning("csv-attribute-malformed", "An attribute needs a name and a value; the token was ignored."),
  warning(
    "csv-different-images-one-frame",
    (value) => `Different images carry frame ${value}; match by image name to tell them apart.`,
  ),
  warning("mot-class-unknown", (value) => `Class ${value} has no name; its number became the type.`),
  warning("mot-world-ignored", "Positions in the world, cells 8 to 10, are not read."),
  warning(
    "mot-confidence-outside",
    (value) => `Cell 7, the confidence of a row, is ${value}: confidences are from 0 to 1, or -1 for none.`,
  ),
  warning(
    "csv-type-overruled",
    (value) => `Rows of one track have different types (${times(value)}); the last row that has one counts.`,
  ),
  warning(
    "csv-confidence-overruled",
    (value) =>
      `Rows of one track have different confidences (${times(value)}): a track has one, that of its last row with a type.`,
  ),
  warning(
    "coco-type-overruled",
    (value) => `Annotations of one track have different types (${times(value)}); that of the last frame counts.`,
  ),
  warning("mot-frames-from-zero", "A row is on frame 0, so the frames of this file were taken to count from 0, not 1."),
  warning("csv-mask-malformed", "(mask) needs a path below the folder of the file; the token was ignored."),
  warning(
    "json-member-ignored",
    "A member of the document is not what it should be, or holds NaN or Infinity; left out.",
  ),
  warning(
    "coco-masks-skipped",
    "The COCO file included run-length encoded segmentation masks that are not supported. Bounding boxes and other annotation data were imported, but masks were skipped.",
  ),
  warning(
    "coco-prob-length",
    'Some annotations had a "prob" array whose length did not match the number of categories. Class probabilities were ignored for those annotations; the primary category and score were imported instead.',
  ),
  warning(
    "coco-prob-names",
    'The COCO file contains duplicate category names, so "prob" arrays cannot be mapped to class names. Class probabilities were ignored; primary categories and scores were imported instead.',
  ),
  warning(
    "coco-pairs-malformed",
    'Some annotations had malformed "dive_confidence_pairs" values. Those values were ignored; a valid "prob" vector or the primary category and score were imported instead.',
  ),
  warning(
    "coco-id-replaced",
    (value) => `Annotations without an id that a track can have got new ones, from ${value} on.`,
  ),
  warning(
    "coco-id-repeated",
    (value) =>
      `Several annotations have the id ${value}, and only track_id joins annotations to a track: all but the first of each id got new ones.`,
  ),
  warning("coco-category-unknown", "The annotation's category_id names no category of the file; its type is unknown."),
  warning("coco-member-ignored", "A member of an annotation has no meaning in this form and was ignored."),
  warning("coco-polygon-malformed", "A polygon needs at least three points with two numbers each; it was ignored."),
  warning("coco-score-outside", (value) => `The score of an annotation is ${value}: scores are from 0 to 1.`),
];

/** Positions of the last kind that ends the read, and of the last kind that skips something. */
export const lastFatal = problemKinds.findLastIndex(({ isFatal }) => isFatal);
export const lastSkipping = problemKinds.findLastIndex(({ severity }) => severity === "error");

/** A problem of the core's catalog that the host finds itself. */
export function coreProblem(code: string, value: number): Problem {
  const kind = problemKinds.find((one) => one.code === code);
  if (kind === undefined) throw new Error(`There is no problem ${code}.`);
  const about = aboutOf[code];
  return { severity: kind.severity, code, message: kind.sentence(value), ...(about && { [about]: value }) };
}

/** For problems without a place: the number's meaning, by which the text is searched. */
export const aboutOf: Readonly<Record<string, "trackId" | "frame">> = {
  "csv-different-images-one-frame": "frame",
  "duplicate-detection": "trackId",
};
