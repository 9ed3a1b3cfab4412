/**
 * Camera sync: panning or zooming one camera does the same on the others. Pictures of different sizes show the same
 * part.
 */

import { batch, untracked } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import type { Workspace } from "../../session/workspace.ts";

/** Returns a function that stops it. */
export function syncCameras({ active, cameras, settings }: Workspace): () => void {
  const isOn = (): boolean => settings.settings.value.annotatorPreferences.syncCameras;
  const mirror = (from: (typeof cameras)[number]): void =>
    untracked(() => batch(() => cameras.forEach((camera) => camera !== from && camera.view.mirror(from.view))));
  const stops = [
    // When switched on, every camera takes the view of the active one.
    effect(() => {
      if (isOn()) mirror(active.peek());
    }),
    ...cameras.map((camera) => {
      let moves = camera.view.moves.peek();
      return effect(() => {
        const now = camera.view.moves.value;
        if (now === moves) return;
        moves = now;
        if (untracked(isOn)) mirror(camera);
      });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
