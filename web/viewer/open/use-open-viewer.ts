/**
 * Opens the dataset in an address and keeps it open while the page is mounted. Another address mounts another
 * component.
 */

import { useEffect, useState } from "react";
import { waitForLogin, session as signedIn } from "../../api/session.ts";
import type { OpenViewer } from "../viewer-context.ts";
import { openViewer } from "./open-viewer.ts";
import type { ViewerAddress } from "./viewer-address.ts";

export type ViewerState =
  | { readonly kind: "loading"; readonly share: number }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "open"; readonly viewer: OpenViewer };

export function useOpenViewer(address: ViewerAddress): ViewerState {
  const [state, setState] = useState<ViewerState>({ kind: "loading", share: 0 });
  const { datasetId, setName, revision, comparedSet, camera, frame, track, comment, readOnly } = address;

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let viewer: OpenViewer | undefined;
    const onProgress = (share: number): void => {
      if (!signal.aborted) setState({ kind: "loading", share });
    };
    const open = (): Promise<OpenViewer> =>
      openViewer(
        { datasetId, setName, revision, comparedSet, camera, frame, track, comment, readOnly },
        { signal, onProgress },
      ).catch(async (error: unknown) => {
        // The shell shows the log-in dialog over the page; afterwards loading continues.
        const isOver = !signal.aborted && signedIn.peek().state === "expired";
        if (!isOver || !(await waitForLogin()) || signal.aborted) throw error;
        return await open();
      });
    open().then(
      (opened) => {
        viewer = opened;
        if (signal.aborted) viewer.dispose();
        else setState({ kind: "open", viewer });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        console.error("Could not open the dataset:", error);
        setState({ kind: "failed", error });
      },
    );
    return () => {
      stop.abort();
      viewer?.dispose();
    };
  }, [datasetId, setName, revision, comparedSet, camera, frame, track, comment, readOnly]);

  return state;
}
