/** The fields of a filter of listed attributes, for a new and an existing one alike. */

import { NumberInput, SegmentedControl, Select, Stack, TagsInput, Text } from "@mantine/core";
import type { PanelFilter } from "#core";
import { t } from "../../../base/texts/index.ts";
import { numberOf } from "../../../session/attributes/definition-rules.ts";
import {
  clampToOne,
  numberComparisons,
  textComparisons,
  withLimit,
  withNumberType,
  type NumberFilter,
} from "./list-filters.ts";
import classes from "../track-filters/track-filters.module.css";

interface ListFilterFieldsProps {
  readonly filter: PanelFilter;
  /** Names of existing attributes. */
  readonly names: readonly string[];
  onChange(filter: PanelFilter): void;
}

export function ListFilterFields({ filter, names, onChange }: ListFilterFieldsProps) {
  const change = (part: object) =>
    onChange({ ...filter, filterData: { ...filter.filterData, ...part } } as PanelFilter);
  return (
    <Stack gap="sm">
      {filter.dataType === "number" && <NumberFields filter={filter} onChange={onChange} />}
      {filter.dataType === "text" && (
        <>
          <Select
            size="sm"
            label={t("filters.comparison")}
            value={filter.filterData.comp}
            data={[...textComparisons]}
            onChange={(comp) => comp !== null && change({ comp })}
          />
          <TagsInput
            label={t("filters.value")}
            description={t("filters.valueHint")}
            value={[...filter.filterData.value]}
            onChange={(value) => change({ value })}
          />
        </>
      )}
      <TagsInput
        label={t("filters.appliedTo")}
        description={t("filters.appliedToHint")}
        value={[...filter.filterData.appliedTo]}
        data={["all", ...names.filter((name) => name !== "all")]}
        onChange={(appliedTo) => change({ appliedTo })}
      />
    </Stack>
  );
}

function NumberFields({ filter, onChange }: { readonly filter: NumberFilter; onChange(filter: PanelFilter): void }) {
  const { filterData } = filter;
  const change = (part: Partial<NumberFilter["filterData"]>) =>
    onChange({ dataType: "number", filterData: { ...filterData, ...part } });
  const limit = (which: "lower" | "upper", label: string) => (
    <NumberInput
      label={label}
      value={filterData.range[which === "lower" ? 0 : 1]}
      onChange={(value) => {
        const next = numberOf(value);
        if (next !== undefined) change({ range: withLimit(filterData, which, next) });
      }}
    />
  );
  return (
    <>
      <div>
        <Text size="sm" fw={500}>
          {t("filters.filterType")}
        </Text>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t("filters.filterType")}
          value={filterData.type}
          data={[
            { value: "range", label: t("filters.range") },
            { value: "top", label: t("filters.top") },
          ]}
          onChange={(type) => onChange(withNumberType(filter, type))}
        />
      </div>
      {filterData.type === "range" && (
        <Select
          size="sm"
          label={t("filters.comparison")}
          value={filterData.comp}
          data={[...numberComparisons]}
          onChange={(comp) => comp !== null && change({ comp })}
        />
      )}
      <NumberInput
        label={filterData.type === "top" ? t("filters.top") : t("filters.value")}
        {...(filterData.type === "top" && { min: 1, allowDecimal: false, clampBehavior: "blur" as const })}
        value={filterData.value}
        onChange={(value) => {
          const next = numberOf(value);
          if (next !== undefined) change({ value: filterData.type === "top" ? clampToOne(next) : next });
        }}
      />
      <div className={classes.pair}>
        {limit("lower", t("filters.lowerLimit"))}
        {limit("upper", t("filters.upperLimit"))}
      </div>
    </>
  );
}
