/** Reading facts out of the columns: summaries, detections, draw lists, counts. */
import { RowFlag } from "./border.ts";
import { sliceLength, sliceStart, type CoreInstance } from "./instance.ts";
import { AttributeFilters } from "./queries/attribute-filters.ts";
import { requireTrack } from "./queries/columns.ts";
import { FrameQuery } from "./queries/draw-list.ts";
import { hitTest } from "./queries/hit-test.ts";
import { ShownAttributes } from "./queries/shown-attributes.ts";
import type { Inside } from "./queries/suppression.ts";
import { countsByFrame, framesWithRegions, timelineCounts } from "./queries/timeline.ts";
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
  /** Types that the core has heard the filter's word about. */
  #filteredTypeCount = 0;
  /** What the core has been told of types and thresholds, as JSON; undefined: nothing that holds. */
  #told: string | undefined;
  /** As the annotations and the filter are; undefined: to be counted. */
  #typeCounts: readonly TypeCount[] | undefined;
  /** What of the filter they depend on, as JSON: all but which types are checked. */
  #countedBy = "";

  constructor(core: CoreInstance) {
    this.#core = core;
    this.#frameQuery = new FrameQuery(core);
    this.#attributeFilters = new AttributeFilters(core);
    this.#shownAttributes = new ShownAttributes(core);
  }

  /** After the core was filled anew, or edited: `touched` are the tracks that changed, absent when nobody knows. */
  refresh(isNew: boolean, touched?: readonly TrackId[]): void {
    if (isNew) {
      this.#types = [];
      this.#frameQuery.beginPool();
    }
    this.#typeCounts = undefined;
    this.#shownAttributes.forget(touched);
    if (touched === undefined) {
      this.#attributeFilters.forget();
      this.#told = undefined;
    }
    // The core does not know what the filter says about types that came later.
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
    if (wanted === this.#told) return;
    this.#told = wanted;
    if (countedBy !== this.#countedBy) this.#typeCounts = undefined;
    this.#countedBy = countedBy;
    this.#tellOfTypes(filter);
    this.#core.exports.filter_apply();
  }

  #tellOfTypes(filter: TrackFilter): void {
    const { exports } = this.#core;
    const checked = filter.types === undefined ? undefined : new Set(filter.types);
    const fallback = filter.thresholds["default"] ?? 0;
    exports.filter_set_default(fallback, Number(checked === undefined));
    for (const [type, name] of this.types().entries()) {
      const threshold = Object.hasOwn(filter.thresholds, name) ? filter.thresholds[name] : undefined;
      exports.type_set_filter(type, threshold ?? fallback, Number(checked?.has(name) ?? true));
    }
    this.#filteredTypeCount = this.types().length;
    exports.filter_prevent_cascade(Number(filter.preventCascade ?? false));
    this.#tellOfHierarchy(filter.hierarchy ?? {});
  }

  /** Of each type the nearest one above it that is in use: the core knows no others. */
  #tellOfHierarchy(hierarchy: Readonly<Record<string, string>>): void {
    const { exports } = this.#core;
    const indices = new Map(this.types().map((name, type) => [name, type]));
    let hasParents = false;
    for (const [name, type] of indices) {
      let above = parentOf(hierarchy, name);
      while (above !== undefined && !indices.has(above)) above = parentOf(hierarchy, above);
      exports.type_set_parent(type, above === undefined ? none : indices.get(above)!);
      hasParents ||= above !== undefined;
    }
    exports.filter_has_hierarchy(Number(hasParents));
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
    if (!types.some((type) => this.types().includes(type))) return new Map();
    const before = this.#filter;
    this.setFilter({ thresholds: {}, suppressing: types });
    try {
      const frames = framesWithRegions(this.#core, this.#frameQuery, this.#core.exports.track_last_frame() + 1);
      return new Map(frames.map((frame) => [frame, this.#frameQuery.regionsAt(frame)]));
    } finally {
      this.setFilter(before);
    }
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

function parentOf(hierarchy: Readonly<Record<string, string>>, type: string): string | undefined {
  return Object.hasOwn(hierarchy, type) ? hierarchy[type] : undefined;
}
