/**
 * Annotations as a project of Datumaro: one item per picture or frame, in which every detection, also an interpolated
 * one, is a box or a polygon. Objects of a track share its `track_id`.
 */
import { encodeText } from "../../instance.ts";
import { isEqual } from "../../json.ts";
import { countDetectionLosses, countTrackLosses } from "../exchange/count-losses.ts";
import { type DatasetFacts, imageSizeOf } from "../exchange/dataset-file.ts";
import { readDocumentMembers } from "../exchange/document-members.ts";
import { thresholdOf } from "../exchange/export-filter.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { extentOf } from "../exchange/shapes.ts";
import { boundsBetween, boundsOfFeature } from "../exchange/wire-bounds.ts";
import type { WireFeature, WireTrack } from "../exchange/wire-types.ts";
import { outerRingOf, polygonCollection } from "../exchange/written-shape.ts";
import { isInvisible } from "../dive-config/type-hierarchy.ts";
import { filesOfFrames } from "../pictures/written-files.ts";
import { LossLedger } from "../problems/loss-ledger.ts";
import { isKeptAttribute } from "./datumaro-attributes.ts";
import type { AnnotationCore, Bounds, ExportFilter, WritingPieces } from "../../types.ts";

export interface DatumaroOptions extends DatasetFacts {
  readonly filter: ExportFilter | undefined;
}

export function writeDatumaro(core: AnnotationCore, options: DatumaroOptions): WritingPieces {
  return new DatumaroWriter(core, options).write();
}

/** Characters per piece. */
const pieceLength = 1 << 18;

class DatumaroWriter {
  readonly #core: AnnotationCore;
  readonly #options: DatumaroOptions;
  readonly #hasNames: boolean;
  readonly #losses = new LossLedger(datumaroLosses);
  readonly #labels = new Map<string, number>();
  /** Annotations by frame, as JSON without their ids. */
  readonly #byFrame = new Map<number, string[]>();
  #rowCount = 0;

  constructor(core: AnnotationCore, options: DatumaroOptions) {
    this.#core = core;
    this.#options = options;
    this.#hasNames = options.imageNames.length > 0 && options.type !== "video";
  }

  *write(): WritingPieces {
    const { filter } = this.#options;
    const { members, losses } = readDocumentMembers(this.#core);
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    for (const _ of this.#core.writer.groupRows()) this.#losses.count("groups");
    const threshold = thresholdOf(filter);
    let trackCount = 0;
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" })) {
      const track = JSON.parse(json) as WireTrack;
      const best = countTrackLosses(this.#losses, track, threshold);
      if (best === undefined) continue;
      trackCount++;
      this.#addTrack(track, ...best);
    }
    yield* this.#pieces();
    const others = this.#options.imageNames.length === 0 ? losses : [];
    return { trackCount, losses: [...this.#losses.list(), ...others] };
  }

  #addTrack({ id, features }: WireTrack, type: string, confidence: number): void {
    if (isInvisible(type)) this.#losses.count("type-name", id);
    const label = this.#labels.get(type) ?? this.#labels.size;
    this.#labels.set(type, label);
    const written = { label, track: { track_id: id, ...(confidence !== 1 && { score: confidence }) } };
    for (const [index, feature] of features.entries()) {
      countDetectionLosses(this.#losses, id, feature);
      this.#addDetection(id, feature, written);
      const next = features[index + 1];
      if (feature.interpolate !== true) continue;
      this.#losses.count("interpolation", id, feature.frame);
      if (next !== undefined) this.#addBetween(feature, next, written);
    }
  }

  #addDetection(id: number, feature: WireFeature, { label, track }: Written): void {
    const { frame, geometry = emptyGeometry, attributes = {} } = feature;
    const lose = (kind: string): void => this.#losses.count(kind, id, frame);
    if (this.#hasNames && frame >= this.#options.imageNames.length) return lose("frame-without-image");
    const values = Object.entries(attributes);
    const kept = values.filter(([name, value]) => isKeptAttribute(name, value));
    for (let count = kept.length; count < values.length; count++) lose("detection-attribute");
    const bounds = boundsOfFeature(feature);
    const ring = outerRingOf(geometry);
    if (!isEqual(ring === undefined ? emptyGeometry : polygonCollection(ring), geometry)) lose("geometry");
    if (ring !== undefined && !isEqual(extentOf(ring), bounds)) lose("shape-bounds");
    const box = cornerAndSize(bounds);
    if (ring === undefined && !isEqual(boundsOf(box), bounds)) lose("bounds-digits");
    const shape = ring === undefined ? { type: "bbox", bbox: box } : { type: "polygon", points: ring.flat() };
    this.#put(frame, label, shape, { ...Object.fromEntries(kept), ...track });
  }

  /** Their losses are reported for the interpolation. */
  #addBetween(from: WireFeature, to: WireFeature, { label, track }: Written): void {
    this.#rowCount += to.frame - from.frame;
    refuseTooManyRows(this.#rowCount);
    const end = this.#hasNames ? Math.min(to.frame, this.#options.imageNames.length) : to.frame;
    for (let frame = from.frame + 1; frame < end; frame++) {
      const bbox = cornerAndSize(boundsBetween(from, to, frame));
      this.#put(frame, label, { type: "bbox", bbox }, track);
    }
  }

  #put(frame: number, label: number, shape: object, attributes: object): void {
    const { type, ...place } = shape as { readonly type: string };
    const annotations = this.#byFrame.get(frame) ?? [];
    this.#byFrame.set(frame, annotations);
    const id = annotations.length;
    annotations.push(JSON.stringify({ id, type, attributes, group: 0, label_id: label, z_order: 0, ...place }));
  }

  *#pieces(): Generator<Uint8Array<ArrayBuffer>, void> {
    const { imageNames } = this.#options;
    const labels = [...this.#labels.keys()].map((name) => ({ name, parent: "", attributes: [] }));
    const categories = JSON.stringify({ label: { labels, attributes: [] } });
    let text = `{"dm_format_version":"1.0","media_type":2,"infos":{},"categories":${categories},"items":[`;
    let separator = "\n";
    const frames = this.#hasNames ? imageNames.keys() : [...this.#byFrame.keys()].toSorted((a, b) => a - b);
    for (const { frame, picture, stem } of filesOfFrames(frames, this.#hasNames ? imageNames : [])) {
      const size = imageSizeOf(this.#options, frame);
      const image = {
        ...(this.#hasNames && { path: picture }),
        ...(size !== undefined && { size: [size.height, size.width] }),
      };
      const facts = `"attr":{"frame":${frame}}${isEqual(image, {}) ? "" : `,"image":${JSON.stringify(image)}`}`;
      const annotations = (this.#byFrame.get(frame) ?? []).join(",\n");
      text += `${separator}{"id":${JSON.stringify(stem)},${facts},"annotations":[${annotations}]}`;
      separator = ",\n";
      if (text.length < pieceLength) continue;
      yield encodeText(text);
      text = "";
    }
    yield encodeText(`${text}\n]}\n`);
  }
}

/** The members that all objects of a track share. */
interface Written {
  readonly label: number;
  readonly track: { readonly track_id: number; readonly score?: number };
}

const emptyGeometry = { type: "FeatureCollection", features: [] };

function cornerAndSize([x1, y1, x2, y2]: Bounds): Bounds {
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
  return [left, top, Math.max(x1, x2) - left, Math.max(y1, y2) - top];
}

const boundsOf = ([x, y, width, height]: Bounds): Bounds => [x, y, x + width, y + height];

/** Messages that differ from the catalog's. */
const datumaroLosses: Readonly<Record<string, string | undefined>> = {
  geometry: "An object of Datumaro is one box or one polygon without holes; the rest is not written.",
  "bounds-digits": "A box written as corner and size is read back differently in its last digit.",
};
