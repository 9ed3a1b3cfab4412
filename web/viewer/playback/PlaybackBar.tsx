/** Under the canvas: the frame slider, stepping and playing, speed and volume, where this is, reset zoom. */

import { ActionIcon, Slider, Tooltip } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconArrowAutofitContent,
  IconInfoCircle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
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
import { TimelineMinimap } from "../timeline/TimelineMinimap.tsx";
import { CutText } from "../../ui/CutText.tsx";
import { useViewer } from "../viewer-context.ts";

const icon = { size: 17, stroke: 1.6 };

export function PlaybackBar() {
  return (
    <div className={classes.bar} role="group" aria-label={t("viewer.playback")} onMouseDown={keepFocus}>
      <div className={classes.frames}>
        <FrameSlider />
        <TimelineMinimap />
      </div>
      <div className={classes.controls}>
        <CommandButton command="playback.previousFrame" icon={<IconPlayerTrackPrevFilled size={15} />} />
        <PlayButton />
        <CommandButton command="playback.nextFrame" icon={<IconPlayerTrackNextFilled size={15} />} />
        <Position />
        <div className={classes.spacer} />
        <SpeedSlider />
        <VolumeSlider />
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
    </div>
  );
}

function FrameSlider() {
  useSignals();
  const { playback } = useViewer();
  return (
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
      <CutText className={classes.where ?? ""} data-testid="position">
        {fileName ?? `${formatTime(pace.secondsAt(slot))} / ${formatTime(pace.durationSeconds)}`}
      </CutText>
    </div>
  );
}

function SpeedSlider() {
  useSignals();
  const { pace, playback } = useViewer();
  const speed = playback.speed.value;
  if (pace.kind !== "video") return null;
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
  const { pace, playback } = useViewer();
  const volume = playback.volume.value;
  if (pace.kind !== "video") return null;
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
