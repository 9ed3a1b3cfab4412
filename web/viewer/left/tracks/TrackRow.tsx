/**
 * One track in the list. Parts that depend on the frame are in small components of their own, so that playback
 * re-renders only those.
 *
 * A row is 70 px high: description above, actions below. A compact row is one line; what it omits is in the menu above
 * the canvas.
 */

import { Checkbox } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import {
  IconAlertTriangle,
  IconArrowsSplit,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconEyeCheck,
  IconLine,
  IconPencil,
  IconSquareRotated,
  IconSquareRotatedFilled,
  IconTrash,
} from "@tabler/icons-react";
import { computed } from "@preact/signals-core";
import { memo, useMemo, type MouseEvent, type ReactNode } from "react";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { defaultSetName } from "../../../base/annotation-set.ts";
import type { CommandIdOf } from "../../../commands/registry.ts";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { CamerasButton } from "../../picture/cameras/CamerasButton.tsx";
import { TypePicker } from "../types/TypePicker.tsx";
import { useCommandState } from "../../parts/use-command-state.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import classes from "./TrackRow.module.css";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import { shownConfidence, pairToShow, shortConfidence } from "../../../session/display/shown-pair.ts";
import type { Editor } from "../../../editor/editor.ts";
import { setType } from "../../../editor/edits/track-edits.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

/** CSS pixels, by pointer type. */
export const trackRowHeights = { mouse: { full: 70, compact: 28 }, finger: { full: 102, compact: 48 } } as const;
const icon = { size: 14, stroke: 1.7 };

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
          choose(editor, id, event);
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

/** As in a file manager: Ctrl toggles, Shift selects the range. */
function choose({ lists }: Editor, id: TrackId, event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey) lists.toggleSelected(id);
  else if (event.shiftKey) lists.selectTo(id);
  else lists.selectAndShow(id);
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

const RowContent = memo(function RowContent({
  id,
  isCompact,
  isCoarse,
  begin,
  end,
  keyframeCount,
  type,
  confidence,
  fullConfidence,
  color,
  isEditing,
  lastFrame,
  set,
}: RowContentProps) {
  // Subscribes to the language.
  useSignals();
  const { editor, workspace } = useViewer();
  const { cameras } = workspace;
  const edit = (
    <TrackAction id={id} command="track.toggleEdit" label={isEditing ? t("viewer.stopEditing") : t("viewer.editTrack")}>
      <IconPencil {...icon} />
    </TrackAction>
  );
  const split = (
    <TrackAction id={id} command="track.split" label={t("lists.splitTrack")}>
      <IconArrowsSplit {...icon} />
    </TrackAction>
  );
  const reviewed = <ReviewedToggle id={id} />;
  const remove = (
    <TrackAction id={id} command="track.delete" label={t("viewer.deleteTrack")}>
      <IconTrash {...icon} />
    </TrackAction>
  );

  return (
    <>
      <span className={classes.mark} style={{ background: color }} />
      <div className={classes.line}>
        <ShownCheckbox id={id} />
        <button
          type="button"
          className={classes.id}
          data-main
          aria-label={t("viewer.trackRow", { id, type, begin, end })}
          onClick={(event) => choose(editor, id, event)}
        >
          {id}
        </button>
        <PastLastFrameMark end={end} last={lastFrame} />
        <SetBadge name={set} isCompact={isCompact} />
        <TypeCell id={id} type={type} />
        {confidence !== "" && (
          <Tip label={fullConfidence}>
            <span className={classes.confidence}>{confidence}</span>
          </Tip>
        )}
        {isCompact && (
          <span className={classes.acts} role="group" aria-label={t("viewer.trackActionsOf", { id })}>
            <KeyframeToggle id={id} />
            {edit}
            {remove}
          </span>
        )}
      </div>
      {!isCompact && (
        <div className={classes.line}>
          <Frames id={id} begin={begin} end={end} keyframeCount={keyframeCount} />
          <span className={classes.acts} role="group" aria-label={t("viewer.trackActionsOf", { id })}>
            <KeyframeToggle id={id} />
            {!isCoarse && (
              <>
                <InterpolationToggle id={id} />
                <KeyframeNavigation id={id} />
              </>
            )}
            {edit}
            {!isCoarse && cameras.length > 1 && <CamerasButton id={id} />}
            {!isCoarse && split}
            {!isCoarse && reviewed}
            {remove}
            {isCoarse && <MenuButton />}
          </span>
        </div>
      )}
    </>
  );
});

/** Shown when the track ends after the media. */
function PastLastFrameMark({ end, last }: { readonly end: number; readonly last: number }) {
  if (end <= last) return null;
  const text = t("viewer.pastLastFrameMark", { end, last });
  return (
    <Tip label={text}>
      <span className={classes.past} role="img" aria-label={text}>
        <IconAlertTriangle {...icon} />
      </span>
    </Tip>
  );
}

/** The annotation set of the track: in datasets with only the unnamed set, it would say nothing. */
function SetBadge({ name, isCompact }: { readonly name: string; readonly isCompact: boolean }) {
  const { setName, comparedSet } = useViewer().workspace.document.address;
  const isOther = name !== (setName ?? defaultSetName);
  // Compact rows save the room for the type.
  if (isCompact ? !isOther : setName === undefined && comparedSet === undefined) return null;
  return (
    <Tip label={t("history.setBadge", { name })}>
      <span className={classes.set} data-other={isOther || undefined}>
        {name}
      </span>
    </Tip>
  );
}

/** Unchecking a track hides it on the picture; it stays in the list. */
function ShownCheckbox({ id }: { readonly id: TrackId }) {
  useSignals();
  const { workspace } = useViewer();
  return (
    <Checkbox
      size="xs"
      aria-label={t("viewer.checkTrack", { id })}
      checked={!workspace.display.hiddenTrackIds.value.has(id)}
      onChange={(event) => workspace.display.setTrackShown(id, event.currentTarget.checked)}
    />
  );
}

function TypeCell({ id, type }: { readonly id: TrackId; readonly type: string }) {
  useSignals();
  const { editor, workspace, typeRequest } = useViewer();
  const isReadOnly = workspace.readOnly.value !== undefined;
  if (typeRequest.track.value !== id || isReadOnly) {
    return (
      <button
        type="button"
        className={classes.type}
        aria-label={`${t("viewer.trackType", { id })}: ${type}`}
        disabled={isReadOnly}
        onClick={() => {
          // A type is assigned to the whole selection.
          if (!workspace.selection.peek().tracks.has(id)) editor.lists.selectAndShow(id);
          typeRequest.open(id);
        }}
      >
        <CutText>{type}</CutText>
      </button>
    );
  }
  return (
    <TypePicker
      autoFocus
      size="xs"
      variant="filled"
      classNames={{ root: classes.picker ?? "", input: classes.pickerInput ?? "" }}
      label={t("viewer.trackType", { id })}
      value={type}
      onCommit={(next) => setType(editor, id, next)}
      onDone={() => {
        typeRequest.close(id);
        focusCanvas();
      }}
    />
  );
}

function KeyframeToggle({ id }: { readonly id: TrackId }) {
  const isKeyframe = useCommandState("track.toggleKeyframe", { track: id }).isOn === true;
  return (
    <TrackAction
      id={id}
      command="track.toggleKeyframe"
      label={isKeyframe ? t("viewer.keyframeOn") : t("viewer.keyframeOff")}
    >
      {isKeyframe ? <IconSquareRotatedFilled size={14} /> : <IconSquareRotated {...icon} />}
    </TrackAction>
  );
}

function ReviewedToggle({ id }: { readonly id: TrackId }) {
  const isReviewed = useCommandState("track.toggleReviewed", { track: id }).isOn === true;
  return (
    <TrackAction
      id={id}
      command="track.toggleReviewed"
      label={isReviewed ? t("lists.reviewedOn") : t("lists.reviewedOff")}
    >
      <IconEyeCheck {...icon} />
    </TrackAction>
  );
}

function InterpolationToggle({ id }: { readonly id: TrackId }) {
  const interpolates = useCommandState("track.toggleInterpolation", { track: id }).isOn === true;
  return (
    <TrackAction
      id={id}
      command="track.toggleInterpolation"
      label={interpolates ? t("viewer.interpolationOn") : t("viewer.interpolationOff")}
    >
      <IconLine {...icon} />
    </TrackAction>
  );
}

interface FramesProps extends Pick<RowContentProps, "id" | "begin" | "end" | "keyframeCount"> {}

/** The first and last frame, as links that seek to them. */
function Frames({ id, begin, end, keyframeCount }: FramesProps) {
  const { editor } = useViewer();
  const text = t("viewer.framesAndKeyframes", { begin, end, count: keyframeCount });
  return (
    <span
      className={classes.frames}
      onClickCapture={(event) => {
        // With a modifier key, a click here selects, as anywhere in the row.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
        event.stopPropagation();
        choose(editor, id, event);
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

function KeyframeNavigation({ id }: { readonly id: TrackId }) {
  return (
    <>
      <TrackAction id={id} command="track.previousKeyframe" label={t("viewer.previousKeyframe")}>
        <IconChevronLeft {...icon} />
      </TrackAction>
      <TrackAction id={id} command="track.nextKeyframe" label={t("viewer.nextKeyframe")}>
        <IconChevronRight {...icon} />
      </TrackAction>
    </>
  );
}

/** Opens the menu that the right mouse button opens. */
function MenuButton() {
  return (
    <ToolButton
      label={t("viewer.trackMenu")}
      icon={<IconDots {...icon} />}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        currentTarget.dispatchEvent(
          new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
        );
      }}
    />
  );
}

interface TrackActionProps {
  readonly id: TrackId;
  readonly command: CommandIdOf<"viewer"> & `track.${string}`;
  readonly label: string;
  readonly children: ReactNode;
}

/** A button for a command on this row's track, which it selects first. */
function TrackAction({ id, command, label, children }: TrackActionProps) {
  return <CommandButton command={command} args={{ track: id }} size={24} label={label} icon={children} />;
}
