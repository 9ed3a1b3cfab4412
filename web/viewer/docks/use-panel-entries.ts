/** Lists the panels in the command palette, so that a user can find one by name. */

import { useCallback } from "react";
import { t } from "../../base/texts/index.ts";
import { usePanelEntries, type PanelEntry } from "../../ui/commands/panel-entries.ts";
import { panels } from "../panels.ts";
import { useViewer } from "../viewer-context.ts";
import { focusPanel } from "./panel-mark.ts";
import type { DockId } from "./panel.ts";
import { offeredPanels } from "./panel.ts";
import { useDock } from "./use-dock.ts";

export function useOfferedPanels(): void {
  const viewer = useViewer();
  const { show: left } = useDock("left");
  const { show: right } = useDock("right");
  const { show: bottom } = useDock("bottom");
  usePanelEntries(
    useCallback((): readonly PanelEntry[] => {
      const show: Readonly<Record<DockId, (id: string) => void>> = { left, right, bottom };
      const docks: readonly DockId[] = ["left", "right", "bottom"];
      return docks.flatMap((dock) =>
        offeredPanels(panels, dock, viewer).map(({ id, title, icon }) => ({
          id: `panel.${id}`,
          title: title(),
          icon,
          keywords: t(`palette.words.${dock}`),
          open: () => {
            show[dock](id);
            focusPanel(id);
          },
        })),
      );
    }, [viewer, left, right, bottom]),
  );
}
