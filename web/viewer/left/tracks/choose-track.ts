/** A click on a track in the list. */
import type { MouseEvent } from "react";
import type { TrackId } from "#core/types";
import type { Editor } from "../../../editor/editor.ts";

/** As in a file manager: Ctrl toggles, Shift selects the range. */
export function chooseTrack({ lists }: Editor, id: TrackId, event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey) lists.toggleSelected(id);
  else if (event.shiftKey) lists.selectTo(id);
  else lists.selectAndShow(id);
}
