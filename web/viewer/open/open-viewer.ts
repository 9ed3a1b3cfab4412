/**
 * Opens the dataset in an address: its workspace, its pictures, an editor, and what follows them while the page shows
 * them. Everything opened is on one disposable stack, so that a failing step closes everything opened so far.
 */

import { computed, signal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import { createCore, createTransformSolver, prepareCore } from "#core";
import type { FrameNumber, TrackId } from "#core/types";
import { api } from "../../api/client.ts";
import { isServerReachable } from "../../api/reachable.ts";
import { requireUser } from "../../api/session.ts";
import { afterNextFrame, unlessFast, whenIdle } from "../../base/after-frame.ts";
import { DisposalStack } from "../../base/disposal-stack.ts";
import { isPlain } from "../../base/image-enhancements.ts";
import { createFrameScheduler } from "../../base/raf-scheduler.ts";
import { syncCameras } from "../../editor/cameras/camera-sync.ts";
import { Editor } from "../../editor/editor.ts";
import { lockCamera } from "../../editor/cameras/locked-camera.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import { grayPixelsOf, type GrayPixels } from "../../media/gray-picture.ts";
import { joinSources } from "../../media/pace.ts";
import { createPictureFeed } from "../../media/picture-feed.ts";
import { createPlayback } from "../../media/playback.ts";
import { startAutosave } from "../../session/saving/autosave.ts";
import { Comments } from "../../session/comments/comments.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import { Comparison } from "../../session/comparison/comparison.ts";
import { Counterparts } from "../../session/cameras/counterparts.ts";
import type { CameraInfo } from "../../session/dataset/dataset.ts";
import { openWorkspace } from "../../session/open-workspace.ts";
import { Registration } from "../../session/cameras/registration.ts";
import { resumeSave } from "../../session/saving/resume-save.ts";
import { createSettingsStore } from "../../session/display/settings.ts";
import type { ReadOnlyReason } from "../../session/workspace.ts";
import { yieldToPage } from "../../session/document/yield-to-page.ts";
import { createAttributeView } from "../right/attribute-details/attribute-view.ts";
import { createAttributeTimeline } from "../bottom/attribute-timeline/attribute-timeline.ts";
import type { MenuPlace, OpenViewer } from "../viewer-context.ts";
import { playerOfActive } from "../bars/playback/active-player.ts";
import { announceSilence } from "../bars/playback/announce-silence.ts";
import { followWithAudio } from "../bars/playback/audio-follower.ts";
import { announceRecovery } from "../saving/announce-recovery.ts";
import { announceReplaced } from "../saving/announce-replaced.ts";
import { announceUnstored } from "../saving/announce-unstored.ts";
import { followComments } from "../saving/follow-comments.ts";
import { askAboutConflict } from "../saving/ask-about-conflict.tsx";
import { followPeople } from "../presence/follow-people.ts";
import { followOthers } from "../saving/follow-remote-saves.ts";
import { createTimeView } from "../bottom/timeline/time-view.ts";
import { createTimelineData } from "../bottom/timeline/timeline-data.ts";
import { createTypeRequest } from "../left/types/type-request.ts";
import { createViewerUi } from "../viewer-ui.ts";
import { alignCameras } from "./align-cameras.ts";
import { browserStorage } from "./browser-storage.ts";
import { openMedia } from "./open-media.ts";
import { openAssistants } from "../picture/assist/open-assistants.ts";
import { preloadTracker } from "../picture/assist/preload-tracker.ts";
import { openStereo } from "./open-stereo.ts";

/** Counts for the timelines are computed in the same task as the lists unless they take longer than this, ms. */
const quickCountsMs = 12;

export interface ViewerAddress {
  readonly datasetId: string;
  readonly setName: string | undefined;
  readonly revision: number | undefined;
  /** A second set, shown for comparison. */
  readonly comparedSet: string | undefined;
  /** The initially active camera; the default one if there is none of that name. */
  readonly camera: string | undefined;
  /** The initial frame of that camera; clamped to the nearest existing one. */
  readonly frame: number | undefined;
  /** Selected initially, if it exists. */
  readonly track: number | undefined;
  /** The comment thread to open initially, if it exists. */
  readonly comment: string | undefined;
  readonly readOnly: ReadOnlyReason | undefined;
}

/** Progress reporting (share, 0..1) and cancellation of an opening. */
export interface Opening {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

export async function openViewer(address: ViewerAddress, opening: Opening): Promise<OpenViewer> {
  const parts = new DisposalStack();
  try {
    const loaded = await load(address, opening, parts);
    // Yields to the event loop between its large steps.
    await yieldToPage();
    opening.signal.throwIfAborted();
    return await assemble(address, loaded, parts);
  } catch (error) {
    await parts.dispose().catch((failure: unknown) => console.error("Could not close what was open:", failure));
    throw error;
  }
}

/** Annotations and pictures, loaded in parallel. */
async function load(address: ViewerAddress, { signal: stop, onProgress }: Opening, parts: DisposalStack) {
  prepareCore();
  const known = Promise.withResolvers<readonly CameraInfo[]>();
  const opening = known.promise.then((cameras) =>
    // Sources that open after another camera has failed are still closed by the stack.
    Promise.all(cameras.map(async (info): Promise<FrameSource> => parts.use(await openMedia(info, stop)))),
  );
  // Avoids an unhandled rejection; errors are handled where `opening` is awaited.
  opening.catch(() => undefined);
  const opened = parts.use(
    await openWorkspace({
      ...address,
      client: api,
      createCore,
      settings: createSettingsStore(browserStorage(), address.datasetId),
      userId: requireUser()._id,
      login: requireUser().login,
      askAboutConflict: (conflict) => askAboutConflict(conflict, { client: api, userId: requireUser()._id }),
      onReplaced: announceReplaced,
      onRefused: announceUnstored,
      // The last tenth is for the media's tables.
      onProgress: (share) => onProgress(share * 0.9),
      signal: stop,
      onCameras: known.resolve,
      afterFrame: afterNextFrame,
      whenIdle: unlessFast(whenIdle, quickCountsMs),
    }),
  );
  const { workspace } = opened;
  const [sources, stereo, solve] = await Promise.all([
    opening,
    openStereo(workspace),
    workspace.cameras.length > 1 ? createTransformSolver() : undefined,
  ]);
  onProgress(1);
  return { opened, sources, stereo, solve };
}

async function assemble(
  address: ViewerAddress,
  { opened, sources, stereo, solve }: Awaited<ReturnType<typeof load>>,
  parts: DisposalStack,
): Promise<OpenViewer> {
  const { workspace, saver } = opened;

  // Pictures.
  const scheduler = parts.use(createFrameScheduler());
  const alignment = alignCameras(workspace.dataset, sources);
  const pace = joinSources(sources, alignment);
  // Enhancements are done by a shader, which needs single frames.
  const mayShowItself = computed(() => isPlain(workspace.display.enhancements.value));
  const playback = parts.use(createPlayback(pace, scheduler, mayShowItself));
  const indexOf = (camera: Camera): number => workspace.cameras.indexOf(camera);
  // With several cameras, the default one is heard, at its own time.
  const heard = indexOf(workspace.active.peek());
  const first = workspace.cameras.find(({ name }) => name === address.camera) ?? workspace.active.peek();
  workspace.activate(first);
  if (address.track !== undefined) workspace.select(address.track as TrackId);
  if (address.frame !== undefined) playback.seek(alignment.slotOf(indexOf(first), address.frame));
  for (const [index, camera] of workspace.cameras.entries()) {
    const source = sources[index] as FrameSource;
    const wanted = computed(() => alignment.frameAt(index, playback.frame.value));
    camera.setMedia(source, parts.use(createPictureFeed(source, wanted)));
    camera.view.setPicture({ width: source.width, height: source.height });
  }
  if (workspace.dataset.media.kind === "video") {
    const seconds = computed(
      () => sources[heard]?.secondsAt(alignment.frameAt(heard, playback.frame.value) ?? 0) ?? playback.seconds.value,
    );
    parts.use(followWithAudio(workspace.dataset.media.url, { ...playback, seconds }, announceSilence));
  }
  parts.defer(
    effect(() => {
      for (const { mediaError } of workspace.cameras) {
        if (mediaError.value !== undefined) console.error("A picture cannot be shown:", mediaError.value);
      }
    }),
  );

  await yieldToPage();

  // Editing.
  const sameInstant = (from: Camera, frame: FrameNumber, to: Camera): FrameNumber | undefined =>
    alignment.frameAt(indexOf(to), alignment.slotOf(indexOf(from), frame));
  const typeRequest = createTypeRequest((id) => editor.lists.trackIds.peek().includes(id));
  const canvasMenu = signal<MenuPlace | undefined>(undefined);
  const comments = new Comments({ client: api, datasetId: workspace.dataset.id });
  const editor = parts.use(
    new Editor({
      workspace,
      assistants: parts.use(
        openAssistants(() => workspace.settings.settings.peek().annotatorPreferences.outlineTolerancePx),
      ),
      comments,
      registration: solve && new Registration({ workspace, solve, sameInstant }),
      saver,
      player: playerOfActive(workspace, playback, alignment),
      ui: createViewerUi(opened, typeRequest, canvasMenu),
    }),
  );
  if (stereo !== undefined) parts.use(new Counterparts(workspace, stereo, readPixels, editor.suggestions));
  parts.defer(preloadTracker(editor));
  parts.defer(syncCameras(workspace));
  parts.defer(lockCamera({ editor, scheduler, reducesMotion }));
  const comparison = parts.use(new Comparison(workspace, { client: api, createCore }));

  // Saving.
  const isBusy = editor.pointer.isPlacing;
  parts.defer(startAutosave({ workspace, saver, isBusy, save: () => editor.save() }));
  const saveAgain = (): Promise<void> => editor.ui.saveAgain().catch(() => undefined);
  parts.defer(resumeSave({ saver, isReachable: isServerReachable, isBusy, save: saveAgain }));
  const { others } = parts.use(followOthers(opened, editor));
  const { presence } = parts.use(followPeople(workspace, others));
  parts.defer(followComments(editor, address.comment));

  announceRecovery(opened);
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
    others,
    presence,
    dispose: () => void parts.dispose(),
  };
}

/** Reads the picture that a camera shows, which its source still has cached. */
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
