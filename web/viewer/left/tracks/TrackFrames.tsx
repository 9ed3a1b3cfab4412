/** The frames of a track in its row. */
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { useViewer } from "../../viewer-context.ts";
import { chooseTrack } from "./choose-track.ts";
import { TrackAction } from "./TrackAction.tsx";
import classes from "./TrackRow.module.css";

interface TrackFramesProps {
  readonly id: TrackId;
  readonly begin: number;
  readonly end: number;
  readonly keyframeCount: number;
}

/** The first and last frame, as links that seek to them. */
export function TrackFrames({ id, begin, end, keyframeCount }: TrackFramesProps) {
  const { editor } = useViewer();
  const text = t("viewer.framesAndKeyframes", { begin, end, count: keyframeCount });
  return (
    <span
      className={classes.frames}
      onClickCapture={(event) => {
        // With a modifier key, a click here selects, as anywhere in the row.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
        event.stopPropagation();
        chooseTrack(editor, id, event);
      }}
    >
      <TrackAction id={id} command="track.seekBegin" label={`${t("viewer.seekBegin")}: ${begin}`}>
        {begin}
      </TrackAction>
      <Tip label={text}>
        <span>{" – "}</span>
      </Tip>
      <TrackAction id={id} command="track.seekEnd" label={`${t("viewer.seekEnd")}: ${end}`}>
        {end}
      </TrackAction>
    </span>
  );
}
