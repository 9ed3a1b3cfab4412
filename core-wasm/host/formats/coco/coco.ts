/**
 * Reading COCO and KWCOCO. The core reads images and annotations, which are numerous; the parts that occur once (info,
 * categories, videos) are read here.
 */
import { readCategories, type CocoCategories } from "./coco-categories.ts";
import { encodeText, sliceLength, sliceStart, type CoreInstance } from "../../instance.ts";
import { isObject, parsePythonJson } from "../../json.ts";
import { hostProblem, hostRefusal } from "../problems/host-problems.ts";
import { summarizeBoundless } from "./coco-boundless.ts";
import { outlineMasks } from "./coco-masks.ts";
import { readPanoptic } from "./coco-panoptic.ts";
import { matchPictures, unmatchedText } from "../pictures/match-pictures.ts";
import { type CocoFacts, readFile, type Source, withProblems } from "../exchange/reading.ts";
import { concatenate } from "../../join-bytes.ts";
import { none } from "../../wasm-exports.ts";
import type { ImageSize, Problem, ReadOptions, ReadReport } from "../../types.ts";
import { CoreError } from "../../types.ts";

/** In the order of Name in assembly/formats/coco/names.ts, where the first one has this number. */
const sections = ["info", "categories", "videos", "images", "annotations", "keypoint_categories"] as const;
const firstSection = 27;
type Section = (typeof sections)[number];

/**
 * There may be gaps between the frames of images; with more than this many frames per image, names are not listed by
 * frame.
 */
const maxFramesAnImage = 100;

export function readCoco(core: CoreInstance, bytes: Uint8Array, options: ReadOptions): ReadReport {
  const panoptic = readPanoptic(bytes);
  const read = ({ start, length }: Source): CocoFacts | undefined => readSource(core, start, length, options);
  const text = panoptic?.bytes ?? bytes;
  const report = summarizeBoundless(readFile(core, text, { format: "coco", kind: "coco", read }, options), text);
  return panoptic === undefined || panoptic.hasMasks ? report : withProblems([hostProblem("coco-panoptic")], report);
}

/**
 * Reads the source held by the core. Problems of a refused text have been reported; anything else that makes it
 * unusable is thrown. Sets `core.coco`.
 */
function readSource(core: CoreInstance, start: number, length: number, options: ReadOptions): CocoFacts | undefined {
  const { exports } = core;
  exports.coco_open(start, length);
  if (exports.read_is_refused.value !== 0) return undefined;
  for (const section of ["images", "annotations", "categories"] as const) requireList(core, section);
  const categories = readCategories(parseSection(core, "categories") as readonly unknown[]);
  addCategories(core, categories);
  addKeypointCategories(core, parseSection(core, "keypoint_categories"));
  exports.coco_read_images();
  const imageProblems = placeImages(core, options.imageNames ?? []);
  const videos = asList(parseSection(core, "videos"));
  const isOutOfOrder = exports.coco_frames_disagree.value !== 0 && exports.coco_images_matched.value === 0;
  if (isOutOfOrder && videos.length === 0 && exports.coco_first_has_track() !== 0) {
    throw hostRefusal("coco-frame-order");
  }
  const outlined = outlineMasks(core);
  exports.coco_read_annotations();
  const info = asObject(parseSection(core, "info"));
  const { places, frames } = usableImages(core);
  const imageNames = exports.coco_images_matched.value === 0 ? namesByFrame(core, frames) : undefined;
  if (core.coco === undefined) {
    const images = sectionBytes(core, "images");
    core.coco = { info, categories: parseSection(core, "categories") as readonly unknown[], images, places, frames };
  }
  const datasetInfo = info["dive_dataset_info"];
  const fps = videos.map((video) => asObject(video)["annotation_fps"]).find(isFrameRate);
  const isKwcoco = videos.length > 0 || info["dive_extensions"] !== undefined;
  return {
    problems: [
      ...imageProblems,
      ...(outlined.count > 0 ? [hostProblem("coco-masks-outlined", [String(outlined.count)])] : []),
      ...otherSizes(outlined.sizes, outlined.count > 0 ? parseSection(core, "images") : []),
      ...categories.problems,
      ...severalVideos(videos.length),
    ],
    report: {
      format: isKwcoco ? "kwcoco" : "coco",
      ...(fps !== undefined && { fps }),
      ...(isObject(datasetInfo) && { datasetInfo }),
      ...(categories.hierarchy !== undefined && { typeHierarchy: categories.hierarchy }),
      ...(imageNames !== undefined && { imageNames }),
      ...((options.imageSizes !== undefined || options.isMeasured === true) && {
        imageSizes: statedSizes(core, places, frames),
      }),
    },
  };
}

/** Texts, booleans and lists are not, whatever JavaScript converts them to. */
function isFrameRate(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < 1e6;
}

/** By frame. */
function statedSizes(core: CoreInstance, places: Uint32Array, frames: Uint32Array): (ImageSize | undefined)[] {
  const images = asList(parseSection(core, "images"));
  const sizes: (ImageSize | undefined)[] = [];
  for (const [position, place] of places.entries()) {
    const { width, height } = asObject(images[place]);
    const frame = frames[position] ?? noFrame;
    const isSize = Number.isInteger(width) && Number.isInteger(height) && Number(width) > 0 && Number(height) > 0;
    if (isSize && frame !== noFrame) sizes[frame] = { width: Number(width), height: Number(height) };
  }
  return sizes;
}

/** Masks of a smaller picture, or with width and height in the wrong order, would be elsewhere. */
function otherSizes(masks: ReadonlySet<string>, images: unknown): readonly Problem[] {
  const sizes = asList(images).map((image) => asObject(image));
  const known = new Set(sizes.map(({ width, height }) => `${String(width)}x${String(height)}`));
  if (sizes.length === 0 || sizes.some(({ width, height }) => !(Number(width) > 0 && Number(height) > 0))) return [];
  const other = [...masks].find((size) => !known.has(size));
  return other === undefined ? [] : [hostProblem("coco-mask-size", [other, [...known][0] ?? ""])];
}

function severalVideos(count: number): readonly Problem[] {
  if (count < 2) return [];
  return [hostProblem("coco-several-videos", [String(count)], { pointer: "/videos" })];
}

// -------------------------------------------------------------------------------------------------------------- sections

function sectionSlice(core: CoreInstance, section: Section): bigint {
  return core.exports.coco_section(firstSection + sections.indexOf(section));
}

function sectionBytes(core: CoreInstance, section: Section): Uint8Array {
  const slice = sectionSlice(core, section);
  return core.copy(sliceStart(slice), sliceStart(slice) + sliceLength(slice));
}

function parseSection(core: CoreInstance, section: Section): unknown {
  const text = core.sliceText(sectionSlice(core, section));
  if (text === "") return undefined;
  try {
    // The core has validated the text, but accepts Python's NaN and Infinity.
    return parsePythonJson(text);
  } catch {
    throw new CoreError("json-syntax", `\`${section}\` is not valid JSON.`);
  }
}

function requireList(core: CoreInstance, section: Section): void {
  const slice = sectionSlice(core, section);
  if (slice !== 0n && core.text(sliceStart(slice), 1) === "[") return;
  throw hostRefusal("coco-not-coco", [section]);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

// ------------------------------------------------------------------------------------------------------------- categories

function addCategories(core: CoreInstance, { list, hasDuplicateNames }: CocoCategories): void {
  const { exports } = core;
  exports.coco_set_duplicate_names(Number(hasDuplicateNames));
  exports.coco_open_categories();
  for (const { id, name, keypoints } of list) {
    const type = name === undefined ? none : internCategory(core, name);
    addCategory(core, { idText: id, type, id: 0, keypoints });
  }
}

/** KWCOCO's own names of keypoints; those without an id or a name are skipped. */
export function addKeypointCategories(core: CoreInstance, value: unknown): void {
  for (const { id, name } of asList(value).map(asObject)) {
    if ((typeof id !== "number" && typeof id !== "string") || typeof name !== "string") continue;
    const [idText, nameText] = [encodeText(String(id)), encodeText(name)];
    const start = core.transfer(concatenate([idText, nameText]));
    core.exports.coco_add_keypoint_category(start, idText.length, nameText.length);
  }
}

function internCategory(core: CoreInstance, name: string): number {
  // Not in the transfer block, which the core uses for the prefix.
  const bytes = encodeText(name);
  const start = core.openSource(bytes);
  const type = core.exports.coco_intern_category(start, bytes.length);
  core.exports.source_close(start, bytes.length);
  return type;
}

export interface TableCategory {
  /** As referred to by annotations of a source. */
  readonly idText: string;
  readonly type: number;
  /** The id that is written. */
  readonly id: number;
  readonly keypoints: readonly string[];
}

/** Adds a category to the core's table. */
export function addCategory(core: CoreInstance, { idText, type, id, keypoints }: TableCategory): void {
  const bytes = encodeText(idText);
  core.exports.coco_add_category(core.transfer(bytes), bytes.length, type, id);
  for (const keypoint of keypoints) {
    const name = encodeText(keypoint);
    core.exports.coco_add_keypoint(core.transfer(name), name.length);
  }
}

// ----------------------------------------------------------------------------------------------------------------- images

/** Assigns frames to the images: those of the dataset's pictures, if at least one image is among these. */
function placeImages(core: CoreInstance, pictures: readonly string[]): readonly Problem[] {
  const { exports } = core;
  const count = exports.coco_image_count();
  const named = Array.from({ length: count }, (_, position) => core.sliceText(exports.coco_image_name(position)));
  const matches = pictures.length === 0 ? [] : matchPictures(named, pictures);
  const isKnown = matches.some(
    ({ frame, ...match }) => frame !== undefined || ("others" in match && match.others.length > 0),
  );
  if (!isKnown) {
    const isPlaced = named.map((_, position) => exports.coco_image_frame(position) >= 0);
    const unnamed = named.filter((name, position) => name === "" && !isPlaced[position]).length;
    exports.coco_order_images();
    const problems =
      unnamed === 0 ? [] : [hostProblem("coco-images-unnamed", [String(unnamed)], { pointer: "/images" })];
    const example = named.find((name, position) => name !== "" && !isPlaced[position]);
    const picture = pictures.find((name) => name !== "");
    if (example === undefined || picture === undefined) return problems;
    return [...problems, hostProblem("coco-images-by-order", [example, picture], { pointer: "/images" })];
  }
  const problems: Problem[] = [];
  const unknown: string[] = [];
  for (const [position, match] of matches.entries()) {
    exports.coco_set_image_frame(position, match.frame ?? noFrame);
    const name = named[position] ?? "";
    if (match.frame !== undefined) continue;
    if (match.others.length > 0) problems.push(hostProblem("picture-ambiguous", unmatchedText(name, match)));
    else unknown.push(name === "" ? "one without a name" : name);
  }
  if (unknown.length > 0) {
    const words = [String(unknown.length), unknown.slice(0, 3).join(", ")];
    problems.push(hostProblem("coco-images-unmatched", words, { pointer: "/images" }));
  }
  return problems.slice(0, maxImageProblems);
}

/** Used instead of a frame: the image is not a picture of the dataset. */
const noFrame = 0xffffffff;
const maxImageProblems = 100;

function usableImages(core: CoreInstance): { readonly places: Uint32Array; readonly frames: Uint32Array } {
  const count = core.exports.coco_image_count();
  const places = new Uint32Array(count);
  const frames = new Uint32Array(count);
  for (let position = 0; position < count; position++) {
    places[position] = core.exports.coco_image_place(position);
    frames[position] = core.exports.coco_image_frame(position);
  }
  return { places, frames };
}

/** Picture names by frame, empty where the file has none; `undefined` when frames are too far apart. */
function namesByFrame(core: CoreInstance, frames: Uint32Array): readonly string[] | undefined {
  const end = frames.reduce((max, frame) => Math.max(max, frame + 1), 0);
  if (end > frames.length * maxFramesAnImage) return undefined;
  const names = new Array<string>(end).fill("");
  for (const [position, frame] of frames.entries()) {
    names[frame] = baseName(core.sliceText(core.exports.coco_image_name(position)));
  }
  return names.some((name) => name !== "") ? names : undefined;
}

/** Names in files may include folders, which may lead anywhere; only the last part is used. */
export function baseName(name: string): string {
  const last = name.replace(/^.*[/\\]/s, "");
  return last === "." || last === ".." ? "" : last.replaceAll("\0", "");
}
