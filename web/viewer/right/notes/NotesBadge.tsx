/** The number of detections with notes, as far as they have been read. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { PanelBadge } from "../../docks/PanelBadge.tsx";
import { useViewer } from "../../viewer-context.ts";

export function NotesBadge() {
  useSignals();
  const notes = useViewer().workspace.display.notes.value;
  const count = [...notes.values()].reduce((sum, frames) => sum + frames.length, 0);
  return <PanelBadge count={count} label={t("notes.badge", { count })} />;
}
