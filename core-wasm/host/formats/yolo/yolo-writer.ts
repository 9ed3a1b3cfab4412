/**
 * Annotations as YOLO: `data.yaml` with the classes, and in `labels` a text file a picture, a row an object. For
 * detection rows are boxes; for segmentation polygons, and boxes become polygons of four corners. What is computed
 * between keyframes is written as well.
 */
import { isEqual } from "../../json.ts";
import { type DatasetFacts, imageSizeOf } from "../exchange/dataset-file.ts";
import { readDocumentMembers } from "../exchange/document-members.ts";
import { isFiltering, thresholdsOf } from "../exchange/export-filter.ts";
import { outerRingOf, polygonCollection } from "../cvat/cvat-geometry.ts";
import { extentOf, type XY } from "../cvat/cvat-shapes.ts";
import type { WireFeature, WireTrack } from "../kpf/kpf-losses.ts";
import { LossLedger } from "../problems/loss-ledger.ts";
import { storedZip } from "../../../zip/write.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { boundsBetween, boundsOfFeature } from "../exchange/wire-bounds.ts";
import { joinPieces } from "../exchange/writing.ts";
import { boundsOf } from "./yolo-boxes.ts";
import type { AnnotationCore, Bounds, ExportFilter, ImageSize, WriteReport, WritingPieces } from "../../types.ts";
import { CoreError } from "../../types.ts";

export interface YoloOptions extends DatasetFacts {
  readonly task: "detect" | "segment";
  readonly filter: ExportFilter | undefined;
  /** Classes by number; other types are not written. Default: the types of the annotations by name. */
  readonly labels: readonly string[] | undefined;
}

export function writeYolo(core: AnnotationCore, options: YoloOptions): WriteReport {
  return joinPieces(writeYoloPieces(core, options), () => 1);
}

export function writeYoloPieces(core: AnnotationCore, options: YoloOptions): WritingPieces {
  const { imageSize, imageSizes = [] } = options;
  if (imageSize === undefined && imageSizes.every((size) => size === undefined)) {
    throw new CoreError(
      "image-size-unknown",
      "YOLO has positions as parts of the picture, and the size of the pictures is not known.",
    );
  }
  return new YoloWriter(core, options).write();
}

/** Whose row it is. */
interface Of {
  readonly id: number;
  readonly classNumber: number;
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
  /** Of tracks of one detection, which may keep their ids. */
  readonly #singles: number[] = [];
  #classes = new Map<string, number>();
  #rowCount = 0;
  #trackCount = 0;

  constructor(core: AnnotationCore, options: YoloOptions) {
    this.#core = core;
    this.#options = options;
    this.#threshold = isFiltering(options.filter) ? thresholdsOf(options.filter) : undefined;
  }

  *write(): WritingPieces {
    const { members, losses } = readDocumentMembers(this.#core);
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    for (const _ of this.#core.groupRows()) this.#losses.count("groups");
    this.#classes = new Map((this.#options.labels ?? this.#types()).map((type, index) => [type, index]));
    for (const { json } of this.#core.trackRows({ bounds: "exact" })) this.#writeTrack(JSON.parse(json) as WireTrack);
    if (this.#options.imageNames.length > 0) this.#losses.count("frame-by-name");
    this.#countIds();
    yield* storedZip(this.#files());
    const pictures = this.#options.imageNames.length === 0 ? losses : [];
    return { trackCount: this.#trackCount, losses: [...this.#losses.list(), ...pictures] };
  }

  #types(): readonly string[] {
    const types = new Set<string>();
    for (const { json } of this.#core.trackRows({ bounds: "exact" })) {
      const [best] = this.#pairsOf(JSON.parse(json) as WireTrack);
      if (best !== undefined) types.add(best[0]);
    }
    return [...types].toSorted((a, b) => (a < b ? -1 : 1));
  }

  /** Rows are numbered from 0 on, picture by picture. */
  #countIds(): void {
    const frames = [...this.#rows.keys()].toSorted((a, b) => a - b);
    let next = 0;
    const numbers = new Map<number, number>();
    for (const frame of frames) for (const { id } of this.#rows.get(frame) ?? []) numbers.set(id, next++);
    for (const id of this.#singles) {
      const number = numbers.get(id);
      if (number !== undefined && number !== id) this.#losses.count("track-id", id);
    }
  }

  #pairsOf({ confidencePairs }: WireTrack): WireTrack["confidencePairs"] {
    const threshold = this.#threshold;
    return confidencePairs.filter(([type, confidence]) => !threshold || confidence >= threshold(type));
  }

  #writeTrack(track: WireTrack): void {
    const { id, confidencePairs: _, attributes, features, ...others } = track;
    const [best, ...further] = this.#pairsOf(track);
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
    else this.#singles.push(id);
    for (const [index, feature] of features.entries()) {
      this.#countFeature(id, feature);
      this.#writeFeature({ id, classNumber }, feature);
      const next = features[index + 1];
      if (next !== undefined && feature.interpolate === true) {
        this.#writeBetween({ id, classNumber }, feature, next);
      }
    }
    this.#trackCount++;
  }

  #writeBetween(of: Of, from: WireFeature, to: WireFeature): void {
    this.#rowCount += to.frame - from.frame;
    refuseTooManyRows(this.#rowCount);
    for (let frame = from.frame + 1; frame < to.frame; frame++) {
      // Computed boxes were not drawn: their losses are not reported.
      this.#putBox(of, frame, boundsBetween(from, to, frame), () => {});
    }
  }

  #writeFeature(of: Of, feature: WireFeature): void {
    const { frame, geometry } = feature;
    const bounds = boundsOfFeature(feature);
    const count = (kind: string): void => this.#losses.count(kind, of.id, frame);
    const ring = this.#options.task === "segment" ? outerRingOf(geometry) : undefined;
    const held = ring === undefined ? emptyGeometry : polygonCollection(ring);
    if (!isEqual(held, geometry ?? emptyGeometry)) count("geometry");
    if (ring === undefined) return this.#putBox(of, frame, bounds, count);
    if (!isEqual(extentOf(ring), bounds)) count("shape-bounds");
    this.#putPolygon(of, frame, ring, count);
  }

  #putPolygon(of: Of, frame: number, ring: readonly XY[], count: (kind: string) => void): void {
    const size = imageSizeOf(this.#options, frame);
    if (size === undefined) return count("image-size-unknown");
    const { width, height } = size;
    const cut = ring.map(([x, y]): XY => [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)]);
    const [left, top, right, bottom] = extentOf(cut);
    if (right <= left || bottom <= top) return count("outside-picture");
    if (!isEqual(cut, ring)) count("clipped");
    const parts = cut.map(([x, y]): XY => [x / width, y / height]);
    if (
      !isEqual(
        parts.map(([x, y]) => [x * width, y * height]),
        cut,
      )
    )
      count("bounds-digits");
    this.#putRow(of, frame, parts.flat());
  }

  #putBox(of: Of, frame: number, bounds: Bounds, count: (kind: string) => void): void {
    const size = imageSizeOf(this.#options, frame);
    if (size === undefined) return count("image-size-unknown");
    const { width, height } = size;
    const [x1, y1, x2, y2] = bounds;
    const cut: Bounds = [
      Math.min(Math.max(x1, 0), width),
      Math.min(Math.max(y1, 0), height),
      Math.min(Math.max(x2, 0), width),
      Math.min(Math.max(y2, 0), height),
    ];
    const [left, top, right, bottom] = cut;
    if (right <= left || bottom <= top) return count("outside-picture");
    if (!isEqual(cut, bounds)) count("clipped");
    if (this.#options.task === "segment") {
      count("box-as-polygon");
      const corners: readonly XY[] = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ];
      return this.#putPolygon(of, frame, corners, count);
    }
    const row = [
      (left + right) / 2 / width,
      (top + bottom) / 2 / height,
      (right - left) / width,
      (bottom - top) / height,
    ];
    if (!isEqual(boundsOf(row, size), cut)) count("bounds-digits");
    this.#putRow(of, frame, row);
  }

  #putRow({ id, classNumber }: Of, frame: number, numbers: readonly number[]): void {
    const { type, imageNames } = this.#options;
    if (type === "image-sequence" && imageNames.length > 0 && frame >= imageNames.length) {
      this.#losses.count("frame-without-image", id, frame);
      return;
    }
    const rows = this.#rows.get(frame);
    // With a point: a whole number at the end of seven would be an id.
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

  /** One for every picture that has a name, else for every frame with rows. */
  *#files(): Iterable<readonly [name: string, text: string]> {
    yield ["data.yaml", this.#description()];
    const { imageNames } = this.#options;
    const taken = new Set<string>();
    const frames = imageNames.length > 0 ? imageNames.keys() : [...this.#rows.keys()].toSorted((a, b) => a - b);
    for (const frame of frames) {
      const name = freeName(labelName(imageNames[frame], frame), taken);
      yield [`labels/${name}.txt`, (this.#rows.get(frame) ?? []).map(({ text }) => text).join("")];
    }
  }

  /** Of all pictures, as far as they are known. */
  #commonSize(): ImageSize | undefined {
    const { imageSize, imageSizes = [] } = this.#options;
    const [first = imageSize, ...others] = imageSizes.filter((size) => size !== undefined);
    return others.every((size) => size.width === first?.width && size.height === first.height) ? first : undefined;
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
    ].join("");
  }
}

const emptyGeometry = { type: "FeatureCollection", features: [] };

const pointed = (number: number): string => (Number.isInteger(number) ? `${number}.0` : String(number));

/** The name of the picture without its ending and with no way out of its folder; a number where it has no name. */
function labelName(imageName: string | undefined, frame: number): string {
  const numbered = `frame_${String(frame).padStart(6, "0")}`;
  if (imageName === undefined || imageName === "") return numbered;
  const parts = imageName.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.join("/").replace(/\.[^./]*$/, "") || numbered;
}

/** Pictures that differ in their ending only have files of their own. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  taken.add(free);
  return free;
}

/** Where the sentence differs from the one of the catalogue. */
const yoloLosses: Readonly<Record<string, string | undefined>> = {
  geometry: "Of polygons, lines and points only one polygon without holes is written, and only for segmentation.",
  "bounds-digits": "Positions as parts of the picture are read back differently in their last digits.",
};
