/**
 * Which tracks pass the attribute filters. A column is decoded for each attribute that is first asked for and kept until
 * the next edit; after an edit only the tracks it touched are judged anew. The verdicts lie in the core, whose filter obeys
 * them.
 */
import type { CoreInstance } from "../instance.ts";
import type { AttributeFilter, TrackId } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { readColumn, ValueKind, type AttributeColumn } from "./attribute-column.ts";
import { numberIn, valueTest } from "./attribute-test.ts";
import { bestType } from "./columns.ts";

/** What a filter has found about a track: its largest number for `top`, otherwise whether it passes. */
type Finding = number | boolean;

interface ActiveFilter {
  readonly filter: AttributeFilter;
  /** By track id. */
  readonly findings: Map<number, Finding>;
}

export class AttributeFilters {
  readonly #core: CoreInstance;
  #active: readonly ActiveFilter[] = [];
  #columns = new Map<string, AttributeColumn>();
  /** The filters that the verdicts in the core are about, as JSON; none of a core that has just been filled. */
  #judged = "[]";

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  /** Judges all tracks. The core's filter must be applied afterwards. */
  set(filters: readonly AttributeFilter[], types: readonly string[]): void {
    const wanted = JSON.stringify(filters, textOfInfinity);
    if (wanted === this.#judged) return;
    this.#judged = wanted;
    this.#active = filters.map((filter) => ({ filter, findings: new Map<number, Finding>() }));
    const keys = new Set(filters.map(columnKey));
    for (const key of this.#columns.keys()) if (!keys.has(key)) this.#columns.delete(key);
    for (const { filter, findings } of this.#active) {
      let column = this.#columns.get(columnKey(filter));
      if (column === undefined) {
        column = readColumn(this.#core, filter, 0, this.#core.exports.track_entry_end.value);
        this.#columns.set(columnKey(filter), column);
      }
      this.#find({ filter, findings }, column, types, 0);
    }
    this.#store();
  }

  /** The core holds other annotations, or something has changed that nobody can say more about. */
  forget(): void {
    this.#columns.clear();
    this.#judged = "";
  }

  /** After an edit of these tracks; true when the core's filter must be applied. */
  refresh(ids: readonly TrackId[], types: readonly string[]): boolean {
    this.#columns.clear();
    if (this.#active.length === 0) return false;
    for (const id of ids) {
      const track = this.#core.exports.track_find(id);
      for (const active of this.#active) {
        active.findings.delete(id);
        if (track !== none) this.#find(active, readColumn(this.#core, active.filter, track, track + 1), types, track);
      }
    }
    this.#store();
    return true;
  }

  /** Notes what the filter finds about the tracks of a column that starts at the core's track `first`. */
  #find({ filter, findings }: ActiveFilter, column: AttributeColumn, types: readonly string[], first: number): void {
    const { exports } = this.#core;
    const judge = judgeOf(filter, column);
    const wanted = filter.types === undefined || filter.types.length === 0 ? undefined : new Set(filter.types);
    const end = filter.belongs === "track" ? first + column.kinds.length : exports.track_entry_end.value;
    let value = 0;
    for (let track = first; track < end && value < column.kinds.length; track++) {
      if (exports.track_is_alive(track) === 0) {
        if (filter.belongs === "track") value++;
        continue;
      }
      const next = value + (filter.belongs === "track" ? 1 : exports.track_row_count(track));
      const isTested = wanted?.has(types[bestType(this.#core, track) ?? none] ?? "unknown") ?? true;
      findings.set(exports.track_id(track) >>> 0, isTested ? judge(value, next) : true);
      value = next;
    }
  }

  #store(): void {
    const { track_at, track_count, track_id, track_set_filtered_out } = this.#core.exports;
    const passes = this.#active.map(passesFilter);
    for (let position = 0, count = track_count.value; position < count; position++) {
      const track = track_at(position);
      const id = track_id(track) >>> 0;
      track_set_filtered_out(track, Number(!passes.every((pass) => pass(id))));
    }
  }
}

/** JSON has no infinities, which ranges may well end with. */
function textOfInfinity(_key: string, value: unknown): unknown {
  return value === Infinity || value === -Infinity ? String(value) : value;
}

function columnKey({ belongs, user, attribute }: AttributeFilter): string {
  return JSON.stringify([belongs, user ?? null, attribute]);
}

/** Answers what the filter finds in the values `from` .. `to` - 1 of the column, which are those of one track. */
function judgeOf(filter: AttributeFilter, column: AttributeColumn): (from: number, to: number) => Finding {
  const { test, ignoreUndefined = false } = filter;
  if (test.op === "top") return (from, to) => largest(column, from, to) ?? ignoreUndefined;
  const passes = columnTest(column, valueTest(test));
  const needsEvery = (filter.match ?? (test.op === "exists" ? "some" : "every")) === "every";
  return (from, to) => {
    let isTested = false;
    for (let index = from; index < to; index++) {
      if (column.kinds[index] === ValueKind.none && ignoreUndefined) continue;
      isTested = true;
      if (passes(index) !== needsEvery) return !needsEvery;
    }
    // Either every value has passed, or none has.
    return isTested ? needsEvery : ignoreUndefined || needsEvery;
  };
}

/** Texts are tested once each, not once a value. */
function columnTest(
  { kinds, values, texts }: AttributeColumn,
  test: ReturnType<typeof valueTest>,
): (index: number) => boolean {
  const textPasses = texts.map((text) => test.text(text));
  return (index) => {
    switch (kinds[index]) {
      case ValueKind.number:
        return test.number(values[index]!);
      case ValueKind.boolean:
        return test.boolean(values[index] === 1);
      case ValueKind.text:
        return textPasses[values[index]!]!;
      case ValueKind.other:
        return test.other;
      default:
        return false;
    }
  };
}

function largest({ kinds, values, texts }: AttributeColumn, from: number, to: number): number | undefined {
  let most = -Infinity;
  let hasNumber = false;
  for (let index = from; index < to; index++) {
    const kind = kinds[index];
    const number =
      kind === ValueKind.number ? values[index]! : kind === ValueKind.text ? numberIn(texts[values[index]!]!) : NaN;
    if (Number.isNaN(number)) continue;
    hasNumber = true;
    most = Math.max(most, number);
  }
  return hasNumber ? most : undefined;
}

function passesFilter({ filter: { test }, findings }: ActiveFilter): (id: number) => boolean {
  if (test.op !== "top") return (id) => findings.get(id) !== false;
  const ranked = [...findings]
    .filter((each): each is [number, number] => typeof each[1] === "number")
    .toSorted(([idA, a], [idB, b]) => b - a || idA - idB);
  const best = new Set(ranked.slice(0, test.count).map(([id]) => id));
  return (id) => best.has(id) || findings.get(id) === true;
}
