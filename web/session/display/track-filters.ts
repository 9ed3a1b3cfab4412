/**
 * The attribute track filters of the dataset, as currently used: the user can switch each on and off and give it
 * another value temporarily, without changing the dataset.
 */

import { compareNames } from "../../base/compare-names.ts";
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { attributeFilterOf } from "#core";
import type { AttributeFilter } from "#core/types";
import type { AttributeTrackFilter } from "#schemas";
import { attributeKey } from "../attributes/definition.ts";
import type { Configuration } from "../dataset/configuration.ts";

/** The values of `val` that filters understand. */
export type FilterValue = string | number | boolean | readonly (string | number | boolean)[];

export interface UsedFilter {
  readonly filter: AttributeTrackFilter;
  readonly isEnabled: boolean;
  readonly value: FilterValue;
  /** It has a value to compare with, so it may hide tracks. */
  readonly isActive: boolean;
}

interface Choice {
  readonly isEnabled?: boolean;
  readonly value?: FilterValue;
}

export class TrackFilters {
  readonly #choices = signal<ReadonlyMap<string, Choice>>(new Map());
  /** All of them, by name. */
  readonly all: ReadonlySignal<readonly UsedFilter[]>;
  /** In the core's form. */
  readonly active: ReadonlySignal<readonly AttributeFilter[]>;

  /** @param login of the current user, whose own values of user attributes are compared */
  constructor(configuration: Configuration, login: string | undefined) {
    const stored = computed(() => configuration.values.value.attributeTrackFilters);
    const definitions = computed(() => configuration.values.value.attributes);
    const used = computed(() =>
      Object.values(stored.value)
        .toSorted((a, b) => compareNames(a.name, b.name))
        .map((filter) => {
          const choice = this.#choices.value.get(filter.name);
          const isEnabled = choice?.isEnabled ?? filter.enabled === true;
          const value = choice?.value ?? asFilterValue(filter.filter.val);
          return { filter, isEnabled, value, test: toCore(filter, isEnabled, value) };
        }),
    );
    this.all = computed(() => used.value.map(({ test, ...each }) => ({ ...each, isActive: test !== undefined })));
    this.active = computed(() =>
      used.value.flatMap(({ filter, test }) => {
        if (test === undefined) return [];
        const key = attributeKey(filter.type, filter.attribute);
        const isOfUser = Object.hasOwn(definitions.value, key) && definitions.value[key]?.user === true;
        return [isOfUser && login !== undefined ? { ...test, user: login } : test];
      }),
    );
  }

  /** Temporary; the dataset does not change. */
  choose(name: string, choice: Choice): void {
    const before = this.#choices.peek();
    this.#choices.value = new Map(before).set(name, { ...before.get(name), ...choice });
  }

  /** Ends a temporary choice: the filter is used as stored. */
  forget(name: string): void {
    const choices = new Map(this.#choices.peek());
    if (choices.delete(name)) this.#choices.value = choices;
  }
}

function toCore(filter: AttributeTrackFilter, isEnabled: boolean, value: FilterValue): AttributeFilter | undefined {
  const { val: _val, ...rule } = filter.filter;
  return attributeFilterOf({ ...filter, enabled: isEnabled, filter: { ...rule, val: value } });
}

function asFilterValue(value: unknown): FilterValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (!Array.isArray(value)) return "";
  return value.filter((each) => ["string", "number", "boolean"].includes(typeof each)) as (string | number | boolean)[];
}
