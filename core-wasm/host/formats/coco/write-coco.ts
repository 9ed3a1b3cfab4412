/**
 * KWCOCO as api/v1 exports it (section 20.3), or plain COCO. The core writes the annotations; the other lists are short
 * and are written here. When the annotations came from a COCO document, its images, categories and their ids are kept.
 */
import { imageSizeOf } from "../exchange/dataset-file.ts";
import { addCategory, addKeypointCategories, baseName } from "./coco.ts";
import { maxKeypoints } from "./coco-categories.ts";
import { applyExportFilter, isFiltering, thresholdsOf } from "../exchange/export-filter.ts";
import { encodeText, sliceLength, sliceStart, type CoreInstance } from "../../instance.ts";
import { isObject } from "../../json.ts";
import { documentLoss, documentMembers, frameRateLoss, groupLoss, lossesOf } from "../problems/losses.ts";
import { styledMembers } from "../dive-json/write-json.ts";
import { none } from "../../wasm-exports.ts";
import { isInvisible } from "../dive-config/type-hierarchy.ts";
import { pictureLoss } from "../pictures/picture-names.ts";
import {
  unknownType,
  type CocoDocument,
  type CocoOptions,
  type ExportFilter,
  type Loss,
  type WritingPieces,
} from "../../types.ts";
import { concatenate } from "../../join-bytes.ts";
import { pythonJsonLine, pythonFloatText } from "../text/python-text.ts";

const extensions = ["dive_detection_attributes", "dive_track_attributes", "dive_notes", "dive_confidence_pairs"];
const headTail = ["head", "tail"];
/** Names that COCO uses itself. Members of another format's document with these names are not written. */
const sections: ReadonlySet<string> = new Set(["info", "categories", "videos", "images", "annotations"]);

type Members = Readonly<Record<string, unknown>>;

export function* writeCoco(core: CoreInstance, types: readonly string[], options: CocoOptions): WritingPieces {
  const { exports } = core;
  const { style = "python", imageNames } = options;
  const isPlain = options.format === "coco";
  const isPython = style === "python";
  const json = isPython ? pythonJsonLine : (value: unknown): string => JSON.stringify(value);
  const [comma, colon] = isPython ? [", ", ": "] : [",", ":"];
  applyExportFilter(core, types, options.filter);
  exports.json_set_style(Number(isPython));
  exports.losses_clear();
  const hasList = options.mediaType === "image-sequence" && imageNames !== undefined;
  exports.coco_write_begin(Number(isPlain), hasList ? imageNames.length : Infinity);
  const categories = categoriesOf(core, types, options);
  fillCategories(core, types, categories);
  const members = documentMembers(core);
  addKeypointCategories(core, members.find(([name]) => name === "keypoint_categories")?.[1]);
  const videos = videosOf(options);

  const listOf = (name: string, list: readonly unknown[]): Uint8Array<ArrayBuffer> =>
    encodeText(`"${name}"${colon}[${list.map((item) => json(item)).join(comma)}]${comma}`);
  yield encodeText(`{"info"${colon}${json(infoOf(core.coco, options))}${comma}`);
  yield listOf("categories", categories);
  if (videos !== undefined) {
    const fps = isPython ? pythonFloatText(videos.fps) : String(videos.fps);
    const video = `{"id"${colon}1${comma}"name"${colon}${json(videos.name)}${comma}"annotation_fps"${colon}${fps}}`;
    yield encodeText(`"videos"${colon}[${video}]${comma}`);
  }
  yield encodeText(`"images"${colon}[`);
  const imageLosses = yield* writeImages(core, options, json, comma);
  yield encodeText(`]${comma}"annotations"${colon}[`);
  exports.coco_write_begin_annotations();
  while (exports.coco_write_next.value < exports.track_count.value) {
    const end = exports.coco_write_piece();
    yield core.between(exports.transfer_start.value, end);
  }
  yield encodeText("]");
  const extra = styledMembers(
    core,
    [...sections].filter((name) => members.some(([member]) => member === name)),
  );
  if (extra.length > 0) yield concatenate([encodeText(comma), extra]);
  yield encodeText("}");
  const losses = [
    ...groupLoss(core),
    ...documentLoss(members.filter(([name]) => sections.has(name))),
    ...frameRateLoss(core, videos?.fps),
    ...lossesOf(core),
    ...(isPlain ? unnamedTypeLoss(core, types, options.filter) : []),
    ...imageLosses,
    ...pictureLoss(core, hasList ? imageNames : undefined),
  ];
  return { trackCount: exports.coco_written.value, losses };
}

/** A category must have a name: readers turn one without into `unknown`. */
function unnamedTypeLoss(
  core: CoreInstance,
  types: readonly string[],
  filter: ExportFilter | undefined,
): readonly Loss[] {
  const { exports } = core;
  if (!types.some((name) => isInvisible(name))) return [];
  const threshold = isFiltering(filter) ? thresholdsOf(filter) : (): number => -Infinity;
  const lost: number[] = [];
  for (let position = 0; position < exports.track_count.value; position++) {
    const track = exports.track_at(position);
    const pairs = exports.track_pairs(track);
    const best = Array.from({ length: sliceLength(pairs) }, (_, index) => sliceStart(pairs) + index).find(
      (pair) => exports.pair_confidence(pair) >= threshold(types[exports.pair_type(pair)] ?? ""),
    );
    if (best === undefined || exports.track_row_count(track) === 0) continue;
    if (isInvisible(types[exports.pair_type(best)] ?? unknownType)) lost.push(exports.track_id(track) >>> 0);
  }
  const [trackId = -1] = lost;
  const text = "The name of the type is blank, which is read as no name.";
  return lost.length === 0 ? [] : [{ kind: "type-name", count: lost.length, example: { trackId, text } }];
}

function infoOf(
  document: CocoDocument | undefined,
  { format, name = "annotations", datasetInfo }: CocoOptions,
): Members {
  const { description, dive_extensions: _extensions, dive_dataset_info: _info, ...others } = document?.info ?? {};
  if (format === "coco") return { ...others, description: description ?? `Annotations of ${name}` };
  const hasInfo = datasetInfo !== undefined && Object.keys(datasetInfo).length > 0;
  return {
    description: `DIVE export for ${name}`,
    dive_extensions: hasInfo ? [...extensions, "dive_dataset_info"] : extensions,
    ...(hasInfo && { dive_dataset_info: datasetInfo }),
    ...others,
  };
}

function videosOf({
  format,
  mediaType,
  fps,
  name = "annotations",
}: CocoOptions): { name: string; fps: number } | undefined {
  const isUsable = format !== "coco" && mediaType === "video" && fps !== undefined && fps > 0;
  return isUsable ? { name, fps } : undefined;
}

// ------------------------------------------------------------------------------------------------------------- categories

interface WrittenCategory extends Members {
  readonly id: number;
  readonly name: string;
  readonly keypoints?: readonly string[];
}

/** The categories of the document that was read, then types by first use, then their parent types. */
function categoriesOf(
  core: CoreInstance,
  types: readonly string[],
  { format, typeHierarchy = {} }: CocoOptions,
): readonly WrittenCategory[] {
  const kept = preservedCategories(core.coco);
  const names = new Set(kept.map(({ name }) => name));
  const used = usedTypes(core).map((type) => types[type] ?? "");
  const above = Object.entries(typeHierarchy);
  const children = above.map(([child]) => child).toSorted(byCodePoint);
  const parents = above.map(([, parent]) => parent).toSorted(byCodePoint);
  const added = [...new Set([...used, ...children, ...parents])].filter((name) => !names.has(name));
  const points = pointNames(core);
  const others = points.filter((name) => !headTail.includes(name));
  const keypoints = format === "coco" && points.length === 0 ? {} : { keypoints: [...headTail, ...others] };
  let id = kept.reduce((max, category) => Math.max(max, category.id), 0);
  const parentOf = (name: string): Members => {
    const parent = Object.hasOwn(typeHierarchy, name) ? typeHierarchy[name] : undefined;
    return parent === undefined ? {} : { supercategory: parent };
  };
  // A category that was read may leave its keypoints to the annotations, as in KWCOCO.
  const ofPoints = points.length === 0 ? {} : keypoints;
  return [
    ...kept.map((category) => ({
      ...category,
      ...parentOf(category.name),
      ...(category.keypoints === undefined && ofPoints),
    })),
    ...added.map((name) => ({ id: ++id, name, ...parentOf(name), ...keypoints })),
  ];
}

/** Only when each has a unique id and name; otherwise they are renumbered. */
function preservedCategories(document: CocoDocument | undefined): readonly WrittenCategory[] {
  const kept = (document?.categories ?? []).filter(
    (category): category is WrittenCategory =>
      isObject(category) &&
      isId(category["id"]) &&
      typeof category["name"] === "string" &&
      !isInvisible(category["name"]),
  );
  const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
  return isUnique(kept.map(({ id }) => id)) && isUnique(kept.map(({ name }) => name)) ? kept : [];
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function fillCategories(core: CoreInstance, types: readonly string[], categories: readonly WrittenCategory[]): void {
  const indices = new Map(types.map((type, index) => [type, index]));
  core.exports.coco_open_categories();
  for (const { id, name, keypoints } of categories) {
    const known = Array.isArray(keypoints) && keypoints.length <= maxKeypoints ? keypoints : [];
    addCategory(core, { idText: "", type: indices.get(name) ?? none, id, keypoints: known.map(String) });
  }
}

function usedTypes(core: CoreInstance): readonly number[] {
  const start = core.exports.coco_used_types() >>> 0;
  return [...new Uint32Array(core.bytes().buffer, start, core.exports.coco_used_type_count.value)];
}

function pointNames(core: CoreInstance): readonly string[] {
  const names = Array.from({ length: core.exports.coco_point_name_count() }, (_, index) =>
    core.sliceText(core.exports.coco_point_name(index)),
  );
  return [...new Set(names)];
}

/** JavaScript compares UTF-16 units, which differs from comparing code points only for characters beyond U+FFFF. */
function byCodePoint(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  const index = left.findIndex((character, i) => character !== right[i]);
  if (index < 0) return left.length - right.length;
  return (left[index]?.codePointAt(0) ?? -1) - (right[index]?.codePointAt(0) ?? -1);
}

// ----------------------------------------------------------------------------------------------------------------- images

/** Images per piece; about a quarter of a megabyte. */
const pieceImages = 2500;

/** Images in use in the order of first use, then the others of the document that was read. */
function* writeImages(
  core: CoreInstance,
  options: CocoOptions,
  json: (value: unknown) => string,
  comma: string,
): Generator<Uint8Array<ArrayBuffer>, readonly Loss[]> {
  const { exports } = core;
  const start = exports.coco_used_frames() >>> 0;
  const frames = new Uint32Array(core.bytes().buffer, start, exports.coco_used_frame_count.value).slice();
  const kept = preservedImages(core.coco);
  const takenIds = new Set([...kept.values()].flatMap(({ id }) => id ?? []));
  let nextId = [...takenIds].reduce((max, id) => Math.max(max, id), 0) + 1;
  const newId = (): number => {
    while (takenIds.has(nextId)) nextId++;
    return nextId;
  };
  const ids = new Float64Array(frames.length);
  let renamed: string | undefined;
  let renamedCount = 0;
  let texts: string[] = [];
  let isFirst = true;
  const takePiece = (): Uint8Array<ArrayBuffer> => {
    const piece = encodeText(`${isFirst ? "" : comma}${texts.join(comma)}`);
    isFirst = false;
    texts = [];
    return piece;
  };
  const put = (frame: number, image: PreservedImage | undefined): number => {
    const id = image?.id ?? (takenIds.has(frame + 1) ? newId() : frame + 1);
    takenIds.add(id);
    const { id: _id, file_name: read, frame_index: _frame, video_id: _video, ...others } = image?.members ?? {};
    const given = nameOf(frame, options) ?? (typeof read === "string" ? read : "");
    const name = safePath(given);
    if (name !== given) {
      renamed ??= given;
      renamedCount++;
    }
    const size = imageSizeOf(options, frame);
    const members = {
      id,
      file_name: name === "" ? `frame_${String(frame).padStart(6, "0")}.jpg` : name,
      ...size,
      frame_index: frame,
      ...(videosOf(options) !== undefined && { video_id: 1 }),
      ...others,
      // Measured, whereas the document only claims a size.
      ...size,
    };
    texts.push(json(members));
    return id;
  };
  for (const [position, frame] of frames.entries()) {
    ids[position] = put(frame, kept.get(frame));
    if (texts.length >= pieceImages) yield takePiece();
  }
  const used = new Set(frames);
  for (const [frame, image] of kept) {
    if (!used.has(frame)) put(frame, image);
    if (texts.length >= pieceImages) yield takePiece();
  }
  if (texts.length > 0) yield takePiece();
  new Float64Array(core.bytes().buffer, exports.coco_image_ids() >>> 0, ids.length).set(ids);
  const text = `The file name ${JSON.stringify(renamed)} leads out of its folder and is written without folders.`;
  return renamedCount === 0 ? [] : [{ kind: "image-folder", count: renamedCount, example: { text } }];
}

function nameOf(frame: number, { mediaType, imageNames }: CocoOptions): string | undefined {
  return (mediaType === "image-sequence" && imageNames?.[frame]) || undefined;
}

/** For an image that is not a picture of the dataset. */
const noFrame = 0xffffffff;

interface PreservedImage {
  readonly id: number | undefined;
  readonly members: Members;
}

/** By frame; without ids when not all are numbers, since all are then renumbered. */
function preservedImages(document: CocoDocument | undefined): ReadonlyMap<number, PreservedImage> {
  const kept = new Map<number, PreservedImage>();
  if (document === undefined) return kept;
  const list = parseLenientJson(new TextDecoder().decode(document.images)) as readonly Members[];
  const areNumbered = document.places.every((place) => isId(list[place]?.["id"]));
  for (const [position, place] of document.places.entries()) {
    const members = list[place] ?? {};
    const frame = document.frames[position];
    const id = areNumbered ? Number(members["id"]) : undefined;
    if (frame !== undefined && frame !== noFrame) kept.set(frame, { id, members });
  }
  return kept;
}

/** NaN and Infinity, which Python writes but JSON does not allow, become null. */
export function parseLenientJson(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)/g, (token) => (token.startsWith('"') ? token : "null")),
  );
}

/** Programs that read the file may treat names as paths: a name that leads out of its folder loses its folders. */
function safePath(name: string): string {
  const isOutside = /^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(name);
  return isOutside ? baseName(name) : name;
}
