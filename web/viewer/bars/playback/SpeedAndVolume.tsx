/** Speed and volume sliders for videos. In a narrow bar they fold into a button that shows the speed. */

import { ActionIcon, Popover, Slider, Stack, UnstyledButton } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconVolume, IconVolumeOff } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { playbackSpeeds } from "../../../media/playback.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { Slot } from "../../parts/OverflowBar.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./PlaybackBar.module.css";

/** Width of the folded button, CSS pixels. */
const foldedPx = 42;

export function SpeedAndVolume({ priority }: { readonly priority: number }) {
  if (useViewer().pace.kind !== "video") return null;
  return (
    <Slot name="sound" priority={priority} instead={<Folded />} insteadPx={foldedPx}>
      <SpeedSlider />
      <VolumeSlider />
    </Slot>
  );
}

function Folded() {
  useSignals();
  const { playback } = useViewer();
  const label = t("viewer.speedAndVolume");
  return (
    <Popover position="top-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Tip label={label}>
          <UnstyledButton className={classes.speedButton ?? ""} aria-label={`${label}: ${playback.speed.value}×`}>
            {playback.speed.value}×
          </UnstyledButton>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm">
          <SpeedSlider />
          <VolumeSlider />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SpeedSlider() {
  useSignals();
  const { playback } = useViewer();
  const speed = playback.speed.value;
  return (
    <div className={classes.small}>
      <Slider
        className={classes.speedSlider ?? ""}
        size={3}
        thumbSize={11}
        min={0}
        max={playbackSpeeds.length - 1}
        step={1}
        label={null}
        thumbLabel={t("viewer.speed")}
        value={playbackSpeeds.indexOf(speed)}
        onChange={(index) => playback.setSpeed(playbackSpeeds[index] ?? 1)}
        attributes={{ thumb: { "aria-valuetext": `${speed}×` } }}
      />
      <span className={classes.speed} data-testid="speed">
        {speed}×
      </span>
    </div>
  );
}

function VolumeSlider() {
  useSignals();
  const { playback } = useViewer();
  const volume = playback.volume.value;
  return (
    <div className={classes.small}>
      <ActionIcon
        size={24}
        aria-label={t("viewer.mute")}
        aria-pressed={volume === 0}
        onClick={() => playback.setVolume(volume === 0 ? 1 : 0)}
      >
        {volume === 0 ? <IconVolumeOff size={16} stroke={1.6} /> : <IconVolume size={16} stroke={1.6} />}
      </ActionIcon>
      <Slider
        className={classes.volumeSlider ?? ""}
        size={3}
        thumbSize={11}
        min={0}
        max={1}
        step={0.05}
        label={null}
        thumbLabel={t("viewer.volume")}
        value={volume}
        onChange={(next) => playback.setVolume(next)}
      />
    </div>
  );
}
