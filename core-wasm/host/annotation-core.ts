/** Implements `AnnotationCore` for one core: forwards every call to the module in charge, and counts changes. */
import { groupRows } from "./groups.ts";
import { StepLog } from "./edits/step-log.ts";
import { ImageFileReading, writeImageFile } from "./image-file.ts";
import type { CoreInstance } from "./instance.ts";
import { assertIntegrity } from "./integrity.ts";
import { Queries } from "./queries.ts";
import { Readings } from "./readings.ts";
import { computedShapes } from "./queries/computed-shapes.ts";
import { notesOf } from "./queries/notes.ts";
import { attributeSeries, attributeTexts, detectionAttributes, trackAttributes } from "./queries/attribute-values.ts";
import { shapesOf } from "./queries/geometry.ts";
import { findIssues, listIssues, type IssueScan } from "./queries/issues.ts";
import { trackSpans } from "./queries/timeline.ts";
import type { Inside } from "./queries/suppression.ts";
import { detectionMarks } from "./queries/detection-marks.ts";
import { trackBoxes } from "./queries/track-boxes.ts";
import { computeStatistics } from "./queries/statistics.ts";
import { writeMot } from "./formats/mot/mot.ts";
import { readViameCsv } from "./formats/viame-csv/read-csv.ts";
import { readCoco } from "./formats/coco/coco.ts";
import { readCocoSizes } from "./formats/coco/coco-sizes.ts";
import { readDiveJson } from "./formats/dive-json/read-json.ts";
import { readMot } from "./formats/mot/mot.ts";
import { trackRows } from "./formats/exchange/track-rows.ts";
import { writeViameCsv } from "./formats/viame-csv/write-csv.ts";
import { writeCoco } from "./formats/coco/write-coco.ts";
import { writeDiveJson } from "./formats/dive-json/write-json.ts";
import { joinPieces, writeGroupList, writeTrackChange, writeTrackList } from "./formats/exchange/writing.ts";
import type {
  AnnotationCore,
  AttributeKey,
  AttributeScalar,
  AttributeSeries,
  ChangeSet,
  CocoDocument,
  CocoOptions,
  CoreImage,
  DetectionMarks,
  DetectionShape,
  IssueFacts,
  IssueRule,
  IssueGroup,
  DetectionView,
  DiveJsonOptions,
  DrawList,
  FrameShapes,
  EditSummary,
  EditTransaction,
  FrameCounts,
  FrameNumber,
  GroupId,
  GroupRow,
  HitShapes,
  ImageReading,
  NotedFrame,
  MotOptions,
  PieceReadOptions,
  Point,
  Problem,
  ReadOptions,
  ReadReport,
  Statistics,
  TrackFilter,
  TrackQuery,
  TrackId,
  TimelineCount,
  TrackBoxes,
  TrackRow,
  TrackRowOptions,
  TrackSpans,
  TrackSummary,
  TypeCount,
  TypeFrameCounts,
  ViameCsvOptions,
  WriteReport,
  WritingPieces,
  ImageSize,
} from "./types.ts";
import { CoreError } from "./types.ts";

/** A track is written as a change if that covers at most one in this many of its rows. */
const rowsPerChange = 64;

export class WasmAnnotationCore implements AnnotationCore {
  readonly #core: CoreInstance;
  readonly #queries: Queries;
  readonly #log: StepLog;
  readonly #readings: Readings;

  constructor(core: CoreInstance) {
    this.#core = core;
    this.#queries = new Queries(core);
    this.#log = new StepLog(core);
    this.#readings = new Readings(core, this.#log, {
      started: () => this.#started(),
      changing: (change) => this.#changing(change),
    });
    core.exports.core_clear();
  }

  // reading -------------------------------------------------------------------------------------------------------

  readViameCsv(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readViameCsv(this.#core, bytes, options));
  }

  beginViameCsv(options: PieceReadOptions = {}): void {
    this.#readings.begin("viame-csv", options);
  }

  pushViameCsv(bytes: Uint8Array): void {
    this.#readings.push("viame-csv", bytes);
  }

  endViameCsv(): ReadReport {
    return this.#readings.end("viame-csv");
  }

  beginDiveJson(options: PieceReadOptions = {}): void {
    this.#readings.begin("dive-json", options);
  }

  pushDiveJson(bytes: Uint8Array): void {
    this.#readings.push("dive-json", bytes);
  }

  endDiveJson(): ReadReport {
    return this.#readings.end("dive-json");
  }

  readDiveJson(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readDiveJson(this.#core, bytes, options));
  }

  readMot(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readMot(this.#core, bytes, options));
  }

  readCoco(bytes: Uint8Array, options: ReadOptions = {}): ReadReport {
    return this.#readings.whole(options, () => readCoco(this.#core, bytes, options));
  }

  get cocoDocument(): CocoDocument | undefined {
    return this.#core.coco;
  }

  keepCocoDocument(document: CocoDocument | undefined): void {
    this.#core.coco = document;
  }

  beginLoad(expectedBytes?: number): void {
    this.#readings.beginLoad(expectedBytes);
  }

  loadTrackPage(bytes: Uint8Array): void {
    this.#readings.loadPage("tracks", bytes);
  }

  loadGroupPage(bytes: Uint8Array): void {
    this.#readings.loadPage("groups", bytes);
  }

  endLoad(): ReadReport {
    return this.#readings.endLoad();
  }

  takeImage(): CoreImage {
    this.#log.requireNoTransaction();
    return this.#core.takeImage();
  }

  async copyImage(pause: () => Promise<void>): Promise<{ readonly image: CoreImage; readonly seq: number }> {
    this.#log.requireNoTransaction();
    let seq = 0;
    const image = await this.#core.copyImage(pause, () => void (seq = this.seq));
    return { image, seq };
  }

  async putImage(image: CoreImage, pause: () => Promise<void>): Promise<void> {
    this.#log.requireNoTransaction();
    await this.#core.putImage(image, pause);
    this.#started();
  }

  writeImage(note: string): readonly Uint8Array<ArrayBuffer>[] {
    const { fingerprint } = this.#core;
    if (fingerprint === undefined) throw new CoreError("image-refused", "The version of this core is not known.");
    this.#log.requireNoTransaction();
    return writeImageFile(this.#core.viewImage(), fingerprint, note);
  }

  readImage(): ImageReading {
    this.#log.requireNoTransaction();
    return new ImageFileReading(this.#core, () => this.#started());
  }

  // writing -------------------------------------------------------------------------------------------------------

  writeViameCsv(options: ViameCsvOptions): WriteReport {
    return this.#join(writeViameCsv(this.#core, this.types(), options), this.#core.exports.csv_write_next);
  }

  writeViameCsvPieces(options: ViameCsvOptions): WritingPieces {
    return writeViameCsv(this.#core, this.types(), options);
  }

  writeDiveJson(options: DiveJsonOptions = {}): WriteReport {
    return this.#join(writeDiveJson(this.#core, this.types(), options), this.#core.exports.json_write_next);
  }

  writeDiveJsonPieces(options: DiveJsonOptions = {}): WritingPieces {
    return writeDiveJson(this.#core, this.types(), options);
  }

  writeMot(options: MotOptions = {}): WriteReport {
    return this.#join(writeMot(this.#core, this.types(), options), this.#core.exports.mot_write_next);
  }

  writeCoco(options: CocoOptions): WriteReport {
    return this.#join(writeCoco(this.#core, this.types(), options), this.#core.exports.coco_write_next);
  }

  writeMotPieces(options: MotOptions = {}): WritingPieces {
    return writeMot(this.#core, this.types(), options);
  }

  writeCocoPieces(options: CocoOptions): WritingPieces {
    return writeCoco(this.#core, this.types(), options);
  }

  writeTrackList(ids: readonly TrackId[], options: TrackRowOptions = {}): Uint8Array<ArrayBuffer> {
    return writeTrackList(this.#core, ids, options);
  }

  writeTrackChange(id: TrackId, seq: number): Uint8Array<ArrayBuffer> | undefined {
    const { track_find, track_row_count } = this.#core.exports;
    const maxFrames = track_row_count(track_find(id)) / rowsPerChange;
    if (maxFrames < 1) return undefined;
    const frames = this.#log.framesSince(id, seq);
    if (frames === undefined || frames.length > maxFrames) return undefined;
    return writeTrackChange(this.#core, id, frames);
  }

  trackImage(id: TrackId): Uint8Array<ArrayBuffer> | undefined {
    const { track_image_bytes, track_store_image, transfer_open } = this.#core.exports;
    if (!this.hasTrack(id)) return undefined;
    const bytes = track_image_bytes(id) >>> 0;
    // Texts are copied in blocks of 16.
    const start = transfer_open(bytes + 16) >>> 0;
    track_store_image(start, id);
    return this.#core.copy(start, start + bytes);
  }

  writeGroupList(ids: readonly GroupId[]): Uint8Array<ArrayBuffer> {
    return writeGroupList(this.#core, ids);
  }

  trackRows(options: TrackRowOptions = {}): Iterable<TrackRow> {
    return trackRows(this.#core, this.types(), options);
  }

  groupRows(): Iterable<GroupRow> {
    return groupRows(this.#core);
  }

  // queries -------------------------------------------------------------------------------------------------------

  get trackCount(): number {
    return this.#core.exports.track_count.value;
  }

  get detectionCount(): number {
    return this.#core.exports.detection_count.value;
  }

  get groupCount(): number {
    return this.#core.exports.group_count.value;
  }

  types(): readonly string[] {
    return this.#queries.types();
  }

  setFilter(filter: TrackFilter): void {
    this.#queries.setFilter(filter);
  }

  select(filter: TrackQuery): Uint32Array {
    return this.#queries.select(filter);
  }

  count(filter: TrackQuery): number {
    return this.#queries.count(filter);
  }

  typeCounts(): readonly TypeCount[] {
    return this.#queries.typeCounts();
  }

  visibleTrackIds(): Uint32Array {
    return this.#queries.visibleTrackIds();
  }

  hasTrack(id: TrackId): boolean {
    return this.#queries.hasTrack(id);
  }

  get largestTrackId(): number {
    return this.#queries.largestTrackId();
  }

  reserveTrackIds(largest: number): void {
    this.#queries.reserveTrackIds(largest);
  }

  track(id: TrackId): TrackSummary {
    return this.#queries.track(id);
  }

  keyframes(id: TrackId): Uint32Array {
    return this.#queries.keyframes(id);
  }

  detectionAt(id: TrackId, frame: FrameNumber): DetectionView | undefined {
    return this.#queries.detectionAt(id, frame);
  }

  frameQuery(frame: FrameNumber, origin?: Point): DrawList {
    return this.#queries.frameQuery(frame, origin);
  }

  frameShapes(frame: FrameNumber): FrameShapes {
    return this.#queries.frameShapes(frame);
  }

  hitTest(frame: FrameNumber, x: number, y: number, tolerancePx: number, shapes: HitShapes = {}): readonly TrackId[] {
    return this.#queries.hitTest(frame, x, y, tolerancePx, shapes);
  }

  shapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[] {
    return shapesOf(this.#core, id, frame);
  }

  computedShapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[] {
    return computedShapes(this, id, frame);
  }

  notes(ids?: readonly TrackId[]): ReadonlyMap<TrackId, readonly NotedFrame[]> {
    return notesOf(this.#core, ids);
  }

  countsByFrame(frameCount: number, what: TimelineCount = "detections"): Uint32Array {
    return this.#queries.countsByFrame(frameCount, what);
  }

  countsByType(frameCount: number, what: TimelineCount = "detections"): readonly TypeFrameCounts[] {
    return this.#queries.timelineCounts(frameCount, what).byType;
  }

  timelineCounts(frameCount: number, what: TimelineCount = "detections"): FrameCounts {
    return this.#queries.timelineCounts(frameCount, what);
  }

  trackSpans(): TrackSpans {
    return trackSpans(this.#core);
  }

  regions(types: readonly string[]): ReadonlyMap<FrameNumber, readonly Inside[]> {
    return this.#queries.regions(types);
  }

  trackBoxes(): readonly TrackBoxes[] {
    return trackBoxes(this.#core, this.types());
  }

  detectionMarks(): ReadonlyMap<TrackId, ReadonlyMap<FrameNumber, DetectionMarks>> {
    return detectionMarks(this.#core);
  }

  attributeSeries(id: TrackId, key: Omit<AttributeKey, "belongs">): AttributeSeries {
    return attributeSeries(this.#core, id, key);
  }

  trackAttributes(id: TrackId): Readonly<Record<string, unknown>> {
    return trackAttributes(this.#core, id);
  }

  detectionAttributes(id: TrackId, frame: FrameNumber): Readonly<Record<string, unknown>> {
    return detectionAttributes(this.#core, id, frame);
  }

  attributeValue(key: AttributeKey, id: TrackId, frame: FrameNumber): AttributeScalar | undefined {
    return this.#queries.attributeValue(key, id, frame);
  }

  attributeTexts(key: AttributeKey): readonly string[] {
    return attributeTexts(this.#core, key);
  }

  /** By frame, as given in the COCO file that was read. */
  cocoSizes(): readonly (ImageSize | undefined)[] {
    return readCocoSizes(this.#core);
  }

  findIssues({ all = false, ...facts }: IssueFacts & { readonly all?: boolean } = {}): readonly Problem[] {
    return findIssues(this.#scan(facts), all);
  }

  listIssues(rule: IssueRule, facts: IssueFacts = {}, maxPlaces?: number): IssueGroup {
    return listIssues(this.#scan(facts), rule, maxPlaces);
  }

  #scan(facts: IssueFacts): IssueScan {
    return { core: this.#core, types: this.types(), facts };
  }

  statistics(): Statistics {
    return computeStatistics(this.#core, this.types());
  }

  // editing -------------------------------------------------------------------------------------------------------

  transact(label: string, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary {
    return this.#changing(() => this.#log.transact(label, frame, edit), touchedTracks);
  }

  get canUndo(): boolean {
    return this.#log.canUndo;
  }

  get canRedo(): boolean {
    return this.#log.canRedo;
  }

  undo(): EditSummary | undefined {
    return this.#changing(() => this.#log.undo(), touchedTracks);
  }

  redo(): EditSummary | undefined {
    return this.#changing(() => this.#log.redo(), touchedTracks);
  }

  get seq(): number {
    return this.#log.seq;
  }

  changesSince(seq: number): ChangeSet {
    return this.#log.changesSince(seq);
  }

  opsSince(seq: number): Uint8Array<ArrayBuffer> {
    return this.#log.opsSince(seq);
  }

  replay(ops: Uint8Array): boolean {
    return this.#changing(() => this.#log.replay(ops));
  }

  assertIntegrity(): void {
    assertIntegrity(this.#core);
  }

  // ---------------------------------------------------------------------------------------------------------------

  /** `next` is the position of the next track. */
  #join(pieces: WritingPieces, next: { readonly value: number }): WriteReport {
    return joinPieces(pieces, () => next.value / this.trackCount);
  }

  #started(): void {
    this.#log.reset();
    this.#queries.refresh(true);
    this.#changed();
  }

  /**
   * `touchedBy` returns the tracks that a change has touched; without it, or after an error, any track may have
   * changed.
   */
  #changing<T>(change: () => T, touchedBy?: (result: T) => readonly TrackId[]): T {
    this.#log.requireNoTransaction();
    let touched: readonly TrackId[] | undefined;
    try {
      const result = change();
      touched = touchedBy?.(result);
      return result;
    } finally {
      this.#queries.refresh(false, touched);
      this.#changed();
    }
  }

  /** Builds with assertions check integrity after every step. */
  #changed(): void {
    if (this.#core.exports.integrity_always.value !== 0) this.assertIntegrity();
  }
}

/** An undo or redo with nothing to do touches nothing. */
function touchedTracks(summary: EditSummary | undefined): readonly TrackId[] {
  return summary?.trackIds ?? [];
}
