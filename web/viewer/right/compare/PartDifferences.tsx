/** Parts of a track that differ: its own values, and frames as links, each to take over or keep separately. */

import { Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconCheck, IconX } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { DifferencePart, OpenDifference } from "../../../session/comparison/dismissed-differences.ts";
import { fieldNames } from "../../parts/describe-difference.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Compare.module.css";

interface PartDifferencesProps {
  readonly difference: OpenDifference;
  readonly isOff: boolean;
}

/** The others are listed once these are settled. */
const maxFrames = 200;

export function PartDifferences({ difference, isOff }: PartDifferencesProps) {
  useSignals();
  const { comparison, editor } = useViewer();
  const { trackId, trackFields } = difference;
  const shown = editor.shownFrame.value;
  const frames = comparison.framesOf(difference);
  // With a single part, the track's own buttons are enough.
  if (frames.length + Math.min(1, trackFields.length) < 2) return null;
  const buttons = (part: DifferencePart) => <PartButtons difference={difference} part={part} isOff={isOff} />;
  return (
    <ul className={classes.frames} aria-label={t("compare.parts", { id: trackId })}>
      {trackFields.length > 0 && (
        <li className={classes.frame}>
          <span className={classes.go}>{t("compare.itself", { fields: fieldNames(trackFields) })}</span>
          {buttons("track")}
        </li>
      )}
      {frames.slice(0, maxFrames).map((frame) => (
        <li key={frame} className={classes.frame} data-current={frame === shown || undefined}>
          <button type="button" className={classes.go} onClick={() => editor.player.seek(frame)}>
            {t("compare.frame", { frame })}
          </button>
          {buttons(frame)}
        </li>
      ))}
      {frames.length > maxFrames && (
        <Text component="li" size="xs" c="dimmed">
          {t("compare.moreFrames", { count: frames.length - maxFrames })}
        </Text>
      )}
    </ul>
  );
}

interface PartButtonsProps extends PartDifferencesProps {
  readonly part: DifferencePart;
}

function PartButtons({ difference: { trackId: id }, part, isOff }: PartButtonsProps) {
  const { comparison } = useViewer();
  const [take, keep] =
    part === "track"
      ? [t("compare.acceptItself", { id }), t("compare.keepItself", { id })]
      : [t("compare.acceptFrame", { frame: part, id }), t("compare.keepFrame", { frame: part, id })];
  return (
    <>
      <ToolButton
        label={take}
        icon={<IconCheck size={13} />}
        size={20}
        isOff={isOff}
        onClick={() => comparison.acceptPart(id, part)}
      />
      <ToolButton
        label={keep}
        icon={<IconX size={13} />}
        size={20}
        onClick={() => comparison.keep({ parts: [[id, part]] })}
      />
    </>
  );
}
