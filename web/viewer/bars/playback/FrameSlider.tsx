/**
 * The head of the timeline: a slider over the whole dataset, aligned with the lanes below, and under it the window they
 * show. It stays in place whether or not the timeline is open.
 */

import { Slider } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { TimelineMinimap } from "../../bottom/timeline/TimelineMinimap.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./FrameSlider.module.css";

export function FrameSlider() {
  useSignals();
  const { playback } = useViewer();
  return (
    <div className={classes.head}>
      <Slider
        size={4}
        thumbSize={14}
        radius="xl"
        min={0}
        max={Math.max(1, playback.maxFrame)}
        step={1}
        label={null}
        thumbLabel={t("viewer.frameSlider")}
        disabled={playback.maxFrame < 1}
        value={playback.frame.value}
        onChange={(frame) => playback.seek(frame)}
      />
      <TimelineMinimap />
    </div>
  );
}
