/**
 * Which tracks pass the attribute filters. The values of each requested attribute are decoded once and kept until the
 * next edit; after an edit only the touched tracks are re-evaluated. Verdicts are in typed arrays by the core's index
 * of the track, and are passed to the core in one call.
 */
import type { CoreInstance } from "../instance.ts";
import { unknownType, type AttributeFilter, type TrackId } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { readColumn } from "./attribute-column.ts";
import { judge, Verdict } from "./attribute-judge.ts";
import { bestType, listTracks } from "./columns.ts";
import { groupByTrack, readTrackValues, type TrackValues } from "./track-values.ts";

interface ActiveFilter {
  readonly filter: AttributeFilter;
  /** One `Verdict` per track. */
  verdicts: Uint8Array;
  /** The largest number of each track, for `top`. */
  ranks: Float64Array;
}

export class AttributeFilters {
  readonly #core: CoreInstance;
  #active: readonly ActiveFilter[] = [];
  #values = new Map<string, TrackValues>();
  /** The filters that the verdicts in the core are for, as JSON; none for a core just filled. */
  #judged = "[]";
  /** The core's packing count when the verdicts were computed, since they are by index. */
  #packings = 0;

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** Evaluates all tracks, unless the verdicts are for these filters already; returns whether it did. */
  set(filters: readonly AttributeFilter[], types: readonly string[]): boolean {
    const wanted = JSON.stringify(filters, textOfInfinity);
    if (wanted === this.#judged) return false;
    this.#judged = wanted;
    const keys = new Set(filters.map(columnKey));
    for (const key of this.#values.keys()) if (!keys.has(key)) this.#values.delete(key);
    this.#evaluateAll(filters, types);
    return true;
  }

  /** One byte per entry of the core, dead ones included: 1 if the track fails. Does not change the shown tracks. */
  failing(filters: readonly AttributeFilter[], types: readonly string[]): Uint8Array {
    return this.#failing(filters.map((filter) => this.#judge(filter, this.#decoded(filter), types)));
  }

  /** Call it when the core has other annotations, or something unknown has changed. */
  forget(): void {
    this.#values.clear();
    this.#judged = "";
  }

  /** Call it after an edit of these tracks. */
  refresh(ids: readonly TrackId[], types: readonly string[]): void {
    this.#values.clear();
    if (this.#active.length === 0) return;
    const { track_find, track_entry_end, track_packings } = this.#core.exports;
    if (track_packings.value !== this.#packings) {
      const filters = this.#active.map(({ filter }) => filter);
      return this.#evaluateAll(filters, types);
    }
    for (const active of this.#active) {
      grow(active, track_entry_end.value);
      for (const id of ids) {
        const track = track_find(id);
        if (track !== none) this.#evaluateTrack(active, track, types);
      }
    }
    this.#store();
  }

  #evaluateAll(filters: readonly AttributeFilter[], types: readonly string[]): void {
    const { track_packings } = this.#core.exports;
    this.#packings = track_packings.value;
    this.#active = filters.map((filter) => {
      const values = this.#decoded(filter);
      this.#values.set(columnKey(filter), values);
      return this.#judge(filter, values, types);
    });
    this.#store();
  }

  #judge(filter: AttributeFilter, values: TrackValues, types: readonly string[]): ActiveFilter {
    const verdicts = new Uint8Array(this.#core.exports.track_entry_end.value);
    judge(filter, values, verdicts);
    this.#passUntestedTypes(filter, verdicts, types);
    return { filter, verdicts, ranks: filter.test.op === "top" ? values.max.slice() : new Float64Array() };
  }

  #evaluateTrack({ filter, verdicts, ranks }: ActiveFilter, track: number, types: readonly string[]): void {
    const isTested = filteredTypes(filter)?.has(types[bestType(this.#core, track) ?? none] ?? unknownType) ?? true;
    verdicts[track] = Verdict.passes;
    if (!isTested) return;
    const column = readColumn(this.#core, filter, track, track + 1);
    const values = groupByTrack(column, Uint32Array.of(column.kinds.length));
    judge(filter, values, verdicts.subarray(track, track + 1));
    if (filter.test.op === "top") ranks[track] = values.max[0]!;
  }

  #decoded(filter: AttributeFilter): TrackValues {
    return this.#values.get(columnKey(filter)) ?? readTrackValues(this.#core, filter);
  }

  /** Tracks of types that the filter does not test pass. */
  #passUntestedTypes(filter: AttributeFilter, verdicts: Uint8Array, types: readonly string[]): void {
    const wanted = filteredTypes(filter);
    if (wanted === undefined) return;
    const isWanted = types.map((type) => wanted.has(type));
    const list = listTracks(this.#core);
    for (let at = 0; at < list.count; at++) {
      const type = list.types[at]!;
      if (!(isWanted[type] ?? wanted.has(unknownType))) verdicts[list.tracks[at]!] = Verdict.passes;
    }
  }

  #store(): void {
    const isOut = this.#failing(this.#active);
    this.#core.exports.filter_set_out(this.#core.transfer(isOut));
  }

  #failing(filters: readonly ActiveFilter[]): Uint8Array {
    const isOut = new Uint8Array(this.#core.exports.track_entry_end.value);
    for (const filter of filters) {
      const passes = this.#passing(filter);
      for (let track = 0; track < isOut.length; track++) if (passes[track] === 0) isOut[track] = 1;
    }
    return isOut;
  }

  /** 0 for each track that fails. */
  #passing({ filter: { test }, verdicts, ranks }: ActiveFilter): Uint8Array {
    if (test.op !== "top") return verdicts;
    const { count, tracks } = listTracks(this.#core);
    const ranked = tracks.filter((track) => verdicts[track] === Verdict.ranks);
    const passes = verdicts.slice();
    const last = Float64Array.from(ranked, (track) => ranks[track]!)
      .sort()
      .at(-test.count);
    let room = test.count;
    for (const track of ranked) if (last !== undefined && ranks[track]! > last) room--;
    for (let at = 0; at < count; at++) {
      const track = tracks[at]!;
      if (verdicts[track] !== Verdict.ranks || last === undefined || ranks[track]! > last) continue;
      // Among equals, those with smaller ids come first.
      if (ranks[track] === last && room > 0) room--;
      else passes[track] = Verdict.fails;
    }
    return passes;
  }
}

function grow(active: ActiveFilter, end: number): void {
  if (active.verdicts.length >= end) return;
  const [verdicts, ranks] = [new Uint8Array(end), new Float64Array(active.ranks.length === 0 ? 0 : end)];
  verdicts.set(active.verdicts);
  ranks.set(active.ranks);
  active.verdicts = verdicts;
  active.ranks = ranks;
}

function filteredTypes({ types }: AttributeFilter): ReadonlySet<string> | undefined {
  return types === undefined || types.length === 0 ? undefined : new Set(types);
}

/** JSON has no infinities, which ranges may end with. */
function textOfInfinity(_key: string, value: unknown): unknown {
  return value === Infinity || value === -Infinity ? String(value) : value;
}

function columnKey({ belongs, user, attribute }: AttributeFilter): string {
  return JSON.stringify([belongs, user ?? null, attribute]);
}
