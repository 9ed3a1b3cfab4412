/**
 * Frame queries. The arrays of the draw list are in the core's memory; creating views on them costs more than querying
 * a hundred tracks, so views are kept until the arrays move or memory grows.
 */
import { DrawAnswer } from "../border.ts";
import type { CoreInstance } from "../instance.ts";
import type { DrawList, FrameNumber, FrameShapes, Point, TrackId } from "../types.ts";
import { regionsOf, suppress, type Inside, type SuppressingTypes } from "./suppression.ts";

type Views = Pick<DrawList, "bounds" | "typeIndices" | "flags" | "trackIds">;

const noOrigin: Point = [0, 0];
const countMask = ~(DrawAnswer.geometry | DrawAnswer.moved);

/** Number of pools of all cores so far. */
let pools = 0;

export class FrameQuery {
  readonly #core: CoreInstance;
  #views: Views | undefined;
  /** The core's current origin, which saves a call per query. */
  #originX = 0;
  #originY = 0;
  #pool = pools++;
  #suppressing: SuppressingTypes = new Set();

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** Call it when the core was refilled, since its pool is then a new one. */
  beginPool(): void {
    this.#pool = pools++;
  }

  /** Types of ignore regions. */
  get suppressing(): SuppressingTypes {
    return this.#suppressing;
  }

  setSuppressing(types: SuppressingTypes): void {
    this.#suppressing = types;
  }

  /** Everything shown on the frame; the next query overwrites the views. */
  at(frame: FrameNumber, origin: Point = noOrigin): DrawList {
    this.#setOrigin(origin);
    const list = this.#listOf(this.#core.exports.draw_query(frame), origin);
    if (this.#suppressing.size === 0) return list;
    return { ...list, count: suppress(list, this.#suppressing, () => this.#shapesOf(frame, list)) };
  }

  /** Lists these tracks, whether or not they are shown or in ignore regions. */
  of(frame: FrameNumber, ids: readonly TrackId[]): DrawList {
    const { exports } = this.#core;
    this.#setOrigin(noOrigin);
    const start = this.#core.transfer(new Uint8Array(Uint32Array.from(ids).buffer));
    return this.#listOf(exports.draw_tracks(frame, start, ids.length), noOrigin);
  }

  #setOrigin([originX, originY]: Point): void {
    if (originX === this.#originX && originY === this.#originY) return;
    this.#core.exports.draw_set_origin(originX, originY);
    this.#originX = originX;
    this.#originY = originY;
  }

  #listOf(answer: number, [originX, originY]: Point): DrawList {
    let views = this.#views;
    // Views of memory that has grown are detached, and have length 0. (Comparing the memory's buffer takes longer.)
    if (views === undefined || answer < 0 || views.bounds.length === 0) {
      views = this.#createViews();
      this.#views = views;
    }
    const { bounds, typeIndices, flags, trackIds } = views;
    const hasGeometry = (answer & DrawAnswer.geometry) !== 0;
    return { count: answer & countMask, bounds, originX, originY, hasGeometry, typeIndices, flags, trackIds };
  }

  /** The regions formed by these tracks. */
  regionsOf(frame: FrameNumber, ids: readonly TrackId[]): readonly Inside[] {
    const list = this.of(frame, ids);
    return regionsOf(list, () => this.#shapesOf(frame, list));
  }

  /** Geometry, in addition to boxes, of the last list of `at`. */
  shapesAt(frame: FrameNumber): FrameShapes {
    return this.#shapesOf(frame, this.at(frame));
  }

  #shapesOf(frame: FrameNumber, list: Pick<DrawList, "count" | "hasGeometry">): FrameShapes {
    const { exports } = this.#core;
    const count = list.hasGeometry ? exports.shape_query(frame, list.count) : 0;
    const { buffer } = exports.memory;
    return {
      pool: this.#pool,
      count,
      keptPaths: exports.pool_kept_paths(),
      shapes: new Uint32Array(buffer, exports.shape_records() >>> 0, count * 4),
      paths: new Uint32Array(buffer, exports.pool_paths() >>> 0, exports.pool_path_count() * 2),
      points: new Float64Array(buffer, exports.pool_points() >>> 0, exports.pool_point_count() * 2),
    };
  }

  /** The arrays at their full length, which is more than any frame needs. */
  #createViews(): Views {
    const { exports } = this.#core;
    const { buffer } = exports.memory;
    const capacity = exports.draw_capacity();
    return {
      bounds: new Float32Array(buffer, exports.draw_bounds() >>> 0, capacity * 4),
      typeIndices: new Uint32Array(buffer, exports.draw_types() >>> 0, capacity),
      flags: new Uint32Array(buffer, exports.draw_flags() >>> 0, capacity),
      trackIds: new Uint32Array(buffer, exports.draw_track_ids() >>> 0, capacity),
    };
  }
}
