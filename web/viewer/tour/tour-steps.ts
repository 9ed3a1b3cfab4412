/** The steps of the tour: the instruction, its keys, and how to detect that it has been done. */
import { keyOf } from "../../commands/keymap.ts";
import type { CommandId } from "../../commands/known.ts";
import { drawsShape, type EditAction } from "../../session/undo/edit-action.ts";
import type { StepMove } from "../../session/undo/undo-order.ts";
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

const placesBox = (action: EditAction): boolean =>
  drawsShape(action) || (action.kind === "detection" && action.change === "acceptGhost");
const isTrackChange = ({ kind, change }: EditAction, wanted: "add" | "setType"): boolean =>
  kind === "track" && change === wanted;

/** Done once a new edit for which the predicate holds is made. */
function afterMove(
  { workspace }: OpenViewer,
  isWanted: (action: EditAction, kind: StepMove["kind"]) => boolean,
): () => boolean {
  const before = workspace.steps.lastMove.peek()?.number;
  return () => {
    const move = workspace.steps.lastMove.value;
    return move !== undefined && move.number !== before && isWanted(move.action, move.kind);
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
    watch: (viewer) => afterMove(viewer, (action, kind) => kind === "done" && placesBox(action)),
  },
  {
    id: "undo",
    keys: ["edit.undo"],
    mark: button("edit.undo"),
    watch: (viewer) => afterMove(viewer, (_action, kind) => kind === "undone"),
  },
  {
    id: "create",
    keys: ["track.create"],
    mark: button("track.create"),
    watch: (viewer) => afterMove(viewer, (action, kind) => kind === "done" && isTrackChange(action, "add")),
  },
  {
    id: "type",
    keys: [],
    mark: "[data-track][data-selected]",
    watch: (viewer) => afterMove(viewer, (action, kind) => kind === "done" && isTrackChange(action, "setType")),
  },
  {
    id: "later",
    keys: ["playback.forward"],
    watch(viewer) {
      const { playback } = viewer;
      const begun = playback.frame.peek();
      const isShaped = afterMove(viewer, (action, kind) => kind === "done" && placesBox(action));
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
