/**
 * The confidence filter: one slider for all types in the top bar, and in its popover one for each type that has a
 * threshold of its own.
 */

import { ActionIcon, Popover, ScrollArea, Slider, Stack, Text, Tooltip } from "@mantine/core";
import { useThrottledCallback } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../base/texts/index.ts";
import { defaultThreshold, defaultThresholdKey, withThreshold } from "../../session/filters.ts";
import classes from "./ConfidenceFilter.module.css";
import { useViewer } from "../viewer-context.ts";

/** The picture follows the slider at most this often. */
const throttleMs = 100;

export function ConfidenceFilter() {
  useSignals();
  const { workspace } = useViewer();
  const { thresholds } = workspace.filters.value;
  // All of them: a type that its threshold hides altogether must stay in reach.
  const types = workspace.typeCounts.value.map(({ type }) => type);
  return (
    <div className={classes.filter}>
      <Tooltip label={t("viewer.confidenceFilter")}>
        <span className={classes.label}>{t("viewer.confidence")}</span>
      </Tooltip>
      <ThresholdSlider type={defaultThresholdKey} label={t("viewer.confidenceFilter")} />
      <Popover position="bottom-end" width={280} shadow="md" withinPortal trapFocus>
        <Popover.Target>
          <Tooltip label={t("viewer.confidenceByType")}>
            <ActionIcon size={24} aria-label={t("viewer.confidenceByType")}>
              <IconAdjustmentsHorizontal size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("viewer.confidenceByType")}>
          <Stack gap={4}>
            <Text fw={600}>{t("viewer.confidenceByType")}</Text>
            {types.length === 0 && <Text c="dimmed">{t("viewer.typesEmpty")}</Text>}
            <ScrollArea.Autosize mah={320} type="auto">
              {types.map((type) => (
                <div key={type} className={classes.row}>
                  <Text truncate className={classes.type ?? ""} {...(!(type in thresholds) && { c: "dimmed" })}>
                    {type}
                  </Text>
                  <ThresholdSlider type={type} label={t("viewer.confidenceOf", { type })} />
                </div>
              ))}
            </ScrollArea.Autosize>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function ThresholdSlider({ type, label }: { readonly type: string; readonly label: string }) {
  useSignals();
  const { workspace } = useViewer();
  const { thresholds } = workspace.filters.value;
  const stored = thresholds[type] ?? thresholds[defaultThresholdKey] ?? defaultThreshold;
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const apply = (value: number) => workspace.setFilters(withThreshold(workspace.filters.peek(), type, value));
  const applyThrottled = useThrottledCallback(apply, throttleMs);
  const value = dragged ?? stored;
  return (
    <>
      <Slider
        className={classes.slider ?? ""}
        size="xs"
        min={0}
        max={1}
        step={0.01}
        label={null}
        thumbLabel={label}
        value={value}
        onChange={(next) => {
          setDragged(next);
          applyThrottled(next);
        }}
        onChangeEnd={(next) => {
          setDragged(undefined);
          apply(next);
        }}
      />
      <span className={classes.value}>{value.toFixed(2)}</span>
    </>
  );
}
