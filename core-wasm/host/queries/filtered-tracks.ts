/**
 * Implements `ShownTracks`: the standing filter of a core. The core holds the type that each track is shown under; the
 * filter is sent again when it, the types or the annotations change.
 */
import type { CoreInstance } from "../instance.ts";
import type {
  DetectionShape,
  DrawList,
  FrameCounts,
  FrameNumber,
  FrameShapes,
  HitShapes,
  Point,
  ShownTracks,
  TimelineCount,
  TrackFilter,
  TrackId,
  TrackSpans,
  TypeCount,
  TypeFrameCounts,
} from "../types.ts";
import type { AttributeFilters } from "./attribute-filters.ts";
import type { FrameQuery } from "./draw-list.ts";
import { computedShapes } from "./computed-shapes.ts";
import { filterRules } from "./filter-rules.ts";
import { hitTest } from "./hit-test.ts";
import { countsByFrame, timelineCounts, trackSpans } from "./timeline.ts";
import type { TypeNames } from "./type-names.ts";

interface Parts {
  readonly instance: CoreInstance;
  readonly typeNames: TypeNames;
  readonly frameQuery: FrameQuery;
  readonly attributeFilters: AttributeFilters;
}

export class FilteredTracks implements ShownTracks {
  readonly #core: CoreInstance;
  readonly #typeNames: TypeNames;
  readonly #frameQuery: FrameQuery;
  readonly #attributeFilters: AttributeFilters;
  #filter: TrackFilter = { thresholds: {} };
  /** Number of types covered by the filter rules last sent to the core. */
  #filteredTypeCount = 0;
  /** The types and thresholds last sent to the core, as JSON; undefined: none that still apply. */
  #currentRules: string | undefined;
  /** Valid for the current annotations and filter; undefined: to be recounted. */
  #typeCounts: readonly TypeCount[] | undefined;
  /** The part of the filter that the counts depend on, as JSON: everything except which types are checked. */
  #countedRules = "";

  constructor({ instance, typeNames, frameQuery, attributeFilters }: Parts) {
    this.#core = instance;
    this.#typeNames = typeNames;
    this.#frameQuery = frameQuery;
    this.#attributeFilters = attributeFilters;
  }

  /** Call it after the core was refilled or edited: `touched` are the tracks that changed; `undefined`: any. */
  refresh(touched?: readonly TrackId[]): void {
    this.#typeCounts = undefined;
    if (touched === undefined) {
      this.#attributeFilters.forget();
      this.#currentRules = undefined;
    } else {
      this.#attributeFilters.refresh(touched, this.#typeNames.all());
    }
    // The core has no rules yet for types that were added later.
    const hasNewTypes = this.#core.exports.type_count.value > this.#filteredTypeCount;
    if (touched === undefined || hasNewTypes) this.apply(this.#filter);
  }

  apply(filter: TrackFilter): void {
    this.#filter = filter;
    const types = this.#typeNames.all();
    if (this.#attributeFilters.set(filter.attributes ?? [], types)) this.#typeCounts = undefined;
    const suppressing = new Set(filter.suppressing);
    this.#frameQuery.setSuppressing(
      new Set([...types.entries()].flatMap(([type, name]) => (suppressing.has(name) ? type : []))),
    );
    const { thresholds, preventCascade, hierarchy } = filter;
    const countedRules = JSON.stringify([thresholds, preventCascade, hierarchy, types.length]);
    const rules = `${countedRules} ${JSON.stringify(filter.types)}`;
    if (rules === this.#currentRules) return;
    this.#currentRules = rules;
    if (countedRules !== this.#countedRules) this.#typeCounts = undefined;
    this.#countedRules = countedRules;
    this.#filteredTypeCount = types.length;
    this.#core.exports.filter_set_rules(this.#core.transfer(filterRules(filter, types)));
    this.#core.exports.filter_apply();
  }

  typeCounts(): readonly TypeCount[] {
    return (this.#typeCounts ??= this.#countTypes());
  }

  #countTypes(): readonly TypeCount[] {
    const start = this.#core.exports.count_types() >>> 0;
    const types = this.#typeNames.all();
    const counts = new Uint32Array(this.#core.exports.memory.buffer, start, types.length * 2);
    return types.flatMap((type, index): TypeCount | [] => {
      const [pairCount = 0, trackCount = 0] = counts.subarray(index * 2, index * 2 + 2);
      return pairCount + trackCount === 0 ? [] : { type, trackCount };
    });
  }

  trackIds(): Uint32Array {
    const { track_list_shown, transfer_start, memory } = this.#core.exports;
    const count = track_list_shown() >>> 0;
    return new Uint32Array(memory.buffer, transfer_start.value >>> 0, count).slice();
  }

  frameQuery(frame: FrameNumber, origin?: Point): DrawList {
    return this.#frameQuery.at(frame, origin);
  }

  frameShapes(frame: FrameNumber): FrameShapes {
    return this.#frameQuery.shapesAt(frame);
  }

  hitTest(frame: FrameNumber, x: number, y: number, tolerancePx: number, shapes: HitShapes = {}): readonly TrackId[] {
    return hitTest(this.#frameQuery, frame, [x, y], tolerancePx, shapes);
  }

  computedShapes(id: TrackId, frame: FrameNumber): readonly DetectionShape[] {
    return computedShapes(this.#core, this.#frameQuery, id, frame);
  }

  countsByFrame(frameCount: number, unit: TimelineCount = "detections"): Uint32Array {
    return countsByFrame(this.#core, this.#frameQuery, frameCount, unit);
  }

  countsByType(frameCount: number, unit: TimelineCount = "detections"): readonly TypeFrameCounts[] {
    return this.timelineCounts(frameCount, unit).byType;
  }

  timelineCounts(frameCount: number, unit: TimelineCount = "detections"): FrameCounts {
    return timelineCounts(this.#core, this.#frameQuery, this.#typeNames.all(), frameCount, unit);
  }

  trackSpans(): TrackSpans {
    return trackSpans(this.#core);
  }
}
