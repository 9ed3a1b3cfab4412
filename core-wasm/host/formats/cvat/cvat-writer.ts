/**
 * Annotations as CVAT XML 1.1. Tracks are written as `track`, with all their frames; if every track of an image
 * sequence is on one picture only, they are written as shapes of `image`. An object ends with a keyframe that is
 * outside.
 */
import { isEqual } from "../../json.ts";
import { encodeText } from "../../instance.ts";
import { CvatLabels, isOrder, type WrittenValue } from "./cvat-labels.ts";
import { boxBetween } from "./cvat-shapes.ts";
import { boxShape, shapeOf, type WrittenShape } from "../exchange/written-shape.ts";
import { type DatasetFacts, imageSizeOf } from "../exchange/dataset-file.ts";
import { readDocumentMembers } from "../exchange/document-members.ts";
import { thresholdOf } from "../exchange/export-filter.ts";
import type { WireFeature, WireTrack } from "../exchange/wire-types.ts";
import { LossLedger } from "../problems/loss-ledger.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { boundsBetween, boundsOfFeature } from "../exchange/wire-bounds.ts";
import { xmlText } from "../text/xml-text.ts";
import type { AnnotationCore, ExportFilter, WritingPieces } from "../../types.ts";

export interface CvatOptions extends DatasetFacts {
  readonly filter: ExportFilter | undefined;
}

/** Lines per piece; a quarter of a megabyte. */
const pieceLines = 2000;

type Lines = Generator<Uint8Array<ArrayBuffer>, void>;

export function writeCvat(core: AnnotationCore, options: CvatOptions): WritingPieces {
  return new CvatWriter(core, options).write();
}

class CvatWriter {
  readonly #core: AnnotationCore;
  readonly #options: CvatOptions;
  readonly #losses = new LossLedger(cvatLosses);
  readonly #labels = new CvatLabels();
  readonly #threshold: ((type: string) => number) | undefined;
  #lines: string[] = [];
  #rowCount = 0;
  #trackCount = 0;

  constructor(core: AnnotationCore, options: CvatOptions) {
    this.#core = core;
    this.#options = options;
    this.#threshold = thresholdOf(options.filter);
  }

  *write(): WritingPieces {
    const others = this.#countDocument();
    const { type, imageNames } = this.#options;
    let isSingle = true;
    let last = -1;
    for (const track of this.#tracks()) {
      const { features } = track;
      this.#labels.note(this.#typeOf(track) ?? "", track);
      isSingle &&= features.length === 1;
      last = Math.max(last, features.at(-1)?.frame ?? -1);
    }
    const isImages = type === "image-sequence" && imageNames.length > 0 && isSingle;
    this.#putHead(isImages, Math.max(imageNames.length, last + 1));
    if (isImages) yield* this.#writeImages();
    else yield* this.#writeTracks();
    this.#lines.push("</annotations>\n");
    yield this.#takePiece();
    return { trackCount: this.#trackCount, losses: [...this.#losses.list(), ...others] };
  }

  #countDocument() {
    const { members, losses } = readDocumentMembers(this.#core);
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    for (const _ of this.#core.writer.groupRows()) this.#losses.count("groups");
    return this.#options.imageNames.length === 0 ? losses : [];
  }

  /** The tracks that can be written. */
  *#tracks(): Iterable<WireTrack> {
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" })) {
      const track = JSON.parse(json) as WireTrack;
      if (this.#typeOf(track) !== undefined && track.features.length > 0) yield track;
    }
  }

  /** The requested type with the highest confidence. */
  #typeOf({ confidencePairs }: WireTrack): string | undefined {
    const threshold = this.#threshold;
    return confidencePairs.find(([type, confidence]) => !threshold || confidence >= threshold(type))?.[0];
  }

  *#writeTracks(): Lines {
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" })) {
      const track = JSON.parse(json) as WireTrack;
      const type = this.#countTrack(track);
      if (type === undefined) continue;
      yield* this.#writeTrack(track, type);
      this.#trackCount++;
    }
  }

  *#writeTrack(track: WireTrack, type: string): Lines {
    const { id, features } = track;
    const values = this.#labels.valuesOfTrack(type, track, this.#losses);
    const { group, source } = values;
    const facts = `id="${id}" label="${this.#text(type, id)}"${group} source="${xmlText(source)}"`;
    this.#lines.push(`  <track ${facts}>\n`);
    for (const [index, feature] of features.entries()) {
      const next = features[index + 1];
      this.#countFeature(id, feature);
      const isFollowed = next === undefined || next.frame === feature.frame + 1;
      if (isFollowed && feature.interpolate !== true) this.#losses.count("interpolation-off", id, feature.frame);
      const shape = this.#shapeOf(id, feature);
      const attributes = [...values.attributes, ...this.#labels.valuesOf(type, id, feature, this.#losses)];
      this.#putShape(shape, attributes, { feature, frame: feature.frame });
      if (next !== undefined && feature.interpolate === true && !isFollowed) {
        yield* this.#writeBetween({ feature, next, shape, attributes });
      } else if (!isFollowed || (next === undefined && this.#isWithin(feature.frame + 1))) {
        this.#putShape(shape, attributes, { feature, frame: feature.frame + 1, isOutside: true });
      }
      if (this.#lines.length >= pieceLines) yield this.#takePiece();
    }
    this.#lines.push("  </track>\n");
  }

  /** Other programs do not interpolate: boxes between keyframes are written, and marked as computed. */
  *#writeBetween(stretch: Stretch): Lines {
    const { feature, next, shape, attributes } = stretch;
    const [from, to] = [shape.box, this.#shapeOf(undefined, next).box];
    if (from === undefined || to === undefined) return;
    const isRotated = from.radians !== 0 || to.radians !== 0;
    this.#rowCount += next.frame - feature.frame;
    refuseTooManyRows(this.#rowCount);
    for (let frame = feature.frame + 1; frame < next.frame; frame++) {
      const turned = boxBetween(from, to, (frame - feature.frame) / (next.frame - feature.frame));
      const between = isRotated
        ? boxShape(turned.corners, turned.radians)
        : boxShape(boundsBetween(feature, next, frame));
      this.#putShape(between, attributes, { feature, frame, isComputed: true });
      if (this.#lines.length >= pieceLines) yield this.#takePiece();
    }
  }

  *#writeImages(): Lines {
    const { imageNames } = this.#options;
    const byFrame = new Map<number, WireTrack[]>();
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" })) {
      const track = JSON.parse(json) as WireTrack;
      const type = this.#countTrack(track);
      const [feature] = track.features;
      if (type === undefined || feature === undefined) continue;
      if (feature.frame >= imageNames.length) {
        this.#losses.count("frame-without-image", track.id, feature.frame);
        continue;
      }
      byFrame.set(feature.frame, [...(byFrame.get(feature.frame) ?? []), track]);
    }
    let nextId = 0;
    for (const [frame, name] of imageNames.entries()) {
      const known = imageSizeOf(this.#options, frame);
      const size = known === undefined ? "" : ` width="${known.width}" height="${known.height}"`;
      this.#lines.push(`  <image id="${frame}" name="${xmlText(name)}"${size}>\n`);
      for (const track of byFrame.get(frame) ?? []) {
        if (track.id !== nextId++) this.#losses.count("track-id", track.id);
        this.#writeInImage(track);
      }
      this.#lines.push("  </image>\n");
      if (this.#lines.length >= pieceLines) yield this.#takePiece();
    }
  }

  #writeInImage(track: WireTrack): void {
    const { id, features } = track;
    const [feature] = features as readonly [WireFeature];
    const type = this.#typeOf(track) ?? "";
    this.#countFeature(id, feature);
    if (feature.interpolate === true) this.#losses.count("interpolation", id, feature.frame);
    const { group, source, attributes } = this.#labels.valuesOfTrack(type, track, this.#losses);
    const place = { feature, frame: undefined };
    const label = `label="${this.#text(type, id)}" source="${xmlText(source)}"${group}`;
    const values = [...attributes, ...this.#labels.valuesOf(type, id, feature, this.#losses)];
    this.#putShape(this.#shapeOf(id, feature), values, place, label);
    this.#trackCount++;
  }

  /** @param id absent: losses are not counted */
  #shapeOf(id: number | undefined, feature: WireFeature): WrittenShape {
    const { frame, geometry } = feature;
    const bounds = boundsOfFeature(feature);
    const { shape, readBounds, readGeometry } = shapeOf(bounds, geometry);
    if (id !== undefined) {
      if (!isEqual(readGeometry ?? emptyGeometry, geometry ?? emptyGeometry)) this.#losses.count("geometry", id, frame);
      if (!isEqual(readBounds, bounds)) this.#losses.count("shape-bounds", id, frame);
    }
    return shape;
  }

  #putShape(shape: WrittenShape, attributes: readonly WrittenValue[], place: ShapePlace, label = ""): void {
    const { feature, frame, isOutside = false, isComputed = false } = place;
    const { occluded, z_order: order } = feature.attributes ?? {};
    const where =
      frame === undefined ? label : `frame="${frame}" keyframe="${Number(!isComputed)}" outside="${Number(isOutside)}"`;
    const occlusion = `occluded="${Number(occluded === true)}"`;
    const facts = `${where} ${occlusion} ${shape.facts} z_order="${isOrder(order) ? order : 0}"`;
    if (attributes.length === 0) return void this.#lines.push(`    <${shape.kind} ${facts}/>\n`);
    this.#lines.push(`    <${shape.kind} ${facts}>\n`);
    for (const { name, text } of attributes) {
      this.#lines.push(`      <attribute name="${xmlText(name)}">${xmlText(text)}</attribute>\n`);
    }
    this.#lines.push(`    </${shape.kind}>\n`);
  }

  /** The type that is written; `undefined`: the track is not written. */
  #countTrack(track: WireTrack): string | undefined {
    const { id, confidencePairs, attributes: _, features, ...others } = track;
    const threshold = this.#threshold;
    const pairs = confidencePairs.filter(([type, confidence]) => !threshold || confidence >= threshold(type));
    const [best, ...further] = pairs;
    if (best === undefined) {
      if (threshold === undefined) this.#losses.count("track-without-pairs", id);
      return undefined;
    }
    if (features.length === 0) {
      this.#losses.count("track-without-detections", id);
      return undefined;
    }
    for (const _pair of further) this.#losses.count("further-pair", id);
    if (best[1] !== 1) this.#losses.count("confidence", id);
    const members = Object.keys(others).filter((key) => key !== "begin" && key !== "end");
    for (const _member of members) this.#losses.count("track-member", id);
    return best[0];
  }

  #countFeature(id: number, feature: WireFeature): void {
    const { frame, keyframe, interpolate: _, geometry: __, notes, fishLength, ...others } = feature;
    if (keyframe === false) this.#losses.count("not-a-keyframe", id, frame);
    if (fishLength !== undefined) this.#losses.count("length", id, frame);
    if (notes !== undefined && !isEqual(notes, [])) this.#losses.count("notes", id, frame);
    const members = Object.keys(others).filter((key) => key !== "bounds" && key !== "attributes");
    for (const _member of members) this.#losses.count("detection-member", id, frame);
  }

  #text(value: string, id: number): string {
    return xmlText(value, () => this.#losses.count("control-character", id));
  }

  /** Whether a frame is one of the dataset, as far as its frames are known. */
  #isWithin(frame: number): boolean {
    const { imageNames } = this.#options;
    return imageNames.length === 0 || frame < imageNames.length;
  }

  #putHead(isImages: boolean, size: number): void {
    const { name = "annotations", imageSize } = this.#options;
    const original =
      imageSize === undefined
        ? []
        : [
            `      <original_size><width>${imageSize.width}</width><height>${imageSize.height}</height></original_size>`,
          ];
    const head = [
      '<?xml version="1.0" encoding="utf-8"?>',
      "<annotations>",
      "  <version>1.1</version>",
      "  <meta>",
      "    <task>",
      `      <name>${xmlText(name)}</name>`,
      `      <size>${size}</size>`,
      `      <mode>${isImages ? "annotation" : "interpolation"}</mode>`,
      "      <labels>",
      ...this.#labels.lines(),
      "      </labels>",
      ...original,
      "    </task>",
      "  </meta>",
    ];
    this.#lines.push(...head.map((line) => `${line}\n`));
  }

  #takePiece(): Uint8Array<ArrayBuffer> {
    const piece = encodeText(this.#lines.join(""));
    this.#lines = [];
    return piece;
  }
}

interface Stretch {
  readonly feature: WireFeature;
  readonly next: WireFeature;
  readonly shape: WrittenShape;
  readonly attributes: readonly WrittenValue[];
}

interface ShapePlace {
  readonly feature: WireFeature;
  /** Absent within an image. */
  readonly frame: number | undefined;
  readonly isOutside?: boolean;
  readonly isComputed?: boolean;
}

const emptyGeometry = { type: "FeatureCollection", features: [] };

/** Messages that differ from the catalog's. */
const cvatLosses: Readonly<Record<string, string | undefined>> = {
  geometry: "Only one shape is written: a polygon without holes, or lines and points whose extent is the box.",
};
