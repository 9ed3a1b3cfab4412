/**
 * The second half of the catalogue of problems: those found by the host, in formats that it reads itself, in parts that
 * occur once per file, and in the annotations as a whole. Messages are built from the words passed by the caller.
 */
import type { Problem } from "../../types.ts";
import { CoreError } from "../../types.ts";

interface HostProblemKind {
  readonly severity: Problem["severity"];
  readonly sentence: (...words: readonly string[]) => string;
}

const error = (sentence: HostProblemKind["sentence"]): HostProblemKind => ({ severity: "error", sentence });
const warning = (sentence: HostProblemKind["sentence"]): HostProblemKind => ({ severity: "warning", sentence });

export const hostProblemKinds = {
  // Read as it is, but probably a mistake: `findDoubts`.
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
    (first, second) => `This format has one file, and there are several, ${first} and ${second} among them.`,
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
      `\`${meant}\` is missing in ${where}, ${count} time(s), and \`${name}\`, which means nothing, is there instead.`,
  ),
  "json-member-misnamed": warning(
    (where, name, meant, count) =>
      `\`${name}\` means nothing in ${where}, where it is ${count} time(s); \`${meant}\` may be meant.`,
  ),
  "json-member-missing": warning(
    (where, name, consequence, count) => `${count} of the ${where} have no \`${name}\`: ${consequence}.`,
  ),

  "table-dialect": warning(
    (how) => `Cells are separated ${how}, as spreadsheet programs do in some countries; they were read accordingly.`,
  ),
  "table-columns-taken": warning(
    (title, columns, counting) =>
      `This is a table of boxes (${title}). Its columns were taken as \`${columns}\`.${counting} If they mean something else, say so: \`--columns\` on the command line, or the import form of the viewer.`,
  ),
  "table-scores-percent": warning((example) => `Scores such as ${example} were read as percents.`),
  "table-column-missing": error((column, known) => `There is no column \`${column}\`; the table has ${known}.`),
  "table-size-unknown": error(
    (title) =>
      `Boxes of this table${title === undefined ? "" : ` (${title})`} are parts of the picture, and the size of the pictures is not known: name it (\`--image-size 1920x1080\` on the command line), or the columns image-width and image-height.`,
  ),
  "table-pictures-unknown": error(
    (found, example) =>
      `No row names a picture of the dataset: the table names ${found}, and the dataset has ${example}. Name the column of the pictures' file names as image, or one of frames.`,
  ),
  "table-row-malformed": error((reason) => `${reason}; the row was left out.`),
  "table-row-broken": error((reason) => reason),
  "table-columns-left-out": warning(
    (names) => `The columns ${names} were left out: no meaning was named for them (attribute=COLUMN keeps one).`,
  ),
  "table-attributes-renamed": warning(
    (names) => `Attributes have no blanks in their names: those of ${names} became underscores.`,
  ),
  "table-tracks-numbered": warning(
    (example) =>
      `Tracks are called by texts such as ${example}; they were numbered from 0 in the order of their appearance.`,
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
  "coco-masks-outlined": warning(
    (count) => `${count} mask(s) were read as polygons, whose sides are at most half a pixel from the masks.`,
  ),
  "coco-images-unnamed": warning(
    (count) => `${count} picture(s) have no file_name and no coco_url; they are in the order of the file.`,
  ),
  "coco-member-taken": warning(
    (found, meant, count) => `${found} was read as ${meant}, ${count} time(s); COCO itself does not write it so.`,
  ),
  "coco-categories-numbered": warning(
    (first) =>
      `The categories are a list of names without ids; they were numbered from ${first}. If types are wrong, give each category an id.`,
  ),
  "coco-category-repeated": warning(
    (id, name, other) =>
      `Two categories have the id ${id}: ${name}, which is used, and ${other}, which no annotation can mean. Give each an id of its own.`,
  ),
  "coco-box-around-keypoints": warning(
    () => "Annotations without a box got the one around their keypoints that are labelled.",
  ),
  "coco-images-by-order": warning(
    (name, example) =>
      `No picture of the file is called like one of the dataset: the file names ${name}, and the dataset has ${example}. They were put on the frames in the order of their names; if that is wrong, name them in the file as the dataset does.`,
  ),
  "coco-tracks-numbered": warning(
    (example) => `Tracks are called by texts such as ${example}; they were numbered in the order of their appearance.`,
  ),
  translated: warning(
    (tool) =>
      `This is a file of ${tool}. Boxes, polygons, masks and points on pictures were read, with types, tracks and attributes.`,
  ),
  "translated-results": warning(
    () =>
      "These are results without pictures and types of their own: pictures are in the order of their ids, and types are called by their numbers. Put the results into a COCO file as its `annotations` to have both.",
  ),
  "translated-broken": error(
    (file) => `${file} cannot be read: it is broken or not what the other files are. It was left out.`,
  ),
  "translated-left-out": warning((count, what) => `Left out: ${count} × ${what}, which is not read from such files.`),
  "coco-panoptic": warning(
    () => "Panoptic segments were read as boxes: their shapes are in PNG files, which are not read.",
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

  "kpf-no-packets": error(() => "A KPF file is a list of packets (`- {geom: {…}}`)."),
  "kpf-too-many-aliases": error(
    (most) =>
      `Aliases (\`*name\`) stand for more than ${most} times what is written, as in a file made to exhaust the memory.`,
  ),
  "kpf-too-deep": error(() => "Values are nested too deep; the packet was left out."),
  "kpf-syntax": error((reason) => `${reason}; the packet was left out.`),
  "kpf-tag-refused": error((reason) => `Tags are not allowed in KPF (${reason}); the packet was left out.`),
  "kpf-not-a-packet": error(() => "A packet must be a map such as `{geom: {…}}`; left out."),
  "kpf-geom-malformed": error((reason) => `${reason}; the packet was left out.`),
  "kpf-types-malformed": error((reason) => `${reason}; the packet was left out.`),
  "kpf-act-malformed": error((reason) => `${reason}; the packet was left out.`),
  "kpf-packet-ignored": warning((kind) => `Packets of the kind \`${kind}\` are not read.`),
  "kpf-polygon-malformed": warning(
    () => "`poly0` must be a list of at least three points [x, y]; the polygon was ignored.",
  ),
  "kpf-value-ignored": warning((key) => `The value \`${key}\` of \`geom\` packets is not read.`),

  "xml-syntax": error((reason) => `This is not valid XML (${reason}).`),
  "xml-doctype": error(() => "Document types and custom entities are not allowed in XML; the file is refused."),
  "xml-too-deep": error(() => "Elements are nested too deep; the file is refused."),
  "cvat-not-cvat": error((root) => `CVAT XML begins with \`annotations\`; this file begins with \`${root}\`.`),
  "cvat-shape-malformed": error((name, reason) => `A \`${name}\` is broken: ${reason}; it was left out.`),
  "cvat-track-malformed": error((reason) => `A track is broken: ${reason}; it was left out.`),
  "cvat-image-malformed": error((reason) => `An image is broken: ${reason}; it was left out.`),
  "cvat-image-unknown": error((name) => `The picture ${name} is not in the dataset; annotations on it were left out.`),
  "cvat-track-id-taken": warning((id, other) => `There are several tracks ${id}; one of them became ${other}.`),
  "cvat-label-unlisted": warning((label) => `The label ${label} is not in the list of labels; it was read anyway.`),
  "cvat-computed-shapes": warning(
    () => "Shapes between keyframes that are not computed from them here became keyframes.",
  ),
  "cvat-element-ignored": warning((name) => `Elements \`${name}\` are not read.`),
  "cvat-cuboid-as-box": warning(() => "Cuboids are read as the boxes around them."),
  "cvat-no-annotations": error(() => "The archive holds no `annotations.xml` of CVAT."),

  "voc-not-voc": error((root) => `Pascal VOC begins with \`annotation\`; this file begins with \`${root}\`.`),
  "voc-no-annotations": error(() => "No XML file here is one of Pascal VOC."),
  "voc-object-malformed": error(
    (reason, file = "the file") => `An object in ${file} is broken: ${reason}; it was left out.`,
  ),
  "voc-picture-unknown": error((name) => `The picture ${name} is not in the dataset; annotations on it were left out.`),
  "voc-parts-ignored": warning(() => "Parts of objects are not read."),

  "labelme-not-labelme": error(() => "A file of LabelMe is a JSON object with a list of `shapes` and an `imagePath`."),
  "labelme-no-annotations": error(() => "No JSON file here is one of LabelMe."),
  "labelme-file-broken": error((file, reason) => `${file} cannot be read: ${reason}; it was left out.`),
  "labelme-file-ignored": warning((file) => `${file} is not a LabelMe file; it was not read.`),
  "labelme-shape-malformed": error(
    (reason, file = "the file") => `A shape in ${file} is broken: ${reason}; it was left out.`,
  ),
  "labelme-picture-unknown": error(
    (name) => `The picture ${name} is not in the dataset; annotations on it were left out.`,
  ),
  "labelme-shape-as-box": warning(
    (kind) => `Shapes of the type \`${kind}\` are read as the boxes around their points.`,
  ),
  "labelme-flag-ignored": warning(
    (flag, file = "the file") => `The flag \`${flag}\` of the picture in ${file} is not read: flags of shapes are.`,
  ),
  "labelme-member-ignored": warning(
    (member, file = "the file") => `The member \`${member}\` in ${file} is not supported and was not read.`,
  ),

  "label-studio-not-tasks": error(
    () => "An export of Label Studio is a list of tasks, or one task, each with `data` and `annotations`.",
  ),
  "label-studio-task-malformed": error((reason) => `A task is broken: ${reason}; it was left out.`),
  "label-studio-several-videos": error(
    (name) => `The task is about another video, ${name}; it was left out. Import the tasks of each video separately.`,
  ),
  "label-studio-no-media": error(() => "The task names no picture and no video; it was left out."),
  "label-studio-picture-unknown": error(
    (name) => `The picture ${name} is not in the dataset; annotations on it were left out.`,
  ),
  "label-studio-size-unknown": error(
    () =>
      "Positions are percents of the picture, and there is no `original_width` and `original_height`: the region was left out. Name the size (`--image-size 1920x1080` on the command line).",
  ),
  "label-studio-result-malformed": error((reason) => `A region is broken: ${reason}; it was left out.`),
  "label-studio-result-ignored": warning((type) => `Results of the type \`${type}\` have no box and are not read.`),
  "label-studio-masks-outlined": warning(
    () => "Masks were read as polygons, whose sides are at most half a pixel from the masks.",
  ),
  "label-studio-label-missing": warning(() => "A region has no label; its type is `unknown`."),
  "label-studio-newest-taken": warning(
    () => "A task has several annotations; the newest that was not cancelled was taken.",
  ),
  "label-studio-predictions-taken": warning(() => "A task has no annotation; its newest prediction was taken."),
  "label-studio-name-shortened": warning(
    (given, name) => `Label Studio put eight letters before names: \`${given}\` is read as \`${name}\`.`,
  ),
  "label-studio-frame-twice": warning((frame) => `The sequence has frame ${frame} twice; the later box was taken.`),
  "label-studio-open-end": warning(() => "A sequence has no end: its last box stays until the end of the video."),

  "zip-broken": error((reason) => `This is not a complete zip archive (${reason}).`),
  "zip-too-large": error((most) => `The archive unpacks to more than ${most}, as if made to exhaust the memory.`),
  "yolo-no-labels": error(() => "The archive has no text files with boxes, as YOLO has in its folder `labels`."),
  "yolo-size-unknown": error(
    () =>
      "YOLO has positions as parts of the picture, and the size of the pictures is not known: it must be named (`--image-size 1920x1080` on the command line).",
  ),
  "yolo-size-unknown-of": error(
    (file) => `${file}: the size of its picture is not known; its rows were left out. Name it with --image-size.`,
  ),
  "picture-ambiguous": error(
    (name, others) =>
      `${name} cannot be distinguished from ${others}; annotations on it were left out. Give each a name of its own.`,
  ),
  "yolo-names-malformed": warning((file) => `${file} has no list of class names; classes are called by their numbers.`),
  "yolo-class-unknown": warning(
    (file, number) => `${file}: the class ${number} has no name; it is called by its number.`,
  ),
  "yolo-row-malformed": error((file, reason) => `${file}: ${reason}; the row was left out.`),
  "yolo-row-outside": warning((file) => `${file}: positions outside 0 to 1 lie outside the picture.`),
  "yolo-box-empty": warning((file) => `${file}: a box has no width or no height.`),
  "yolo-numbers-guessed": warning(
    (file, guess, count) =>
      `${file}: ${count} row(s) were read as ending with ${guess}: a guess from their numbers, as no file says what they are.`,
  ),
  "yolo-picture-unknown": error((file) => `${file} matches no picture of the dataset; it was left out.`),

  "configuration-not-an-object": error(() => "A configuration is a JSON object."),
  "configuration-schema": error((what, reason) => `${what} ${reason}.`),
  "configuration-hierarchy": error((reason) => `The type hierarchy is invalid: ${reason}.`),
  "configuration-key-unknown": warning((key) => `The key "${key}" means nothing in a configuration and was ignored.`),
} as const satisfies Record<string, HostProblemKind>;

export type HostProblemCode = keyof typeof hostProblemKinds;

type Place = Partial<Omit<Problem, "severity" | "code" | "message">>;

/** A problem with its place. */
export function hostProblem(code: HostProblemCode, words: readonly string[] = [], place: Place = {}): Problem {
  const { severity, sentence }: HostProblemKind = hostProblemKinds[code];
  return { severity, code, message: sentence(...words), ...place };
}

/** A problem as an error to throw, when the file is refused because of it. */
export function hostRefusal(code: HostProblemCode, words: readonly string[] = [], place?: Place): CoreError {
  const problem = hostProblem(code, words, place);
  return new CoreError(code, problem.message, problem);
}
