/** Names of commands on the whole selection, with the number of tracks when there are several. */

import { t } from "../../base/texts/index.ts";
import type { CommandIdOf } from "../../commands/registry.ts";
import type { Workspace } from "../../session/workspace.ts";

type ViewerCommand = CommandIdOf<"viewer">;

const texts: Partial<Record<ViewerCommand, "viewer.deleteSelected" | "viewer.typeOfSelected">> = {
  "track.delete": "viewer.deleteSelected",
  "track.focusType": "viewer.typeOfSelected",
};

/** `undefined`: use the command's own name. The calling component must subscribe to the selection. */
export function nameForSeveral(id: ViewerCommand, { selection, core }: Workspace): string | undefined {
  const text = texts[id];
  if (text === undefined) return undefined;
  // The selection may include tracks of other cameras only.
  const count = [...selection.value.tracks].filter((each) => core.hasTrack(each)).length;
  return count > 1 ? t(text, { count }) : undefined;
}
