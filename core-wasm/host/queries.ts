/** Reads facts from the columns: summaries, detections, draw lists, counts. */
import { RowFlag } from "./border.ts";
import { sliceLength, sliceStart, type CoreInstance } from "./instance.ts";
import { AttributeFilters } from "./queries/attribute-filters.ts";
import { requireTrack } from "./queries/columns.ts";
import { filterRules } from "./queries/filter-rules.ts";
import { FrameQuery } from "./queries/draw-list.ts";
import { hitTest } from "./queries/hit-test.ts";
import { ShownAttributes } from "./queries/shown-attributes.ts";
import type { Inside } from "./queries/suppression.ts";
import { countsByFrame, timelineCounts } from "./queries/timeline.ts";
import { none } from "./wasm-exports.ts";
import type {
  AttributeKey,
  AttributeScalar,
  Bounds,
  ConfidencePair,
  DetectionView,
  DrawList,
  FrameCounts,
  FrameNumber,
  FrameShapes,
  HitShapes,
  Point,
  TimelineCount,
  TrackFilter,
  TrackId,
  TrackQuery,
  TrackSummary,
  TypeCount,
} from "./types.ts";

const boundsBytes = 32;

export class Queries {
  readonly #core: CoreInstance;
  readonly #frameQuery: FrameQuery;
  readonly #attributeFilters: AttributeFilters;
  readonly #shownAttributes: ShownAttributes;
  #types: string[] = [];
  #filter: TrackFilter = { thresholds: {} };
  /** Number of types covered by the filter rules last sent to the core. */
  #filteredTypeCount = 0;
  /** The types and thresholds last sent to the core, as JSON; undefined: none that still apply. */
  #currentQuery: string | undefined;
  /** Valid for the current annotations and filter; undefined: to be recounted. */
  #typeCounts: readonly TypeCount[] | undefined;
  /** The part of the filter that the counts depend on, as JSON: everything except which types are checked. */
  #countedBy = "";

  constructor(core: CoreInstance) {
    this.#core = core;
    this.#frameQuery = new FrameQuery(core);
    this.#attributeFilters = new AttributeFilters(core);
    this.#shownAttributes = new ShownAttributes(core);
  }

  /** Call it after the core was refilled or edited: `touched` are the tracks that changed, absent when unknown. */
  refresh(isNew: boolean, touched?: readonly TrackId[]): void {
    if (isNew) {
      this.#types = [];
      this.#frameQuery.beginPool();
    }
    this.#typeCounts = undefined;
    this.#shownAttributes.forget(touched);
    if (touched === undefined) {
      this.#attributeFilters.forget();
      this.#currentQuery = undefined;
    }
    // The core has no rules yet for types that were added later.
    if (touched === undefined || this.#core.exports.type_count.value > this.#filteredTypeCount) {
      if (touched !== undefined) this.#attributeFilters.refresh(touched, this.types());
      this.setFilter(this.#filter);
    } else {
      this.#attributeFilters.refresh(touched, this.types());
    }
  }

  types(): readonly string[] {
    const { type_count, type_name } = this.#core.exports;
    for (let type = this.#types.length; type < type_count.value; type++) {
      this.#types.push(this.#core.sliceText(type_name(type)));
    }
    return this.#types;
  }

  setFilter(filter: TrackFilter): void {
    this.#filter = filter;
    if (this.#attributeFilters.set(filter.attributes ?? [], this.types())) this.#typeCounts = undefined;
    const suppressing = new Set(filter.suppressing);
    this.#frameQuery.setSuppressing(
      new Set([...this.types().entries()].flatMap(([type, name]) => (suppressing.has(name) ? type : []))),
    );
    const { thresholds, preventCascade, hierarchy } = filter;
    const countedBy = JSON.stringify([thresholds, preventCascade, hierarchy, this.types().length]);
    const wanted = `${countedBy} ${JSON.stringify(filter.types)}`;
    if (wanted === this.#currentQuery) return;
    this.#currentQuery = wanted;
    if (countedBy !== this.#countedBy) this.#typeCounts = undefined;
    this.#countedBy = countedBy;
    const types = this.types();
    this.#filteredTypeCount = types.length;
    this.#core.exports.filter_set_rules(this.#core.transfer(filterRules(filter, types)));
    this.#core.exports.filter_apply();
  }

  select(filter: TrackQuery): Uint32Array {
    const words = this.#ask(filter);
    return Uint32Array.from({ length: words.length / 2 }, (_, index) => words[index * 2]!);
  }

  count(filter: TrackQuery): number {
    return this.#ask(filter).length / 2;
  }

  /** Id and type of each track that passes, by ascending id. Valid until the next call of the core. */
  #ask(filter: TrackQuery): Uint32Array {
    const { transfer_open, filter_select, track_count, memory } = this.#core.exports;
    const rules = filterRules(filter, this.types());
    const isOut = this.#attributeFilters.failing(filter.attributes ?? [], this.types());
    const room = track_count.value * 8;
    const start = transfer_open(room + rules.length + isOut.length) >>> 0;
    const bytes = this.#core.bytes();
    bytes.set(rules, start + room);
    bytes.set(isOut, start + room + rules.length);
    const count = filter_select(start, start + room, start + room + rules.length) >>> 0;
    return new Uint32Array(memory.buffer, start, count * 2);
  }

  typeCounts(): readonly TypeCount[] {
    return (this.#typeCounts ??= this.#countTypes());
  }

  #countTypes(): readonly TypeCount[] {
    const start = this.#core.exports.count_types() >>> 0;
    const types = this.types();
    const counts = new Uint32Array(this.#core.exports.memory.buffer, start, types.length * 2);
    return types.flatMap((type, index): TypeCount | [] => {
      const [pairCount = 0, trackCount = 0] = counts.subarray(index * 2, index * 2 + 2);
      return pairCount + trackCount === 0 ? [] : { type, trackCount };
    });
  }

  attributeValue(key: AttributeKey, id: TrackId, frame: FrameNumber): AttributeScalar | undefined {
    return this.#shownAttributes.valueAt(key, id, frame);
  }

  visibleTrackIds(): Uint32Array {
    const { track_list_shown, transfer_start, memory } = this.#core.exports;
    const count = track_list_shown() >>> 0;
    return new Uint32Array(memory.buffer, transfer_start.value >>> 0, count).slice();
  }

  hasTrack(id: TrackId): boolean {
    return id === id >>> 0 && this.#core.exports.track_find(id) !== none;
  }

  largestTrackId(): number {
    return Number(this.#core.exports.track_largest_id());
  }

  reserveTrackIds(largest: number): void {
    if (largest > this.largestTrackId()) this.#core.exports.track_set_largest_id(BigInt(largest));
  }

  track(id: TrackId): TrackSummary {
    const { exports } = this.#core;
    const track = requireTrack(this.#core, id);
    const pairs = this.#pairsOf(track);
    return {
      id,
      begin: (exports.track_begin(track) >>> 0) as FrameNumber,
      end: (exports.track_end(track) >>> 0) as FrameNumber,
      keyframeCount: exports.track_keyframe_count(track),
      shown: this.#shownPair(track, pairs),
      pairs,
    };
  }

  keyframes(id: TrackId): Uint32Array {
    const { exports } = this.#core;
    const track = requireTrack(this.#core, id);
    const first = exports.track_first_row(track);
    const frames: number[] = [];
    for (let row = first, end = first + exports.track_row_count(track); row < end; row++) {
      if (exports.row_is_keyframe(row) !== 0) frames.push(exports.row_frame(row));
    }
    return Uint32Array.from(frames);
  }

  detectionAt(id: TrackId, frame: FrameNumber): DetectionView | undefined {
    const { exports } = this.#core;
    const track = requireTrack(this.#core, id);
    const row = exports.track_row_up_to(track, frame);
    if (row === none) return undefined;
    const target = exports.transfer_open(boundsBytes) >>> 0;
    if (exports.track_store_bounds(target, track, frame) === 0) return undefined;
    const keyframe = exports.track_keyframe_up_to(track, row);
    return {
      trackId: id,
      frame,
      bounds: [...new Float64Array(this.#core.bytes().buffer, target, 4)] as unknown as Bounds,
      isKeyframe: keyframe === row && exports.row_frame(row) >>> 0 === frame,
      interpolates: keyframe !== none && (exports.row_flags(keyframe) & RowFlag.interpolates) !== 0,
    };
  }

  frameQuery(frame: FrameNumber, origin?: Point): DrawList {
    return this.#frameQuery.at(frame, origin);
  }

  frameShapes(frame: FrameNumber): FrameShapes {
    return this.#frameQuery.shapesAt(frame);
  }

  /** Regions of these types, shown or not, by frame. */
  regions(types: readonly string[]): ReadonlyMap<FrameNumber, readonly Inside[]> {
    const wanted = new Set(types);
    const words = this.#ask({ thresholds: {} }).slice();
    const byFrame = new Map<FrameNumber, TrackId[]>();
    for (let word = 0; word < words.length; word += 2) {
      if (!wanted.has(this.types()[words[word + 1]!]!)) continue;
      const { id, begin, end } = this.track(words[word] as TrackId);
      for (let frame = begin; frame <= end; frame++) {
        const tracks = byFrame.get(frame);
        if (tracks === undefined) byFrame.set(frame, [id]);
        else tracks.push(id);
      }
    }
    const frames = [...byFrame].map(([frame, ids]) => [frame, this.#frameQuery.regionsOf(frame, ids)] as const);
    return new Map(frames.filter(([, regions]) => regions.length > 0).toSorted(([a], [b]) => a - b));
  }

  countsByFrame(frameCount: number, what: TimelineCount): Uint32Array {
    return countsByFrame(this.#core, this.#frameQuery, frameCount, what);
  }

  timelineCounts(frameCount: number, what: TimelineCount): FrameCounts {
    return timelineCounts(this.#core, this.#frameQuery, this.types(), frameCount, what);
  }

  hitTest(frame: FrameNumber, x: number, y: number, tolerancePx: number, shapes: HitShapes): readonly TrackId[] {
    return hitTest(this.#frameQuery, frame, [x, y], tolerancePx, shapes);
  }

  #pairIndices(track: number): readonly { readonly pair: number; readonly type: number }[] {
    const { exports } = this.#core;
    const pairs = exports.track_pairs(track);
    const first = sliceStart(pairs);
    return Array.from({ length: sliceLength(pairs) }, (_, index) => ({
      pair: first + index,
      type: exports.pair_type(first + index),
    }));
  }

  #pairsOf(track: number): readonly ConfidencePair[] {
    const types = this.types();
    return this.#pairIndices(track).map(({ pair, type }) => ({
      type: types[type] ?? "",
      confidence: this.#core.exports.pair_confidence(pair),
    }));
  }

  /** A track without pairs is shown as `unknown`, with the confidence an import would give it. */
  #shownPair(track: number, pairs: readonly ConfidencePair[]): ConfidencePair | undefined {
    const type = this.#core.exports.track_shown_type(track);
    if (type === none) return undefined;
    const name = this.types()[type] ?? "";
    return pairs.find((pair) => pair.type === name) ?? { type: name, confidence: 1 };
  }
}
