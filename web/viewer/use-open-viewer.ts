/** Opens the dataset of an address and keeps it open as long as the page shows it. */

import { signal } from "@preact/signals-core";
import { useEffect, useState } from "react";
import { createCore } from "#core";
import type { TrackId } from "#core/types";
import { api } from "../api/client.ts";
import { requireUser } from "../api/session.ts";
import { Editor } from "../editor/editor.ts";
import { openMedia } from "./open-media.ts";
import { openSession } from "../session/open-session.ts";
import type { ReadOnlyReason } from "../session/session.ts";
import { createSettingsStore } from "../session/settings.ts";
import { askAboutConflict } from "./ask-about-conflict.tsx";
import { announceRecovery } from "./announce-recovery.ts";
import type { OpenViewer } from "./viewer-context.ts";
import { createViewerUi } from "./viewer-ui.ts";
import { createPlayback } from "./playback.ts";

export interface ViewerAddress {
  readonly datasetId: string;
  readonly setName: string | undefined;
  readonly revision: number | undefined;
  readonly readOnly: ReadOnlyReason | undefined;
}

export type ViewerState =
  | { readonly kind: "loading"; readonly share: number }
  | { readonly kind: "failed"; readonly message: string; retry(): void }
  | { readonly kind: "open"; readonly viewer: OpenViewer };

export function useOpenViewer(address: ViewerAddress): ViewerState {
  const [state, setState] = useState<ViewerState>({ kind: "loading", share: 0 });
  const [attempt, setAttempt] = useState(0);
  const { datasetId, setName, revision, readOnly } = address;

  useEffect(() => {
    const stop = new AbortController();
    let viewer: OpenViewer | undefined;
    setState({ kind: "loading", share: 0 });
    openViewer({ datasetId, setName, revision, readOnly }, stop.signal, (share) => {
      if (!stop.signal.aborted) setState({ kind: "loading", share });
    }).then(
      (opened) => {
        viewer = opened;
        if (stop.signal.aborted) viewer.dispose();
        else setState({ kind: "open", viewer });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        setState({ kind: "failed", message, retry: () => setAttempt((count) => count + 1) });
      },
    );
    return () => {
      stop.abort();
      viewer?.dispose();
    };
  }, [datasetId, setName, revision, readOnly, attempt]);

  return state;
}

async function openViewer(
  address: ViewerAddress,
  signalToStop: AbortSignal,
  onProgress: (share: number) => void,
): Promise<OpenViewer> {
  const opened = await openSession({
    ...address,
    client: api,
    createCore,
    settings: createSettingsStore(browserStorage()),
    userId: requireUser()._id,
    askAboutConflict,
    // The media's tables are the last tenth.
    onProgress: (share) => onProgress(share * 0.9),
    signal: signalToStop,
  });
  const { session, saver } = opened;
  try {
    const source = await openMedia(session.dataset, signalToStop);
    onProgress(1);
    const playback = createPlayback(source);
    const typeRequest = signal<TrackId | undefined>(undefined);
    const editor = new Editor({ session, saver, player: playback, ui: createViewerUi(saver, typeRequest) });
    editor.view.setPicture({ width: source.width, height: source.height });
    announceRecovery(opened);
    return {
      opened,
      session,
      saver,
      editor,
      source,
      playback,
      typeRequest,
      dispose() {
        editor.dispose();
        playback.dispose();
        source.dispose();
        void opened.dispose();
      },
    };
  } catch (error) {
    await opened.dispose();
    throw error;
  }
}

/** Undefined where the browser forbids it. */
function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
