/** Marks of a track in its row, before the type: shown or hidden, past the last frame, its set. */
import { Checkbox } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { TrackId } from "#core/types";
import { defaultSetName } from "../../../base/annotation-set.ts";
import { t } from "../../../base/texts/index.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { useViewer } from "../../viewer-context.ts";
import { icon } from "./TrackAction.tsx";
import classes from "./TrackRow.module.css";

/** Shown when the track ends after the media. */
export function PastLastFrameMark({ end, last }: { readonly end: number; readonly last: number }) {
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
export function SetBadge({ name, isCompact }: { readonly name: string; readonly isCompact: boolean }) {
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
export function ShownCheckbox({ id }: { readonly id: TrackId }) {
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
