/**
 * Annotations as YOLO: `data.yaml` with the classes, and in `labels` one text file per picture, one row per object. For
 * detection, rows are boxes; for segmentation polygons, where boxes become polygons of four corners; for rotated boxes
 * four corners; for poses boxes with points. Interpolated detections are written as well.
 */
import { isEqual, isObject } from "../../json.ts";
import { type DatasetFacts, imageSizeOf } from "../exchange/dataset-file.ts";
import { readDocumentMembers } from "../exchange/document-members.ts";
import { thresholdOf } from "../exchange/export-filter.ts";
import { outerRingOf, polygonCollection, shapeOf } from "../exchange/written-shape.ts";
import { cornersOf, extentOf, type RotatedBox, type XY } from "../exchange/shapes.ts";
import type { WireFeature, WireTrack } from "../exchange/wire-types.ts";
import { LossLedger } from "../problems/loss-ledger.ts";
import { storedZip } from "../../../zip/write.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { boundsBetween, boundsOfFeature } from "../exchange/wire-bounds.ts";
import { boundsOf } from "./yolo-boxes.ts";
import {
  namesOfPoints,
  numbersOfPoints,
  pointFeature,
  pointsOf,
  poseFeatures,
  type NamedPoint,
} from "./yolo-points.ts";
import { readCorners } from "./yolo-rotated.ts";
import type { AnnotationCore, Bounds, ExportFilter, ImageSize, WritingPieces } from "../../types.ts";
import { CoreError } from "../../types.ts";

export interface YoloOptions extends DatasetFacts {
  readonly task: "detect" | "segment" | "obb" | "pose";
  readonly filter: ExportFilter | undefined;
  /** Classes by number; other types are not written. Default: the types of the annotations by name. */
  readonly labels: readonly string[] | undefined;
}

export function writeYolo(core: AnnotationCore, options: YoloOptions): WritingPieces {
  const { imageSize, imageSizes = [] } = options;
  if (imageSize === undefined && imageSizes.every((size) => size === undefined)) {
    throw new CoreError(
      "image-size-unknown",
      "YOLO stores positions as fractions of the picture, whose size is unknown.",
    );
  }
  return new YoloWriter(core, options).write();
}

/** The detection that a row is about. */
interface RowOwner {
  readonly id: number;
  readonly classNumber: number;
  readonly frame: number;
  /** Of the frame's picture. */
  readonly size: ImageSize;
  readonly lose: (kind: string) => void;
}

interface Row {
  readonly id: number;
  readonly text: string;
}

class YoloWriter {
  readonly #core: AnnotationCore;
  readonly #options: YoloOptions;
  readonly #losses = new LossLedger(yoloLosses);
  readonly #threshold: ((type: string) => number) | undefined;
  readonly #rows = new Map<number, Row[]>();
  /** Tracks of one detection may keep their ids. */
  readonly #singleDetectionIds: number[] = [];
  #classes = new Map<string, number>();
  /** For poses: the names of all points. */
  #points: readonly string[] = [];
  #rowCount = 0;
  #trackCount = 0;

  constructor(core: AnnotationCore, options: YoloOptions) {
    this.#core = core;
    this.#options = options;
    this.#threshold = thresholdOf(options.filter);
  }

  *write(): WritingPieces {
    const { members, losses } = readDocumentMembers(this.#core);
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    for (const _ of this.#core.writer.groupRows()) this.#losses.count("groups");
    this.#classes = new Map((this.#options.labels ?? this.#types()).map((type, index) => [type, index]));
    if (this.#options.task === "pose") this.#points = namesOfPoints(this.#features());
    for (const track of this.#tracks()) this.#writeTrack(track);
    if (this.#options.imageNames.length > 0) this.#losses.count("frame-by-name");
    this.#countIds();
    yield* storedZip(this.#files());
    const pictures = this.#options.imageNames.length === 0 ? losses : [];
    return { trackCount: this.#trackCount, losses: [...this.#losses.list(), ...pictures] };
  }

  /** The tracks with the pairs that reach the threshold; parsed each time, since memory may not hold all of them. */
  *#tracks(): Iterable<WireTrack> {
    const threshold = this.#threshold ?? (() => Number.NEGATIVE_INFINITY);
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" })) {
      const track = JSON.parse(json) as WireTrack;
      const confidencePairs = track.confidencePairs.filter(([type, confidence]) => confidence >= threshold(type));
      yield { ...track, confidencePairs };
    }
  }

  /** The features that are written. */
  *#features(): Iterable<WireFeature> {
    for (const { confidencePairs, features } of this.#tracks()) {
      const [best] = confidencePairs;
      if (best !== undefined && this.#classes.has(best[0])) yield* features;
    }
  }

  #types(): readonly string[] {
    const types = new Set<string>();
    for (const { confidencePairs } of this.#tracks()) for (const [type] of confidencePairs.slice(0, 1)) types.add(type);
    return [...types].toSorted((a, b) => (a < b ? -1 : 1));
  }

  /** Rows are numbered from 0 on, picture by picture. */
  #countIds(): void {
    const frames = [...this.#rows.keys()].toSorted((a, b) => a - b);
    let next = 0;
    const numbers = new Map<number, number>();
    for (const frame of frames) for (const { id } of this.#rows.get(frame) ?? []) numbers.set(id, next++);
    for (const id of this.#singleDetectionIds) {
      const number = numbers.get(id);
      if (number !== undefined && number !== id) this.#losses.count("track-id", id);
    }
  }

  #writeTrack(track: WireTrack): void {
    const { id, confidencePairs, attributes, features, ...others } = track;
    const [best, ...further] = confidencePairs;
    if (best === undefined) {
      if (this.#threshold === undefined) this.#losses.count("track-without-pairs", id);
      return;
    }
    const [type, confidence] = best;
    const classNumber = this.#classes.get(type);
    if (features.length === 0) return this.#losses.count("track-without-detections", id);
    if (classNumber === undefined) return this.#losses.count("type-not-listed", id);
    for (const _pair of further) this.#losses.count("further-pair", id);
    if (confidence !== 1) this.#losses.count("confidence", id);
    if (Object.keys(attributes).length > 0) this.#losses.count("track-attributes", id);
    const members = Object.keys(others).filter((key) => key !== "begin" && key !== "end");
    for (const _member of members) this.#losses.count("track-member", id);
    if (features.length > 1) this.#losses.count("track-identity", id);
    else this.#singleDetectionIds.push(id);
    for (const [index, feature] of features.entries()) {
      this.#countFeature(id, feature);
      this.#writeFeature({ id, classNumber }, feature);
      const next = features[index + 1];
      if (next !== undefined && feature.interpolate === true) this.#writeBetween({ id, classNumber }, feature, next);
    }
    this.#trackCount++;
  }

  #writeBetween(owner: Pick<RowOwner, "id" | "classNumber">, from: WireFeature, to: WireFeature): void {
    this.#rowCount += to.frame - from.frame;
    refuseTooManyRows(this.#rowCount);
    for (let frame = from.frame + 1; frame < to.frame; frame++) {
      const size = imageSizeOf(this.#options, frame);
      // Computed boxes were not drawn: their losses are not reported.
      if (size !== undefined)
        this.#putBox({ ...owner, frame, size, lose: () => {} }, boundsBetween(from, to, frame), this.#missingPoints());
    }
  }

  #writeFeature({ id, classNumber }: Pick<RowOwner, "id" | "classNumber">, feature: WireFeature): void {
    const { frame, geometry } = feature;
    const lose = (kind: string): void => this.#losses.count(kind, id, frame);
    const size = imageSizeOf(this.#options, frame);
    if (size === undefined) return lose("image-size-unknown");
    const owner: RowOwner = { id, classNumber, frame, size, lose };
    const bounds = boundsOfFeature(feature);
    const { task } = this.#options;
    if (task === "pose") return this.#putPose(owner, feature, bounds);
    const box = task === "obb" ? shapeOf(bounds, geometry).shape.box : undefined;
    if (box !== undefined && box.radians !== 0) return this.#putRotated(owner, geometry, box);
    const ring = task === "segment" ? outerRingOf(geometry) : undefined;
    const written = ring === undefined ? emptyGeometry : polygonCollection(ring);
    if (!isEqual(written, geometry ?? emptyGeometry)) lose("geometry");
    if (ring === undefined) return this.#putBox(owner, bounds, []);
    if (!isEqual(extentOf(ring), bounds)) lose("shape-bounds");
    this.#putPolygon(owner, ring);
  }

  #putRotated(owner: RowOwner, geometry: WireFeature["geometry"], box: RotatedBox): void {
    const ring = outerRingOf(geometry) ?? cornersOf(box.corners, box.radians);
    this.#putRing(owner, ring, (read, clipped) => {
      const { features } = readCorners(read);
      return !isEqual(clipped, ring) || isEqual({ type: "FeatureCollection", features }, geometry);
    });
  }

  #putPolygon(owner: RowOwner, ring: readonly XY[]): void {
    this.#putRing(owner, ring, isEqual);
  }

  /** @param isKept whether the reader, who gets the corners `read`, has the shape that was clipped */
  #putRing(
    owner: RowOwner,
    ring: readonly XY[],
    isKept: (read: readonly XY[], clipped: readonly XY[]) => boolean,
  ): void {
    const { size, lose } = owner;
    const { width, height } = size;
    const clipped = ring.map((point) => clip(point, size));
    const [left, top, right, bottom] = extentOf(clipped);
    if (right <= left || bottom <= top) return lose("outside-picture");
    if (!isEqual(clipped, ring)) lose("clipped");
    const fractions = clipped.map(([x, y]): XY => [x / width, y / height]);
    const read = fractions.map(([x, y]): XY => [x * width, y * height]);
    if (!isKept(read, clipped)) lose("bounds-digits");
    this.#putRow(owner, fractions.flat());
  }

  #putPose({ lose, ...owner }: RowOwner, feature: WireFeature, bounds: Bounds): void {
    const lost = new Set<string>();
    const loseOnce = (kind: string): void => {
      if (!lost.has(kind)) lose(kind);
      lost.add(kind);
    };
    const { size } = owner;
    const { width, height } = size;
    const points = pointsOf(feature).map((point): NamedPoint => ({ ...point, at: clip(point.at, size) }));
    // A point at 0, 0 counts as missing.
    const held = this.#points.flatMap(
      (name) => points.find((one) => one.name === name && one.at.some((at) => at !== 0)) ?? [],
    );
    const read = held.map((point): NamedPoint => {
      const [x, y] = point.at;
      return { ...point, at: [(x / width) * width, (y / height) * height] };
    });
    const given = featuresIn(feature.geometry);
    const isWithoutLine = isEqual(held.map(pointFeature), given);
    if (!isEqual(poseFeatures(held), given)) loseOnce(isWithoutLine ? "head-tail-line" : "geometry");
    else if (!isEqual(read, held)) loseOnce("bounds-digits");
    this.#putBox({ ...owner, lose: loseOnce }, bounds, numbersOfPoints(held, this.#points, size));
  }

  /** The numbers of the points of a pose, none of which is there. */
  #missingPoints(): readonly number[] {
    return this.#points.flatMap(() => [0, 0, 0]);
  }

  /** @param points numbers after those of the box */
  #putBox(owner: RowOwner, bounds: Bounds, points: readonly number[]): void {
    const { size, lose } = owner;
    const { width, height } = size;
    const [left, top] = clip([bounds[0], bounds[1]], size);
    const [right, bottom] = clip([bounds[2], bounds[3]], size);
    const clipped: Bounds = [left, top, right, bottom];
    if (right <= left || bottom <= top) return lose("outside-picture");
    if (!isEqual(clipped, bounds)) lose("clipped");
    const { task } = this.#options;
    if (task === "segment" || task === "obb") {
      if (task === "segment") lose("box-as-polygon");
      const corners: readonly XY[] = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ];
      return this.#putPolygon(owner, corners);
    }
    const row = [
      (left + right) / 2 / width,
      (top + bottom) / 2 / height,
      (right - left) / width,
      (bottom - top) / height,
    ];
    if (!isEqual(boundsOf(row, size), clipped)) lose("bounds-digits");
    this.#putRow(owner, [...row, ...points]);
  }

  #putRow({ id, classNumber, frame }: RowOwner, numbers: readonly number[]): void {
    const { type, imageNames } = this.#options;
    if (type === "image-sequence" && imageNames.length > 0 && frame >= imageNames.length) {
      this.#losses.count("frame-without-image", id, frame);
      return;
    }
    const rows = this.#rows.get(frame);
    // With a decimal point: a whole number at the end of seven would be read as an id.
    const texts = numbers.map((number, index) => (index === 5 ? pointed(number) : String(number)));
    const row: Row = { id, text: `${classNumber} ${texts.join(" ")}\n` };
    if (rows === undefined) this.#rows.set(frame, [row]);
    else rows.push(row);
  }

  #countFeature(id: number, feature: WireFeature): void {
    const { frame, keyframe, interpolate, attributes = {}, geometry: _, notes, fishLength, ...others } = feature;
    if (keyframe === false) this.#losses.count("not-a-keyframe", id, frame);
    if (interpolate === true) this.#losses.count("interpolation", id, frame);
    if (fishLength !== undefined) this.#losses.count("length", id, frame);
    if (notes !== undefined && !isEqual(notes, [])) this.#losses.count("notes", id, frame);
    for (const _name of Object.keys(attributes)) this.#losses.count("detection-attribute", id, frame);
    for (const _member of Object.keys(others).filter((key) => key !== "bounds")) {
      this.#losses.count("detection-member", id, frame);
    }
  }

  /** One for every picture with a name, otherwise for every frame with rows. */
  *#files(): Iterable<readonly [name: string, text: string]> {
    yield ["data.yaml", this.#description()];
    const { imageNames } = this.#options;
    const used = new Set<string>();
    const frames = imageNames.length > 0 ? imageNames.keys() : [...this.#rows.keys()].toSorted((a, b) => a - b);
    for (const frame of frames) {
      const name = freeName(labelName(imageNames[frame], frame), used);
      yield [`labels/${name}.txt`, (this.#rows.get(frame) ?? []).map(({ text }) => text).join("")];
    }
  }

  /** The size of all pictures, if it is known and the same. */
  #commonSize(): ImageSize | undefined {
    const { imageSize, imageSizes = [] } = this.#options;
    const [first = imageSize, ...others] = imageSizes.filter((size) => size !== undefined);
    return others.every((size) => size.width === first?.width && size.height === first.height) ? first : undefined;
  }

  /** Four corners alone could also be a polygon. */
  #taskLines(): readonly string[] {
    if (this.#options.task === "obb") return ["task: obb\n"];
    if (this.#points.length === 0) return [];
    const list = JSON.stringify(this.#points);
    return [
      `kpt_shape: [${this.#points.length}, 3]\n`,
      "kpt_names:\n",
      ...[...this.#classes.values()].map((index) => `  ${index}: ${list}\n`),
    ];
  }

  #description(): string {
    const size = this.#commonSize();
    const names = [...this.#classes].map(([type, index]) => `  ${index}: ${JSON.stringify(type)}\n`);
    return [
      "path: .\n",
      "train: images\n",
      "val: images\n",
      ...(size === undefined ? [] : [`image_size: [${size.width}, ${size.height}]\n`]),
      names.length === 0 ? "names: {}\n" : "names:\n",
      ...names,
      ...this.#taskLines(),
    ].join("");
  }
}

/** The nearest point of the picture. */
function clip([x, y]: XY, { width, height }: ImageSize): XY {
  return [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
}

function featuresIn(geometry: unknown): unknown {
  return isObject(geometry) ? geometry["features"] : [];
}

const emptyGeometry = { type: "FeatureCollection", features: [] };

const pointed = (number: number): string => (Number.isInteger(number) ? `${number}.0` : String(number));

/** The name of the picture without its extension and without leaving its folder; a number if it has no name. */
function labelName(imageName: string | undefined, frame: number): string {
  const numbered = `frame_${String(frame).padStart(6, "0")}`;
  if (imageName === undefined || imageName === "") return numbered;
  const parts = imageName.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.join("/").replace(/\.[^./]*$/, "") || numbered;
}

/** Pictures that differ only in their extension get separate files. */
function freeName(name: string, used: Set<string>): string {
  let free = name;
  for (let count = 2; used.has(free); count++) free = `${name}_${count}`;
  used.add(free);
  return free;
}

/** Messages that differ from the catalog's. */
const yoloLosses: Readonly<Record<string, string | undefined>> = {
  geometry:
    "Of polygons, lines and points only one polygon without holes is written, and only for segmentation; for poses points with names.",
  "bounds-digits": "Positions as fractions of the picture are read back differently in their last digits.",
};
