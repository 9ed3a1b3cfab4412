/**
 * Annotations as KPF packets, one a line: `types` and `geom` of every track by ascending id, then `act` of every group.
 * Computed detections are written with `keyframe: false`, which readers may use or compute again.
 */
import { groupPairs } from "../groups.ts";
import { encodeText } from "../instance.ts";
import { lossText } from "./losses.ts";
import { refuseTooManyRows } from "./write-csv.ts";
import { concatenate } from "./writing.ts";
import type { AnnotationCore, Bounds, ExportFilter, FrameNumber, Loss, TrackId, WriteReport } from "../types.ts";

export interface KpfOptions {
  /** With it, every detection says its time in seconds. */
  readonly fps: number | undefined;
  readonly filter: ExportFilter | undefined;
}

/** What the wire knows of a track, as far as it matters here. */
interface WireTrack {
  readonly id: number;
  readonly confidencePairs: readonly WirePair[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly features: readonly WireFeature[];
}

interface WireFeature {
  readonly frame: number;
  readonly keyframe: boolean;
  readonly interpolate?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly geometry?: unknown;
  readonly fishLength?: number;
}

interface WireGroup {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs?: readonly WirePair[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly members?: Readonly<Record<string, { readonly ranges?: readonly (readonly [number, number])[] }>>;
}

type WirePair = readonly [type: string, confidence: number];

/** Lines that are encoded at once. */
const PIECE_LINES = 10_000;

export function writeKpf(core: AnnotationCore, options: KpfOptions): WriteReport {
  const writer = new KpfWriter(core, options);
  return writer.write();
}

class KpfWriter {
  readonly #core: AnnotationCore;
  readonly #options: KpfOptions;
  readonly #losses = new Map<string, Loss>();
  readonly #parts: Uint8Array[] = [];
  #lines: string[] = [];
  #detectionId = 0;
  #computedCount = 0;
  #trackCount = 0;

  constructor(core: AnnotationCore, options: KpfOptions) {
    this.#core = core;
    this.#options = options;
  }

  write(): WriteReport {
    const pictures = this.#document();
    const groups = [...this.#core.groupRows()].map(({ json }) => JSON.parse(json) as WireGroup);
    const statuses = new Map<number, string>();
    const tracks = this.#core.trackRows();
    const activityIds = new Map<number, number[]>();
    for (const { id, members = {} } of groups) {
      for (const member of Object.keys(members)) {
        activityIds.set(Number(member), [...(activityIds.get(Number(member)) ?? []), id]);
      }
    }
    for (const { json } of tracks) {
      const track = JSON.parse(json) as WireTrack;
      this.#noteStatuses(track, activityIds.get(track.id) ?? [], statuses);
      this.#writeTrack(track);
    }
    for (const group of groups) this.#writeGroup(group, statuses.get(group.id) ?? "");
    // A file without a packet would be no KPF.
    if (this.#trackCount === 0 && groups.length === 0) this.#put('meta: "no annotations"');
    this.#flush();
    const all = [...this.#losses.values(), ...pictures];
    return { bytes: concatenate(this.#parts), trackCount: this.#trackCount, losses: all };
  }

  /** Counts the members of the document itself; answers what JSON would lose of it as well. */
  #document(): readonly Loss[] {
    const { bytes, losses } = this.#core.writeDiveJson({ style: "compact", filter: { types: [] } });
    const {
      tracks: _,
      groups: __,
      version: ___,
      ...members
    } = JSON.parse(new TextDecoder().decode(bytes)) as object & Record<string, unknown>;
    for (let left = Object.keys(members).length; left > 0; left--) this.#lose("document-member", undefined);
    return losses.filter(({ kind }) => kind === "picture-name");
  }

  /** The attributes that reading makes of activities; everything else in attributes is lost. */
  #noteStatuses({ id, attributes }: WireTrack, activities: readonly number[], statuses: Map<number, string>): void {
    const { srcStatus, activityIds, ...others } = attributes;
    const words = typeof srcStatus === "string" ? srcStatus.split(" ") : [];
    const isOurs =
      activities.length === 0
        ? srcStatus === undefined && activityIds === undefined
        : activityIds === activities.join(" ") && words.length === activities.length;
    const fits = activities.every((activity, index) => (statuses.get(activity) ?? words[index]) === words[index]);
    if (isOurs && fits)
      for (const [index, activity] of activities.entries()) statuses.set(activity, words[index] ?? "");
    if (!isOurs || !fits || Object.keys(others).length > 0) this.#lose("track-attributes", id);
  }

  #writeTrack({ id, confidencePairs, features, attributes: _, ...others }: WireTrack): void {
    const pairs = confidencePairs.filter((pair) => isExported(pair, this.#options.filter));
    if (pairs.length === 0 && (confidencePairs.length > 0 || isFiltering(this.#options.filter))) return;
    const hasMembers = Object.keys(others).some((key) => key !== "begin" && key !== "end");
    if (hasMembers) this.#lose("track-member", id);
    if (features.length === 0) this.#lose("track-without-detections", id);
    this.#put(`types: { id1: ${id}, cset3: ${this.#pairMap(pairs, id)} }`);
    for (const [index, feature] of features.entries()) {
      this.#writeFeature(id, feature);
      const next = features[index + 1];
      if (next !== undefined) this.#writeBetween(id, feature, next.frame);
    }
    this.#trackCount++;
  }

  #writeFeature(id: number, { frame, keyframe, interpolate, geometry, ...others }: WireFeature): void {
    if (!keyframe) this.#lose("not-a-keyframe", id, frame);
    else if (interpolate !== true) this.#lose("interpolation-off", id, frame);
    if (others.attributes !== undefined && Object.keys(others.attributes).length > 0) {
      this.#lose("detection-attribute", id, frame);
    }
    if (others.fishLength !== undefined) this.#lose("length", id, frame);
    const known = ["bounds", "attributes", "fishLength"];
    if (Object.keys(others).some((key) => !known.includes(key))) this.#lose("detection-member", id, frame);
    const ring = geometry === undefined ? undefined : onlyRing(geometry);
    if (geometry !== undefined && ring === undefined) this.#lose("geometry", id, frame);
    const polygon = ring === undefined ? "" : `, poly0: ${JSON.stringify(ring).replaceAll(",", ", ")}`;
    this.#putDetection(id, frame, keyframe, polygon);
  }

  #writeBetween(id: number, { frame, interpolate }: WireFeature, end: number): void {
    if (interpolate !== true) return;
    this.#computedCount += end - frame;
    refuseTooManyRows(this.#computedCount);
    for (let between = frame + 1; between < end; between++) this.#putDetection(id, between, false, "");
  }

  #putDetection(id: number, frame: number, isKeyframe: boolean, polygon: string): void {
    const bounds = this.#core.detectionAt(id as TrackId, frame as FrameNumber)?.bounds;
    if (bounds === undefined) return;
    const { fps } = this.#options;
    const seconds = fps === undefined || !(fps > 0) ? "" : `, ts1: ${yamlNumber(frame / fps)}`;
    const place = `id0: ${this.#detectionId++}, id1: ${id}, ts0: ${frame}${seconds}`;
    this.#put(`geom: { ${place}, g0: ${boundsText(bounds)}, keyframe: ${isKeyframe}${polygon} }`);
  }

  #writeGroup(group: WireGroup, status: string): void {
    const { id, begin, end, confidencePairs, attributes = {}, members = {}, ...others } = group;
    const pairs = groupPairs(confidencePairs);
    const isOdd = confidencePairs !== undefined && pairs.length !== (confidencePairs as { length?: number }).length;
    if (isOdd || Object.keys(attributes).length > 0 || Object.keys(others).length > 0) {
      this.#lose("group-member", undefined);
    }
    const actors = Object.entries(members).map(([member, value]) => {
      const ranges: unknown = (value as { readonly ranges?: unknown } | null)?.ranges;
      const known: readonly unknown[] = Array.isArray(ranges) ? ranges : [];
      return `{ id1: ${member}, timespan: [${known.filter(isRange).map(rangeText).join(", ")}] }`;
    });
    const fields = [
      `act2: ${this.#pairMap(pairs, undefined)}`,
      `id2: ${id}`,
      `timespan: [${rangeText([begin, end])}]`,
      ...(status === "" ? [] : [`src_status: ${yamlText(status)}`]),
      `actors: [${actors.join(", ")}]`,
    ];
    this.#put(`act: { ${fields.join(", ")} }`);
  }

  #pairMap(pairs: readonly WirePair[], trackId: number | undefined): string {
    const map = new Map<string, number>();
    for (const [type, confidence] of pairs) {
      if (map.has(type)) this.#lose("further-pair", trackId);
      else map.set(type, confidence);
    }
    const entries = [...map].map(([type, confidence]) => `${yamlText(type)}: ${yamlNumber(confidence)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }

  #put(packet: string): void {
    this.#lines.push(`- { ${packet} }\n`);
    if (this.#lines.length >= PIECE_LINES) this.#flush();
  }

  #flush(): void {
    this.#parts.push(encodeText(this.#lines.join("")));
    this.#lines = [];
  }

  #lose(kind: string, trackId: number | undefined, frame?: number): void {
    const known = this.#losses.get(kind);
    const example = known?.example ?? {
      ...(trackId !== undefined && { trackId }),
      ...(frame !== undefined && { frame }),
      text: kpfLosses[kind] ?? lossText(kind),
    };
    this.#losses.set(kind, { kind, count: (known?.count ?? 0) + 1, example });
  }
}

/** Where the sentence differs from the one of the catalogue, or there is none. */
const kpfLosses: Readonly<Record<string, string | undefined>> = {
  "not-a-keyframe": "A detection that is no keyframe is taken for a computed one.",
  "interpolation-off": "Between keyframes that follow each other detections are always computed.",
  geometry: "Only a single polygon without holes is written.",
  "group-member": "Attributes and further members of a group are not written.",
  "track-attributes": "Attributes of the track other than those of its activities are not written.",
  "further-pair": "A type that occurs several times is written once.",
  "track-without-detections": "The track has no detections, by which it would be known.",
};

function isFiltering(filter: ExportFilter | undefined): boolean {
  return filter?.thresholds !== undefined || filter?.types !== undefined;
}

function isExported([type, confidence]: WirePair, filter: ExportFilter | undefined): boolean {
  if (filter === undefined || !isFiltering(filter)) return true;
  const thresholds = new Map(Object.entries(filter.thresholds ?? {}));
  const least = thresholds.get(type) ?? thresholds.get("default") ?? 0;
  return confidence >= least && (filter.types === undefined || filter.types.includes(type));
}

function boundsText(bounds: Bounds): string {
  return bounds.join(" ");
}

function isRange(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}

function rangeText([begin, end]: readonly [number, number]): string {
  return `{ tsr0: [${begin}, ${end}] }`;
}

/** A number that readers of YAML 1.1 and 1.2 take for one: they differ about `1e-7`. */
function yamlNumber(value: number): string {
  const text = String(value);
  if (Number.isInteger(value) && !text.includes("e")) return `${text}.0`;
  return text.includes("e") && !text.includes(".") ? text.replace("e", ".0e") : text;
}

/** A text, in quotes unless nobody takes it for anything else. */
function yamlText(text: string): string {
  const isPlain = /^[A-Za-z][\w-]*( [\w-]+)*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

interface RingFeature {
  readonly properties?: { readonly key?: unknown };
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown };
}

/** The ring of the only polygon, when there is nothing else. */
function onlyRing(geometry: unknown): readonly unknown[] | undefined {
  const { features } = geometry as { readonly features?: unknown };
  const [feature, ...others] = Array.isArray(features) ? (features as readonly (RingFeature | null)[]) : [];
  const coordinates = feature?.geometry?.coordinates;
  const rings: readonly unknown[] = Array.isArray(coordinates) ? coordinates : [];
  const isSimple =
    others.length === 0 &&
    feature?.geometry?.type === "Polygon" &&
    feature.properties?.key === "" &&
    Object.keys(feature.properties).length === 1 &&
    rings.length === 1;
  return isSimple && Array.isArray(rings[0]) && rings[0].length >= 3 ? rings[0] : undefined;
}
