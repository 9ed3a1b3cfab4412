/** Follows the size of a canvas on the page and the screen's pixel density, which changes when a window changes screens. */
import type { Size } from "../base/viewport.ts";

/**
 * Calls `onSize` now and whenever either changes: CSS pixels, and device pixels per CSS pixel. Returns how to stop.
 * Give the canvas its CSS size by layout (`width: 100%; height: 100%; display: block`), never from its buffer.
 */
export function observeCanvasSize(
  canvas: HTMLCanvasElement,
  onSize: (size: Size, pixelRatio: number) => void,
): () => void {
  const report = (): void => {
    onSize({ width: canvas.clientWidth, height: canvas.clientHeight }, window.devicePixelRatio);
    watchDensity();
  };
  const observer = new ResizeObserver(report);
  let density: MediaQueryList | undefined;
  // A query matches one density only, so that it fires when the density becomes any other one.
  function watchDensity(): void {
    density?.removeEventListener("change", report);
    density = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    density.addEventListener("change", report);
  }
  observer.observe(canvas);
  report();
  return () => {
    observer.disconnect();
    density?.removeEventListener("change", report);
  };
}
