/** The slider of one threshold: of a type, or of all types without their own. */

import { Slider } from "@mantine/core";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { useThrottledCallback } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { defaultThreshold, defaultThresholdKey } from "../../../session/display/filters.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./thresholds.module.css";

/** How often the picture is updated while dragging, ms. */
const throttleMs = 100;

export function ThresholdSlider({ type, label }: { readonly type: string; readonly label: string }) {
  useSignals();
  const { workspace } = useViewer();
  const { thresholds } = workspace.display.filters.value;
  const stored = thresholds[type] ?? thresholds[defaultThresholdKey] ?? defaultThreshold;
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const apply = (value: number) => void workspace.configuration.change({ confidenceFilters: { [type]: value } });
  const applyThrottled = useThrottledCallback(apply, throttleMs);
  const value = dragged ?? stored;
  // If the slider is unmounted during a drag, release its hold.
  useEffect(() => () => workspace.configuration.hold("confidenceFilters", false), [workspace]);
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
          workspace.configuration.hold("confidenceFilters", true);
          applyThrottled(next);
        }}
        onChangeEnd={(next) => {
          setDragged(undefined);
          apply(next);
          workspace.configuration.hold("confidenceFilters", false);
        }}
      />
      <span className={classes.value}>{formatFixed(value, 2)}</span>
    </>
  );
}
