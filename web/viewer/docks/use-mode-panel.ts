/**
 * While the user chooses tracks to merge, or members of a group, the left dock switches to the details panel and
 * afterwards back. In a narrow window the drawer opens for it and closes again.
 */

import { writingEffect } from "../../base/effect.ts";
import { useEffect } from "react";
import { isSelecting } from "../../editor/modes/selecting-mode.ts";
import { useViewer } from "../viewer-context.ts";
import { setDrawerOpen } from "./use-dock.ts";

const detailsPanel = "attributes";

export function useModePanel(): void {
  const { editor, workspace } = useViewer();
  useEffect(() => {
    let before: string | undefined;
    let hasOpenedDrawer = false;
    return writingEffect(() => {
      const isChoosing = isSelecting(editor.mode.value);
      const shown = workspace.settings.settings.peek().layout.left.panel;
      const show = (panel: string) => workspace.settings.change({ layout: { left: { panel } } });
      if (isChoosing && before === undefined) {
        before = shown;
        show(detailsPanel);
        hasOpenedDrawer = setDrawerOpen(true);
      } else if (!isChoosing && before !== undefined) {
        // Leave the panel alone if the user has switched to another one meanwhile.
        if (shown === detailsPanel) show(before);
        if (hasOpenedDrawer) setDrawerOpen(false);
        before = undefined;
      }
    });
  }, [editor, workspace]);
}
