/**
 * The second half of the catalog of problems: those found by the host in parts that occur once per file, and in the
 * annotations as a whole. Those of formats that only it reads are in `reader-problems.ts`. Messages are built from the
 * words passed by the caller.
 */
import type { CoreError, Problem } from "../../types.ts";
import { error, type HostProblemKind, type Place, problemOf, refusalOfKind, warning } from "./problem-kind.ts";

export const hostProblemKinds = {
  // Read as it is, but probably a mistake: `findIssues`.
  "box-inverted": warning(
    (count, example) => `${count} box(es) end left of where they begin, or above; the first is ${example}.`,
  ),
  "box-empty": warning((count, example) => `${count} box(es) have no width or no height; the first is ${example}.`),
  "confidence-out-of-range": warning(
    (count, example) => `${count} confidence(s) are not between 0 and 1; the first is ${example}.`,
  ),
  "type-missing": warning(
    (count, example) => `${count} track(s) have no type but \`unknown\`; the first is ${example}.`,
  ),
  "type-unusual": warning(
    (count, example) =>
      `${count} track(s) have a type whose name is empty or longer than 200 characters; the first is ${example}.`,
  ),
  "track-gap": warning(
    (count, example) => `${count} time(s) a track has a gap between two of its detections; the first is ${example}.`,
  ),
  "track-jump": warning(
    (count, example) =>
      `${count} time(s) a box is more than twice its diagonal away from the frame before; the first is ${example}.`,
  ),
  "track-single-frame": warning(
    (count, example) => `${count} track(s) are on one frame only; the first is ${example}.`,
  ),
  "box-outside": warning((count, example) => `${count} box(es) extend beyond the picture; the first is ${example}.`),
  "box-duplicate": warning(
    (count, example) => `${count} box(es) appear twice, with the same type and bounds; the first is ${example}.`,
  ),
  "tracks-overlap": warning(
    (count, example) =>
      `${count} pair(s) of tracks with the same type overlap by 0.8 (IoU) or more on some frame; the first is ${example}.`,
  ),
  "type-unlisted": warning(
    (count, example) => `${count} track(s) have a type that is not in the list; the first is ${example}.`,
  ),
  "attribute-outside": warning(
    (count, example) =>
      `${count} attribute(s) have a value that their definition does not allow; the first is ${example}.`,
  ),
  "frame-behind-last": warning(
    (frame, last) =>
      `There are annotations up to frame ${frame}, but the last frame of the dataset is ${last}. They may have been made at another frame rate; those after the last frame cannot be seen.`,
  ),

  "boxes-like-fractions": warning(
    () =>
      "All boxes are between 0 and 1, as if they were fractions of the picture; they were read as pixels. Multiply them by the size of the pictures.",
  ),
  "boxes-like-corners": warning(
    () =>
      "Every box is wider and higher than it is away from the left and the top, as if the file had corners (x1, y1, x2, y2) where left, top, width and height belong; they were read as sizes.",
  ),
  "boxes-like-sizes": warning(
    (count, all) =>
      `${count} of ${all} boxes end before they begin, as if the file had left, top, width and height where corners (x1, y1, x2, y2) belong; they were read as corners.`,
  ),

  "picture-size-differs": error(
    (count, example) => `${count} picture(s) have another size than the file says; the first is ${example}.`,
  ),
  "picture-size-unreadable": warning(
    (count, names) =>
      `The size of ${count} picture(s) cannot be read, ${names} among them; boxes on them are not checked.`,
  ),

  "empty-file": error(() => "The file is empty (0 bytes)."),
  "source-several-files": error(
    (first, second) => `This format has one file, but there are several, ${first} and ${second} among them.`,
  ),
  "binary-file": error(() => "This is not a text file: it holds binary data, as videos and pictures do."),
  "file-too-large": error(
    (megabytes) =>
      `This kind of file has to be read in one piece, which may have ${megabytes} MB. Split it, or save it as UTF-8 if it is CSV or JSON.`,
  ),
  "text-converted": warning(
    (encoding) => `The file is not UTF-8; it was read as ${encoding}. Positions count in the converted text.`,
  ),
  "text-encoding-guessed": warning(
    (encoding) =>
      `The file is not UTF-8 and does not say what it is; it was read as ${encoding}, which fits its letters best. If names look wrong, save it as UTF-8.`,
  ),
  "text-bytes-damaged": error(
    () =>
      "There are bytes here that are not UTF-8, though the text around them is: they became `\ufffd`. Correct them.",
  ),
  "group-member-unknown": warning((group, member) => `Group ${group} has the member ${member}, which is not a track.`),

  "json-essential-misnamed": error(
    (where, name, meant, count) =>
      `\`${meant}\` is missing in ${where} (${count} time(s)); \`${name}\`, which is unknown, is there instead.`,
  ),
  "json-member-misnamed": warning(
    (where, name, meant, count) => `\`${name}\` is unknown in ${where} (${count} time(s)). Did you mean \`${meant}\`?`,
  ),
  "json-member-missing": warning(
    (where, name, consequence, count) => `${count} of the ${where} have no \`${name}\`: ${consequence}.`,
  ),

  "table-dialect": warning(
    (how) => `Cells are separated ${how}, as spreadsheet programs do in some countries; they were read accordingly.`,
  ),
  "table-rows-quoted": warning(
    () =>
      "Every row is in quotes as a whole, as when a CSV was opened as a single column and saved again; the quotes were taken off.",
  ),
  "table-numbers-spelled": warning(
    (example, plain) =>
      `Numbers have separators or signs that programs do not use; they were read without: ${example} as ${plain}.`,
  ),
  "csv-header-ignored": warning((key) => `\`${key}\` in the header is not what it should be; it was ignored.`),
  "csv-images-subsampled": warning(
    (found, item, difference) =>
      `A subsampling of images were used with the CSV but they were not sequentialfoundImage: ${found} item: ${item}item difference: ${difference}`,
  ),
  "csv-image-unclear": warning(
    (name, others) =>
      `Rows name the picture ${name}, which could also mean ${others}. Name the pictures in the file as they are called in the dataset.`,
  ),
  "csv-images-by-frame": warning(
    () => "No row names one picture of the dataset and no other; all rows are on the frames of their numbers.",
  ),
  "csv-images-unordered": warning(
    (found, item, difference) =>
      `Images were provided in an unexpected order and dataset contains multi-frame tracks.foundImage: ${found} item: ${item}itemDifference: ${difference}`,
  ),

  "coco-not-coco": error(
    (section) => `This JSON has no list of ${section}: COCO needs images, annotations and categories.`,
  ),
  "coco-frame-order": error(() => "Image track IDs exists and frame index do not match DIVE sort order"),
  "coco-several-videos": warning(
    (count) =>
      `The file has ${count} videos, which were read as one dataset: frames of different videos share their numbers.`,
  ),
  "coco-images-unmatched": warning(
    (count, names) => `${count} picture(s) of the file are not in the dataset, ${names} among them.`,
  ),
  "coco-mask-size": warning(
    (found, picture) =>
      `A mask is ${found}, and no picture of the file is, such as ${picture}: its polygons are in the wrong place unless that size is right. \`size\` is [height, width] of the picture.`,
  ),
  "coco-masks-outlined": warning(
    (count) => `${count} mask(s) were read as polygons, whose sides are at most half a pixel from the masks.`,
  ),
  "coco-images-unnamed": warning(
    (count) => `${count} picture(s) have no file_name and no coco_url; they are in the order of the file.`,
  ),
  "coco-category-repeated": warning(
    (id, name, other) =>
      `Two categories have the id ${id}: ${name}, which is used, and ${other}, which no annotation can mean. Give each its own id.`,
  ),
  "coco-images-by-order": warning(
    (name, example) =>
      `No picture of the file is called like one of the dataset: the file names ${name}, and the dataset has ${example}. They were put on the frames in the order of their names; if that is wrong, name them in the file as the dataset does.`,
  ),
  "coco-panoptic": warning(
    () =>
      "Panoptic segments were read as boxes: their shapes are in PNG files. To read those too, import a zip of both.",
  ),
  "coco-category-name": warning(
    () =>
      "Some COCO categories have no non-empty string name. Those positional category slots were ignored when importing classifications and hierarchy edges.",
  ),
  "coco-category-parents": warning(
    () =>
      'Some COCO categories declare multiple parents via "parents", which DIVE cannot represent. Only single-parent "supercategory" or one-element "parents" edges were imported.',
  ),
  "coco-hierarchy-names": warning(
    () =>
      "The COCO file contains duplicate category names, so category hierarchy edges cannot be mapped to class names. The dataset type hierarchy was left unchanged.",
  ),
  "coco-hierarchy-loop": warning(
    (reason) =>
      `The category hierarchy in the COCO file could not be applied: ${reason}. Annotations were imported without changing the dataset type hierarchy.`,
  ),

  "zip-broken": error(
    (reason) =>
      `This is not a complete zip archive (${reason}): it was damaged or cut off on its way. Copy or download it again.`,
  ),
  "zip-packed": error((reason) => `The archive ${reason}.`),
  "zip-encrypted": error(
    (name) => `The archive is protected by a password (${name} is encrypted): unpack it, and use the files in it.`,
  ),
  "zip-too-large": error((max) => `The archive unpacks to more than ${max}, as if made to exhaust the memory.`),
  "picture-ambiguous": error(
    (name, others) =>
      `${name} cannot be distinguished from ${others}; annotations on it were left out. Give each its own name.`,
  ),

  "configuration-not-an-object": error(() => "A configuration is a JSON object."),
  "configuration-schema": error((what, reason) => `${what} ${reason}.`),
  "configuration-hierarchy": error((reason) => `The type hierarchy is invalid: ${reason}.`),
  "configuration-key-unknown": warning((key) => `The key "${key}" is unknown in a configuration and was ignored.`),
} as const satisfies Record<string, HostProblemKind>;

export type HostProblemCode = keyof typeof hostProblemKinds;

/** A problem with its place. */
export function hostProblem(code: HostProblemCode, words: readonly string[] = [], place?: Place): Problem {
  return problemOf(hostProblemKinds, code, words, place);
}

/** A problem as an error to throw, when the file is refused because of it. */
export function hostRefusal(code: HostProblemCode, words: readonly string[] = [], place?: Place): CoreError {
  return refusalOfKind(hostProblemKinds, code, words, place);
}
