/** The state shared by the faces of a core: its memory, its op log, and the caches that follow every change. */
import { StepLog } from "./edits/step-log.ts";
import type { CoreInstance } from "./instance.ts";
import { assertIntegrity } from "./integrity.ts";
import { AttributeFilters } from "./queries/attribute-filters.ts";
import { FrameQuery } from "./queries/draw-list.ts";
import { ShownAttributes } from "./queries/shown-attributes.ts";
import { FilteredTracks } from "./queries/filtered-tracks.ts";
import { TypeNames } from "./queries/type-names.ts";
import type { EditSummary, TrackId } from "./types.ts";

export class CoreState {
  readonly instance: CoreInstance;
  readonly log: StepLog;
  readonly typeNames: TypeNames;
  readonly frameQuery: FrameQuery;
  readonly attributeFilters: AttributeFilters;
  readonly attributes: ShownAttributes;
  readonly shown: FilteredTracks;

  constructor(instance: CoreInstance) {
    this.instance = instance;
    this.log = new StepLog(instance);
    this.typeNames = new TypeNames(instance);
    this.frameQuery = new FrameQuery(instance);
    this.attributeFilters = new AttributeFilters(instance);
    this.attributes = new ShownAttributes(instance);
    this.shown = new FilteredTracks(this);
    instance.exports.core_clear();
  }

  /** Call it when the contents have been replaced: they are the start of the op log. */
  started(): void {
    this.log.reset();
    this.typeNames.forget();
    this.frameQuery.beginPool();
    this.#refresh();
  }

  /** Runs a change of the contents that may affect any track. Throws `transaction-open` inside a transaction. */
  changing<T>(change: () => T): T {
    this.log.requireNoTransaction();
    try {
      return change();
    } finally {
      this.#refresh();
    }
  }

  /** Like `changing`, for a change that reports the tracks it affects; `undefined`: there was nothing to do. */
  editing<T extends EditSummary | undefined>(edit: () => T): T {
    this.log.requireNoTransaction();
    // After an error any track may have changed.
    let touched: readonly TrackId[] | undefined;
    try {
      const summary = edit();
      touched = summary?.trackIds ?? [];
      return summary;
    } finally {
      this.#refresh(touched);
    }
  }

  /** `touched` are the tracks that have changed; `undefined`: any. */
  #refresh(touched?: readonly TrackId[]): void {
    this.attributes.forget(touched);
    this.shown.refresh(touched);
    // Builds with assertions check integrity after every step.
    if (this.instance.exports.integrity_always.value !== 0) assertIntegrity(this.instance);
  }
}
