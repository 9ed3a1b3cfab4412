/** Edits, what one transaction can do, and what it changed. */
import type { AnnotationCore } from "../types.ts";
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

/** A track of one type, or with the pairs of another track, of which there may be none. */
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
   * Default: the largest id there has been since the last load + 1, so ids of deleted tracks do not come back; after
   * the largest possible id, the smallest free one. Refused when taken.
   */
  readonly id?: TrackId;
}

/** A track's part in a group. */
export interface GroupMember {
  readonly trackId: TrackId;
  /** When it belongs to the group. Kept sorted, overlapping ones joined. Default: from the track's begin to its end. */
  readonly ranges?: readonly FrameRange[];
}

export interface NewGroup {
  /** Default `no-group`. */
  readonly type?: string;
  /** 0..1. Default 1. */
  readonly confidence?: number;
  /** At least one. */
  readonly members: readonly GroupMember[];
  /** Default: the largest id there has been since the last load + 1. Refused with `group-id-taken` when taken. */
  readonly id?: GroupId;
}

/**
 * Edits of tracks as wholes. Errors of all: `no-such-track`; `bad-argument` for ids and frames that are none.
 */
export interface TrackEdits {
  /** Errors: `track-id-taken`, `bounds-not-finite`, `bad-pair`. */
  add(track: NewTrack): TrackId;
  /** Also takes the track out of its groups; a group without members goes too. */
  delete(id: TrackId): void;
  deleteAll(ids: readonly TrackId[]): void;
  /** Replaces the whole list of pairs; sorts it. Error: `bad-pair`. */
  setPairs(id: TrackId, pairs: readonly ConfidencePair[]): void;
  /** Makes this the only type of the tracks. `confidence` is 1 by default. Error: `bad-pair`. */
  setType(ids: readonly TrackId[], type: string, confidence?: number): void;
  /**
   * In the pairs of all tracks. A track that has both types keeps the larger confidence. A track without pairs is shown as
   * `unknown`, and has that type here, too. Answers how many tracks had the type.
   */
  renameType(from: string, to: string): number;
  /** Takes the type out of the pairs of all tracks; a track without pairs then is deleted. Otherwise as `renameType`. */
  deleteType(type: string): number;
  /**
   * Replaces a track by two new ones with its pairs, attributes and unknown members; the second begins at `frame`, or
   * at the first detection after it. What was interpolated on both sides of the cut becomes keyframes (rounded), so no
   * frame loses its detection. In every group of the track, each part takes the ranges on its side; a part with none on
   * its side does not join. Error: `cannot-split` unless begin < frame <= end.
   */
  split(id: TrackId, frame: FrameNumber): readonly [first: TrackId, second: TrackId];
  /**
   * The first track absorbs the others, which are deleted. Where several have a detection stored on a frame, the
   * earliest in the list wins; interpolation flags stay with their keyframes. Of each type the largest confidence
   * counts; of each attribute and unknown member the first one. The first track joins the groups of the others with
   * their ranges, or their spans where they have no ranges. Error: `too-few-tracks` for less than two different ones.
   */
  merge(ids: readonly TrackId[]): void;
  /** Gives a track another id, in its groups too; all it has stays. Error: `track-id-taken`. */
  renumber(id: TrackId, newId: TrackId): void;
  /**
   * Makes the track exactly what it is in another core: all of it, or gone where that core has none. Groups stay as
   * they are.
   */
  copy(id: TrackId, from: AnnotationCore): void;
  /**
   * `undefined` removes the attribute. With `user`, a login, it is theirs alone (`userAttributes`). Error:
   * `bad-attribute`.
   */
  setAttribute(id: TrackId, name: string, value: JsonValue | undefined, user?: string): void;
  /** Sets or removes what has no method of its own, such as `meta`. Error: `bad-argument` for members that have one. */
  setMember(id: TrackId, name: string, value: JsonValue | undefined): void;
}

/**
 * Edits of a track on frames. Errors of all: `no-such-track`, `bad-argument`. Those below `setBounds` that change what a
 * stored detection has make an interpolated one a keyframe (rounded) first, and throw `no-detection` where there is none.
 */
export interface DetectionEdits {
  /**
   * Makes `frame` a keyframe with these bounds (rounded to integers), extending the track when needed. Error:
   * `bounds-not-finite`.
   */
  setBounds(id: TrackId, frame: FrameNumber, bounds: Bounds): void;
  /** Turns a detection that is no keyframe into one, or removes the keyframe. Errors: `no-detection`, `only-keyframe`. */
  toggleKeyframe(id: TrackId, frame: FrameNumber): void;
  /** Whether the stretch that begins at or before `frame` interpolates. Error: `no-detection` before the first keyframe. */
  setInterpolate(id: TrackId, frame: FrameNumber, on: boolean): void;
  /** The same for every keyframe of the track. */
  setInterpolateAll(id: TrackId, on: boolean): void;
  /**
   * Deletes the stored and interpolated detections of these frames. All other frames keep theirs: keyframes appear next
   * to the stretch where a line passed. Errors: `no-detection` when there is nothing to delete, `only-keyframe` when
   * nothing would be left.
   */
  delete(id: TrackId, begin: FrameNumber, end: FrameNumber): void;
  /**
   * Sets the polygon of this key (default `""`): the outline, then holes, each of at least three points, open or
   * closed. Bounds stay; on a frame without detection the outline's become a keyframe. `rotation`: the polygon is a
   * box, turned by so many radians, clockwise. Error: `bad-geometry`.
   */
  setPolygon(
    id: TrackId,
    frame: FrameNumber,
    rings: readonly (readonly Point[])[],
    key?: string,
    rotation?: number,
  ): void;
  /** Sets the line of this key (default `""`), of at least two points. As `setPolygon` otherwise. */
  setLine(id: TrackId, frame: FrameNumber, points: readonly Point[], key?: string): void;
  /** Sets the point of this key, usually `head` or `tail`. As `setPolygon` otherwise. */
  setPoint(id: TrackId, frame: FrameNumber, point: Point, key: string): void;
  /** Head, tail and the line `HeadTails` between them. */
  setHeadTail(id: TrackId, frame: FrameNumber, head: Point, tail: Point): void;
  /** Moves all geometry; the bounds stay. Error: `bad-geometry`. */
  moveGeometry(id: TrackId, frame: FrameNumber, offset: Point): void;
  /** Removes the geometry of this kind and key; without key all of the kind. Error: `no-such-geometry`. */
  removeGeometry(id: TrackId, frame: FrameNumber, kind: GeometryKind, key?: string): void;
  /** As `TrackEdits.setAttribute`. */
  setAttribute(id: TrackId, frame: FrameNumber, name: string, value: JsonValue | undefined, user?: string): void;
  /** Sets or removes what has no method of its own. Error: `bad-argument` for members that have one. */
  setMember(id: TrackId, frame: FrameNumber, name: string, value: JsonValue | undefined): void;
  /** Replaces the notes; an empty list removes them. */
  setNotes(id: TrackId, frame: FrameNumber, notes: readonly string[]): void;
  /** Radians, kept as the attribute `rotation`; 0 and `undefined` remove it. */
  setRotation(id: TrackId, frame: FrameNumber, radians: number | undefined): void;
  /** `fishLength`, in whatever unit the dataset uses; finite. */
  setLength(id: TrackId, frame: FrameNumber, length: number | undefined): void;
}

/**
 * Edits of groups. Begin and end of a group follow the ranges of its members. Errors of all: `no-such-group`,
 * `no-such-track` for members that are none, `bad-range` for ranges that are none or end before they begin, `bad-pair`.
 */
export interface GroupEdits {
  /** Errors: `no-members`, `group-id-taken`. */
  create(group: NewGroup): GroupId;
  delete(id: GroupId): void;
  /** Replaces the whole list of pairs; sorts it. */
  setPairs(id: GroupId, pairs: readonly ConfidencePair[]): void;
  /** In the pairs of all groups; as `TrackEdits.renameType`. */
  renameType(from: string, to: string): number;
  /** Adds members, or changes the ranges of those there are. */
  putMembers(id: GroupId, members: readonly GroupMember[]): void;
  /** A group without members then is deleted. Error: `not-a-member`. */
  removeMembers(id: GroupId, trackIds: readonly TrackId[]): void;
  /**
   * Makes the group what it is in another core, without members that are no tracks here; gone where that core has none.
   * Error: `no-members` when none of its tracks is here.
   */
  copy(id: GroupId, from: AnnotationCore): void;
  /** As `TrackEdits.setAttribute`. */
  setAttribute(id: GroupId, name: string, value: JsonValue | undefined, user?: string): void;
}

/**
 * The edits of one transaction: one undo step, however many they are. Every method throws `CoreError` on a broken rule;
 * what it did until then is taken back with the transaction. All are in the op log, hence in undo, journal and
 * `changesSince`.
 */
export interface EditTransaction {
  readonly tracks: TrackEdits;
  readonly detections: DetectionEdits;
  readonly groups: GroupEdits;
}

/** What a step did to the tracks, or to the groups: each id once, ascending, in one of the lists. */
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
   * Position before it; the same as `seq` for an edit that changed nothing. A subscriber that last received another
   * position has missed steps, and asks for everything again.
   */
  readonly previousSeq: number;
  /** The frame to show: where the edit was made. */
  readonly frame: FrameNumber;
  readonly tracks: EntityChanges<TrackId>;
  readonly groups: EntityChanges<GroupId>;
  /** All tracks that the step touched, in its order. */
  readonly trackIds: readonly TrackId[];
}

/** Entities that differ from the state at a position of the op log. */
export interface ChangeSet {
  readonly tracks: { readonly upsert: readonly TrackId[]; readonly delete: readonly TrackId[] };
  readonly groups: { readonly upsert: readonly GroupId[]; readonly delete: readonly GroupId[] };
}
