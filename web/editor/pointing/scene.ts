/** The scene before the pointer: the shown picture and its place on the canvas, the mode, the selected track. */

import type { ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import type { View } from "../../base/view.ts";
import type { Workspace } from "../../session/workspace.ts";
import type { Mode } from "../modes/mode.ts";
import type { Assistants } from "../assistants.ts";
import type { EditorUi, Player } from "../ports.ts";
import type { Ghosts } from "./ghosts.ts";
import type { PictureWait } from "./picture-wait.ts";

export interface PointerScene {
  readonly workspace: Workspace;
  readonly player: Player;
  readonly ui: EditorUi;
  readonly pictures: PictureWait;
  readonly ghosts: Ghosts;
  readonly assistants: Assistants | undefined;
  readonly mode: ReadonlySignal<Mode>;
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  /** Of the active camera, like `selected`: not to be kept. */
  readonly view: View;
  readonly selected: TrackId | undefined;
}
