/**
 * The bar under the canvas: stepping, playback, position, speed, volume, zoom. Slots without room move to the menu at
 * the end, except the frame and the time. The frame slider is in the timeline's head.
 */

import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconArrowAutofitContent,
  IconChevronLeft,
  IconChevronRight,
  IconInfoCircle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { CameraControls } from "../../picture/cameras/CameraControls.tsx";
import { EnhancementsButton, EnhancementsItem } from "../../right/image-enhancements/EnhancementsButton.tsx";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { HiddenCommands } from "../../parts/HiddenCommands.tsx";
import { OverflowBar, Slot } from "../../parts/OverflowBar.tsx";
import { useViewer } from "../../viewer-context.ts";
import { FrameField } from "./FrameField.tsx";
import { LockedCameraPopover } from "./LockedCameraPopover.tsx";
import classes from "./PlaybackBar.module.css";
import { SpeedAndVolume } from "./SpeedAndVolume.tsx";
import { formatTime } from "./format-time.ts";

const icon = { size: 17, stroke: 1.6 };

/** The lowest leave first: values read once, then buttons that the rail also has, then buttons with a key. */
const priorities = { info: 0, sound: 1, enhancements: 2, cameras: 3, zoom: 4, lock: 5 } as const;
const commandsOf = {
  lock: ["picture.lockCamera"],
  zoom: ["view.resetZoom"],
  cameras: ["cameras.sync", "cameras.large"],
} as const;
const hasEntry = ["info", "enhancements", ...Object.keys(commandsOf)];

export function PlaybackBar() {
  const isAlone = useViewer().workspace.cameras.length === 1;
  return (
    <OverflowBar
      className={classes.bar}
      role="group"
      label={t("viewer.playback")}
      menuLabel={t("viewer.morePlayback")}
      menu={menuOf}
    >
      <CommandButton command="playback.previousFrame" icon={<IconChevronLeft size={20} stroke={2} />} />
      <PlayButton />
      <CommandButton command="playback.nextFrame" icon={<IconChevronRight size={20} stroke={2} />} />
      <FrameField />
      <Where />
      <div className={classes.spacer} data-min={0} />
      <SpeedAndVolume priority={priorities.sound} />
      <Slot name="lock" priority={priorities.lock}>
        <LockedCameraPopover />
      </Slot>
      <Slot name="zoom" priority={priorities.zoom}>
        <CommandButton command="view.resetZoom" icon={<IconArrowAutofitContent {...icon} />} />
      </Slot>
      <Slot name="enhancements" priority={priorities.enhancements}>
        <EnhancementsButton />
      </Slot>
      {!isAlone && (
        <Slot name="cameras" priority={priorities.cameras}>
          <CameraControls />
        </Slot>
      )}
      <Slot name="info" priority={priorities.info}>
        <Tooltip label={t("viewer.playbackInfo")} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon size={28} aria-label={t("viewer.playbackInfo")}>
            <IconInfoCircle {...icon} />
          </ActionIcon>
        </Tooltip>
      </Slot>
    </OverflowBar>
  );
}

function menuOf(gone: ReadonlySet<string>) {
  if (!hasEntry.some((name) => gone.has(name))) return undefined;
  return (
    <>
      <HiddenCommands commandsOf={commandsOf} gone={gone} />
      {gone.has("enhancements") && <EnhancementsItem />}
      {gone.has("info") && <Menu.Label>{t("viewer.playbackInfo")}</Menu.Label>}
    </>
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

/** The time in the video, or the name of the image. A name may be truncated, a time never. */
function Where() {
  useSignals();
  const { editor, pace, playback, workspace } = useViewer();
  const fileName = workspace.active.value.source.value?.fileNameAt(editor.player.frame.value);
  const slot = playback.frame.value;
  if (fileName === undefined) {
    return (
      <span className={classes.where} data-testid="position" data-time>
        {`${formatTime(pace.secondsAt(slot))} / ${formatTime(pace.durationSeconds)}`}
      </span>
    );
  }
  return (
    <CutText className={classes.where ?? ""} data-testid="position" data-min={minNamePx}>
      {fileName}
    </CutText>
  );
}

/** An image name keeps at least this width, enough to recognize it, CSS pixels. */
const minNamePx = 96;
