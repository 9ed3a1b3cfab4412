/** Makes the editor of an open dataset, and what accompanies it: assistants, counterparts, camera views, comparison. */

import { signal } from "@preact/signals-core";
import { createCore } from "#core";
import type { FrameNumber } from "#core/types";
import { api } from "../../api/client.ts";
import type { DisposalStack } from "../../base/disposal-stack.ts";
import { syncCameras } from "../../editor/cameras/camera-sync.ts";
import { lockCamera } from "../../editor/cameras/locked-camera.ts";
import { Editor } from "../../editor/editor.ts";
import { grayPixelsOf, type GrayPixels } from "../../media/gray-picture.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import { Comments } from "../../session/comments/comments.ts";
import { Comparison } from "../../session/comparison/comparison.ts";
import type { OpenWorkspace } from "../../session/open-workspace.ts";
import { playerOfActive } from "../bars/playback/active-player.ts";
import { createTypeRequest } from "../left/types/type-request.ts";
import { openAssistants } from "../picture/assist/open-assistants.ts";
import { preloadTracker } from "../picture/assist/preload-tracker.ts";
import type { MenuPlace, OpenViewer } from "../viewer-context.ts";
import { createViewerUi } from "../viewer-ui.ts";
import type { OpenPictures } from "./open-pictures.ts";
import type { MakeRegistration } from "./open-registration.ts";
import type { OpenStereo } from "./open-stereo.ts";

export type OpenEditor = Pick<OpenViewer, "editor" | "typeRequest" | "canvasMenu" | "comparison">;

interface CameraGeometry {
  /** Only for a calibrated pair of cameras. */
  readonly calibrated: OpenStereo | undefined;
  /** Only with several cameras. */
  readonly makeRegistration: MakeRegistration | undefined;
}

export function openEditor(
  opened: OpenWorkspace,
  { alignment, playback, scheduler }: OpenPictures,
  { calibrated, makeRegistration }: CameraGeometry,
  parts: DisposalStack,
): OpenEditor {
  const { workspace, saver } = opened;
  const indexOf = (camera: Camera): number => workspace.cameras.indexOf(camera);
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
      registration: makeRegistration?.(sameInstant),
      saver,
      player: playerOfActive(workspace, playback, alignment),
      ui: createViewerUi(opened, typeRequest, canvasMenu),
    }),
  );
  if (calibrated !== undefined) {
    const { Counterparts, stereo } = calibrated;
    parts.use(new Counterparts(workspace, stereo, readPixels, editor.suggestions));
  }
  parts.defer(preloadTracker(editor));
  parts.defer(syncCameras(workspace));
  parts.defer(lockCamera({ editor, scheduler, reducesMotion }));
  const comparison = parts.use(new Comparison(workspace, { client: api, createCore }));
  return { editor, typeRequest, canvasMenu, comparison };
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
