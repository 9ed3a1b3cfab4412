/**
 * Escape ends one thing at a time, the first of these that is active: running work, a question that waits for an
 * answer, a shape being drawn, the selection.
 */

import type { Editor } from "./editor.ts";

export type EscapeStepId =
  | "placingComment"
  | "following"
  | "suggesting"
  | "suggestion"
  | "pendingPoint"
  | "pickingPoints"
  | "drawing"
  | "tour"
  | "editing"
  | "selection";

interface EscapeStep {
  /** The thing it ends. */
  readonly id: EscapeStepId;
  when(editor: Editor): boolean;
  do(editor: Editor): void;
}

const leaveMode = (editor: Editor): void => void editor.dispatch({ type: "escape" });

export const escapeSteps: readonly EscapeStep[] = [
  {
    id: "placingComment",
    when: ({ comments }) => comments.isPlacing.peek(),
    do: ({ comments }) => comments.choosePlace(false),
  },
  {
    id: "following",
    when: ({ following }) => following.peek() !== undefined,
    do: ({ following }) => following.peek()?.stop(),
  },
  {
    id: "suggesting",
    when: ({ suggesting }) => suggesting.peek() !== undefined,
    do: ({ suggesting }) => suggesting.peek()?.stop(),
  },
  {
    id: "suggestion",
    when: ({ suggestions }) => suggestions.offer.peek() !== undefined,
    do: ({ suggestions }) => void suggestions.refuse(),
  },
  {
    id: "pendingPoint",
    when: ({ registration }) => registration?.half.peek() !== undefined,
    do: ({ registration }) => registration?.removeLast(),
  },
  {
    id: "pickingPoints",
    when: ({ registration }) => registration?.isPicking.peek() === true,
    do: ({ registration }) => registration?.setPicking(false),
  },
  {
    id: "drawing",
    when({ mode }) {
      const now = mode.peek();
      // While a track is edited: the shape that is added to it.
      return now.kind === "editing" ? now.adds !== undefined : now.kind !== "notEditing";
    },
    do: leaveMode,
  },
  {
    id: "tour",
    when: ({ ui }) => ui.isTouring(),
    do: ({ ui }) => ui.endTour(),
  },
  {
    id: "editing",
    when: ({ mode }) => mode.peek().kind === "editing",
    do: leaveMode,
  },
  {
    id: "selection",
    when: () => true,
    do: leaveMode,
  },
];

export function escape(editor: Editor): void {
  escapeSteps.find(({ when }) => when(editor))?.do(editor);
}
