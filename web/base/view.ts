/**
 * Where the picture is on the canvas: the viewport signal, and functions that move it.
 *
 * Until the user pans or zooms, the picture is fitted to the canvas, whatever its size.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { ImagePoint, ScreenPoint } from "./brand.ts";
import {
  fitViewport,
  fromRelative,
  panBy,
  resizeViewport,
  toImage,
  toRelative,
  toScreen,
  viewportAbout,
  zoomAbout,
} from "./viewport.ts";
import type { Size, Viewport } from "./viewport.ts";

export class View {
  readonly #viewport = signal<Viewport>({ scale: 1, x: 0, y: 0 });
  readonly viewport: ReadonlySignal<Viewport> = this.#viewport;
  readonly #moves = signal(0);
  /** Counts pans, zooms and resets; refitting to a resized canvas does not count. */
  readonly moves: ReadonlySignal<number> = this.#moves;
  #picture: Size = { width: 1, height: 1 };
  #canvas: Size = { width: 1, height: 1 };
  #isFitted = true;

  /** Size in image pixels. */
  get picture(): Size {
    return this.#picture;
  }

  /** CSS pixels. */
  get canvas(): Size {
    return this.#canvas;
  }

  setPicture(size: Size): void {
    if (size.width === this.#picture.width && size.height === this.#picture.height) return;
    this.#picture = { width: size.width, height: size.height };
    this.#fit();
  }

  /** CSS pixels. */
  setCanvas(size: Size): void {
    const from = this.#canvas;
    if (size.width === from.width && size.height === from.height) return;
    this.#canvas = { width: size.width, height: size.height };
    if (this.#isFitted) this.#fit();
    else this.#viewport.value = resizeViewport(this.#viewport.peek(), from, this.#canvas, this.#picture);
  }

  reset(): void {
    this.#fit();
    this.#moves.value += 1;
  }

  /** Shows the same part of its picture as `other` shows of its own. */
  mirror(other: View): void {
    if (other.#isFitted) return this.#fit();
    this.#isFitted = false;
    const shown = toRelative(other.#viewport.peek(), other.#picture, other.#canvas);
    this.#viewport.value = fromRelative(shown, this.#picture, this.#canvas);
  }

  pan(dxPx: number, dyPx: number): void {
    this.#move(panBy(this.#viewport.peek(), dxPx, dyPx, this.#picture, this.#canvas));
  }

  /** Keeps the image point under `anchor` in place. */
  zoom(factor: number, anchor: ScreenPoint): void {
    this.#move(zoomAbout(this.#viewport.peek(), factor, anchor, this.#picture, this.#canvas));
  }

  /** Zooms about the center of the canvas. */
  zoomCenter(factor: number): void {
    this.zoom(factor, { x: this.#canvas.width / 2, y: this.#canvas.height / 2 } as ScreenPoint);
  }

  /** The image point at the center of the canvas. */
  get middle(): ImagePoint {
    return this.toImage({ x: this.#canvas.width / 2, y: this.#canvas.height / 2 } as ScreenPoint);
  }

  /** The viewport that centers a part of the picture: see `viewportAbout`. */
  aim(bounds: readonly [number, number, number, number], factor: number | undefined): Viewport {
    return viewportAbout(bounds, factor, this.#viewport.peek(), this.#picture, this.#canvas);
  }

  /** @param viewport must be within the limits, as results of `aim` and all steps towards them are */
  moveTo(viewport: Viewport): void {
    this.#move(viewport);
  }

  toImage(point: ScreenPoint): ImagePoint {
    return toImage(this.#viewport.peek(), point);
  }

  toScreen(point: ImagePoint): ScreenPoint {
    return toScreen(this.#viewport.peek(), point);
  }

  #move(next: Viewport): void {
    this.#isFitted = false;
    this.#viewport.value = next;
    this.#moves.value += 1;
  }

  #fit(): void {
    this.#isFitted = true;
    this.#viewport.value = fitViewport(this.#picture, this.#canvas);
  }
}
