/** Shows the dataset's pictures: playback, the picture each camera shows, and the sound of a video. */

import { computed } from "@preact/signals-core";
import type { TrackId } from "#core/types";
import { effect } from "../../base/effect.ts";
import type { DisposalStack } from "../../base/disposal-stack.ts";
import { isPlain } from "../../base/image-enhancements.ts";
import { createFrameScheduler } from "../../base/raf-scheduler.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import { joinSources } from "../../media/pace.ts";
import { createPictureFeed } from "../../media/picture-feed.ts";
import { createPlayback } from "../../media/playback.ts";
import type { Workspace } from "../../session/workspace.ts";
import { announceSilence } from "../bars/playback/announce-silence.ts";
import { followWithAudio } from "../bars/playback/audio-follower.ts";
import type { OpenViewer } from "../viewer-context.ts";
import { alignCameras } from "./align-cameras.ts";
import type { ViewerAddress } from "./viewer-address.ts";

export type OpenPictures = Pick<OpenViewer, "scheduler" | "alignment" | "pace" | "playback">;

/** @param sources one for each camera, in the order of the workspace's cameras */
export function openPictures(
  workspace: Workspace,
  sources: readonly FrameSource[],
  address: ViewerAddress,
  parts: DisposalStack,
): OpenPictures {
  const scheduler = parts.use(createFrameScheduler());
  const alignment = alignCameras(workspace.dataset, sources);
  const pace = joinSources(sources, alignment);
  // Enhancements are done by a shader, which needs single frames.
  const mayShowItself = computed(() => isPlain(workspace.display.enhancements.value));
  const playback = parts.use(createPlayback(pace, scheduler, mayShowItself));
  const pictures = { scheduler, alignment, pace, playback };
  // With several cameras, the default one is heard, at its own time.
  const heard = workspace.cameras.indexOf(workspace.active.peek());
  goToAddress(workspace, pictures, address);
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
  return pictures;
}

/** Makes the address's camera active, selects its track and goes to its frame. */
function goToAddress(
  workspace: Workspace,
  { alignment, playback }: OpenPictures,
  { camera: name, frame, track }: ViewerAddress,
): void {
  const camera = workspace.cameras.find((each) => each.name === name) ?? workspace.active.peek();
  workspace.activate(camera);
  if (track !== undefined) workspace.select(track as TrackId);
  if (frame !== undefined) playback.seek(alignment.slotOf(workspace.cameras.indexOf(camera), frame));
}
