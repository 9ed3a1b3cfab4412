/**
 * Writes an archive with one file per picture, in which every detection is an object of its own. Interpolated
 * detections are written as well. The format defines what an object and a file look like.
 */
import { filesOfFrames } from "../pictures/written-files.ts";
import type { WireFeature, WireTrack } from "./wire-types.ts";
import { LossLedger } from "../problems/loss-ledger.ts";
import { storedZip } from "../../../zip/write.ts";
import { imageSizeOf, type DatasetFacts } from "./dataset-file.ts";
import { countDetectionLosses, countTrackLosses } from "./count-losses.ts";
import { readDocumentMembers } from "./document-members.ts";
import { thresholdOf } from "./export-filter.ts";
import { refuseTooManyRows } from "./row-limit.ts";
import { boundsBetween, boundsOfFeature } from "./wire-bounds.ts";
import type { AnnotationCore, Bounds, ExportFilter, ImageSize, WritingPieces } from "../../types.ts";

export interface PerPictureOptions extends DatasetFacts {
  readonly filter: ExportFilter | undefined;
}

/** A detection, or one interpolated between two. */
export interface WrittenObject {
  readonly bounds: Bounds;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly geometry: unknown;
}

/** Counts a loss. */
export type ReportLoss = (kind: string) => void;

export interface PerPictureFormat {
  /** Messages that differ from the catalog's. */
  readonly losses: Readonly<Record<string, string | undefined>>;
  /** Pictures without objects also have a file, if the names of the pictures are known. */
  readonly hasEmptyFiles: boolean;
  /** For a track of this type; `lose` counts losses of the track as a whole. */
  objectsOf(type: string, lose: ReportLoss): (object: WrittenObject, lose: ReportLoss) => string;
  fileName(stem: string): string;
  fileText(picture: string, size: ImageSize | undefined, objects: readonly string[]): string;
}

export function writePerPicture(
  core: AnnotationCore,
  options: PerPictureOptions,
  format: PerPictureFormat,
): WritingPieces {
  return new PerPictureWriter(core, options, format).write();
}

class PerPictureWriter {
  readonly #core: AnnotationCore;
  readonly #options: PerPictureOptions;
  readonly #format: PerPictureFormat;
  readonly #losses: LossLedger;
  readonly #threshold: ((type: string) => number) | undefined;
  readonly #objects = new Map<number, { readonly id: number; readonly text: string }[]>();
  /** Ids of tracks of one detection, which may keep them. */
  readonly #singles: number[] = [];
  #rowCount = 0;
  #trackCount = 0;

  constructor(core: AnnotationCore, options: PerPictureOptions, format: PerPictureFormat) {
    this.#core = core;
    this.#options = options;
    this.#format = format;
    this.#losses = new LossLedger(format.losses);
    this.#threshold = thresholdOf(options.filter);
  }

  *write(): WritingPieces {
    const { members, losses } = readDocumentMembers(this.#core);
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    for (const _ of this.#core.writer.groupRows()) this.#losses.count("groups");
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" }))
      this.#writeTrack(JSON.parse(json) as WireTrack);
    if (this.#options.imageNames.length > 0) this.#losses.count("frame-by-name");
    this.#countIds();
    yield* storedZip(this.#files());
    const pictures = this.#options.imageNames.length === 0 ? losses : [];
    return { trackCount: this.#trackCount, losses: [...this.#losses.list(), ...pictures] };
  }

  /** Objects are numbered from 0 on, picture by picture. */
  #countIds(): void {
    let next = 0;
    const numbers = new Map<number, number>();
    for (const frame of this.#frames()) for (const { id } of this.#objects.get(frame) ?? []) numbers.set(id, next++);
    for (const id of this.#singles) {
      const number = numbers.get(id);
      if (number !== undefined && number !== id) this.#losses.count("track-id", id);
    }
  }

  #frames(): readonly number[] {
    return [...this.#objects.keys()].toSorted((a, b) => a - b);
  }

  #writeTrack(track: WireTrack): void {
    const best = countTrackLosses(this.#losses, track, this.#threshold);
    if (best === undefined) return;
    const { id, features } = track;
    const [type, confidence] = best;
    if (confidence !== 1) this.#losses.count("confidence", id);
    if (features.length > 1) this.#losses.count("track-identity", id);
    else this.#singles.push(id);
    const textOf = this.#format.objectsOf(type, (kind) => this.#losses.count(kind, id));
    for (const [index, feature] of features.entries()) {
      this.#writeFeature(id, feature, textOf);
      const next = features[index + 1];
      if (next !== undefined && feature.interpolate === true) this.#writeBetween(id, feature, next, textOf);
    }
    this.#trackCount++;
  }

  #writeFeature(id: number, feature: WireFeature, textOf: ReturnType<PerPictureFormat["objectsOf"]>): void {
    const { frame, interpolate, attributes = {}, geometry = emptyGeometry } = feature;
    const lose = (kind: string): void => this.#losses.count(kind, id, frame);
    countDetectionLosses(this.#losses, id, feature);
    if (interpolate === true) lose("interpolation");
    this.#put(id, frame, textOf({ bounds: boundsOfFeature(feature), attributes, geometry }, lose));
  }

  #writeBetween(
    id: number,
    from: WireFeature,
    to: WireFeature,
    textOf: ReturnType<PerPictureFormat["objectsOf"]>,
  ): void {
    this.#rowCount += to.frame - from.frame;
    refuseTooManyRows(this.#rowCount);
    for (let frame = from.frame + 1; frame < to.frame; frame++) {
      const object = { bounds: boundsBetween(from, to, frame), attributes: {}, geometry: emptyGeometry };
      // Its losses are reported for the interpolation.
      this.#put(
        id,
        frame,
        textOf(object, () => {}),
      );
    }
  }

  #put(id: number, frame: number, text: string): void {
    const { type, imageNames } = this.#options;
    if (type === "image-sequence" && imageNames.length > 0 && frame >= imageNames.length) {
      return this.#losses.count("frame-without-image", id, frame);
    }
    const objects = this.#objects.get(frame);
    if (objects === undefined) this.#objects.set(frame, [{ id, text }]);
    else objects.push({ id, text });
  }

  *#files(): Iterable<readonly [name: string, text: string]> {
    const { imageNames } = this.#options;
    const frames = this.#format.hasEmptyFiles && imageNames.length > 0 ? imageNames.keys() : this.#frames();
    for (const { frame, picture, stem } of filesOfFrames(frames, imageNames)) {
      const objects = (this.#objects.get(frame) ?? []).map(({ text }) => text);
      const size = imageSizeOf(this.#options, frame);
      yield [this.#format.fileName(stem), this.#format.fileText(picture, size, objects)];
    }
  }
}

export const emptyGeometry = { type: "FeatureCollection", features: [] };
