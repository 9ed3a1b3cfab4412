/**
 * Annotations as Pascal VOC: an archive with an XML file a picture, in which every detection is a box. What is computed
 * between keyframes is written as well.
 */
import { isEqual } from "../../json.ts";
import { imageSizeOf, type DatasetFacts } from "../exchange/dataset-file.ts";
import { readDocumentMembers } from "../exchange/document-members.ts";
import { isFiltering, thresholdsOf } from "../exchange/export-filter.ts";
import type { WireFeature, WireTrack } from "../kpf/kpf-losses.ts";
import { LossLedger } from "../problems/loss-ledger.ts";
import { storedZip } from "../sources/stored-zip.ts";
import { boundsBetween, boundsOfFeature } from "../exchange/wire-bounds.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import { joinPieces } from "../exchange/writing.ts";
import { xmlText } from "../text/xml-text.ts";
import type { AnnotationCore, Bounds, ExportFilter, WriteReport, WritingPieces } from "../../types.ts";

export interface VocOptions extends DatasetFacts {
  readonly filter: ExportFilter | undefined;
}

export function writeVoc(core: AnnotationCore, options: VocOptions): WriteReport {
  return joinPieces(writeVocPieces(core, options), () => 1);
}

export function writeVocPieces(core: AnnotationCore, options: VocOptions): WritingPieces {
  return new VocWriter(core, options).write();
}

interface VocObject {
  readonly id: number;
  readonly text: string;
}

class VocWriter {
  readonly #core: AnnotationCore;
  readonly #options: VocOptions;
  readonly #losses = new LossLedger(vocLosses);
  readonly #objects = new Map<number, VocObject[]>();
  /** Of tracks of one detection, which may keep their ids. */
  readonly #singles: number[] = [];
  #rowCount = 0;
  #trackCount = 0;

  constructor(core: AnnotationCore, options: VocOptions) {
    this.#core = core;
    this.#options = options;
  }

  *write(): WritingPieces {
    const { members, losses } = readDocumentMembers(this.#core);
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    for (const _ of this.#core.groupRows()) this.#losses.count("groups");
    for (const { json } of this.#core.trackRows({ bounds: "exact" })) this.#writeTrack(JSON.parse(json) as WireTrack);
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

  #writeTrack({ id, confidencePairs, attributes, features, ...others }: WireTrack): void {
    const { filter } = this.#options;
    const threshold = isFiltering(filter) ? thresholdsOf(filter) : undefined;
    const [best, ...further] = confidencePairs.filter(([type, value]) => !threshold || value >= threshold(type));
    if (best === undefined) {
      if (threshold === undefined) this.#losses.count("track-without-pairs", id);
      return;
    }
    if (features.length === 0) return this.#losses.count("track-without-detections", id);
    const [type, confidence] = best;
    for (const _pair of further) this.#losses.count("further-pair", id);
    if (confidence !== 1) this.#losses.count("confidence", id);
    if (Object.keys(attributes).length > 0) this.#losses.count("track-attributes", id);
    const members = Object.keys(others).filter((key) => key !== "begin" && key !== "end");
    for (const _member of members) this.#losses.count("track-member", id);
    if (features.length > 1) this.#losses.count("track-identity", id);
    else this.#singles.push(id);
    const name = xmlText(type, () => this.#losses.count("control-character", id));
    for (const [index, feature] of features.entries()) {
      this.#countFeature(id, feature);
      this.#put(id, feature.frame, name, boundsOfFeature(feature), feature.attributes ?? {});
      const next = features[index + 1];
      if (next !== undefined && feature.interpolate === true) this.#writeBetween(id, name, feature, next);
    }
    this.#trackCount++;
  }

  #writeBetween(id: number, name: string, from: WireFeature, to: WireFeature): void {
    this.#rowCount += to.frame - from.frame;
    refuseTooManyRows(this.#rowCount);
    for (let frame = from.frame + 1; frame < to.frame; frame++) {
      this.#put(id, frame, name, boundsBetween(from, to, frame), {});
    }
  }

  #put(id: number, frame: number, name: string, bounds: Bounds, attributes: Readonly<Record<string, unknown>>): void {
    const { type, imageNames } = this.#options;
    if (type === "image-sequence" && imageNames.length > 0 && frame >= imageNames.length) {
      return this.#losses.count("frame-without-image", id, frame);
    }
    const [x1, y1, x2, y2] = bounds;
    const flag = (key: string): string => `    <${key}>${Number(attributes[key] === true)}</${key}>\n`;
    const text = [
      "  <object>\n",
      `    <name>${name}</name>\n`,
      "    <pose>Unspecified</pose>\n",
      ...flags.map(flag),
      `    <bndbox><xmin>${x1}</xmin><ymin>${y1}</ymin><xmax>${x2}</xmax><ymax>${y2}</ymax></bndbox>\n`,
      "  </object>\n",
    ].join("");
    const objects = this.#objects.get(frame);
    if (objects === undefined) this.#objects.set(frame, [{ id, text }]);
    else objects.push({ id, text });
  }

  #countFeature(id: number, feature: WireFeature): void {
    const { frame, keyframe, interpolate, attributes = {}, geometry, notes, fishLength, ...others } = feature;
    if (keyframe === false) this.#losses.count("not-a-keyframe", id, frame);
    if (interpolate === true) this.#losses.count("interpolation", id, frame);
    if (fishLength !== undefined) this.#losses.count("length", id, frame);
    if (notes !== undefined && !isEqual(notes, [])) this.#losses.count("notes", id, frame);
    if (!isEqual(geometry ?? emptyGeometry, emptyGeometry)) this.#losses.count("geometry", id, frame);
    for (const [name, value] of Object.entries(attributes)) {
      if (!(flags.includes(name) && value === true)) this.#losses.count("detection-attribute", id, frame);
    }
    for (const _member of Object.keys(others).filter((key) => key !== "bounds")) {
      this.#losses.count("detection-member", id, frame);
    }
  }

  /** One for every picture that has a name, else for every frame with objects. */
  *#files(): Iterable<readonly [name: string, text: string]> {
    const { imageNames } = this.#options;
    const taken = new Set<string>();
    for (const frame of imageNames.length > 0 ? imageNames.keys() : this.#frames()) {
      const picture = imageNames[frame] || `frame_${String(frame).padStart(6, "0")}.jpg`;
      const parts = picture.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== "..");
      const stem = parts.join("/").replace(/\.[^./]*$/, "");
      let name = stem;
      for (let count = 2; taken.has(name); count++) name = `${stem}_${count}`;
      taken.add(name);
      yield [`Annotations/${name}.xml`, this.#page(frame, picture)];
    }
  }

  #page(frame: number, picture: string): string {
    const size = imageSizeOf(this.#options, frame);
    return [
      "<annotation>\n",
      `  <filename>${xmlText(picture)}</filename>\n`,
      ...(size === undefined
        ? []
        : [`  <size><width>${size.width}</width><height>${size.height}</height><depth>3</depth></size>\n`]),
      "  <segmented>0</segmented>\n",
      ...(this.#objects.get(frame) ?? []).map(({ text }) => text),
      "</annotation>\n",
    ].join("");
  }
}

/** What an object may say of itself, as 0 or 1. */
const flags: readonly string[] = ["truncated", "occluded", "difficult"];
const emptyGeometry = { type: "FeatureCollection", features: [] };

/** Where the sentence differs from the one of the catalogue. */
const vocLosses: Readonly<Record<string, string | undefined>> = {
  geometry: "Polygons, lines and points are not written: an object of Pascal VOC is a box.",
};
