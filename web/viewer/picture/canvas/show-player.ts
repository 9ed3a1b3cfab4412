/** Places the element of a video that draws itself under the canvas, at the picture's position. */

import { effect } from "../../../base/effect.ts";
import { squarePixelsFrom } from "../../../render/picture-quad.ts";
import type { VideoPlayer } from "../../../media/video-player.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import classes from "./CanvasHost.module.css";

/** @param onShown receives whether the element is visible. Returns a function that stops it. */
export function showPlayer(
  { element, shown }: VideoPlayer,
  { view }: Camera,
  place: HTMLElement,
  onShown: (isShown: boolean) => void,
): () => void {
  element.className = classes.player!;
  place.prepend(element);
  const stops = [
    effect(() => {
      const isShown = shown.value !== undefined;
      element.style.visibility = isShown ? "visible" : "hidden";
      onShown(isShown);
    }),
    effect(() => {
      const { scale, x, y } = view.viewport.value;
      const { width, height } = view.picture;
      Object.assign(element.style, {
        left: `${x}px`,
        top: `${y}px`,
        width: `${width * scale}px`,
        height: `${height * scale}px`,
        // The same rule as on the canvas.
        imageRendering: scale * devicePixelRatio >= squarePixelsFrom ? "pixelated" : "auto",
      });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    element.remove();
  };
}
