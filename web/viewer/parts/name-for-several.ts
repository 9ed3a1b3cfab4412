/** Commands about all that is selected say so, with its number, where that is more than one track. */

import { t } from "../../base/texts/index.ts";
import type { CommandIdOf } from "../../commands/registry.ts";
import type { Workspace } from "../../session/workspace.ts";

type ViewerCommand = CommandIdOf<"viewer">;

const texts: Partial<Record<ViewerCommand, "viewer.deleteSelected" | "viewer.typeOfSelected">> = {
  "track.delete": "viewer.deleteSelected",
  "track.focusType": "viewer.typeOfSelected",
};

/** `undefined`: the command has its own name. The component that shows it follows the selection. */
export function nameForSeveral(id: ViewerCommand, { selection, core }: Workspace): string | undefined {
  const text = texts[id];
  if (text === undefined) return undefined;
  // What is selected may be on another camera alone.
  const count = [...selection.value.tracks].filter((each) => core.hasTrack(each)).length;
  return count > 1 ? t(text, { count }) : undefined;
}
