/**
 * The vocabulary of the annotation core and its contract: what goes in, what comes out, and in which units. The words are
 * in `types/`, all of them exported here.
 *
 * Every array named `...s` that is a typed array is a view or copy as its comment says; views are valid only until the
 * next call on the same core.
 */
import type { FrameNumber, GroupId, Point, TrackId } from "./types/basics.ts";
import type { CocoDocument, ImageSize, PieceReadOptions, ReadOptions, ReadReport } from "./types/reading.ts";
import type {
  CocoOptions,
  DiveJsonOptions,
  GroupRow,
  MotOptions,
  TrackRow,
  TrackRowOptions,
  ViameCsvOptions,
  WriteReport,
  WritingPieces,
} from "./types/writing.ts";
import type {
  AttributeKey,
  AttributeScalar,
  AttributeSeries,
  DetectionMarks,
  DetectionShape,
  DetectionView,
  DrawList,
  FrameCounts,
  FrameShapes,
  HitShapes,
  NotedFrame,
  TimelineCount,
  TrackBoxes,
  TrackFilter,
  TrackQuery,
  TrackSpans,
  TrackSummary,
  TypeCount,
  TypeFrameCounts,
} from "./types/queries.ts";
import type { Problem } from "./types/problems.ts";
import type { DoubtFacts, DoubtRule, Doubts } from "./types/doubts.ts";
import type { Statistics } from "./types/statistics.ts";
import type { ChangeSet, EditSummary, EditTransaction } from "./types/editing.ts";

export { DrawFlag, ShapeKind } from "./border.ts";
export * from "./types/basics.ts";
export * from "./types/problems.ts";
export * from "./types/reading.ts";
export * from "./types/writing.ts";
export * from "./types/queries.ts";
export * from "./types/doubts.ts";
export * from "./types/statistics.ts";
export * from "./types/editing.ts";

/** What a core is made of. Goes to another thread as it is; the bytes can be transferred. */
export interface CoreImage {
  /** As far as it is used. */
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Of memory, used or not. */
  readonly bytes: number;
  readonly values: readonly (number | bigint)[];
}

/**
 * An image that comes as the file it was written as. Until `end` the core is of no use, and after an error it never is
 * again.
 */
export interface ImageReading {
  /** The note that its writer stored with it; `undefined` until it has arrived. */
  readonly note: string | undefined;
  /** How much of it has come, 0..1. */
  readonly share: number;
  /** Throws `CoreError` `image-refused`: no image, of another version of the core, damaged. */
  push(bytes: Uint8Array): void;
  /** Throws `CoreError` `image-refused` when something is missing. */
  end(): void;
}

/** Fills a core: files of a format, at once or in pieces, pages of the wire, images of another core. */
export interface AnnotationReader {
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
  /** What the COCO document that was read said and no column holds. */
  readonly cocoDocument: CocoDocument | undefined;
  /** Has the writers of COCO say it again, as if this core had read that document: the frames must be the same. */
  keepCocoDocument(document: CocoDocument | undefined): void;
  /**
   * Starts loading pages as api/v1 sends them: empties the core. With the bytes that all pages will have, more or less,
   * columns get their room once; default: those of the first page; NaN: unknown.
   */
  beginLoad(expectedBytes?: number): void;
  /**
   * A JSON array of tracks, as `GET dive_annotation/track` answers; call once a page. Read at once: a refusal ends the
   * load.
   */
  loadTrackPage(bytes: Uint8Array): void;
  loadGroupPage(bytes: Uint8Array): void;
  /** Builds the indexes; the loaded state is the start of the op log (seq 0, nothing to undo). */
  endLoad(): ReadReport;
  /**
   * Takes an image over, as if this core had loaded the pages itself; `pause` is waited for between parts of a few
   * megabytes.
   */
  putImage(image: CoreImage, pause: () => Promise<void>): Promise<void>;
  /** Takes such a file over as it comes, instead of what this core holds. */
  readImage(): ImageReading;
}

/** Says what a core holds, as files of a format, as wire, as rows, as an image. Changes nothing. */
export interface AnnotationWriter {
  writeViameCsv(options: ViameCsvOptions): WriteReport;
  writeDiveJson(options?: DiveJsonOptions): WriteReport;
  writeMot(options?: MotOptions): WriteReport;
  writeCoco(options: CocoOptions): WriteReport;
  /** The same files piece by piece: much faster, since the whole file would have to be copied to fresh memory. */
  writeViameCsvPieces(options: ViameCsvOptions): WritingPieces;
  writeDiveJsonPieces(options?: DiveJsonOptions): WritingPieces;
  writeMotPieces(options?: MotOptions): WritingPieces;
  writeCocoPieces(options: CocoOptions): WritingPieces;
  /** A JSON array of these tracks as api/v1 receives them; ids that do not exist throw. */
  writeTrackList(ids: readonly TrackId[], options?: TrackRowOptions): Uint8Array<ArrayBuffer>;
  /**
   * A track with only those of its features that differ from the state at `seq`, as a save takes it; `undefined` where that
   * is not known or would save little.
   */
  writeTrackChange(id: TrackId, seq: number): Uint8Array<ArrayBuffer> | undefined;
  /** All of a track as opaque bytes, for `copyTrack` of another core; `undefined` where there is none. */
  trackImage(id: TrackId): Uint8Array<ArrayBuffer> | undefined;
  writeGroupList(ids: readonly GroupId[]): Uint8Array<ArrayBuffer>;
  trackRows(options?: TrackRowOptions): Iterable<TrackRow>;
  groupRows(): Iterable<GroupRow>;
  /** A copy of everything that was loaded, for another core in another thread: one loads, the other one shows. */
  takeImage(): CoreImage;
  /**
   * The same in parts of a few milliseconds, which `pause` is waited for between; `seq` is the moment that it is of.
   * Where the core is used again and again meanwhile, the last part is all of it.
   */
  copyImage(pause: () => Promise<void>): Promise<{ readonly image: CoreImage; readonly seq: number }>;
  /**
   * The image as a file, in pieces that are valid until the core is used again. `note` goes along. Throws `CoreError`
   * `image-refused` when the version of this core is unknown (a module that was compiled elsewhere).
   */
  writeImage(note: string): readonly Uint8Array<ArrayBuffer>[];
}

/** What is shown with the filter that is set, and what would pass another one. */
export interface ShownQuery {
  /** From now on what this one says is shown: in lists, pictures, hits and counts. */
  setFilter(filter: TrackFilter): void;
  /** Tracks that pass another filter, in ascending id; a copy. What is shown stays as it is. */
  select(filter: TrackQuery): Uint32Array;
  /** How many pass it. */
  count(filter: TrackQuery): number;
  /** Tracks under each type, checked or not; the same list until it says something else, or the annotations have changed. */
  typeCounts(): readonly TypeCount[];
  /** Shown tracks in ascending id; a copy. */
  visibleTrackIds(): Uint32Array;
  frameQuery(frame: FrameNumber, origin?: Point): DrawList;
  /** Polygons, lines and points of what is shown on the frame. */
  frameShapes(frame: FrameNumber): FrameShapes;
  /**
   * Shown tracks that a point (image pixels) hits, nearest edge first: it is in the box or a polygon, or within the
   * tolerance of an edge, line or point. Geometry is asked where the point is in the box or within the tolerance of it.
   */
  hitTest(frame: FrameNumber, x: number, y: number, tolerancePx: number, shapes?: HitShapes): readonly TrackId[];
  /** What `frameShapes` computes of a track between two keyframes; empty where a detection is stored. */
  computedShapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[];
  /** Number of shown detections (default), stored or computed, or of shown tracks on each frame 0 .. frameCount - 1. */
  countsByFrame(frameCount: number, what?: TimelineCount): Uint32Array;
  /** The same for each type that tracks are shown under, by type index. */
  countsByType(frameCount: number, what?: TimelineCount): readonly TypeFrameCounts[];
  /** Both; one pass. */
  timelineCounts(frameCount: number, what?: TimelineCount): FrameCounts;
  trackSpans(): TrackSpans;
}

/** What the annotations are, shown or not. */
export interface AnnotationQuery {
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  /** Type names; the position is the type index and never changes while the core lives. */
  types(): readonly string[];
  hasTrack(id: TrackId): boolean;
  /** The largest id of any track there has been since the last load; -1: there was none. */
  readonly largestTrackId: number;
  /** New tracks get ids after this one. Less than `largestTrackId` changes nothing. */
  reserveTrackIds(largest: number): void;
  track(id: TrackId): TrackSummary;
  /** Frames of the keyframes, ascending; a copy. */
  keyframes(id: TrackId): Uint32Array;
  /** `undefined` where the track has neither a stored nor an interpolated detection. */
  detectionAt(id: TrackId, frame: FrameNumber): DetectionView | undefined;
  /** The geometry of the detection stored on a frame; empty where none is. Throws `no-such-track`. */
  shapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[];
  /** Notes on detections, by track, ascending by frame: of all tracks, or of these. Looks at every stored detection. */
  notes(ids?: readonly TrackId[]): ReadonlyMap<TrackId, readonly NotedFrame[]>;
  /**
   * The regions that tracks of these types are, shown or not: by frame, whether a point is in one. What is answered
   * stays as it was when the annotations change, and what is shown stays too.
   */
  regions(types: readonly string[]): ReadonlyMap<FrameNumber, readonly ((x: number, y: number) => boolean)[]>;
  /** Every box of every track, shown or not, by ascending id: what measures compare. */
  trackBoxes(): readonly TrackBoxes[];
  /** What stored detections have beyond their boxes that measures compare, by track and frame. Looks at all of them. */
  detectionMarks(): ReadonlyMap<TrackId, ReadonlyMap<FrameNumber, DetectionMarks>>;
  /** What an attribute timeline draws; lists and objects are left out. Throws `no-such-track`. */
  attributeSeries(id: TrackId, key: Omit<AttributeKey, "belongs">): AttributeSeries;
  /** The attributes object of a track, `userAttributes` included; an object of the caller. Throws `no-such-track`. */
  trackAttributes(id: TrackId): Readonly<Record<string, unknown>>;
  /** The same of the detection stored on a frame; empty where none is. Throws `no-such-track`. */
  detectionAttributes(id: TrackId, frame: FrameNumber): Readonly<Record<string, unknown>>;
  /**
   * The value of a track, or of its detection stored on the frame; `undefined` where there is none, and for lists and
   * objects. A track's values are decoded once and kept until it is edited: cheap for what is drawn with every frame.
   * Throws `no-such-track`.
   */
  attributeValue(key: AttributeKey, id: TrackId, frame: FrameNumber): AttributeScalar | undefined;
  /** The different texts that tracks or detections have, in the order of first use. Decodes all of them. */
  attributeTexts(key: AttributeKey): readonly string[];
  /** One pass over everything: a tenth of a second for a million detections. */
  statistics(): Statistics;
  /** Sizes of pictures by frame, as the COCO file that was read says. */
  cocoSizes(): readonly (ImageSize | undefined)[];
  /**
   * Values that are probably mistakes: inverted and empty boxes, confidences outside 0 to 1, tracks without a type, and
   * detections after the last frame, if the number of frames is known. One warning each. `all`: also what is often
   * intended, such as gaps and tracks on one frame. Not part of reading: the annotations are as the file says.
   */
  findDoubts(dataset?: DoubtFacts & { readonly all?: boolean }): readonly Problem[];
  /** All places where one of these rules is broken, in one pass. */
  listDoubts(rule: DoubtRule, dataset?: DoubtFacts): Doubts;
}

/** Changes annotations step by step, and says what has changed. */
export interface AnnotationEditor {
  /**
   * Runs edits as one step. When `edit` throws, everything it did is taken back and the error goes on. Whatever else
   * changes the annotations throws `transaction-open` inside.
   */
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

/**
 * The annotations of one camera of one dataset, in one WebAssembly instance. `createCore()` makes one; dropping the
 * last reference frees everything.
 */
export interface AnnotationCore
  extends AnnotationReader, AnnotationWriter, ShownQuery, AnnotationQuery, AnnotationEditor {}
