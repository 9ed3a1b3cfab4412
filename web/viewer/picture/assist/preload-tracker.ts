/** Prepares following while a track is selected that could be followed, so that it starts with the press. */

import { effect } from "../../../base/effect.ts";
import { whenIdle } from "../../../base/after-frame.ts";
import { commands } from "../../../commands/registry.ts";
import type { Editor } from "../../../editor/editor.ts";

export function preloadTracker(editor: Editor): () => void {
  const { assistants, workspace, player, following } = editor;
  if (assistants === undefined) return () => undefined;
  return effect(() => {
    const camera = workspace.active.value;
    const isSelected = workspace.selection.value.primary !== undefined;
    const isBusy = player.playing.value || following.value !== undefined;
    // Images are opened at once; only videos have an index to read first.
    if (!isSelected || isBusy || camera.info.media.kind !== "video") return;
    if (commands["track.followPointer"].refusal?.(editor, undefined) !== undefined) return;
    // A failure is reported when following is started.
    whenIdle(() => {
      const frame = camera.shown.peek();
      if (frame !== undefined) assistants.prepareFollowing({ camera, frame }).catch(() => undefined);
    });
  });
}
