/**
 * The second half of the catalog of problems: those found by the host in parts that occur once per file, and in the
 * annotations as a whole. Those of formats that only it reads are in `reader-problems.ts`. Messages are built from the
 * words passed by the caller.
 */
import type { CoreError, Problem } from "../../types.ts";
import {
  counted,
  error,
  firstOf,
  type HostProblemKind,
  type Place,
  problemOf,
  refusalOfKind,
  suchAs,
  times,
  warning,
} from "./problem-kind.ts";

export const hostProblemKinds = {
  // Read as it is, but probably a mistake: `findIssues`.
  "box-inverted": warning(
    (count, example) =>
      `${counted(count, "box ends left of or above its start", "boxes end left of or above their start")}${firstOf(count, example)}`,
  ),
  "box-empty": warning(
    (count, example) => `${counted(count, "box has", "boxes have")} no width or no height${firstOf(count, example)}`,
  ),
  "confidence-out-of-range": warning(
    (count, example) =>
      `${counted(count, "confidence is", "confidences are")} not between 0 and 1${firstOf(count, example)}`,
  ),
  "type-missing": warning(
    (count, example) =>
      `${counted(count, "track has", "tracks have")} no type but \`unknown\`${firstOf(count, example)}`,
  ),
  "type-unusual": warning(
    (count, example) =>
      `${counted(count, "track has", "tracks have")} a type whose name is empty or longer than 200 characters${firstOf(count, example)}`,
  ),
  "track-gap": warning(
    (count, example) => `${counted(count, "gap", "gaps")} between two detections of a track${firstOf(count, example)}`,
  ),
  "track-jump": warning(
    (count, example) =>
      `${counted(count, "box moves by more than twice its diagonal", "boxes move by more than twice their diagonal")} in one frame${firstOf(count, example)}`,
  ),
  "track-single-frame": warning(
    (count, example) => `${counted(count, "track is", "tracks are")} on one frame only${firstOf(count, example)}`,
  ),
  "box-outside": warning(
    (count, example) => `${counted(count, "box extends", "boxes extend")} beyond the picture${firstOf(count, example)}`,
  ),
  "box-duplicate": warning(
    (count, example) =>
      `${counted(count, "box appears", "boxes appear")} twice, with the same type and bounds${firstOf(count, example)}`,
  ),
  "tracks-overlap": warning(
    (count, example) =>
      `${counted(count, "pair of tracks with the same type overlaps", "pairs of tracks with the same type overlap")} by 0.8 (IoU) or more on some frame${firstOf(count, example)}`,
  ),
  "type-unlisted": warning(
    (count, example) =>
      `${counted(count, "track has", "tracks have")} a type that is not in the list${firstOf(count, example)}`,
  ),
  "attribute-outside": warning(
    (count, example) =>
      `${counted(count, "attribute has", "attributes have")} a value that the definition does not allow${firstOf(count, example)}`,
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
    (count, example) =>
      `${counted(count, "picture has", "pictures have")} a different size from what the file says${firstOf(count, example)}`,
  ),
  "picture-size-unreadable": warning(
    (count, names) =>
      `The size of ${counted(count, "picture", "pictures")} cannot be read${suchAs(count, names)}; boxes there are not checked.`,
  ),

  "empty-file": error(() => "The file is empty (0 bytes)."),
  "source-several-files": error(
    (first, second) =>
      `This format is read from one file, but there are several, such as ${first} and ${second}: read them one at a time.`,
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
      `\`${meant}\` is missing in ${where} (${times(count)}); \`${name}\`, which is unknown, is there instead.`,
  ),
  "json-member-misnamed": warning(
    (where, name, meant, count) => `\`${name}\` is unknown in ${where} (${times(count)}). Did you mean \`${meant}\`?`,
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
  "coco-bbox-malformed": error(
    (count, id, box) =>
      `${counted(count, "annotation was", "annotations were")} left out: \`bbox\` must be [x, y, width, height], four numbers of pixels, and is ${box} in that with the id ${id}.`,
  ),
  "coco-frame-order": error(() => "Image track IDs exists and frame index do not match DIVE sort order"),
  "coco-several-videos": warning(
    (count) =>
      `The file has ${count} videos, which were read as one dataset: frames of different videos share their numbers.`,
  ),
  "coco-images-unmatched": warning(
    (count, names) =>
      `${counted(count, "picture of the file is", "pictures of the file are")} not in the dataset${suchAs(count, names)}.`,
  ),
  "coco-mask-size": warning(
    (found, picture) =>
      `A mask is ${found}, and no picture of the file is, such as ${picture}: its polygons are in the wrong place unless that size is right. \`size\` is [height, width] of the picture.`,
  ),
  "coco-masks-outlined": warning(
    (count) =>
      `${counted(count, "mask was read as a polygon", "masks were read as polygons")}, at most half a pixel from the mask.`,
  ),
  "coco-images-unnamed": warning(
    (count) =>
      `${counted(count, "picture has", "pictures have")} no file_name and no coco_url; frames follow the order of the file.`,
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
