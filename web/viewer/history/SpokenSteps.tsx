/** Says to screen readers what was done, taken back or done again: on the canvas it is seen only. */

import { VisuallyHidden } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import type { TrackId } from "#core/types";
import { t } from "../../base/texts/index.ts";
import { useViewer } from "../viewer-context.ts";
import { stepName } from "./step-names.ts";

const said = { done: "viewer.saidDone", undone: "viewer.saidUndone", redone: "viewer.saidRedone" } as const;

export function SpokenSteps() {
  useSignals();
  const { workspace } = useViewer();
  const move = workspace.lastMove.value;
  const what = move && t(said[move.kind], { step: stepName(move.label) });
  // The selection as it was then: a later one is no news.
  const { tracks, primary: id } = workspace.selection.peek();
  // The same step twice is said twice: another element each time.
  return (
    <VisuallyHidden aria-live="polite" data-testid="said">
      <span key={move?.number}>{what === undefined || id === undefined ? what : ofTracks(what, id, tracks.size)}</span>
    </VisuallyHidden>
  );
}

function ofTracks(what: string, id: TrackId, count: number): string {
  return count === 1 ? t("viewer.saidOfTrack", { what, id }) : t("viewer.saidOfTracks", { what, count });
}
