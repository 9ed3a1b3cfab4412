/** Under the canvas: stepping, playing, speed, volume, where this is, zoom. The frame slider heads the timeline. */

import { ActionIcon, Popover, Slider, Stack, Tooltip, UnstyledButton } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconArrowAutofitContent,
  IconChevronLeft,
  IconChevronRight,
  IconInfoCircle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { playbackSpeeds } from "../../media/playback.ts";
import { t } from "../../base/texts/index.ts";
import { EnhancementsButton } from "../image-enhancements/EnhancementsButton.tsx";
import { CameraControls } from "../cameras/CameraControls.tsx";
import { CommandButton } from "../parts/CommandButton.tsx";
import { FrameField } from "./FrameField.tsx";
import classes from "./PlaybackBar.module.css";
import { LockedCameraPopover } from "./LockedCameraPopover.tsx";
import { formatTime } from "./format-time.ts";
import { keepFocus } from "../parts/keep-focus.ts";
import { Tip } from "../../ui/Tip.tsx";
import { CutText } from "../../ui/CutText.tsx";
import { useViewer } from "../viewer-context.ts";

const icon = { size: 17, stroke: 1.6 };

export function PlaybackBar() {
  return (
    <div className={classes.bar} role="group" aria-label={t("viewer.playback")} onMouseDown={keepFocus}>
      <CommandButton command="playback.previousFrame" icon={<IconChevronLeft size={20} stroke={2} />} />
      <PlayButton />
      <CommandButton command="playback.nextFrame" icon={<IconChevronRight size={20} stroke={2} />} />
      <Position />
      <div className={classes.spacer} />
      <SpeedAndVolume />
      <LockedCameraPopover />
      <CommandButton command="view.resetZoom" icon={<IconArrowAutofitContent {...icon} />} />
      <EnhancementsButton />
      <CameraControls />
      <Tooltip label={t("viewer.playbackInfo")} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
        <ActionIcon size={28} aria-label={t("viewer.playbackInfo")}>
          <IconInfoCircle {...icon} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function PlayButton() {
  useSignals();
  const { playback } = useViewer();
  const isPlaying = playback.playing.value;
  return (
    <CommandButton
      command="playback.toggle"
      size={32}
      label={isPlaying ? t("viewer.pause") : t("viewer.play")}
      icon={isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
    />
  );
}

/** "12 / 59", and the time in the video or the name of the image. */
function Position() {
  useSignals();
  const { editor, pace, playback, workspace } = useViewer();
  const fileName = workspace.active.value.source.value?.fileNameAt(editor.player.frame.value);
  const slot = playback.frame.value;
  return (
    <div className={classes.position}>
      <FrameField />
      <CutText className={classes.where ?? ""} data-testid="position" data-time={fileName === undefined || undefined}>
        {fileName ?? `${formatTime(pace.secondsAt(slot))} / ${formatTime(pace.durationSeconds)}`}
      </CutText>
    </div>
  );
}

/** Of videos. Where the bar has no room for sliders, a button that says the speed opens them. */
function SpeedAndVolume() {
  useSignals();
  const { pace, playback } = useViewer();
  const bar = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(bar);
  if (pace.kind !== "video") return null;
  const label = t("viewer.speedAndVolume");
  return (
    <div ref={bar} className={classes.sound}>
      {isNarrow ? (
        <Popover position="top-end" shadow="md" withinPortal trapFocus>
          <Popover.Target>
            <Tip label={label}>
              <UnstyledButton className={classes.speedButton ?? ""} aria-label={label}>
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
      ) : (
        <>
          <SpeedSlider />
          <VolumeSlider />
        </>
      )}
    </div>
  );
}

/** CSS pixels that the bar needs to hold everything side by side. */
const wideBarPx = 640;

function useIsNarrow(part: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const bar = part.current?.parentElement;
    if (bar === null || bar === undefined) return undefined;
    const sizes = new ResizeObserver(() => flushSync(() => setNarrow(bar.clientWidth < wideBarPx)));
    sizes.observe(bar);
    return () => sizes.disconnect();
  }, [part]);
  return isNarrow;
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
