/**
 * One track in the list. Parts that depend on the frame are in small components of their own, so that playback
 * re-renders only those.
 *
 * A row is 70 px high: description above, actions below. A compact row is one line; what it omits is in the menu above
 * the canvas.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { computed } from "@preact/signals-core";
import { memo, useMemo } from "react";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import classes from "./TrackRow.module.css";
import { useViewer } from "../../viewer-context.ts";
import { shownConfidence, pairToShow, shortConfidence } from "../../../session/display/shown-pair.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { chooseTrack } from "./choose-track.ts";
import { TrackActions } from "./TrackActions.tsx";
import { TrackFrames } from "./TrackFrames.tsx";
import { PastLastFrameMark, SetBadge, ShownCheckbox } from "./TrackMarks.tsx";
import { TypeCell } from "./TypeCell.tsx";

/** CSS pixels, by pointer type. */
export const trackRowHeights = { mouse: { full: 70, compact: 28 }, finger: { full: 102, compact: 48 } } as const;

interface TrackRowProps {
  readonly id: TrackId;
  readonly top: number;
  /** From 1. */
  readonly position: number;
  readonly size: number;
  readonly isCompact: boolean;
  /** For touch: fewer, larger buttons, and the track's menu for the rest. */
  readonly isCoarse: boolean;
}

/** Cheap: compares what the row shows after each change, and skips the render if nothing changed. */
export function TrackRow({ id, top, position, size, isCompact, isCoarse }: TrackRowProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const hovered = useMemo(() => computed(() => editor.pointer.hovered.value === id), [editor, id]);
  void workspace.display.version.value;
  // Between a deletion and the list's next render, a row may refer to a deleted track.
  if (!workspace.core.hasTrack(id)) return null;
  const track = workspace.core.track(id);
  const { begin, end, keyframeCount } = track;
  const pair = pairToShow(track);
  const type = pair?.type ?? "";
  const { tracks, primary } = workspace.selection.value;
  const mode = editor.mode.value;
  const isEditing = mode.kind === "editing" && mode.trackId === id;
  const isHovered = hovered.value;
  return (
    <li
      className={classes.row}
      style={{ top, height: trackRowHeights[isCoarse ? "finger" : "mouse"][isCompact ? "compact" : "full"] }}
      aria-setsize={size}
      aria-posinset={position}
      aria-current={primary === id || undefined}
      data-track={id}
      data-selected={tracks.has(id) || undefined}
      data-hovered={isHovered || undefined}
      onPointerEnter={() => editor.pointer.pointAt(id)}
      onPointerLeave={() => editor.pointer.pointAt(undefined)}
      data-primary={primary === id || undefined}
      data-hidden={workspace.display.hiddenTrackIds.value.has(id) || undefined}
      onClick={(event) => {
        if ((event.target as Element).closest("button, input, label, [role=listbox]") === null)
          chooseTrack(editor, id, event);
      }}
    >
      <RowContent
        {...{ id, isCompact, isCoarse, begin, end, keyframeCount, type, isEditing }}
        confidence={shortConfidence(pair)}
        fullConfidence={shownConfidence(pair)}
        color={workspace.display.typeStyles.of(type).color}
        lastFrame={editor.player.maxFrame}
        set={workspace.document.setOf(id)}
      />
    </li>
  );
}

interface RowContentProps extends Pick<TrackRowProps, "id" | "isCompact" | "isCoarse"> {
  readonly begin: number;
  readonly end: number;
  readonly keyframeCount: number;
  readonly type: string;
  /** With two decimals. */
  readonly confidence: string;
  readonly fullConfidence: string;
  readonly color: string;
  readonly isEditing: boolean;
  /** Last frame of the media. */
  readonly lastFrame: number;
  /** Name of the annotation set. */
  readonly set: string;
}

const RowContent = memo(function RowContent(props: RowContentProps) {
  // Subscribes to the language.
  useSignals();
  const { id, isCompact, isCoarse, begin, end, keyframeCount, type, confidence, isEditing } = props;
  const { editor } = useViewer();
  const actions = <TrackActions {...{ id, isEditing, isCompact, isCoarse }} />;
  return (
    <>
      <span className={classes.mark} style={{ background: props.color }} />
      <div className={classes.line}>
        <ShownCheckbox id={id} />
        <button
          type="button"
          className={classes.id}
          data-main
          aria-label={t("viewer.trackRow", { id, type, begin, end })}
          onClick={(event) => chooseTrack(editor, id, event)}
        >
          {id}
        </button>
        <PastLastFrameMark end={end} last={props.lastFrame} />
        <SetBadge name={props.set} isCompact={isCompact} />
        <TypeCell id={id} type={type} />
        {confidence !== "" && (
          <Tip label={props.fullConfidence}>
            <span className={classes.confidence}>{confidence}</span>
          </Tip>
        )}
        {isCompact && actions}
      </div>
      {!isCompact && (
        <div className={classes.line}>
          <TrackFrames {...{ id, begin, end, keyframeCount }} />
          {actions}
        </div>
      )}
    </>
  );
});
