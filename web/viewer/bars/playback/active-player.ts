/** Playback as the editor sees it: in frames of the active camera, translated to and from the playhead's slots. */

import { computed, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber } from "#core/types";
import type { Player } from "../../../editor/ports.ts";
import type { Alignment } from "../../../media/alignment.ts";
import type { Playback } from "../../../media/playback.ts";
import type { Workspace } from "../../../session/workspace.ts";

export function playerOfActive(workspace: Workspace, playback: Playback, alignment: Alignment): Player {
  const { active, cameras } = workspace;
  const index = (): number => cameras.indexOf(active.value);
  const lastFrame = (): number => (active.value.source.value?.frameCount ?? alignment.slotCount) - 1;
  const frame: ReadonlySignal<FrameNumber> = computed(() => {
    const slot = playback.frame.value;
    // Where the camera has no picture, use its first or last frame, whichever side the slot is on.
    const shown = alignment.frameAt(index(), slot);
    return shown ?? ((slot <= alignment.slotOf(index(), 0) ? 0 : lastFrame()) as FrameNumber);
  });
  return {
    frame,
    playing: playback.playing,
    get maxFrame() {
      return lastFrame();
    },
    seek(to) {
      const target = Math.min(lastFrame(), Math.max(0, Math.round(to)));
      playback.seek(alignment.slotOf(index(), target));
    },
    toggle: () => playback.toggle(),
    pause: () => playback.pause(),
    speed: playback.speed,
    setSpeed: (speed) => playback.setSpeed(speed),
  };
}
