/**
 * CVAT XML 1.1: `image` elements, whose shapes become tracks of one detection, and `track` elements with keyframes.
 * Each becomes the text of a DIVE track as soon as it ends, so that no tree is built; the core reads the resulting
 * document.
 */
import { maxFrame } from "../../edits/arguments.ts";
import { CvatMeta, sizeOf } from "./cvat-meta.ts";
import { pointsShape, ShapeError, type ReadShape, type XY } from "../exchange/shapes.ts";
import { pointsOf, readShape, shapeKinds } from "./cvat-shapes.ts";
import {
  keyframesOf,
  skeletonShapes,
  type KeyframeShape,
  type PartShape,
  type Shape,
  type Values,
} from "./cvat-tracks.ts";
import {
  documentOf,
  readAsDocument,
  trackMember,
  type FoundDocument,
  type FoundProblems,
} from "../exchange/read-as-document.ts";
import { readerProblem, readerRefusal, type ReaderProblemCode } from "../problems/reader-problems.ts";
import { type ChosenVideo, chooseVideo, notFoundProblems, videoProblems } from "../pictures/choose-video.ts";
import { matchPictures, unmatchedText, type PictureMatch } from "../pictures/match-pictures.ts";
import { coreProblem } from "../problems/problems.ts";
import { isHidden } from "../recognize/recognize-names.ts";
import { readXml, type XmlHandler, type XmlPlace } from "../text/xml-elements.ts";
import type { AnnotationSource } from "../sources/source.ts";
import type { AnnotationCore, Bounds, ImageSize, ReadOptions, ReadReport } from "../../types.ts";
import { unknownType } from "../../types.ts";

const maxId = 4294967294;
/** Rows of all masks together: each costs as much as a corner. */
const maxMaskRows = 1 << 24;

type Attributes = Readonly<Record<string, string>>;

export async function readCvat(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  return await readAsDocument(core, "cvat-xml", options, async (problems) => {
    const text = problems.decode(await annotationsOf(source));
    const reader = new CvatReader(problems, options, picturesOf(text, options.imageNames), positionsOf(text));
    readXml(text, reader);
    return { text: reader.document(), facts: reader.facts() };
  });
}

/** The pictures named in a file, all of which must be known before one is assigned. */
function picturesOf(text: string, pictures: readonly string[] = []): ReadonlyMap<string, PictureMatch> | undefined {
  if (pictures.length === 0) return undefined;
  const names: string[] = [];
  readXml(text, {
    open: (element, attributes) => void (element === "image" && names.push(attributes["name"] ?? "")),
    close: () => {},
  });
  const matches = matchPictures(names, pictures);
  return new Map(names.flatMap((name, place) => (name === "" ? [] : [[name, matches[place] as PictureMatch]])));
}

/** A picture of a project, whose tasks may have pictures of the same name. */
const positionKey = ({ name = "", task_id: task = "" }: Attributes): string => `${task} ${name}`;

/**
 * Frames of pictures in the order of the file, if pictures of several tasks of a project have the same id. `undefined`:
 * ids are frames.
 */
function positionsOf(text: string): ReadonlyMap<string, number> | undefined {
  if (!/<image\s[^>]*\btask_id=/.test(text)) return undefined;
  const positions = new Map<string, number>();
  const ids = new Map<string | undefined, string>();
  let isRepeated = false;
  readXml(text, {
    open: (element, attributes) => {
      if (element !== "image") return;
      const key = positionKey(attributes);
      const other = ids.get(attributes["id"]);
      if (other !== undefined && other !== key) isRepeated = true;
      ids.set(attributes["id"], key);
      if (!positions.has(key)) positions.set(key, positions.size);
    },
    close: () => {},
  });
  return isRepeated ? positions : undefined;
}

/** CVAT exports an archive that contains this file, with or without pictures. */
async function annotationsOf(source: AnnotationSource): Promise<Uint8Array> {
  const files = [...source.files()];
  const named = files.filter(({ name }) => /(^|\/)annotations\.xml$/.test(name) && !isHidden(name));
  if (named.length > 1) throw readerRefusal("cvat-several-files", [String(named.length)]);
  const file = named[0] ?? (files.length === 1 ? files[0] : undefined);
  if (file === undefined) throw readerRefusal("cvat-no-annotations");
  return await file.read();
}

interface OpenShape {
  readonly kind: string;
  readonly attributes: Attributes;
  readonly place: XmlPlace;
  readonly label: string;
  /** For a skeleton. */
  readonly points: (readonly [name: string, point: XY])[];
  readonly values: Values;
  readonly trackValues: Values;
}

interface OpenTrack {
  readonly id: string | undefined;
  readonly label: string;
  readonly place: XmlPlace;
  readonly values: Values;
  readonly shapes: Shape[];
  /** For a skeleton whose points have their own tracks. */
  readonly parts: PartShape[];
}

interface TasksOfVideo extends ChosenVideo {
  /** Several people or segments may have one each. */
  readonly tasks: ReadonlySet<string>;
}

class CvatReader implements XmlHandler {
  readonly #problems: FoundProblems;
  /** By frame. */
  readonly #imageNames: string[] = [];
  readonly #imageSizes: (ImageSize | undefined)[] = [];
  /** Pictures of the dataset by their names in the file; absent if those of the dataset are not known. */
  readonly #frames: ReadonlyMap<string, PictureMatch> | undefined;
  /** See `positionsOf`. */
  readonly #positions: ReadonlyMap<string, number> | undefined;
  readonly #meta = new CvatMeta();
  readonly #path: string[] = [];
  readonly #tracks: string[] = [];
  readonly #ids = new Set<number>();
  /** Two are enough to know that they differ. */
  readonly #sizes = new Set<string>();
  readonly #imageTasks = new Set<string>();
  readonly #trackTasks = new Set<string>();
  readonly #videoNames: readonly string[];
  readonly #askedVideo: string | undefined;
  /** The video of a project that is read alone; `null`: all are read. */
  #ownVideo: TasksOfVideo | null | undefined;
  /** Videos of other tasks that have tracks. */
  readonly #otherVideos = new Set<string>();
  #nextId = 0;
  #maskRows = 0;
  /** `undefined`: outside of images, or in one that is skipped. */
  #imageFrame: number | undefined;
  #track: OpenTrack | undefined;
  #shape: OpenShape | undefined;
  #attributeName: string | undefined;
  /** Label of the skeleton point whose track is being read. */
  #part: string | undefined;

  constructor(
    problems: FoundProblems,
    { videoNames = [], askedVideo }: ReadOptions,
    frames: ReadonlyMap<string, PictureMatch> | undefined,
    positions: ReadonlyMap<string, number> | undefined,
  ) {
    this.#problems = problems;
    this.#videoNames = videoNames;
    this.#askedVideo = askedVideo;
    this.#frames = frames;
    this.#positions = positions;
  }

  open(name: string, attributes: Attributes, place: XmlPlace): void {
    const [root, section] = this.#path;
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (root === undefined) {
      if (name !== "annotations") throw readerRefusal("cvat-not-cvat", [name], place);
      return;
    }
    if (section === "meta" || name === "meta") return this.#meta.open(name);
    if (parent === "annotations") return this.#openSection(name, attributes, place);
    if (this.#shape !== undefined) return this.#openInShape(name, attributes, place);
    if (this.#track !== undefined && this.#path.length === 3 && name === "track") {
      this.#part = attributes["label"] ?? "";
      return;
    }
    if (this.#part !== undefined && this.#path.length === 4) return this.#openPart(this.#part, name, attributes, place);
    if (parent !== section || (section !== "image" && section !== "track")) return;
    if (shapeKinds.includes(name) || name === "skeleton") return this.#openShape(name, attributes, place);
    this.#warn("cvat-element-ignored", place, name);
  }

  close(name: string, text: string): void {
    this.#path.pop();
    const [, section] = this.#path;
    if (section === "meta") this.#meta.close(name, text, this.#path.at(-1));
    else if (name === "attribute" && this.#attributeName !== undefined) this.#closeAttribute(text);
    else if (this.#shape?.kind === name && this.#path.length === 2) this.#closeShape(this.#shape);
    else if (name === "track" && this.#path.length === 2) this.#part = undefined;
    else if (name === "track" && this.#path.length === 1 && this.#track !== undefined) this.#closeTrack(this.#track);
    else if (name === "image" && this.#path.length === 1) this.#imageFrame = undefined;
  }

  document(): string {
    return documentOf(this.#tracks);
  }

  facts(): FoundDocument["facts"] {
    if (this.#positions !== undefined && this.#frames === undefined) {
      this.#problems.report(readerProblem("cvat-images-renumbered", [String(this.#imageTasks.size)]));
    }
    const names = this.#meta.tasks.map(({ source, name }) => source || name);
    const own = this.#ownVideo ?? this.#findOwnVideo();
    const problems = own ? videoProblems(own, this.#otherVideos) : notFoundProblems(this.#askedVideo, names);
    for (const problem of problems) this.#problems.report(problem);
    if (this.#trackTasks.size > 1) {
      this.#problems.report(readerProblem("cvat-several-tasks", [String(this.#trackTasks.size)]));
    }
    const imageSize = this.#imageSize();
    return {
      ...(this.#imageNames.length > 0 && { imageNames: this.#imageNames }),
      ...(imageSize !== undefined && { imageSize }),
      ...(this.#imageSizes.length > 0 && { imageSizes: this.#imageSizes }),
    };
  }

  /** Of a project, only tasks whose video or name is that of the dataset are read, if there are any. */
  #isOwnTask(id: string | undefined): boolean {
    if (id === undefined || this.#videoNames.length === 0) return true;
    this.#ownVideo ??= this.#findOwnVideo() ?? null;
    if (this.#ownVideo === null || this.#ownVideo.tasks.has(id)) return true;
    const { source = "", name = "" } = this.#meta.tasks.find((task) => task.id === id) ?? {};
    this.#otherVideos.add(source || name || id);
    return false;
  }

  #findOwnVideo(): TasksOfVideo | undefined {
    const { tasks } = this.#meta;
    for (const member of ["source", "name"] as const) {
      const chosen = chooseVideo(
        tasks.map((task) => task[member]),
        this.#videoNames,
      );
      const own = tasks.filter((task) => task[member] === chosen?.name);
      if (chosen?.wanted !== undefined) return { ...chosen, tasks: new Set(own.map(({ id }) => id)) };
    }
    return undefined;
  }

  /** The size of the video, or of all pictures. */
  #imageSize(): ImageSize | undefined {
    const own = this.#meta.tasks.find(({ id }) => this.#ownVideo?.tasks.has(id));
    if (own !== undefined) return sizeOf(own.width, own.height);
    if (this.#meta.size !== undefined) return this.#meta.size;
    const [size] = this.#sizes;
    const [width = NaN, height = NaN] = this.#sizes.size === 1 ? (size ?? "").split("x").map(Number) : [];
    return sizeOf(width, height);
  }

  #openSection(name: string, attributes: Attributes, place: XmlPlace): void {
    if (name === "image") this.#openImage(attributes, place);
    else if (name === "track") {
      if (!this.#isOwnTask(attributes["task_id"])) return;
      const label = this.#labelOf(attributes, place);
      if (attributes["task_id"] !== undefined) this.#trackTasks.add(attributes["task_id"]);
      const values: Values = new Map();
      takeTrackValues(attributes, values);
      this.#track = { id: attributes["id"], label, place, values, shapes: [], parts: [] };
    } else if (name !== "version") this.#warn("cvat-element-ignored", place, name);
  }

  #openImage(attributes: Attributes, place: XmlPlace): void {
    const { id, name = "" } = attributes;
    this.#imageFrame = undefined;
    const match = this.#frames?.get(name);
    if (match !== undefined && match.frame === undefined) {
      const isUnknown = match.others.length === 0;
      const words = unmatchedText(name, match);
      return this.#fail(isUnknown ? "cvat-image-unknown" : "picture-ambiguous", place, ...words);
    }
    if (attributes["task_id"] !== undefined) this.#imageTasks.add(attributes["task_id"]);
    const frame = match?.frame ?? this.#positions?.get(positionKey(attributes)) ?? integerOf(id, maxFrame);
    if (frame === undefined)
      return this.#fail("cvat-image-malformed", place, "`id` must be a frame, an integer from 0");
    this.#imageFrame = frame;
    if (this.#sizes.size < 2) this.#sizes.add(`${attributes["width"] ?? ""}x${attributes["height"] ?? ""}`);
    const size = sizeOf(Number(attributes["width"]), Number(attributes["height"]));
    if (size !== undefined && frame < this.#imageSizes.length + 100_000) this.#imageSizes[frame] = size;
    // A list that is far longer than the number of names is useless.
    if (name !== "" && frame < this.#imageNames.length + 100_000) {
      while (this.#imageNames.length < frame) this.#imageNames.push("");
      this.#imageNames[frame] = name.replace(/^.*[/\\]/, "");
    }
  }

  /** A word such as `no` would count like 0, or like 1 of `keyframe`. */
  #checkFlags(attributes: Attributes, place: XmlPlace): void {
    for (const name of ["outside", "occluded", "keyframe"]) {
      const text = attributes[name];
      if (text === undefined || text === "0" || text === "1" || isSet(text) || isUnset(text)) continue;
      this.#warn("cvat-flag-malformed", place, name, text.slice(0, 100));
    }
  }

  #openShape(kind: string, attributes: Attributes, place: XmlPlace): void {
    if (this.#track === undefined && this.#imageFrame === undefined) return;
    this.#checkFlags(attributes, place);
    const label = this.#track?.label ?? this.#labelOf(attributes, place);
    const values: Values = new Map();
    const trackValues: Values = this.#track?.values ?? new Map<string, unknown>();
    if (this.#track === undefined) takeTrackValues(attributes, trackValues);
    if (isSet(attributes["occluded"])) values.set("occluded", true);
    const order = Number(attributes["z_order"] ?? 0);
    if (Number.isInteger(order) && order !== 0) values.set("z_order", order);
    this.#shape = { kind, attributes, place, label, points: [], values, trackValues };
  }

  #openInShape(name: string, attributes: Attributes, place: XmlPlace): void {
    const { kind, points } = this.#shape as OpenShape;
    if (name === "attribute") this.#attributeName = attributes["name"] ?? "";
    else if (kind !== "skeleton" || name !== "points") this.#warn("cvat-element-ignored", place, name);
    else if (!isSet(attributes["outside"])) {
      try {
        const [point] = pointsOf(attributes["points"]);
        if (point !== undefined) points.push([attributes["label"] ?? "", point]);
      } catch (error) {
        this.#failShape(error, name, place);
      }
    }
  }

  #openPart(name: string, kind: string, attributes: Attributes, place: XmlPlace): void {
    if (kind === "attribute") return;
    if (kind !== "points") return this.#warn("cvat-element-ignored", place, kind);
    this.#checkFlags(attributes, place);
    try {
      const frame = integerOf(attributes["frame"], maxFrame);
      if (frame === undefined) throw new ShapeError("`frame` must be an integer from 0");
      const [point] = isSet(attributes["outside"]) ? [] : pointsOf(attributes["points"]);
      const [isKeyframe, isOccluded] = [!isUnset(attributes["keyframe"]), isSet(attributes["occluded"])];
      this.#track?.parts.push({ name, frame, isKeyframe, isOccluded, point });
    } catch (error) {
      this.#failShape(error, kind, place);
    }
  }

  #closeAttribute(text: string): void {
    const name = this.#attributeName ?? "";
    this.#attributeName = undefined;
    // There is no place for attributes of skeleton points.
    if (this.#shape === undefined || this.#path.at(-1) !== this.#shape.kind) return;
    const { label, values, trackValues } = this.#shape;
    const { isMutable, value } = this.#meta.read(label, name, text);
    (isMutable ? values : trackValues).set(name, value);
  }

  #closeShape(shape: OpenShape): void {
    this.#shape = undefined;
    const { kind, attributes, place, points, values, label, trackValues } = shape;
    try {
      const frame = this.#track === undefined ? this.#imageFrame : integerOf(attributes["frame"], maxFrame);
      if (frame === undefined) throw new ShapeError("`frame` must be an integer from 0");
      const isOutside =
        kind === "skeleton" && attributes["outside"] === undefined ? points.length === 0 : isSet(attributes["outside"]);
      if (kind === "mask") {
        this.#maskRows += Number(attributes["height"] ?? 0) || 0;
        if (this.#maskRows > maxMaskRows) throw new ShapeError(`masks may have ${maxMaskRows} rows in all`);
      }
      if (kind === "cuboid") this.#warn("cvat-cuboid-as-box", place);
      const nowhere: ReadShape = { bounds: [0, 0, 0, 0], features: [] };
      const read = isOutside ? nowhere : kind === "skeleton" ? pointsShape(points) : readShape(kind, attributes);
      const isBox = read.features.length === 0;
      const isKeyframe = !isUnset(attributes["keyframe"]);
      const found: Shape = { ...read, frame, isOutside, isKeyframe, isBox, attributes: values };
      if (this.#track !== undefined) return void this.#track.shapes.push(found);
      this.#put(this.#freeId(), label, trackValues, [{ ...found, isEnd: true }]);
    } catch (error) {
      this.#failShape(error, kind, place);
    }
  }

  #closeTrack(track: OpenTrack): void {
    this.#track = undefined;
    const { id: text, label, place, values, shapes } = track;
    const given = integerOf(text, maxId);
    if (text !== undefined && given === undefined) {
      return this.#fail("cvat-track-malformed", place, "`id` must be an integer from 0");
    }
    const id = given === undefined || this.#ids.has(given) ? this.#freeId() : given;
    if (given !== undefined && id !== given) this.#warn("cvat-track-id-taken", place, String(given), String(id));
    const sorted = [...shapes, ...skeletonShapes(track.parts)].toSorted((a, b) => a.frame - b.frame);
    const single = sorted.filter(({ frame }, index) => sorted[index + 1]?.frame !== frame);
    if (single.length < sorted.length) this.#problems.report({ ...coreProblem("duplicate-detection", id), ...place });
    const kept = keyframesOf(single);
    if (kept.some((shape) => shape.isSynthetic === true)) this.#warn("cvat-computed-shapes", place);
    this.#put(id, label, values, kept);
  }

  #put(id: number, label: string, values: Values, shapes: readonly KeyframeShape[]): void {
    if (shapes.length === 0) return;
    this.#ids.add(id);
    const features = shapes.map(({ frame, bounds, features: geometry, attributes, isEnd }) => ({
      frame,
      bounds: bounds satisfies Bounds,
      keyframe: true,
      ...(isEnd !== true && { interpolate: true }),
      ...(attributes.size > 0 && { attributes: Object.fromEntries(attributes) }),
      ...(geometry.length > 0 && { geometry: { type: "FeatureCollection", features: geometry } }),
    }));
    const track = {
      id,
      begin: features[0]?.frame,
      end: features.at(-1)?.frame,
      confidencePairs: [[label, 1]],
      attributes: Object.fromEntries(values),
      features,
    };
    this.#tracks.push(trackMember(track));
  }

  #freeId(): number {
    while (this.#ids.has(this.#nextId)) this.#nextId++;
    return this.#nextId++;
  }

  #labelOf(attributes: Attributes, place: XmlPlace): string {
    const label = attributes["label"] ?? unknownType;
    if (attributes["label"] === undefined) this.#warn("cvat-label-missing", place);
    else if (!this.#meta.isDeclared(label)) this.#warn("cvat-label-unlisted", place, JSON.stringify(label));
    return label;
  }

  #failShape(error: unknown, kind: string, place: XmlPlace): void {
    if (!(error instanceof ShapeError)) throw error;
    this.#fail("cvat-shape-malformed", place, kind, error.message);
  }

  #fail(code: ReaderProblemCode, place: XmlPlace, ...words: readonly string[]): void {
    this.#problems.skip(readerProblem(code, words, place));
  }

  /** Each warning is given once per file. */
  #warn(code: ReaderProblemCode, place: XmlPlace, ...words: readonly string[]): void {
    this.#problems.reportOnce(readerProblem(code, words, place));
  }
}

/** CVAT writes 0 and 1, other programs also true and false. */
const isSet = (text: string | undefined): boolean => /^(1|true)$/i.test(text ?? "");
const isUnset = (text: string | undefined): boolean => /^(0|false)$/i.test(text ?? "");

/** CVAT's own values, in addition to the attributes of a label. */
function takeTrackValues({ group_id: group, source }: Attributes, values: Values): void {
  if (group !== undefined && /^[1-9]\d{0,14}$/.test(group)) values.set("group_id", Number(group));
  if (source !== undefined && source !== "" && source !== "manual") values.set("source", source);
}

function integerOf(text: string | undefined, max: number): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value <= max ? value : undefined;
}
