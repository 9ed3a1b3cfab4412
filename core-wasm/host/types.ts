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

export type AnnotationFormat = "viame-csv" | "dive-json";

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
   * `replace`, and as it was with `additive`.
   */
  readonly mode?: "replace" | "additive";
  /** With `additive`: every type becomes `prefix_type`. */
  readonly typePrefix?: string;
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
  /** The file, UTF-8. A copy: owned by the caller. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly trackCount: number;
  readonly losses: readonly Loss[];
}

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

/** One group as the server stores it. */
export interface GroupRow {
  readonly id: GroupId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  readonly label: string | undefined;
  readonly json: string;
}

// ---------------------------------------------------------------------------------------------------------- queries

/** What is shown: held by the core and obeyed by every query below. */
export interface TrackFilter {
  /** Least confidence by type; `default` for types not named. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** Types that are checked. Absent: all types are. */
  readonly types?: readonly string[];
  /** A track shows under its best type only, and does not fall back to its next one. Default false. */
  readonly preventCascade?: boolean;
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
  /** Default: the largest id + 1. Refused with an error when taken. */
  readonly id?: TrackId;
}

/** The edits of one transaction. Every method throws `CoreError` on a broken rule and leaves the columns as they were. */
export interface EditTransaction {
  addTrack(track: NewTrack): TrackId;
  deleteTrack(id: TrackId): void;
  /** Replaces the whole list of pairs; sorts it. */
  setPairs(id: TrackId, pairs: readonly ConfidencePair[]): void;
  /** Makes `frame` a keyframe with these bounds (rounded to integers), extending the track when needed. */
  setBounds(id: TrackId, frame: FrameNumber, bounds: Bounds): void;
  /** Turns a detection that is no keyframe into one, or removes the keyframe. */
  toggleKeyframe(id: TrackId, frame: FrameNumber): void;
  /** Whether the stretch that begins at or before `frame` interpolates. */
  setInterpolate(id: TrackId, frame: FrameNumber, on: boolean): void;
  /** The same for every keyframe of the track. */
  setInterpolateAll(id: TrackId, on: boolean): void;
}

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
  /** DIVE annotation JSON, version 1 or 2. */
  readDiveJson(bytes: Uint8Array, options?: ReadOptions): ReadReport;
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
  /** A JSON array of these tracks as api/v1 receives them; ids that do not exist throw. */
  writeTrackList(ids: readonly TrackId[]): Uint8Array<ArrayBuffer>;
  writeGroupList(ids: readonly GroupId[]): Uint8Array<ArrayBuffer>;
  trackRows(): Iterable<TrackRow>;
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
  /** Shown tracks whose box contains the point or whose edge is within the tolerance, nearest edge first. */
  hitTest(frame: FrameNumber, x: number, y: number, tolerancePx: number): readonly TrackId[];
  /** Number of shown detections (default), stored or computed, or of shown tracks on each frame 0 .. frameCount - 1. */
  countsByFrame(frameCount: number, what?: TimelineCount): Uint32Array;
  /** The same for each type that tracks are shown under, by type index; one pass. */
  countsByType(frameCount: number, what?: TimelineCount): readonly TypeFrameCounts[];
  trackSpans(): TrackSpans;
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
