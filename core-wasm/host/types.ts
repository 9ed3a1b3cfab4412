/**
 * The vocabulary of the annotation core: what goes in, what comes out, and in which units.
 *
 * Coordinates are image pixels, origin top left, x to the right, y down. Frames are integers counted from 0: frame n is
 * the n-th picture in presentation order. Every array named `...s` that is a typed array is a view or copy as its
 * comment says; views are valid only until the next call on the same core.
 */

declare const brand: unique symbol;
/** A number that must not be mixed up with another kind of number. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Identifies a track within one camera of one dataset and one annotation set; >= 0. */
export type TrackId = Brand<number, "TrackId">;
/** Identifies a group within one camera of one dataset and one annotation set; >= 0. */
export type GroupId = Brand<number, "GroupId">;
/** Index of a picture in presentation order; >= 0. */
export type FrameNumber = Brand<number, "FrameNumber">;

/** [x1, y1, x2, y2]: left, top, right, bottom in image pixels. */
export type Bounds = readonly [x1: number, y1: number, x2: number, y2: number];

/** A type name and how sure somebody is of it (0..1). Lists of pairs are sorted by confidence, descending. */
export interface ConfidencePair {
  readonly type: string;
  readonly confidence: number;
}

export type AnnotationFormat = "viame-csv" | "dive-json" | "mot" | "kpf" | "coco" | "kwcoco";

// ---------------------------------------------------------------------------------------------------------- reading

/** Something wrong with an input, and where. CSV problems carry line and column (both from 1), JSON ones offset and pointer. */
export interface Problem {
  readonly severity: "warning" | "error";
  /** Stable identifier, kebab-case, for example `csv-bounds-not-a-number`. */
  readonly code: string;
  /** One sentence for people: what is wrong, and what was done about it. */
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** Byte offset from the start of the input. */
  readonly offset?: number;
  /** RFC 6901 JSON pointer. */
  readonly pointer?: string;
}

export interface ReadOptions {
  /** Refuse the whole input at the first error instead of skipping the broken row or track. Default false. */
  readonly strict?: boolean;
  /** Names of the dataset's pictures in frame order: rows are matched to frames by name (basename without extension). */
  readonly imageNames?: readonly string[];
  /**
   * Replace what the core holds, or add to it with new ids. Default `replace`. A refused read leaves the core empty with
   * `replace`, and as it was with `additive`. Replacing starts a new op log; adding is one step of it, labelled
   * `import`: undoable, in the journal and in `changesSince`. New ids go on behind the largest ones there have been.
   * A core holds one annotation set: importing into a set is reading into the core that holds it.
   */
  readonly mode?: "replace" | "additive";
  /** With `additive`: every type becomes `prefix_type`. */
  readonly typePrefix?: string;
  /** Of MOT: names of the classes from 1 on. Default: those of the MOT Challenge. */
  readonly labels?: readonly string[];
  /** Of MOT: the coordinate of the first pixel, 1 as the format says or 0 as some programs write. Default 1. */
  readonly pixelOrigin?: 0 | 1;
  /** Of COCO: bounds lose their fractions of pixels, as in an import of api/v1. Default false: kept exactly. */
  readonly wholePixels?: boolean;
}

/** For files that come in pieces. */
export interface PieceReadOptions extends ReadOptions {
  /** Size of the file, when it is known: memory is then reserved once instead of growing. */
  readonly totalBytes?: number;
}

export interface ReadReport {
  readonly format: AnnotationFormat;
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  /** Rows (CSV) or tracks (JSON) that were left out because they were broken. */
  readonly skippedCount: number;
  /** The first 1000 problems; `problemCount` counts all. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  /** Frame rate named by the file, if any. */
  readonly fps?: number;
  /** `dataset_info` of the file's metadata row, if any. */
  readonly datasetInfo?: Record<string, unknown>;
  /** Which type stands above which, child to parent, as the categories of a COCO file say. */
  readonly typeHierarchy?: Readonly<Record<string, string>>;
  /**
   * Names of the pictures in frame order, empty where the file names none: of VIAME CSV as they are, when no names were
   * given to read it; of COCO without folders.
   */
  readonly imageNames?: readonly string[];
  /** Attribute definitions derived from the values (api-v1 21.2), by key. */
  readonly attributes: Readonly<Record<string, DerivedAttribute>>;
}

export interface DerivedAttribute {
  readonly key: string;
  readonly name: string;
  readonly belongs: "track" | "detection";
  readonly datatype: "number" | "boolean" | "text";
  readonly values?: readonly string[];
}

// ---------------------------------------------------------------------------------------------------------- writing

/** What a target format could not hold: how often, and the first example. */
export interface Loss {
  /** Stable identifier, kebab-case, for example `line-string-geometry`. */
  readonly kind: string;
  readonly count: number;
  readonly example: { readonly trackId?: number; readonly frame?: number; readonly text: string };
}

export interface WriteReport {
  /** The file, UTF-8, owned by the caller; its buffer may be larger. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly trackCount: number;
  readonly losses: readonly Loss[];
}

/**
 * A file in pieces of about a quarter of a megabyte, UTF-8, each owned by the caller; the report is what the generator returns. The core
 * may not be used for anything else before that.
 */
export type WritingPieces = Generator<Uint8Array<ArrayBuffer>, Omit<WriteReport, "bytes">, void>;

/** Which confidence pairs of a track are written; a track left without any is left out. */
export interface ExportFilter {
  /** Least confidence by type; `default` for the others. Absent: no threshold. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** Only these types. Absent: all. */
  readonly types?: readonly string[];
}

export interface ViameCsvOptions {
  /** `dive` is byte-compatible with the export of api/v1 (CRLF, Python number texts); `plain` is LF and shortest numbers. Default `dive`. */
  readonly dialect?: "dive" | "plain";
  /** Of `plain`, since `dive` always has CR LF. Default `lf`. */
  readonly lineEnd?: "lf" | "crlf";
  /** Decides the second cell of a row: time for video, file name for an image sequence, empty otherwise. */
  readonly mediaType: "video" | "image-sequence" | "large-image";
  /** Annotation frame rate; with it, video rows carry `HH:MM:SS.ffffff` and the header an `fps` cell. */
  readonly fps?: number;
  /** Text of the header's `fps` cell when it must differ from JavaScript's (`5.0`). */
  readonly fpsText?: string;
  readonly imageNames?: readonly string[];
  readonly revision?: number;
  readonly datasetInfo?: Readonly<Record<string, unknown>>;
  /** Default `dive:python`. */
  readonly exportedBy?: string;
  /** C `ctime` text of the export's moment. Default now, in UTC. */
  readonly exportedTime?: string;
  readonly filter?: ExportFilter;
}

export interface DiveJsonOptions {
  /** `python` has the separators `, ` and `: ` and escapes non-ASCII, as the export of api/v1; `compact` has neither. Default `python`. */
  readonly style?: "python" | "compact";
  /** Default: the one of the document that was read; 0 for none. */
  readonly fps?: number;
  readonly filter?: ExportFilter;
}

export interface MotOptions {
  /** `ground-truth` has ids and classes (gt.txt), `detections` has neither (det.txt). Default `ground-truth`. */
  readonly form?: "ground-truth" | "detections";
  /** Names of the classes from 1 on. Default: those of the MOT Challenge. */
  readonly labels?: readonly string[];
  /** The coordinate of the first pixel, 1 as the format says or 0 as some programs expect. Default 1. */
  readonly pixelOrigin?: 0 | 1;
  readonly filter?: ExportFilter;
}

export interface CocoOptions {
  /** `kwcoco` is the export of api/v1, with videos, tracks and `dive_` members; `coco` has none of these. Default `kwcoco`. */
  readonly format?: "kwcoco" | "coco";
  /** Named in the description and as the video. Default `annotations`. */
  readonly name?: string;
  /** A video has a `videos` entry, an image sequence real file names. */
  readonly mediaType: "video" | "image-sequence" | "large-image";
  /** Annotation frame rate, for the `videos` entry. */
  readonly fps?: number;
  /** Names of the pictures in frame order; detections beyond them are left out and counted as losses. */
  readonly imageNames?: readonly string[];
  readonly datasetInfo?: Readonly<Record<string, unknown>>;
  /** Which type stands above which, child to parent. */
  readonly typeHierarchy?: Readonly<Record<string, string>>;
  /** As in `DiveJsonOptions`. Default `python`. */
  readonly style?: "python" | "compact";
  readonly filter?: ExportFilter;
}

/** One track as the server stores it. */
export interface TrackRow {
  readonly id: TrackId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  /** Type of the best confidence pair; `undefined` when the track has none. */
  readonly label: string | undefined;
  /** The track as api/v1 sends it, compact JSON. */
  readonly json: string;
}

export interface TrackRowOptions {
  /** Api/v1 has whole pixels; `exact` is what the core holds. Default `whole`. */
  readonly bounds?: "whole" | "exact";
}

/** One group as the server stores it. */
export interface GroupRow {
  readonly id: GroupId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  readonly label: string | undefined;
  readonly json: string;
}

// ---------------------------------------------------------------------------------------------------------- queries

export type AttributeScalar = number | string | boolean;

/** Names an attribute. */
export interface AttributeKey {
  /** Attributes of tracks, or of stored detections. */
  readonly belongs: "track" | "detection";
  readonly attribute: string;
  /** Login of the user whose own value is meant (`userAttributes`). Absent: the value that all share. */
  readonly user?: string;
}

/**
 * What a value is compared with. Texts that read as a number are compared as that number with numbers; booleans are
 * neither larger nor smaller than anything.
 */
export type AttributeTest =
  /** Equal to one of the values (`=`, in), or to none of them (`≠`). */
  | { readonly op: "=" | "≠"; readonly values: readonly AttributeScalar[] }
  /** One of the values is part of the text, or its beginning. Case matters. */
  | { readonly op: "contains" | "starts"; readonly values: readonly AttributeScalar[] }
  | { readonly op: ">" | "<" | ">=" | "<="; readonly value: number }
  /** Both ends included. */
  | { readonly op: "range"; readonly least: number; readonly most: number }
  /** There is a value at all. */
  | { readonly op: "exists" }
  /** The tracks with the largest numbers, each counted with its own largest; of equal ones those with smaller ids. */
  | { readonly op: "top"; readonly count: number };

/** A condition on an attribute, which tracks must meet to be shown. */
export interface AttributeFilter extends AttributeKey {
  /** Tracks whose best type is none of these pass untested. Absent or empty: all are tested. */
  readonly types?: readonly string[];
  /** What has no value (or null) is passed over; with nothing left to test, the track passes. Default false: it fails. */
  readonly ignoreUndefined?: boolean;
  readonly test: AttributeTest;
  /** For attributes of detections: how many of the stored ones must pass. Default `every`; `some` for `exists`. */
  readonly match?: "every" | "some";
}

/** What is shown: held by the core and obeyed by every query below. */
export interface TrackFilter {
  /** Least confidence by type; `default` for types not named. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** Types that are checked. Absent: all types are. */
  readonly types?: readonly string[];
  /** A track shows under its best type only, and does not fall back to its next one. Default false. */
  readonly preventCascade?: boolean;
  /** A track is shown only if it meets all of them. The first query of an attribute decodes it for all tracks. */
  readonly attributes?: readonly AttributeFilter[];
}

/** Facts about a track that are cheap to read for a list row. */
export interface TrackSummary {
  readonly id: TrackId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  readonly keyframeCount: number;
  /** The pair the track is shown under with the current filter; `undefined` when it has none. */
  readonly shown: ConfidencePair | undefined;
  readonly pairs: readonly ConfidencePair[];
}

/** A track on one frame. */
export interface DetectionView {
  readonly trackId: TrackId;
  readonly frame: FrameNumber;
  /** Exact where a detection is stored, linear between keyframes otherwise. */
  readonly bounds: Bounds;
  /** A keyframe, as opposed to a detection that is computed, or stored without being a keyframe. */
  readonly isKeyframe: boolean;
  /** The keyframe at or before this frame interpolates towards the next one. */
  readonly interpolates: boolean;
}

/** Bits of `DrawList.flags`. */
export const DrawFlag = {
  /** The detection is a keyframe; absent: it is interpolated, or stored without being a keyframe. */
  keyframe: 1,
  /** There is geometry beyond the box (polygon, line or point). */
  geometry: 2,
} as const;

/**
 * Everything visible on one frame, ready for upload: `count` entries in each array, in ascending track id. The arrays
 * are views on the core's memory, valid until the next call on the core, and may be longer than `count`.
 */
export interface DrawList {
  readonly count: number;
  /** x1, y1, x2, y2 per entry, image pixels, f32. */
  readonly bounds: Float32Array;
  /** Index into `types()`. */
  readonly typeIndices: Uint32Array;
  readonly flags: Uint32Array;
  readonly trackIds: Uint32Array;
}

/** A polygon, line or point of a stored detection. */
export interface DetectionShape {
  readonly kind: GeometryKind;
  /** Tells shapes of one kind apart; often empty, `head` or `tail`. */
  readonly key: string;
  /** Image pixels as stored. Polygon: the outline, then holes, closed or open. Line: one path. Point: a path of one. */
  readonly paths: readonly (readonly Point[])[];
}

/** What can be hit; both by default. */
export interface HitShapes {
  readonly box?: boolean;
  readonly geometry?: boolean;
}

export interface TypeCount {
  readonly type: string;
  /** Tracks shown under this type with the current thresholds, checked or not. */
  readonly trackCount: number;
}

/** What a timeline counts: detections, stored or computed, or tracks from their first to their last frame. */
export type TimelineCount = "detections" | "tracks";

/** Shown detections or tracks of one type. */
export interface TypeFrameCounts {
  readonly type: string;
  /** How many on each frame 0 .. frameCount - 1. */
  readonly counts: Uint32Array;
}

/** The shown tracks, an entry each in ascending id: what an event chart draws. Copies, all of the same length. */
export interface TrackSpans {
  readonly trackIds: Uint32Array;
  /** Index into `types()` of the type the track is shown under. */
  readonly typeIndices: Uint32Array;
  /** First frames. */
  readonly begins: Uint32Array;
  /** Last frames, included. */
  readonly ends: Uint32Array;
}

/** The values of an attribute over the stored detections of a track that have one, ascending by frame; same lengths. */
export interface AttributeSeries {
  readonly frames: readonly FrameNumber[];
  readonly values: readonly AttributeScalar[];
}

// ------------------------------------------------------------------------------------------------------- statistics

/** Middle and ends of a list of numbers; all 0 for an empty list. */
export interface Distribution {
  readonly least: number;
  readonly median: number;
  readonly mean: number;
  readonly most: number;
}

/** What the annotations amount to, whatever the filter shows. */
export interface Statistics {
  readonly trackCount: number;
  readonly groupCount: number;
  /** Stored detections, keyframes or not. */
  readonly detectionCount: number;
  readonly keyframeCount: number;
  /** Detections that are computed between keyframes. */
  readonly interpolatedCount: number;
  /** Stored detections with geometry beyond the box. */
  readonly geometryCount: number;
  /** Frames with a detection, stored or computed; `undefined` when there are none. */
  readonly frames: { readonly first: FrameNumber; readonly last: FrameNumber; readonly count: number } | undefined;
  /** By best type, most tracks first. A track without pairs counts as `unknown`. */
  readonly types: readonly TypeStatistics[];
  /** Frames from the first to the last detection of a track, both included; tracks without detections are left out. */
  readonly trackLengths: Distribution;
  /** Tracks that are on a single frame. */
  readonly singleFrameTrackCount: number;
  /** Area of the boxes of stored detections, square pixels. */
  readonly areas: Distribution;
  /** Most uses first. */
  readonly attributes: readonly AttributeStatistics[];
}

export interface TypeStatistics {
  readonly type: string;
  readonly trackCount: number;
  /** Stored detections of these tracks. */
  readonly detectionCount: number;
}

/** How often an attribute has a number, boolean or text; other JSON values are not counted. */
export interface AttributeStatistics {
  readonly name: string;
  readonly belongs: "track" | "detection";
  readonly useCount: number;
  readonly numberCount: number;
  readonly booleanCount: number;
  readonly textCount: number;
}

// ---------------------------------------------------------------------------------------------------------- editing

export interface NewTrack {
  readonly type: string;
  /** 0..1. Default 1. */
  readonly confidence?: number;
  readonly frame: FrameNumber;
  readonly bounds: Bounds;
  /** Interpolate from this keyframe to the next one. Default true. */
  readonly interpolate?: boolean;
  /** Default: the largest id there has been since the last load + 1, so ids of deleted tracks do not come back. Refused when taken. */
  readonly id?: TrackId;
}

/** A value as JSON has them. Numbers must be finite. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** x, y in image pixels; kept as given, not rounded. */
export type Point = readonly [x: number, y: number];

export type GeometryKind = "Polygon" | "LineString" | "Point";

/** Frames from one to another, both included. */
export type FrameRange = readonly [begin: FrameNumber, end: FrameNumber];

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
  addTrack(track: NewTrack): TrackId;
  /** Also takes the track out of its groups; a group without members goes too. */
  deleteTrack(id: TrackId): void;
  deleteTracks(ids: readonly TrackId[]): void;
  /** Replaces the whole list of pairs; sorts it. Error: `bad-pair`. */
  setPairs(id: TrackId, pairs: readonly ConfidencePair[]): void;
  /** Makes this the only type of the tracks. `confidence` is 1 by default. Error: `bad-pair`. */
  setType(ids: readonly TrackId[], type: string, confidence?: number): void;
  /** In the pairs of all tracks. A track that has both types keeps the larger confidence. Answers how many tracks had the type. */
  renameType(from: string, to: string): number;
  /** Takes the type out of the pairs of all tracks; a track without pairs then is deleted. Answers how many tracks had the type. */
  deleteType(type: string): number;
  /**
   * Replaces a track by two new ones with its pairs, attributes and unknown members; the second begins at `frame`, or at
   * the first detection behind it. What was interpolated on both sides of the cut becomes keyframes (rounded), so no frame
   * loses its detection. In every group of the track, each part takes the ranges on its side; a part on whose side there is
   * none does not join. Error: `cannot-split` unless begin < frame <= end.
   */
  splitTrack(id: TrackId, frame: FrameNumber): readonly [first: TrackId, second: TrackId];
  /**
   * The first track absorbs the others, which are deleted. Where several have a detection stored on a frame, the earliest
   * in the list wins; interpolation flags stay with their keyframes. Of each type the largest confidence counts; of each attribute and
   * unknown member the first one. The first track joins the groups of the others with their ranges.
   * Error: `too-few-tracks` for less than two different ones.
   */
  mergeTracks(ids: readonly TrackId[]): void;
  /** `undefined` removes the attribute. With `user`, a login, it is theirs alone (`userAttributes`). Error: `bad-attribute`. */
  setTrackAttribute(id: TrackId, name: string, value: JsonValue | undefined, user?: string): void;
  /** Sets or removes what has no method of its own, such as `meta`. Error: `bad-argument` for members that have one. */
  setTrackMember(id: TrackId, name: string, value: JsonValue | undefined): void;
}

/**
 * Edits of a track on frames. Errors of all: `no-such-track`, `bad-argument`. Those below `setBounds` that change what a
 * stored detection has make an interpolated one a keyframe (rounded) first, and throw `no-detection` where there is none.
 */
export interface DetectionEdits {
  /** Makes `frame` a keyframe with these bounds (rounded to integers), extending the track when needed. Error: `bounds-not-finite`. */
  setBounds(id: TrackId, frame: FrameNumber, bounds: Bounds): void;
  /** Turns a detection that is no keyframe into one, or removes the keyframe. Errors: `no-detection`, `only-keyframe`. */
  toggleKeyframe(id: TrackId, frame: FrameNumber): void;
  /** Whether the stretch that begins at or before `frame` interpolates. Error: `no-detection` before the first keyframe. */
  setInterpolate(id: TrackId, frame: FrameNumber, on: boolean): void;
  /** The same for every keyframe of the track. */
  setInterpolateAll(id: TrackId, on: boolean): void;
  /**
   * Deletes the stored and interpolated detections of these frames. All other frames keep theirs: keyframes appear next to
   * the stretch where a line passed. Errors: `no-detection` when there is nothing to delete, `only-keyframe` when nothing would be left.
   */
  deleteDetections(id: TrackId, begin: FrameNumber, end: FrameNumber): void;
  /**
   * Sets the polygon of this key (default `""`): the outline, then holes, each of at least three points, open or closed.
   * Bounds stay; on a frame without detection the outline's become a keyframe. Error: `bad-geometry`.
   */
  setPolygon(id: TrackId, frame: FrameNumber, rings: readonly (readonly Point[])[], key?: string): void;
  /** Sets the line of this key (default `""`), of at least two points. As `setPolygon` otherwise. */
  setLine(id: TrackId, frame: FrameNumber, points: readonly Point[], key?: string): void;
  /** Sets the point of this key, usually `head` or `tail`. As `setPolygon` otherwise. */
  setPoint(id: TrackId, frame: FrameNumber, point: Point, key: string): void;
  /** Head, tail and the line `HeadTails` between them. */
  setHeadTail(id: TrackId, frame: FrameNumber, head: Point, tail: Point): void;
  /** Removes the geometry of this kind and key; without key all of the kind. Error: `no-such-geometry`. */
  removeGeometry(id: TrackId, frame: FrameNumber, kind: GeometryKind, key?: string): void;
  /** As `setTrackAttribute`. */
  setDetectionAttribute(
    id: TrackId,
    frame: FrameNumber,
    name: string,
    value: JsonValue | undefined,
    user?: string,
  ): void;
  /** Sets or removes what has no method of its own. Error: `bad-argument` for members that have one. */
  setDetectionMember(id: TrackId, frame: FrameNumber, name: string, value: JsonValue | undefined): void;
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
  createGroup(group: NewGroup): GroupId;
  deleteGroup(id: GroupId): void;
  /** Replaces the whole list of pairs; sorts it. */
  setGroupPairs(id: GroupId, pairs: readonly ConfidencePair[]): void;
  /** In the pairs of all groups; as `renameType`. */
  renameGroupType(from: string, to: string): number;
  /** Adds members, or changes the ranges of those there are. */
  putGroupMembers(id: GroupId, members: readonly GroupMember[]): void;
  /** A group without members then is deleted. Error: `not-a-member`. */
  removeGroupMembers(id: GroupId, trackIds: readonly TrackId[]): void;
  /** As `setTrackAttribute`. */
  setGroupAttribute(id: GroupId, name: string, value: JsonValue | undefined, user?: string): void;
}

/**
 * The edits of one transaction: one undo step, however many they are. Every method throws `CoreError` on a broken rule;
 * what it did until then is taken back with the transaction. All are in the op log, hence in undo, journal and `changesSince`.
 */
export interface EditTransaction extends TrackEdits, DetectionEdits, GroupEdits {}

/** A finished transaction, an undo or a redo: what to show and what to refresh. */
export interface EditSummary {
  readonly label: string;
  /** Position in the op log after this step. */
  readonly seq: number;
  /** The frame to show: where the edit was made. */
  readonly frame: FrameNumber;
  readonly trackIds: readonly TrackId[];
}

/** Entities that differ from the state at a position of the op log. */
export interface ChangeSet {
  readonly tracks: { readonly upsert: readonly TrackId[]; readonly delete: readonly TrackId[] };
  readonly groups: { readonly upsert: readonly GroupId[]; readonly delete: readonly GroupId[] };
}

/** A refused input or edit. `code` is stable; `message` is for people. */
export class CoreError extends Error {
  readonly code: string;
  readonly problem: Problem | undefined;
  constructor(code: string, message: string, problem?: Problem) {
    super(message);
    this.name = "CoreError";
    this.code = code;
    this.problem = problem;
  }
}

/**
 * The annotations of one camera of one dataset, in one WebAssembly instance. `createCore()` makes one; dropping the
 * last reference frees everything.
 */
export interface AnnotationCore {
  // reading -------------------------------------------------------------------------------------------------------
  readViameCsv(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /**
   * Starts a file that comes in pieces, of whatever size and cut anywhere: the same result as `readViameCsv` of the whole.
   * Memory holds what was read and the rows that are not complete yet, never the file. Until `endViameCsv` the core may not
   * be used for anything else; a refused piece ends the read.
   */
  beginViameCsv(options?: PieceReadOptions): void;
  pushViameCsv(bytes: Uint8Array): void;
  endViameCsv(): ReadReport;
  /** DIVE annotation JSON, version 1 or 2. */
  readDiveJson(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /** The same as for VIAME CSV: memory holds what was read and the track that is not complete yet. */
  beginDiveJson(options?: PieceReadOptions): void;
  pushDiveJson(bytes: Uint8Array): void;
  endDiveJson(): ReadReport;
  /** MOT Challenge rows: ground truth, detections or results. */
  readMot(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /** COCO and KWCOCO; the report's format says which. */
  readCoco(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /** Starts loading pages as api/v1 sends them: empties the core. */
  beginLoad(): void;
  /** A JSON array of tracks, as `GET dive_annotation/track` answers; call once a page. */
  loadTrackPage(bytes: Uint8Array): void;
  loadGroupPage(bytes: Uint8Array): void;
  /** Builds the indexes; the loaded state is the start of the op log (seq 0, nothing to undo). */
  endLoad(): ReadReport;

  // writing -------------------------------------------------------------------------------------------------------
  writeViameCsv(options: ViameCsvOptions): WriteReport;
  writeDiveJson(options?: DiveJsonOptions): WriteReport;
  /** The same file piece by piece, for files that are larger than what one wants to hold. */
  writeViameCsvPieces(options: ViameCsvOptions): WritingPieces;
  writeDiveJsonPieces(options?: DiveJsonOptions): WritingPieces;
  writeMot(options?: MotOptions): WriteReport;
  writeCoco(options: CocoOptions): WriteReport;
  /** A JSON array of these tracks as api/v1 receives them; ids that do not exist throw. */
  writeTrackList(ids: readonly TrackId[]): Uint8Array<ArrayBuffer>;
  writeGroupList(ids: readonly GroupId[]): Uint8Array<ArrayBuffer>;
  trackRows(options?: TrackRowOptions): Iterable<TrackRow>;
  groupRows(): Iterable<GroupRow>;

  // queries -------------------------------------------------------------------------------------------------------
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  /** Counts changes of anything below; cheap to compare. */
  readonly generation: number;
  /** Type names; the position is the type index and never changes while the core lives. */
  types(): readonly string[];
  setFilter(filter: TrackFilter): void;
  typeCounts(): readonly TypeCount[];
  /** Shown tracks in ascending id; a copy. */
  visibleTrackIds(): Uint32Array;
  hasTrack(id: TrackId): boolean;
  track(id: TrackId): TrackSummary;
  /** Frames of the keyframes, ascending; a copy. */
  keyframes(id: TrackId): Uint32Array;
  /** `undefined` where the track has neither a stored nor an interpolated detection. */
  detectionAt(id: TrackId, frame: FrameNumber): DetectionView | undefined;
  frameQuery(frame: FrameNumber): DrawList;
  /**
   * Shown tracks that a point (image pixels) hits, nearest edge first: it lies in the box or a polygon, or within the
   * tolerance of an edge, line or point. Geometry is asked where the point is in the box or within the tolerance of it.
   */
  hitTest(frame: FrameNumber, x: number, y: number, tolerancePx: number, shapes?: HitShapes): readonly TrackId[];
  /** The geometry of the detection stored on a frame; empty where none is. Throws `no-such-track`. */
  shapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[];
  /** Number of shown detections (default), stored or computed, or of shown tracks on each frame 0 .. frameCount - 1. */
  countsByFrame(frameCount: number, what?: TimelineCount): Uint32Array;
  /** The same for each type that tracks are shown under, by type index; one pass. */
  countsByType(frameCount: number, what?: TimelineCount): readonly TypeFrameCounts[];
  trackSpans(): TrackSpans;
  /** What an attribute timeline draws; lists and objects are left out. Throws `no-such-track`. */
  attributeSeries(id: TrackId, key: Omit<AttributeKey, "belongs">): AttributeSeries;
  /** The attributes object of a track, `userAttributes` included; an object of the caller. Throws `no-such-track`. */
  trackAttributes(id: TrackId): Readonly<Record<string, unknown>>;
  /** The same of the detection stored on a frame; empty where none is. Throws `no-such-track`. */
  detectionAttributes(id: TrackId, frame: FrameNumber): Readonly<Record<string, unknown>>;
  /**
   * Intersection over union of the boxes of two tracks on a frame, 0 .. 1; 0 when one of them is not there. Throws
   * `no-such-track`.
   */
  detectionIou(a: TrackId, b: TrackId, frame: FrameNumber): number;
  /**
   * Intersection over union of two tracks in space and time, 0 .. 1: areas are summed over all frames that either is on,
   * computed detections included. Time grows with the number of frames. Throws `no-such-track`.
   */
  trackIou(a: TrackId, b: TrackId): number;
  /** One pass over everything: a tenth of a second for a million detections. */
  statistics(): Statistics;

  // editing -------------------------------------------------------------------------------------------------------
  /** Runs edits as one step. When `edit` throws, everything it did is taken back and the error goes on. */
  transact(label: string, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): EditSummary | undefined;
  redo(): EditSummary | undefined;
  /** Position in the op log; undo and redo move it forward as well, since they are edits too. */
  readonly seq: number;
  changesSince(seq: number): ChangeSet;
  /** The ops after `seq` for a journal, opaque. */
  opsSince(seq: number): Uint8Array<ArrayBuffer>;
  /** Applies ops of `opsSince` to the same starting state; false when they do not fit. */
  replay(ops: Uint8Array): boolean;
  /** Checks every index column; throws `CoreError` naming the first thing that is wrong. */
  assertIntegrity(): void;
}
