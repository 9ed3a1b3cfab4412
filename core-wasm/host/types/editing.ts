/** Edits, the methods of a transaction, and what it changed. */
import type { AnnotationWriter } from "./faces.ts";
import type {
  Bounds,
  ConfidencePair,
  FrameNumber,
  FrameRange,
  GeometryKind,
  GroupId,
  JsonValue,
  Point,
  TrackId,
} from "./basics.ts";

/** The core that tracks and groups are copied from. */
export interface CopySource {
  readonly writer: Pick<AnnotationWriter, "trackImage" | "groupRows">;
}

/** A track with one type, or with the pairs of another track, which may be empty. */
export type NewTrack = NewTrackStart &
  (
    | {
        readonly type: string;
        /** 0..1. Default 1. */
        readonly confidence?: number;
      }
    | { readonly pairs: readonly ConfidencePair[] }
  );

interface NewTrackStart {
  readonly frame: FrameNumber;
  readonly bounds: Bounds;
  /** Interpolate from this keyframe to the next one. Default true. */
  readonly interpolate?: boolean;
  /**
   * Default: the largest id used since the last load + 1, so that ids of deleted tracks are not reused; after the
   * largest possible id, the smallest free one. Refused when in use.
   */
  readonly id?: TrackId;
}

/** A track's membership in a group. */
export interface GroupMember {
  readonly trackId: TrackId;
  /**
   * When it belongs to the group. Kept sorted, with overlapping ranges joined. Default: from the track's begin to its
   * end.
   */
  readonly ranges?: readonly FrameRange[];
}

export interface NewGroup {
  /** Default `no-group`. */
  readonly type?: string;
  /** 0..1. Default 1. */
  readonly confidence?: number;
  /** At least one. */
  readonly members: readonly GroupMember[];
  /** Default: the largest id used since the last load + 1. Refused with `group-id-taken` when in use. */
  readonly id?: GroupId;
}

/** Edits of whole tracks. Errors of all methods: `no-such-track`; `bad-argument` for invalid ids and frames. */
export interface TrackEdits {
  /** Errors: `track-id-taken`, `bounds-not-finite`, `bad-pair`. */
  add(track: NewTrack): TrackId;
  /** Also removes the track from its groups; a group without members is deleted too. */
  delete(id: TrackId): void;
  deleteAll(ids: readonly TrackId[]): void;
  /** Replaces the whole list of pairs and sorts it. Error: `bad-pair`. */
  setPairs(id: TrackId, pairs: readonly ConfidencePair[]): void;
  /** Makes this the only type of the tracks. `confidence` is 1 by default. Error: `bad-pair`. */
  setType(ids: readonly TrackId[], type: string, confidence?: number): void;
  /**
   * Renames a type in the pairs of all tracks. A track that has both types keeps the larger confidence. A track without
   * pairs counts as `unknown` here, as it is shown. Returns how many tracks had the type.
   */
  renameType(from: string, to: string): number;
  /**
   * Removes a type from the pairs of all tracks; a track left without pairs is deleted. Otherwise like `renameType`.
   */
  deleteType(type: string): number;
  /**
   * Replaces a track with two new ones that have its pairs, attributes and unknown members; the second begins at
   * `frame`, or at the first detection after it. Interpolated detections on both sides of the cut become keyframes
   * (rounded), so no frame loses its detection. In every group of the track, each part takes the ranges on its side; a
   * part without ranges does not join. Error: `cannot-split` unless begin < frame <= end.
   */
  split(id: TrackId, frame: FrameNumber): readonly [first: TrackId, second: TrackId];
  /**
   * The first track absorbs the others, which are deleted. If several have a detection stored on a frame, the earliest
   * in the list wins; interpolation flags stay with their keyframes. For each type the largest confidence is kept; for
   * each attribute and unknown member the first one. The first track joins the groups of the others with their ranges,
   * or their spans if they have no ranges. Error: `too-few-tracks` for fewer than two different ones.
   */
  merge(ids: readonly TrackId[]): void;
  /** Changes the id of a track, also in its groups; its content is unchanged. Error: `track-id-taken`. */
  renumber(id: TrackId, newId: TrackId): void;
  /**
   * Makes the track exactly what it is in another core, or deletes it when that core has no such track. Groups are not
   * changed.
   */
  copy(id: TrackId, from: CopySource): void;
  /**
   * `undefined` removes the attribute. With `user`, a login, the value is that user's own (`userAttributes`). Error:
   * `bad-attribute`.
   */
  setAttribute(id: TrackId, name: string, value: JsonValue | undefined, user?: string): void;
  /**
   * Sets or removes a member that has no method of its own, such as `meta`. Error: `bad-argument` for members that have
   * one.
   */
  setMember(id: TrackId, name: string, value: JsonValue | undefined): void;
}

/**
 * Edits of a track on frames. Errors of all methods: `no-such-track`, `bad-argument`. The methods below `setBounds`
 * that change data of a stored detection first make an interpolated one a keyframe (rounded), and throw `no-detection`
 * if none exists.
 */
export interface DetectionEdits {
  /**
   * Makes `frame` a keyframe with these bounds (rounded to integers), extending the track if needed. Error:
   * `bounds-not-finite`.
   */
  setBounds(id: TrackId, frame: FrameNumber, bounds: Bounds): void;
  /** Makes a detection a keyframe, or removes it if it is one. Errors: `no-detection`, `only-keyframe`. */
  toggleKeyframe(id: TrackId, frame: FrameNumber): void;
  /**
   * Whether the segment that begins at or before `frame` interpolates. Error: `no-detection` before the first keyframe.
   */
  setInterpolate(id: TrackId, frame: FrameNumber, on: boolean): void;
  /** Sets interpolation for every keyframe of the track. */
  setInterpolateAll(id: TrackId, on: boolean): void;
  /**
   * Deletes the stored and interpolated detections of these frames. All other frames keep theirs: keyframes are added
   * next to the range where interpolation passed through. Errors: `no-detection` when there is nothing to delete,
   * `only-keyframe` when nothing would remain.
   */
  delete(id: TrackId, begin: FrameNumber, end: FrameNumber): void;
  /**
   * Sets the polygon with this key (default `""`): the outline, then holes, each of at least three points, open or
   * closed. Bounds stay; on a frame without a detection, those of the outline become a keyframe. `rotation`: the
   * polygon is a box rotated by this angle, radians, clockwise. Error: `bad-geometry`.
   */
  setPolygon(
    id: TrackId,
    frame: FrameNumber,
    rings: readonly (readonly Point[])[],
    key?: string,
    rotation?: number,
  ): void;
  /** Sets the line with this key (default `""`), of at least two points. Otherwise like `setPolygon`. */
  setLine(id: TrackId, frame: FrameNumber, points: readonly Point[], key?: string): void;
  /** Sets the point with this key, usually `head` or `tail`. Otherwise like `setPolygon`. */
  setPoint(id: TrackId, frame: FrameNumber, point: Point, key: string): void;
  /** Sets head, tail and the line `HeadTails` between them. */
  setHeadTail(id: TrackId, frame: FrameNumber, head: Point, tail: Point): void;
  /** Moves all geometry; the bounds stay. Error: `bad-geometry`. */
  moveGeometry(id: TrackId, frame: FrameNumber, offset: Point): void;
  /** Removes the geometry of this kind and key; without a key, all of the kind. Error: `no-such-geometry`. */
  removeGeometry(id: TrackId, frame: FrameNumber, kind: GeometryKind, key?: string): void;
  /** Like `TrackEdits.setAttribute`. */
  setAttribute(id: TrackId, frame: FrameNumber, name: string, value: JsonValue | undefined, user?: string): void;
  /** Sets or removes a member that has no method of its own. Error: `bad-argument` for members that have one. */
  setMember(id: TrackId, frame: FrameNumber, name: string, value: JsonValue | undefined): void;
  /** Replaces the notes; an empty list removes them. */
  setNotes(id: TrackId, frame: FrameNumber, notes: readonly string[]): void;
  /** Radians, stored as the attribute `rotation`; 0 and `undefined` remove it. */
  setRotation(id: TrackId, frame: FrameNumber, radians: number | undefined): void;
  /** `fishLength`, in the unit of the dataset; finite. */
  setLength(id: TrackId, frame: FrameNumber, length: number | undefined): void;
}

/**
 * Edits of groups. Begin and end of a group follow the ranges of its members. Errors of all methods: `no-such-group`,
 * `no-such-track` for members that do not exist, `bad-range` for ranges that are invalid or end before they begin,
 * `bad-pair`.
 */
export interface GroupEdits {
  /** Errors: `no-members`, `group-id-taken`. */
  create(group: NewGroup): GroupId;
  delete(id: GroupId): void;
  /** Replaces the whole list of pairs and sorts it. */
  setPairs(id: GroupId, pairs: readonly ConfidencePair[]): void;
  /** Renames a type in the pairs of all groups; like `TrackEdits.renameType`. */
  renameType(from: string, to: string): number;
  /** Adds members, or changes the ranges of existing ones. */
  putMembers(id: GroupId, members: readonly GroupMember[]): void;
  /** A group left without members is deleted. Error: `not-a-member`. */
  removeMembers(id: GroupId, trackIds: readonly TrackId[]): void;
  /**
   * Makes the group what it is in another core, leaving out members that are not tracks here; deletes it when that core
   * has no such group. Error: `no-members` when none of its tracks is here.
   */
  copy(id: GroupId, from: CopySource): void;
  /** Like `TrackEdits.setAttribute`. */
  setAttribute(id: GroupId, name: string, value: JsonValue | undefined, user?: string): void;
}

/**
 * The edits of one transaction: one undo step, however many they are. Every method throws `CoreError` on a broken rule;
 * its effects until then are reverted with the transaction. All edits are in the op log, and therefore in undo, journal
 * and `changesSince`.
 */
export interface EditTransaction {
  readonly tracks: TrackEdits;
  readonly detections: DetectionEdits;
  readonly groups: GroupEdits;
}

/** The effect of a step on tracks or groups: each id once, in ascending order, in one of the lists. */
export interface EntityChanges<Id> {
  readonly added: readonly Id[];
  readonly changed: readonly Id[];
  readonly removed: readonly Id[];
}

/** A finished transaction, an undo or a redo: what to show and what to refresh. */
export interface EditSummary {
  readonly label: string;
  readonly kind: "edit" | "undo" | "redo";
  /** Position in the op log after this step. */
  readonly seq: number;
  /**
   * Position before the step; equals `seq` for an edit that changed nothing. A subscriber whose last position differs
   * has missed steps and must reload everything.
   */
  readonly previousSeq: number;
  /** The frame to show, where the edit was made. */
  readonly frame: FrameNumber;
  readonly tracks: EntityChanges<TrackId>;
  readonly groups: EntityChanges<GroupId>;
  /** All tracks that the step touched, in order. */
  readonly trackIds: readonly TrackId[];
}

/** Entities that differ from the state at a position of the op log. */
export interface ChangeSet {
  readonly tracks: { readonly upsert: readonly TrackId[]; readonly delete: readonly TrackId[] };
  readonly groups: { readonly upsert: readonly GroupId[]; readonly delete: readonly GroupId[] };
}
