/** Chooses which attributes the panels list: filters for track and for detection attributes. They hide no tracks. */

import { Button, NumberInput, Slider, Switch, Tabs, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPlus, IconSettings, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { PanelFilter } from "#core";
import { t } from "../../../base/texts/index.ts";
import type { AttributeOwner } from "../../../session/attributes/definition.ts";
import { numberOf } from "../../../session/attributes/definition-rules.ts";
import classes from "../track-filters/track-filters.module.css";
import { CutText } from "../../../ui/text/CutText.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { clampToOne, describeListFilter } from "./list-filters.ts";
import { AddListFilterDialog, ListFilterSettings } from "./ListFilterDialogs.tsx";

const icon = { size: 15, stroke: 1.6 };

export function AttributeFiltering() {
  useSignals();
  const { attributeView } = useViewer();
  const tab = attributeView.tab.value;
  return (
    <Tabs value={tab} onChange={(next) => (next === "track" || next === "detection") && attributeView.showTab(next)}>
      <Tabs.List grow>
        <Tabs.Tab value="track">{t("filters.track")}</Tabs.Tab>
        <Tabs.Tab value="detection">{t("filters.detection")}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Filters key={tab} belongs={tab} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Filters({ belongs }: { readonly belongs: AttributeOwner }) {
  useSignals();
  const { attributeView, workspace } = useViewer();
  const [isAdding, setAdding] = useState(false);
  const filters = attributeView.filters.value[belongs];
  const put = (next: readonly PanelFilter[]) => attributeView.setFilters(belongs, next);
  const names = Object.values(workspace.configuration.values.value.attributes)
    .filter((each) => each.belongs === belongs)
    .map(({ name }) => name);
  return (
    <div className={classes.panel}>
      <Text c="dimmed" size="xs">
        {filters.length === 0 ? t("filters.listEmpty") : t("filters.listHint")}
      </Text>
      <ul className={classes.list} aria-label={t("filters.filtering")}>
        {filters.map((filter, at) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- a filter is nothing but its place
            key={at}
            number={at + 1}
            filter={filter}
            names={names}
            onChange={(next) => put(filters.with(at, next))}
            onRemove={() => put(filters.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
        {t("filters.addListFilter", { mode: t(`filters.${belongs}`) })}
      </Button>
      {isAdding && (
        <AddListFilterDialog
          names={names}
          onCreate={(filter) => put([...filters, filter])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly number: number;
  readonly filter: PanelFilter;
  readonly names: readonly string[];
  onChange(filter: PanelFilter): void;
  onRemove(): void;
}

function Row({ number, filter, names, onChange, onRemove }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { filterData } = filter;
  return (
    <li className={classes.filter}>
      <div className={classes.row}>
        <Switch
          aria-label={t("filters.useListFilter", { number })}
          checked={filterData.active}
          onChange={(event) =>
            onChange({ ...filter, filterData: { ...filterData, active: event.currentTarget.checked } } as PanelFilter)
          }
        />
        <CutText className={classes.grow}>{describeListFilter(filter)}</CutText>
        <ToolButton
          label={t("filters.settings", { number })}
          icon={<IconSettings {...icon} />}
          onClick={() => setOpen(true)}
        />
        <ToolButton
          label={t("filters.removeListFilter", { number })}
          icon={<IconTrash {...icon} />}
          onClick={onRemove}
        />
      </div>
      {filter.dataType === "number" && <NumberValue number={number} filter={filter} onChange={onChange} />}
      {isOpen && <ListFilterSettings before={filter} names={names} onSave={onChange} onClose={() => setOpen(false)} />}
    </li>
  );
}

interface NumberValueProps {
  readonly number: number;
  readonly filter: Extract<PanelFilter, { readonly dataType: "number" }>;
  onChange(filter: PanelFilter): void;
}

function NumberValue({ number, filter, onChange }: NumberValueProps) {
  const { type, range, value } = filter.filterData;
  const give = (next: number) => onChange({ ...filter, filterData: { ...filter.filterData, value: next } });
  const label = t("filters.valueOfNumber", { number });
  return (
    <div className={classes.value}>
      {type === "top" ? (
        <NumberInput
          size="xs"
          aria-label={label}
          min={1}
          value={value}
          onChange={(next) => give(clampToOne(numberOf(next) ?? 1))}
        />
      ) : (
        <Slider
          size="xs"
          min={range[0]}
          max={range[1]}
          step={(range[1] - range[0]) / 100 || 0.01}
          label={(shown) => Number(shown.toPrecision(4))}
          thumbLabel={label}
          value={value}
          onChange={give}
        />
      )}
    </div>
  );
}
