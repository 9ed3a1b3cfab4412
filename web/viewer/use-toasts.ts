/**
 * Placement of toasts in the viewer: below its bars and left of the right dock. A refusal disappears as soon as the
 * user does something else.
 */

import { hideRefusal } from "../ui/commands/show-refusal.ts";
import { effect } from "../base/effect.ts";
import { useEffect } from "react";
import { useDock } from "./docks/use-dock.ts";
import { useViewer, type OpenViewer } from "./viewer-context.ts";

/** Height of the top bar plus the editor menu, CSS pixels. */
const barsPx = 80;
const gapPx = 12;

export function useToasts(): void {
  const viewer = useViewer();
  const dock = useDock("right");
  const rightPx = (dock.isOpen ? dock.sizePx : 0) + gapPx;

  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--wl-toasts-top", `${barsPx + gapPx}px`);
    style.setProperty("--wl-toasts-right", `calc(var(--wl-right-rail, 40px) + ${rightPx}px)`);
    return () => {
      style.removeProperty("--wl-toasts-top");
      style.removeProperty("--wl-toasts-right");
    };
  }, [rightPx]);

  useEffect(() => hideRefusalsOf(viewer), [viewer]);
}

/** Hides refusals as soon as something changes. Returns a function that stops it. */
function hideRefusalsOf({ editor, playback, workspace }: OpenViewer): () => void {
  return effect(() => {
    void editor.mode.value;
    void playback.frame.value;
    void workspace.selection.value;
    void workspace.tracksVersion.value;
    hideRefusal();
  });
}
