/** Opens the dataset of an address and keeps it open while the page shows it. Another address is another component. */

import { computed, effect, signal } from "@preact/signals-core";
import { useEffect, useState } from "react";
import { createCore, createTransformSolver, prepareCore } from "#core";
import type { FrameNumber } from "#core/types";
import { api } from "../../api/client.ts";
import { isServerReachable } from "../../api/reachable.ts";
import { loggedInAgain, requireUser, session as signedIn } from "../../api/session.ts";
import { afterNextFrame, unlessQuick, whenIdle } from "../../base/after-frame.ts";
import { isPlain } from "../../base/image-enhancements.ts";
import { createFrameScheduler } from "../../base/raf-scheduler.ts";
import { syncCameras } from "../../editor/camera-sync.ts";
import { Editor } from "../../editor/editor.ts";
import { lockCamera } from "../../editor/locked-camera.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import { joinSources } from "../../media/pace.ts";
import { createPictureFeed } from "../../media/picture-feed.ts";
import { createPlayback } from "../../media/playback.ts";
import type { Camera } from "../../session/camera.ts";
import type { CameraInfo } from "../../session/dataset.ts";
import { browserStorage } from "./browser-storage.ts";
import { grayPixelsOf, type GrayPixels } from "../../media/gray-picture.ts";
import { Counterparts } from "../../session/counterparts.ts";
import { Registration } from "../../session/registration.ts";
import { openStereo } from "./open-stereo.ts";
import { alignCameras } from "./align-cameras.ts";
import { openMedia } from "./open-media.ts";
import { Comparison } from "../../session/comparison.ts";
import { openWorkspace } from "../../session/open-workspace.ts";
import type { ReadOnlyReason } from "../../session/workspace.ts";
import { resumeSave } from "../../session/resume-save.ts";
import { startAutosave } from "../../session/autosave.ts";
import { createSettingsStore } from "../../session/settings.ts";
import { askAboutConflict } from "../saving/ask-about-conflict.tsx";
import { announceRecovery } from "../saving/announce-recovery.ts";
import { announceReplaced } from "../saving/announce-replaced.ts";
import { announceUnstored } from "../saving/announce-unstored.ts";
import { followOthers } from "../saving/follow-others.ts";
import { playerOfActive } from "../playback/active-player.ts";
import { announceSilence } from "../playback/announce-silence.ts";
import { followWithAudio } from "../playback/audio-follower.ts";
import type { OpenViewer } from "../viewer-context.ts";
import { createAttributeTimeline } from "../attribute-timeline/attribute-timeline.ts";
import { createTimelineData } from "../timeline/timeline-data.ts";
import { createAttributeView } from "../attribute-details/attribute-view.ts";
import { createTimeView } from "../timeline/time-view.ts";
import type { MenuPlace } from "../parts/CommandMenu.tsx";
import { createTypeRequest } from "../types/type-request.ts";
import { createViewerUi } from "../viewer-ui.ts";

/** Milliseconds that timelines may take in one task with the lists. */
const quickCountsMs = 12;

export interface ViewerAddress {
  readonly datasetId: string;
  readonly setName: string | undefined;
  readonly revision: number | undefined;
  /** Another set whose tracks are shown for comparison. */
  readonly comparedSet: string | undefined;
  /** The camera that is active first; the default one when none has that name. */
  readonly camera: string | undefined;
  /** Of that camera, shown first; the nearest one that there is. */
  readonly frame: number | undefined;
  readonly readOnly: ReadOnlyReason | undefined;
}

export type ViewerState =
  | { readonly kind: "loading"; readonly share: number }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "open"; readonly viewer: OpenViewer };

export function useOpenViewer(address: ViewerAddress): ViewerState {
  const [state, setState] = useState<ViewerState>({ kind: "loading", share: 0 });
  const { datasetId, setName, revision, comparedSet, camera, frame, readOnly } = address;

  useEffect(() => {
    const stop = new AbortController();
    let viewer: OpenViewer | undefined;
    const open = (): Promise<OpenViewer> =>
      openViewer({ datasetId, setName, revision, comparedSet, camera, frame, readOnly }, stop.signal, (share) => {
        if (!stop.signal.aborted) setState({ kind: "loading", share });
      }).catch(async (error: unknown) => {
        // The shell asks to log in on top of the page, which then continues loading.
        const isOver = !stop.signal.aborted && signedIn.peek().state === "expired";
        if (!isOver || !(await loggedInAgain()) || stop.signal.aborted) throw error;
        return await open();
      });
    open().then(
      (opened) => {
        viewer = opened;
        if (stop.signal.aborted) viewer.dispose();
        else setState({ kind: "open", viewer });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        console.error("Could not open the dataset:", error);
        setState({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      stop.abort();
      viewer?.dispose();
    };
  }, [datasetId, setName, revision, comparedSet, camera, frame, readOnly]);

  return state;
}

async function openViewer(
  address: ViewerAddress,
  signalToStop: AbortSignal,
  onProgress: (share: number) => void,
): Promise<OpenViewer> {
  const { datasetId } = address;
  prepareCore();
  const known = Promise.withResolvers<readonly CameraInfo[]>();
  const opening = known.promise.then((cameras) => openAll(cameras, signalToStop));
  // Heard where they are awaited.
  opening.catch(() => undefined);
  const opened = await openWorkspace({
    ...address,
    client: api,
    createCore,
    settings: createSettingsStore(browserStorage(), datasetId),
    userId: requireUser()._id,
    login: requireUser().login,
    askAboutConflict: (conflict) => askAboutConflict(conflict, { client: api, userId: requireUser()._id }),
    onReplaced: announceReplaced,
    onRefused: announceUnstored,
    // The media's tables are the last tenth.
    onProgress: (share) => onProgress(share * 0.9),
    signal: signalToStop,
    onCameras: known.resolve,
    afterFrame: afterNextFrame,
    whenIdle: unlessQuick(whenIdle, quickCountsMs),
  }).catch((error: unknown) => {
    opening.then(closeAll, () => undefined);
    throw error;
  });
  const { workspace, saver } = opened;
  try {
    const [sources, stereo, solve] = await Promise.all([
      opening,
      openStereo(workspace),
      workspace.cameras.length > 1 ? createTransformSolver() : undefined,
    ]);
    onProgress(1);
    const scheduler = createFrameScheduler();
    const alignment = alignCameras(workspace.dataset, sources);
    const pace = joinSources(sources, alignment);
    const playback = createPlayback(
      pace,
      scheduler,
      // The shader that enhances pictures has them one by one.
      computed(() => isPlain(workspace.display.enhancements.value)),
    );
    // With several cameras the default one is audible, at its own time.
    const heard = workspace.cameras.indexOf(workspace.active.peek());
    const first = workspace.cameras.find(({ name }) => name === address.camera) ?? workspace.active.peek();
    workspace.activate(first);
    if (address.frame !== undefined) playback.seek(alignment.slotOf(workspace.cameras.indexOf(first), address.frame));
    const feeds = workspace.cameras.map((camera, index) => {
      const own = sources[index] as FrameSource;
      const wanted = computed(() => alignment.frameAt(index, playback.frame.value));
      const feed = createPictureFeed(own, wanted);
      camera.setMedia(own, feed);
      camera.view.setPicture({ width: own.width, height: own.height });
      return feed;
    });
    const seconds = computed(
      () => sources[heard]?.secondsAt(alignment.frameAt(heard, playback.frame.value) ?? 0) ?? playback.seconds.value,
    );
    const audio =
      workspace.dataset.media.kind === "video"
        ? followWithAudio(workspace.dataset.media.url, { ...playback, seconds }, announceSilence)
        : undefined;
    const typeRequest = createTypeRequest();
    const canvasMenu = signal<MenuPlace | undefined>(undefined);
    const indexOf = (camera: Camera): number => workspace.cameras.indexOf(camera);
    const sameInstant = (from: Camera, frame: FrameNumber, to: Camera): FrameNumber | undefined =>
      alignment.frameAt(indexOf(to), alignment.slotOf(indexOf(from), frame)) as FrameNumber | undefined;
    const registration = solve && new Registration({ workspace, solve, sameInstant });
    const editor = new Editor({
      workspace,
      registration,
      saver,
      player: playerOfActive(workspace, playback, alignment),
      ui: createViewerUi(opened, typeRequest, canvasMenu),
    });
    const counterparts = stereo && new Counterparts(workspace, stereo, readPixels, editor.suggestions);
    const stopSaving = startAutosave({
      workspace,
      saver,
      isBusy: editor.pointer.isPlacing,
      save: () => editor.save(),
    });
    const following = followOthers(opened, editor);
    const comparison = new Comparison(workspace, { client: api, createCore });
    const unlock = lockCamera({ editor, scheduler, reducesMotion });
    const stopSync = syncCameras(workspace);
    announceRecovery(opened);
    const stopLogging = effect(() => {
      for (const { mediaError } of workspace.cameras) {
        if (mediaError.value !== undefined) console.error("A picture cannot be shown:", mediaError.value);
      }
    });
    const stopResuming = resumeSave({
      saver,
      isReachable: isServerReachable,
      isBusy: editor.pointer.isPlacing,
      save: () => editor.ui.saveAgain().catch(() => undefined),
    });
    return {
      opened,
      workspace,
      saver,
      editor,
      alignment,
      stereo,
      pace,
      playback,
      scheduler,
      attributeTimeline: createAttributeTimeline(),
      timelineData: createTimelineData(workspace, () => editor.player.maxFrame + 1),
      typeRequest,
      canvasMenu,
      timeView: createTimeView(playback.maxFrame),
      attributeView: createAttributeView(),
      comparison,
      others: following.others,
      dispose() {
        following.dispose();
        comparison.dispose();
        stopResuming();
        stopLogging();
        stopSaving();
        unlock();
        stopSync();
        counterparts?.dispose();
        editor.dispose();
        audio?.dispose();
        playback.dispose();
        scheduler.dispose();
        for (const feed of feeds) feed.dispose();
        closeAll(sources);
        void opened.dispose();
      },
    };
  } catch (error) {
    await opened.dispose();
    throw error;
  }
}

/** Of the picture that a camera shows; its source has it still. */
async function readPixels({ source }: Camera, frame: FrameNumber): Promise<GrayPixels | undefined> {
  const picture = await source.peek()?.getFrame(frame);
  if (picture === undefined) return undefined;
  try {
    return grayPixelsOf(picture);
  } finally {
    picture.close();
  }
}

function reducesMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The pictures of every camera, in their order. When one cannot be opened, none stays open. */
async function openAll(cameras: readonly CameraInfo[], signalToStop: AbortSignal): Promise<readonly FrameSource[]> {
  const opened = await Promise.allSettled(cameras.map((info) => openMedia(info, signalToStop)));
  const sources = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failure = opened.find((each) => each.status === "rejected");
  if (failure === undefined) return sources;
  closeAll(sources);
  throw failure.reason;
}

function closeAll(sources: readonly FrameSource[]): void {
  for (const source of sources) source.dispose();
}
