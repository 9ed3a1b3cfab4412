/**
 * Opens the dataset in an address: its workspace, its pictures, an editor, and what follows them while the page shows
 * them. Everything opened is on one disposable stack, so that a failing step closes everything opened so far.
 */

import { createCore, prepareCore } from "#core";
import { api } from "../../api/client.ts";
import { isServerReachable } from "../../api/reachable.ts";
import { requireUser } from "../../api/session.ts";
import { afterNextFrame, unlessFast, whenIdle } from "../../base/after-frame.ts";
import { DisposalStack } from "../../base/disposal-stack.ts";
import type { Editor } from "../../editor/editor.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import { startAutosave } from "../../session/saving/autosave.ts";
import type { CameraInfo } from "../../session/dataset/dataset.ts";
import { openWorkspace, type OpenWorkspace } from "../../session/open-workspace.ts";
import { resumeSave } from "../../session/saving/resume-save.ts";
import { createSettingsStore } from "../../session/display/settings.ts";
import { yieldToPage } from "../../session/document/yield-to-page.ts";
import { createAttributeView } from "../right/attribute-details/attribute-view.ts";
import { createAttributeTimeline } from "../bottom/attribute-timeline/attribute-timeline.ts";
import type { OpenViewer } from "../viewer-context.ts";
import { announceRecovery } from "../saving/announce-recovery.ts";
import { announceReplaced } from "../saving/announce-replaced.ts";
import { announceUnstored } from "../saving/announce-unstored.ts";
import { followComments } from "../saving/follow-comments.ts";
import { askAboutConflict } from "../saving/ask-about-conflict.tsx";
import { followPeople } from "../presence/follow-people.ts";
import { followOthers } from "../saving/follow-remote-saves.ts";
import { createTimeView } from "../bottom/timeline/time-view.ts";
import { createTimelineData } from "../bottom/timeline/timeline-data.ts";
import { browserStorage } from "./browser-storage.ts";
import { openEditor } from "./open-editor.ts";
import { openMedia } from "./open-media.ts";
import { openPictures } from "./open-pictures.ts";
import { openRegistration } from "./open-registration.ts";
import { openStereo } from "./open-stereo.ts";
import type { ViewerAddress } from "./viewer-address.ts";

/** Counts for the timelines are computed in the same task as the lists unless they take longer than this, ms. */
const quickCountsMs = 12;

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
    await close(parts);
    throw error;
  }
}

/** Only reports a failure: nothing waits for the end. */
async function close(parts: DisposalStack): Promise<void> {
  await parts.dispose().catch((error: unknown) => console.error("Could not close what was open:", error));
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
  const [sources, calibrated, makeRegistration] = await Promise.all([
    opening,
    openStereo(workspace),
    openRegistration(workspace),
  ]);
  onProgress(1);
  return { opened, sources, calibrated, makeRegistration };
}

async function assemble(
  address: ViewerAddress,
  { opened, sources, calibrated, makeRegistration }: Awaited<ReturnType<typeof load>>,
  parts: DisposalStack,
): Promise<OpenViewer> {
  const { workspace, saver } = opened;
  const pictures = openPictures(workspace, sources, address, parts);
  await yieldToPage();
  const editing = openEditor(opened, pictures, { calibrated, makeRegistration }, parts);
  const { editor } = editing;
  const following = keepSaved(opened, editor, parts);
  parts.defer(followComments(editor, address.comment));
  announceRecovery(opened);
  return {
    opened,
    workspace,
    saver,
    stereo: calibrated?.stereo,
    ...pictures,
    ...editing,
    ...following,
    attributeTimeline: createAttributeTimeline(),
    timelineData: createTimelineData(workspace, () => editor.player.maxFrame + 1),
    timeView: createTimeView(pictures.playback.maxFrame),
    attributeView: createAttributeView(),
    dispose: () => void close(parts),
  };
}

/** Saves by itself and again after an outage, and follows what others save. */
function keepSaved(
  opened: OpenWorkspace,
  editor: Editor,
  parts: DisposalStack,
): Pick<OpenViewer, "others" | "presence"> {
  const { saver, workspace } = opened;
  const isBusy = editor.pointer.isPlacing;
  parts.defer(startAutosave({ workspace, saver, isBusy, save: () => editor.save() }));
  const saveAgain = (): Promise<void> => editor.ui.saveAgain().catch(() => undefined);
  parts.defer(resumeSave({ saver, isReachable: isServerReachable, isBusy, save: saveAgain }));
  const { others } = parts.use(followOthers(opened, editor));
  const { presence } = parts.use(followPeople(workspace, others));
  return { others, presence };
}
