/** Tracks that pass a filter of the caller; the standing filter of `FilteredTracks` is neither used nor changed. */
import type { CoreInstance } from "../instance.ts";
import type { TrackQuery } from "../types.ts";
import type { AttributeFilters } from "./attribute-filters.ts";
import { filterRules } from "./filter-rules.ts";
import type { TypeNames } from "./type-names.ts";

interface Parts {
  readonly instance: CoreInstance;
  readonly typeNames: TypeNames;
  readonly attributeFilters: AttributeFilters;
}

/**
 * Returns two words per track that passes, its id and the index of its type, by ascending id. Valid until the next call
 * of the core.
 */
export function selectTracks({ instance, typeNames, attributeFilters }: Parts, filter: TrackQuery): Uint32Array {
  const { transfer_open, filter_select, track_count, memory } = instance.exports;
  const types = typeNames.all();
  const rules = filterRules(filter, types);
  const isOut = attributeFilters.failing(filter.attributes ?? [], types);
  const resultBytes = track_count.value * 8;
  const start = transfer_open(resultBytes + rules.length + isOut.length) >>> 0;
  const bytes = instance.bytes();
  bytes.set(rules, start + resultBytes);
  bytes.set(isOut, start + resultBytes + rules.length);
  const count = filter_select(start, start + resultBytes, start + resultBytes + rules.length) >>> 0;
  return new Uint32Array(memory.buffer, start, count * 2);
}
