/**
 * Follows the address to another set or revision: the open viewer shows its document and keeps zoom, panels, frame and
 * playback. If that is not possible, the viewer is reopened, which reports why.
 */

import { useEffect, useRef } from "react";
import type { ViewerAddress } from "./viewer-address.ts";
import type { ViewerState } from "./use-open-viewer.ts";

/** @param opened the address that the viewer was opened with */
export function useShownDocument(
  state: ViewerState,
  opened: ViewerAddress,
  { setName, revision }: ViewerAddress,
  onReopen: () => void,
): void {
  const asked = useRef(opened);
  const reopen = useRef(onReopen);
  useEffect(() => {
    reopen.current = onReopen;
  });
  const viewer = state.kind === "open" ? state.viewer : undefined;
  const hasFailed = state.kind === "failed";
  useEffect(() => {
    if (asked.current.setName === setName && asked.current.revision === revision) return;
    if (viewer === undefined) {
      // A dataset that failed to open may exist at the other address.
      if (hasFailed) reopen.current();
      return;
    }
    asked.current = { ...asked.current, setName, revision };
    // A viewer of a past revision keeps no configuration journal, which it would need from now on.
    if (opened.revision !== undefined) return reopen.current();
    viewer.workspace.documents.show({ setName, revision }).catch(() => reopen.current());
  }, [viewer, hasFailed, opened, setName, revision]);
}
