/** Follows the size of the canvas's place on the page and the pixel density, which changes from screen to screen. */
import type { Size } from "../base/viewport.ts";

/**
 * Calls `onSize` soon and whenever either changes: CSS pixels, and device pixels per CSS pixel. A place without a size
 * (not laid out, hidden) is not reported. Returns how to stop.
 *
 * Observe the element around the canvas, or give the canvas its size by CSS: its buffer must not size its box.
 */
export function observeCanvasSize(place: Element, onSize: (size: Size, pixelRatio: number) => void): () => void {
  let density: MediaQueryList | undefined;
  function report(): void {
    const { clientWidth: width, clientHeight: height } = place;
    if (width > 0 && height > 0) onSize({ width, height }, globalThis.devicePixelRatio);
  }
  // A query matches one density only, so it fires once, when the density becomes any other one.
  function watchDensity(): void {
    density = matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
    density.addEventListener("change", onDensity, { once: true });
  }
  function onDensity(): void {
    report();
    watchDensity();
  }
  const observer = new ResizeObserver(report);
  observer.observe(place);
  watchDensity();
  return () => {
    observer.disconnect();
    density?.removeEventListener("change", onDensity);
  };
}
