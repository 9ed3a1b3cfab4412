/**
 * The faces of a core: `reader` fills it, `writer` writes its contents, `shown` answers what the current filter shows,
 * queries and edits are the core itself. A function takes the narrowest face that it uses.
 */
import type { FrameNumber, GroupId, Point, TrackId } from "./basics.ts";
import type { CocoDocument, ImageSize, PieceReadOptions, ReadOptions, ReadReport } from "./reading.ts";
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
} from "./writing.ts";
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
} from "./queries.ts";
import type { Problem } from "./problems.ts";
import type { IssueFacts, IssueRule, IssueGroup } from "./issues.ts";
import type { Statistics } from "./statistics.ts";

import type { CoreImage, ImageReading } from "./image.ts";

/** Fills a core: files of a format, whole or in pieces, pages from the server, images of another core. */
export interface AnnotationReader {
  readViameCsv(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /**
   * Starts a file that arrives in pieces of any size, cut anywhere: the result is the same as `readViameCsv` of the
   * whole. Memory holds the data read so far and incomplete rows, never the whole file. Until `endViameCsv` the core
   * must not be used for anything else; a refused piece ends the read.
   */
  beginViameCsv(options?: PieceReadOptions): void;
  pushViameCsv(bytes: Uint8Array): void;
  endViameCsv(): ReadReport;
  /** DIVE annotation JSON, version 1 or 2. */
  readDiveJson(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /** Like `beginViameCsv`: memory holds the data read so far and the incomplete track. */
  beginDiveJson(options?: PieceReadOptions): void;
  pushDiveJson(bytes: Uint8Array): void;
  endDiveJson(): ReadReport;
  /** MOT Challenge rows: ground truth, detections or results. */
  readMot(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /** COCO and KWCOCO; the report's format says which. */
  readCoco(bytes: Uint8Array, options?: ReadOptions): ReadReport;
  /** Data of the COCO document that was read that have no column. */
  readonly cocoDocument: CocoDocument | undefined;
  /** Makes COCO writers write these data again, as if this core had read the document: the frames must be the same. */
  keepCocoDocument(document: CocoDocument | undefined): void;
  /**
   * Starts loading pages as sent by api/v1: empties the core. The approximate total size of all pages in bytes lets
   * columns be allocated once; default: the size of the first page; NaN: unknown.
   */
  beginLoad(expectedBytes?: number): void;
  /**
   * A JSON array of tracks, as returned by `GET dive_annotation/track`; call it once per page. It is read immediately:
   * a refusal ends the load.
   */
  loadTrackPage(bytes: Uint8Array): void;
  /** A JSON array of groups, as returned by `GET dive_annotation/group`; otherwise like `loadTrackPage`. */
  loadGroupPage(bytes: Uint8Array): void;
  /** Builds the indexes; the loaded state is the start of the op log (seq 0, nothing to undo). */
  endLoad(): ReadReport;
  /**
   * Loads an image, as if this core had loaded the pages itself; `pause` is awaited between parts of a few megabytes.
   */
  putImage(image: CoreImage, pause: () => Promise<void>): Promise<void>;
  /** Reads an image file as it arrives, replacing the contents of this core. */
  readImage(): ImageReading;
}

/** Writes the contents of a core as files of a format, wire data, rows or an image. Changes nothing. */
export interface AnnotationWriter {
  writeViameCsv(options: ViameCsvOptions): WriteReport;
  writeDiveJson(options?: DiveJsonOptions): WriteReport;
  writeMot(options?: MotOptions): WriteReport;
  writeCoco(options: CocoOptions): WriteReport;
  /** The same file in pieces: much faster, since a whole file has to be copied to new memory. */
  writeViameCsvPieces(options: ViameCsvOptions): WritingPieces;
  writeDiveJsonPieces(options?: DiveJsonOptions): WritingPieces;
  writeMotPieces(options?: MotOptions): WritingPieces;
  writeCocoPieces(options: CocoOptions): WritingPieces;
  /** A JSON array of these tracks as api/v1 accepts them; throws for ids that do not exist. */
  writeTrackList(ids: readonly TrackId[], options?: TrackRowOptions): Uint8Array<ArrayBuffer>;
  /**
   * A track with only those of its features that differ from the state at `seq`, for saving; `undefined` if these are
   * unknown or would save little.
   */
  writeTrackChange(id: TrackId, seq: number): Uint8Array<ArrayBuffer> | undefined;
  /** A whole track as opaque bytes, for `tracks.copy` into another core; `undefined` if the track does not exist. */
  trackImage(id: TrackId): Uint8Array<ArrayBuffer> | undefined;
  /** A JSON array of these groups as api/v1 accepts them; throws for ids that do not exist. */
  writeGroupList(ids: readonly GroupId[]): Uint8Array<ArrayBuffer>;
  trackRows(options?: TrackRowOptions): Iterable<TrackRow>;
  groupRows(): Iterable<GroupRow>;
  /** A copy of the loaded state, for a core in another thread: one loads, the other displays. */
  takeImage(): CoreImage;
  /**
   * Like `takeImage`, in parts of a few milliseconds, between which `pause` is awaited; `seq` is the position in the op
   * log that the image is of. If the core keeps being used meanwhile, the last attempt copies everything at once.
   */
  copyImage(pause: () => Promise<void>): Promise<{ readonly image: CoreImage; readonly seq: number }>;
  /**
   * The image as a file that includes `note`, in pieces that are valid until the core is used again. Throws `CoreError`
   * `image-refused` when the version of this core is unknown (its module was compiled elsewhere).
   */
  writeImage(note: string): readonly Uint8Array<ArrayBuffer>[];
}

/**
 * The tracks that a standing filter shows. The core keeps its result per track and updates it after each edit, so that
 * queries of every frame drawn evaluate no conditions. The filter is part of a view that draws (a camera of the viewer,
 * a rendering); anything else passes its own filter to `select` or `count`.
 */
export interface ShownTracks {
  /**
   * Replaces the standing filter, which `TrackSummary.shown` follows too. Until the first call all tracks are shown.
   */
  apply(filter: TrackFilter): void;
  /** Number of tracks under each type, checked or not. The same array until the counts or the annotations change. */
  typeCounts(): readonly TypeCount[];
  /** Ids of the shown tracks, ascending; a copy. */
  trackIds(): Uint32Array;
  /** The shown detections on a frame. `origin` (image pixels, default 0, 0) is subtracted from the boxes. */
  frameQuery(frame: FrameNumber, origin?: Point): DrawList;
  /** Polygons, lines and points of the shown detections on a frame, by entry of its draw list. */
  frameShapes(frame: FrameNumber): FrameShapes;
  /**
   * Shown tracks hit by a point (image pixels), nearest edge first: the point is in the box or a polygon, or within the
   * tolerance of an edge, line or point. Geometry is tested only if the point is in the box or within the tolerance of
   * it.
   */
  hitTest(frame: FrameNumber, x: number, y: number, tolerancePx: number, shapes?: HitShapes): readonly TrackId[];
  /**
   * The shapes that `frameShapes` computes for a track between two keyframes; empty on frames with a stored detection.
   */
  computedShapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[];
  /**
   * Number of shown detections (default), stored or computed, or of shown tracks on each frame 0 .. frameCount - 1.
   */
  countsByFrame(frameCount: number, what?: TimelineCount): Uint32Array;
  /** The counts for each type that tracks are shown under, by type index. */
  countsByType(frameCount: number, what?: TimelineCount): readonly TypeFrameCounts[];
  /** Total and counts by type in one pass. */
  timelineCounts(frameCount: number, what?: TimelineCount): FrameCounts;
  /** First and last frame and type of every shown track. */
  trackSpans(): TrackSpans;
}

/** Queries of all annotations, shown or not. */
export interface AnnotationQuery {
  /** Ids of the tracks that pass a filter, ascending; a copy. The filter applies to this call only. */
  select(filter: TrackQuery): Uint32Array;
  /** Number of tracks that pass a filter. */
  count(filter: TrackQuery): number;
  readonly trackCount: number;
  readonly detectionCount: number;
  readonly groupCount: number;
  /** Type names; the position is the type index, which never changes during the life of the core. */
  types(): readonly string[];
  hasTrack(id: TrackId): boolean;
  /** The largest track id used since the last load; -1: none. */
  readonly largestTrackId: number;
  /** Throws `no-such-track`. */
  track(id: TrackId): TrackSummary;
  /** Frames of the keyframes, ascending; a copy. Throws `no-such-track`. */
  keyframes(id: TrackId): Uint32Array;
  /** `undefined` if the track has neither a stored nor an interpolated detection there. Throws `no-such-track`. */
  detectionAt(id: TrackId, frame: FrameNumber): DetectionView | undefined;
  /** The geometry of the detection stored on a frame; empty if none exists. Throws `no-such-track`. */
  shapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[];
  /**
   * Notes on detections, by track, in ascending order of frames: of all tracks, or of these. Reads every stored
   * detection.
   */
  notes(ids?: readonly TrackId[]): ReadonlyMap<TrackId, readonly NotedFrame[]>;
  /**
   * The regions formed by tracks of these types, shown or not: by frame, whether a point is inside one. The result does
   * not change with the annotations, and the query does not change the shown tracks.
   */
  regions(types: readonly string[]): ReadonlyMap<FrameNumber, readonly ((x: number, y: number) => boolean)[]>;
  /** Every box of every track, shown or not, by ascending id: the input of metrics. */
  trackBoxes(): readonly TrackBoxes[];
  /** Data of stored detections other than boxes that metrics compare, by track and frame. Reads all of them. */
  detectionMarks(): ReadonlyMap<TrackId, ReadonlyMap<FrameNumber, DetectionMarks>>;
  /** The values for an attribute timeline; lists and objects are left out. Throws `no-such-track`. */
  attributeSeries(id: TrackId, key: Omit<AttributeKey, "belongs">): AttributeSeries;
  /** The attributes object of a track, including `userAttributes`; the caller owns it. Throws `no-such-track`. */
  trackAttributes(id: TrackId): Readonly<Record<string, unknown>>;
  /** The attributes object of the detection stored on a frame; empty if none exists. Throws `no-such-track`. */
  detectionAttributes(id: TrackId, frame: FrameNumber): Readonly<Record<string, unknown>>;
  /**
   * The value of a track, or of its detection stored on the frame; `undefined` if none exists, and for lists and
   * objects. A track's values are decoded once and kept until it is edited, so this is cheap enough for every frame
   * drawn. Throws `no-such-track`.
   */
  attributeValue(key: AttributeKey, id: TrackId, frame: FrameNumber): AttributeScalar | undefined;
  /** The distinct texts that tracks or detections have, in the order of first use. Decodes all of them. */
  attributeTexts(key: AttributeKey): readonly string[];
  /** Makes one pass over everything: a tenth of a second for a million detections. */
  statistics(): Statistics;
  /** Sizes of pictures by frame, as given in the COCO file that was read. */
  cocoSizes(): readonly (ImageSize | undefined)[];
  /**
   * Values that are probably mistakes: inverted and empty boxes, confidences outside 0 to 1, tracks without a type,
   * and, if the number of frames is known, detections after the last frame. One warning per rule. `all` also reports
   * values that are often intended, such as gaps and tracks on a single frame. Not part of reading: the annotations are
   * kept as in the file.
   */
  findIssues(dataset?: IssueFacts & { readonly all?: boolean }): readonly Problem[];
  /** All places where one rule is broken, in one pass; lists the first `maxPlaces`, 500 by default. */
  listIssues(rule: IssueRule, dataset?: IssueFacts, maxPlaces?: number): IssueGroup;
}
