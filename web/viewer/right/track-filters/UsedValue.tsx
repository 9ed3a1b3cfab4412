/** The current value of a filter: a slider for `rangeFilter`, or a field if the filter's value is set by each user. */

import { Slider } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useThrottledCallback } from "@mantine/hooks";
import { useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { attributeKey } from "../../../session/attributes/definition.ts";
import type { UsedFilter } from "../../../session/display/track-filters.ts";
import { useViewer } from "../../viewer-context.ts";
import { FilterValueField } from "./FilterValueField.tsx";

/** How often the picture is updated while dragging, ms. */
const throttleMs = 100;

export function hasUsedValue({ filter: { filter } }: UsedFilter): boolean {
  return filter.op === "rangeFilter" || (filter.userDefined === true && filter.op !== undefined);
}

export function UsedValue({ used }: { readonly used: UsedFilter }) {
  useSignals();
  const { workspace } = useViewer();
  const { filter, value } = used;
  const { name, type, attribute } = filter;
  const definition = workspace.configuration.values.value.attributes[attributeKey(type, attribute)];
  const label = t("filters.valueOf", { name });
  const choose = (next: typeof value) => workspace.display.trackFilters.choose(name, { value: next });
  const chooseThrottled = useThrottledCallback(choose, throttleMs);
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  if (filter.filter.op === "rangeFilter") {
    const [min = 0, max = 1] = filter.filter.range ?? [];
    return (
      <Slider
        size="xs"
        min={min}
        max={max}
        step={(max - min) / 100 || 0.01}
        label={(shown) => Number(shown.toPrecision(4))}
        thumbLabel={label}
        value={dragged ?? Number(value)}
        onChange={(next) => {
          setDragged(next);
          chooseThrottled(next);
        }}
        onChangeEnd={(next) => {
          setDragged(undefined);
          choose(next);
        }}
      />
    );
  }
  return (
    <FilterValueField
      isCompact
      operator={filter.filter.op ?? "="}
      datatype={definition?.datatype ?? "text"}
      value={value}
      label={label}
      onChange={choose}
    />
  );
}
