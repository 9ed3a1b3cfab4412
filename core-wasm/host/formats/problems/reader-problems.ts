/**
 * Problems of formats that only the host reads, and all others that their readers report: tables with names of columns,
 * files of other tools, COCO with other names, KPF, CVAT, Pascal VOC, LabelMe, Label Studio, YOLO. Loaded with the first
 * such reader, so that the viewer starts without them.
 */
import type { CoreError, Problem } from "../../types.ts";
import { hostProblemKinds } from "./host-problems.ts";
import {
  counted,
  error,
  type HostProblemKind,
  type Place,
  problemOf,
  refusalOfKind,
  times,
  warning,
} from "./problem-kind.ts";

const own = {
  "table-columns-taken": warning(
    (title, columns, counting) =>
      `This is a table of boxes (${title}). Its columns were read as \`${columns}\`.${counting} If they mean something else, say so: \`--columns\` on the command line, or the import form of the viewer.`,
  ),
  "table-scores-percent": warning((example) => `Scores such as ${example} were read as percents.`),
  "table-column-missing": error((column, known) => `There is no column \`${column}\`; the table has ${known}.`),
  "table-size-unknown": error(
    (title) =>
      `Boxes of this table${title === undefined ? "" : ` (${title})`} are fractions of the picture, whose size is unknown: pass it (\`--image-size 1920x1080\` on the command line), or the columns image-width and image-height.`,
  ),
  "table-rate-unknown": error(
    (column) =>
      `Boxes of this table are at times (\`${column}\`), but the frame rate is unknown: pass it (\`--fps 30\` on the command line), or import the table into a dataset, which has one.`,
  ),
  "table-times-taken": warning(
    (fps, unit, time, frame) =>
      `Times in ${unit} became frames at ${fps} frames a second: ${time} is frame ${frame}. If that is wrong, the table was made at another frame rate, or starts at another time.`,
  ),
  "table-shapes-as-boxes": warning(
    (count, kind) => `${counted(count, "shape", "shapes")} of the kind \`${kind}\` became the box around the points.`,
  ),
  "table-pictures-unknown": error(
    (found, example) =>
      `No row names a picture of the dataset: the table names ${found}, and the dataset has ${example}. Name the column of the pictures' file names as image, or one of frames.`,
  ),
  "table-row-malformed": error((reason) => `${reason}; the row was left out.`),
  "table-row-broken": error((reason) => reason),
  "table-several-videos": warning(
    (column, count) =>
      `The column ${column} names ${count} videos, which were read as one: their frames share numbers. Take the rows of one video into a file of its own.`,
  ),
  "table-columns-left-out": warning(
    (names) => `The columns ${names} were left out: no meaning was named for them (attribute=COLUMN keeps one).`,
  ),
  "table-attributes-renamed": warning(
    (names) => `Attribute names cannot have blanks: those in ${names} became underscores.`,
  ),
  "table-tracks-numbered": warning(
    (example) => `Tracks have names such as ${example}; they were numbered from 0 in order of appearance.`,
  ),
  "coco-splits-joined": warning(
    (count, names, tool = "COCO") => `${count} files of ${tool} were read together, as parts of one dataset: ${names}.`,
  ),
  "coco-member-taken": warning(
    (found, meant, count) => `${found} was read as ${meant} (${times(count)}); COCO itself does not write it so.`,
  ),
  "coco-categories-numbered": warning(
    (first) =>
      `The categories are a list of names without ids; they were numbered from ${first}. If types are wrong, give each category an id.`,
  ),
  "coco-boxes-scaled": warning(
    () =>
      "All boxes are between 0 and 1: they were read as fractions of their pictures, and multiplied by the picture sizes in the file.",
  ),
  "coco-box-around-keypoints": warning(() => "Annotations without a box got the box around their labeled keypoints."),
  "coco-frame-id-ignored": warning(
    (id, frame) =>
      `\`frame_id\` is not read: images are in the order of their names, and the one of ${id} is on frame ${frame}. Call it \`frame_index\` to place images by it.`,
  ),
  "coco-keypoints-numbered": warning(
    () => "No category names the keypoints of its annotations, so they are named by their numbers.",
  ),
  "coco-tracks-numbered": warning(
    (example) => `Tracks have names such as ${example}; they were numbered in order of appearance.`,
  ),
  translated: warning(
    (tool) =>
      `This is a file of ${tool}. Boxes, polygons, masks and points on pictures were read, with types, tracks and attributes.`,
  ),
  "translated-results": warning(
    (how) =>
      `These are results without their own pictures and types: pictures are ${how}, and types are named by their numbers. Put the results into a COCO file as its \`annotations\` to have both.`,
  ),
  "translated-frames-from-one": warning(
    () => "No row is on frame 0, so the frames of this file were taken to count from 1, as in MOTS Challenge.",
  ),
  "picture-size-stated": warning(
    (count, example, how) =>
      `${count === "" ? "The video has" : counted(count, "picture has", "pictures have")} another size than the file says: ${example}. Boxes drawn before pictures were ${how} are in the wrong place: compare a few with the pictures.`,
  ),
  "json-member-repeated": warning(
    (names) =>
      `The file has ${names} more than once, and usually only the last one counts: check whether annotations are missing.`,
  ),
  "translated-first-video": warning(
    (count, read, others, asked = "", shared = "") =>
      `These annotations are about ${count} videos, and a dataset has one: only the annotations of \`${read}\`, the first, were read${shared !== "" ? `, since more than one matches \`${shared}\`` : asked === "" ? "" : `, since none is called \`${asked}\``}. Left out: ${others}. To read another, name it (\`--video\` on the command line), or give the dataset its name.`,
  ),
  "translated-named-video": warning(
    (count, read, others, wanted) =>
      `These annotations are about ${count} videos, and a dataset has one: only the annotations of \`${read}\` were read, because its name matches \`${wanted}\`. Left out: ${others}.`,
  ),
  "video-not-found": warning((asked, read, videos, max = "") =>
    max === ""
      ? `No video of the file, or more than one, is called \`${asked}\`. It has ${videos}; the annotations of ${read === "" ? "all" : `\`${read}\``} were read.`
      : `In a file of more than ${max} MB, no video called \`${asked}\` is looked for: the annotations of all of its videos were read.`,
  ),
  "video-unnamed": warning(
    (count, read) =>
      `${counted(count, "entry names no video of the file and was", "entries name no video of the file and were")} left out: only the annotations of \`${read}\` were read.`,
  ),
  "translated-broken": error(
    (file) => `${file} cannot be read: it is damaged, or in a different format from the other files. It was left out.`,
  ),
  "translated-type-missing": warning(
    (count) => `${counted(count, "annotation has", "annotations have")} no label: the type is \`unknown\`.`,
  ),
  "translated-size-unknown": error(
    (tool) =>
      `${tool} stores positions as fractions of the picture, whose size is unknown: name it (\`--image-size 1920x1080\` on the command line).`,
  ),
  "translated-nothing": error(
    (tool) => `No annotation of this file of ${tool} could be read: all are of kinds that are left out.`,
  ),
  "translated-classes-numbered": warning(
    (ids) => `Types are called by their numbers (${ids}), since no list of names is next to the file.`,
  ),
  "translated-boxes-assumed": warning(
    () =>
      "Boxes were read as [x, y, width, height], as in the documentation of Hugging Face; the file does not say so.",
  ),
  "translated-left-out": warning((count, what) => `Left out: ${count} × ${what}, which is not read from such files.`),

  "copy-left-out": warning(
    (file) => `${file} was not read: it has the same annotations as the DIVE JSON next to it, which holds more.`,
  ),
  "mot-input-left-out": warning(
    (file) => `${file} has detections for trackers and was left out: the ground truth is in another file.`,
  ),
  "kpf-track-missing": warning(
    () => "A `geom` packet has no `id1`, which names its track: its `id0` was taken for it.",
  ),
  "kpf-types-without-track": warning((count, id) =>
    count === "1"
      ? `1 \`types\` packet is about a track without \`geom\` packets in this file, ${id}, and was left out. If both are in separate files, join these into one.`
      : `${count} \`types\` packets are about tracks without \`geom\` packets in this file, such as ${id}, and were left out. If both are in separate files, join these into one.`,
  ),
  "kpf-types-missing": warning(
    (count) =>
      `${counted(count, "track has", "tracks have")} no \`types\` packet: the type is \`unknown\`. If types are in a separate file, join both into one, or import their folder or a zip of it.`,
  ),
  "kpf-no-packets": error(() => "A KPF file is a list of packets (`- {geom: {…}}`)."),
  "kpf-too-many-aliases": error(
    (max) =>
      `Aliases (\`*name\`) stand for more than ${max} times what is written, as in a file made to exhaust the memory.`,
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
  "cvat-flag-malformed": warning((name, text) => `\`${name}\` is \`${text}\`, and must be 0 or 1; it was ignored.`),
  "cvat-label-missing": warning(() => "A shape or track has no label; its type is `unknown`."),
  "cvat-computed-shapes": warning(
    () => "Shapes between keyframes that are not computed from them here became keyframes.",
  ),
  "cvat-element-ignored": warning((name) => `Elements \`${name}\` are not read.`),
  "cvat-cuboid-as-box": warning(() => "Cuboids are read as the boxes around them."),
  "cvat-several-tasks": warning(
    (count) =>
      `The file has tracks of ${count} tasks, which were read as one dataset: frames of different tasks share their numbers. Export each task by itself.`,
  ),
  "cvat-images-renumbered": warning(
    (count) =>
      `The file has pictures of ${count} tasks, each of which counts from 0: pictures were numbered in the order of the file.`,
  ),
  "cvat-several-files": error(
    (count) =>
      `There are ${count} files \`annotations.xml\` of CVAT, each of a task of its own: read them one at a time.`,
  ),
  "cvat-no-annotations": error(() => "The archive holds no `annotations.xml` of CVAT."),

  "voc-not-voc": error((root) => `Pascal VOC begins with \`annotation\`; this file begins with \`${root}\`.`),
  "voc-no-annotations": error(() => "No XML file here is one of Pascal VOC."),
  "voc-object-malformed": error(
    (reason, file = "the file") => `An object in ${file} is broken: ${reason}; it was left out.`,
  ),
  "voc-picture-unknown": error((name) => `The picture ${name} is not in the dataset; annotations on it were left out.`),
  "voc-name-missing": warning((file = "the file") => `An object in ${file} has no name; its type is \`unknown\`.`),
  "voc-size-malformed": warning(
    (side, text, file = "the file") =>
      `The ${side} of the picture in ${file} is \`${text}\`, which is not a number of pixels; its size was ignored.`,
  ),
  "voc-flag-malformed": warning(
    (name, text, file = "the file") => `\`${name}\` is \`${text}\` in ${file}, and must be 0 or 1; it was ignored.`,
  ),
  "voc-parts-ignored": warning(() => "Parts of objects are not read."),
  "voc-element-ignored": warning((name) => `Elements \`${name}\` of objects are not read.`),
  "voc-element-repeated": warning(
    (name, file = "the file") => `An object in ${file} has several \`${name}\`; the last one was read.`,
  ),
  "voc-objects-elsewhere": error(
    (file = "the file") =>
      `Objects in ${file} are within other elements and not directly in \`annotation\`; they were left out.`,
  ),

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
  "labelme-masks-outlined": warning(
    () => "Masks were read as polygons, whose sides are at most half a pixel from the masks.",
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
    (name) =>
      `The task is about another video, ${name}; it was left out. To read it, name it (\`--video\` on the command line), or import the tasks of each video separately.`,
  ),
  "label-studio-picture-rotated": warning(
    (degrees) =>
      `Regions were drawn while the picture was turned by ${degrees} degrees: their positions were read as if it was not. Check them.`,
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
  "label-studio-cancelled": warning(() => "A task has annotations that were cancelled or skipped, which are not read."),
  "label-studio-predictions-taken": warning(() => "A task has no annotation; its newest prediction was taken."),
  "label-studio-name-shortened": warning(
    (given, name) => `Label Studio put eight letters before names: \`${given}\` is read as \`${name}\`.`,
  ),
  "label-studio-frame-twice": warning((frame) => `The sequence has frame ${frame} twice; the later box was taken.`),
  "label-studio-open-end": warning(() => "A sequence has no end: its last box stays until the end of the video."),
  "yolo-no-labels": error(() => "The archive has no text files with boxes, as YOLO has in its folder `labels`."),
  "yolo-size-unknown": error(
    () =>
      "YOLO stores positions as fractions of the picture, whose size is unknown: it must be named (`--image-size 1920x1080` on the command line).",
  ),
  "yolo-size-unknown-of": error(
    (file) => `${file}: the size of its picture is not known; its rows were left out. Name it with --image-size.`,
  ),
  "yolo-names-malformed": warning((file) => `${file} has no list of class names; classes are called by their numbers.`),
  "yolo-class-unknown": warning(
    (file, number) => `${file}: the class ${number} has no name; it is called by its number.`,
  ),
  "yolo-row-malformed": error((file, reason) => `${file}: ${reason}; the row was left out.`),
  "yolo-row-outside": warning((file) => `${file}: positions outside 0 to 1 lie outside the picture.`),
  "yolo-box-empty": warning((file) => `${file}: a box has no width or no height.`),
  "yolo-row-repeated": warning((file) => `${file}: a row is there twice; both were read.`),
  "yolo-polygons-among-boxes": warning(
    (file, count) =>
      `${file}: ${counted(count, "row was read as a polygon", "rows were read as polygons")} among rows that are boxes. Two rows on one line look like that.`,
  ),
  "yolo-separators-taken": warning(
    (file, how) => `${file}: numbers are ${how}, as no program writes them; they were read accordingly.`,
  ),
  "yolo-numbers-guessed": warning(
    (file, guess, count) =>
      `${file}: ${counted(count, "row was", "rows were")} read as ending with ${guess}: a guess from their numbers, as no file says what they are.`,
  ),
  "yolo-picture-unknown": error((file) => `${file} matches no picture of the dataset; it was left out.`),
} as const satisfies Record<string, HostProblemKind>;

/** With those of `host-problems.ts`. */
export const readerProblemKinds: Readonly<Record<ReaderProblemCode, HostProblemKind>> = { ...hostProblemKinds, ...own };

export type ReaderProblemCode = keyof typeof hostProblemKinds | keyof typeof own;

/** A problem with its place. */
export function readerProblem(code: ReaderProblemCode, words: readonly string[] = [], place?: Place): Problem {
  return problemOf(readerProblemKinds, code, words, place);
}

/** A problem as an error to throw, when the file is refused because of it. */
export function readerRefusal(code: ReaderProblemCode, words: readonly string[] = [], place?: Place): CoreError {
  return refusalOfKind(readerProblemKinds, code, words, place);
}
