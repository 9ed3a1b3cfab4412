/** Says to screen readers what was done, taken back or done again: on the canvas it is seen only. */

import { VisuallyHidden } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { t } from "../../base/texts/index.ts";
import type { HistoryMove } from "../../session/history.ts";
import { useViewer } from "../viewer-context.ts";
import { stepName } from "./step-names.ts";

const said = { done: "viewer.saidDone", undone: "viewer.saidUndone", redone: "viewer.saidRedone" } as const;

export function SpokenSteps() {
  useSignals();
  const { workspace } = useViewer();
  const move = workspace.lastMove.value;
  const spoken = useRef<{ move: HistoryMove | undefined; count: number; text: string }>(undefined);
  spoken.current ??= { move: undefined, count: 0, text: "" };
  if (spoken.current.move !== move && move !== undefined) {
    const what = t(said[move.kind], { step: stepName(move.label) });
    const id = workspace.selectedTrack.peek();
    const text = id === undefined ? what : t("viewer.saidOfTrack", { what, id });
    spoken.current = { move, count: spoken.current.count + 1, text };
  }
  const { count, text } = spoken.current;
  // The same step twice is said twice: another element each time.
  return (
    <VisuallyHidden aria-live="polite" data-testid="said">
      <span key={count}>{text}</span>
    </VisuallyHidden>
  );
}
