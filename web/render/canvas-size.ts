/** Observes the size of the canvas's container and the pixel density, which differs between screens. */
import type { Size } from "../base/viewport.ts";

/**
 * Calls `onSize` soon and whenever either changes, with CSS pixels and device pixels per CSS pixel. A container without
 * a size (not laid out, hidden) is not reported. Returns a function that stops it.
 *
 * Observe the element around the canvas, or size the canvas by CSS: its buffer must not determine its box.
 */
export function observeCanvasSize(place: Element, onSize: (size: Size, pixelRatio: number) => void): () => void {
  let density: MediaQueryList | undefined;
  function report(): void {
    const { clientWidth: width, clientHeight: height } = place;
    if (width > 0 && height > 0) onSize({ width, height }, globalThis.devicePixelRatio);
  }
  // A query matches a single density, so it fires once, when the density changes.
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
