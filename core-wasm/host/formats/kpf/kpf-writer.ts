/**
 * Annotations as KPF packets, one per line: `types` and `geom` of every track by ascending id, then `act` of every
 * group. Computed detections are written with `keyframe: false`; readers may use them or compute them again.
 */
import { groupPairs } from "../../groups.ts";
import { encodeText } from "../../instance.ts";
import { readDocumentMembers } from "../exchange/document-members.ts";
import { isFiltering, thresholdsOf } from "../exchange/export-filter.ts";
import {
  type WireFeature,
  type WireGroup,
  type WirePair,
  type WireRange,
  type WireTrack,
} from "../exchange/wire-types.ts";
import { KpfLosses, onlyRing, rangesOf, trackMembersOf } from "./kpf-losses.ts";
import { refuseTooManyRows } from "../exchange/row-limit.ts";
import type { AnnotationCore, Bounds, ExportFilter, FrameNumber, Loss, TrackId, WritingPieces } from "../../types.ts";

export interface KpfOptions {
  /** If given, every detection has its time in seconds. */
  readonly fps: number | undefined;
  readonly filter: ExportFilter | undefined;
}

/** Lines per piece; a quarter of a megabyte. */
const pieceLines = 2500;

export function writeKpf(core: AnnotationCore, options: KpfOptions): WritingPieces {
  return new KpfWriter(core, options).write();
}

/** Yields pieces as they become full. */
type Lines = Generator<Uint8Array<ArrayBuffer>, void>;

class KpfWriter {
  readonly #core: AnnotationCore;
  readonly #options: KpfOptions;
  readonly #losses = new KpfLosses();
  readonly #threshold: ((type: string) => number) | undefined;
  #lines: string[] = [];
  #detectionId = 0;
  #computedCount = 0;
  #trackCount = 0;

  constructor(core: AnnotationCore, options: KpfOptions) {
    this.#core = core;
    this.#options = options;
    this.#threshold = isFiltering(options.filter) ? thresholdsOf(options.filter) : undefined;
  }

  *write(): WritingPieces {
    const pictures = this.#document();
    const groups = [...this.#core.writer.groupRows()].map(({ json }) => JSON.parse(json) as WireGroup);
    const statuses = new Map<number, string>();
    const activityIds = new Map<number, number[]>();
    for (const group of groups) {
      for (const [member] of trackMembersOf(group)) {
        activityIds.set(Number(member), [...(activityIds.get(Number(member)) ?? []), group.id]);
      }
    }
    for (const { json } of this.#core.writer.trackRows({ bounds: "exact" })) {
      const track = JSON.parse(json) as WireTrack;
      yield* this.#writeTrack(track, recordStatuses(track, activityIds.get(track.id) ?? [], statuses));
    }
    for (const group of groups) {
      this.#writeGroup(group, statuses.get(group.id) ?? "");
      yield* this.#fullPiece();
    }
    // A file without a packet would not be KPF.
    if (this.#trackCount === 0 && groups.length === 0) this.#put('meta: "no annotations"');
    yield this.#takePiece();
    return { trackCount: this.#trackCount, losses: [...this.#losses.list(), ...pictures] };
  }

  /** Counts the members of the document itself; returns the losses that DIVE JSON has as well. */
  #document(): readonly Loss[] {
    const { members, losses } = readDocumentMembers(this.#core);
    // With a frame rate, detections have their time, but the rate itself is not written.
    for (const name of Object.keys(members)) this.#losses.count(name === "fps" ? "frame-rate" : "document-member");
    return losses;
  }

  *#writeTrack(track: WireTrack, areAttributesRead: boolean): Lines {
    const { id, confidencePairs, features } = track;
    const threshold = this.#threshold;
    const pairs = confidencePairs.filter(([type, confidence]) => !threshold || confidence >= threshold(type));
    if (threshold !== undefined && pairs.length === 0) return;
    const isRead = this.#losses.countTrack(track, areAttributesRead);
    this.#put(`types: { id1: ${id}, cset3: ${this.#pairMap(pairs, id)} }`);
    for (const [index, feature] of features.entries()) {
      if (isRead) this.#losses.countDetection(id, feature);
      const ring = feature.geometry === undefined ? undefined : onlyRing(feature.geometry);
      const polygon = ring === undefined ? "" : `, poly0: ${JSON.stringify(ring).replaceAll(",", ", ")}`;
      this.#putDetection(id, feature.frame, feature.keyframe, polygon);
      const next = features[index + 1];
      if (next !== undefined) yield* this.#writeBetween(id, feature, next.frame);
      yield* this.#fullPiece();
    }
    this.#trackCount++;
  }

  *#writeBetween(id: number, { frame, interpolate }: WireFeature, end: number): Lines {
    if (interpolate !== true) return;
    this.#computedCount += end - frame;
    refuseTooManyRows(this.#computedCount);
    for (let between = frame + 1; between < end; between++) {
      this.#putDetection(id, between, false, "");
      yield* this.#fullPiece();
    }
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
    const { id, begin, end, confidencePairs } = group;
    this.#losses.countGroup(group);
    const pairs = groupPairs(confidencePairs);
    const actors = trackMembersOf(group).map(
      ([member, value]) => `{ id1: ${member}, timespan: [${rangesOf(value).map(rangeText).join(", ")}] }`,
    );
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
      if (map.has(type)) this.#losses.count("further-pair", trackId);
      else map.set(type, confidence);
    }
    const entries = [...map].map(([type, confidence]) => `${yamlText(type)}: ${yamlNumber(confidence)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }

  #put(packet: string): void {
    this.#lines.push(`- { ${packet} }\n`);
  }

  *#fullPiece(): Lines {
    if (this.#lines.length >= pieceLines) yield this.#takePiece();
  }

  #takePiece(): Uint8Array<ArrayBuffer> {
    const piece = encodeText(this.#lines.join(""));
    this.#lines = [];
    return piece;
  }
}

function boundsText(bounds: Bounds): string {
  return bounds.join(" ");
}

function rangeText([begin, end]: WireRange): string {
  return `{ tsr0: [${begin}, ${end}] }`;
}

/** A number that readers of YAML 1.1 and 1.2 both recognize: they differ about `1e-7`. */
function yamlNumber(value: number): string {
  const text = String(value);
  if (Number.isInteger(value) && !text.includes("e")) return `${text}.0`;
  return text.includes("e") && !text.includes(".") ? text.replace("e", ".0e") : text;
}

/** A text, in quotes unless it can only be read as a text. */
function yamlText(text: string): string {
  const isPlain = /^[A-Za-z][\w-]*( [\w-]+)*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/**
 * Records the `src_status` of activities, which their actors have as attributes. Returns whether reading will restore
 * the same attributes from the activities.
 */
function recordStatuses(
  { attributes }: WireTrack,
  activities: readonly number[],
  statuses: Map<number, string>,
): boolean {
  const { srcStatus, activityIds, ...others } = attributes;
  const words = typeof srcStatus === "string" ? srcStatus.split(" ") : [];
  const isOurs =
    activities.length === 0
      ? srcStatus === undefined && activityIds === undefined
      : activityIds === activities.join(" ") && words.length === activities.length;
  const fits = activities.every((activity, index) => (statuses.get(activity) ?? words[index]) === words[index]);
  if (!isOurs || !fits) return false;
  for (const [index, activity] of activities.entries()) statuses.set(activity, words[index] ?? "");
  return Object.keys(others).length === 0;
}
