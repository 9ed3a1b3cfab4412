/**
 * Annotations as tasks of Label Studio, in its import form: one task for each picture that has objects, or, if pictures
 * have no names, one task with a video.
 */
import { isEqual } from "../../json.ts";
import { encodeText } from "../../instance.ts";
import { countDetectionLosses, countTrackLosses } from "../exchange/count-losses.ts";
import { outerRingOf, polygonCollection, shapeOf } from "../exchange/written-shape.ts";
import { cornersOf, extentOf } from "../exchange/shapes.ts";
import { type DatasetFacts, imageSizeOf } from "../exchange/dataset-file.ts";
import { readDocumentMembers } from "../exchange/document-members.ts";
import { thresholdOf } from "../exchange/export-filter.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { boundsBetween, boundsOfFeature } from "../exchange/wire-bounds.ts";
import type { WireFeature, WireTrack } from "../exchange/wire-types.ts";
import { LossLedger } from "../problems/loss-ledger.ts";
import { boundsOfPercents, percentOf, percentsOfBounds, pixelsOf } from "./percents.ts";
import type { AnnotationCore, Bounds, ExportFilter, ImageSize, WritingPieces } from "../../types.ts";
import { CoreError } from "../../types.ts";

export interface StudioOptions extends DatasetFacts {
  readonly filter: ExportFilter | undefined;
}

export function writeLabelStudio(core: AnnotationCore, options: StudioOptions): WritingPieces {
  const { imageSize, imageSizes = [] } = options;
  if (imageSize === undefined && imageSizes.every((size) => size === undefined)) {
    throw new CoreError(
      "image-size-unknown",
      "Label Studio stores positions as percentages of the picture, whose size is unknown.",
    );
  }
  return new StudioWriter(core, options).write();
}

/** Characters per piece. */
const pieceLength = 1 << 18;

class StudioWriter {
  readonly #core: AnnotationCore;
  readonly #options: StudioOptions;
  readonly #isPictures: boolean;
  readonly #losses = new LossLedger(studioLosses);
  readonly #threshold: ((type: string) => number) | undefined;
  /** Results of pictures, by frame. */
  readonly #byFrame = new Map<number, string[]>();
  #rowCount = 0;
  #trackCount = 0;
  #nextRegion = 0;

  constructor(core: AnnotationCore, options: StudioOptions) {
    this.#core = core;
    this.#options = options;
    this.#isPictures = options.imageNames.length > 0 && options.type !== "video";
    this.#threshold = thresholdOf(options.filter);
  }

  *write(): WritingPieces {
    const { members, losses } = readDocumentMembers(this.#core);
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    for (const _ of this.#core.writer.groupRows()) this.#losses.count("groups");
    if (this.#isPictures) this.#losses.count("frame-by-name");
    yield* this.#isPictures ? this.#pictures() : this.#video();
    const others = this.#options.imageNames.length === 0 ? losses : [];
    return { trackCount: this.#trackCount, losses: [...this.#losses.list(), ...others] };
  }

  *#tracks(): Iterable<readonly [track: WireTrack, type: string, confidence: number]> {
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" })) {
      const track = JSON.parse(json) as WireTrack;
      const best = countTrackLosses(this.#losses, track, this.#threshold);
      if (best === undefined) continue;
      this.#trackCount++;
      yield [track, ...best];
    }
  }

  *#video(): Generator<Uint8Array<ArrayBuffer>, void> {
    const { name = "video", imageNames } = this.#options;
    let text = `[\n{"data":${JSON.stringify({ video: name })},"annotations":[{"result":[`;
    let separator = "\n";
    let last = imageNames.length - 1;
    // The length is written for every track, and must be at least the last frame of any.
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" }))
      last = Math.max(last, (JSON.parse(json) as WireTrack).features.at(-1)?.frame ?? -1);
    for (const [track, type, confidence] of this.#tracks()) {
      text += separator + this.#videoResult(track, type, confidence, last + 1);
      separator = ",\n";
      if (text.length < pieceLength) continue;
      yield encodeText(text);
      text = "";
    }
    yield encodeText(`${text}\n]}]}\n]\n`);
  }

  #videoResult({ id, features }: WireTrack, type: string, confidence: number, framesCount: number): string {
    const { fps } = this.#options;
    const size = imageSizeOf(this.#options, 0) as ImageSize;
    const sequence = features.map((feature, index) => {
      const { frame, geometry } = feature;
      const lose = (kind: string): void => this.#losses.count(kind, id, frame);
      const isLast = index === features.length - 1;
      this.#countFeature(id, feature);
      if (isLast && feature.interpolate === true) lose("interpolation");
      const bounds = boundsOfFeature(feature);
      if (!isEqual(geometry ?? emptyGeometry, emptyGeometry)) lose("geometry");
      const box = percentsOfBounds(bounds, size);
      if (!isEqual(boundsOfPercents(box, size), bounds)) lose("bounds-digits");
      const time = fps === undefined || fps <= 0 ? {} : { time: frame / fps };
      return { frame: frame + 1, enabled: !isLast && feature.interpolate === true, ...box, ...time };
    });
    return JSON.stringify({
      id: `track${id}`,
      type: "videorectangle",
      from_name: "box",
      to_name: "video",
      original_width: size.width,
      original_height: size.height,
      ...(confidence !== 1 && { score: confidence }),
      value: { framesCount, sequence, labels: [type] },
    });
  }

  *#pictures(): Generator<Uint8Array<ArrayBuffer>, void> {
    const { imageNames } = this.#options;
    for (const [track, type, confidence] of this.#tracks()) {
      const { id, features } = track;
      if (features.length > 1) this.#losses.count("track-identity", id);
      for (const [index, feature] of features.entries()) {
        this.#countFeature(id, feature);
        if (feature.interpolate === true) this.#losses.count("interpolation", id, feature.frame);
        const region = { id: features.length === 1 ? `track${id}` : this.#freeRegion(), type, confidence };
        const lose = (kind: string): void => this.#losses.count(kind, id, feature.frame);
        this.#putShape(region, feature.frame, boundsOfFeature(feature), feature.geometry, lose);
        const next = features[index + 1];
        if (next === undefined || feature.interpolate !== true) continue;
        this.#rowCount += next.frame - feature.frame;
        refuseTooManyRows(this.#rowCount);
        for (let frame = feature.frame + 1; frame < next.frame; frame++) {
          // Computed boxes were not drawn: their losses are not reported.
          const between = { id: this.#freeRegion(), type, confidence };
          this.#putShape(between, frame, boundsBetween(feature, next, frame), undefined, () => {});
        }
      }
    }
    let text = "[";
    let separator = "\n";
    for (const frame of [...this.#byFrame.keys()].toSorted((a, b) => a - b)) {
      const results = (this.#byFrame.get(frame) ?? []).join(",\n");
      const data = JSON.stringify({ image: imageNames[frame] });
      text += `${separator}{"data":${data},"annotations":[{"result":[\n${results}\n]}]}`;
      separator = ",\n";
      if (text.length < pieceLength) continue;
      yield encodeText(text);
      text = "";
    }
    yield encodeText(`${text}\n]\n`);
  }

  #freeRegion(): string {
    return `region${this.#nextRegion++}`;
  }

  #putShape(region: Region, frame: number, bounds: Bounds, geometry: unknown, lose: (kind: string) => void): void {
    if (frame >= this.#options.imageNames.length) return lose("frame-without-image");
    const size = imageSizeOf(this.#options, frame);
    if (size === undefined) return lose("image-size-unknown");
    const { kind, value } = this.#valueOf(bounds, geometry, size, lose);
    const result = {
      id: region.id,
      type: `${kind}labels`,
      from_name: kind === "polygon" ? "polygon" : "box",
      to_name: "image",
      original_width: size.width,
      original_height: size.height,
      image_rotation: 0,
      ...(region.confidence !== 1 && { score: region.confidence }),
      value: { ...value, [`${kind}labels`]: [region.type] },
    };
    const results = this.#byFrame.get(frame) ?? [];
    this.#byFrame.set(frame, results);
    results.push(JSON.stringify(result));
  }

  #valueOf(bounds: Bounds, geometry: unknown, size: ImageSize, lose: (kind: string) => void) {
    const { width, height } = size;
    const { shape, readBounds } = shapeOf(bounds, geometry);
    const turned = shape.kind === "box" && shape.box !== undefined && shape.box.radians !== 0 ? shape.box : undefined;
    const ring = turned === undefined ? outerRingOf(geometry) : undefined;
    if (turned !== undefined) {
      const [[x, y] = [0, 0]] = cornersOf(turned.corners, turned.radians);
      const [x1, y1, x2, y2] = turned.corners;
      const box = percentsOfBounds([x, y, x + x2 - x1, y + y2 - y1], size);
      const rotation = ((turned.radians * 180) / Math.PI + 360) % 360;
      return { kind: "rectangle", value: { ...box, rotation } };
    }
    const kept = ring === undefined ? emptyGeometry : polygonCollection(ring);
    if (!isEqual(kept, geometry ?? emptyGeometry)) lose("geometry");
    if (ring === undefined) {
      const box = percentsOfBounds(bounds, size);
      if (!isEqual(boundsOfPercents(box, size), bounds)) lose("bounds-digits");
      return { kind: "rectangle", value: box };
    }
    if (!isEqual(extentOf(ring), bounds) || !isEqual(readBounds, bounds)) lose("shape-bounds");
    const points = ring.map(([x, y]) => [percentOf(x, width), percentOf(y, height)] as const);
    const back = points.map(([x, y]) => [pixelsOf(x, width), pixelsOf(y, height)]);
    if (!isEqual(back, ring)) lose("bounds-digits");
    return { kind: "polygon", value: { points, closed: true } };
  }

  #countFeature(id: number, feature: WireFeature): void {
    countDetectionLosses(this.#losses, id, feature);
    for (const _ of Object.keys(feature.attributes ?? {})) this.#losses.count("detection-attribute", id, feature.frame);
  }
}

interface Region {
  readonly id: string;
  readonly type: string;
  readonly confidence: number;
}

const emptyGeometry = { type: "FeatureCollection", features: [] };

/** Messages that differ from the catalog's. */
const studioLosses: Readonly<Record<string, string | undefined>> = {
  geometry:
    "Label Studio holds boxes in videos, and one polygon without holes or one box in pictures; the rest is not written.",
  interpolation: "The interpolation that begins here is not read back.",
  "bounds-digits": "Positions written as percents are read back differently in their last digit.",
};
