/**
 * Frame queries. The arrays of the draw list lie in the core's memory; making the views on them costs more than querying
 * a hundred tracks, so views are kept until the arrays move or memory grows.
 */
import type { CoreInstance } from "../instance.ts";
import type { DrawList, FrameNumber } from "../types.ts";

type Views = Omit<DrawList, "count">;

export class FrameQuery {
  readonly #core: CoreInstance;
  #views: Views | undefined;

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** Everything shown on the frame; the arrays are views that the next query fills anew. */
  at(frame: FrameNumber): DrawList {
    const { exports } = this.#core;
    const answer = exports.draw_query(frame);
    let views = this.#views;
    // Views of memory that has grown are detached, and have no length. (Asking memory for its buffer takes longer.)
    if (views === undefined || answer < 0 || views.bounds.length === 0) {
      views = this.#lookAt();
      this.#views = views;
    }
    const { bounds, typeIndices, flags, trackIds } = views;
    return { count: answer < 0 ? -1 - answer : answer, bounds, typeIndices, flags, trackIds };
  }

  /** The arrays at their whole length, which is more than any frame needs. */
  #lookAt(): Views {
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
