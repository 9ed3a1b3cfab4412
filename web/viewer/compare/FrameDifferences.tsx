/** Frames on which a track differs: to go to, and to take over one by one. */

import { ActionIcon, Text, Tooltip } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconCheck } from "@tabler/icons-react";
import type { FrameNumber, TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import { useViewer } from "../viewer-context.ts";
import classes from "./Compare.module.css";

interface FrameDifferencesProps {
  readonly trackId: TrackId;
  /** The first of them. */
  readonly frames: readonly number[];
  readonly frameCount: number;
  readonly isOff: boolean;
}

export function FrameDifferences({ trackId, frames, frameCount, isOff }: FrameDifferencesProps) {
  useSignals();
  const { comparison, editor } = useViewer();
  const shown = editor.shownFrame.value;
  return (
    <ul className={classes.frames} aria-label={t("compare.frames", { id: trackId })}>
      {frames.map((frame) => (
        <li key={frame} className={classes.frame} data-current={frame === shown || undefined}>
          <button type="button" className={classes.go} onClick={() => editor.player.seek(frame)}>
            {t("compare.frame", { frame })}
          </button>
          <Tooltip label={t("compare.acceptFrame", { frame, id: trackId })}>
            <ActionIcon
              size={20}
              aria-label={t("compare.acceptFrame", { frame, id: trackId })}
              disabled={isOff}
              onClick={() => void comparison.acceptDetection(trackId, frame as FrameNumber)}
            >
              <IconCheck size={13} />
            </ActionIcon>
          </Tooltip>
        </li>
      ))}
      {frameCount > frames.length && (
        <Text component="li" size="xs" c="dimmed">
          {t("compare.moreFrames", { count: frameCount - frames.length })}
        </Text>
      )}
    </ul>
  );
}
