/**
 * The parts of tracks, detections and groups that KPF cannot hold. Readers take a detection that is not a keyframe for
 * a computed one and drop it, so nothing else is reported about it; the same applies to a track without keyframes.
 */
import { maxFrame } from "../../edits/arguments.ts";
import { isEqual, isObject } from "../../json.ts";
import { groupPairs, isTrackId } from "../../groups.ts";
import type { WireFeature, WireGroup, WireRange, WireTrack } from "../exchange/wire-types.ts";
import { LossLedger } from "../problems/loss-ledger.ts";

export class KpfLosses extends LossLedger {
  constructor() {
    super(kpfLosses);
  }

  /**
   * `areAttributesRead`: readers derive the track's attributes from its activities. Returns false when the track is
   * lost.
   */
  countTrack(
    { id, confidencePairs: _, attributes: __, features, ...others }: WireTrack,
    areAttributesRead: boolean,
  ): boolean {
    if (!features.some(({ keyframe }) => keyframe)) {
      this.count(features.length === 0 ? "track-without-detections" : "track-without-keyframes", id);
      return false;
    }
    if (!areAttributesRead) this.count("track-attributes", id);
    const members = Object.keys(others).filter((key) => key !== "begin" && key !== "end");
    for (const _member of members) this.count("track-member", id);
    return true;
  }

  countDetection(id: number, { frame, keyframe, interpolate, geometry, notes, ...others }: WireFeature): void {
    if (!keyframe) return this.count("not-a-keyframe", id, frame);
    if (interpolate !== true) this.count("interpolation-off", id, frame);
    for (const _name of Object.keys(others.attributes ?? {})) this.count("detection-attribute", id, frame);
    if (others.fishLength !== undefined) this.count("length", id, frame);
    if (notes !== undefined && !isEqual(notes, [])) this.count("notes", id, frame);
    const members = Object.keys(others).filter((key) => !columns.includes(key));
    for (const _member of members) this.count("detection-member", id, frame);
    const isKept = geometry === undefined || onlyRing(geometry) !== undefined;
    if (!isKept && !isEqual(geometry, collectionOf([]))) this.count("geometry", id, frame);
  }

  countGroup({ id: _, begin: __, end: ___, confidencePairs, attributes, members = {}, ...others }: WireGroup): void {
    const isOdd = confidencePairs !== undefined && !isEqual(confidencePairs, groupPairs(confidencePairs));
    const odd = (isObject(members) ? Object.entries(members) : [["members", members] as const]).filter(
      ([member, value]) => !isTrackId(member) || !isEqual(value, { ranges: rangesOf(value) }),
    );
    const lost = [...Object.keys(attributes ?? {}), ...Object.keys(others), ...odd];
    for (let count = lost.length + Number(isOdd); count > 0; count--) this.count("group-member");
  }
}

const columns: readonly string[] = ["bounds", "attributes", "fishLength"];

/** Messages that differ from the catalog's, or are missing there. */
const kpfLosses: Readonly<Record<string, string | undefined>> = {
  "not-a-keyframe": "A detection that is not a keyframe is taken for an interpolated one.",
  "interpolation-off": "The format always interpolates between adjacent keyframes.",
  geometry: "Only a single polygon without holes is written.",
  "group-member": "Attributes and further members of a group are not written, nor are members that are not tracks.",
  "track-attributes": "Attributes of the track other than those of its activities are not written.",
  "further-pair": "A type that occurs several times is written once.",
  "track-without-detections": "The track has no detections, by which it would be known.",
  "track-without-keyframes": "The track has no keyframes, by which it would be known.",
  "frame-rate": "The frame rate is not written.",
  "document-member": "A member of the document is not written.",
};

/** The members of a group that are tracks. */
export function trackMembersOf({ members }: WireGroup): readonly (readonly [trackId: string, value: unknown])[] {
  return isObject(members) ? Object.entries(members).filter(([key]) => isTrackId(key)) : [];
}

/** The ranges of a group's member that a packet can express. */
export function rangesOf(member: unknown): readonly WireRange[] {
  const ranges: unknown = (member as { readonly ranges?: unknown } | null)?.ranges;
  return Array.isArray(ranges) ? (ranges as readonly unknown[]).filter(isRange) : [];
}

function isRange(value: unknown): value is WireRange {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [begin, end] = value as readonly unknown[];
  return isFrame(begin) && isFrame(end) && begin <= end;
}

function isFrame(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxFrame;
}

interface RingFeature {
  readonly geometry?: { readonly coordinates?: unknown };
}

/** Exactly two numbers: a packet has no place for a third one. */
function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((number) => typeof number === "number");
}

/** The ring of the only polygon, if there is nothing else. */
export function onlyRing(geometry: unknown): readonly unknown[] | undefined {
  const { features } = (geometry ?? {}) as { readonly features?: readonly (RingFeature | null)[] };
  const coordinates: unknown = Array.isArray(features) ? features[0]?.geometry?.coordinates : undefined;
  const ring: unknown = Array.isArray(coordinates) ? coordinates[0] : undefined;
  return Array.isArray(ring) &&
    ring.length >= 3 &&
    ring.every(isPosition) &&
    isEqual(geometry, collectionOf([polygonOf(ring)]))
    ? ring
    : undefined;
}

function polygonOf(ring: unknown): unknown {
  return { type: "Feature", properties: { key: "" }, geometry: { type: "Polygon", coordinates: [ring] } };
}

function collectionOf(features: readonly unknown[]): unknown {
  return { type: "FeatureCollection", features };
}
