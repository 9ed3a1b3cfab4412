/** Implements `AnnotationCore`: queries and edits themselves, and its faces `reader`, `writer` and `shown`. */
import { CoreReader } from "./core-reader.ts";
import { CoreState } from "./core-state.ts";
import { CoreWriter } from "./core-writer.ts";
import { readCocoSizes } from "./formats/coco/coco-sizes.ts";
import type { CoreInstance } from "./instance.ts";
import { assertIntegrity } from "./integrity.ts";
import { attributeSeries, attributeTexts, detectionAttributes, trackAttributes } from "./queries/attribute-values.ts";
import { detectionMarks } from "./queries/detection-marks.ts";
import { shapesOf } from "./queries/geometry.ts";
import { findIssues, listIssues, type IssueScan } from "./queries/issues.ts";
import { notesOf } from "./queries/notes.ts";
import { regionsByFrame } from "./queries/regions.ts";
import { selectTracks } from "./queries/select-tracks.ts";
import { computeStatistics } from "./queries/statistics.ts";
import type { Inside } from "./queries/suppression.ts";
import { trackBoxes } from "./queries/track-boxes.ts";
import { detectionAt, hasTrack, keyframesOf, trackSummary } from "./queries/track-facts.ts";
import type {
  AnnotationCore,
  AnnotationReader,
  AnnotationWriter,
  AttributeKey,
  AttributeScalar,
  AttributeSeries,
  ChangeSet,
  DetectionMarks,
  DetectionShape,
  DetectionView,
  EditSummary,
  EditTransaction,
  FrameNumber,
  ImageSize,
  IssueFacts,
  IssueGroup,
  IssueRule,
  NotedFrame,
  Problem,
  ShownTracks,
  Statistics,
  TrackBoxes,
  TrackId,
  TrackQuery,
  TrackSummary,
} from "./types.ts";

export class WasmAnnotationCore implements AnnotationCore {
  readonly reader: AnnotationReader;
  readonly writer: AnnotationWriter;
  readonly #state: CoreState;
  readonly #core: CoreInstance;

  constructor(core: CoreInstance) {
    this.#core = core;
    this.#state = new CoreState(core);
    this.reader = new CoreReader(this.#state);
    this.writer = new CoreWriter(this.#state);
  }

  get shown(): ShownTracks {
    return this.#state.shown;
  }

  // queries -------------------------------------------------------------------------------------------------------

  select(filter: TrackQuery): Uint32Array {
    const words = selectTracks(this.#state, filter);
    return Uint32Array.from({ length: words.length / 2 }, (_, index) => words[index * 2]!);
  }

  count(filter: TrackQuery): number {
    return selectTracks(this.#state, filter).length / 2;
  }

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
    return this.#state.typeNames.all();
  }

  hasTrack(id: TrackId): boolean {
    return hasTrack(this.#core, id);
  }

  get largestTrackId(): number {
    return Number(this.#core.exports.track_largest_id());
  }

  reserveTrackIds(largest: number): void {
    if (largest > this.largestTrackId) this.#core.exports.track_set_largest_id(BigInt(largest));
  }

  track(id: TrackId): TrackSummary {
    return trackSummary(this.#core, id, this.types());
  }

  keyframes(id: TrackId): Uint32Array {
    return keyframesOf(this.#core, id);
  }

  detectionAt(id: TrackId, frame: FrameNumber): DetectionView | undefined {
    return detectionAt(this.#core, id, frame);
  }

  shapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[] {
    return shapesOf(this.#core, id, frame);
  }

  notes(ids?: readonly TrackId[]): ReadonlyMap<TrackId, readonly NotedFrame[]> {
    return notesOf(this.#core, ids);
  }

  regions(types: readonly string[]): ReadonlyMap<FrameNumber, readonly Inside[]> {
    return regionsByFrame(this.#state, types);
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
    return this.#state.attributes.valueAt(key, id, frame);
  }

  attributeTexts(key: AttributeKey): readonly string[] {
    return attributeTexts(this.#core, key);
  }

  cocoSizes(): readonly (ImageSize | undefined)[] {
    return readCocoSizes(this.#core);
  }

  findIssues({ all = false, ...facts }: IssueFacts & { readonly all?: boolean } = {}): readonly Problem[] {
    return findIssues(this.#issueScan(facts), all);
  }

  listIssues(rule: IssueRule, facts: IssueFacts = {}, maxPlaces?: number): IssueGroup {
    return listIssues(this.#issueScan(facts), rule, maxPlaces);
  }

  #issueScan(facts: IssueFacts): IssueScan {
    return { core: this.#core, types: this.types(), facts };
  }

  statistics(): Statistics {
    return computeStatistics(this.#core, this.types());
  }

  // edits ---------------------------------------------------------------------------------------------------------

  transact(label: string, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary {
    return this.#state.editing(() => this.#state.log.transact(label, frame, edit));
  }

  get canUndo(): boolean {
    return this.#state.log.canUndo;
  }

  get canRedo(): boolean {
    return this.#state.log.canRedo;
  }

  undo(): EditSummary | undefined {
    return this.#state.editing(() => this.#state.log.undo());
  }

  redo(): EditSummary | undefined {
    return this.#state.editing(() => this.#state.log.redo());
  }

  get seq(): number {
    return this.#state.log.seq;
  }

  changesSince(seq: number): ChangeSet {
    return this.#state.log.changesSince(seq);
  }

  opsSince(seq: number): Uint8Array<ArrayBuffer> {
    return this.#state.log.opsSince(seq);
  }

  replay(ops: Uint8Array): boolean {
    return this.#state.changing(() => this.#state.log.replay(ops));
  }

  assertIntegrity(): void {
    assertIntegrity(this.#core);
  }
}
