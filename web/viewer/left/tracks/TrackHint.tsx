/**
 * Hints for the first tracks, at the end of the list: how to assign a type, what the dashed box is, and which keys
 * people used to CVAT find here. Shown one at a time; each disappears for good once done or dismissed.
 */
import { ActionIcon } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { t } from "../../../base/texts/index.ts";
import { keyOf } from "../../../commands/keymap.ts";
import { endHint, isHintGone, tour, type HintId } from "../../../features/tour/tour-state.ts";
import type { EditAction } from "../../../session/undo/edit-action.ts";
import { keepFocus } from "../../parts/keep-focus.ts";
import { useViewer } from "../../viewer-context.ts";
import { CvatHint, useCvatKey } from "./CvatHint.tsx";
import classes from "./TrackHint.module.css";

/** The hint that is no longer needed after an edit. */
function hintDoneBy({ kind, change }: EditAction): HintId | undefined {
  if (kind === "track" && change === "setType") return "type";
  const isGhostUsed = (kind === "detection" && change === "acceptGhost") || (kind === "track" && change === "end");
  return isGhostUsed ? "ghost" : undefined;
}

export default function TrackHint() {
  useSignals();
  const { workspace } = useViewer();
  useEffect(
    () =>
      workspace.steps.lastMove.subscribe((move) => {
        const hint = move?.kind === "done" ? hintDoneBy(move.action) : undefined;
        if (hint !== undefined) endHint(hint);
      }),
    [workspace],
  );
  const cvatKey = useCvatKey();
  const other = useHint();
  const hint = cvatKey === undefined ? other : "cvat";
  if (hint === undefined) return null;
  return (
    <div className={classes.hint} role="note" onMouseDown={keepFocus}>
      <span>
        {cvatKey !== undefined && <CvatHint refused={cvatKey} />}
        {hint === "type" && t("tour.hintType", typeKeys())}
        {hint === "ghost" && t("tour.hintGhost", { end: keyOf("track.end") ?? "" })}
      </span>
      <ActionIcon size="sm" flex="none" aria-label={t("tour.dismiss")} onClick={() => endHint(hint)}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}

const typeKeys = () => ({ recent: keyOf("type.giveRecent") ?? "", all: keyOf("track.focusType") ?? "" });

/** The hint that applies now. None during the tour, which explains the same. */
function useHint(): "type" | "ghost" | undefined {
  useSignals();
  const { editor, workspace } = useViewer();
  if (workspace.readOnly.value !== undefined || tour.value?.datasetId === workspace.dataset.id) return undefined;
  const { kind, action } = workspace.steps.lastMove.value ?? {};
  const isAdded = action?.kind === "track" && action.change === "add";
  const isDrawn = kind === "done" && isAdded && workspace.selectedTrack.value !== undefined;
  if (isDrawn && !isHintGone("type")) return "type";
  const isShown = !isHintGone("ghost") && editor.ghosts.shown.value.some(({ isSelected }) => isSelected);
  return isShown ? "ghost" : undefined;
}
