/** The buttons of a track's row. Those that depend on the frame are components of their own. */
import {
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
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useCommandState } from "../../parts/use-command-state.ts";
import { CamerasButton } from "../../picture/cameras/CamerasButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { icon, TrackAction } from "./TrackAction.tsx";
import classes from "./TrackRow.module.css";

interface TrackActionsProps {
  readonly id: TrackId;
  readonly isEditing: boolean;
  /** A row of one line: only the most frequent. */
  readonly isCompact: boolean;
  /** For touch: the most frequent, and the track's menu for the rest. */
  readonly isCoarse: boolean;
}

export function TrackActions({ id, isEditing, isCompact, isCoarse }: TrackActionsProps) {
  const { cameras } = useViewer().workspace;
  const hasAll = !isCompact && !isCoarse;
  return (
    <span className={classes.acts} role="group" aria-label={t("viewer.trackActionsOf", { id })}>
      <KeyframeToggle id={id} />
      {hasAll && (
        <>
          <InterpolationToggle id={id} />
          <KeyframeNavigation id={id} />
        </>
      )}
      <TrackAction
        id={id}
        command="track.toggleEdit"
        label={isEditing ? t("viewer.stopEditing") : t("viewer.editTrack")}
      >
        <IconPencil {...icon} />
      </TrackAction>
      {hasAll && cameras.length > 1 && <CamerasButton id={id} />}
      {hasAll && (
        <>
          <TrackAction id={id} command="track.split" label={t("lists.splitTrack")}>
            <IconArrowsSplit {...icon} />
          </TrackAction>
          <ReviewedToggle id={id} />
        </>
      )}
      <TrackAction id={id} command="track.delete" label={t("viewer.deleteTrack")}>
        <IconTrash {...icon} />
      </TrackAction>
      {isCoarse && !isCompact && <MenuButton />}
    </span>
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
