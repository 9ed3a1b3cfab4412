/** The steps of the tour: the instruction, its keys, and how to detect that it has been done. */
import { keyOf } from "../../commands/keymap.ts";
import type { CommandId } from "../../commands/known.ts";
import { shapeSteps } from "../../session/undo/shape-steps.ts";
import { paletteOpen } from "../../ui/commands/open-keys.ts";
import type { OpenViewer } from "../viewer-context.ts";

export type TourStepId = "play" | "select" | "move" | "undo" | "create" | "type" | "later" | "save" | "palette";

export interface TourStep {
  readonly id: TourStepId;
  /** Commands whose keys the instruction names, in order. */
  readonly keys: readonly CommandId[];
  /** The outlined element: the button for the same action, or a part of the page. */
  readonly mark?: string;
  /** Called when the step begins. @returns a function that tells whether the step is done; reads signals */
  watch(viewer: OpenViewer): () => boolean;
}

const button = (id: CommandId): string => `[data-runs="${id}"]`;
const shaping: ReadonlySet<string> = new Set([...shapeSteps, "moveDetection", "acceptGhost"]);

/** Done once a new edit for which the predicate holds is made. */
function afterMove(
  { workspace }: OpenViewer,
  is: (label: string, kind: "done" | "undone" | "redone") => boolean,
): () => boolean {
  const before = workspace.steps.lastMove.peek()?.number;
  return () => {
    const move = workspace.steps.lastMove.value;
    return move !== undefined && move.number !== before && is(move.label, move.kind);
  };
}

export const tourSteps: readonly TourStep[] = [
  {
    id: "play",
    keys: ["playback.toggle"],
    mark: button("playback.toggle"),
    watch({ playback }) {
      let hasPlayed = playback.playing.peek();
      return () => {
        if (playback.playing.value) hasPlayed = true;
        return hasPlayed && !playback.playing.value;
      };
    },
  },
  {
    id: "select",
    keys: [],
    watch({ workspace }) {
      const before = workspace.selectedTrack.peek();
      return () => workspace.selectedTrack.value !== undefined && workspace.selectedTrack.value !== before;
    },
  },
  {
    id: "move",
    keys: [],
    watch: (viewer) => afterMove(viewer, (label, kind) => kind === "done" && shaping.has(label)),
  },
  {
    id: "undo",
    keys: ["edit.undo"],
    mark: button("edit.undo"),
    watch: (viewer) => afterMove(viewer, (_label, kind) => kind === "undone"),
  },
  {
    id: "create",
    keys: ["track.create"],
    mark: button("track.create"),
    watch: (viewer) => afterMove(viewer, (label, kind) => kind === "done" && label === "addTrack"),
  },
  {
    id: "type",
    keys: [],
    mark: "[data-track][data-selected]",
    watch: (viewer) => afterMove(viewer, (label, kind) => kind === "done" && label === "setType"),
  },
  {
    id: "later",
    keys: ["playback.forward"],
    watch(viewer) {
      const { playback } = viewer;
      const begun = playback.frame.peek();
      const isShaped = afterMove(viewer, (label, kind) => kind === "done" && shaping.has(label));
      return () => isShaped() && playback.frame.value !== begun;
    },
  },
  {
    id: "save",
    keys: ["dataset.save"],
    mark: "[data-testid=save]",
    watch:
      ({ saver }) =>
      () =>
        saver.state.value.kind === "saved",
  },
  {
    id: "palette",
    keys: ["help.palette"],
    watch: () => () => paletteOpen.value,
  },
];

/** The current keys of the commands in a step. */
export const keysOf = ({ keys }: TourStep): readonly string[] => keys.map((id) => keyOf(id) ?? "");
